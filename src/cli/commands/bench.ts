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
  reportRun,
  type Suite,
} from '../../suites/index.js';
import { benchOptions, checkBenchFlags, type BenchFlags } from '../bench-flags.js';
import { createRun, executeRun, fetchData } from '../bench-run.js';
import { readCommandConfiguration, DEFAULT_RESULTS } from '../configuration.js';
import { withInterrupt } from '../interrupt.js';
import { toSessionOptions } from '../session-options.js';

async function handle(commandFlags: BenchFlags): Promise<void> {
  const suite = findSuite(commandFlags.suite);
  if (commandFlags.report) return printReport(commandFlags.report);
  assertOwnFlags(suite, commandFlags);
  if (commandFlags.fetch !== undefined) return fetchData(suite, commandFlags.fetch, commandFlags.source);
  const resumedRun =
    commandFlags.resume === undefined ? null : readRunDescription(resolve(commandFlags.resume));
  const args = resumedRun ? { ...resumedRun.flags, ...dropUndefined(commandFlags) } : commandFlags;
  const limits = checkBenchFlags(args, suite, resumedRun);
  const configuredSettings = readCommandConfiguration().settings();
  // `--max-iter` is left out here, because it depends on the navigator, which the configuration may select. A suite's
  // own navigator enforces the limit itself and reports when it is reached.
  const resolvedFlags = applySettings({ ...args, maxIter: undefined }, configuredSettings).flags;
  const isSuiteNavigator = resolvedFlags.navigator?.startsWith(suite.name) ?? false;
  const maxIterations = limits.maxIterations ?? resolvedFlags.maxIter ?? suite.maxIterations;
  const flags = {
    ...args,
    maxIter: isSuiteNavigator ? maxIterations : undefined,
    library: chooseStepLibrary(suite, resolvedFlags),
  };
  const appliedSettings = applySettings(flags, configuredSettings);
  // Mistakes are reported here, before the first task runs.
  await withInterrupt((signal) =>
    withSettingSources(appliedSettings, async () => {
      createBrowserPlan(appliedSettings.flags);
      createRankerPlan(appliedSettings.flags);
      const navigator = await createNavigatorPlan(appliedSettings.flags, process.env, signal);
      if (limits.budget.usd !== undefined) assertPriceKnown(navigator, 'suite-budget-usd');
      await assertNavigatorOpens(navigator, signal);
    }),
  );
  const options = toSessionOptions(flags);
  const run = resumedRun
    ? { folder: resolve(args.resume!), tasks: readRunTasks(resolve(args.resume!)), description: null }
    : await createRun(
        args,
        suite,
        { ...appliedSettings.flags, maxIter: maxIterations },
        args.results ?? appliedSettings.results ?? DEFAULT_RESULTS,
      );
  await executeRun({ suite, run, args, commandFlags, limits, maxIterations, options });
}

/** Chooses the suite's policies for the `step` navigator, unless a flag or the configuration chooses others. */
function chooseStepLibrary(
  suite: Suite,
  { navigator, library }: { navigator?: string | undefined; library?: string | undefined },
): string | undefined {
  return navigator?.startsWith('step') ? (library ?? suite.stepLibrary) : library;
}

function printReport(folders: readonly string[]): void {
  const { text } = reportRun(folders.map((folder) => resolve(folder)));
  process.stdout.write(`${text}\n`);
}

const dropUndefined = <T extends object>(flags: T): T =>
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
