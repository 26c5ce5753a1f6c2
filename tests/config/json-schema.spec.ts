/** The JSON schema that editors use for `parley.config.yaml`. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from '@playwright/test';
import { Ajv } from 'ajv';

import { generateConfigJsonSchema } from '../../src/assembly/config-json-schema.js';

const schema = generateConfigJsonSchema();

test('the shipped schema is up to date', () => {
  const shipped = readFileSync(
    fileURLToPath(new URL('../../schema/config.schema.json', import.meta.url)),
    'utf8',
  );
  expect(JSON.parse(shipped), 'npm run schema updates it').toEqual(JSON.parse(JSON.stringify(schema)));
});

test('the schema accepts valid settings and rejects unknown keys and values', () => {
  const fitsSchema = new Ajv({ allowUnionTypes: true }).compile(schema);
  expect(
    fitsSchema({
      model: 'm',
      budget: { usd: 1 },
      viewport: { width: 1, height: 1 },
      folders: { a: { headless: 1 } },
    }),
  ).toBe(false);
  expect(fitsSchema({ modle: 'm' })).toBe(false);
  expect(fitsSchema({ banners: 'declined' })).toBe(false);
  expect(
    fitsSchema({
      model: 'm',
      allow_host: 'a.test',
      confirm: { buy: 'deny' },
      folders: { a: { model: 'b' } },
    }),
  ).toBe(true);
});

test('every setting has a description, including settings for folders', () => {
  const { properties } = schema as {
    properties: Record<string, { description?: string; additionalProperties?: { properties: object } }>;
  };
  const folder = properties['folders']!.additionalProperties!.properties as typeof properties;
  for (const [key, { description }] of [...Object.entries(properties), ...Object.entries(folder)])
    expect.soft(description, key).toBeTruthy();
});
