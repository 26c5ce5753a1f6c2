/** Tests the JSON schemas of policies and policy libraries, which editors use. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from '@playwright/test';
import { Ajv } from 'ajv';
import { parse } from 'yaml';

import { generatePolicyJsonSchemas } from '../../src/policy-library/json-schema.js';
import { AGENT, FIND_ORDER, LIBRARY } from './library-files.js';

const schemas = generatePolicyJsonSchemas();
const compile = (schema: object) => new Ajv({ allowUnionTypes: true }).compile(schema);

test('the shipped schemas are up to date', () => {
  for (const [name, schema] of Object.entries(schemas)) {
    const file = fileURLToPath(new URL(`../../schema/${name}.schema.json`, import.meta.url));
    expect
      .soft(JSON.parse(readFileSync(file, 'utf8')), 'npm run schema writes it anew')
      .toEqual(JSON.parse(JSON.stringify(schema)));
  }
});

test('the schemas accept valid files and reject unknown keys and verbs', () => {
  const isPolicy = compile(schemas.policy);
  for (const text of [AGENT, FIND_ORDER]) expect.soft(isPolicy(parse(text)), text).toBe(true);
  expect.soft(isPolicy(parse(AGENT.replace('calls', 'cals')))).toBe(false);
  expect.soft(isPolicy(parse(AGENT.replace('type', 'tipe')))).toBe(false);
  const isLibrary = compile(schemas['policy-library']);
  expect.soft(isLibrary(parse(LIBRARY))).toBe(true);
  expect.soft(isLibrary(parse(LIBRARY.replace('live', 'lve')))).toBe(false);
});

test('every key has a description', () => {
  for (const schema of Object.values(schemas)) {
    const { properties } = schema as { properties: Record<string, { description?: string }> };
    for (const [key, { description }] of Object.entries(properties))
      expect.soft(description, key).toBeTruthy();
  }
});

test('the files in docs/policies.md are valid', () => {
  const docs = readFileSync(fileURLToPath(new URL('../../docs/policies.md', import.meta.url)), 'utf8');
  const files = [...docs.matchAll(/```yaml\n(.*?)```/gs)].map(([, text]) => text!);
  expect(files).toHaveLength(2);
  for (const text of files) {
    const isPolicy = /^policy: 1$/m.test(text);
    const isValid = compile(isPolicy ? schemas.policy : schemas['policy-library']);
    expect.soft(isValid(parse(text)), text).toBe(true);
  }
});
