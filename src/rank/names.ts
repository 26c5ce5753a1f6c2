/** Reads the names of an element, and scores how much of a query they cover. */
import type { Candidate } from '../contract/index.js';
import type { PageQuery } from './query.js';
import { queryWords } from './words.js';

export function namesOf({ name, text, attributes }: Candidate): string[] {
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

/** `Sign-up now` → sign, up, signup, now, and signup, now, because hyphens are optional. */
function splitVariants(name: string): readonly (readonly string[])[] {
  let spellingWords = variantCache.get(name);
  if (!spellingWords) {
    const spellings = name.includes('-') ? [name, name.replaceAll('-', '')] : [name];
    spellingWords = spellings
      .map((spelling) => [...new Set(queryWords(spelling))])
      .filter((words) => words.length > 0);
    if (variantCache.size >= MAX_CACHED_NAMES) variantCache.clear();
    variantCache.set(name, spellingWords);
  }
  return spellingWords;
}

export function splitNames(names: readonly string[]): readonly (readonly string[])[] {
  return [...new Set(names)].flatMap((name) => (name ? splitVariants(name) : []));
}

/** Share of the query's weight covered by the best name whose words are all in the query; 0 if none is. */
export function scoreNames(
  names: readonly (readonly string[])[],
  { words: query, totalWeight }: PageQuery,
): number {
  let best = 0;
  for (const words of names) {
    let covered = 0;
    for (const word of words) {
      const weight = query.get(word);
      if (weight === undefined) {
        covered = 0;
        break;
      }
      covered += weight;
    }
    if (covered > best) best = covered;
  }
  return totalWeight > 0 ? Math.min(1, best / totalWeight) : 0;
}
