import { expect, test } from '@playwright/test';

import { ParleyError } from '../../src/contract/index.js';
import { createTaskInstructor } from '../../src/instructor/task.js';
import { createFakeProbe } from '../dialogue/fake-probe.js';
import {
  effectiveAction,
  answer,
  ask,
  report,
  runConversation,
  unfinished,
  type NavigatorTurn,
} from './conversation.js';

const playTask = (navigatorTurns: NavigatorTurn[]) =>
  runConversation(
    createTaskInstructor(' Find a chair. '),
    navigatorTurns,
    createFakeProbe({ url: 'http://shop.test/' }),
  );

test('a task is complete after a report', async () => {
  expect(await playTask([effectiveAction, report()])).toMatchObject({
    lines: ['Find a chair.'],
    end: { type: 'stop' },
  });
});

test('a task is complete after an answer', async () => {
  expect((await playTask([answer('12.50')])).end).toEqual({ type: 'stop' });
});

test('a question ends the run, and the reason names the alternatives', async () => {
  expect((await playTask([ask('Which\ncolour?')])).end).toEqual({
    type: 'stop',
    failed: {
      kind: 'dialogue',
      reason:
        'The navigator asked “Which colour?”, and a single task cannot answer questions. Put the answer into the task, write a scenario with replies, or use parley chat.',
    },
  });
});

test("a navigator that gives up ends the run with the navigator's message", async () => {
  expect((await playTask([unfinished('There are no chairs.')])).end).toEqual({
    type: 'stop',
    failed: { kind: 'stuck', reason: 'There are no chairs.' },
  });
});

test('an empty task causes a usage error', () => {
  expect(() => createTaskInstructor('  ')).toThrow(ParleyError);
});
