/**
 * Compares the navigator's sentences with a script's sentences. A model computes the similarities asynchronously, before
 * each decision. Deciding and judging only look them up, so they stay pure.
 */
import type { Exchange } from '../contract/index.js';
import { splitForComparison, findComparedSentences, type SentenceSimilarity } from '../dialogue/index.js';
import type { ScriptDialogue } from './script-decide.js';

/** Returns the similarity of each script sentence to each navigator sentence; 1 means equal. */
export type CompareSentences = (
  expectedSentences: readonly string[],
  navigatorSentences: readonly string[],
  signal: AbortSignal,
) => Promise<readonly ArrayLike<number>[]>;

export interface SimilarityTable {
  /** Compares the sentences that are new since the last call. */
  update(exchange: Exchange, signal: AbortSignal): Promise<void>;
  /** Looks up the highest similarity among the text's sentences and the whole text. */
  lookUp: SentenceSimilarity;
}

export function createSimilarityTable(
  script: ScriptDialogue,
  compare: CompareSentences | undefined,
): SimilarityTable {
  const expectedSentences = [...new Set(findComparedSentences(script).map(({ sentence }) => sentence))];
  /** The similarity of each navigator sentence to each expected sentence, in the order of `expectedSentences`. */
  const similarities = new Map<string, readonly number[]>();
  return {
    async update({ turns }, signal) {
      if (expectedSentences.length === 0) return;
      if (!compare) throw new Error('A script that uses `similar` needs a sentence model.');
      const navigatorSentences = turns.flatMap((turn) =>
        turn.type === 'say' && turn.speaker === 'navigator' ? splitForComparison(turn.text) : [],
      );
      const newSentences = [...new Set(navigatorSentences)].filter((sentence) => !similarities.has(sentence));
      if (newSentences.length === 0) return;
      const rows = await compare(expectedSentences, newSentences, signal);
      newSentences.forEach((sentence, i) =>
        similarities.set(
          sentence,
          rows.map((row) => row[i] ?? 0),
        ),
      );
    },
    lookUp(sentence, text) {
      const index = expectedSentences.indexOf(sentence);
      return Math.max(
        -1,
        ...splitForComparison(text).map((spokenText) => similarities.get(spokenText)?.[index] ?? -1),
      );
    },
  };
}
