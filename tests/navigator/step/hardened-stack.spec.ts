import { expect, test } from '@playwright/test';

import { createPolicy } from '../../support/step-policies.js';
import { FIND, ROOT, runStack, SUB } from './stack-run.js';

const repeatReply = (reply: string, count: number): string[] => Array.from({ length: count }, () => reply);

test('each limit ends the run, and the limit is given as the reason', async () => {
  const stepLimitedRun = await runStack({
    compat: 'hardened',
    replies: repeatReply('click [1]', 9),
    limits: { maxEnvSteps: 2 },
  });
  expect(stepLimitedRun.steps).toHaveLength(2);
  expect(stepLimitedRun.end).toMatchObject({ type: 'exit', reason: 'maxEnvSteps' });
  const callLimitedRun = await runStack({
    compat: 'hardened',
    replies: repeatReply('click [1]', 9),
    limits: { maxModelCalls: 3 },
  });
  expect(callLimitedRun.rows).toHaveLength(3);
  expect(callLimitedRun.end).toMatchObject({ type: 'exit', reason: 'maxModelCalls' });
  const root = createPolicy('root', { maxSteps: 2 });
  const policyLimitedRun = await runStack({
    compat: 'hardened',
    replies: repeatReply('click [1]', 9),
    policies: [root],
  });
  expect(policyLimitedRun.end).toMatchObject({ type: 'exit', reason: 'maxPolicySteps' });
});

test('after the last permitted action, the answer is still reported', async () => {
  const { end } = await runStack({
    compat: 'hardened',
    replies: ['click [1]', 'stop [42]'],
    limits: { maxEnvSteps: 1 },
  });
  expect(end).toMatchObject({ action: { verb: 'stop', answer: '42' } });
});

test('a called policy that exceeds its own step limit, or else the limit of the library, returns N/A', async () => {
  const findWithOneStep = { ...FIND, maxSteps: 1 };
  const { rows } = await runStack({
    compat: 'hardened',
    replies: ['find [a]', 'click [1]', 'stop [done]'],
    policies: [ROOT, findWithOneStep, SUB],
  });
  expect(rows[2]).toMatchObject({
    frame: 'root',
    previousActions: 'N/A = find [a]\nERROR: find did not finish within 1 steps.',
  });
  const limitedRun = await runStack({
    compat: 'hardened',
    replies: ['find [a]', 'click [1]', 'click [2]', 'stop [done]'],
    limits: { maxPolicySteps: 2 },
  });
  expect(limitedRun.rows[3]).toMatchObject({ frame: 'root' });
});

test('calls that are nested too deeply are refused', async () => {
  const { rows } = await runStack({
    compat: 'hardened',
    replies: ['find [a]', 'find [b]', 'stop [x]', 'stop [y]', 'stop [z]'],
    limits: { maxStackDepth: 2 },
  });
  expect(rows[2]).toMatchObject({ frame: 'find', objective: 'find [a]' });
  expect(rows[2]!.previousActions).toMatch(/^ERROR: find \[b\]: .*2 deep/);
});

test('the third identical call is refused, unless the page has changed', async () => {
  const replies = ['find [a]', 'stop [1]', 'find [a]', 'stop [2]', 'find [a]', 'stop [3]'];
  const unchangedPageRun = await runStack({ compat: 'hardened', replies, isPageFixed: true });
  expect(unchangedPageRun.rows[5]!.previousActions).toMatch(/\nERROR: find \[a\]: .*called 2 times/);
  const repliesWithClicks = [
    'find [a]',
    'stop [1]',
    'click [1]',
    'find [a]',
    'stop [2]',
    'click [2]',
    'find [a]',
    'stop [3]',
    'stop [done]',
  ];
  const changedPageRun = await runStack({ compat: 'hardened', replies: repliesWithClicks });
  expect(changedPageRun.rows[8]!.previousActions).not.toContain('ERROR');
});

test('a policy that asked for information is not called again with the same arguments', async () => {
  const { rows } = await runStack({
    compat: 'hardened',
    replies: ['find [a]', 'stop [NEED: the colour]', 'find [a]', 'find [a, red]', 'stop [7]', 'stop [7]'],
  });
  expect(rows[2]!.previousActions).toBe('NEED: the colour = find [a]');
  expect(rows[3]!.previousActions).toMatch(/ERROR: find \[a\]: .*said what it needs/);
  expect(rows[4]).toMatchObject({ frame: 'find', objective: 'find [a, red]' });
});

test('an action that the page refuses adds an error line, and the third in a row ends the policy', async () => {
  const findFault = () => 'No element has this id.';
  const { rows, events, end } = await runStack({
    compat: 'hardened',
    replies: repeatReply('click [9]', 5),
    findFault,
  });
  expect(rows[1]!.previousActions).toBe('ERROR: click [9]: No element has this id.');
  expect(events.map(({ kind }) => kind)).toEqual(['refused', 'refused', 'refused']);
  expect(end).toMatchObject({ reason: 'maxFormatErrors' });
});

test('policies receive outcomes, the user’s lines and the changed objective', async () => {
  const { rows } = await runStack({
    compat: 'hardened',
    replies: ['find [a]', 'click [1]', 'click [2]', 'ask [Which?]', 'stop [x]', 'stop [y]'],
    beforeDecision(stack, stepCount) {
      if (stepCount === 1) stack.reportOutcome({ isUnchanged: true });
      if (stepCount === 2) stack.reportOutcome({ error: 'failed (covered): a banner' });
      if (stepCount === 3) stack.start('User: OBJ\nUser: the red one', ROOT, ['the red one']);
    },
  });
  expect(rows[4]).toMatchObject({
    frame: 'find',
    objective: 'find [a]',
    previousActions:
      'click [1] (no change)\nclick [2]\nERROR: failed (covered): a banner\nask [Which?]\nUSER: the red one',
  });
  expect(rows[5]).toMatchObject({
    frame: 'root',
    objective: 'User: OBJ\nUser: the red one',
    previousActions: 'x = find [a]\nUSER: the red one',
  });
});

test('notes count as steps and stay in the history', async () => {
  const { rows, steps } = await runStack({ compat: 'hardened', replies: ['note [a]', 'click [1]', 'stop'] });
  expect(rows[1]!.previousActions).toBe('note [a]');
  expect(steps).toEqual(['note [a]', 'click [1]', 'stop']);
});

test('the published code counts the step that exceeds its limit but does not execute it', async () => {
  const { steps, end, events } = await runStack({
    compat: 'faithful',
    replies: repeatReply('click [1]', 5),
    limits: { maxEnvSteps: 2 },
  });
  expect(steps).toEqual(['click [1]', 'click [1]']);
  expect(events).toHaveLength(3);
  expect(end).toMatchObject({ type: 'exit', reason: 'maxEnvSteps' });
});
