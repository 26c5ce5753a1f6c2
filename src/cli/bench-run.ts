/** Creates a suite run, executes it in Playwright Test, and prints the table of results. */
import { ParleyError } from '../contract/index.js';
import { version } from '../assembly/version.js';
import { parseWholeNumber } from '../assembly/index.js';
import {
  createRunFolder,
  finishRun,
  prepareRun,
  reportRun,
  selectTasks,
  getSuiteExitCode,
  writeReport,
  type FlagValues,
  type RunDescription,
  type Suite,
  type SuiteTask,
} from '../suites/index.js';
import { type RunSettings, SETTINGS_VARIABLE } from '../test/settings.js';
import { selectRecordedFlags, parseShard, type BenchFlags, type RunLimits } from './bench-flags.js';
import { withInterrupt } from './interrupt.js';
import { readPlaywrightVersion, runPlaywright } from './playwright-run.js';

export interface BenchRun {
  folder: string;
  tasks: SuiteTask[];
  /** Null for a resumed run. */
  description: RunDescription | null;
}

export const toTaskSelection = ({ site, id, limit, shard }: BenchFlags) => ({
  sites: site,
  ids: id,
  limit: limit === undefined ? undefined : parseWholeNumber('limit', limit, 1),
  shard: parseShard(shard),
});

/**
 * Reads the suite's tasks and creates the description of the run.
 *
 * @param effectiveFlags the given flags, completed with settings from the configuration
 * @throws ParleyError `usage` for a mistake in the suite's flags or files
 */
export async function createRun(
  args: BenchFlags,
  suite: Suite,
  effectiveFlags: FlagValues,
  resultsFolder: string,
): Promise<BenchRun> {
  const now = new Date();
  const taskList = await suite.readTasks(args);
  for (const remark of taskList.remarks) process.stderr.write(`${remark}\n`);
  const tasks = selectTasks(taskList.tasks, toTaskSelection(args));
  return {
    folder: createRunFolder(resultsFolder, suite.name, now),
    tasks,
    description: {
      v: 1,
      suite: suite.name,
      startedAt: now.toISOString(),
      today: new Intl.DateTimeFormat('sv-SE').format(taskList.today ?? now),
      parleyVersion: version,
      nodeVersion: process.version,
      playwrightVersion: readPlaywrightVersion(),
      taskFile: taskList.taskFile ?? null,
      patchFile: taskList.patchFile ?? null,
      checksFile: taskList.checksFile ?? null,
      source: taskList.source ?? null,
      taskCount: tasks.length,
      flags: selectRecordedFlags({ ...args, ...effectiveFlags }),
    },
  };
}

interface RunExecution {
  suite: Suite;
  run: BenchRun;
  args: BenchFlags;
  /** Only the flags of this call, without those of the resumed run. */
  commandFlags: BenchFlags;
  limits: RunLimits;
  maxIterations: number;
  options: RunSettings['options'];
}

/** Runs the tasks that have no result yet, and sets the exit code. */
export async function executeRun(execution: RunExecution): Promise<void> {
  const { suite, run, args } = execution;
  const server = (await suite.serve?.(args)) ?? null;
  try {
    const isInterrupted = await runPendingTasks(execution, server?.url ?? null);
    reportResults(suite, run.folder, isInterrupted);
  } finally {
    await server?.close();
  }
}

/** @returns whether the run was interrupted */
async function runPendingTasks(
  { suite, run, args, commandFlags, limits, maxIterations, options }: RunExecution,
  serverUrl: string | null,
): Promise<boolean> {
  const { pendingTasks, config, env } = prepareRun({
    ...run,
    selectedTasks: run.description ? run.tasks : selectTasks(run.tasks, toTaskSelection(commandFlags)),
    rerunsFinished: args.again,
    suite: suite.name,
    maxIterations,
    serverUrl,
    keepDemonstrations: args.keepDemonstrations ?? 'all',
    budget: limits.budget,
  });
  process.stderr.write(`Results: ${run.folder}\n`);
  if (pendingTasks.length === 0) return false;
  const settings: RunSettings = {
    folder: run.folder,
    cwd: process.cwd(),
    isBuiltIn: true,
    ...(args.navigator === undefined ? {} : { navigator: args.navigator }),
    ...(args.model === undefined ? {} : { model: args.model }),
    ...(args.ranker === undefined ? {} : { ranker: args.ranker }),
    ...(options ? { options } : {}),
  };
  const playwrightArgs = [
    `--config=${config}`,
    ...(args.workers === undefined ? [] : [`--workers=${args.workers}`]),
    ...(args.headed ? ['--headed'] : []),
  ];
  const environment = { ...process.env, ...env, [SETTINGS_VARIABLE]: JSON.stringify(settings) };
  const code = await withInterrupt((signal) => runPlaywright(playwrightArgs, environment, signal));
  return code === 130;
}

function reportResults(suite: Suite, folder: string, isInterrupted: boolean): void {
  const stop = finishRun(folder, suite);
  const { statistics, text } = reportRun([folder]);
  writeReport(folder, statistics);
  process.stdout.write(`\n${text}\n`);
  if (stop) process.stderr.write(`The run ended early. ${stop.reason}\n${stop.next}\n`);
  if (isInterrupted) process.stderr.write('Interrupted. Finished tasks are kept.\n');
  if (isInterrupted || stop || statistics.notRun > 0 || statistics.overall.errors > 0)
    process.stderr.write(`Run the remaining tasks with: parley bench ${suite.name} --resume ${folder}\n`);
  process.exitCode = getSuiteExitCode({ isInterrupted, stop, statistics });
}

/** Downloads the suite's data. @throws ParleyError `usage` if the suite has no data to download */
export async function fetchData(suite: Suite, folder: string, source: string | undefined): Promise<void> {
  const { data } = suite;
  if (!data)
    throw new ParleyError(
      'usage',
      `The suite “${suite.name}” has nothing to download.`,
      `Run it with: parley bench ${suite.name}`,
    );
  const lines = await withInterrupt((signal) => data.fetch(folder || data.folder, source, signal));
  process.stdout.write(`${lines.join('\n')}\n`);
}
