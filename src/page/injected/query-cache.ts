/**
 * Caches facts about the document while one query is answered. Queries run synchronously, so the document cannot
 * change before the cache is cleared.
 */

import { deepFocus } from './composed-tree.js';
import { parentNodeOf, parentOf } from './dom.js';
import { generatedTextMatcher } from './generated-text.js';

interface QueryCache {
  focused: Element | null;
  labels: WeakMap<Node, Map<Element, HTMLLabelElement[]>>;
  /** Whether an element is disabled or inert because of itself or an ancestor. */
  restrictions: WeakMap<Element, { disabled: boolean; inert: boolean }>;
  generators: WeakMap<Node, (element: Element) => boolean>;
  /** Results of `oncePerQuery`, by function. */
  results: Map<() => unknown, unknown>;
}

let currentCache: QueryCache | null = null;

/** The focused element; null if only the page itself has the focus. */
function focusedElement(): Element | null {
  const at = deepFocus();
  return at === document.body || at === document.documentElement ? null : at;
}

export function queryCache(): QueryCache {
  if (!currentCache) {
    currentCache = {
      focused: focusedElement(),
      labels: new WeakMap(),
      restrictions: new WeakMap(),
      generators: new WeakMap(),
      results: new Map(),
    };
    queueMicrotask(() => {
      currentCache = null;
    });
  }
  return currentCache;
}

/** Returns the result of `find`, which is called once per query. */
export function oncePerQuery<V>(find: () => V): V {
  const { results } = queryCache();
  let value = results.get(find) as V | undefined;
  if (value === undefined) results.set(find, (value = find()));
  return value;
}

/** Whether style sheets may generate text for this element. */
export function mayHaveGeneratedText(element: Element): boolean {
  const { generators } = queryCache();
  const root = element.getRootNode() as Document | ShadowRoot;
  let may = generators.get(root);
  if (!may) generators.set(root, (may = root.styleSheets ? generatedTextMatcher(root) : () => false));
  return may(element);
}

const LABELABLE = new Set(['button', 'input', 'meter', 'output', 'progress', 'select', 'textarea']);

function labelsIn(root: Document | ShadowRoot): Map<Element, HTMLLabelElement[]> {
  const found = new Map<Element, HTMLLabelElement[]>();
  for (const label of Array.from(root.querySelectorAll('label'))) {
    const control = label.control;
    if (!control) continue;
    const known = found.get(control);
    if (known) known.push(label);
    else found.set(control, [label]);
  }
  return found;
}

/** Same as `element.labels`, which searches the whole document for each control. */
export function labelsOf(element: Element): HTMLLabelElement[] {
  const tag = element.localName;
  if (!LABELABLE.has(tag) && !tag.includes('-')) return [];
  const root = element.getRootNode() as Document | ShadowRoot;
  const { labels } = queryCache();
  let known = labels.get(root);
  if (!known) labels.set(root, (known = labelsIn(root)));
  return known.get(element) ?? [];
}

/** Parent in the flat tree: the assigned slot, the parent element or the shadow host. */
export function flatTreeParent(element: Element): Element | null {
  const { assignedSlot } = element;
  if (assignedSlot) return assignedSlot;
  const around = parentOf(element);
  if (around) return around;
  const parent = parentNodeOf(element);
  return parent?.nodeType === 11 ? (parent as ShadowRoot).host : null;
}
