/**
 * The Playwright reporter of `parley bench`: prints a line to standard error for each finished task. If a task's
 * process crashed or hung, the reporter writes the task's result, because the process cannot.
 */
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';

import { stripTerminalControls } from '../../text/index.js';
import { readResult, readRunTasks, writeResult } from '../run-folder.js';
import { readSuiteSettings } from '../settings.js';
import type { SuiteTask, TaskResult } from '../task.js';
import { formatProgress } from './progress.js';

export default class ProgressReporter implements Reporter {
  readonly #folder = readSuiteSettings().folder;
  readonly #tasks = new Map<string, SuiteTask>();
  readonly #results = new Map<string, TaskResult>();
  #startedAt = performance.now();
  #finishedCount = 0;

  printsToStdio(): boolean {
    return true;
  }

  onBegin({ workers }: FullConfig, suite: Suite): void {
    this.#startedAt = performance.now();
    const pendingIds = new Set(suite.allTests().map(({ title }) => title));
    for (const task of readRunTasks(this.#folder)) {
      this.#tasks.set(task.id, task);
      const result = pendingIds.has(task.id) ? null : readResult(this.#folder, task.id);
      if (result) this.#results.set(task.id, result);
    }
    const doneCount = this.#results.size;
    this.#print(
      `${this.#tasks.size} tasks${doneCount > 0 ? `, ${doneCount} of them done` : ''}, ${Math.min(workers, pendingIds.size)} at a time`,
    );
  }

  onTestEnd({ title: id, retries }: TestCase, result: TestResult): void {
    const task = this.#tasks.get(id);
    if (!task || result.status === 'skipped' || result.status === 'interrupted') return;
    if (result.status !== 'passed') writeResult(this.#folder, toErrorResult(task, result));
    if (result.status !== 'passed' && result.retry < retries) return;
    const writtenResult = readResult(this.#folder, id);
    if (!writtenResult) return;
    this.#results.set(id, writtenResult);
    this.#finishedCount++;
    this.#print(
      formatProgress(writtenResult, {
        taskCount: this.#tasks.size,
        results: [...this.#results.values()],
        finishedCount: this.#finishedCount,
        elapsedSeconds: (performance.now() - this.#startedAt) / 1000,
      }),
    );
  }

  onError({ message, value }: TestError): void {
    this.#print(message ?? value ?? 'Playwright Test reported an error.');
  }

  #print(text: string): void {
    process.stderr.write(`${stripTerminalControls(text)}\n`);
  }
}

/** Creates the result of a failed test: its process crashed or hung, or Parley itself has a bug. */
function toErrorResult(
  task: SuiteTask,
  { status, error, duration, startTime, retry }: TestResult,
): TaskResult {
  const [firstLine = status] = (error?.message ?? error?.value ?? status).split('\n');
  return {
    v: 1,
    id: task.id,
    site: task.site,
    task: task.text,
    url: task.url,
    version: task.version,
    navigator: '',
    verdict: 'infra',
    reason: status === 'timedOut' ? 'The session did not end in time.' : firstLine.replace(/^Error: /, ''),
    success: null,
    checks: [],
    answer: null,
    blocked: false,
    steps: 0,
    turns: 0,
    actions: 0,
    tokens: 0,
    usd: 0,
    seconds: Math.round(duration / 100) / 10,
    retries: retry,
    startedAt: startTime.toISOString(),
    demonstration: '',
  };
}
