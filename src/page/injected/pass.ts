/**
 * What holds for the whole document while one question is answered: found once, used for every element.
 * A question runs without a pause, so nothing can change before the facts are forgotten again.
 */

import { deepFocus } from './deep.js';
import { parentNodeOf, parentOf } from './dom.js';
import { generatorsIn } from './generated.js';

interface Pass {
  focused: Element | null;
  labels: WeakMap<Node, Map<Element, HTMLLabelElement[]>>;
  /** What bars an element from use: that it stands in something disabled, or inert. */
  barred: WeakMap<Element, { disabled: boolean; inert: boolean }>;
  generators: WeakMap<Node, (element: Element) => boolean>;
  /** What was found out once, by what finds it. */
  found: Map<() => unknown, unknown>;
}

let pass: Pass | null = null;

/** Where the keyboard is; the page itself has it when nothing else does. */
function focused(): Element | null {
  const at = deepFocus();
  return at === document.body || at === document.documentElement ? null : at;
}

export function thisPass(): Pass {
  if (!pass) {
    pass = {
      focused: focused(),
      labels: new WeakMap(),
      barred: new WeakMap(),
      generators: new WeakMap(),
      found: new Map(),
    };
    queueMicrotask(() => {
      pass = null;
    });
  }
  return pass;
}

/** What `find` finds, asked once while one question is answered. */
export function once<V>(find: () => V): V {
  const { found } = thisPass();
  let value = found.get(find) as V | undefined;
  if (value === undefined) found.set(find, (value = find()));
  return value;
}

/** Whether words may be generated for this element. */
export function mayGenerate(element: Element): boolean {
  const { generators } = thisPass();
  const root = element.getRootNode() as Document | ShadowRoot;
  let may = generators.get(root);
  if (!may) generators.set(root, (may = root.styleSheets ? generatorsIn(root) : () => false));
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

/** As `element.labels`, which searches the whole document anew for each control. */
export function labelsOf(element: Element): HTMLLabelElement[] {
  const tag = element.localName;
  if (!LABELABLE.has(tag) && !tag.includes('-')) return [];
  const root = element.getRootNode() as Document | ShadowRoot;
  const { labels } = thisPass();
  let known = labels.get(root);
  if (!known) labels.set(root, (known = labelsIn(root)));
  return known.get(element) ?? [];
}

/** The element around this one as it is drawn: its slot, or the host of its shadow tree. */
export function drawnParent(element: Element): Element | null {
  const { assignedSlot } = element;
  if (assignedSlot) return assignedSlot;
  const around = parentOf(element);
  if (around) return around;
  const parent = parentNodeOf(element);
  return parent?.nodeType === 11 ? (parent as ShadowRoot).host : null;
}
