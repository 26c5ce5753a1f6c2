/** Resolves relations between elements: next to, under, in the row of, in the menu opened by. */
import type { Candidate } from '../contract/index.js';
import { namedShare } from './names.js';
import { PAUSE, type Steps } from './pace.js';
import { related, type Position } from './positions.js';
import { surroundings } from './surroundings.js';
import { inside, isWithin, type Tree } from './tree.js';
import { wordScores, type WordIndex } from './word-index.js';
import { queryWords, wordsOf } from './words.js';

type Relation = NonNullable<Position['relation']>;

/** Elements that the anchor of a relation may mean, each with its match (best 1). */
function anchors(text: string, index: WordIndex): { at: number; fit: number }[] {
  const { scores, query } = wordScores(text, index);
  const fit = scores.map((score, i) => (score > 0 ? score * (1 + namedShare(index.names[i]!, query)) : 0));
  const best = fit.reduce((most, one) => Math.max(most, one), 0);
  if (best <= 0) return [];
  return [...fit.keys()]
    .filter((at) => fit[at]! >= 0.6 * best)
    .sort((a, b) => fit[b]! - fit[a]!)
    .slice(0, 12)
    .map((at) => ({ at, fit: fit[at]! / best }));
}

const opens = ({ states }: Candidate): boolean =>
  states.expanded !== undefined || states.haspopup !== undefined;

/** What a control opens: by ARIA, or the popup that follows it. */
export function popupOf(tree: Tree, at: number): number[] {
  const { candidates } = tree;
  const control = candidates[at]!;
  const id = control.attributes['aria-controls'] ?? control.attributes['aria-owns'];
  const owned = id ? candidates.findIndex(({ attributes }) => attributes.id === id) : -1;
  const prefix = `${owned >= 0 ? candidates[owned]!.xpath : control.xpath.replace(/\/[^/]*$/, '')}/`;
  const found: number[] = [];
  for (let i = (owned >= 0 ? owned : at) + 1; i < candidates.length; i++) {
    const one = candidates[i]!;
    if (!one.xpath.startsWith(prefix) || one.frame.length !== control.frame.length) break;
    // The next opener has its own popup.
    if (owned < 0 && opens(one) && one.role === control.role) break;
    if (!isWithin(tree, i, at)) found.push(i);
  }
  return found;
}

/** Words for whatever is currently open. */
const OPEN = /^(the )?(open|opened|expanded|unfolded|shown)?$/;
const POPUP = new Set(['menu', 'listbox', 'dialog']);

/** Elements in open menus, lists and dialogs; if there are none, in expanded sections. */
function opened(tree: Tree): Set<number> {
  const { candidates } = tree;
  const inPopups = new Set<number>();
  const unfolded = new Set<number>();
  for (const [i, { role, states }] of candidates.entries()) {
    if (states.expanded === true)
      for (const inner of popupOf(tree, i)) (states.haspopup ? inPopups : unfolded).add(inner);
    else if (POPUP.has(role)) for (const inner of inside(tree, i)) inPopups.add(inner);
  }
  return inPopups.size > 0 ? inPopups : unfolded;
}

/** 0–1 per candidate, negative for the anchor itself. */
export function* relationTo({ kind, anchor }: Relation, index: WordIndex, tree: Tree): Steps<Float64Array> {
  const { candidates } = tree;
  if (kind === 'within' && OPEN.test(anchor)) {
    const members = opened(tree);
    return Float64Array.from(candidates, (_, i) => (members.has(i) ? 1 : 0));
  }
  const { query } = wordScores(anchor, index);
  // Under a heading or in a row, surroundings count more than distances.
  const held = kind === 'within' || kind === 'below';
  const scores = held
    ? yield* surroundings(tree, index, query.words, { own: true })
    : new Float64Array(candidates.length);
  yield;
  const found = anchors(anchor, index);
  yield;
  for (const { at, fit } of found) {
    const { box } = candidates[at]!;
    for (const [i, candidate] of candidates.entries()) {
      if (i % PAUSE === 0) yield;
      if (i !== at) scores[i] = Math.max(scores[i]!, fit * related(kind, candidate.box, box));
    }
    if (kind === 'within' && fit > 0.9 && opens(candidates[at]!))
      for (const i of popupOf(tree, at)) scores[i] = 1;
  }
  // If a caption can be the anchor, the control of that name may be meant.
  const captions = found.some(({ at }) => !candidates[at]!.interactive);
  for (const { at, fit } of found)
    if (fit > 0.9 && kind !== 'within' && !(captions && candidates[at]!.interactive)) scores[at] = -0.5;
  return scores;
}

/**
 * "… in Backlog", "… under Today" with no noun that says what Backlog is: meant as a place only where the page
 * has a heading or region of that name.
 *
 * @returns null where it has none
 */
export function underHeading(anchor: string, { candidates }: Tree): Float64Array | null {
  const asked = queryWords(anchor);
  const fits = new Map<string, boolean>();
  const fit = (place: string): boolean => {
    let known = fits.get(place);
    if (known === undefined) {
      const words = wordsOf(place);
      known =
        words.length > 0 && words.length <= asked.length + 3 && asked.every((word) => words.includes(word));
      fits.set(place, known);
    }
    return known;
  };
  const scores = Float64Array.from(candidates, ({ section: place }) => (fit(place) ? 1 : 0));
  return scores.some((score) => score > 0) ? scores : null;
}
