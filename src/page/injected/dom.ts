/**
 * Traverses the DOM safely despite DOM clobbering: a form field named `parentNode` hides the form's property of that
 * name, even in an isolated world. Traversal therefore uses the prototypes' getters, and it skips clobbered forms but
 * not their children.
 */

function createNodeGetter(prototype: Node, name: string): (node: Node) => unknown {
  const property = Object.getOwnPropertyDescriptor(prototype, name) as { get: (this: Node) => unknown };
  return (node) => property.get.call(node);
}

type NodeGetter<V> = (node: Node) => V;

const parentElementOf = createNodeGetter(Node.prototype, 'parentElement') as NodeGetter<Element | null>;
export const parentNodeOf = createNodeGetter(Node.prototype, 'parentNode') as NodeGetter<ParentNode | null>;
export const firstChildOf = createNodeGetter(Node.prototype, 'firstChild') as NodeGetter<ChildNode | null>;
export const nextSiblingOf = createNodeGetter(Node.prototype, 'nextSibling') as NodeGetter<ChildNode | null>;
export const nodeTypeOf = createNodeGetter(Node.prototype, 'nodeType') as NodeGetter<number>;
export const shadowRootOf = createNodeGetter(
  Element.prototype,
  'shadowRoot',
) as NodeGetter<ShadowRoot | null>;
export const localNameOf = createNodeGetter(Element.prototype, 'localName') as NodeGetter<string>;

/** Properties and methods that the injected code uses on arbitrary elements. */
const USED_MEMBERS = (
  'nodeType nodeName localName tagName namespaceURI parentNode parentElement assignedSlot firstChild nextSibling ' +
  'previousElementSibling nextElementSibling firstElementChild children childNodes shadowRoot ownerDocument isConnected ' +
  'getBoundingClientRect getClientRects checkVisibility hasAttribute getAttribute getAttributeNames hasAttributes ' +
  'attributes matches closest querySelector querySelectorAll getRootNode contains textContent innerText innerHTML ' +
  'outerHTML isContentEditable clientLeft clientTop clientWidth clientHeight scrollLeft scrollTop scrollWidth ' +
  'scrollHeight labels tabIndex dispatchEvent focus scrollIntoView getAnimations addEventListener scrollTo scrollBy'
).split(' ');

function mayBeFormControl(value: unknown): boolean {
  return value instanceof Element || value instanceof RadioNodeList;
}

/** Whether fields of a form hide any of its properties that the injected code uses. */
export function isClobbered(node: Node): boolean {
  if (nodeTypeOf(node) !== 1 || localNameOf(node) !== 'form') return false;
  const form = node as unknown as Record<string, unknown>;
  // Some of these properties normally return an element. They are clobbered only if they return an unexpected one.
  return USED_MEMBERS.some((name) => {
    const value = form[name];
    if (!mayBeFormControl(value)) return false;
    if (name === 'parentElement' || name === 'parentNode') return value !== parentNodeOf(node);
    if (name === 'firstElementChild' || name === 'firstChild') return value !== firstElementOf(node);
    return !/Sibling$|assignedSlot/.test(name) || (value as Element).closest('form') === node;
  });
}

function firstElementOf(node: Node): ChildNode | null {
  let child = firstChildOf(node);
  while (child && nodeTypeOf(child) !== 1) child = nextSiblingOf(child);
  return child;
}

/** The nearest ancestor element that is not a clobbered form. */
export function unclobberedParentOf(element: Element): Element | null {
  let ancestor = parentElementOf(element);
  while (ancestor && isClobbered(ancestor)) ancestor = parentElementOf(ancestor);
  return ancestor;
}
