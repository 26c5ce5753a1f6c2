/** Which texts are meant: the one form that every place of the language uses. */
import { z } from 'zod';

import { type Match, regexFault } from '../matchers.js';
import { exactlyOne, filled, list, map, sound } from './shared.js';

/** In TypeScript also a regular expression itself; it is read as the text that it is written as. */
type MatchInput =
  | string
  | RegExp
  | MatchInput[]
  | { all?: MatchInput[]; any?: MatchInput[]; equals?: string };

export const match: z.ZodType<Match, MatchInput> = z.lazy(() =>
  z.union(
    [
      filled.superRefine(sound(regexFault)),
      list(match),
      map({
        all: list(match).optional(),
        any: list(match).optional(),
        equals: z.string().optional(),
      }).superRefine(exactlyOne(['all', 'any', 'equals'], 'must have one of all, any and equals')),
    ],
    'must be a text, a /regular expression/, a list of them, or {all: […]}, {any: […]}, {equals: "…"}',
  ),
);
