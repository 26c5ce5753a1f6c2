/**
 * The tree as it is, whatever a form's fields are called: a field named `parentNode` stands in the way of the
 * form's own property of that name, in every world. Forms with such fields are passed through and left out of
 * what is asked element by element; ways up and down the tree go by the getters themselves.
 */

function getter(prototype: Node, name: string): (node: Node) => unknown {
  const property = Object.getOwnPropertyDescriptor(prototype, name) as { get: (this: Node) => unknown };
  return (node) => property.get.call(node);
}

type Read<V> = (node: Node) => V;

const parentElement = getter(Node.prototype, 'parentElement') as Read<Element | null>;
export const parentNodeOf = getter(Node.prototype, 'parentNode') as Read<ParentNode | null>;
export const firstChildOf = getter(Node.prototype, 'firstChild') as Read<ChildNode | null>;
export const nextSiblingOf = getter(Node.prototype, 'nextSibling') as Read<ChildNode | null>;
export const nodeTypeOf = getter(Node.prototype, 'nodeType') as Read<number>;
export const openRootOf = getter(Element.prototype, 'shadowRoot') as Read<ShadowRoot | null>;
export const localNameOf = getter(Element.prototype, 'localName') as Read<string>;

/** Everything that is read off arbitrary elements here. */
const READ = (
  'nodeType nodeName localName tagName namespaceURI parentNode parentElement assignedSlot firstChild nextSibling ' +
  'previousElementSibling nextElementSibling firstElementChild children childNodes shadowRoot ownerDocument isConnected ' +
  'getBoundingClientRect getClientRects checkVisibility hasAttribute getAttribute getAttributeNames hasAttributes ' +
  'attributes matches closest querySelector querySelectorAll getRootNode contains textContent innerText innerHTML ' +
  'outerHTML isContentEditable clientLeft clientTop clientWidth clientHeight scrollLeft scrollTop scrollWidth ' +
  'scrollHeight labels tabIndex dispatchEvent focus scrollIntoView getAnimations addEventListener scrollTo scrollBy'
).split(' ');

function isFieldOf(value: unknown): boolean {
  return value instanceof Element || value instanceof RadioNodeList;
}

/** A form whose own properties are hidden behind fields of these names. */
export function isClobbered(node: Node): boolean {
  if (nodeTypeOf(node) !== 1 || localNameOf(node) !== 'form') return false;
  const form = node as unknown as Record<string, unknown>;
  // Where a property is meant to hold an element, another one than the tree's tells the field.
  return READ.some((name) => {
    const value = form[name];
    if (!isFieldOf(value)) return false;
    if (name === 'parentElement' || name === 'parentNode') return value !== parentNodeOf(node);
    if (name === 'firstElementChild' || name === 'firstChild') return value !== firstElement(node);
    return !/Sibling$|assignedSlot/.test(name) || (value as Element).closest('form') === node;
  });
}

function firstElement(node: Node): ChildNode | null {
  let child = firstChildOf(node);
  while (child && nodeTypeOf(child) !== 1) child = nextSiblingOf(child);
  return child;
}

/** The nearest element around this one that can be asked. */
export function parentOf(element: Element): Element | null {
  let at = parentElement(element);
  while (at && isClobbered(at)) at = parentElement(at);
  return at;
}
