/** Measures Parley's navigators on the tasks of MiniWoB++. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { applySettings, readConfiguration } from '../src/assembly/configuration.js';
import { createNavigatorPlan } from '../src/assembly/navigator-plan.js';
import { version } from '../src/assembly/version.js';
import { InterruptedError, withInterrupt } from '../src/cli/interrupt.js';
import { launchBrowser } from '../src/page/index.js';
import { BUNDLED_RANKER_NAME } from '../src/rank/index.js';
import { describeConditions } from './lib/bench.js';
import { defineBenchmark, writeJson } from './lib/command-line.js';
import { MINIWOB_OPTIONS, type MiniwobOptions } from './lib/miniwob-options.js';
import { runTasks } from './lib/miniwob-pool.js';
import {
  formatFailures,
  formatOmittedPages,
  formatPartialRankings,
  formatTaskTable,
  isSolved,
} from './lib/miniwob-report.js';
import type { MiniwobRun } from './lib/miniwob-run.js';
import { filterTasks, findPages, readTasks } from './lib/miniwob-tasks.js';
import { serveFolder } from './lib/static-server.js';

const INTERRUPTED_EXIT_CODE = 130;

async function measure(options: MiniwobOptions, command: string, signal: AbortSignal): Promise<number> {
  const { flags } = applySettings({ navigator: options.navigator }, readConfiguration().settings());
  const navigator = await createNavigatorPlan(flags, process.env, signal);
  const pages = findPages(options.pages);
  const { included, omitted } = readTasks(pages.folder);
  const tasks = filterTasks(included, options.tasks);
  const results = options.results ?? mkdtempSync(join(tmpdir(), 'parley-miniwob-'));
  const site = await serveFolder(pages.folder);
  const browser = await launchBrowser();
  const runs: MiniwobRun[] = [];
  try {
    const conditions = `${describeConditions(browser)}; Parley ${version}, MiniWoB++ ${pages.version ?? 'of unknown version'}; navigator ${navigator.kind}, ranker ${BUNDLED_RANKER_NAME}`;
    process.stdout.write(`${conditions}\n${command}\n\n${formatOmittedPages(omitted)}\n\n`);
    const job = {
      tasks,
      seeds: Array.from({ length: options.seeds }, (_, i) => options.first + i),
      workers: options.workers,
      navigator,
      site: site.url,
      results,
      episodeOptions: {
        hideUtterance: options['without-query'],
        keepClockRunning: options['with-clock'],
      },
      onTask: (task: string, taskRuns: readonly MiniwobRun[], finishedTaskCount: number): void => {
        const solvedCount = taskRuns.filter(isSolved).length;
        process.stderr.write(
          `${finishedTaskCount} of ${tasks.length}: ${task}, ${solvedCount} of ${taskRuns.length}\n`,
        );
      },
    };
    const failure = await runTasks(browser, job, runs, signal).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    printResults(runs, options);
    writeJson(options.json, { conditions, command, omitted, runs });
    if (!failure) return 0;
    if (!signal.aborted) throw failure.error;
    process.stdout.write('Interrupted: these results are incomplete.\n');
    return INTERRUPTED_EXIT_CODE;
  } finally {
    await browser.close();
    await site.close();
    if (!options.results) rmSync(results, { recursive: true, force: true });
  }
}

function printResults(runs: readonly MiniwobRun[], { failures }: MiniwobOptions): void {
  if (runs.length > 0)
    process.stdout.write(`### MiniWoB++\n\n${formatTaskTable(runs)}\n\n${formatPartialRankings(runs)}`);
  if (failures) process.stdout.write(`### Failures\n\n${formatFailures(runs)}\n\n`);
}

export const benchmark = defineBenchmark({
  summary: 'MiniWoB++: how many of its tasks a navigator solves (needs Python 3)',
  description:
    'Runs MiniWoB++ tasks as real sessions, each with several seeds, and prints how many of them a navigator ' +
    'solves. Installs the Python package miniwob for its pages on first use. Ctrl-C stops and prints the results ' +
    'so far.',
  options: MINIWOB_OPTIONS,
  example: '--tasks "click-*,enter-text" --seeds 2 --failures',
  run: (options, command) =>
    withInterrupt((signal) => measure(options, command, signal)).catch((error: unknown) => {
      if (error instanceof InterruptedError) return INTERRUPTED_EXIT_CODE;
      throw error;
    }),
});
