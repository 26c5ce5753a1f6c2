/**
 * `{ similar: … }`: sentences that mean the same in other words. How alike two of them are a model tells, which takes
 * a moment; so it is asked for all that a script compares before anything is decided, and matching only looks it up.
 */
import type { Path } from './complaints.js';
import type { TextMatch } from './matchers.js';
import type { Scenario } from './schema/scenario.js';

export interface Compared {
  path: Path;
  sentence: string;
}

/** Every sentence that a script compares what is said with, where it is written. */
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

/** What of an utterance is compared: the whole of it, and each of its sentences. */
export function comparable(said: string): string[] {
  const sentences = said
    .split(/(?<=[.!?؟？…])\s+|\n+/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim());
  return [...new Set([said.replace(/\s+/g, ' ').trim(), ...sentences])].filter((sentence) => sentence !== '');
}
