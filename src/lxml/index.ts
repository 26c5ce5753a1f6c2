/**
 * `lxml/` reads, changes and writes HTML the way Python's `lxml.html` does (libxml2 2.14, spec 10.4), because
 * the models of the WebLINX paper were trained on what that library sees and prints: HTML 4 void elements, its
 * own rules of what closes what, no implied `<tbody>`, text before the first child and tails. The tokens are
 * the HTML standard's (parse5), the tree is libxml2's. What does not belong here: which elements matter,
 * documents, prompts, and anything that a browser would build from the same text.
 */
export { copyTree, dropNode, moveBefore, removeAttribute, removeNode, setAttribute } from './edit.js';
export { type ParseOptions, parseHtml } from './parse.js';
export { htmlText, xmlText } from './serialize.js';
export {
  attributeOf,
  elementsOf,
  type LxmlAttribute,
  type LxmlComment,
  type LxmlDocument,
  type LxmlElement,
  type LxmlNode,
} from './tree.js';
export { pathsIn } from './xpath.js';
