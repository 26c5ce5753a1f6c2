/** `/why` explains decisions from the recorded events. */
import { expect, test } from '@playwright/test';

import type { Evidence, SessionEvent } from '../../src/contract/index.js';
import { createDecisionHistory, type DecisionHistory } from '../../src/instructor/decisions.js';

let nextTurn = 0;

const createActionEvent = (name: string, evidence?: Evidence): SessionEvent =>
  ({
    type: 'action',
    turn: nextTurn++,
    action: { intent: 'click', uid: name },
    target: { uid: name, tag: 'button', role: 'button', name, attributes: {}, xpath: '' },
    ...(evidence ? { evidence } : {}),
  }) as SessionEvent;

const createSayEvent = (
  speaker: 'instructor' | 'navigator',
  text: string,
  evidence?: Evidence,
): SessionEvent =>
  ({
    type: 'say',
    turn: nextTurn++,
    speaker,
    text,
    kind: 'report',
    ...(evidence ? { evidence } : {}),
  }) as SessionEvent;

function createHistory(...events: SessionEvent[]): DecisionHistory {
  const decisions = createDecisionHistory();
  for (const event of events) decisions.record(event);
  return decisions;
}

test.beforeEach(() => {
  nextTurn = 0;
});

const RANKED_ELEMENTS = ['Send', 'Save', 'Sound', 'Sand', 'Seed', 'Sort', 'Sum'].map((name, i) => ({
  uid: name,
  name,
  score: 0.9 - i / 10,
}));

test('for a decision, the step, the query, the five best elements and the chosen element are shown', () => {
  const evidence: Evidence = {
    step: 'save it',
    query: 'save button',
    ranked: RANKED_ELEMENTS,
    ranking: { total: 120, scored: 40, partial: true },
    note: 'the name fits',
  };
  expect(
    createHistory(createSayEvent('instructor', 'save it'), createActionEvent('Sum', evidence)).explain(1),
  ).toBe(
    [
      'Decision 1 of 1, turn 1: click button “Sum”',
      'Step: save it',
      'Query: save button',
      'Ranked: the best of 120 elements, 40 compared by meaning; there was no time to compare the rest',
      '  1. 0.900 “Send”',
      '  2. 0.800 “Save”',
      '  3. 0.700 “Sound”',
      '  4. 0.600 “Sand”',
      '  5. 0.500 “Seed”',
      '  7. 0.300 “Sum” (chosen)',
      'Note: the name fits',
    ].join('\n'),
  );
});

test('for a model’s decision, the cost, lookups, repairs and raw answer are shown', () => {
  const model = {
    name: 'tiny',
    calls: 3,
    promptTokens: 3000,
    answerTokens: 90,
    cachedTokens: 2000,
    estimated: true,
    cost: null,
    recorded: true,
    promptShape: 'chat (the instructor has just spoken)',
    lookups: ['find “price”', 'read “Shipping”'],
    repairs: ['a bracket was missing'],
    rawAnswer: '{"acts":\n [1]}\u001b[2J\r',
  };
  expect(
    createHistory(createActionEvent('Elsewhere', { ranked: RANKED_ELEMENTS.slice(0, 1), model })).explain(1),
  ).toBe(
    [
      'Decision 1 of 1, turn 0: click button “Elsewhere”',
      'Ranked: the best elements',
      '  1. 0.900 “Send”',
      '  The chosen element is not among them.',
      'Model: tiny, 3 answers, 3.1k tokens (2k cached, estimated, recorded), price unknown',
      'Prompt shape: chat (the instructor has just spoken)',
      'Looked up: find “price”; read “Shipping”',
      'Repaired: a bracket was missing',
      'Answer: {"acts":',
      ' [1]}',
    ].join('\n'),
  );
});

test('a long answer is truncated, and a hint names the file with the rest', () => {
  const model = { ...MODEL_USAGE, rawAnswer: 'x'.repeat(5000) };
  const lines = createHistory(createActionEvent('Send', { model })).explain(1).split('\n');
  expect(lines.at(-2)).toHaveLength('Answer: '.length + 4000);
  expect(lines.at(-1)).toBe('(1000 more characters of the answer are in session.jsonl)');
});

test('actions that were decided together are one decision; instructor lines are not decisions', () => {
  const decisions = createHistory(
    createSayEvent('instructor', 'fill it in'),
    createActionEvent('Name', { step: 'one' }),
    createActionEvent('City'),
    createSayEvent('navigator', 'Filled in.'),
    createSayEvent('instructor', 'send it'),
    createActionEvent('Send', { step: 'two' }),
    createSayEvent('navigator', 'Sent.', {}),
  );
  expect(decisions.explain(3)).toMatch(
    /^Decision 1 of 3, turn 1: click button “Name”; click button “City”; say Filled in\.\nStep: one$/,
  );
  expect(decisions.explain(2)).toMatch(/^Decision 2 of 3, turn 5: .*\nStep: two$/);
  expect(decisions.explain(1)).toMatch(
    /^Decision 3 of 3, turn 6: say Sent\.\nNo evidence was recorded for this decision\. Type \/why 2 for the decision before it\.$/,
  );
});

test('a decision number that does not exist is rejected, and only the last hundred decisions are available', () => {
  expect(createHistory(createSayEvent('instructor', 'hello')).explain(1)).toBe(
    'The navigator has not decided anything yet.',
  );
  const history = createHistory(
    ...Array.from({ length: 103 }, (_, i) => createActionEvent(`No. ${i}`, { step: `step ${i}` })),
  );
  expect(history.explain(104)).toBe('There are only 103 decisions so far; /why 103 shows the first.');
  expect(history.explain(101)).toContain('Only the last 100 decisions are available here');
  expect(history.explain(100)).toContain('Decision 4 of 103');
});

const MODEL_USAGE = {
  name: 'tiny',
  calls: 1,
  promptTokens: 1,
  answerTokens: 1,
  cachedTokens: 0,
  estimated: false,
  cost: null,
  recorded: false,
};

test("for a decision of the step navigator, the policy stack's events are shown, one per line, indented by depth", () => {
  const event = {
    policy: 'root',
    depth: 0,
    objective: 'o',
    previousActions: '',
    reason: '',
    promptTokens: 1,
    completionTokens: 1,
  };
  const stack: Evidence['stack'] = [
    { ...event, kind: 'push', action: 'find [books]' },
    { ...event, kind: 'format-error', policy: 'find', depth: 1, action: '', error: 'No ACTION line.' },
    {
      ...event,
      kind: 'act',
      policy: 'find',
      depth: 1,
      action: 'click [2]',
      votes: { 'click [2]': 2, go_back: 1 },
    },
  ];
  const text = createHistory(createActionEvent('Books', { stack })).explain(1);
  expect(text.split('\n').slice(1)).toEqual([
    'Stack:',
    '  root calls: find [books]',
    '    find gave an unusable reply: a reply without an action — No ACTION line.',
    '    find acts: click [2] (votes: 2 × click [2], 1 × go_back)',
  ]);
});
