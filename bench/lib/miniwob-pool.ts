/** Tasks shared out among workers: one browser, a context for each task, a ranker for each worker. */
import type { Browser } from 'playwright';

import type { NavigatorPlan } from '../../src/assembly/navigator-plan.js';
import { newContext } from '../../src/page/index.js';
import { openRanker } from '../../src/rank/index.js';
import type { View } from './miniwob-episode.js';
import { type Run, runSeed, type Setting } from './miniwob-run.js';

export interface Job {
  tasks: readonly string[];
  seeds: readonly number[];
  workers: number;
  navigator: NavigatorPlan;
  site: string;
  results: string;
  view: View;
  /** Told of each task when its seeds are through. */
  onTask(task: string, runs: readonly Run[], done: number): void;
}

/** The package's own window; the task area is the first 160 by 210 of it. */
const VIEWPORT = { width: 500, height: 320 };

/** Fills `runs`, so that what is known stays known however it ends. @throws when `signal` is aborted */
export async function runTasks(browser: Browser, job: Job, runs: Run[], signal: AbortSignal): Promise<void> {
  const queue = [...job.tasks];
  let done = 0;
  const work = async (): Promise<void> => {
    const ranker = openRanker();
    try {
      for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
        const setting = { ...job, ranker, signal };
        const own = await runTask(browser, task, job.seeds, setting, (run) => runs.push(run));
        job.onTask(task, own, ++done);
      }
    } catch (error) {
      queue.length = 0;
      throw error;
    } finally {
      await ranker.close();
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: job.workers }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

async function runTask(
  browser: Browser,
  task: string,
  seeds: readonly number[],
  setting: Setting,
  keep: (run: Run) => void,
): Promise<Run[]> {
  const context = await newContext(browser, { viewport: VIEWPORT });
  try {
    const runs: Run[] = [];
    for (const seed of seeds) {
      setting.signal.throwIfAborted();
      const run = await runSeed(context, task, seed, setting);
      // One that was broken off says nothing.
      setting.signal.throwIfAborted();
      runs.push(run);
      keep(run);
    }
    return runs;
  } finally {
    await context.close();
  }
}
