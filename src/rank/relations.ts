/** Resolves relations between elements: next to, under, in the row of, in the menu opened by. */
import type { Candidate } from '../contract/index.js';
import { scoreNames } from './names.js';
import { CANDIDATES_PER_STEP, type Steps } from './steps.js';
import { scoreSpatialRelation, type Position } from './positions.js';
import { scoreSurroundings } from './surroundings.js';
import { findDescendants, isWithin, type CandidateTree } from './tree.js';
import { scoreWords, type WordIndex } from './word-index.js';
import { splitQueryWords, splitIntoWords } from './words.js';

type Relation = NonNullable<Position['relation']>;

/** Finds the elements that a relation's anchor may refer to, each with how well it fits (1 for the best). */
function findAnchors(text: string, index: WordIndex): { candidateIndex: number; fit: number }[] {
  const { scores, query } = scoreWords(text, index);
  const fits = scores.map((score, i) => (score > 0 ? score * (1 + scoreNames(index.names[i]!, query)) : 0));
  const bestFit = fits.reduce((max, value) => Math.max(max, value), 0);
  if (bestFit <= 0) return [];
  return [...fits.keys()]
    .filter((candidateIndex) => fits[candidateIndex]! >= 0.6 * bestFit)
    .sort((a, b) => fits[b]! - fits[a]!)
    .slice(0, 12)
    .map((candidateIndex) => ({ candidateIndex, fit: fits[candidateIndex]! / bestFit }));
}

const canOpen = ({ states }: Candidate): boolean =>
  states.expanded !== undefined || states.haspopup !== undefined;

/** Finds the elements that a control opens: those that its ARIA attributes refer to, or the popup after it. */
export function findPopup(tree: CandidateTree, controlIndex: number): number[] {
  const { candidates } = tree;
  const control = candidates[controlIndex]!;
  const id = control.attributes['aria-controls'] ?? control.attributes['aria-owns'];
  const referencedIndex = id ? candidates.findIndex(({ attributes }) => attributes.id === id) : -1;
  const prefix = `${referencedIndex >= 0 ? candidates[referencedIndex]!.xpath : control.xpath.replace(/\/[^/]*$/, '')}/`;
  const popupIndexes: number[] = [];
  for (let i = (referencedIndex >= 0 ? referencedIndex : controlIndex) + 1; i < candidates.length; i++) {
    const candidate = candidates[i]!;
    if (!candidate.xpath.startsWith(prefix) || candidate.frame.length !== control.frame.length) break;
    // The next opener has its own popup.
    if (referencedIndex < 0 && canOpen(candidate) && candidate.role === control.role) break;
    if (!isWithin(tree, i, controlIndex)) popupIndexes.push(i);
  }
  return popupIndexes;
}

/** Words for whatever is currently open. */
const ANY_OPEN_ELEMENT = /^(the )?(open|opened|expanded|unfolded|shown)?$/;
const POPUP_ROLES = new Set(['menu', 'listbox', 'dialog']);

/** Elements in open menus, lists and dialogs; if there are none, in expanded sections. */
function findOpenElements(tree: CandidateTree): Set<number> {
  const { candidates } = tree;
  const popupIndexes = new Set<number>();
  const sectionIndexes = new Set<number>();
  for (const [i, { role, states }] of candidates.entries()) {
    if (states.expanded === true)
      for (const inner of findPopup(tree, i)) (states.haspopup ? popupIndexes : sectionIndexes).add(inner);
    else if (POPUP_ROLES.has(role)) for (const inner of findDescendants(tree, i)) popupIndexes.add(inner);
  }
  return popupIndexes.size > 0 ? popupIndexes : sectionIndexes;
}

/** 0–1 per candidate, negative for the anchor itself. */
export function* scoreRelation(
  { kind, anchor }: Relation,
  index: WordIndex,
  tree: CandidateTree,
): Steps<Float64Array> {
  const { candidates } = tree;
  if (kind === 'within' && ANY_OPEN_ELEMENT.test(anchor)) {
    const openElements = findOpenElements(tree);
    return Float64Array.from(candidates, (_, i) => (openElements.has(i) ? 1 : 0));
  }
  const { query } = scoreWords(anchor, index);
  // Under a heading or in a row, surroundings count more than distances.
  const usesSurroundings = kind === 'within' || kind === 'below';
  const scores = usesSurroundings
    ? yield* scoreSurroundings(tree, index, query.words, { includeOwnContent: true })
    : new Float64Array(candidates.length);
  yield;
  const anchors = findAnchors(anchor, index);
  yield;
  for (const { candidateIndex, fit } of anchors) {
    const { box } = candidates[candidateIndex]!;
    for (const [i, candidate] of candidates.entries()) {
      if (i % CANDIDATES_PER_STEP === 0) yield;
      if (i !== candidateIndex)
        scores[i] = Math.max(scores[i]!, fit * scoreSpatialRelation(kind, candidate.box, box));
    }
    if (kind === 'within' && fit > 0.9 && canOpen(candidates[candidateIndex]!))
      for (const i of findPopup(tree, candidateIndex)) scores[i] = 1;
  }
  // If a caption can be the anchor, the control of that name may be meant.
  const anchorMayBeCaption = anchors.some(({ candidateIndex }) => !candidates[candidateIndex]!.interactive);
  for (const { candidateIndex, fit } of anchors)
    if (fit > 0.9 && kind !== 'within' && !(anchorMayBeCaption && candidates[candidateIndex]!.interactive))
      scores[candidateIndex] = -0.5;
  return scores;
}

/**
 * Scores "… in Backlog" and "… under Today", where no noun says what Backlog is. It is a place only if the page has
 * a heading or region of that name.
 *
 * @returns null if it has no such heading
 */
export function scoreUnderHeading(anchor: string, { candidates }: CandidateTree): Float64Array | null {
  const anchorWords = splitQueryWords(anchor);
  const results = new Map<string, boolean>();
  const matchesAnchor = (section: string): boolean => {
    let isMatch = results.get(section);
    if (isMatch === undefined) {
      const words = splitIntoWords(section);
      isMatch =
        words.length > 0 &&
        words.length <= anchorWords.length + 3 &&
        anchorWords.every((word) => words.includes(word));
      results.set(section, isMatch);
    }
    return isMatch;
  };
  const scores = Float64Array.from(candidates, ({ section }) => (matchesAnchor(section) ? 1 : 0));
  return scores.some((score) => score > 0) ? scores : null;
}
