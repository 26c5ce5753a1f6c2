/**
 * Caches facts about the document while one query is answered. Queries run synchronously, so the document cannot change
 * before the cache is cleared.
 */

import { findFocusedElement } from './composed-tree.js';
import { parentNodeOf, unclobberedParentOf } from './dom.js';
import { createGeneratedTextMatcher } from './generated-text.js';

interface QueryCache {
  focusedElement: Element | null;
  labels: WeakMap<Node, Map<Element, HTMLLabelElement[]>>;
  /** Whether an element is disabled or inert, either itself or through an ancestor. */
  restrictions: WeakMap<Element, { disabled: boolean; inert: boolean }>;
  generatedTextMatchers: WeakMap<Node, (element: Element) => boolean>;
  /** Results of the functions passed to `findOncePerQuery`. */
  results: Map<() => unknown, unknown>;
}

let currentCache: QueryCache | null = null;

/** The focused element; null if only the page itself has the focus. */
function findFocusedContent(): Element | null {
  const focused = findFocusedElement();
  return focused === document.body || focused === document.documentElement ? null : focused;
}

export function getQueryCache(): QueryCache {
  if (!currentCache) {
    currentCache = {
      focusedElement: findFocusedContent(),
      labels: new WeakMap(),
      restrictions: new WeakMap(),
      generatedTextMatchers: new WeakMap(),
      results: new Map(),
    };
    queueMicrotask(() => {
      currentCache = null;
    });
  }
  return currentCache;
}

/** Returns the result of `find`, which is called only once per query. */
export function findOncePerQuery<V>(find: () => V): V {
  const { results } = getQueryCache();
  let value = results.get(find) as V | undefined;
  if (value === undefined) results.set(find, (value = find()));
  return value;
}

/** Whether style sheets may generate text for this element. */
export function mayHaveGeneratedText(element: Element): boolean {
  const { generatedTextMatchers } = getQueryCache();
  const root = element.getRootNode() as Document | ShadowRoot;
  let matcher = generatedTextMatchers.get(root);
  if (!matcher)
    generatedTextMatchers.set(
      root,
      (matcher = root.styleSheets ? createGeneratedTextMatcher(root) : () => false),
    );
  return matcher(element);
}

const LABELABLE = new Set(['button', 'input', 'meter', 'output', 'progress', 'select', 'textarea']);

function findLabelsIn(root: Document | ShadowRoot): Map<Element, HTMLLabelElement[]> {
  const labelsByControl = new Map<Element, HTMLLabelElement[]>();
  for (const label of Array.from(root.querySelectorAll('label'))) {
    const control = label.control;
    if (!control) continue;
    const labels = labelsByControl.get(control);
    if (labels) labels.push(label);
    else labelsByControl.set(control, [label]);
  }
  return labelsByControl;
}

/** Returns the same as `element.labels`, but does not search the whole document for each control. */
export function labelsOf(element: Element): HTMLLabelElement[] {
  const tag = element.localName;
  if (!LABELABLE.has(tag) && !tag.includes('-')) return [];
  const root = element.getRootNode() as Document | ShadowRoot;
  const { labels } = getQueryCache();
  let labelsByControl = labels.get(root);
  if (!labelsByControl) labels.set(root, (labelsByControl = findLabelsIn(root)));
  return labelsByControl.get(element) ?? [];
}

/** Parent in the flat tree: the assigned slot, the parent element or the shadow host. */
export function flatTreeParentOf(element: Element): Element | null {
  const { assignedSlot } = element;
  if (assignedSlot) return assignedSlot;
  const parentElement = unclobberedParentOf(element);
  if (parentElement) return parentElement;
  const parentNode = parentNodeOf(element);
  return parentNode?.nodeType === 11 ? (parentNode as ShadowRoot).host : null;
}
