/**
 * Caches facts about the document while one query is answered. Queries run synchronously, so the document cannot change
 * before the cache is cleared.
 */

import { deepFocus } from './composed-tree.js';
import { parentNodeOf, parentOf } from './dom.js';
import { generatedTextMatcher } from './generated-text.js';

interface QueryCache {
  focused: Element | null;
  labels: WeakMap<Node, Map<Element, HTMLLabelElement[]>>;
  /** Whether an element is disabled or inert, either itself or through an ancestor. */
  restrictions: WeakMap<Element, { disabled: boolean; inert: boolean }>;
  generatedTextMatchers: WeakMap<Node, (element: Element) => boolean>;
  /** Results of the functions passed to `oncePerQuery`. */
  results: Map<() => unknown, unknown>;
}

let currentCache: QueryCache | null = null;

/** The focused element; null if only the page itself has the focus. */
function focusedElement(): Element | null {
  const focused = deepFocus();
  return focused === document.body || focused === document.documentElement ? null : focused;
}

export function queryCache(): QueryCache {
  if (!currentCache) {
    currentCache = {
      focused: focusedElement(),
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
export function oncePerQuery<V>(find: () => V): V {
  const { results } = queryCache();
  let value = results.get(find) as V | undefined;
  if (value === undefined) results.set(find, (value = find()));
  return value;
}

/** Whether style sheets may generate text for this element. */
export function mayHaveGeneratedText(element: Element): boolean {
  const { generatedTextMatchers } = queryCache();
  const root = element.getRootNode() as Document | ShadowRoot;
  let matcher = generatedTextMatchers.get(root);
  if (!matcher)
    generatedTextMatchers.set(root, (matcher = root.styleSheets ? generatedTextMatcher(root) : () => false));
  return matcher(element);
}

const LABELABLE = new Set(['button', 'input', 'meter', 'output', 'progress', 'select', 'textarea']);

function labelsIn(root: Document | ShadowRoot): Map<Element, HTMLLabelElement[]> {
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
  const { labels } = queryCache();
  let labelsByControl = labels.get(root);
  if (!labelsByControl) labels.set(root, (labelsByControl = labelsIn(root)));
  return labelsByControl.get(element) ?? [];
}

/** Parent in the flat tree: the assigned slot, the parent element or the shadow host. */
export function flatTreeParent(element: Element): Element | null {
  const { assignedSlot } = element;
  if (assignedSlot) return assignedSlot;
  const parentElement = parentOf(element);
  if (parentElement) return parentElement;
  const parentNode = parentNodeOf(element);
  return parentNode?.nodeType === 11 ? (parentNode as ShadowRoot).host : null;
}
