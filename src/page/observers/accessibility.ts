/** One accessibility tree of a page with frames: each frame's tree stands under the line of its `iframe`. */
import type { Box, Uid } from '../../contract/index.js';

export interface FrameTree {
  /** Frame chain from the top, as in candidates: `[]` is the main frame. */
  frame: readonly string[];
  /** The `iframe` element in the frame above that shows this one, where it is known. */
  owner?: Uid;
  text: string;
}

/**
 * The `iframe` element that shows a frame: the one at the same place. Both boxes are relative to the
 * viewport of the frame that holds the element.
 */
export function ownerOf(
  rows: readonly { uid: Uid; tag: string; box: Box }[],
  box: Box,
  taken: ReadonlySet<Uid> = new Set(),
): Uid | undefined {
  const near = (a: number, b: number): boolean => Math.abs(a - b) < 1.5;
  return rows.find(
    (row) =>
      (row.tag === 'iframe' || row.tag === 'frame') &&
      !taken.has(row.uid) &&
      near(row.box.x, box.x) &&
      near(row.box.y, box.y) &&
      near(row.box.width, box.width) &&
      near(row.box.height, box.height),
  )?.uid;
}

const indentOf = (line: string): string => /^ */.exec(line)![0];

/** Frames come after the frames that hold them. */
export function joinTrees(trees: readonly FrameTree[]): string {
  const lines: string[] = [];
  for (const { frame, owner, text } of trees) {
    if (!text) continue;
    const own = text.split('\n');
    const at = owner === undefined ? -1 : lines.findIndex((line) => line.endsWith(`(${owner})`));
    if (at >= 0) lines.splice(at + 1, 0, ...own.map((line) => `${indentOf(lines[at]!)}  ${line}`));
    else if (frame.length === 0) lines.push(...own);
    else
      lines.push(
        `iframe "${frame
          .at(-1)!
          .slice(0, 200)
          .replace(/["\\\s]/g, '')}"`,
        ...own.map((line) => `  ${line}`),
      );
  }
  return lines.join('\n');
}
