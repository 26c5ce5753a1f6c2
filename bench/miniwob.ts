/**
 * Parley's navigators on MiniWoB++: how many of its tasks they do, seed by seed.
 *
 *   npm run bench -- miniwob [--tasks a,b*] [--seeds n] [--first n] [--workers 1|2] [--navigator direct|chat] [--failures]
 *                            [--json file] [--pages folder] [--results folder] [--without-query] [--with-clock]
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { InterruptedError, withInterrupt } from '../src/cli/interrupt.js';
import { createNavigatorPlan } from '../src/assembly/navigator-plan.js';
import { version } from '../src/assembly/version.js';
import { ParleyError } from '../src/contract/index.js';
import { launchBrowser } from '../src/page/index.js';
import { BUNDLED_NAME } from '../src/rank/index.js';
import { conditions } from './lib/bench.js';
import { type Options, optionsOf } from './lib/miniwob-options.js';
import { runTasks } from './lib/miniwob-pool.js';
import { failuresText, hurriedText, leftOutText, solved, taskTable } from './lib/miniwob-report.js';
import type { Run } from './lib/miniwob-run.js';
import { chosenTasks, findPages, readTasks } from './lib/miniwob-tasks.js';
import { serveFolder } from './lib/static-server.js';

const INTERRUPTED = 130;

async function measure(options: Options, command: string, signal: AbortSignal): Promise<number> {
  const navigator = await createNavigatorPlan({ navigator: options.navigator }, process.env, signal);
  const pages = findPages(options.pages);
  const { run: all, leftOut } = readTasks(pages.folder);
  const tasks = chosenTasks(all, options.tasks);
  const results = options.results ?? mkdtempSync(join(tmpdir(), 'parley-miniwob-'));
  const site = await serveFolder(pages.folder);
  const browser = await launchBrowser();
  const runs: Run[] = [];
  try {
    const where = `${conditions(browser)}; Parley ${version}, MiniWoB++ ${pages.version ?? 'of an unknown version'}; navigator ${navigator.kind}, ranker ${BUNDLED_NAME}`;
    process.stdout.write(`${where}\n${command}\n\n${leftOutText(leftOut)}\n\n`);
    const seeds = Array.from({ length: options.seeds }, (_, i) => options.first + i);
    const onTask = (task: string, own: readonly Run[], done: number): void => {
      const good = own.filter(solved).length;
      process.stderr.write(`${done} of ${tasks.length}: ${task}, ${good} of ${own.length}\n`);
    };
    const { workers, withoutQuery, withClock } = options;
    const job = {
      tasks,
      seeds,
      workers,
      navigator,
      site: site.url,
      results,
      view: { withoutQuery, withClock },
      onTask,
    };
    const broken = await runTasks(browser, job, runs, signal).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    tell(runs, { where, command, leftOut }, options);
    if (!broken) return 0;
    if (!signal.aborted) throw broken.error;
    process.stdout.write('Interrupted: these are not all.\n');
    return INTERRUPTED;
  } finally {
    await browser.close();
    await site.close();
    if (!options.results) rmSync(results, { recursive: true, force: true });
  }
}

function tell(runs: readonly Run[], about: object, { failures, json }: Options): void {
  if (runs.length > 0) process.stdout.write(`### MiniWoB++\n\n${taskTable(runs)}\n\n${hurriedText(runs)}`);
  if (failures) process.stdout.write(`### Failures\n\n${failuresText(runs)}\n\n`);
  if (json) writeFileSync(json, JSON.stringify({ ...about, runs }, null, 1));
}

export async function main(flags: string[]): Promise<number> {
  const command = ['npm run bench -- miniwob', ...flags].join(' ');
  try {
    const { values } = parseArgs({
      args: flags,
      options: {
        tasks: { type: 'string' },
        seeds: { type: 'string' },
        first: { type: 'string' },
        workers: { type: 'string' },
        navigator: { type: 'string' },
        failures: { type: 'boolean' },
        'without-query': { type: 'boolean' },
        'with-clock': { type: 'boolean' },
        json: { type: 'string' },
        pages: { type: 'string' },
        results: { type: 'string' },
      },
    });
    const options = optionsOf(values);
    return await withInterrupt((signal) => measure(options, command, signal));
  } catch (error) {
    if (error instanceof InterruptedError) return INTERRUPTED;
    if (!(error instanceof ParleyError)) throw error;
    process.stderr.write(`${error.message} ${error.next}\n`);
    return error.kind === 'usage' ? 2 : 1;
  }
}
