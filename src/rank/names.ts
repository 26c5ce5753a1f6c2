/** Names by which people call an element, and how much of a query one of them covers. */
import type { Candidate } from '../contract/index.js';
import { queryWords } from './words.js';

/** Share of the query's words that a name covers, when all the words of the name are in the query; else 0. */
export function namedShare(name: string, query: ReadonlyMap<string, number>): number {
  const words = [queryWords(name), queryWords(name.replaceAll('-', ''))]
    .map((variant) => new Set(variant))
    .find((variant) => variant.size > 0 && [...variant].every((word) => query.has(word)));
  if (!words) return 0;
  let covered = 0;
  let total = 0;
  for (const [word, weight] of query) {
    total += weight;
    if (words.has(word)) covered += weight;
  }
  return total > 0 ? covered / total : 0;
}

export function namesOf(candidate: Candidate): string[] {
  const { name, text, attributes } = candidate;
  return [
    name,
    text.length <= 80 ? text : '',
    attributes.placeholder ?? '',
    attributes.title ?? '',
    attributes['aria-label'] ?? '',
  ];
}
