/**
 * Similarity of the navigator's sentences to the sentences of a script. A model computes it asynchronously, so new
 * sentences are compared before each decision. Deciding and judging then only look up results and stay pure.
 */
import type { Exchange } from '../contract/index.js';
import { comparable, comparedSentences, type Likeness } from '../dialogue/index.js';
import type { ScriptDialogue } from './script-decide.js';

/** Returns, for each sentence of the script, its similarity to each sentence of the navigator; 1 means equal. */
export type Compare = (
  expected: readonly string[],
  said: readonly string[],
  signal: AbortSignal,
) => Promise<readonly ArrayLike<number>[]>;

export interface Likenesses {
  /** Compares the sentences that are new since the last call. */
  learn(exchange: Exchange, signal: AbortSignal): Promise<void>;
  /** Looks up the similarity of the most similar sentence, or of the whole text. */
  of: Likeness;
}

export function createLikenesses(script: ScriptDialogue, compare: Compare | undefined): Likenesses {
  const expected = [...new Set(comparedSentences(script).map(({ sentence }) => sentence))];
  /** By what was said, then in the order of what is expected. */
  const known = new Map<string, readonly number[]>();
  return {
    async learn({ turns }, signal) {
      if (expected.length === 0) return;
      if (!compare) throw new Error('A script that uses `similar` needs a sentence model.');
      const said = turns.flatMap((turn) =>
        turn.type === 'say' && turn.speaker === 'navigator' ? comparable(turn.text) : [],
      );
      const fresh = [...new Set(said)].filter((sentence) => !known.has(sentence));
      if (fresh.length === 0) return;
      const columns = await compare(expected, fresh, signal);
      fresh.forEach((sentence, i) =>
        known.set(
          sentence,
          columns.map((column) => column[i] ?? 0),
        ),
      );
    },
    of(sentence, said) {
      const at = expected.indexOf(sentence);
      return Math.max(-1, ...comparable(said).map((part) => known.get(part)?.[at] ?? -1));
    },
  };
}
