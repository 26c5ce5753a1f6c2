import { expect, test } from '@playwright/test';

import { ParleyError } from '../../src/contract/index.js';
import { createTaskInstructor } from '../../src/instructor/task.js';
import { fakeProbe } from '../dialogue/fake-probe.js';
import { act, answer, ask, report, talk, unfinished, type Fake } from './script-talk.js';

const play = (navigator: Fake[]) =>
  talk(createTaskInstructor(' Find a chair. '), navigator, fakeProbe({ url: 'http://shop.test/' }));

test('says the task and is content with a report', async () => {
  expect(await play([act, report()])).toMatchObject({ lines: ['Find a chair.'], end: { type: 'stop' } });
});

test('is content with an answer', async () => {
  expect((await play([answer('12.50')])).end).toEqual({ type: 'stop' });
});

test('a question ends the run, with what can be done about it', async () => {
  expect((await play([ask('Which\ncolour?')])).end).toEqual({
    type: 'stop',
    failed: {
      kind: 'dialogue',
      reason:
        'The navigator asks “Which colour?”, and a single task has no answers. Put the answer into the task, write a scenario with replies, or use parley chat.',
    },
  });
});

test("giving up ends the run with the navigator's words", async () => {
  expect((await play([unfinished('There are no chairs.')])).end).toEqual({
    type: 'stop',
    failed: { kind: 'stuck', reason: 'There are no chairs.' },
  });
});

test('an empty task is a mistake of usage', () => {
  expect(() => createTaskInstructor('  ')).toThrow(ParleyError);
});
