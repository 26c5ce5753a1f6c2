/** The text of a line, or several wordings from which the seed picks one. */
import * as z from 'zod';
import { nonEmptyList, exactMap, nonEmptyText } from '../../yaml/index.js';

export const wording = z.union(
  [nonEmptyText, exactMap({ any_of: nonEmptyList(nonEmptyText) })],
  'must be a string, or several wordings: { any_of: ["…", "…"] }',
);

export type Wording = z.infer<typeof wording>;
