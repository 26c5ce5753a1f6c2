/** Which of some elements something else covers: tried out point by point, so only asked of the few that matter. */
import type { Frame } from 'playwright';

import type { Uid } from '../../contract/index.js';
import { ask, question } from '../engine.js';
import type { Hit } from '../injected/wire.js';
import { clearPoint, type Places } from '../inside-frames.js';

const MS = 2_000;

async function coveredIn(frame: Frame, uids: readonly Uid[]): Promise<[Uid, string][]> {
  const hits = await ask<[Uid, Hit][]>(frame, question('hits', uids.join(',')), MS);
  const known: Places = new Map();
  const covers = hits.map(async ([uid, { point, others, coveredBy }]): Promise<[Uid, string]> => {
    if (coveredBy || !point || !frame.parentFrame()) return [uid, coveredBy];
    const clear = await clearPoint(frame, [point, ...others], known).catch(() => null);
    return [uid, clear && 'over' in clear ? clear.over : ''];
  });
  return (await Promise.all(covers)).filter(([, coveredBy]) => coveredBy !== '');
}

/** A frame that does not answer has nothing covered. */
export async function readCovered(frames: ReadonlyMap<Frame, readonly Uid[]>): Promise<Map<Uid, string>> {
  const answers = [...frames].map(([frame, uids]) => coveredIn(frame, uids).catch(() => []));
  return new Map((await Promise.all(answers)).flat());
}
