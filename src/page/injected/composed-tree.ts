/** Traverses the composed tree: the document with its slots and shadow roots. */
import { isClobbered, nodeTypeOf, parentNodeOf } from './dom.js';
import { listChildNodes, shadowOf } from './text.js';

/** Parent node, skipping clobbered forms (see `dom.ts`). */
function parentSkippingForms(node: Node): Node | null {
  let ancestor: Node | null = parentNodeOf(node);
  while (ancestor && isClobbered(ancestor)) ancestor = parentNodeOf(ancestor);
  return ancestor;
}

/** The element and its ancestors in the flat tree. */
export function* walkComposedPath(node: Element): Generator<Element> {
  for (let current: Node | null = node; current;) {
    if (nodeTypeOf(current) === 1) yield current as Element;
    current =
      nodeTypeOf(current) === 1
        ? ((current as Element).assignedSlot ?? parentSkippingForms(current))
        : ((current as ShadowRoot).host ?? null);
  }
}

/** All elements below `root` in tree order. Shadow roots come before the light children of their host. */
export function* walkDeepElements(root: ParentNode): Generator<Element> {
  for (const node of listChildNodes(root)) {
    if (nodeTypeOf(node) !== 1) continue;
    const child = node as unknown as Element;
    if (isClobbered(child)) {
      yield* walkDeepElements(child);
      continue;
    }
    yield child;
    const shadow = shadowOf(child);
    if (shadow) yield* walkDeepElements(shadow);
    yield* walkDeepElements(child);
  }
}

/** The topmost element at a point of the viewport, including elements in shadow roots. */
export function findDeepElementAt(x: number, y: number): Element | null {
  let element = document.elementFromPoint(x, y);
  for (let shadow = element && shadowOf(element); shadow; shadow = element && shadowOf(element)) {
    const inner = shadow.elementFromPoint(x, y);
    if (!inner || inner === element) break;
    element = inner;
  }
  return element;
}

/** The focused element, including elements in shadow roots. */
export function findFocusedElement(): Element | null {
  let focusedElement = document.activeElement;
  for (let inner = focusedElement; inner; inner = shadowOf(inner)?.activeElement ?? null)
    focusedElement = inner;
  return focusedElement;
}

/** Whether an element is rendered with a size. Text contrast, opacity and clipping are not checked. */
export function isShown(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true })) return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

/** Resolves an IDREF in the tree scope of the referencing element. */
export function findElementByIdref(referrer: Element, id: string): Element | null {
  const root = referrer.getRootNode() as Document | ShadowRoot;
  return typeof root.getElementById === 'function' ? root.getElementById(id) : null;
}

/** Elements that an IDREF list attribute refers to. */
export function findReferencedElements(element: Element, attribute: string): Element[] {
  return (element.getAttribute(attribute) ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .map((id) => findElementByIdref(element, id))
    .filter((referenced): referenced is Element => referenced !== null);
}
