/** Describes candidates so that a person can tell them apart. */
import type { Candidate } from '../../../contract/index.js';
import { clip, fold } from '../text.js';
import { kindWordOf } from './kinds.js';
import { isNamedByIcon, nameOf } from './names.js';
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

/** `the “Save” button`. */
export function describe(c: Candidate): string {
  const name = clip(nameOf(c), 60);
  const kind = kindWordOf(c);
  if (!name) return `the ${kind}`;
  if (isNamedByIcon(c)) return `the ${kind} with the icon “${name}”`;
  return kind === 'element' ? `“${name}”` : `the “${name}” ${kind}`;
}

export const describeBriefly = (c: Candidate): string => {
  const name = clip(nameOf(c), 60);
  return isNamedByIcon(c) ? describe(c) : name ? `“${name}”` : `the ${kindWordOf(c)}`;
};

/** Returns the text of the row or entry around an element, without its own text. */
function surroundingText(c: Candidate, view: View): string {
  for (const a of view.ancestors(c).slice(0, 4)) {
    if (!['row', 'listitem', 'article', 'group'].includes(a.role)) continue;
    const text = a.text.replace(c.text, ' ');
    if (fold(text).length > 1) return `by “${clip(text, 40)}”`;
  }
  return '';
}

/** Returns one phrase per element with what distinguishes it: kind, place, row, landmark, URL, position. */
export function describeApart(list: readonly Candidate[], view: View): string[] {
  const facets: ((c: Candidate) => string)[] = [
    (c) => (c.attributes.title && c.attributes.title !== c.name ? `(${clip(c.attributes.title, 70)})` : ''),
    (c) => LANDMARKS[c.landmark] ?? '',
    (c) => (c.section ? `under “${clip(c.section, 40)}”` : ''),
    (c) => surroundingText(c, view),
    (c) => {
      const href = view.address(c);
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
    const seen = new Map<string, number>();
    texts = texts.map((t) => {
      const n = (seen.get(t) ?? 0) + 1;
      seen.set(t, n);
      return `${t} (number ${n})`;
    });
  }
  return texts;
}
