/** The words of a query as the page's elements are searched for them: weighted, and forgiving slips. */
import { distance } from 'fastest-levenshtein';

import type { RankQuery } from '../contract/index.js';
import { synonymsOf } from './synonyms.js';
import { queryWords, wordsOf } from './words.js';

/** A value to be typed says little about where to type it. */
const VALUE_WEIGHT = 0.3;

/** Words with weights: a quoted text right after a typing verb is a value, not a label. */
export function weighted(query: string): Map<string, number> {
  const weights = new Map<string, number>();
  const value =
    /\b(?:type|enter|write|input|put|search(?: for)?|fill in|paste)\s+(["“'‘])(.+?)["”'’](?=\s|$|[.,])/i.exec(
      query,
    );
  const valueWords = new Set(value ? wordsOf(value[2]!) : []);
  const rest = value ? queryWords(query.replace(value[0], ' ')) : [];
  for (const word of queryWords(query))
    weights.set(word, valueWords.has(word) && !rest.includes(word) ? VALUE_WEIGHT : 1);
  return weights;
}

/** A word that was misspelt counts for less than one that was not. */
const GUESSED_WEIGHT = 0.6;

/** Another word for it, on the page where the word itself may be too. */
const SYNONYM_WEIGHT = 0.5;

/** How far a misspelt word may be from what was meant: one slip in a short word, two in a long one. */
function near(word: string, other: string): boolean {
  if (word.length < 4 || other.length < 4 || word[0] !== other[0]) return false;
  const allowed = Math.min(word.length, other.length) >= 6 ? 2 : 1;
  if (Math.abs(word.length - other.length) > allowed) return false;
  const apart = distance(word, other);
  // Two neighbouring letters swapped are one slip, though two edits.
  return (
    apart <= allowed ||
    (apart === 2 && word.length === other.length && [...word].sort().join('') === [...other].sort().join(''))
  );
}

/**
 * The query as this page's words: a word that no document has gives way to those it is likely a slip of;
 * where nothing of the query is on the page at all, the words that only say how to act are tried too.
 */
export function onThisPage(
  query: string,
  weights: Map<string, number>,
  vocabulary: ReadonlySet<string>,
): Map<string, number> {
  const out = new Map<string, number>();
  for (const [word, weight] of weights) {
    if (vocabulary.has(word)) out.set(word, weight);
    else
      for (const known of vocabulary)
        if (near(word, known) && !out.has(known)) out.set(known, weight * GUESSED_WEIGHT);
  }
  // Icons and habits have other words for the same thing; what was really said counts more.
  for (const [word, weight] of weights)
    for (const other of synonymsOf(word))
      if (vocabulary.has(other) && !out.has(other)) out.set(other, weight * SYNONYM_WEIGHT);
  if (out.size === 0) for (const word of wordsOf(query)) if (vocabulary.has(word)) out.set(word, 1);
  return out.size > 0 ? out : weights;
}

/** Parts what was said from what went before it, in the one-line form that the encoder was trained on. */
export function queryOf(line: string): RankQuery {
  const [text, before] = line.split(' | before: ');
  return { text: text!, before: before ? before.split('; ').map((one) => one.trim()) : [] };
}

/** The other way round. */
export function lineOf({ text, before }: RankQuery): string {
  return before.length ? `${text} | before: ${before.slice(-4).join('; ')}` : text;
}
