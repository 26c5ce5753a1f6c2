/** Serialises trees like `lxml.html.tostring` and `lxml.etree.tostring` (measured on libxml2 2.14). */
import { BOOLEAN_ATTRIBUTES, VOID_ELEMENTS } from './rules.js';
import type { LxmlAttribute, LxmlElement, LxmlNode } from './tree.js';

/** The differences between HTML and XML output. */
interface Dialect {
  formatAttribute(attribute: LxmlAttribute, element: LxmlElement): string;
  formatText(text: string, element: LxmlElement): string;
  /** Output after the attributes of an element without children or text, including any end tag. */
  closeEmpty(element: LxmlElement): string;
}

/** Like `lxml.html.tostring(top, encoding="unicode")`, but without the tail of `top`. */
export function toHtml(top: LxmlNode): string {
  // lxml removes these from the output, in exactly this spelling.
  return serializeNode(top, HTML).replaceAll(/<meta http-equiv="Content-Type"[^>]*>/g, '');
}

/** Like `lxml.etree.tostring(top, encoding="unicode")`, including the tail of `top`. */
export function toXml(top: LxmlNode): string {
  const tail = top.parent === null ? escapeXmlText(top.tail) : XML.formatText(top.tail, top.parent);
  return serializeNode(top, XML) + tail;
}

const HTML: Dialect = {
  formatAttribute({ name, value, isBare }, { tag }) {
    if (isBare || BOOLEAN_ATTRIBUTES.has(name)) return name;
    const isUrl = URL_ATTRIBUTES.has(name) || (name === 'name' && tag === 'a');
    return `${name}=${quote(escapeHtmlValue(isUrl ? value.replace(/^[ \t\r\n]+/, '') : value, isUrl))}`;
  },
  formatText: (text, { tag }) => (tag === 'script' || tag === 'style' ? text : escapeMarkup(text)),
  closeEmpty: ({ tag }) => (VOID_ELEMENTS.has(tag) || tag === 'li' ? '>' : `></${tag}>`),
};

const URL_ATTRIBUTES: ReadonlySet<string> = new Set(['href', 'src', 'action']);

const escapeXmlText = (text: string): string =>
  escapeMarkup(text).replaceAll('\r', '&#13;').replace(INVALID_XML_CHARACTERS, '&#xFFFD;');

/** Characters that XML does not allow. */
// eslint-disable-next-line no-control-regex
const INVALID_XML_CHARACTERS = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

const XML: Dialect = {
  formatAttribute: ({ name, value }) =>
    `${name}="${escapeXmlText(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`,
  formatText: escapeXmlText,
  closeEmpty: ({ tag, hasEmptyText }) => (hasEmptyText ? `></${tag}>` : '/>'),
};

function serializeNode(node: LxmlNode, dialect: Dialect): string {
  const output: string[] = [];
  // No recursion: pages may be thousands of levels deep. Strings on the stack are output unchanged.
  const stack: (LxmlNode | string)[] = [node];
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    if (typeof item === 'string') {
      output.push(item);
      continue;
    }
    if (item.kind === 'comment') {
      output.push(`<!--${item.text}-->`);
      continue;
    }
    output.push(`<${item.tag}`);
    for (const attribute of item.attributes) output.push(' ', dialect.formatAttribute(attribute, item));
    if (item.children.length === 0 && item.text === '') {
      output.push(dialect.closeEmpty(item));
      continue;
    }
    output.push('>', dialect.formatText(item.text, item));
    stack.push(`</${item.tag}>`);
    for (let i = item.children.length - 1; i >= 0; i -= 1) {
      const child = item.children[i]!;
      if (child.tail !== '') stack.push(dialect.formatText(child.tail, item));
      stack.push(child);
    }
  }
  return output.join('');
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Leaves `&{…}` and `<!--…-->` unescaped, because HTML 4 allowed script in attribute values. */
function escapeHtmlValue(value: string, isUrl: boolean): string {
  const escapedValue = value.replace(/<!--[^]*?-->|&\{[^}]*\}|[&<>]/g, (match) => ENTITIES[match] ?? match);
  return isUrl ? escapedValue.replace(NOT_URL_CHARACTER, (char) => percentEncode(char)) : escapedValue;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const NOT_URL_CHARACTER = /[^!-~]/gu;

const UTF8 = new TextEncoder();

function percentEncode(char: string): string {
  return [...UTF8.encode(char)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

function quote(value: string): string {
  if (!value.includes('"')) return `"${value}"`;
  return value.includes("'") ? `"${value.replaceAll('"', '&quot;')}"` : `'${value}'`;
}
