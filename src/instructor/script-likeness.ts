/**
 * How alike what the navigator said is to what a script compares it with. A model tells, which takes a moment; so
 * whatever is new is asked for before anything is decided, and deciding and judging look it up and stay pure.
 */
import type { Exchange } from '../contract/index.js';
import { comparable, comparedSentences, type Likeness } from '../dialogue/index.js';
import type { Script } from './script-decide.js';

/** For each wanted sentence how alike each of the said ones is, 1 for the same. */
export type Compare = (
  wanted: readonly string[],
  said: readonly string[],
  signal: AbortSignal,
) => Promise<readonly ArrayLike<number>[]>;

export interface Likenesses {
  /** Of all that was said so far. */
  learn(exchange: Exchange, signal: AbortSignal): Promise<void>;
  /** Of what was learned: that of the sentence which is most alike, or of all that was said at once. */
  of: Likeness;
}

export function createLikenesses(script: Script, compare: Compare | undefined): Likenesses {
  const wanted = [...new Set(comparedSentences(script).map(({ sentence }) => sentence))];
  /** By what was said, then in the order of what is wanted. */
  const known = new Map<string, readonly number[]>();
  return {
    async learn({ turns }, signal) {
      if (wanted.length === 0) return;
      if (!compare)
        throw new Error('a script that compares sentences needs somebody who tells how alike they are');
      const said = turns.flatMap((turn) =>
        turn.type === 'say' && turn.speaker === 'navigator' ? comparable(turn.text) : [],
      );
      const fresh = [...new Set(said)].filter((sentence) => !known.has(sentence));
      if (fresh.length === 0) return;
      const columns = await compare(wanted, fresh, signal);
      fresh.forEach((sentence, i) =>
        known.set(
          sentence,
          columns.map((column) => column[i] ?? 0),
        ),
      );
    },
    of(sentence, said) {
      const at = wanted.indexOf(sentence);
      return Math.max(-1, ...comparable(said).map((part) => known.get(part)?.[at] ?? -1));
    },
  };
}
