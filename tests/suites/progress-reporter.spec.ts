// The reporter writes the result of a task whose process crashed, so that the task counts as an error.
import { mkdirSync } from 'node:fs';

import { expect, test } from '@playwright/test';
import type { TestCase, TestResult } from '@playwright/test/reporter';

import { readResult, writeRun } from '../../src/suites/run-folder.js';
import { SUITE_VARIABLE } from '../../src/suites/settings.js';
import ProgressReporter from '../../src/suites/runner/progress-reporter.js';

test('a task whose process crashes or hangs gets an infrastructure error', ({}, info) => {
  const folder = info.outputPath('run');
  mkdirSync(folder, { recursive: true });
  const version = { hash: '0', patched: false, dated: false };
  const ids = ['Shop--0', 'Shop--1', 'Shop--2'];
  const tasks = ids.map((id) => ({
    id,
    site: 'Shop',
    text: 'x',
    url: 'http://x.test/',
    version,
    checks: null,
  }));
  writeRun(folder, {} as never, tasks);
  process.env[SUITE_VARIABLE] = JSON.stringify({ folder, suite: 'webvoyager' });
  const lines: string[] = [];
  const { write } = process.stderr;
  process.stderr.write = (text: unknown) => lines.push(String(text)) > 0;
  const reporter = new ProgressReporter();
  delete process.env[SUITE_VARIABLE];
  const titles = ids.map((title) => ({ title, retries: 1 }) as TestCase);
  reporter.onBegin({ workers: 1 } as never, { allTests: () => titles } as never);
  const createTestResult = (status: TestResult['status'], message?: string, retry = 1) =>
    ({ status, error: message && { message }, duration: 1500, startTime: new Date(0), retry }) as TestResult;
  // The first failure is retried.
  reporter.onTestEnd(titles[0]!, createTestResult('failed', 'lost', 0));
  reporter.onTestEnd(titles[0]!, createTestResult('failed', 'The worker process exited unexpectedly\nat x'));
  reporter.onTestEnd(titles[1]!, createTestResult('timedOut', 'Test timeout of 60000ms exceeded.'));
  reporter.onTestEnd(titles[2]!, createTestResult('interrupted'));
  process.stderr.write = write;
  expect(lines.join('')).toContain('1/3  error   Shop--0');
  expect(readResult(folder, 'Shop--0')).toMatchObject({
    verdict: 'infra',
    reason: 'The worker process exited unexpectedly',
    seconds: 1.5,
    retries: 1,
  });
  expect(readResult(folder, 'Shop--1')).toMatchObject({ reason: 'The session did not end in time.' });
  expect(readResult(folder, 'Shop--2')).toBeNull();
});
