/** `npm run schema`: writes the JSON schemas of the scenario language, which editors read, from the loader's own. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { build } from './build.mjs';
import { root } from './setup.mjs';

build();
const { jsonSchemas } = await import(pathToFileURL(join(root, 'dist/dialogue/json-schema.js')).href);
mkdirSync(join(root, 'schema'), { recursive: true });
for (const [name, schema] of Object.entries(jsonSchemas())) {
  writeFileSync(join(root, 'schema', `${name}.schema.json`), `${JSON.stringify(schema, null, 2)}\n`);
  console.log(`schema/${name}.schema.json`);
}
