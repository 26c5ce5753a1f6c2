// `parley check`: every mistake of every file with its place, a summary, and an exit code.

import { spawnSync } from 'node:child_process';

import { expect, test } from '@playwright/test';

import { MINIMAL, START, withFiles } from '../dialogue/scenario-files.js';
import { MAIN } from '../support/parley.js';

const FILES = {
  'good.scenario.yaml': `${MINIMAL}${START}secrets: [PIN]\nvars: { base: "{{FIXTURES}}/x", site: "{{BASE_URL}}/y" }\n`,
  'bad.scenario.yaml': `${MINIMAL}${START}use: shared.yaml\ntag: [x]\n`,
  'worse.scenario.ts': 'export default { scenario: 1, use: "shared.yaml" };\n',
  'shared.yaml': 'vars:\n  d: { date: soon }\n',
};

function check(...args: string[]): { out: string[]; err: string; code: number | null } {
  return withFiles(FILES, ({ path }) => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [MAIN, 'check', ...args], {
      cwd: path,
      encoding: 'utf8',
    });
    return { out: stdout.trimEnd().split('\n'), err: stderr, code: status };
  });
}

const DATE =
  'shared.yaml:2:6 vars.d: "soon" is not a date; write one like +7d, next monday or 2026-03-02.';

test('errors are listed with their locations, those of a shared file once', () => {
  const { out, code, err } = check('.');
  expect(out).toEqual([
    'bad.scenario.yaml:6:1 tag: "tag" is not a known key. Did you mean "tags"?',
    DATE,
    ...['name', 'start', 'dialogue'].map((key) => `worse.scenario.ts:1:16 ${key}: is missing.`),
    '3 scenarios checked: 1 valid, 5 errors in 2 files.',
  ]);
  expect(err).toBe('');
  expect(code).toBe(2);
});

test('--json prints an object per scenario and a summary', () => {
  const { out, code } = check('--json', 'good.scenario.yaml', 'bad.scenario.yaml');
  expect(code).toBe(2);
  const objects = out.map((line) => JSON.parse(line) as Record<string, unknown>);
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

test('valid scenarios are counted; a folder without any is an error', () => {
  expect(check('good.scenario.yaml')).toEqual({ out: ['1 scenario checked, no errors.'], err: '', code: 0 });
  const nothing = check('nowhere');
  expect(nothing.code).toBe(2);
  expect(nothing.err).toContain('There is no file or folder nowhere.');
});
