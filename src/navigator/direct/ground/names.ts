/** Collects the names of a candidate, each with a weight. */
import type { Candidate } from '../../../contract/index.js';
import { fold, splitIdentifier, collapseSpaces } from '../text.js';
import { findIconName, findIconMeanings } from './icons.js';
import { isField, isSelect, isTickable } from './kinds.js';

export interface Naming {
  text: string;
  weight: number;
}

const memo = new WeakMap<Candidate, Naming[]>();
function hrefWords(href: string): string {
  const path = href
    .replace(/^https?:\/\/[^/]+/iu, '')
    .replace(/[?].*$/u, '')
    .replace(/\.(?:html?|php|aspx?|jsp)(?=#|$)/iu, '');
  const last = path.split(/[/#]/u).filter(Boolean).at(-1) ?? '';
  try {
    return splitIdentifier(decodeURIComponent(last));
  } catch {
    return splitIdentifier(last);
  }
}

/** @param near text of the closest container, for controls without their own name */
export function listNamings(c: Candidate, near = ''): Naming[] {
  if (near && near.length <= LABEL && near !== c.text)
    textBesideByCandidate.set(c, near.replace(/\s*:$/u, ''));
  const known = memo.get(c);
  if (known) return known;
  const out = new Map<string, Naming>();
  const add = (text: string | undefined, weight: number): void => {
    const t = collapseSpaces(text ?? '');
    if (!t) return;
    const key = fold(t);
    const before = out.get(key);
    if (!before || before.weight < weight) out.set(key, { text: t, weight });
  };
  const a = c.attributes;
  add(c.name, 1);
  // The text of a field is its content, not its name.
  if (!isField(c) && c.tag !== 'select') add(c.text, c.text.length <= 120 ? 1 : 0.9);
  add(a['aria-label'], 1);
  add(a.placeholder, 0.97);
  add(a.title, 0.96);
  add(a['data-original-title'] ?? a['data-bs-original-title'] ?? a['data-tooltip'] ?? a['data-title'], 0.94);
  add(a.alt, 0.95);
  if (c.role === 'button' && c.tag === 'input') add(a.value, 0.98);
  for (const alias of c.folded) {
    const inField = isField(c) || isTickable(c) ? alias.tag === 'label' : true;
    // A small part ("2" of "SB Admin 2") does not name the whole, but the heading of a card does.
    const share = alias.text.length / Math.max(1, c.text.length);
    const weight = share >= 0.5 || alias.role === 'heading' || alias.tag === 'label' || !c.text ? 0.98 : 0.8;
    if (inField) add(alias.name, weight);
    if (inField) add(alias.text, alias.text.length <= 120 ? weight : weight - 0.1);
    add(alias.attributes.alt, 0.93);
    add(alias.attributes.title, 0.93);
    add(alias.attributes['aria-label'], 0.95);
  }
  if (isField(c) || isTickable(c) || c.tag === 'select') {
    for (const part of c.document.split(' | ').slice(1)) add(part, 0.88);
    if (!c.name) add(near, 0.86);
  }
  // An element without text is known only by its identifiers.
  const wordless = !c.name && !c.text;
  add(a.name && splitIdentifier(a.name), wordless ? 0.94 : 0.86);
  add(a.id && splitIdentifier(a.id), wordless ? 0.93 : 0.84);
  if (wordless && /^[a-z]{3,}$/iu.test(a.class ?? '')) add(a.class, 0.97);
  add(a['data-testid'] && splitIdentifier(a['data-testid']), 0.82);
  if (a.href) add(hrefWords(a.href), 0.82);
  const icon = findIconName(c);
  add(icon, wordless ? 0.9 : 0.8);
  if (wordless) for (const meaning of findIconMeanings(icon)) add(meaning, 0.88);
  const list = [...out.values()];
  memo.set(c, list);
  return list;
}

/** The text next to a list without a name, if it is short enough to be a label. */
const textBesideByCandidate = new WeakMap<Candidate, string>();
const LABEL = 40;

/** A field without a name is described by its hints, never by its value. */
const fieldName = (c: Candidate): string => {
  const a = c.attributes;
  const phrase =
    a['aria-label'] ||
    a.placeholder ||
    a.title ||
    (isSelect(c) ? (textBesideByCandidate.get(c) ?? '') : '') ||
    splitIdentifier(a.name ?? '') ||
    splitIdentifier(a.id ?? '') ||
    (listNamings(c).find((n) => n.text !== c.value)?.text ?? '') ||
    (isSelect(c) ? c.text : '');
  return collapseSpaces(phrase.replace(/^(?:input|txt|field)\s+(?=\S)/iu, ''));
};

/** Symbols that a style sheet adds before a name ("○ Follow this page") are not part of it. */
const LEADING_SYMBOLS = /^(?:[\u2190-\u2bff\s]|\ufe0f)+(?=[\p{L}\p{N}])/u;

/** The name that messages use for it. */
export const nameOf = (c: Candidate): string =>
  (isField(c) || isSelect(c)) && !c.name
    ? fieldName(c)
    : collapseSpaces(
        c.name ||
          c.text ||
          c.attributes['aria-label'] ||
          c.attributes.placeholder ||
          c.attributes.title ||
          c.attributes.alt ||
          c.attributes.value ||
          (titleWithin(c) ?? findIconName(c)) ||
          listNamings(c)[0]?.text ||
          '',
      ).replace(LEADING_SYMBOLS, '');

/** The title or tooltip of one of its parts. */
const titleWithin = (c: Candidate): string | undefined =>
  [c.attributes, ...c.folded.map((a) => a.attributes)]
    .map((a) => a['aria-label'] || a.title || a['data-tooltip'] || a['data-original-title'] || a.alt)
    .find(Boolean);

/** Whether it has no text and is named after its icon. */
export const isNamedByIcon = (c: Candidate): boolean =>
  !c.name && !c.text && !isField(c) && !c.attributes.value && !titleWithin(c) && findIconName(c) !== '';
