/** Edits a tree the way lxml does: a node's tail moves with the node. */
import { appendNode, type LxmlElement, type LxmlNode } from './tree.js';

/** Like `copy.deepcopy`: the copy has no parent but keeps its tail. */
export function copyTree<N extends LxmlNode>(top: N): N {
  const copyNode = (node: LxmlNode): LxmlNode =>
    node.kind === 'comment'
      ? { ...node, parent: null }
      : {
          ...node,
          attributes: node.attributes.map((attribute) => ({ ...attribute })),
          children: [],
          parent: null,
        };
  const copy = copyNode(top);
  const stack: [from: LxmlNode, to: LxmlNode][] = [[top, copy]];
  for (let nodePair = stack.pop(); nodePair !== undefined; nodePair = stack.pop()) {
    const [original, copy] = nodePair;
    if (original.kind === 'comment' || copy.kind === 'comment') continue;
    for (const child of original.children) {
      const childCopy = copyNode(child);
      appendNode(copy, childCopy);
      stack.push([child, childCopy]);
    }
  }
  return copy as N;
}

/** Like `parent.remove(node)`: the node's tail is removed with it. */
export function removeNode(node: LxmlNode): void {
  const siblings = node.parent?.children;
  if (siblings === undefined) return;
  siblings.splice(siblings.indexOf(node), 1);
  node.parent = null;
}

/** Like `drop_tree`: the node's tail stays in its place. */
export function dropNode(node: LxmlNode): void {
  const { parent, tail } = node;
  if (parent === null) return;
  const previousSibling = parent.children[parent.children.indexOf(node) - 1];
  if (previousSibling === undefined) parent.text += tail;
  else previousSibling.tail += tail;
  removeNode(node);
}

/** Like `element.addprevious(node)`. */
export function addPrevious(element: LxmlElement, node: LxmlNode): void {
  const { parent } = element;
  if (parent === null) return;
  removeNode(node);
  parent.children.splice(parent.children.indexOf(element), 0, node);
  node.parent = parent;
}

/** Like `del element.attrib[name]`; does nothing if the attribute is absent. */
export function removeAttribute(element: LxmlElement, name: string): void {
  const index = element.attributes.findIndex((attribute) => attribute.name === name);
  if (index >= 0) element.attributes.splice(index, 1);
}

/** Like `element.attrib[name] = value`; null is serialised without `=` and has the value ''. */
export function setAttribute(element: LxmlElement, name: string, value: string | null): void {
  const attribute = { name, value: value ?? '', isBare: value === null };
  const index = element.attributes.findIndex((other) => other.name === name);
  if (index >= 0) element.attributes[index] = attribute;
  else element.attributes.push(attribute);
}
