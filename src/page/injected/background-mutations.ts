/**
 * Separates an action's effects from background mutations. Nodes that keep changing between actions, such as a clock or
 * ticker, are ignored during the next action.
 */

import { isStyleAttribute, mayChangeAppearance } from './style-attributes.js';

const MAX_TRACKED_NODES = 2_000;

/** Number of mutation batches per node since the last action ended; null during an action. */
let mutationCounts: Map<Node, number> | null = null;
let actionEndedAt = 0;
/** Nodes that changed more than once between the last two actions. */
let backgroundNodes = new WeakSet<Node>();
let actionMutationCount = 0;
/** `class` and `data-*` attributes that changed during the action, with their previous values. */
let styleAttributeChanges = new Map<Element, Map<string, string | null>>();
let actionMutationCountAtStart = 0;

function recordStyleAttribute({ target, attributeName, oldValue }: MutationRecord): void {
  const previousValues = styleAttributeChanges.get(target as Element) ?? new Map<string, string | null>();
  styleAttributeChanges.set(target as Element, previousValues);
  if (!previousValues.has(attributeName!)) previousValues.set(attributeName!, oldValue);
}

export function recordMutations(records: readonly MutationRecord[]): void {
  if (!mutationCounts) {
    for (const record of records)
      if (!backgroundNodes.has(record.target))
        if (isStyleAttribute(record.attributeName) && styleAttributeChanges.size < MAX_TRACKED_NODES)
          recordStyleAttribute(record);
        else actionMutationCount++;
    return;
  }
  for (const target of new Set(records.map((record) => record.target)))
    if (mutationCounts.has(target) || mutationCounts.size < MAX_TRACKED_NODES)
      mutationCounts.set(target, (mutationCounts.get(target) ?? 0) + 1);
}

/** Number of mutations caused by actions. Mutations of background nodes and invisible changes do not count. */
export function countActionMutations(): number {
  let visibleChangeCount = 0;
  // Style sheets are searched only if there are no other mutations.
  if (actionMutationCount === actionMutationCountAtStart)
    for (const [element, previousValues] of styleAttributeChanges)
      for (const [attribute, previousValue] of previousValues)
        if (mayChangeAppearance(element, attribute, previousValue)) visibleChangeCount++;
  return actionMutationCount + visibleChangeCount;
}

export interface BackgroundMutations {
  /** Milliseconds since the last action ended; 0 before the first action. */
  durationMs: number;
  /** Number of changes during that time. */
  changeCount: number;
  /** Number of nodes that changed only once during that time. */
  singleChangeCount: number;
}

export function summariseBackgroundMutations(): BackgroundMutations {
  if (!mutationCounts) return { durationMs: 0, changeCount: 0, singleChangeCount: 0 };
  const nodeCounts = [...mutationCounts.values()];
  const changeCount = nodeCounts.reduce((sum, count) => sum + count, 0);
  const singleChangeCount = nodeCounts.filter((count) => count === 1).length;
  return { durationMs: performance.now() - actionEndedAt, changeCount, singleChangeCount };
}

export function recordActionStart(): void {
  backgroundNodes = new WeakSet();
  for (const [node, count] of mutationCounts ?? []) if (count > 1) backgroundNodes.add(node);
  mutationCounts = null;
  styleAttributeChanges = new Map();
  actionMutationCountAtStart = actionMutationCount;
}

export function recordActionEnd(): void {
  styleAttributeChanges = new Map();
  actionMutationCountAtStart = actionMutationCount;
  mutationCounts = new Map();
  actionEndedAt = performance.now();
}
