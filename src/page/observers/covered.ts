/** Finds elements that others cover. Hit tests are expensive, so callers pass only a few elements. */
import type { Frame } from 'playwright';

import type { Uid } from '../../contract/index.js';
import { queryEngine, formatQuery } from '../engine.js';
import type { WireHit } from '../injected/wire.js';
import { findUncoveredPoint, type FrameBoxes } from '../frame-geometry.js';

async function findCoveredElementsInFrame(
  frame: Frame,
  uids: readonly Uid[],
  timeout: number,
): Promise<[Uid, string][]> {
  const hits = await queryEngine<[Uid, WireHit][]>(frame, formatQuery('hit-test', uids.join(',')), timeout);
  const frameBoxes: FrameBoxes = new Map();
  const results = hits.map(async ([uid, { point, otherPoints, coveredBy }]): Promise<[Uid, string]> => {
    if (coveredBy || !point || !frame.parentFrame()) return [uid, coveredBy];
    const hitTestResult = await findUncoveredPoint(frame, [point, ...otherPoints], frameBoxes).catch(
      () => null,
    );
    return [uid, hitTestResult && 'coveredBy' in hitTestResult ? hitTestResult.coveredBy : ''];
  });
  return (await Promise.all(results)).filter(([, coveredBy]) => coveredBy !== '');
}

/**
 * Describes the element that covers each covered element. In frames that do not answer, no element counts as covered.
 */
export async function readCoverDescriptions(
  frames: ReadonlyMap<Frame, readonly Uid[]>,
  timeout: number,
): Promise<Map<Uid, string>> {
  const answers = [...frames].map(([frame, uids]) =>
    findCoveredElementsInFrame(frame, uids, timeout).catch(() => []),
  );
  return new Map((await Promise.all(answers)).flat());
}
