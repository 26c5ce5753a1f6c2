/** The tree in lxml's form: text belongs to an element (before its first child) or is the tail of a node. */

export interface LxmlAttribute {
  name: string;
  /** Value with its entities decoded. */
  value: string;
  /** Whether the source has no `=`. lxml reads such a value as empty and prints some of them without `=`. */
  isBare: boolean;
}

export interface LxmlElement {
  kind: 'element';
  /** Lower case, including any prefix: `svg`, `foreignobject`, `o:p`. */
  tag: string;
  /** In source order; names are unique. */
  attributes: LxmlAttribute[];
  /** Text before the first child; comments count as children. */
  text: string;
  /** Whether the text was set to an empty string. lxml's XML output then has `<a></a>` instead of `<a/>`. */
  hasEmptyText?: true;
  children: LxmlNode[];
  /** Text between the end of this node and the parent's next node. */
  tail: string;
  parent: LxmlElement | null;
}

export interface LxmlComment {
  kind: 'comment';
  text: string;
  tail: string;
  parent: LxmlElement | null;
}

export type LxmlNode = LxmlElement | LxmlComment;

export interface LxmlDocument {
  /** Usually one `html`; elements after `</html>` go into another one. */
  roots: LxmlElement[];
  /** The result of `lxml.html.fromstring`: the first root of a document, or the element of a fragment. */
  top: LxmlNode;
}

export function createElement(tag: string, attributes: LxmlAttribute[]): LxmlElement {
  return { kind: 'element', tag, attributes, text: '', children: [], tail: '', parent: null };
}

export function appendNode(parent: LxmlElement, node: LxmlNode): void {
  node.parent = parent;
  parent.children.push(node);
}

/** Appends text to the element's current content. */
export function appendText(element: LxmlElement, text: string): void {
  const lastChild = element.children.at(-1);
  if (lastChild === undefined) element.text += text;
  else lastChild.tail += text;
}

export function attributeOf(element: LxmlElement, name: string): string | undefined {
  return element.attributes.find((attribute) => attribute.name === name)?.value;
}

/** Yields elements in document order, without recursion: pages may be thousands of levels deep. */
export function* elementsOf(start: readonly LxmlNode[]): Generator<LxmlElement> {
  const stack: LxmlNode[] = start.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === 'comment') continue;
    yield node;
    for (let i = node.children.length - 1; i >= 0; i -= 1) stack.push(node.children[i]!);
  }
}
