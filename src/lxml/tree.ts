/** The tree as lxml shows it: text belongs to an element (before its first child) or is a node's tail. */

export interface LxmlAttribute {
  name: string;
  /** Decoded. */
  value: string;
  /** Written without `=`. lxml reads such a value as empty, and prints the name alone for some. */
  bare: boolean;
}

export interface LxmlElement {
  kind: 'element';
  /** Lower case, a prefix included: `svg`, `foreignobject`, `o:p`. */
  tag: string;
  /** In the order of the source, each name once. */
  attributes: LxmlAttribute[];
  /** Before the first child, comments included among the children. */
  text: string;
  /** A text of no characters was put in: lxml then writes an end tag of its own, where it has one for both. */
  hollow?: true;
  children: LxmlNode[];
  /** Between the end of this node and the next node of the parent. */
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
  /** One `html` as a rule; what stands after `</html>` gets another one. */
  roots: LxmlElement[];
  /** What `lxml.html.fromstring` returns: the first root, or the part that a fragment stands for. */
  top: LxmlNode;
}

export function createElement(tag: string, attributes: LxmlAttribute[]): LxmlElement {
  return { kind: 'element', tag, attributes, text: '', children: [], tail: '', parent: null };
}

export function appendNode(parent: LxmlElement, node: LxmlNode): void {
  node.parent = parent;
  parent.children.push(node);
}

/** Text at the end of what the element holds so far. */
export function appendText(element: LxmlElement, text: string): void {
  const last = element.children.at(-1);
  if (last === undefined) element.text += text;
  else last.tail += text;
}

export function attributeOf(element: LxmlElement, name: string): string | undefined {
  return element.attributes.find((attribute) => attribute.name === name)?.value;
}

/** Elements in document order, without recursion: pages may be thousands of levels deep. */
export function* elementsOf(start: readonly LxmlNode[]): Generator<LxmlElement> {
  const ahead: LxmlNode[] = start.toReversed();
  for (let node = ahead.pop(); node !== undefined; node = ahead.pop()) {
    if (node.kind === 'comment') continue;
    yield node;
    for (let i = node.children.length - 1; i >= 0; i -= 1) ahead.push(node.children[i]!);
  }
}
