/** Asks the frames of a look where its candidates show, and draws their numbers on the screenshot. */
import type { Box, Candidate, Observation, Uid } from '../../contract/index.js';
import { ask, question } from '../engine.js';
import type { FrameLook } from './frames.js';
import { markPicture } from './mark-picture.js';
import { markable, numberMarks, placeBoxes } from './marks.js';

const MARKS_MS = 5_000;

/** Marks of the candidates in sight, and the screenshot with their numbers drawn on it. */
export async function readMarks(
  frames: readonly FrameLook[],
  candidates: readonly Candidate[],
  screenshot: Uint8Array | null,
): Promise<NonNullable<Observation['marks']>> {
  const chosen = markable(candidates, frames[0]?.sight ?? { width: Infinity, height: Infinity });
  const wanted = new Set(chosen.map(({ uid }) => uid));
  const placed = await Promise.all(
    frames.map(async ({ frame, rows, sight, ...placing }) => {
      const uids = rows.map(({ uid }) => uid).filter((uid) => wanted.has(uid));
      if (uids.length === 0) return {};
      const asked = question('marks', uids.join(','));
      const boxes = await ask<Record<Uid, Box[]>>(frame, asked, MARKS_MS).catch(() => ({}));
      return placeBoxes(boxes, placing, sight);
    }),
  );
  const marks = numberMarks(chosen, Object.assign({}, ...placed));
  // The screenshot may have more pixels than the page has CSS px.
  const width = frames[0]!.look.viewport.width;
  return { marks, picture: screenshot && markPicture(screenshot, marks, pictureWidth(screenshot) / width) };
}

/** Width in the header of a PNG, pixels. */
function pictureWidth(png: Uint8Array): number {
  return new DataView(png.buffer, png.byteOffset).getUint32(16);
}
