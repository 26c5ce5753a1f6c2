/** Describes where two requests differ and how much they have in common. */
import type { Json } from './canonical.js';

export interface Difference {
  /** "messages.0.content at char 30: recorded "…", now "…"" */
  text: string;
  /** Characters of equal leaves, and of the equal beginning of the first leaf that differs. */
  common: number;
}

type Leaves = Map<string, string>;

function leaves(value: Json, path: string, into: Leaves): Leaves {
  if (Array.isArray(value)) value.forEach((item, index) => leaves(item, join(path, String(index)), into));
  else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value)) leaves(item, join(path, name), into);
  else into.set(path, typeof value === 'string' ? value : JSON.stringify(value));
  return into;
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Characters shown of each side. */
const SHOWN = 60;
/** Characters shown before the difference. */
const BEFORE = 15;

export function difference(recorded: Json, now: Json): Difference {
  const was = leaves(recorded, '', new Map());
  const is = leaves(now, '', new Map());
  let first: string | null = null;
  let common = 0;
  const paths = [...is.keys(), ...[...was.keys()].filter((path) => !is.has(path))];
  for (const path of paths) {
    const [old, fresh] = [was.get(path), is.get(path)];
    if (old === fresh) {
      common += (old?.length ?? 0) + 1;
      continue;
    }
    if (old === undefined || fresh === undefined) {
      first ??=
        old === undefined
          ? `${path}: not in the recording, now ${shown(fresh!, 0)}`
          : `${path}: recorded ${shown(old, 0)}, now missing`;
      continue;
    }
    const at = firstDifference(old, fresh);
    common += at;
    first ??= `${path} at char ${at}: recorded ${shown(old, at)}, now ${shown(fresh, at)}`;
  }
  return { text: first ?? 'no difference but in how often it was asked', common };
}

function firstDifference(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let at = 0; at < end; at++) if (a[at] !== b[at]) return at;
  return end;
}

function shown(text: string, at: number): string {
  const from = Math.max(0, at - BEFORE);
  const piece = text.slice(from, at + SHOWN);
  return `${from > 0 ? '…' : ''}${JSON.stringify(piece)}${at + SHOWN < text.length ? '…' : ''}`;
}
