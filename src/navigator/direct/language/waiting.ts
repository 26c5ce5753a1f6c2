/** Parses "wait a moment", "wait 3 seconds" and "wait until the results appear". */
import { readNumber } from './numbers.js';
import type { Step } from './steps.js';

/** Duration of a wait without a stated duration. */
const DEFAULT_WAIT_MS = 2_000;
/** Duration of a wait for something to appear. */
const APPEARANCE_WAIT_MS = 10_000;
const MAX_WAIT_MS = 60_000;

/** Vague amounts, used only for waiting. */
const VAGUE_AMOUNTS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  another: 1,
  'a couple of': 2,
  'a few': 3,
  some: 3,
  'half a': 0.5,
};
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|milliseconds?)$/u, 1],
  [/^(?:s|secs?|seconds?)$/u, 1_000],
  [/^(?:mins?|minutes?)$/u, 60_000],
  [/^(?:moments?|bit|while|little|instant)$/u, DEFAULT_WAIT_MS],
];

const HOW_LONG =
  /^(?:for |about |around |at least |up to |just )*(\d+(?:[.,]\d+)?|a couple of|a few|half a|another|an?|some|(?:[a-z]+teen|[a-z]+ty|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?:-[a-z]+)?)? ?(ms|milliseconds?|s|secs?|seconds?|mins?|minutes?|moments?|bit|while|little|instant)\b/iu;

/** Words after "wait" that make it an instruction, not a filler ("wait, click Save"). */
export const WAIT_CONTINUATION =
  /^(?:for|until|till|about|up to|at least|just|\d|an? (?!click)|one|two|three|four|five|ten|twenty|thirty|half|some|another)\b/iu;

export function readWait(rest: string): Step {
  const match = HOW_LONG.exec(rest);
  const unit = match ? UNITS.find(([pattern]) => pattern.test(match[2]!.toLowerCase())) : undefined;
  if (match && unit) {
    const word = match[1]?.toLowerCase() ?? 'a';
    const amount = VAGUE_AMOUNTS[word] ?? readNumber(word.replace(',', '.')) ?? 1;
    return { do: 'wait', ms: Math.min(MAX_WAIT_MS, Math.round(amount * unit[1])) };
  }
  return { do: 'wait', ms: rest === '' ? DEFAULT_WAIT_MS : APPEARANCE_WAIT_MS };
}
