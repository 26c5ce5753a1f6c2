// The files of a run: tasks, patches, dates and checks, and their errors with file, line and column.
import { writeFileSync } from 'node:fs';

import { expect, test } from '@playwright/test';

import { parseChecks } from '../../src/suites/webvoyager/checks-file.js';
import { insertDates } from '../../src/suites/webvoyager/date-templates.js';
import { selectHostPolicy } from '../../src/suites/webvoyager/host-policy.js';
import { applyPatches } from '../../src/suites/webvoyager/patches.js';
import { readTasks } from '../../src/suites/webvoyager/read-tasks.js';
import { parseTasks } from '../../src/suites/webvoyager/task-file.js';

const VALID_TASK =
  '{"web_name": "Shop", "id": "Shop--0", "ques": "Find a lamp", "web": "https://shop.example/"}';
const GAIA_TASK =
  '{"task_id": "x", "Level": 1, "Final answer": "3", "id": "level1-0", "web": "https://www.google.com/", "ques": "How many?"}';

function getErrorMessage(body: () => unknown): string {
  try {
    body();
  } catch (error) {
    return (error as Error).message;
  }
  return 'no error';
}

test('tasks are read in WebVoyager’s format, in GAIA’s format and in a plain format', () => {
  const tasks = parseTasks(
    't.jsonl',
    `${VALID_TASK}\r\n\n${GAIA_TASK}\n{"id": "a", "ques": "Do it", "web": "{{FIXTURES}}/shop/"}`,
  );
  expect(tasks).toEqual([
    { id: 'Shop--0', site: 'Shop', text: 'Find a lamp', url: 'https://shop.example/', line: 1 },
    { id: 'level1-0', site: 'level1', text: 'How many?', url: 'https://www.google.com/', line: 3 },
    { id: 'a', site: 'a', text: 'Do it', url: '{{FIXTURES}}/shop/', line: 4 },
  ]);
});

test('errors in a task file include the line and column', () => {
  const CASES: [text: string, error: RegExp][] = [
    [`${VALID_TASK}\n{"id": "b", "ques": "x" "web": "y"}`, /^t\.jsonl:2:25: the line is not JSON/],
    [`${VALID_TASK}\n{"id": "b", "ques":`, /^t\.jsonl:2:\d+: the line is not JSON/],
    [`${VALID_TASK}\n[1]`, /^t\.jsonl:2:1: the line is not an object/],
    ['{"id": "b", "web": "https://x.example/"}', /^t\.jsonl:1:1 ques: is missing/],
    ['{"id": "b", "ques": 3, "web": "https://x.example/"}', /^t\.jsonl:1:21 ques: must be a string/],
    ['{"id": "b", "ques": "  ", "web": "https://x.example/"}', /^t\.jsonl:1:21 ques: is empty/],
    [
      '{"id": "../b", "ques": "x", "web": "https://x.example/"}',
      /^t\.jsonl:1:8 id: .* cannot be the name of a folder/,
    ],
    ['{"id": "b", "ques": "x", "web": "shop"}', /^t\.jsonl:1:33 web: “shop” is not a web address/],
    ['{"id": "b", "ques": "x", "web": "file:///etc/passwd"}', /not a web address/],
    [
      '{"id": "b", "ques": "x", "web": "http://host/{{x}}"}',
      /^t\.jsonl:1:46 web: \{\{x\}\} is unknown; a start page may only contain \{\{FIXTURES\}\}/,
    ],
    ['{"id": "b", "ques": "{{x}}", "web": "{{FIXTURES}}/{{today}}"}', /^t\.jsonl:1:51 web: \{\{today\}\} is/],
    ['{"id": "b", "ques": "x", "web": "{{FIXTURES}}x/"}', /is not a web address/],
    [`${VALID_TASK}\n\n${VALID_TASK}`, /^t\.jsonl:3:28 id: the task “Shop--0” is already on line 1/],
    ['\n', /^t\.jsonl:1:1: the file has no tasks/],
  ];
  for (const [text, error] of CASES)
    expect
      .soft(
        getErrorMessage(() => parseTasks('t.jsonl', text)),
        text,
      )
      .toMatch(error);
});

