/** The text of a line, or several wordings from which the seed picks one. */
import * as z from 'zod';
import { list, map, nonEmpty } from '../../yaml/index.js';

export const wording = z.union(
  [nonEmpty, map({ any_of: list(nonEmpty) })],
  'must be a string, or several wordings: { any_of: ["…", "…"] }',
);

export type Wording = z.infer<typeof wording>;
