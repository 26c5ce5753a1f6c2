// Every scenario that ships, held with the navigator `direct`: on the sites that it is written for, and on the same
// sites in their second skin, with the words that whoever sees that page would use.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { parse } from 'yaml';

import { expect, test } from '../support/browser.js';
import { holdScenario } from './hold.js';

const SCENARIOS = fileURLToPath(new URL('../../scenarios/', import.meta.url));
const ENDING = '.scenario.yaml';

const found = readdirSync(SCENARIOS, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith(ENDING))
  .map((path) => path.slice(0, -ENDING.length))
  .toSorted();
const passing = found.filter((name) => !name.startsWith('must-fail/'));
const secondSkins = parse(readFileSync(`${SCENARIOS}second-skins.yaml`, 'utf8')) as Record<
  string,
  Record<string, string>
>;

const FAILING: Record<string, { kind: string; exit: number; reason: RegExp }> = {
  'must-fail/check-not-met': {
    kind: 'check',
    exit: 1,
    reason:
      /^A check failed: GET http:\S+ answers as expected\. Expected: .*Alder_Coast_Railway.*; found: watched has 0 entries, not 1\.$/,
  },
  'must-fail/no-reply': {
    kind: 'dialogue',
    exit: 1,
    reason:
      /^The navigator asked “What should I enter in the “Title” field for the event\?”, and the scenario has no reply for it\.$/,
  },
  'must-fail/not-there': {
    kind: 'stuck',
    exit: 4,
    reason: /^The navigator gave up: “I can't find anything called “loyalty programme” on this page\./,
  },
};

test.setTimeout(180_000);

test('every scenario that has to fail is expected to', () => {
  expect(found.filter((name) => name.startsWith('must-fail/'))).toEqual(Object.keys(FAILING));
});

for (const [name, { kind, exit, reason }] of Object.entries(FAILING))
  test(`${name}: verdict ${kind}, exit code ${exit}`, async ({ chromium }) => {
    const held = await holdScenario(`${SCENARIOS}${name}${ENDING}`, chromium);
    expect({ kind: held.verdict.kind, exit: held.exit }, held.transcript).toEqual({ kind, exit });
    expect(held.verdict.reason).toMatch(reason);
  });

for (const [name, words] of [
  ...passing.map((path): [string, Record<string, string>] => [path, {}]),
  ...Object.entries(secondSkins),
])
  test(`${name}${words.site ? ` on ${words.site}` : ''}`, async ({ chromium }) => {
    const held = await holdScenario(`${SCENARIOS}${name}${ENDING}`, chromium, words);
    if (process.env.SHOW)
      console.log(`${held.transcript}\nVERDICT ${held.verdict.kind} ${held.verdict.reason}`);
    expect(held.verdict.kind, `${held.transcript}\n${held.verdict.reason}`).toBe('done');
  });

test('the examples of the documentation are held as they stand there', async ({ chromium }, info) => {
  const text = readFileSync(new URL('../../docs/scenarios.md', import.meta.url), 'utf8');
  for (const kind of ['yaml', 'ts']) {
    const file = info.outputPath(`example.scenario.${kind}`);
    writeFileSync(file, new RegExp(`\`\`\`${kind}\n([^]*?)\`\`\``).exec(text)![1]!);
    const held = await holdScenario(file, chromium);
    expect(held.verdict.kind, held.transcript).toBe('done');
  }
});
