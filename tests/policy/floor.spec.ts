import { expect, test } from '@playwright/test';

import type { SayKind, Turn } from '../../src/contract/index.js';
import { exitCode, nextSpeaker, overBudget } from '../../src/policy/index.js';

const instructor = (text = 'do it'): Turn => ({ index: 0, speaker: 'instructor', type: 'say', text });
const navigator = (kind: SayKind): Turn => ({
  index: 0,
  speaker: 'navigator',
  type: 'say',
  kind,
  text: 'well',
});
const act: Turn = {
  index: 0,
  speaker: 'navigator',
  type: 'action',
  action: { intent: 'back' },
  target: null,
  outcome: { status: 'no-effect', settle: { reason: 'quiet', ms: 1 } },
  url: '',
};

test('the instructor opens, and the navigator goes on after an instructor line or an act', () => {
  expect(nextSpeaker({ turns: [] })).toBe('instructor');
  expect(nextSpeaker({ turns: [instructor()] })).toBe('navigator');
  expect(nextSpeaker({ turns: [instructor(), act] })).toBe('navigator');
});

for (const [kind, next] of [
  ['ask', 'instructor'],
  ['answer', 'instructor'],
  ['report', 'instructor'],
  ['unfinished', 'instructor'],
  ['ack', 'navigator'],
] as const)
  test(`after a navigator's ${kind} the floor is the ${next}'s`, () => {
    expect(nextSpeaker({ turns: [instructor(), navigator(kind)] })).toBe(next);
  });

test('two utterances in a row yield the floor, whatever their kind; an act between them does not', () => {
  expect(nextSpeaker({ turns: [instructor(), navigator('ack'), navigator('ack')] })).toBe('instructor');
  expect(nextSpeaker({ turns: [instructor(), navigator('ack'), act, navigator('ack')] })).toBe('navigator');
});

test('the first budget to be reached is named', () => {
  const budget = { turns: 5, actions: 3, seconds: 10 };
  expect(overBudget(budget, { turns: 4, actions: 2, seconds: 9 })).toBeNull();
  expect(overBudget(budget, { turns: 4, actions: 3, seconds: 9 })).toContain('3 actions');
  expect(overBudget(budget, { turns: 4, actions: 0, seconds: 10 })).toContain('10 seconds');
});

test('exit codes are those of the documentation', () => {
  const kinds = ['done', 'check', 'dialogue', 'usage', 'guard', 'budget', 'stuck', 'infra', 'user'] as const;
  expect(kinds.map(exitCode)).toEqual([0, 1, 1, 2, 3, 4, 4, 5, 130]);
});
