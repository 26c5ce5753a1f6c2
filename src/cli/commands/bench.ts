/** `parley bench`: runs the tasks of a suite, resumes a run, and reports its results. */
import { resolve } from 'node:path';
import type { CommandModule } from 'yargs';

import {
  applySettings,
  assertNavigatorOpens,
  assertPriceKnown,
  createBrowserPlan,
  createNavigatorPlan,
  createRankerPlan,
  parseWholeNumber,
  withSettingSources,
} from '../../assembly/index.js';
import { version } from '../../assembly/version.js';
import { ParleyError } from '../../contract/index.js';
import {
  createRunFolder,
  DATA_SOURCE,
  fetchDataSet,
  findSuite,
  finishRun,
  prepareRun,
  readRunDescription,
  readRunTasks,
  readTasks,
  reportRuns,
  selectTasks,
  suiteExitCode,
  writeReport,
  type RunDescription,
  type SuiteTask,
} from '../../suites/index.js';
import { type RunSettings, SETTINGS_VARIABLE } from '../../test/settings.js';
import {
  benchOptions,
  checkBenchFlags,
  flagsForRecord,
  parseDay,
  parseShard,
  type BenchFlags,
} from '../bench-flags.js';
import { readCommandConfiguration, DEFAULT_RESULTS } from '../configuration.js';
import { withInterrupt } from '../interrupt.js';
import { readPlaywrightVersion, runPlaywright } from '../playwright-run.js';
import { toSessionOptions } from '../session-options.js';

interface Run {
  folder: string;
  tasks: SuiteTask[];
  /** Null for a resumed run. */
  description: RunDescription | null;
}

async function handle(given: BenchFlags): Promise<void> {
  const suite = findSuite(given.suite);
  if (given.report) return report(given.report);
  if (given.fetch !== undefined) {
    const { fetch: folder, source } = given;
    const lines = await withInterrupt((signal) => fetchDataSet(folder, source, signal));
    process.stdout.write(`${lines.join('\n')}\n`);
    return;
  }
  const resumed = given.resume === undefined ? null : readRunDescription(resolve(given.resume));
  const args = resumed ? { ...resumed.flags, ...withoutUndefined(given) } : given;
  const limits = checkBenchFlags(args, resumed);
  const settingsFile = readCommandConfiguration().settings();
  // The navigator of the suite's paper has the same limit, and reports when it reaches it. The configuration may name it.
  const named = applySettings({ ...args, maxIter: undefined }, settingsFile).flags;
  const isOwnNavigator = named.navigator?.startsWith(suite.name) ?? false;
  const maxIterations = limits.maxIterations ?? named.maxIter ?? suite.maxIterations;
  const flags = { ...args, maxIter: isOwnNavigator ? maxIterations : undefined };
  const configured = applySettings(flags, settingsFile);
  // A mistake is reported here, before the first task.
  await withInterrupt((signal) =>
    withSettingSources(configured, async () => {
      createBrowserPlan(configured.flags);
      createRankerPlan(configured.flags);
      const navigator = await createNavigatorPlan(configured.flags, process.env, signal);
      if (limits.budget.usd !== undefined) assertPriceKnown(navigator, 'suite-budget-usd');
      await assertNavigatorOpens(navigator, signal);
    }),
  );
  const options = toSessionOptions(flags);
  const run = resumed
    ? { folder: resolve(args.resume!), tasks: readRunTasks(resolve(args.resume!)), description: null }
    : createRun(args, { ...configured.flags, maxIter: maxIterations }, configured.results);
  const prepared = prepareRun({
    ...run,
    selected: resumed ? selectTasks(run.tasks, selectionOf(given)) : run.tasks,
    again: args.again,
    suite: suite.name,
    maxIterations,
    budget: limits.budget,
  });
  process.stderr.write(`Results: ${run.folder}\n`);
  const settings: RunSettings = {
    folder: run.folder,
    cwd: process.cwd(),
    isBuiltIn: true,
    ...(args.navigator === undefined ? {} : { navigator: args.navigator }),
    ...(args.model === undefined ? {} : { model: args.model }),
    ...(args.ranker === undefined ? {} : { ranker: args.ranker }),
    options,
  };
  const env = { ...process.env, ...prepared.env, [SETTINGS_VARIABLE]: JSON.stringify(settings) };
  const playwrightArgs = [
    `--config=${prepared.config}`,
    ...(args.workers === undefined ? [] : [`--workers=${args.workers}`]),
    ...(args.headed ? ['--headed'] : []),
  ];
  const code =
    prepared.pending.length === 0
      ? 0
      : await withInterrupt((signal) => runPlaywright(playwrightArgs, env, signal));
  const stop = finishRun(run.folder);
  const { figures, text } = reportRuns([run.folder]);
  writeReport(run.folder, figures);
  process.stdout.write(`\n${text}\n`);
  const interrupted = code === 130;
  if (stop) process.stderr.write(`The run ended early. ${stop.reason}\n${stop.next}\n`);
  if (interrupted) process.stderr.write('Interrupted. Finished tasks are kept.\n');
  if (interrupted || stop || figures.notRun > 0 || figures.overall.errors > 0)
    process.stderr.write(`Run the other tasks with: parley bench ${suite.name} --resume ${run.folder}\n`);
  process.exitCode = suiteExitCode({ interrupted, stop, figures });
}

