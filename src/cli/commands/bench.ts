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
  withSettingSources,
} from '../../assembly/index.js';
import {
  assertOwnFlags,
  findSuite,
  readRunDescription,
  readRunTasks,
  reportRuns,
  type Suite,
} from '../../suites/index.js';
import { benchOptions, checkBenchFlags, type BenchFlags } from '../bench-flags.js';
import { createRun, executeRun, fetchData } from '../bench-run.js';
import { readCommandConfiguration, DEFAULT_RESULTS } from '../configuration.js';
import { withInterrupt } from '../interrupt.js';
import { toSessionOptions } from '../session-options.js';

async function handle(given: BenchFlags): Promise<void> {
  const suite = findSuite(given.suite);
  if (given.report) return report(given.report);
  assertOwnFlags(suite, given);
  if (given.fetch !== undefined) return fetchData(suite, given.fetch, given.source);
  const resumed = given.resume === undefined ? null : readRunDescription(resolve(given.resume));
  const args = resumed ? { ...resumed.flags, ...withoutUndefined(given) } : given;
  const limits = checkBenchFlags(args, suite, resumed);
  const settingsFile = readCommandConfiguration().settings();
  // The navigator of the suite's paper has the same limit and reports when it reaches it. The configuration may choose
  // that navigator.
  const named = applySettings({ ...args, maxIter: undefined }, settingsFile).flags;
  const isOwnNavigator = named.navigator?.startsWith(suite.name) ?? false;
  const maxIterations = limits.maxIterations ?? named.maxIter ?? suite.maxIterations;
  const flags = {
    ...args,
    maxIter: isOwnNavigator ? maxIterations : undefined,
    library: chooseStepLibrary(suite, named),
  };
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
    : await createRun(
        args,
        suite,
        { ...configured.flags, maxIter: maxIterations },
        args.results ?? configured.results ?? DEFAULT_RESULTS,
      );
  await executeRun({ suite, run, args, given, limits, maxIterations, options });
}

/** Chooses the suite's own policies for the navigator `step`, unless the run or the configuration names others. */
function chooseStepLibrary(
  suite: Suite,
  { navigator, library }: { navigator?: string | undefined; library?: string | undefined },
): string | undefined {
  return navigator?.startsWith('step') ? (library ?? suite.stepLibrary) : library;
}

function report(folders: readonly string[]): void {
  const { text } = reportRuns(folders.map((folder) => resolve(folder)));
  process.stdout.write(`${text}\n`);
}

const withoutUndefined = <T extends object>(flags: T): T =>
  Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)) as T;

export const benchCommand: CommandModule<object, BenchFlags> = {
  command: 'bench <suite>',
  describe: 'Run a benchmark: the tasks of a suite, with a table of results',
  builder: (yargs) =>
    benchOptions(yargs)
      .example('$0 bench webvoyager --tasks tasks.jsonl --model gpt-5-mini --workers 4', 'run every task')
      .example('$0 bench webvoyager --tasks tasks.jsonl --site Shop --limit 5', 'run some of the tasks')
      .example(
        '$0 bench webvoyager --resume results/2026-11-24T08-03-22-webvoyager',
        'run the remaining tasks',
      )
      .example('$0 bench webvoyager --report results/2026-11-24T08-03-22-webvoyager', 'print the table')
      .example('$0 bench webvoyager --fetch data', 'download the published tasks')
      .epilogue(
        'Exit codes, the first that applies: 130 interrupted, 2 option or file, 4 suite budget, 1 a task failed, 5 infrastructure errors, 0 every task ran and none failed',
      ),
  handler: handle,
};
