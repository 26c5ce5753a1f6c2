import { expect, test } from '@playwright/test';

import type { SayKind, Turn } from '../../src/contract/index.js';
import { getExitCode, getNextSpeaker, findExceededBudget } from '../../src/policy/index.js';

const instructor = (text = 'do it'): Turn => ({ index: 0, speaker: 'instructor', type: 'say', text });
const navigator = (kind: SayKind): Turn => ({
  index: 0,
  speaker: 'navigator',
  type: 'say',
  kind,
  text: 'well',
});
const action: Turn = {
  index: 0,
  speaker: 'navigator',
  type: 'action',
  action: { intent: 'back' },
  target: null,
  outcome: { status: 'no-effect', settle: { reason: 'quiet', ms: 1 } },
  url: '',
};

test('the instructor begins, and the navigator is next after an instructor line or an action', () => {
  expect(getNextSpeaker({ turns: [] })).toBe('instructor');
  expect(getNextSpeaker({ turns: [instructor()] })).toBe('navigator');
  expect(getNextSpeaker({ turns: [instructor(), action] })).toBe('navigator');
});

test('the kind of a navigator utterance decides who is next', () => {
  for (const [kind, next] of [
    ['ask', 'instructor'],
    ['answer', 'instructor'],
    ['report', 'instructor'],
    ['unfinished', 'instructor'],
    ['ack', 'navigator'],
  ] as const)
    expect.soft(getNextSpeaker({ turns: [instructor(), navigator(kind)] }), kind).toBe(next);
});

test('after two navigator utterances without an action between them, the instructor is next', () => {
  expect(getNextSpeaker({ turns: [instructor(), navigator('ack'), navigator('ack')] })).toBe('instructor');
  expect(getNextSpeaker({ turns: [instructor(), navigator('ack'), action, navigator('ack')] })).toBe(
    'navigator',
  );
});

test('findExceededBudget names the first budget that is reached', () => {
  const budget = { turns: 5, actions: 3, seconds: 10 };
  expect(findExceededBudget(budget, { turns: 4, actions: 2, seconds: 9 })).toBeNull();
  expect(findExceededBudget(budget, { turns: 4, actions: 3, seconds: 9 })).toContain('3 actions');
  expect(findExceededBudget(budget, { turns: 4, actions: 0, seconds: 10 })).toContain('10 seconds');
});

test('exit codes equal the documented codes', () => {
  const kinds = ['done', 'check', 'dialogue', 'usage', 'guard', 'budget', 'stuck', 'infra', 'user'] as const;
  expect(kinds.map(getExitCode)).toEqual([0, 1, 1, 2, 3, 4, 4, 5, 130]);
});
