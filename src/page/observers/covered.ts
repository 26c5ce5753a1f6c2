/** Which of some elements something else covers: tried out point by point, so only asked of the few that matter. */
import type { Frame } from 'playwright';

import type { Uid } from '../../contract/index.js';
import { ask, question } from '../engine.js';

const MS = 2_000;

/** A frame that does not answer has nothing covered. */
export async function readCovered(frames: ReadonlyMap<Frame, readonly Uid[]>): Promise<Map<Uid, string>> {
  const answers = [...frames].map(([frame, uids]) =>
    ask<[Uid, string][]>(frame, question('covered', uids.join(',')), MS).catch(() => []),
  );
  return new Map((await Promise.all(answers)).flat());
}
