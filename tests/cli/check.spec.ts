// `parley check` lists every error with its location, prints a summary and sets the exit code.

import { writeFileSync } from 'node:fs';

import type { TestInfo } from '@playwright/test';

import { expect, test } from '../support/browser.js';
import { MINIMAL, START } from '../dialogue/scenario-files.js';
import { runCommand } from '../support/cli-harness.js';

const FILES = {
  'good.scenario.yaml': `${MINIMAL}${START}secrets: [PIN]\nvars: { base: "{{FIXTURES}}/x", site: "{{BASE_URL}}/y" }\n`,
  'bad.scenario.yaml': `${MINIMAL}${START}use: shared.yaml\ntag: [x]\n`,
  'worse.scenario.ts': 'export default { scenario: 1, use: "shared.yaml" };\n',
  'shared.yaml': 'vars:\n  d: { date: soon }\n',
};

async function runCheck(
  info: TestInfo,
  ...args: string[]
): Promise<{ outputLines: string[]; stderr: string; code: number | null }> {
  for (const [name, text] of Object.entries(FILES)) writeFileSync(info.outputPath(name), text);
  const { stdout, stderr, code } = await runCommand(['check', ...args], { cwd: info.outputDir });
  return { outputLines: stdout.trimEnd().split('\n'), stderr, code };
}

const DATE_ERROR =
  'shared.yaml:2:6 vars.d: "soon" is not a date; write one like +7d, next monday or 2026-03-02.';

test('errors are listed with their locations; errors in a shared file are listed once', async ({}, info) => {
  const { outputLines, code, stderr } = await runCheck(info, '.');
  expect(outputLines).toEqual([
    'bad.scenario.yaml:6:1 tag: "tag" is not a known key. Did you mean "tags"?',
    DATE_ERROR,
    ...['name', 'start', 'dialogue'].map((key) => `worse.scenario.ts:1:16 ${key}: is missing.`),
    '3 scenarios checked: 1 valid, 5 errors in 2 files.',
  ]);
  expect(stderr).toBe('');
  expect(code).toBe(2);
});

test('--json prints one object per scenario and a summary', async ({}, info) => {
  const { outputLines, code } = await runCheck(info, '--json', 'good.scenario.yaml', 'bad.scenario.yaml');
  expect(code).toBe(2);
  const objects = outputLines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(objects[0]).toEqual({
    type: 'scenario',
    file: 'good.scenario.yaml',
    name: 'x',
    ok: true,
    complaints: [],
  });
  expect(objects[1]).toMatchObject({
    ok: false,
    complaints: [
      { file: 'bad.scenario.yaml', line: 6, column: 1, path: 'tag' },
      { file: 'shared.yaml', line: 2, column: 6, path: 'vars.d' },
    ],
  });
  expect(objects[2]).toEqual({ type: 'summary', scenarios: 2, valid: 1, errors: 2 });
});

test('valid scenarios are counted; a path that does not exist causes an error', async ({}, info) => {
  expect(await runCheck(info, 'good.scenario.yaml')).toEqual({
    outputLines: ['1 scenario checked, no errors.'],
    stderr: '',
    code: 0,
  });
  const missingPathResult = await runCheck(info, 'nowhere');
  expect(missingPathResult.code).toBe(2);
  expect(missingPathResult.stderr).toContain('There is no file or folder “nowhere”.');
});
