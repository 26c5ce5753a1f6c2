/**
 * Creates the fingerprint of an action's target in a session that was recorded without fingerprints. Row, section and
 * landmark come from the recorded page, the other values from the recorded target.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse, type DefaultTreeAdapterMap } from 'parse5';

import type { ActionTarget, ElementFingerprint } from '../contract/index.js';
import { normalise } from '../fingerprint/index.js';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

const UID_ATTRIBUTE = 'data-webtasks-id';
const ROW_TAGS: ReadonlySet<string> = new Set(['tr', 'li', 'article']);
const HEADING_TAG = /^h[1-6]$/u;
const MAX_ROW_CHARS = 400;
const LANDMARKS: Readonly<Record<string, string>> = {
  header: 'header',
  nav: 'nav',
  main: 'main',
  footer: 'footer',
  aside: 'aside',
  form: 'form',
  dialog: 'dialog',
};

/**
 * @param folder folder of the session; null if its pages are not available
 * @param html path of the page's file, relative to the folder
 */
export function createLegacyFingerprint(
  { tag, role, name, attributes, uid }: ActionTarget,
  folder: string | null,
  html: string | null,
): ElementFingerprint {
  const page = folder === null || html === null ? null : readPage(join(folder, html));
  const element = page && findElement(page, (candidate) => getAttribute(candidate, UID_ATTRIBUTE) === uid);
  const row = element && findAncestor(element, (candidate) => ROW_TAGS.has(candidate.tagName));
  const text = row ? collectText(row).slice(0, MAX_ROW_CHARS) : '';
  const key = row ? (findRowKey(row) ?? normalise(name)) : '';
  const landmark = element && findAncestor(element, (candidate) => candidate.tagName in LANDMARKS);
  return {
    tag,
    role,
    name,
    ...(attributes['type'] && tag === 'input' ? { inputType: attributes['type'].toLowerCase() } : {}),
    attributes,
    landmark: landmark ? (LANDMARKS[landmark.tagName] ?? '') : '',
    section: page && element ? findSection(page, element) : '',
    ...(page && row ? { row: { key, isKeyUnique: isKeyUnique(page, row, key), text } } : {}),
    // Not recorded; the element is taken to be the only one of its kind, without a box.
    alike: { count: 1, index: 0, inSection: 1 },
    box: { x: 0, y: 0, width: 0, height: 0 },
  };
}

let lastRead: { path: string; page: Node | null } | null = null;

/** Caches the last page, because the actions of one decision share it. */
function readPage(path: string): Node | null {
  if (lastRead?.path === path) return lastRead.page;
  let page: Node | null = null;
  try {
    page = parse(`<html>${readFileSync(path, 'utf8')}</html>`);
  } catch {
    // Without the page, the fingerprint has no row, section or landmark.
  }
  lastRead = { path, page };
  return page;
}

const getChildren = (node: Node): Node[] => ('childNodes' in node ? node.childNodes : []);
const isElement = (node: Node): node is Element => 'tagName' in node;
const getAttribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((attribute) => attribute.name === name)?.value;

function findElement(node: Node, matches: (element: Element) => boolean): Element | null {
  for (const child of getChildren(node)) {
    if (isElement(child) && matches(child)) return child;
    const match = findElement(child, matches);
    if (match) return match;
  }
  return null;
}

function findAncestor(element: Element, matches: (element: Element) => boolean): Element | null {
  for (
    let ancestor: Node | null = element.parentNode;
    ancestor && isElement(ancestor);
    ancestor = ancestor.parentNode
  )
    if (matches(ancestor)) return ancestor;
  return null;
}

function collectText(node: Node): string {
  if ('value' in node && node.nodeName === '#text') return node.value;
  if (node.nodeName === 'script' || node.nodeName === 'style') return '';
  return getChildren(node).map(collectText).join(' ').replace(/\s+/gu, ' ').trim();
}

/** Returns the text that identifies a row: its first heading, link or cell. */
function findRowKey(row: Element): string | null {
  const namingElement =
    findElement(row, ({ tagName }) => HEADING_TAG.test(tagName)) ??
    findElement(row, (element) => element.tagName === 'a' && collectText(element) !== '') ??
    findElement(
      row,
      (candidate) => /^t[dh]$/u.test(candidate.tagName) && /\p{L}{2}|\d{3}/u.test(collectText(candidate)),
    );
  return namingElement && normalise(collectText(namingElement));
}

const isKeyUnique = (page: Node, row: Element, key: string): boolean =>
  findElement(
    page,
    (candidate) => candidate !== row && ROW_TAGS.has(candidate.tagName) && findRowKey(candidate) === key,
  ) === null;

/** Finds the last heading before the element. */
function findSection(page: Node, element: Element): string {
  let heading = '';
  const visit = (node: Node): boolean => {
    if (node === element) return true;
    if (isElement(node) && HEADING_TAG.test(node.tagName)) heading = collectText(node);
    return getChildren(node).some(visit);
  };
  return visit(page) ? heading : '';
}
