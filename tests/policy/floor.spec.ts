import { expect, test } from '@playwright/test';

import type { SayKind, Turn } from '../../src/contract/index.js';
import { getExitCode, getNextSpeaker, describeExceededBudget } from '../../src/policy/index.js';

const createInstructorSay = (text = 'do it'): Turn => ({
  index: 0,
  speaker: 'instructor',
  type: 'say',
  text,
});
const createNavigatorSay = (kind: SayKind): Turn => ({
  index: 0,
  speaker: 'navigator',
  type: 'say',
  kind,
  text: 'well',
});
const actionTurn: Turn = {
  index: 0,
  speaker: 'navigator',
  type: 'action',
  action: { intent: 'back' },
  target: null,
  outcome: { status: 'no-effect', settle: { reason: 'quiet', ms: 1 } },
  url: '',
};

test('the instructor speaks first; after an instructor line or an action, the navigator is next', () => {
  expect(getNextSpeaker({ turns: [] })).toBe('instructor');
  expect(getNextSpeaker({ turns: [createInstructorSay()] })).toBe('navigator');
  expect(getNextSpeaker({ turns: [createInstructorSay(), actionTurn] })).toBe('navigator');
});

test("the kind of the navigator's utterance determines who is next", () => {
  for (const [kind, expectedSpeaker] of [
    ['ask', 'instructor'],
    ['answer', 'instructor'],
    ['report', 'instructor'],
    ['unfinished', 'instructor'],
    ['ack', 'navigator'],
  ] as const)
    expect
      .soft(getNextSpeaker({ turns: [createInstructorSay(), createNavigatorSay(kind)] }), kind)
      .toBe(expectedSpeaker);
});

test('after two navigator utterances without an action between them, the instructor is next', () => {
  expect(
    getNextSpeaker({ turns: [createInstructorSay(), createNavigatorSay('ack'), createNavigatorSay('ack')] }),
  ).toBe('instructor');
  expect(
    getNextSpeaker({
      turns: [createInstructorSay(), createNavigatorSay('ack'), actionTurn, createNavigatorSay('ack')],
    }),
  ).toBe('navigator');
});

test('describeExceededBudget names the first budget that is reached', () => {
  const budget = { turns: 5, actions: 3, seconds: 10 };
  expect(describeExceededBudget(budget, { turns: 4, actions: 2, seconds: 9 })).toBeNull();
  expect(describeExceededBudget(budget, { turns: 4, actions: 3, seconds: 9 })).toContain('3 actions');
  expect(describeExceededBudget(budget, { turns: 4, actions: 0, seconds: 10 })).toContain('10 seconds');
});

test('the exit codes are the documented ones', () => {
  const verdictKinds = [
    'done',
    'check',
    'dialogue',
    'usage',
    'guard',
    'budget',
    'stuck',
    'infra',
    'user',
  ] as const;
  expect(verdictKinds.map(getExitCode)).toEqual([0, 1, 1, 2, 3, 4, 4, 5, 130]);
});
