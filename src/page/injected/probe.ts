/** One element, looked at just before it is acted on and right after. */
import type { WireProbe } from './wire.js';
import { nameOf, roleOf } from './names.js';
import { chromePath } from './paths.js';
import { attributesOf, isEditable, isPassword, optionsOf, statesOf, valueOf } from './states.js';
import { collapse, cut, renderedText } from './text.js';
import { elementByUid } from './uids.js';

const MARKUP_LIMIT = 20_000;

/** The composed ancestors of a node, itself included: through slots and out of shadow roots. */
function* composedPath(node: Element): Generator<Element> {
  for (let at: Node | null = node; at;) {
    if (at.nodeType === 1) yield at as Element;
    at = (at as Element).assignedSlot ?? at.parentNode ?? (at as ShadowRoot).host ?? null;
  }
}

function deepElementFromPoint(x: number, y: number): Element | null {
  let found = document.elementFromPoint(x, y);
  while (found?.shadowRoot) {
    const inner = found.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === found) break;
    found = inner;
  }
  return found;
}

function describe(element: Element): string {
  const role = roleOf(element);
  const name = nameOf(element, role) || renderedText(element, 60);
  const place = element.closest('[role="dialog"], dialog, [aria-label]');
  const within = place && place !== element ? nameOf(place, roleOf(place)) : '';
  return `${role === 'generic' ? element.localName : role}${name ? ` “${cut(name, 60)}”` : ''}${within ? ` in “${cut(within, 60)}”` : ''}`;
}

/** What would take a click at the element's centre instead of it; '' when the click arrives. */
function coveredBy(element: Element, box: DOMRect): string {
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  if (x < 0 || y < 0 || x >= window.innerWidth || y >= window.innerHeight) return '';
  const hit = deepElementFromPoint(x, y);
  if (!hit) return '';
  for (const node of composedPath(hit)) {
    if (node === element) return '';
    // A click on a label arrives at its control.
    if (node.localName === 'label' && (node as HTMLLabelElement).control === element) return '';
  }
  for (const node of composedPath(element)) if (node === hit) return '';
  return describe(hit);
}

export function probe(id: string): WireProbe | null {
  const element = elementByUid(id);
  if (!element) return null;
  const role = roleOf(element);
  const box = element.getBoundingClientRect();
  const password = isPassword(element);
  const withoutValue = (markup: string): string => (password ? markup.replace(/ value="[^"]*"/, '') : markup);
  return {
    connected: true,
    tagName: element.tagName,
    role,
    name: nameOf(element, role),
    attributes: attributesOf(element),
    box: { x: box.x, y: box.y, width: box.width, height: box.height },
    textContent: cut(element.textContent ?? '', MARKUP_LIMIT),
    innerHTML: cut(element.innerHTML, MARKUP_LIMIT),
    outerHTML: withoutValue(cut(element.outerHTML, MARKUP_LIMIT)),
    xpath: chromePath(element),
    visible:
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      box.width > 0 &&
      box.height > 0,
    states: statesOf(element, role),
    value: valueOf(element) ?? '',
    inputType: element.localName === 'input' ? (element as HTMLInputElement).type : '',
    options: optionsOf(element) ?? [],
    editable: isEditable(element),
    password,
    coveredBy: coveredBy(element, box),
  };
}

/** Rendered text of the whole page, for checks. */
export function pageText(): string {
  return document.body ? collapse(document.body.innerText) : '';
}
