import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from '@playwright/test';
import { Ajv } from 'ajv';
import { parse, parseDocument } from 'yaml';

import { findScenarios } from '../../src/dialogue/index.js';
import { toDescriptionKey, createJsonSchemas } from '../../src/dialogue/json-schema.js';
import { DESCRIPTIONS } from '../../src/dialogue/schema/descriptions.js';

const resolveRepositoryPath = (path: string): string =>
  fileURLToPath(new URL(`../../${path}`, import.meta.url));
const { scenario, shared } = createJsonSchemas();
const ajv = new Ajv({ allowUnionTypes: true });
const fitsScenario = ajv.compile(scenario);
const fitsShared = ajv.compile(shared);

test('the shipped schemas are up to date', () => {
  for (const [name, schema] of Object.entries({ scenario, shared }))
    expect(
      JSON.parse(readFileSync(resolveRepositoryPath(`schema/${name}.schema.json`), 'utf8')),
      'npm run schema updates them',
    ).toEqual(JSON.parse(JSON.stringify(schema)));
});

test('every key has a description, and no description is unused', () => {
  const keys = new Set<string>();
  const collectKeys = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { properties, items, additionalProperties, anyOf } = node as Record<string, unknown>;
    for (const [key, childNode] of Object.entries(
      (properties ?? {}) as Record<string, { description?: string }>,
    )) {
      const childPath = path === '' ? key : `${path}.${key}`;
      keys.add(toDescriptionKey(childPath));
      expect(childNode.description, childPath).toBeTruthy();
      collectKeys(childNode, childPath);
    }
    for (const form of (anyOf ?? []) as unknown[]) collectKeys(form, path);
    collectKeys(items, `${path}[]`);
    collectKeys(additionalProperties, `${path}.*`);
  };
  collectKeys(scenario, '');
  for (const [name, node] of Object.entries(scenario.definitions ?? {})) collectKeys(node, name);
  expect([...keys].toSorted()).toEqual(Object.keys(DESCRIPTIONS).toSorted());
});

test('the shipped scenarios and the example in the documentation satisfy the schema', () => {
  const texts = findScenarios([resolveRepositoryPath('scenarios')]).map((file) => readFileSync(file, 'utf8'));
  texts.push(
    /```yaml\n([\s\S]*?)```/.exec(readFileSync(resolveRepositoryPath('docs/scenarios.md'), 'utf8'))?.[1] ??
      '',
  );
  for (const text of texts)
    expect(fitsScenario(parse(text)) ? null : [text.slice(0, 80), fitsScenario.errors]).toBeNull();
});

test('the schema accepts a variable in place of a number or word, and a single action in place of a list', () => {
  const text = `scenario: 1
name: x
start: { url: "{{base}}/", viewport: { width: "{{w}}", height: 600 }, storage: null }
vars: { a: 1, b: { pick: [x, 2] }, c: { date: +7d, format: d MMM }, d: { env: X, default: false } }
dialogue:
  - say: { any_of: [Hi, Hello] }
    check: [{ element: { role: button, state: "{{state}}" } }, { actions: { never: { intent: load }, max: 3 } }]
guard: { confirm: { buy: "{{policy}}" } }
budget: { turns: "{{n}}", usd: 0.5 }
`;
  expect(fitsScenario(parse(text)) ? null : fitsScenario.errors).toBeNull();
  expect(fitsScenario(parse(text.replace('{{n}}', 'many')))).toBe(false);
  expect(fitsShared(parse('vars: { a: 1 }\nstart: { viewport: { width: 100, height: 100 } }\n'))).toBe(true);
  expect(fitsShared(parse('dialogue: []\n'))).toBe(false);
});

test('`start` may be missing only if the scenario uses a file', () => {
  const text = 'scenario: 1\nname: x\ndialogue: [{ say: Hi }]\n';
  const cases: [addedText: string, isValid: boolean][] = [
    ['', false],
    ['start: { locale: en-GB }', false],
    ['start: { url: "http://a.test/" }', true],
    ['use: shared/site.yaml', true],
    ['use: [shared/site.yaml]\nstart: { locale: en-GB }', true],
  ];
  for (const [addedText, isValid] of cases)
    expect(fitsScenario(parse(text + addedText)), addedText).toBe(isValid);
});

/**
 * Names of the files that break only rules that the schema cannot express: about the encoding, other files, the
 * environment, patterns and keys that exclude each other.
 */
const LOADER_ONLY = new RegExp(
  '^(latin-1|two-documents|anchor|bad-|missing|mistakes|use|unsupported-url|url-without|domain|unknown-(role|variable)|variables-in|' +
    'invalid-variable|number-variable|secret-(not|in)|tag-of-two|pass-|pick-and|format-without|empty-element-check|' +
    'reply-without|two-otherwise|times-with|first-line)',
);

test('broken scenarios violate the schema, unless they break a rule that only the loader can check', () => {
  const acceptedNames: string[] = [];
  for (const file of findScenarios([resolveRepositoryPath('tests/dialogue/broken')]).filter((path) =>
    path.endsWith('.yaml'),
  )) {
    const document = parseDocument(readFileSync(file, 'utf8'), { logLevel: 'silent' });
    if (document.errors.length === 0 && fitsScenario(document.toJS()))
      acceptedNames.push(file.replace(/.*[\\/]|\.scenario.*/g, ''));
  }
  expect(acceptedNames.filter((name) => !LOADER_ONLY.test(name))).toEqual([]);
});
