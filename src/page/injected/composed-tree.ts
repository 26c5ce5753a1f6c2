/** Traverses the composed tree: the document including slots and shadow roots. */
import { isClobbered, nodeTypeOf, parentNodeOf } from './dom.js';
import { childNodes, shadowOf } from './text.js';

/** Parent node, skipping clobbered forms. */
function parentSkippingForms(node: Node): Node | null {
  let at: Node | null = parentNodeOf(node);
  while (at && isClobbered(at)) at = parentNodeOf(at);
  return at;
}

/** The element and its ancestors in the flat tree. */
export function* composedPath(node: Element): Generator<Element> {
  for (let at: Node | null = node; at;) {
    if (nodeTypeOf(at) === 1) yield at as Element;
    at =
      nodeTypeOf(at) === 1
        ? ((at as Element).assignedSlot ?? parentSkippingForms(at))
        : ((at as ShadowRoot).host ?? null);
  }
}

/** Every element below `root` in tree order, shadow roots before the light children of their host. */
export function* deepElements(root: ParentNode): Generator<Element> {
  for (const node of childNodes(root)) {
    if (nodeTypeOf(node) !== 1) continue;
    const child = node as unknown as Element;
    if (isClobbered(child)) {
      yield* deepElements(child);
      continue;
    }
    yield child;
    const shadow = shadowOf(child);
    if (shadow) yield* deepElements(shadow);
    yield* deepElements(child);
  }
}

/** The topmost element at a point of the viewport, including elements in shadow roots. */
export function deepElementFromPoint(x: number, y: number): Element | null {
  let found = document.elementFromPoint(x, y);
  for (let shadow = found && shadowOf(found); shadow; shadow = found && shadowOf(found)) {
    const inner = shadow.elementFromPoint(x, y);
    if (!inner || inner === found) break;
    found = inner;
  }
  return found;
}

/** The focused element, including elements in shadow roots. */
export function deepFocus(): Element | null {
  let at = document.activeElement;
  for (let inner = at; inner; inner = shadowOf(inner)?.activeElement ?? null) at = inner;
  return at;
}

export function isShown(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true })) return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

/** Resolves an IDREF in the tree scope of the referencing element. */
export function byIdref(from: Element, id: string): Element | null {
  const root = from.getRootNode() as Document | ShadowRoot;
  return typeof root.getElementById === 'function' ? root.getElementById(id) : null;
}

/** Elements that an IDREF list attribute refers to. */
export function referencedElements(element: Element, attribute: string): Element[] {
  return (element.getAttribute(attribute) ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .map((id) => byIdref(element, id))
    .filter((found): found is Element => found !== null);
}
