/** "the cheapest flight", "the card with the greatest number": parses phrases that select one element by comparison. */
import { SUPERLATIVES } from '../lexicon/best.js';
import { anyOf } from '../text.js';
import type { Best } from './steps.js';

const WORDS = anyOf(Object.keys(SUPERLATIVES));
const inFront = new RegExp(`^(?:the )?(${WORDS})(?: (?:of the|of these))?\\s+(.+)$`, 'iu');
const behind = new RegExp(
  `^(.+?),? (?:with|that has|which has|having|of|that costs|at) the (${WORDS}|most|least|best) (\\p{L}+(?: \\p{L}+)?)$`,
  'iu',
);

const GENERAL = new Set(['number', 'duration', 'date', 'time']);

function bestOf(word: string, phrase: string | null): Best {
  const [by, way] = SUPERLATIVES[word.toLowerCase()] ?? ['number', /^least$/iu.test(word) ? 'least' : 'most'];
  return { way, by: phrase?.toLowerCase() ?? by };
}

/** Splits a phrase into the rest and its comparison; null if it has none. */
export function readSuperlative(text: string): { rest: string; best: Best } | null {
  const m = behind.exec(text);
  if (m) return { rest: m[1]!, best: bestOf(m[2]!, m[3]!) };
  const front = inFront.exec(text);
  // "Latest news" with a capital is a name.
  if (!front || /^\p{Lu}/u.test(front[1]!) || !/^\p{Ll}/u.test(front[2]!)) return null;
  const [by] = SUPERLATIVES[front[1]!.toLowerCase()]!;
  const counted =
    GENERAL.has(by) && /^(?:number|price|cost|time|date|value|amount|score|rating)$/iu.test(front[2]!);
  return counted ? null : { rest: front[2]!, best: bestOf(front[1]!, null) };
}
