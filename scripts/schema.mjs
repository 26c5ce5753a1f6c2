/** `npm run schema`: writes the JSON schemas of scenarios, the configuration, policies and session events to `schema/`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { build } from './build.mjs';
import { createSessionEventSchema } from './session-schema.mjs';
import { root } from './setup.mjs';

await build();
const { createJsonSchemas } = await import('../dist/dialogue/json-schema.js');
const { generateConfigJsonSchema } = await import('../dist/assembly/config-json-schema.js');
const { generatePolicyJsonSchemas } = await import('../dist/policy-library/json-schema.js');
mkdirSync(join(root, 'schema'), { recursive: true });
for (const [name, schema] of Object.entries({
  ...createJsonSchemas(),
  config: generateConfigJsonSchema(),
  ...generatePolicyJsonSchemas(),
  'session-event': createSessionEventSchema(),
})) {
  writeFileSync(join(root, 'schema', `${name}.schema.json`), `${JSON.stringify(schema, null, 2)}\n`);
  console.log(`schema/${name}.schema.json`);
}
