/**
 * `{ similar: … }` compares sentences by meaning. The model is slow, so a script's comparisons are all computed beforehand;
 * matching only looks them up.
 */
import type { KeyPath } from '../yaml/index.js';
import type { TextMatch } from './matchers.js';
import type { Scenario } from './schema/scenario.js';

export interface ComparedSentence {
  path: KeyPath;
  sentence: string;
}

/** Finds all `similar` sentences in a script, with their paths. */
export function findComparedSentences({
  dialogue,
  replies,
}: Pick<Scenario, 'dialogue' | 'replies'>): ComparedSentence[] {
  return [
    ...replies.flatMap(({ about }, i) => collectSimilarSentences(about, ['replies', i, 'about'])),
    ...dialogue.flatMap(({ when, expect }, i) => [
      ...(typeof when === 'string'
        ? []
        : collectSimilarSentences(when.asks, ['dialogue', i, 'when', 'asks'])),
      ...expect.flatMap((expectation, j) =>
        (['asks', 'says', 'never_asks', 'never_says'] as const).flatMap((key) =>
          collectSimilarSentences(expectation[key], ['dialogue', i, 'expect', j, key]),
        ),
      ),
    ]),
  ];
}

function collectSimilarSentences(match: TextMatch | undefined, path: KeyPath): ComparedSentence[] {
  if (match === undefined || typeof match === 'string') return [];
  if (Array.isArray(match))
    return match.flatMap((nestedMatch, i) => collectSimilarSentences(nestedMatch, [...path, i]));
  return [
    ...(match.similar === undefined ? [] : [{ path, sentence: match.similar }]),
    ...collectSimilarSentences(match.all, [...path, 'all']),
    ...collectSimilarSentences(match.any, [...path, 'any']),
  ];
}

/** Splits an utterance into the strings to compare: the whole utterance and each sentence. */
export function splitForComparison(utterance: string): string[] {
  const sentences = utterance
    .split(/(?<=[.!?؟？…])\s+|\n+/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim());
  return [...new Set([utterance.replace(/\s+/g, ' ').trim(), ...sentences])].filter(
    (sentence) => sentence !== '',
  );
}
