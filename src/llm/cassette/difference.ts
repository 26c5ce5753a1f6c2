/** Describes where two requests differ and how much they have in common. */
import type { Json } from './canonical.js';

export interface RequestDifference {
  /** A description such as `messages.0.content at char 30: recorded "…", now "…"`. */
  text: string;
  /**
   * Number of characters that the requests have in common. Counts equal values (strings, numbers and so on) and the
   * equal beginnings of values that differ.
   */
  commonLength: number;
}

type Leaves = Map<string, string>;

function collectLeaves(value: Json, path: string, leaves: Leaves): Leaves {
  if (Array.isArray(value))
    value.forEach((item, index) => collectLeaves(item, joinPath(path, String(index)), leaves));
  else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value)) collectLeaves(item, joinPath(path, name), leaves);
  else leaves.set(path, typeof value === 'string' ? value : JSON.stringify(value));
  return leaves;
}

const joinPath = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Maximum length of an excerpt after the difference. */
const EXCERPT_CHARS = 60;
/** Length of an excerpt before the difference. */
const CHARS_BEFORE = 15;

export function describeDifference(recorded: Json, current: Json): RequestDifference {
  const recordedLeaves = collectLeaves(recorded, '', new Map());
  const currentLeaves = collectLeaves(current, '', new Map());
  let description: string | null = null;
  let commonLength = 0;
  const paths = [
    ...currentLeaves.keys(),
    ...[...recordedLeaves.keys()].filter((path) => !currentLeaves.has(path)),
  ];
  for (const path of paths) {
    const [recordedLeaf, currentLeaf] = [recordedLeaves.get(path), currentLeaves.get(path)];
    if (recordedLeaf === currentLeaf) {
      commonLength += (recordedLeaf?.length ?? 0) + 1;
      continue;
    }
    if (recordedLeaf === undefined || currentLeaf === undefined) {
      description ??=
        recordedLeaf === undefined
          ? `${path}: not in the recording, now ${quoteExcerpt(currentLeaf!, 0)}`
          : `${path}: recorded ${quoteExcerpt(recordedLeaf, 0)}, now missing`;
      continue;
    }
    const index = findFirstDifference(recordedLeaf, currentLeaf);
    commonLength += index;
    description ??= `${path} at char ${index}: recorded ${quoteExcerpt(recordedLeaf, index)}, now ${quoteExcerpt(currentLeaf, index)}`;
  }
  return { text: description ?? 'no difference except the number of requests', commonLength };
}

function findFirstDifference(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let index = 0; index < end; index++) if (a[index] !== b[index]) return index;
  return end;
}

function quoteExcerpt(text: string, index: number): string {
  const from = Math.max(0, index - CHARS_BEFORE);
  const piece = text.slice(from, index + EXCERPT_CHARS);
  return `${from > 0 ? '…' : ''}${JSON.stringify(piece)}${index + EXCERPT_CHARS < text.length ? '…' : ''}`;
}
