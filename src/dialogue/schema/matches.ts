/** Text patterns. Every key takes the same forms; patterns for messages can also compare meaning. */
import * as z from 'zod';

import { type TextMatch, findRegexError } from '../matchers.js';
import { createRefinement, nonEmptyList, exactMap, nonEmptyText, numberOrText } from '../../yaml/index.js';
import { requireExactlyOne } from './shared.js';

/** A TypeScript scenario may also contain a RegExp, which is converted to its source text. */
type MatchInput =
  | string
  | RegExp
  | MatchInput[]
  | {
      all?: MatchInput[];
      any?: MatchInput[];
      equals?: string;
      similar?: string;
      min?: number | string;
    };

const FORMS = ['all', 'any', 'equals'] as const;

const createForms = (match: z.ZodType<TextMatch, MatchInput>) => ({
  all: nonEmptyList(match).optional(),
  any: nonEmptyList(match).optional(),
  equals: z.string().optional(),
});

/** A pattern for text from pages, servers and the recording. It matches words only. */
export const match: z.ZodType<TextMatch, MatchInput> = z
  .lazy(() =>
    z.union(
      [
        nonEmptyText.superRefine(createRefinement(findRegexError)),
        nonEmptyList(match),
        exactMap(createForms(match)).superRefine(
          requireExactlyOne(FORMS, 'must have one of all, any and equals'),
        ),
      ],
      'must be a string, a /regular expression/, a list of them, or {all: […]}, {any: […]}, {equals: "…"}',
    ),
  )
  .meta({ id: 'match' });

const similarity = numberOrText(z.number().gt(0, 'must be more than 0').max(1, 'must be 1 or less'));

/** A pattern for the navigator's messages. It matches words or the meaning of a sentence. */
export const saying: z.ZodType<TextMatch, MatchInput> = z
  .lazy(() =>
    z.union(
      [
        nonEmptyText.superRefine(createRefinement(findRegexError)),
        nonEmptyList(saying),
        exactMap({ ...createForms(saying), similar: nonEmptyText.optional(), min: similarity.optional() })
          .superRefine(
            requireExactlyOne([...FORMS, 'similar'], 'must have one of all, any, equals and similar'),
          )
          .refine(({ min, similar }) => min === undefined || similar !== undefined, {
            message: 'is only allowed with similar: the minimum similarity, 0.8 by default',
            path: ['min'],
          }),
      ],
      'must be a string, a /regular expression/, a list of them, or {all: […]}, {any: […]}, {equals: "…"}, {similar: "…"}',
    ),
  )
  .meta({ id: 'saying' });
