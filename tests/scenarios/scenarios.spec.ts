// Every scenario that ships, held with the navigator `direct`: on the sites that it is written for, and on the same
// sites in their second skin, with the words that whoever sees that page would use.
import { readdirSync, readFileSync } from 'node:fs';
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

test.setTimeout(180_000);

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
