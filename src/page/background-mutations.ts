/** Measures how much a page changes on its own, so that these changes are not mistaken for effects of an action. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Frame } from 'playwright';

import { queryEngine } from './engine.js';

const READ_TIMEOUT_MS = 2_000;
/** Shorter samples miss slow changes. */
const SAMPLE_MS = 100;

/** Mutations per millisecond. */
export interface MutationRate {
  total: number;
  /** Mutations of nodes that changed only once. Nodes that change repeatedly, such as a clock, are not counted. */
  unusual: number;
  /** `unusual` for the target's frame, if that is not the main frame. */
  unusualInTarget: number;
}

/** Answer to the `background-mutations` and `action-begins` queries (injected/activity.ts). */
interface MutationCounts {
  /** Milliseconds since the last action ended; 0 before the first action. */
  durationMs: number;
  changeCount: number;
  /** Mutations of nodes that changed only once. */
  singleChangeCount: number;
  /** Milliseconds since the last activity of any kind. */
  idleMs: number;
}

const NO_MUTATIONS: MutationRate = { total: 0, unusual: 0, unusualInTarget: 0 };

const computeRate = (
  counts: MutationCounts | null | undefined,
  name: 'changeCount' | 'singleChangeCount',
): number => (counts && counts.durationMs > 0 ? counts[name] / counts.durationMs : 0);

/** Tells the frames that the action has ended; mutations from now on are background mutations. */
export async function markActionEnd(frames: Iterable<Frame>): Promise<void> {
  await Promise.all(
    [...new Set(frames)].map((frame) => queryEngine(frame, 'action-ends', READ_TIMEOUT_MS).catch(() => null)),
  );
}

/**
 * Tells the frames that an action begins.
 * @param frames the main frame and the target's frame
 * @returns the background mutation rate since the last action
 */
export async function markActionStart(frames: readonly Frame[]): Promise<MutationRate> {
  const [main, ...otherFrames] = [...new Set(frames)];
  if (!main) return NO_MUTATIONS;
  const readCounts = (
    frame: Frame,
    query: 'background-mutations' | 'action-begins',
  ): Promise<MutationCounts | null> =>
    queryEngine<MutationCounts>(frame, query, READ_TIMEOUT_MS).catch(() => null);
  const firstCounts = await readCounts(main, 'background-mutations');
  // Idle time counts as observed time: a page that has been idle for SAMPLE_MS has no background mutations, even if
  // counting has not begun yet.
  const observedMs = firstCounts ? Math.max(firstCounts.durationMs, firstCounts.idleMs) : SAMPLE_MS;
  if (observedMs < SAMPLE_MS) {
    if (firstCounts?.durationMs === 0) await markActionEnd([main]);
    await pause(SAMPLE_MS - observedMs);
  }
  const [mainCounts, targetCounts] = await Promise.all(
    [main, ...otherFrames].map((frame) => readCounts(frame, 'action-begins')),
  );
  return {
    total: computeRate(mainCounts, 'changeCount'),
    unusual: computeRate(mainCounts, 'singleChangeCount'),
    unusualInTarget: computeRate(targetCounts, 'singleChangeCount'),
  };
}
