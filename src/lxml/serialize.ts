/** Tree -> text, as `lxml.html.tostring` and `lxml.etree.tostring` write it (measured on libxml2 2.14, spec 10.4). */
import { BOOLEAN_ATTRIBUTES, VOID } from './rules.js';
import type { LxmlAttribute, LxmlElement, LxmlNode } from './tree.js';

/** How the two ways of writing differ. */
interface Dialect {
  attribute(attribute: LxmlAttribute, element: LxmlElement): string;
  text(text: string, element: LxmlElement): string;
  /** What follows the attributes of an element without children and text, end tag included. */
  emptyEnd(element: LxmlElement): string;
}

/** `lxml.html.tostring(top, encoding="unicode")`; the tail of the top is left to the caller. */
export function htmlText(top: LxmlNode): string {
  // lxml takes these out of the text, and finds them by this very spelling.
  return nodeText(top, HTML).replaceAll(/<meta http-equiv="Content-Type"[^>]*>/g, '');
}

/** `lxml.etree.tostring(top, encoding="unicode")`, the top's tail included. */
export function xmlText(top: LxmlNode): string {
  const tail = top.parent === null ? XML_TEXT(top.tail) : XML.text(top.tail, top.parent);
  return nodeText(top, XML) + tail;
}

const HTML: Dialect = {
  attribute({ name, value, bare }, { tag }) {
    if (bare || BOOLEAN_ATTRIBUTES.has(name)) return name;
    const isAddress = ADDRESSES.has(name) || (name === 'name' && tag === 'a');
    return `${name}=${quoted(escapeHtmlValue(isAddress ? value.replace(/^[ \t\r\n]+/, '') : value, isAddress))}`;
  },
  text: (text, { tag }) => (tag === 'script' || tag === 'style' ? text : escapeMarkup(text)),
  emptyEnd: ({ tag }) => (VOID.has(tag) || tag === 'li' ? '>' : `></${tag}>`),
};

const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src', 'action']);

const XML_TEXT = (text: string): string =>
  escapeMarkup(text).replaceAll('\r', '&#13;').replace(NOT_XML, '&#xFFFD;');

/** Characters that XML cannot hold. */
// eslint-disable-next-line no-control-regex
const NOT_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

const XML: Dialect = {
  attribute: ({ name, value }) =>
    `${name}="${XML_TEXT(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`,
  text: XML_TEXT,
  emptyEnd: ({ tag, hollow }) => (hollow ? `></${tag}>` : '/>'),
};

function nodeText(node: LxmlNode, dialect: Dialect): string {
  const out: string[] = [];
  // Without recursion: pages may be thousands of levels deep. Strings are what is written as it stands.
  const ahead: (LxmlNode | string)[] = [node];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (typeof next === 'string') {
      out.push(next);
      continue;
    }
    if (next.kind === 'comment') {
      out.push(`<!--${next.text}-->`);
      continue;
    }
    out.push(`<${next.tag}`);
    for (const attribute of next.attributes) out.push(' ', dialect.attribute(attribute, next));
    if (next.children.length === 0 && next.text === '') {
      out.push(dialect.emptyEnd(next));
      continue;
    }
    out.push('>', dialect.text(next.text, next));
    ahead.push(`</${next.tag}>`);
    for (let i = next.children.length - 1; i >= 0; i -= 1) {
      const child = next.children[i]!;
      if (child.tail !== '') ahead.push(dialect.text(child.tail, next));
      ahead.push(child);
    }
  }
  return out.join('');
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** HTML 4 kept script in values: `&{…}` and `<!--…-->` are left as they are. */
function escapeHtmlValue(value: string, isAddress: boolean): string {
  const escaped = value.replace(/<!--[^]*?-->|&\{[^}]*\}|[&<>]/g, (found) => MARKUP[found] ?? found);
  return isAddress ? escaped.replace(NOT_IN_ADDRESS, (char) => percent(char)) : escaped;
}

const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const NOT_IN_ADDRESS = /[^!-~]/gu;

const UTF8 = new TextEncoder();

function percent(char: string): string {
  return [...UTF8.encode(char)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

function quoted(value: string): string {
  if (!value.includes('"')) return `"${value}"`;
  return value.includes("'") ? `"${value.replaceAll('"', '&quot;')}"` : `'${value}'`;
}
