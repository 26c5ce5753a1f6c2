// The AirlineCRM suite's tasks and flags, and the parsing of the site's evaluation.
import { expect, test } from '@playwright/test';

import { bindScenario } from '../../../src/dialogue/index.js';
import { parseFlags } from '../../../src/suites/airline/flags.js';
import { airline } from '../../../src/suites/airline/index.js';
import { readScenarios } from '../../../src/suites/airline/read-tasks.js';
import { loadTaskScenario } from '../../../src/suites/task-scenario.js';

test('by default, there are 20 scenarios for each of the paper’s five tasks', async () => {
  const { tasks } = await readScenarios({});
  expect(tasks.length).toBe(100);
  expect([...new Set(tasks.map(({ site }) => site))]).toEqual([
    'find-flight',
    'book-flight',
    'find-booking',
    'cancel-flight',
    'update-passenger',
  ]);
  expect(new Set(tasks.map(({ id }) => id)).size).toBe(100);
  expect(new Set(tasks.map(({ parameters }) => parameters!['scenario'])).size).toBe(100);
  expect(tasks[0]).toMatchObject({
    id: 'find-flight_001',
    url: expect.stringMatching(/^\{\{FIXTURES\}\}\/airline\/\?scenario=[a-z\d]{20}$/),
    parameters: { task: 'TASK_FIND_FLIGHT', seed: 1 },
    version: { patched: false, dated: false },
  });
  expect((await readScenarios({})).tasks).toEqual(tasks);
});

test('flags select tasks, seeds and the skin', async () => {
  const { tasks } = await readScenarios({
    task: ['update-flight', 'cancel-flight'],
    scenarios: '2',
    firstSeed: '7',
    skin: 'stripped',
  });
  expect(tasks.map(({ id }) => id)).toEqual([
    'cancel-flight_007',
    'cancel-flight_008',
    'update-flight_007',
    'update-flight_008',
  ]);
  for (const { url, lines } of tasks) {
    expect(url).toContain('{{FIXTURES}}/airline-2/?scenario=');
    expect(lines).toBeUndefined();
  }
  expect(parseFlags({ task: ['all'] }).tasks.length).toBe(6);
});

test('a conversation’s lines are the customer’s utterances, and every line is said', async () => {
  const [instructionTask] = (await readScenarios({ task: ['book-flight'], scenarios: '1' })).tasks;
  const [conversationTask] = (
    await readScenarios({ task: ['book-flight'], scenarios: '1', conversation: true })
  ).tasks;
  expect(conversationTask!.lines?.length).toBe(4);
  expect(conversationTask!.parameters).toEqual(instructionTask!.parameters);
  expect(conversationTask!.version.hash).not.toBe(instructionTask!.version.hash);
  const scenario = bindScenario(loadTaskScenario(conversationTask!, airline.page), {
    FIXTURES: 'http://127.0.0.1:1',
  });
  expect(scenario.dialogue.map(({ say }) => say)).toEqual([
    conversationTask!.text,
    ...conversationTask!.lines!,
  ]);
});

test('an unknown task or an invalid number causes a usage error', () => {
  for (const [flags, message] of [
    [{ task: ['cancel-fligth'] }, /no task “cancel-fligth”\. Did you mean "cancel-flight"\?/],
    [{ task: ['all', 'x'] }, /no task “x”/],
    [{ scenarios: '0' }, /--scenarios/],
    [{ scenarios: '1.5' }, /--scenarios/],
    [{ firstSeed: 'one' }, /--first-seed/],
    [{ firstSeed: '4294967290' }, /--first-seed/],
  ] as const)
    expect
      .soft(() => parseFlags(flags as never), JSON.stringify(flags))
      .toThrow(expect.objectContaining({ kind: 'usage', message: expect.stringMatching(message) }));
});

test('irreversible actions are allowed on this machine, and refused if public hosts are allowed', () => {
  expect(airline.getHostPolicy('http://127.0.0.1:1/airline/', [])).toMatchObject({
    confirm: { default: 'allow' },
    blocksPublicHosts: true,
  });
  expect(airline.getHostPolicy('http://127.0.0.1:1/airline/', ['shop.example'])).toMatchObject({
    confirm: { default: 'deny' },
  });
});
