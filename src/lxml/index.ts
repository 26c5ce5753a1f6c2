/**
 * `lxml/` parses, edits and serialises HTML the way Python's `lxml.html` does (libxml2 2.14). The models of the
 * WebLINX paper were trained on the output of that library, which differs from a browser's: HTML 4 void elements, its
 * own rules for closing elements, no implied `<tbody>`, and text stored before the first child or as a tail. The
 * tokens follow the HTML standard (parse5); the tree follows libxml2. The module does not select elements and knows
 * nothing about prompts.
 */
export { copyTree, dropNode, addPrevious, removeAttribute, removeNode, setAttribute } from './edit.js';
export { type ParseOptions, parseHtml } from './parse.js';
export { toHtml, toXml } from './serialize.js';
export {
  attributeOf,
  elementsOf,
  type LxmlAttribute,
  type LxmlComment,
  type LxmlDocument,
  type LxmlElement,
  type LxmlNode,
} from './tree.js';
export { createPathLookup } from './xpath.js';