test('all errors of a task file are reported together', () => {
  const message = getErrorMessage(() => parseTasks('t.jsonl', 'x\n{"id": 1}\n'));
  expect(message.split('\n').map((line) => line.split(' ')[0])).toEqual([
    't.jsonl:1:1:',
    't.jsonl:2:1',
    't.jsonl:2:1',
    't.jsonl:2:8',
  ]);
});

test('patches can reword and remove tasks', () => {
  const tasks = parseTasks('t.jsonl', `${VALID_TASK}\n${GAIA_TASK}`);
  const patches = {
    'Shop--0': { reason: 'sold out', prev: 'Find  a lamp', new: 'Find a chair' },
    'level1-0': { reason: 'site is gone', remove: true },
    other: { reason: 'of another file', remove: true },
  };
  const outcome = applyPatches('p.json', JSON.stringify(patches, null, 2), tasks);
  expect(outcome.tasks.map(({ text, isPatched }) => [text, isPatched])).toEqual([['Find a chair', true]]);
  expect(outcome.removedIds).toEqual(['level1-0']);
  expect(outcome.unknownIds).toEqual(['other']);
});

test('errors in a patch file include the line and column', () => {
  const tasks = parseTasks('t.jsonl', VALID_TASK);
  const CASES: [text: string, error: RegExp][] = [
    ['{"Shop--0": {"reason": "r"', /^p\.json:1:\d+: /],
    ['[]', /^p\.json:1:1: a patch file is an object/],
    ['{\n  "Shop--0": {"reason": "r", "new": "x"}\n}', /^p\.json:2:\d+ Shop--0/],
    [
      '{\n "Shop--0": {"reason": "r", "prev": "Find a cat", "new": "x"}\n}',
      /^p\.json:2:37 Shop--0\.prev: differs/,
    ],
  ];
  for (const [text, error] of CASES)
    expect
      .soft(
        getErrorMessage(() => applyPatches('p.json', text, tasks)),
        text,
      )
      .toMatch(error);
});

test('dates in tasks are relative to the day of the run', () => {
  const today = new Date(2026, 10, 24, 12);
  const CASES: [text: string, result: string][] = [
    ['from {{today}} on', 'from 2026-11-24 on'],
    ['{{today+30d|%B %d}}', 'December 24'],
    ['{{ today + 1w | %A, %-d %b %Y}}', ' Tuesday, 1 Dec 2026'],
    ['{{today-1mo|%m/%d/%y}}', '10/24/26'],
    ['{{today+1y|%Y}} 100 %', '2027 100 %'],
  ];
  for (const [text, result] of CASES)
    expect.soft(insertDates(text, today), text).toEqual({ text: result, isDated: true });
  expect(insertDates('no dates {x}', today)).toEqual({ text: 'no dates {x}', isDated: false });
  for (const text of ['{{tomorrow}}', '{{today+3x}}', '{{today|%Q}}'])
    expect.soft(insertDates(text, today), text).toHaveProperty('template', text);
});

