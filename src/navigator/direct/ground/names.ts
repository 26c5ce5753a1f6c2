/** Collects the names that people may use for a candidate, each with a weight from 0 to 1. */
import type { Candidate } from '../../../contract/index.js';
import { fold, splitIdentifier, collapseSpaces } from '../text.js';
import { findIconName, findIconMeanings } from './icons.js';
import { isField, isSelect, isSlider, isTickable } from './kinds.js';

export interface WeightedName {
  text: string;
  weight: number;
}

const weightedNamesByCandidate = new WeakMap<Candidate, WeightedName[]>();

function readUrlWords(href: string): string {
  const path = href
    .replace(/^https?:\/\/[^/]+/iu, '')
    .replace(/[?].*$/u, '')
    .replace(/\.(?:html?|php|aspx?|jsp)(?=#|$)/iu, '');
  const lastSegment = path.split(/[/#]/u).filter(Boolean).at(-1) ?? '';
  try {
    return splitIdentifier(decodeURIComponent(lastSegment));
  } catch {
    return splitIdentifier(lastSegment);
  }
}

/** @param nearbyText the text next to a control that has no name */
export function listWeightedNames(c: Candidate, nearbyText = ''): WeightedName[] {
  if (nearbyText && nearbyText.length <= MAX_LABEL_LENGTH && nearbyText !== c.text)
    nearbyTextByCandidate.set(c, nearbyText.replace(/\s*:$/u, ''));
  const cached = weightedNamesByCandidate.get(c);
  if (cached) return cached;
  const weightedNames = new Map<string, WeightedName>();
  const add = (text: string | undefined, weight: number): void => {
    const trimmedText = collapseSpaces(text ?? '');
    if (!trimmedText) return;
    const key = fold(trimmedText);
    const previous = weightedNames.get(key);
    if (!previous || previous.weight < weight) weightedNames.set(key, { text: trimmedText, weight });
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
    const namesElement = isField(c) || isTickable(c) ? alias.tag === 'label' : true;
    // A small fragment ("2" in "SB Admin 2") does not name the whole element, but a card's heading does.
    const share = alias.text.length / Math.max(1, c.text.length);
    const weight = share >= 0.5 || alias.role === 'heading' || alias.tag === 'label' || !c.text ? 0.98 : 0.8;
    if (namesElement) add(alias.name, weight);
    if (namesElement) add(alias.text, alias.text.length <= 120 ? weight : weight - 0.1);
    add(alias.attributes.alt, 0.93);
    add(alias.attributes.title, 0.93);
    add(alias.attributes['aria-label'], 0.95);
  }
  if (isField(c) || isTickable(c) || c.tag === 'select') {
    for (const part of c.document.split(' | ').slice(1)) add(part, 0.88);
    if (!c.name) add(nearbyText, 0.86);
  }
  // A slider without a name gets the name of its group.
  if (isSlider(c) && !c.name) add(c.section, 0.96);
  // An element without text can be named only by its identifiers.
  const hasNoText = !c.name && !c.text;
  add(a.name && splitIdentifier(a.name), hasNoText ? 0.94 : 0.86);
  add(a.id && splitIdentifier(a.id), hasNoText ? 0.93 : 0.84);
  if (hasNoText && /^[a-z]{3,}$/iu.test(a.class ?? '')) add(a.class, 0.97);
  add(a['data-testid'] && splitIdentifier(a['data-testid']), 0.82);
  if (a.href) add(readUrlWords(a.href), 0.82);
  const icon = findIconName(c);
  add(icon, hasNoText ? 0.9 : 0.8);
  if (hasNoText) for (const meaning of findIconMeanings(icon)) add(meaning, 0.88);
  const list = [...weightedNames.values()];
  weightedNamesByCandidate.set(c, list);
  return list;
}

/** The text next to a control without a name, if it is short enough to be a label. */
const nearbyTextByCandidate = new WeakMap<Candidate, string>();
const MAX_LABEL_LENGTH = 40;

/** Returns a name for a field without an accessible name: from its attributes and the text nearby, never its value. */
const getFieldName = (c: Candidate): string => {
  const a = c.attributes;
  const phrase =
    a['aria-label'] ||
    a.placeholder ||
    a.title ||
    (isSelect(c) ? (nearbyTextByCandidate.get(c) ?? '') : '') ||
    splitIdentifier(a.name ?? '') ||
    splitIdentifier(a.id ?? '') ||
    (listWeightedNames(c).find((n) => n.text !== c.value)?.text ?? '') ||
    (isSelect(c) ? c.text : '');
  return collapseSpaces(phrase.replace(/^(?:input|txt|field)\s+(?=\S)/iu, ''));
};

/** Symbols that a style sheet adds before a name, such as "○ Follow this page". They are not part of the name. */
const LEADING_SYMBOLS = /^(?:[\u2190-\u2bff\s]|\ufe0f)+(?=[\p{L}\p{N}])/u;

/** Marks of a label that are not part of the name: “* Your name :”. */
const LABEL_MARKS = /^\*\s*(?=\S)|(?<=\S)\s*[*:：]+$/gu;

/** Returns the name that messages use for a candidate. */
export const getName = (c: Candidate): string =>
  isField(c) || isTickable(c) || isSlider(c) || c.role === 'combobox'
    ? readName(c).replace(LABEL_MARKS, '')
    : readName(c);

const readName = (c: Candidate): string =>
  (isField(c) || isSelect(c)) && !c.name
    ? getFieldName(c)
    : collapseSpaces(
        c.name ||
          c.text ||
          c.attributes['aria-label'] ||
          c.attributes.placeholder ||
          c.attributes.title ||
          c.attributes.alt ||
          c.attributes.value ||
          (findTitle(c) ?? findIconName(c)) ||
          (isSlider(c) && c.section) ||
          listWeightedNames(c)[0]?.text ||
          '',
      ).replace(LEADING_SYMBOLS, '');

/** Finds the title or tooltip of the candidate or of an element merged into it (`folded`). */
const findTitle = (c: Candidate): string | undefined =>
  [c.attributes, ...c.folded.map((a) => a.attributes)]
    .map((a) => a['aria-label'] || a.title || a['data-tooltip'] || a['data-original-title'] || a.alt)
    .find(Boolean);

/** Whether the candidate has no text and is named after its icon. */
export const isNamedByIcon = (c: Candidate): boolean =>
  !c.name && !c.text && !isField(c) && !c.attributes.value && !findTitle(c) && findIconName(c) !== '';
