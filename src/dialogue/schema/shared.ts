/** Building blocks of the schema: maps with exact keys, numbers that may be texts, URLs and patterns. */
import * as z from 'zod';

import { ARIA_ROLES } from '../aria-roles.js';
import { findGlobError } from '../globs.js';
import { didYouMean } from '../suggest.js';

/** A map with exactly these keys. The message of an unknown key lists the known ones, for “did you mean”. */
export function map<S extends z.core.$ZodLooseShape>(shape: S) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(shape).join(' ') : undefined),
  });
}

/** A refinement that requires exactly one of these keys. */
export function exactlyOne(keys: readonly string[], message: string) {
  return (value: object, context: z.RefinementCtx): void => {
    const given = keys.filter((key) => (value as Record<string, unknown>)[key] !== undefined);
    if (given.length === 0) context.addIssue({ code: 'custom', message, params: { noKeyGiven: true } });
    if (given.length > 1) {
      context.addIssue({
        code: 'custom',
        message: `has ${given.join(' and ')}, but only one of them is allowed`,
      });
    }
  };
}

/** A refinement by a function that returns the error of a text, or null. */
export function checkedBy(findError: (text: string) => string | null) {
  return (text: string, context: z.RefinementCtx): void => {
    const error = findError(text);
    if (error) context.addIssue({ code: 'custom', message: error });
  };
}

export const nonEmpty = z.string().refine((value) => value.trim() !== '', 'is empty');

/** A number, or its text, which variables produce. */
export const numeric = (number: z.ZodNumber): z.ZodType<number, number | string> =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value),
    number,
  );
export const nonNegativeInteger = numeric(z.int('must be a whole number').min(0, 'must be 0 or more'));
export const positiveInteger = numeric(z.int('must be a whole number').min(1, 'must be 1 or more'));

export const list = <T extends z.ZodType>(item: T) => z.array(item).min(1, 'is an empty list');

export const glob = nonEmpty.superRefine(checkedBy(findGlobError));

export const role = nonEmpty.superRefine(
  checkedBy((name) =>
    ARIA_ROLES.has(name) ? null : `"${name}" is not an ARIA role.${didYouMean(name, ARIA_ROLES)}`,
  ),
);

export const webAddress = nonEmpty.superRefine(
  checkedBy((text) =>
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
  nonEmpty,
);
