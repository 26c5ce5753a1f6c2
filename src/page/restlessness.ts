/** How much a page moves by itself, so that its own ticking is not taken for the effect of an act. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Frame } from 'playwright';

import { ask } from './engine.js';

const READ_MS = 2_000;
/** A shorter while would miss what ticks slowly. */
const SAMPLE_MS = 100;

/** Changes a millisecond. */
export interface OwnMovement {
  all: number;
  /** Of nodes that are not known to change by themselves again and again. */
  odd: number;
}

interface Answer extends OwnMovement {
  ms: number;
  still: number;
}

const NONE: OwnMovement = { all: 0, odd: 0 };

/** An act is over in these frames: from here on they move by themselves. */
export async function actOver(frames: Iterable<Frame>): Promise<void> {
  await Promise.all([...new Set(frames)].map((frame) => ask(frame, 'act-over', READ_MS).catch(() => null)));
}

/** An act begins. @returns how much the first of these frames moved by itself */
export async function actBegins(frames: readonly Frame[]): Promise<OwnMovement> {
  const [main, ...others] = [...new Set(frames)];
  if (!main) return NONE;
  const read = (frame: Frame, verb: 'by-itself' | 'act-begins'): Promise<Answer | null> =>
    ask<Answer>(frame, verb, READ_MS).catch(() => null);
  const first = await read(main, 'by-itself');
  // A page that was still this long has nothing that ticks, whether or not anybody was there to count.
  const watched = first ? Math.max(first.ms, first.still) : SAMPLE_MS;
  if (watched < SAMPLE_MS) {
    if (first?.ms === 0) await actOver([main]);
    await pause(SAMPLE_MS - watched);
  }
  const [last] = await Promise.all([main, ...others].map((frame) => read(frame, 'act-begins')));
  return last && last.ms > 0 ? { all: last.all / last.ms, odd: last.odd / last.ms } : NONE;
}
