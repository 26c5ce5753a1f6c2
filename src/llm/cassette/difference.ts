/** Describes where two requests differ and how much they have in common. */
import type { Json } from './canonical.js';

export interface RequestDifference {
  /** "messages.0.content at char 30: recorded "…", now "…"" */
  text: string;
  /** Characters of equal leaves, and of the equal beginning of the first leaf that differs. */
  common: number;
}

type Leaves = Map<string, string>;

function collectLeaves(value: Json, path: string, into: Leaves): Leaves {
  if (Array.isArray(value))
    value.forEach((item, index) => collectLeaves(item, joinPath(path, String(index)), into));
  else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value)) collectLeaves(item, joinPath(path, name), into);
  else into.set(path, typeof value === 'string' ? value : JSON.stringify(value));
  return into;
}

const joinPath = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Characters shown of each side. */
const EXCERPT_CHARS = 60;
/** Characters shown before the difference. */
const CHARS_BEFORE = 15;

export function describeDifference(recorded: Json, now: Json): RequestDifference {
  const recordedLeaves = collectLeaves(recorded, '', new Map());
  const currentLeaves = collectLeaves(now, '', new Map());
  let first: string | null = null;
  let common = 0;
  const paths = [
    ...currentLeaves.keys(),
    ...[...recordedLeaves.keys()].filter((path) => !currentLeaves.has(path)),
  ];
  for (const path of paths) {
    const [before, after] = [recordedLeaves.get(path), currentLeaves.get(path)];
    if (before === after) {
      common += (before?.length ?? 0) + 1;
      continue;
    }
    if (before === undefined || after === undefined) {
      first ??=
        before === undefined
          ? `${path}: not in the recording, now ${excerptAt(after!, 0)}`
          : `${path}: recorded ${excerptAt(before, 0)}, now missing`;
      continue;
    }
    const index = firstDifference(before, after);
    common += index;
    first ??= `${path} at char ${index}: recorded ${excerptAt(before, index)}, now ${excerptAt(after, index)}`;
  }
  return { text: first ?? 'no difference except the number of requests', common };
}

function firstDifference(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let index = 0; index < end; index++) if (a[index] !== b[index]) return index;
  return end;
}

function excerptAt(text: string, index: number): string {
  const from = Math.max(0, index - CHARS_BEFORE);
  const piece = text.slice(from, index + EXCERPT_CHARS);
  return `${from > 0 ? '…' : ''}${JSON.stringify(piece)}${index + EXCERPT_CHARS < text.length ? '…' : ''}`;
}
