/** Describes candidates so that a person can tell them apart. */
import type { Candidate } from '../../../contract/index.js';
import { clip, fold } from '../text.js';
import { getKindWord, isSlider } from './kinds.js';
import { isNamedByIcon, getName } from './names.js';
import type { View } from './view.js';

const LANDMARKS: Readonly<Record<string, string>> = {
  header: 'in the header',
  nav: 'in the navigation',
  main: 'in the main part',
  footer: 'in the footer',
  aside: 'in the sidebar',
  form: 'in the form',
  dialog: 'in the dialog',
};

/** The label of a slider often contains its value: “Max price: £120”. */
const VALUE_IN_LABEL = /\s*:\s*\P{L}{0,4}\d[\d.,]*\P{L}{0,2}$/u;

/** Describes an element by name and kind: `the “Save” button`. */
export function describe(c: Candidate): string {
  const name = clip(isSlider(c) ? getName(c).replace(VALUE_IN_LABEL, '') : getName(c), 60);
  const kind = getKindWord(c);
  if (!name) return `the ${kind}`;
  if (isNamedByIcon(c)) return `the ${kind} with the icon “${name}”`;
  return kind === 'element' ? `“${name}”` : `the “${name}” ${kind}`;
}

export const describeBriefly = (c: Candidate): string => {
  const name = clip(getName(c), 60);
  return isNamedByIcon(c) ? describe(c) : name ? `“${name}”` : `the ${getKindWord(c)}`;
};

/** Returns the text of the row or entry around an element, without the element's text. */
function findSurroundingText(c: Candidate, view: View): string {
  for (const a of view.getAncestors(c).slice(0, 4)) {
    if (!['row', 'listitem', 'article', 'group'].includes(a.role)) continue;
    const text = a.text.replace(c.text, ' ');
    if (fold(text).length > 1) return `by “${clip(text, 40)}”`;
  }
  return '';
}

/** Returns one distinct phrase per element. Adds title, landmark, section, row, URL or number where needed. */
export function describeDistinctly(list: readonly Candidate[], view: View): string[] {
  const facets: ((c: Candidate) => string)[] = [
    (c) => (c.attributes.title && c.attributes.title !== c.name ? `(${clip(c.attributes.title, 70)})` : ''),
    (c) => LANDMARKS[c.landmark] ?? '',
    (c) => (c.section ? `under “${clip(c.section, 40)}”` : ''),
    (c) => findSurroundingText(c, view),
    (c) => {
      const href = view.getUrl(c);
      return href ? `to ${clip(href.replace(/^https?:\/\/[^/]+/iu, '') || '/', 50)}` : '';
    },
  ];
  let texts = list.map((c) => describe(c));
  for (const facet of facets) {
    if (new Set(texts).size === list.length) break;
    const values = list.map(facet);
    if (new Set(values).size > 1) texts = texts.map((t, i) => (values[i] ? `${t} ${values[i]}` : t));
  }
  if (new Set(texts).size < list.length) {
    const countByText = new Map<string, number>();
    texts = texts.map((t) => {
      const count = (countByText.get(t) ?? 0) + 1;
      countByText.set(t, count);
      return `${t} (number ${count})`;
    });
  }
  return texts;
}
