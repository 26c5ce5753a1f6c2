/**
 * What the page changes by itself: nodes that keep changing while nobody acts (a clock, a ticker) are known by
 * the time somebody does, so that their next tick is not taken for what the act has done, and does not hide it.
 */

import { isQuiet, mayShow } from './styled.js';

const MOST_NODES = 2_000;

/** Nodes that changed since the last act was over, and in how many goes; null while an act is under way. */
let ticks: Map<Node, number> | null = null;
let quietSince = 0;
/** Nodes that changed more than once in the last such time. */
let restless = new WeakSet<Node>();
let fresh = 0;
/** Attributes that were changed in the act and show nothing by themselves, with what they were before. */
let quiet = new Map<Element, Map<string, string | null>>();
let freshAtBegin = 0;

function noteQuiet({ target, attributeName, oldValue }: MutationRecord): void {
  const held = quiet.get(target as Element) ?? new Map<string, string | null>();
  quiet.set(target as Element, held);
  if (!held.has(attributeName!)) held.set(attributeName!, oldValue);
}

export function noteMovement(records: readonly MutationRecord[]): void {
  if (!ticks) {
    for (const record of records)
      if (!restless.has(record.target))
        if (isQuiet(record.attributeName) && quiet.size < MOST_NODES) noteQuiet(record);
        else fresh++;
    return;
  }
  for (const target of new Set(records.map((record) => record.target)))
    if (ticks.has(target) || ticks.size < MOST_NODES) ticks.set(target, (ticks.get(target) ?? 0) + 1);
}

/** Changes, during acts, of nodes that do not change by themselves; those that nobody can see do not count. */
export function freshChanges(): number {
  let seen = 0;
  // Style sheets are only read where nothing else tells that something happened.
  if (fresh === freshAtBegin)
    for (const [element, held] of quiet)
      for (const [attribute, was] of held) if (mayShow(element, attribute, was)) seen++;
  return fresh + seen;
}

export interface OwnMovement {
  /** How long nobody has acted, milliseconds; 0 when that was never said. */
  ms: number;
  /** Changes in that time: all, and those of nodes that changed only once. */
  all: number;
  odd: number;
}

export function ownMovement(): OwnMovement {
  if (!ticks) return { ms: 0, all: 0, odd: 0 };
  const counts = [...ticks.values()];
  const all = counts.reduce((sum, count) => sum + count, 0);
  const odd = counts.filter((count) => count === 1).length;
  return { ms: performance.now() - quietSince, all, odd };
}

export function actBegins(): void {
  restless = new WeakSet();
  for (const [node, count] of ticks ?? []) if (count > 1) restless.add(node);
  ticks = null;
  quiet = new Map();
  freshAtBegin = fresh;
}

export function actIsOver(): void {
  quiet = new Map();
  freshAtBegin = fresh;
  ticks = new Map();
  quietSince = performance.now();
}
