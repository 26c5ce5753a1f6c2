/** Offers candidates to the instructor if no element, or more than one, has the given name. */
import type { Candidate } from '../../../contract/index.js';
import { haveSameEffect } from '../ground/ground.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import type { Target } from '../language/steps.js';
import type { Move } from './types.js';

/** Asks the instructor to choose from several elements. */
export const offerOptions = (
  text: string,
  list: readonly Candidate[],
  descriptions: readonly string[],
): Move => ({
  kind: 'ask',
  text,
  pending: {
    kind: 'which',
    options: list.map((c, i) => ({ uid: c.uid, name: getName(c), description: descriptions[i]! })),
  },
});

/** Returns the name with its place: "Add to basket" may exist, but not for the teapot. */
export function addPlace({ text, readings }: Target): string {
  const { place } = readings[0];
  return place && !text.includes(place.words)
    ? `${text} ${RELATION[place.relation] ?? place.relation} ${place.words}`
    : text;
}

const RELATION: Readonly<Record<string, string>> = { near: 'next to' };

/** Adds all elements with the same name to each: "the “Drop” link" could be any of five. */
export function findNamesakes(
  list: readonly Candidate[],
  suits: (c: Candidate) => number,
  view: View,
): Candidate[] {
  const all = list.flatMap((one) => [
    one,
    ...view.candidates.filter(
      (c) =>
        !haveSameEffect(c, one, view) &&
        c.interactive &&
        c.role === one.role &&
        suits(c) > 0 &&
        getName(c) === getName(one),
    ),
  ]);
  return [...new Map(all.map((c) => [c.uid, c])).values()].sort((a, b) => a.order - b.order);
}
