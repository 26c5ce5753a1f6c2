/** Reads and joins the accessibility trees of all frames. Each tree is indented below the line of its `iframe`. */
import type { Uid } from '../../contract/index.js';
import { queryEngine } from '../engine.js';
import { PAGE_LIMITS } from '../limits.js';
import type { FrameObservation } from './frames.js';

export interface FrameTree {
  /** URLs of the frames from the outermost child frame to this one (`Candidate.frame`); empty for the main frame. */
  urlChain: readonly string[];
  /** Uid of the `iframe` element in the parent frame, if known. */
  owner?: Uid;
  text: string;
}

const indentOf = (line: string): string => /^ */.exec(line)![0];

/** @param trees the trees of all frames, parents before their children */
export function joinTrees(trees: readonly FrameTree[]): string {
  const lines: string[] = [];
  for (const { urlChain, owner, text } of trees) {
    if (!text) continue;
    const treeLines = text.split('\n');
    const ownerIndex = owner === undefined ? -1 : lines.findIndex((line) => line.endsWith(`(${owner})`));
    if (ownerIndex >= 0)
      lines.splice(ownerIndex + 1, 0, ...treeLines.map((line) => `${indentOf(lines[ownerIndex]!)}  ${line}`));
    else if (urlChain.length === 0) lines.push(...treeLines);
    else
      lines.push(
        `iframe "${urlChain
          .at(-1)!
          .slice(0, 200)
          .replace(/["\\\s]/g, '')}"`,
        ...treeLines.map((line) => `  ${line}`),
      );
  }
  return lines.join('\n');
}

/** Reads the trees of all frames, except those that do not answer. */
export async function readAccessibility(
  frames: readonly FrameObservation[],
  timeoutMs = PAGE_LIMITS.accessibilityTreeMs,
): Promise<string> {
  const trees = frames.map(async ({ frame, urlChain, ownerUid }): Promise<FrameTree> => {
    const text = await queryEngine<string>(frame, 'tree', timeoutMs).catch(() => '');
    return { urlChain, text, ...(ownerUid ? { owner: ownerUid } : {}) };
  });
  return joinTrees(await Promise.all(trees));
}
