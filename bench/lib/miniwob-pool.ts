/** Runs MiniWoB++ tasks in parallel: one browser, a ranker per worker, and a context per task. */
import type { Browser } from 'playwright';

import type { NavigatorPlan } from '../../src/assembly/navigator-plan.js';
import { newContext } from '../../src/page/index.js';
import { openRanker } from '../../src/rank/index.js';
import type { EpisodeOptions } from './miniwob-episode.js';
import { type MiniwobRun, runSeed, type RunSettings } from './miniwob-run.js';

export interface MiniwobJob {
  tasks: readonly string[];
  seeds: readonly number[];
  workers: number;
  navigator: NavigatorPlan;
  site: string;
  results: string;
  episodeOptions: EpisodeOptions;
  /** Called when all seeds of a task have run. */
  onTask(task: string, runs: readonly MiniwobRun[], finishedTaskCount: number): void;
}

/** The package's window size. The task area is its top left 160 by 210 pixels. */
const VIEWPORT = { width: 500, height: 320 };

/** Adds each result to `runs` as soon as it exists, so that an interrupt loses none. @throws if `signal` is aborted */
export async function runTasks(
  browser: Browser,
  job: MiniwobJob,
  runs: MiniwobRun[],
  signal: AbortSignal,
): Promise<void> {
  const queue = [...job.tasks];
  let finishedTaskCount = 0;
  const runWorker = async (): Promise<void> => {
    const ranker = openRanker();
    try {
      for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
        const settings = { ...job, ranker, signal };
        const taskRuns = await runTask(browser, task, job.seeds, settings, (run) => runs.push(run));
        job.onTask(task, taskRuns, ++finishedTaskCount);
      }
    } catch (error) {
      queue.length = 0;
      throw error;
    } finally {
      await ranker.close();
    }
  };
  const results = await Promise.allSettled(Array.from({ length: job.workers }, runWorker));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function runTask(
  browser: Browser,
  task: string,
  seeds: readonly number[],
  settings: RunSettings,
  onRun: (run: MiniwobRun) => void,
): Promise<MiniwobRun[]> {
  const context = await newContext(browser, { viewport: VIEWPORT });
  try {
    const runs: MiniwobRun[] = [];
    for (const seed of seeds) {
      settings.signal.throwIfAborted();
      const run = await runSeed(context, task, seed, settings);
      // An interrupted run is not a result.
      settings.signal.throwIfAborted();
      runs.push(run);
      onRun(run);
    }
    return runs;
  } finally {
    await context.close();
  }
}
