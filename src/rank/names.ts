/** Reads the names of an element, and scores how much of a query they cover. */
import type { Candidate } from '../contract/index.js';
import type { PageQuery } from './query.js';
import { splitQueryWords } from './words.js';

export function listNames({ name, text, attributes }: Candidate): string[] {
  return [
    name,
    text.length <= 80 ? text : '',
    attributes.placeholder ?? '',
    attributes.title ?? '',
    attributes['aria-label'] ?? '',
  ];
}

const variantCache = new Map<string, readonly (readonly string[])[]>();
const MAX_CACHED_NAMES = 30_000;

/** `Sign-up now` has two variants, because hyphens are optional: sign, up, signup, now; and signup, now. */
function splitVariants(name: string): readonly (readonly string[])[] {
  let wordsBySpelling = variantCache.get(name);
  if (!wordsBySpelling) {
    const spellings = name.includes('-') ? [name, name.replaceAll('-', '')] : [name];
    wordsBySpelling = spellings
      .map((spelling) => [...new Set(splitQueryWords(spelling))])
      .filter((words) => words.length > 0);
    if (variantCache.size >= MAX_CACHED_NAMES) variantCache.clear();
    variantCache.set(name, wordsBySpelling);
  }
  return wordsBySpelling;
}

export function splitNames(names: readonly string[]): readonly (readonly string[])[] {
  return [...new Set(names)].flatMap((name) => (name ? splitVariants(name) : []));
}

/** Share of the query's weight covered by the best name whose words are all in the query; 0 if none is. */
export function scoreNames(
  names: readonly (readonly string[])[],
  { words: query, totalWeight }: PageQuery,
): number {
  let bestWeight = 0;
  for (const words of names) {
    let coveredWeight = 0;
    for (const word of words) {
      const weight = query.get(word);
      if (weight === undefined) {
        coveredWeight = 0;
        break;
      }
      coveredWeight += weight;
    }
    if (coveredWeight > bestWeight) bestWeight = coveredWeight;
  }
  return totalWeight > 0 ? Math.min(1, bestWeight / totalWeight) : 0;
}