test('a task’s version contains the hash of its final text and names what changed the text', ({}, info) => {
  const file = info.outputPath('t.jsonl');
  const patches = info.outputPath('p.json');
  writeFileSync(
    file,
    `${VALID_TASK}\n{"id": "Shop--1", "ques": "Book for {{today+7d}}", "web": "https://shop.example/"}\n`,
  );
  writeFileSync(patches, '{"Shop--0": {"reason": "r", "prev": "Find a lamp", "new": "Find a chair"}}');
  const readVersions = (day: string, patchFile?: string) =>
    readTasks({ tasks: file, patches: patchFile, today: new Date(`${day}T12:00`) }).tasks.map(
      ({ version }) => version,
    );
  const [plainVersion, datedVersion] = readVersions('2026-11-24');
  expect(plainVersion).toMatchObject({ patched: false, dated: false });
  expect(datedVersion).toMatchObject({ patched: false, dated: true });
  const [patchedVersion, laterVersion] = readVersions('2026-11-25', patches);
  expect(patchedVersion).toMatchObject({ patched: true });
  expect(
    new Set([plainVersion!.hash, datedVersion!.hash, patchedVersion!.hash, laterVersion!.hash]).size,
  ).toBe(4);
  writeFileSync(
    file,
    `${VALID_TASK}\n{"id": "Shop--1", "ques": "For {{soon}}", "web": "https://shop.example/"}\n`,
  );
  expect(getErrorMessage(() => readVersions('2026-11-24'))).toMatch(
    /t\.jsonl:2:32 Shop--1: {{soon}} is not a date/,
  );
});

test('checks are written as in scenarios, and errors refer to the checks file', () => {
  const ids = new Set(['a', 'b']);
  const readChecks = (text: string) => parseChecks('c.yaml', text, ids);
  const checks = readChecks(
    'reset: { post: "{{FIXTURES}}/reset" }\ntasks:\n  a: { expect: [{ says: "3" }] }\n',
  );
  expect(checks.get('a')).toEqual({ reset: { post: '{{FIXTURES}}/reset' }, expect: [{ says: '3' }] });
  const CASES: [text: string, error: RegExp][] = [
    ['tasks: [', /^c\.yaml:1:\d+: /],
    ['a: 1', /^c\.yaml:1:1: a checks file is a map with the key "tasks"/],
    ['tasks:\n  c: { expect: [{ says: x }] }', /^c\.yaml:2:3 tasks\.c: no task has this id/],
    ['more: 1\ntasks:\n  a: { expect: [{ says: x }] }', /^c\.yaml:1:1 more: is not a key of a checks file/],
    ['tasks:\n  a: { expects: [] }', /^c\.yaml:2:8 tasks\.a\.expects: is not known here/],
    ['tasks:\n  a:\n    check:\n      - url: ["x"]', /^c\.yaml:4:14 tasks\.a\.check\[0\]\.url: /],
    ['tasks:\n  a:\n    expect:\n      - say: x', /^c\.yaml:4:9 tasks\.a\.expect\[0\]\.say: /],
    ['tasks:\n  a:\n    expect:\n      - says: "{{X}}"', /^c\.yaml:4:\d+ tasks\.a\.expect\[0\]\.says: /],
    [
      'reset: { get: x }\ntasks:\n  a: { expect: [{ says: x }] }\n  b: { expect: [{ says: x }] }',
      /^c\.yaml:1:10 reset\.get: [^\n]*(\nc\.yaml:1:1 reset\.post[^\n]*)?$/,
    ],
  ];
  for (const [text, error] of CASES)
    expect
      .soft(
        getErrorMessage(() => readChecks(text)),
        text,
      )
      .toMatch(error);
});

test('irreversible actions are allowed on local sites and refused on the public web', () => {
  const CASES: [url: string, allowedHosts: string[], confirm: string, blocksPublicHosts: boolean][] = [
    ['http://127.0.0.1:8080/', [], 'allow', true],
    ['http://127.0.0.1:8080@shop.example/', [], 'deny', false],
    ['http://shop.test/', ['10.1.2.3', '*.test'], 'allow', true],
    ['http://shop.test/', ['shop.example'], 'deny', true],
    ['http://shop.test/', ['any'], 'deny', true],
    ['http://10.1.2.3/', [], 'allow', true],
    ['https://www.amazon.com/', [], 'deny', false],
    ['http://8.8.8.8/', [], 'deny', false],
  ];
  for (const [url, allowedHosts, confirm, blocksPublicHosts] of CASES)
    expect
      .soft(selectHostPolicy(url, allowedHosts), `${url} ${allowedHosts}`)
      .toMatchObject({ confirm: { default: confirm }, blocksPublicHosts });
});
