import { expect, test } from '@playwright/test';

import type { SayKind, Turn } from '../../src/contract/index.js';
import {
  advanceLine,
  advanceReply,
  createInitialProgress,
  decideStep,
  type ScriptProgress,
  type ScriptDialogue,
} from '../../src/instructor/script-decide.js';
import { findInterjections } from '../../src/instructor/script-interjections.js';

const createLine = (say: string, when: ScriptDialogue['dialogue'][number]['when'] = 'done') => ({
  say,
  when,
  expect: [],
  check: [],
});
const createNavigatorSay = (kind: SayKind, text: string): Turn => ({
  index: 1,
  speaker: 'navigator',
  type: 'say',
  kind,
  text,
});
const createInstructorSay = (text: string): Turn => ({ index: 0, speaker: 'instructor', type: 'say', text });

const SCRIPT: ScriptDialogue = {
  replies: [{ about: 'name', say: 'Okafor.' }],
  dialogue: [createLine('A.'), createLine('B.', { visible: { role: 'status' } }), createLine('C.')],
};
const AFTER_FIRST_LINE: ScriptProgress = {
  saidLineCount: 1,
  lastLineTurnIndex: 0,
  replyCounts: [0],
  lastReplyTurnIndexes: [0],
};
const createExchangeAfterFirstLine = (...turns: Turn[]) => ({ turns: [createInstructorSay('A.'), ...turns] });

test('the first line is said immediately', () => {
  expect(decideStep(SCRIPT, createInitialProgress(SCRIPT), { turns: [] })).toEqual({ type: 'line' });
});

test('a question is answered by the matching reply', () => {
  expect(
    decideStep(
      SCRIPT,
      AFTER_FIRST_LINE,
      createExchangeAfterFirstLine(createNavigatorSay('ask', 'Your name?')),
    ),
  ).toEqual({
    type: 'reply',
    text: 'Okafor.',
    replyIndex: 0,
  });
});

test('a line with the trigger `turn` is said after a report, and after a question before any reply', () => {
  const script = { ...SCRIPT, dialogue: [createLine('A.'), createLine('B.', 'turn')] };
  for (const kind of ['ask', 'report', 'answer'] as const)
    expect
      .soft(
        decideStep(
          script,
          AFTER_FIRST_LINE,
          createExchangeAfterFirstLine(createNavigatorSay(kind, 'Your name?')),
        ),
        kind,
      )
      .toEqual({ type: 'line' });
  const exchange = createExchangeAfterFirstLine(createNavigatorSay('ask', 'Your name?'));
  expect(decideStep(script, { ...AFTER_FIRST_LINE, saidLineCount: 2 }, exchange)).toMatchObject({
    type: 'reply',
  });
  expect(findInterjections(script, AFTER_FIRST_LINE, exchange)).toEqual([]);
});

test('the dialogue fails if the matching reply is used up', () => {
  expect(
    decideStep(
      SCRIPT,
      advanceReply(AFTER_FIRST_LINE, 0, createExchangeAfterFirstLine()),
      createExchangeAfterFirstLine(createNavigatorSay('ask', 'Your name?')),
    ),
  ).toMatchObject({
    type: 'fail',
    kind: 'dialogue',
  });
});

test('an answered question is not answered again', () => {
  const exchange = createExchangeAfterFirstLine(
    createNavigatorSay('ask', 'Your name?'),
    createInstructorSay('Okafor.'),
  );
  expect(decideStep({ ...SCRIPT, dialogue: [createLine('A.')] }, AFTER_FIRST_LINE, exchange)).toEqual({
    type: 'end',
  });
});

test('a trigger that depends on the page requires an observation', () => {
  const step = { type: 'observe', trigger: { visible: { role: 'status' } } };
  expect(
    decideStep(SCRIPT, AFTER_FIRST_LINE, createExchangeAfterFirstLine(createNavigatorSay('report', 'Done.'))),
  ).toEqual(step);
  expect(findInterjections(SCRIPT, AFTER_FIRST_LINE, createExchangeAfterFirstLine())).toEqual([
    { type: 'line', trigger: step.trigger },
  ]);
});

test('a line that waits until the navigator is done does not interrupt it', () => {
  expect(
    findInterjections(SCRIPT, { ...AFTER_FIRST_LINE, saidLineCount: 2 }, createExchangeAfterFirstLine()),
  ).toEqual([]);
});

test('after the last line, nothing interrupts the navigator, and the script ends', () => {
  const afterLastLine = { ...AFTER_FIRST_LINE, saidLineCount: 3 };
  expect(findInterjections(SCRIPT, afterLastLine, createExchangeAfterFirstLine())).toEqual([]);
  expect(
    decideStep(SCRIPT, afterLastLine, createExchangeAfterFirstLine(createNavigatorSay('report', 'Done.'))),
  ).toEqual({ type: 'end' });
});

test('saying a line advances the progress', () => {
  expect(
    advanceLine(AFTER_FIRST_LINE, createExchangeAfterFirstLine(createNavigatorSay('report', 'Done.'))),
  ).toEqual({
    saidLineCount: 2,
    lastLineTurnIndex: 2,
    replyCounts: [0],
    lastReplyTurnIndexes: [0],
  });
});
