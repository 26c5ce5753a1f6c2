import { expect, test } from '@playwright/test';

import type { SayKind, Turn } from '../../src/contract/index.js';
import {
  afterLine,
  afterReply,
  initialProgress,
  decideStep,
  type ScriptProgress,
  type ScriptDialogue,
} from '../../src/instructor/script-decide.js';
import { findInterjections } from '../../src/instructor/script-interjections.js';

const line = (say: string, when: ScriptDialogue['dialogue'][number]['when'] = 'done') => ({
  say,
  when,
  expect: [],
  check: [],
});
const said = (kind: SayKind, text: string): Turn => ({
  index: 1,
  speaker: 'navigator',
  type: 'say',
  kind,
  text,
});
const told = (text: string): Turn => ({ index: 0, speaker: 'instructor', type: 'say', text });

const SCRIPT: ScriptDialogue = {
  replies: [{ about: 'name', say: 'Okafor.' }],
  dialogue: [line('A.'), line('B.', { visible: { role: 'status' } }), line('C.')],
};
const FIRST: ScriptProgress = { linesSaid: 1, lineTurn: 0, replyCounts: [0], replyTurns: [0] };
const exchange = (...turns: Turn[]) => ({ turns: [told('A.'), ...turns] });

test('the first line needs nothing', () => {
  expect(decideStep(SCRIPT, initialProgress(SCRIPT), { turns: [] })).toEqual({ type: 'line' });
});

test('a question takes the reply that fits, by number', () => {
  expect(decideStep(SCRIPT, FIRST, exchange(said('ask', 'Your name?')))).toEqual({
    type: 'reply',
    text: 'Okafor.',
    reply: 0,
  });
});

test('a reply that was said is used up', () => {
  expect(decideStep(SCRIPT, afterReply(FIRST, 0, exchange()), exchange(said('ask', 'Your name?')))).toMatchObject(
    {
      type: 'fail',
      kind: 'dialogue',
    },
  );
});

test('a question that was answered is not asked any more', () => {
  const turns = exchange(said('ask', 'Your name?'), told('Okafor.'));
  expect(decideStep({ ...SCRIPT, dialogue: [line('A.')] }, FIRST, turns)).toEqual({ type: 'end' });
});

test('a trigger that the page tells has to be looked at', () => {
  const look = { type: 'observe', trigger: { visible: { role: 'status' } } };
  expect(decideStep(SCRIPT, FIRST, exchange(said('report', 'Done.')))).toEqual(look);
  expect(findInterjections(SCRIPT, FIRST, exchange())).toEqual([{ type: 'line', look: look.trigger }]);
});

test('a line that waits for the end does not break in', () => {
  expect(findInterjections(SCRIPT, { ...FIRST, linesSaid: 2 }, exchange())).toEqual([]);
});

test('after the last line nothing breaks in, and the end is the end', () => {
  const last = { ...FIRST, said: 3 };
  expect(findInterjections(SCRIPT, last, exchange())).toEqual([]);
  expect(decideStep(SCRIPT, last, exchange(said('report', 'Done.')))).toEqual({ type: 'end' });
});

test('a line counts what comes after it', () => {
  expect(afterLine(FIRST, exchange(said('report', 'Done.')))).toEqual({
    said: 2,
    since: 2,
    used: [0],
    saidAt: [0],
  });
});
