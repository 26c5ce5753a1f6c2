/** Finds where JSON differs from an expectation. */
import { collapse } from '../matchers.js';
import { excerpt } from './poll.js';

/** The first difference between a body and the expected JSON; null if the body contains all of it. */
export function jsonFault(wanted: unknown, body: string): string | null {
  let given: unknown;
  try {
    given = JSON.parse(body);
  } catch {
    return `no JSON, but ${excerpt(collapse(body)) || 'an empty body'}`;
  }
  return jsonDifference(wanted, given, '');
}

/** Maps may hold more than is expected; lists have the same length; everything else is equal. */
export function jsonDifference(wanted: unknown, given: unknown, path: string): string | null {
  const differs = (): string => `${path && `${path} is `}${excerpt(JSON.stringify(given) ?? 'missing')}`;
  if (Array.isArray(wanted)) {
    if (!Array.isArray(given)) return differs();
    if (given.length !== wanted.length)
      return `${path ? `${path} has` : 'a list of'} ${entries(given.length)}, not ${wanted.length}`;
    return firstOf(wanted.map((item, i) => () => jsonDifference(item, given[i], `${path}[${i}]`)));
  }
  if (typeof wanted === 'object' && wanted !== null) {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return differs();
    return firstOf(
      Object.keys(wanted).map((key) => () => {
        const at = path ? `${path}.${key}` : key;
        if (!Object.hasOwn(given, key)) return `${at} is missing`;
        return jsonDifference(
          (wanted as Record<string, unknown>)[key],
          (given as Record<string, unknown>)[key],
          at,
        );
      }),
    );
  }
  return wanted === given ? null : differs();
}

const entries = (count: number): string => (count === 1 ? '1 entry' : `${count} entries`);

function firstOf(looks: (() => string | null)[]): string | null {
  for (const look of looks) {
    const found = look();
    if (found !== null) return found;
  }
  return null;
}