function report(folders: readonly string[]): void {
  const { text } = reportRuns(folders.map((folder) => resolve(folder)));
  process.stdout.write(`${text}\n`);
}

const selectionOf = ({ site, id, limit, shard }: BenchFlags) => ({
  sites: site,
  ids: id,
  limit: limit === undefined ? undefined : parseWholeNumber('limit', limit, 1),
  shard: parseShard(shard),
});

function createRun(args: BenchFlags, effective: object, configuredResults: string | undefined): Run {
  if (args.tasks === undefined)
    throw new ParleyError(
      'usage',
      'parley bench needs a file of tasks.',
      'Name it with --tasks; --fetch FOLDER downloads the published tasks.',
    );
  const now = new Date();
  const today = args.today === undefined ? now : parseDay(args.today);
  const read = readTasks({ tasks: args.tasks, patches: args.patches, checks: args.checks, today });
  for (const remark of read.remarks) process.stderr.write(`${remark}\n`);
  const tasks = selectTasks(read.tasks, selectionOf(args));
  return {
    folder: createRunFolder(args.results ?? configuredResults ?? DEFAULT_RESULTS, args.suite, now),
    tasks,
    description: {
      v: 1,
      suite: args.suite,
      startedAt: now.toISOString(),
      today: new Intl.DateTimeFormat('sv-SE').format(today),
      parleyVersion: version,
      nodeVersion: process.version,
      playwrightVersion: readPlaywrightVersion(),
      taskFile: args.tasks,
      patchFile: args.patches ?? null,
      checksFile: read.checksFile,
      taskCount: tasks.length,
      flags: flagsForRecord({ ...args, ...effective }),
    },
  };
}

const withoutUndefined = <T extends object>(flags: T): T =>
  Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)) as T;

export const benchCommand: CommandModule<object, BenchFlags> = {
  command: 'bench <suite>',
  describe: 'Run a benchmark: the tasks of a suite, with a table of results',
  builder: (yargs) =>
    benchOptions(yargs)
      .example('$0 bench webvoyager --tasks tasks.jsonl --model gpt-5-mini --workers 4', 'run every task')
      .example('$0 bench webvoyager --tasks tasks.jsonl --site Shop --limit 5', 'run some of them')
      .example('$0 bench webvoyager --resume results/2026-11-24T08-03-22-webvoyager', 'run what is left')
      .example('$0 bench webvoyager --report results/2026-11-24T08-03-22-webvoyager', 'print the table')
      .example('$0 bench webvoyager --fetch data', `download the published tasks from ${DATA_SOURCE}`)
      .epilogue(
        'Exit codes, the first that applies: 130 interrupted, 2 option or file, 4 suite budget, 1 a task failed, 5 infrastructure errors, 0 every task ran and none failed',
      ),
  handler: handle,
};
