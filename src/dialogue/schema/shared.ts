/** Building blocks of the schema of scenarios: URLs, patterns and roles. */
import * as z from 'zod';

import { ARIA_ROLES } from '../aria-roles.js';
import { findGlobError } from '../globs.js';
import { createRefinement, formatSuggestion, nonEmptyText } from '../../yaml/index.js';

/** Creates a refinement that requires exactly one of these keys. */
export function requireExactlyOne(keys: readonly string[], message: string) {
  return (value: object, context: z.RefinementCtx): void => {
    const givenKeys = keys.filter((key) => (value as Record<string, unknown>)[key] !== undefined);
    if (givenKeys.length === 0) context.addIssue({ code: 'custom', message, params: { noKeyGiven: true } });
    if (givenKeys.length > 1) {
      context.addIssue({
        code: 'custom',
        message: `has ${givenKeys.join(' and ')}, but only one of them is allowed`,
      });
    }
  };
}

export const glob = nonEmptyText.superRefine(createRefinement(findGlobError));

export const role = nonEmptyText.superRefine(
  createRefinement((name) =>
    ARIA_ROLES.has(name) ? null : `"${name}" is not an ARIA role.${formatSuggestion(name, ARIA_ROLES)}`,
  ),
);

export const webAddress = nonEmptyText.superRefine(
  createRefinement((text) =>
    URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
      ? null
      : `"${text}" is not a web address; write it in full, starting with http:// or https://`,
  ),
);

/** Any JSON value. The readers produce no other values. */
export const json = z.unknown();

/** Headers of a request, by name. */
export const headers = z.record(
  z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is not a valid header name'),
  nonEmptyText,
);
