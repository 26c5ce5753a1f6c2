/** Parses phrases that select one element by comparison: "the cheapest flight", "the card with the greatest number". */
import { SUPERLATIVES } from '../lexicon/superlatives.js';
import { toAlternation } from '../text.js';
import type { Superlative } from './steps.js';

const WORDS = toAlternation(Object.keys(SUPERLATIVES));
const SUPERLATIVE_BEFORE = new RegExp(`^(?:the )?(${WORDS})(?: (?:of the|of these))?\\s+(.+)$`, 'iu');
const SUPERLATIVE_AFTER = new RegExp(
  `^(.+?),? (?:with|that has|which has|having|of|that costs|at) the (${WORDS}|most|least|best) (\\p{L}+(?: \\p{L}+)?)$`,
  'iu',
);

const GENERAL_MEASURES = new Set(['number', 'duration', 'date', 'time']);

function createSuperlative(word: string, phrase: string | null): Superlative {
  const [measure, direction] = SUPERLATIVES[word.toLowerCase()] ?? [
    'number',
    /^least$/iu.test(word) ? 'least' : 'most',
  ];
  return { direction, measure: phrase?.toLowerCase() ?? measure };
}

/** Splits a phrase into the rest and its comparison; null if it has none. */
export function readSuperlative(text: string): { rest: string; superlative: Superlative } | null {
  const m = SUPERLATIVE_AFTER.exec(text);
  if (m) return { rest: m[1]!, superlative: createSuperlative(m[2]!, m[3]!) };
  const leadingMatch = SUPERLATIVE_BEFORE.exec(text);
  // "Latest news" with a capital is a name.
  if (!leadingMatch || /^\p{Lu}/u.test(leadingMatch[1]!) || !/^\p{Ll}/u.test(leadingMatch[2]!)) return null;
  const [measure] = SUPERLATIVES[leadingMatch[1]!.toLowerCase()]!;
  const isMeasureName =
    GENERAL_MEASURES.has(measure) &&
    /^(?:number|price|cost|time|date|value|amount|score|rating)$/iu.test(leadingMatch[2]!);
  return isMeasureName
    ? null
    : { rest: leadingMatch[2]!, superlative: createSuperlative(leadingMatch[1]!, null) };
}
