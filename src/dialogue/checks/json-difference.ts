/** Finds where JSON differs from an expectation. */
import { collapseWhitespace } from '../matchers.js';
import { toExcerpt } from './poll.js';

/** Returns the first difference between a response body and the expected JSON; null if the body contains all of it. */
export function findBodyDifference(expected: unknown, body: string): string | null {
  let actual: unknown;
  try {
    actual = JSON.parse(body);
  } catch {
    return `no JSON, but ${toExcerpt(collapseWhitespace(body)) || 'an empty body'}`;
  }
  return findJsonDifference(expected, actual, '');
}

/** Returns the first difference, or null. Maps may contain more keys than expected; lists must have the same length. */
export function findJsonDifference(expected: unknown, actual: unknown, path: string): string | null {
  const describeDifference = (): string =>
    `${path && `${path} is `}${toExcerpt(JSON.stringify(actual) ?? 'missing')}`;
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return describeDifference();
    if (actual.length !== expected.length)
      return `${path ? `${path} has` : 'a list of'} ${formatEntryCount(actual.length)}, not ${expected.length}`;
    return findFirstDifference(
      expected.map((item, i) => () => findJsonDifference(item, actual[i], `${path}[${i}]`)),
    );
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) return describeDifference();
    return findFirstDifference(
      Object.keys(expected).map((key) => () => {
        const childPath = path ? `${path}.${key}` : key;
        if (!Object.hasOwn(actual, key)) return `${childPath} is missing`;
        return findJsonDifference(
          (expected as Record<string, unknown>)[key],
          (actual as Record<string, unknown>)[key],
          childPath,
        );
      }),
    );
  }
  return expected === actual ? null : describeDifference();
}

const formatEntryCount = (count: number): string => (count === 1 ? '1 entry' : `${count} entries`);

function findFirstDifference(searches: (() => string | null)[]): string | null {
  for (const search of searches) {
    const difference = search();
    if (difference !== null) return difference;
  }
  return null;
}
