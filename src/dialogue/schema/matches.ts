/** Which texts are meant: the one form that every place of the language uses; what is said may also be compared. */
import { z } from 'zod';

import { type TextMatch, regexFault } from '../matchers.js';
import { exactlyOne, filled, list, map, numeric, sound } from './shared.js';

/** In TypeScript also a regular expression itself; it is read as the text that it is written as. */
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

const forms = (match: z.ZodType<TextMatch, MatchInput>) => ({
  all: list(match).optional(),
  any: list(match).optional(),
  equals: z.string().optional(),
});

/** Of a page, a server or the record: its words alone. */
export const match: z.ZodType<TextMatch, MatchInput> = z
  .lazy(() =>
    z.union(
      [
        filled.superRefine(sound(regexFault)),
        list(match),
        map(forms(match)).superRefine(exactlyOne(FORMS, 'must have one of all, any and equals')),
      ],
      'must be a text, a /regular expression/, a list of them, or {all: […]}, {any: […]}, {equals: "…"}',
    ),
  )
  .meta({ id: 'match' });

const alike = numeric(z.number().gt(0, 'must be more than 0').max(1, 'must be 1 or less'));

/** Of what the navigator says: its words, or sentences that mean the same. */
export const saying: z.ZodType<TextMatch, MatchInput> = z
  .lazy(() =>
    z.union(
      [
        filled.superRefine(sound(regexFault)),
        list(saying),
        map({ ...forms(saying), similar: filled.optional(), min: alike.optional() })
          .superRefine(exactlyOne([...FORMS, 'similar'], 'must have one of all, any, equals and similar'))
          .refine(({ min, similar }) => min === undefined || similar !== undefined, {
            message: 'goes with similar: it is how alike the sentences must be, 0.8 if left out',
            path: ['min'],
          }),
      ],
      'must be a text, a /regular expression/, a list of them, or {all: […]}, {any: […]}, {equals: "…"}, {similar: "…"}',
    ),
  )
  .meta({ id: 'saying' });
