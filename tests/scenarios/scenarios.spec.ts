// Runs the shipped scenarios, except those in `for-models`, with the direct navigator: first on their own sites and then,
// with the variables of `second-skins.yaml`, on each site's second skin, which has different wording and markup.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { parse } from 'yaml';

import { expect, test } from '../support/browser.js';
import { runScenario } from './run-scenario.js';

const SCENARIOS = fileURLToPath(new URL('../../scenarios/', import.meta.url));
const EXTENSION = '.scenario.yaml';

const names = readdirSync(SCENARIOS, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith(EXTENSION))
  .map((path) => path.slice(0, -EXTENSION.length))
  .toSorted();
const passing = names.filter((name) => !/^(must-fail|for-models)\//.test(name));
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

test('an expected failure is listed for every scenario in must-fail', () => {
  expect(names.filter((name) => name.startsWith('must-fail/'))).toEqual(Object.keys(FAILING));
});

for (const [name, { kind, exit, reason }] of Object.entries(FAILING))
  test(`${name} ends with verdict ${kind} and exit code ${exit}`, async ({ chromium, limits }) => {
    const run = await runScenario(`${SCENARIOS}${name}${EXTENSION}`, { chromium, limits });
    expect({ kind: run.verdict.kind, exit: run.exit }, run.transcript).toEqual({ kind, exit });
    expect(run.verdict.reason).toMatch(reason);
  });

function testScenarioPasses(
  name: string,
  title: string,
  tag: string[],
  variables: Record<string, string>,
): void {
  test(title, { tag }, async ({ chromium, limits }) => {
    const run = await runScenario(`${SCENARIOS}${name}${EXTENSION}`, { chromium, limits, variables });
    if (process.env.SHOW) console.log(`${run.transcript}\nVERDICT ${run.verdict.kind} ${run.verdict.reason}`);
    expect(run.verdict.kind, `${run.transcript}\n${run.verdict.reason}`).toBe('done');
  });
}

for (const name of passing) testScenarioPasses(name, name, [], {});
for (const [name, variables] of Object.entries(secondSkins))
  testScenarioPasses(name, `${name} on ${variables.site}`, ['@long'], variables);

for (const language of ['yaml', 'ts'])
  test(`the ${language} example in the documentation passes`, async ({ chromium, limits }, info) => {
    const text = readFileSync(new URL('../../docs/scenarios.md', import.meta.url), 'utf8');
    const file = info.outputPath(`example.scenario.${language}`);
    writeFileSync(file, new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(text)![1]!);
    const run = await runScenario(file, { chromium, limits });
    expect(run.verdict.kind, run.transcript).toBe('done');
  });
