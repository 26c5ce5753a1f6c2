// Tests the local tasks' checks both ways: they fail on the untouched site with a wrong answer, and pass after a
// scripted oracle has done the task in the browser. A check that always passes or never passes would make the suite
// worthless.
import { fileURLToPath } from 'node:url';

import { startFixtures } from '../../fixtures/server.mjs';
import type { Turn } from '../../src/contract/index.js';
import { bindScenario, judgeCheck, judgeExpectation, resetSite } from '../../src/dialogue/index.js';
import { createUnguardedContext } from '../../src/page/index.js';
import { loadTaskScenario } from '../../src/suites/task-scenario.js';
import { webvoyager } from '../../src/suites/webvoyager/index.js';
import { readTasks } from '../../src/suites/webvoyager/read-tasks.js';
import { createFakeProbe } from '../dialogue/fake-probe.js';
import { expect, signal, test } from '../support/browser.js';
import { ORACLES } from './local-oracles.js';

const TASK_FILE = fileURLToPath(new URL('../../fixtures/webvoyager/local.jsonl', import.meta.url));
const { tasks, checksFile } = readTasks({ tasks: TASK_FILE, today: new Date() });

test('every local task has checks and a reference solution', () => {
  expect(checksFile).toBe(TASK_FILE.replace('.jsonl', '.checks.yaml'));
  expect(tasks.length).toBeGreaterThanOrEqual(20);
  expect(Object.keys(ORACLES)).toEqual(tasks.map(({ id }) => id));
  for (const { id, checks } of tasks)
    expect.soft([...(checks?.expect ?? []), ...(checks?.check ?? [])].length, id).toBeGreaterThan(0);
});

test('the checks of each local task fail before it is done and pass afterwards', async ({ chromium }) => {
  test.setTimeout(120_000);
  const site = await startFixtures();
  for (const task of tasks) {
    const { answer, wrongAnswer, performTask } = ORACLES[task.id]!;
    const scenario = bindScenario(loadTaskScenario(task, webvoyager.page), { FIXTURES: site.url });
    const [line] = scenario.dialogue;
    const judgeAnswer = async (text: string | undefined): Promise<boolean> => {
      const turns: Turn[] = [
        { index: 0, speaker: 'instructor', type: 'say', text: task.text },
        ...(text === undefined
          ? []
          : [{ index: 1, speaker: 'navigator', type: 'say', kind: 'answer', text } as const]),
      ];
      const results = line!.expect.map((expectation) => judgeExpectation(expectation, turns));
      for (const check of line!.check)
        results.push(
          await judgeCheck(check, createFakeProbe({ url: scenario.start.url }), signal, {
            turns,
            timeoutMs: 0,
          }),
        );
      expect(results.length).toBeGreaterThan(0);
      return results.every(({ pass }) => pass);
    };
    await resetSite(scenario.start.reset!, signal);
    expect.soft(await judgeAnswer(wrongAnswer), `${task.id} before`).toBe(false);
    expect.soft(await judgeAnswer(undefined), `${task.id} without an answer`).toBe(false);
    if (performTask) {
      const context = await createUnguardedContext(chromium);
      await performTask(await context.newPage(), site.url);
      // The shop and the mailbox keep the state of the latest visitor only.
      expect.soft(await judgeAnswer(answer), `${task.id} after`).toBe(true);
      await context.close();
    } else expect.soft(await judgeAnswer(answer), `${task.id} after`).toBe(true);
  }
  await site.close();
});
