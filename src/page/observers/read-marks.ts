/** Reads the boxes of candidates and draws numbered marks on the screenshot. */
import type { Box, Candidate, Observation, Uid } from '../../contract/index.js';
import { queryEngine, formatQuery } from '../engine.js';
import type { FrameObservation } from './frames.js';
import { drawMarks } from './draw-marks.js';
import { selectMarkableCandidates, numberMarks, toTopLevelBoxes } from './marks.js';

/** Returns marks for the candidates in the viewport, and the screenshot with their numbers. */
export async function readMarks(
  frames: readonly FrameObservation[],
  candidates: readonly Candidate[],
  screenshot: Uint8Array | null,
  timeout: number,
  numbers: ReadonlyMap<Uid, number> | null = null,
): Promise<NonNullable<Observation['marks']>> {
  const markedCandidates = selectMarkableCandidates(
    candidates,
    frames[0]?.visibleBox ?? { width: Infinity, height: Infinity },
  );
  const markedUids = new Set(markedCandidates.map(({ uid }) => uid));
  const boxesOfFrames = await Promise.all(
    frames.map(async ({ frame, rows, visibleBox, ...transform }) => {
      const uids = rows.map(({ uid }) => uid).filter((uid) => markedUids.has(uid));
      if (uids.length === 0) return {};
      const query = formatQuery('mark-boxes', uids.join(','));
      const boxes = await queryEngine<Record<Uid, Box[]>>(frame, query, timeout).catch(() => ({}));
      return toTopLevelBoxes(boxes, transform, visibleBox);
    }),
  );
  const marks = numberMarks(markedCandidates, Object.assign({}, ...boxesOfFrames), numbers);
  // A screenshot may have several pixels per CSS px.
  const width = frames[0]!.snapshot.viewport.width;
  return { marks, picture: screenshot && drawMarks(screenshot, marks, readPngWidth(screenshot) / width) };
}

/** Reads the width in pixels from a PNG's header. */
export function readPngWidth(png: Uint8Array): number {
  return new DataView(png.buffer, png.byteOffset).getUint32(16);
}
