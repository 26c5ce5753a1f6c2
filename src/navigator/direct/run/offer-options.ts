/** Builds questions that let the instructor choose among candidates. */
import type { Candidate } from '../../../contract/index.js';
import { haveSameEffect } from '../ground/ground.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import type { Target } from '../language/steps.js';
import type { Move } from './types.js';

/** Asks the instructor to choose from several elements. */
export const offerOptions = (
  text: string,
  candidates: readonly Candidate[],
  descriptions: readonly string[],
): Move => ({
  kind: 'ask',
  text,
  openQuestion: {
    kind: 'which',
    options: candidates.map((c, i) => ({ uid: c.uid, name: getName(c), description: descriptions[i]! })),
  },
});

/** Appends the place to the target's name: "Add to basket" may exist, but not "Add to basket for the teapot". */
export function appendPlace({ text, interpretations }: Target): string {
  const { place } = interpretations[0];
  return place && !text.includes(place.words)
    ? `${text} ${RELATION_PREPOSITIONS[place.relation] ?? place.relation} ${place.words}`
    : text;
}

const RELATION_PREPOSITIONS: Readonly<Record<string, string>> = { near: 'next to' };

/** Adds the elements that have the same name as a candidate: "the “Drop” link" could be any of five links. */
export function addNamesakes(
  candidates: readonly Candidate[],
  scoreSuitability: (c: Candidate) => number,
  view: View,
): Candidate[] {
  const withNamesakes = candidates.flatMap((candidate) => [
    candidate,
    ...view.candidates.filter(
      (c) =>
        !haveSameEffect(c, candidate, view) &&
        c.interactive &&
        c.role === candidate.role &&
        scoreSuitability(c) > 0 &&
        getName(c) === getName(candidate),
    ),
  ]);
  return [...new Map(withNamesakes.map((c) => [c.uid, c])).values()].sort((a, b) => a.order - b.order);
}
