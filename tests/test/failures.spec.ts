// The messages about failed conversations and stopped runs.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { expect, test } from '@playwright/test';
import type { FullConfig, Suite, TestCase, TestResult } from '@playwright/test/reporter';

import type { CheckResult, SessionEvent } from '../../src/contract/index.js';
import { createFailure, type FailedCheck } from '../../src/test/failed-checks.js';
import { createFailureError } from '../../src/test/failure.js';
import Reporter from '../../src/test/reporter/index.js';

const locationAtLine = (line: number) => ({ file: '/s/a.scenario.yaml', line, column: 9 });

const createFailedCheck = (
  kind: FailedCheck['kind'],
  line: number,
  result: Partial<CheckResult>,
): FailedCheck => ({
  kind,
  location: locationAtLine(line),
  result: { label: 'line 2: the page says “7”', pass: false, expected: '“7”', actual: 'Basket 6', ...result },
});

const createSayEvent = (text: string, kind: 'report' | 'unfinished'): SessionEvent => ({
  v: 2,
  seq: 1,
  t: 0,
  type: 'say',
  turn: 3,
  speaker: 'navigator',
  text,
  kind,
});

test('the failure message starts with the most important check; the others follow with their line numbers', () => {
  const checks = [
    createFailedCheck('expectation', 8, {
      label: 'line 2: the navigator asks “when”',
      actual: 'asked nothing',
    }),
    createFailedCheck('check', 11, {}),
    createFailedCheck('check', 12, {
      label: 'line 2: the address is “**/done”',
      actual: 'http://shop.test/',
    }),
  ];
  const verdict = { kind: 'check' as const, reason: 'A check failed: …' };
  const failure = createFailure(
    verdict,
    checks,
    [createSayEvent('I found no button.', 'unfinished')],
    locationAtLine(3),
  );
  expect(failure).toEqual({
    location: locationAtLine(11),
    message: `A check failed: the page says “7”
Expected: “7”
Found:    Basket 6
The navigator gave up: “I found no button.”
2 more failed:
  line 8: the navigator asks “when”; found: asked nothing
  line 12: the address is “**/done”; found: http://shop.test/`,
  });
  expect(createFailureError(failure).stack).toMatch(/\n {4}at scenario \(\/s\/a\.scenario\.yaml:11:9\)$/);
});

test('further failures are only counted, and the navigator’s words are not repeated', () => {
  const checks = Array.from({ length: 12 }, (_, i) =>
    createFailedCheck('expectation', 10 + i, { actual: 'said “I cannot.”' }),
  );
  const verdict = { kind: 'dialogue' as const, reason: 'An expectation failed: …' };
  const { message } = createFailure(
    verdict,
    checks,
    [createSayEvent('I cannot.', 'unfinished')],
    locationAtLine(3),
  );
  expect(message.split('\n').slice(3, 5)).toEqual([
    '11 more failed:',
    '  line 11: the page says “7”; found: said “I cannot.”',
  ]);
  expect(message).toMatch(/\n {2}and 3 more$/);
  expect(message).not.toContain('gave up');
});

test('if no check failed, the failure shows the verdict at the current line', () => {
  const stuck = {
    kind: 'stuck' as const,
    reason: 'The navigator repeated an action.',
    next: 'Rephrase the line.',
  };
  expect(createFailure(stuck, [], [], locationAtLine(3))).toEqual({
    location: locationAtLine(3),
    message: 'Stuck: The navigator repeated an action.\nRephrase the line.',
  });
  // An exhausted budget is shown at the current line, even if a check failed before.
  const budget = { kind: 'budget' as const, reason: 'The budget of 3 turns is used up.' };
  expect(createFailure(budget, [createFailedCheck('check', 9, {})], [], locationAtLine(3)).location).toEqual(
    locationAtLine(3),
  );
});

test('a run that is stopped before the first scenario reports this and writes a summary', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-stopped-'));
  const outputParts: string[] = [];
  const originalWrite = process.stdout.write.bind(process.stdout);
  process.stdout.write = (text) => Boolean(outputParts.push(String(text)));
  const createScenarioTest = (id: string) =>
    ({ id, annotations: [{ type: 'scenario' }], titlePath: () => ['', ''], title: id, tags: [] }) as unknown;
  const tests = ['a', 'b', 'c'].map(createScenarioTest) as TestCase[];
  const reporter = new Reporter({ outputFile: 'summary.json', configDir: folder, failures: true });
  try {
    reporter.onBegin({ workers: 2 } as FullConfig, { suites: [], allTests: () => tests } as unknown as Suite);
    const error = { message: 'browser.newContext: closed\n[log of the browser]' };
    const result = { status: 'interrupted', error, errors: [error], attachments: [] } as unknown;
    reporter.onTestEnd(tests[0]!, result as TestResult);
    await reporter.onEnd({
      status: 'interrupted',
      startTime: new Date(0),
      duration: 1500,
    });
  } finally {
    process.stdout.write = originalWrite;
  }
  const text = stripVTControlCharacters(outputParts.join(''));
  expect(text).toContain('0 of 1 scenario passed; 1 stopped; 2 not run');
  expect(text).not.toContain('[log of the browser]');
  expect(JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8'))).toMatchObject({
    exit: 130,
    seconds: 1.5,
    totals: { scenarios: 1, notRun: 2 },
  });
  rmSync(folder, { recursive: true });
});
