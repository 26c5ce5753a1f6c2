/** The JSON schema of the events in `session.jsonl`, generated from the types in `src/contract/events.ts`. */
import { join } from 'node:path';

import { createGenerator } from 'ts-json-schema-generator';

import { root } from './setup.mjs';

export function createSessionEventSchema() {
  const { $schema, ...schema } = createGenerator({
    path: join(root, 'src/contract/events.ts'),
    tsconfig: join(root, 'tsconfig.json'),
    type: 'SessionEvent',
    // `npm run check` checks the types.
    skipTypeCheck: true,
    // Consumers of older versions must accept fields that later versions add.
    additionalProperties: true,
  }).createSchema('SessionEvent');
  return { $schema, title: 'An event of a Parley session: one line of session.jsonl', ...schema };
}
