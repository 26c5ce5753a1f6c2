/** Finds the elements that something else covers. Hit tests are expensive, so callers pass only the elements that matter. */
import type { Frame } from 'playwright';

import type { Uid } from '../../contract/index.js';
import { ask, question } from '../engine.js';
import type { WireHit } from '../injected/wire.js';
import { findUncoveredPoint, type FramePlaces } from '../frame-geometry.js';

async function coveredIn(frame: Frame, uids: readonly Uid[], timeout: number): Promise<[Uid, string][]> {
  const hits = await ask<[Uid, WireHit][]>(frame, question('hit-test', uids.join(',')), timeout);
  const known: FramePlaces = new Map();
  const covers = hits.map(
    async ([uid, { point, otherPoints: others, coveredBy }]): Promise<[Uid, string]> => {
      if (coveredBy || !point || !frame.parentFrame()) return [uid, coveredBy];
      const clear = await findUncoveredPoint(frame, [point, ...others], known).catch(() => null);
      return [uid, clear && 'coveredBy' in clear ? clear.coveredBy : ''];
    },
  );
  return (await Promise.all(covers)).filter(([, coveredBy]) => coveredBy !== '');
}

/** Describes what covers each element. Elements of frames that do not answer count as uncovered. */
export async function readCovered(
  frames: ReadonlyMap<Frame, readonly Uid[]>,
  timeout: number,
): Promise<Map<Uid, string>> {
  const answers = [...frames].map(([frame, uids]) => coveredIn(frame, uids, timeout).catch(() => []));
  return new Map((await Promise.all(answers)).flat());
}
