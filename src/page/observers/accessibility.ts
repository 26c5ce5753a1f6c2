/** One accessibility tree of a page with frames: each frame's tree stands under the line of its `iframe`. */
import type { Uid } from '../../contract/index.js';
import { ask } from '../engine.js';
import type { FrameLook } from './frames.js';

const TREE_MS = 5_000;

export interface FrameTree {
  /** Frame chain from the top, as in candidates: `[]` is the main frame. */
  frame: readonly string[];
  /** The `iframe` element in the frame above that shows this one, where it is known. */
  owner?: Uid;
  text: string;
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

/** The trees of all frames as one; a frame that does not answer is left out. */
export async function readAccessibility(frames: readonly FrameLook[]): Promise<string> {
  const trees = frames.map(async ({ frame, chain, owner }): Promise<FrameTree> => {
    const text = await ask<string>(frame, 'tree', TREE_MS).catch(() => '');
    return { frame: chain, text, ...(owner ? { owner } : {}) };
  });
  return joinTrees(await Promise.all(trees));
}
