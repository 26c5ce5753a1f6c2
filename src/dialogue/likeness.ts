/**
 * `{ similar: … }`: sentences with the same meaning. The model is slow, so all comparisons of a script are computed before
 * anything is decided, and matching only looks them up.
 */
import type { Path } from './complaints.js';
import type { TextMatch } from './matchers.js';
import type { Scenario } from './schema/scenario.js';

export interface Compared {
  path: Path;
  sentence: string;
}

/** Every sentence that a script compares with, and its location. */
export function comparedSentences({ dialogue, replies }: Pick<Scenario, 'dialogue' | 'replies'>): Compared[] {
  return [
    ...replies.flatMap(({ about }, i) => similarIn(about, ['replies', i, 'about'])),
    ...dialogue.flatMap(({ when, expect }, i) => [
      ...(when === 'done' ? [] : similarIn(when.asks, ['dialogue', i, 'when', 'asks'])),
      ...expect.flatMap((expectation, j) =>
        (['asks', 'says', 'never_asks', 'never_says'] as const).flatMap((key) =>
          similarIn(expectation[key], ['dialogue', i, 'expect', j, key]),
        ),
      ),
    ]),
  ];
}

function similarIn(match: TextMatch | undefined, path: Path): Compared[] {
  if (match === undefined || typeof match === 'string') return [];
  if (Array.isArray(match)) return match.flatMap((part, i) => similarIn(part, [...path, i]));
  return [
    ...(match.similar === undefined ? [] : [{ path, sentence: match.similar }]),
    ...similarIn(match.all, [...path, 'all']),
    ...similarIn(match.any, [...path, 'any']),
  ];
}

/** The parts of an utterance that are compared: the whole, and each sentence. */
export function comparable(said: string): string[] {
  const sentences = said
    .split(/(?<=[.!?؟？…])\s+|\n+/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim());
  return [...new Set([said.replace(/\s+/g, ' ').trim(), ...sentences])].filter((sentence) => sentence !== '');
}
