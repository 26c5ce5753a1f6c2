/** Changing a tree the way lxml does: a node's tail goes wherever the node goes. */
import { appendNode, type LxmlElement, type LxmlNode } from './tree.js';

/** As `copy.deepcopy`: the copy stands alone, its tail still on it. */
export function copyTree<N extends LxmlNode>(top: N): N {
  const copyOf = (node: LxmlNode): LxmlNode =>
    node.kind === 'comment'
      ? { ...node, parent: null }
      : {
          ...node,
          attributes: node.attributes.map((attribute) => ({ ...attribute })),
          children: [],
          parent: null,
        };
  const copy = copyOf(top);
  const ahead: [from: LxmlNode, to: LxmlNode][] = [[top, copy]];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    const [from, to] = next;
    if (from.kind === 'comment' || to.kind === 'comment') continue;
    for (const child of from.children) {
      const twin = copyOf(child);
      appendNode(to, twin);
      ahead.push([child, twin]);
    }
  }
  return copy as N;
}

/** As `parent.remove(node)`: the text after the node is lost with it. */
export function removeNode(node: LxmlNode): void {
  const siblings = node.parent?.children;
  if (siblings === undefined) return;
  siblings.splice(siblings.indexOf(node), 1);
  node.parent = null;
}

/** As `drop_tree`: the text after the node stays where it was. */
export function dropNode(node: LxmlNode): void {
  const { parent, tail } = node;
  if (parent === null) return;
  const before = parent.children[parent.children.indexOf(node) - 1];
  if (before === undefined) parent.text += tail;
  else before.tail += tail;
  removeNode(node);
}

/** As `element.addprevious(node)`. */
export function moveBefore(element: LxmlElement, node: LxmlNode): void {
  const { parent } = element;
  if (parent === null) return;
  removeNode(node);
  parent.children.splice(parent.children.indexOf(element), 0, node);
  node.parent = parent;
}

/** As `del element.attrib[name]`, and nothing where there is none. */
export function removeAttribute(element: LxmlElement, name: string): void {
  const index = element.attributes.findIndex((attribute) => attribute.name === name);
  if (index >= 0) element.attributes.splice(index, 1);
}

/** As `element.attrib[name] = value`; null is written without `=`, and reads as empty. */
export function setAttribute(element: LxmlElement, name: string, value: string | null): void {
  const written = { name, value: value ?? '', bare: value === null };
  const index = element.attributes.findIndex((attribute) => attribute.name === name);
  if (index >= 0) element.attributes[index] = written;
  else element.attributes.push(written);
}
