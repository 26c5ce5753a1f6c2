/** What is said: one text, or several wordings of which the seed takes one. */
import { z } from 'zod';

import { filled, list, map } from './shared.js';

export const wording = z.union(
  [filled, map({ any_of: list(filled) })],
  'must be a text, or several wordings: { any_of: ["…", "…"] }',
);

export type Wording = z.infer<typeof wording>;
