/** Joins the accessibility trees of all frames: each tree is indented below the line of its `iframe`. */
import type { Uid } from '../../contract/index.js';
import { ask } from '../engine.js';
import { PAGE_LIMITS } from '../limits.js';
import type { FrameObservation } from './frames.js';

export interface FrameTree {
  /** URLs of the frames from the top, as in candidates; empty for the main frame. */
  frame: readonly string[];
  /** The `iframe` element in the parent frame, if known. */
  owner?: Uid;
  text: string;
}

const indentOf = (line: string): string => /^ */.exec(line)![0];

/** Joins trees; parent frames come before their child frames. */
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

/** Reads the trees of all frames; omits frames that do not answer. */
export async function readAccessibility(
  frames: readonly FrameObservation[],
  ms = PAGE_LIMITS.accessibilityTreeMs,
): Promise<string> {
  const trees = frames.map(async ({ frame, chain, owner }): Promise<FrameTree> => {
    const text = await ask<string>(frame, 'tree', ms).catch(() => '');
    return { frame: chain, text, ...(owner ? { owner } : {}) };
  });
  return joinTrees(await Promise.all(trees));
}
