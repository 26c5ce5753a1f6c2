/** Building blocks for schemas, such as maps with exact keys, and numbers that may be written as text. */
import * as z from 'zod';

/** A map with exactly these keys. The issue for an unknown key lists the known keys, for suggestions. */
export function exactMap<S extends z.core.$ZodLooseShape>(shape: S) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(shape).join(' ') : undefined),
  });
}

/** Creates a refinement from a function that returns an error message, or null. */
export function createRefinement(findError: (text: string) => string | null) {
  return (text: string, context: z.RefinementCtx): void => {
    const error = findError(text);
    if (error) context.addIssue({ code: 'custom', message: error });
  };
}

export const nonEmptyText = z.string().refine((value) => value.trim() !== '', 'is empty');

/** A number, or a number as text, which variables produce. */
export const numberOrText = (number: z.ZodNumber): z.ZodType<number, number | string> =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value),
    number,
  );
export const nonNegativeInteger = numberOrText(z.int('must be a whole number').min(0, 'must be 0 or more'));
export const positiveInteger = numberOrText(z.int('must be a whole number').min(1, 'must be 1 or more'));

export const nonEmptyList = <T extends z.ZodType>(item: T) => z.array(item).min(1, 'is an empty list');
