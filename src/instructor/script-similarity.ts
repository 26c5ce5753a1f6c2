/**
 * Similarity of the navigator's sentences to the sentences of a script. A model computes it asynchronously, so new
 * sentences are compared before each decision. Deciding and judging then only look up results and stay pure.
 */
import type { Exchange } from '../contract/index.js';
import { splitForComparison, findComparedSentences, type SentenceSimilarity } from '../dialogue/index.js';
import type { ScriptDialogue } from './script-decide.js';

/** Returns, for each sentence of the script, its similarity to each sentence of the navigator; 1 means equal. */
export type CompareSentences = (
  expected: readonly string[],
  spoken: readonly string[],
  signal: AbortSignal,
) => Promise<readonly ArrayLike<number>[]>;

export interface SimilarityTable {
  /** Compares the sentences that are new since the last call. */
  update(exchange: Exchange, signal: AbortSignal): Promise<void>;
  /** Looks up the similarity of the text's most similar sentence, or of the whole text if that is more similar. */
  lookUp: SentenceSimilarity;
}

export function createSimilarityTable(
  script: ScriptDialogue,
  compare: CompareSentences | undefined,
): SimilarityTable {
  const expected = [...new Set(findComparedSentences(script).map(({ sentence }) => sentence))];
  /** For each sentence of the navigator, its similarity to each expected sentence, in the order of `expected`. */
  const similarities = new Map<string, readonly number[]>();
  return {
    async update({ turns }, signal) {
      if (expected.length === 0) return;
      if (!compare) throw new Error('A script that uses `similar` needs a sentence model.');
      const utterances = turns.flatMap((turn) =>
        turn.type === 'say' && turn.speaker === 'navigator' ? splitForComparison(turn.text) : [],
      );
      const newSentences = [...new Set(utterances)].filter((sentence) => !similarities.has(sentence));
      if (newSentences.length === 0) return;
      const rows = await compare(expected, newSentences, signal);
      newSentences.forEach((sentence, i) =>
        similarities.set(
          sentence,
          rows.map((row) => row[i] ?? 0),
        ),
      );
    },
    lookUp(sentence, text) {
      const index = expected.indexOf(sentence);
      return Math.max(-1, ...splitForComparison(text).map((part) => similarities.get(part)?.[index] ?? -1));
    },
  };
}
