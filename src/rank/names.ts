/** Names of an element, and how much of a query each covers. */
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

const known = new Map<string, readonly (readonly string[])[]>();
const MAX_KNOWN = 30_000;

/** `Sign-up now` → sign, up, signup, now, and signup, now, because hyphens are optional. */
function variants(name: string): readonly (readonly string[])[] {
  let found = known.get(name);
  if (!found) {
    const ways = name.includes('-') ? [name, name.replaceAll('-', '')] : [name];
    found = ways.map((way) => [...new Set(queryWords(way))]).filter((words) => words.length > 0);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(name, found);
  }
  return found;
}

export function nameWords(names: readonly string[]): readonly (readonly string[])[] {
  return [...new Set(names)].flatMap((name) => (name ? variants(name) : []));
}

/** Share of the query's weight covered by the best name whose words are all in the query; 0 if none is. */
export function namedShare(names: readonly (readonly string[])[], { words: query, said }: PageQuery): number {
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
  return said > 0 ? Math.min(1, best / said) : 0;
}
