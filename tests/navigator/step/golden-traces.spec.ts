/** The golden traces of spec A.7.1, recorded with the released code, and the behaviour of the hardened stack. */
import { expect, test } from '@playwright/test';

import { runStack, type StackRow } from './stack-run.js';

const T1 = [
  'click [1]',
  'find [books]',
  'click [2]',
  'sub [x]',
  'stop [42]',
  'stop [found]',
  'click [3]',
  'stop [done]',
];

const T1_ROWS: Omit<StackRow, 'error'>[] = [
  { frame: 'root', objective: 'OBJ', observation: 'o0', previous: '', reply: 'click [1]', step: 1 },
  {
    frame: 'root',
    objective: 'OBJ',
    observation: 'o1',
    previous: 'click [1]',
    reply: 'find [books]',
    step: null,
  },
  { frame: 'find', objective: 'find [books]', observation: 'o1', previous: '', reply: 'click [2]', step: 2 },
  {
    frame: 'find',
    objective: 'find [books]',
    observation: 'o2',
    previous: 'click [2]',
    reply: 'sub [x]',
    step: null,
  },
  { frame: 'sub', objective: 'sub [x]', observation: 'o2', previous: '', reply: 'stop [42]', step: null },
  {
    frame: 'find',
    objective: 'find [books]',
    observation: 'o2',
    previous: 'click [2]\n42 = sub [x]',
    reply: 'stop [found]',
    step: null,
  },
  {
    frame: 'root',
    objective: 'OBJ',
    observation: 'o2',
    previous: 'click [1]\nfound = find [books]',
    reply: 'click [3]',
    step: 3,
  },
  {
    frame: 'root',
    objective: 'OBJ',
    observation: 'o3',
    previous: 'click [1]\nfound = find [books]\nclick [3]',
    reply: 'stop [done]',
    step: 4,
  },
];

const withoutErrors = (rows: readonly StackRow[]) =>
  rows.map(({ frame, objective, observation, previous, reply, step }) => ({
    frame,
    objective,
    observation,
    previous,
    reply,
    step,
  }));

for (const compat of ['faithful', 'hardened'] as const)
  test(`T1, ${compat}: nested calls`, async () => {
    const { rows, end } = await runStack({ compat, replies: T1 });
    expect(withoutErrors(rows)).toEqual(T1_ROWS);
    expect(end).toMatchObject({ type: 'act', action: { verb: 'stop', answer: 'done' } });
  });

test('T1, faithful: nine entries are logged, including two for the stop of the root', async () => {
  const { events } = await runStack({ compat: 'faithful', replies: T1 });
  expect(events.map(({ kind, depth, action }) => `${depth} ${kind} ${action}`)).toEqual([
    '0 act click [1]',
    '0 push find [books]',
    '1 act click [2]',
    '1 push sub [x]',
    '2 pop stop [42]',
    '1 pop stop [found]',
    '0 act click [3]',
    '0 pop stop [done]',
    '0 act stop [done]',
  ]);
});

test('T2, faithful: an unknown verb is asked again forever, and the history grows', async () => {
  const { rows, end, steps } = await runStack({
    compat: 'faithful',
    replies: Array.from({ length: 50 }, () => 'lookup [x]'),
    limits: { maxModelCalls: 5 },
  });
  expect(rows.map(({ previous }) => previous.split('\n').filter(Boolean).length)).toEqual([0, 1, 2, 3, 4]);
  expect(new Set(rows.map(({ observation }) => observation))).toEqual(new Set(['o0']));
  expect(rows.at(-1)!.previous).toBe(['lookup [x]', 'lookup [x]', 'lookup [x]', 'lookup [x]'].join('\n'));
  expect(steps).toEqual([]);
  expect(end).toMatchObject({ type: 'exit', reason: 'maxModelCalls' });
});

test('T2, hardened: an unknown verb adds an error line, and the third in a row ends the policy with N/A', async () => {
  const { rows, end } = await runStack({
    compat: 'hardened',
    replies: ['find [a]', 'lookup [x]', 'lookup [x]', 'lookup [x]', 'stop [no]'],
  });
  expect(rows[2]!.previous).toMatch(/^ERROR: lookup \[x\]: There is no action “lookup”\./);
  expect(rows[4]).toMatchObject({
    frame: 'root',
    previous: 'N/A = find [a]\nERROR: find gave no action that can be executed.',
  });
  expect(end).toMatchObject({ action: { verb: 'stop', answer: 'no' } });
  const root = await runStack({ compat: 'hardened', replies: ['lookup [x]', 'lookup [y]', 'lookup [z]'] });
  expect(root.end).toMatchObject({ type: 'exit', reason: 'maxFormatErrors' });
});

test('T3: “stop” inside a text ends the faithful policy; the hardened one types it', async () => {
  const replies = ['find [a]', 'type [5] [bus stop] [1]', 'stop [ok]', 'stop [done]'];
  const faithful = await runStack({ compat: 'faithful', replies });
  expect(faithful.rows[2]).toMatchObject({ frame: 'root', previous: '5 = find [a]' });
  expect(faithful.steps).toEqual(['stop [ok]']);
  const hardened = await runStack({ compat: 'hardened', replies });
  expect(hardened.steps).toEqual(['type [5] [bus stop] [1]', 'stop [done]']);
});

test('T4: a stop without brackets crashes the released code; the hardened policy returns nothing', async () => {
  const replies = ['find [a]', 'stop', 'stop [done]'];
  const faithful = await runStack({ compat: 'faithful', replies });
  expect(faithful.end).toMatchObject({ type: 'exit', reason: 'crash' });
  const hardened = await runStack({ compat: 'hardened', replies });
  expect(hardened.rows[2]).toMatchObject({ frame: 'root', previous: 'find [a]' });
  expect(hardened.end).toMatchObject({ action: { verb: 'stop', answer: 'done' } });
});

test('T5: a reply without labels crashes the released code; the hardened policy is asked again', async () => {
  const faithful = await runStack({ compat: 'faithful', replies: ['raw:I would click.'] });
  expect(faithful.end).toMatchObject({ type: 'exit', reason: 'crash' });
  const hardened = await runStack({
    compat: 'hardened',
    replies: ['raw:I would click.', 'click [1]', 'stop [ok]'],
  });
  expect(hardened.rows.map(({ error }) => error)).toEqual([null, expect.stringContaining('ACTION:'), null]);
  expect(hardened.rows[1]!.previous).toBe('');
  expect(hardened.steps).toEqual(['click [1]', 'stop [ok]']);
  const unreadable = await runStack({
    compat: 'hardened',
    replies: Array.from({ length: 9 }, () => 'raw:Hm.'),
  });
  expect(unreadable.rows).toHaveLength(4);
  expect(unreadable.end).toMatchObject({ type: 'exit', reason: 'maxFormatErrors' });
});

test('T6: an unknown verb hides answers in the faithful history; the hardened one keeps them', async () => {
  const replies = ['find [a]', 'stop [7]', 'lookup [x]', 'click [1]', 'stop [done]'];
  const faithful = await runStack({ compat: 'faithful', replies });
  expect(faithful.rows.slice(2).map(({ previous }) => previous)).toEqual([
    '7 = find [a]',
    'find [a]\nlookup [x]',
    'find [a]\nlookup [x]\nclick [1]',
  ]);
  const hardened = await runStack({ compat: 'hardened', replies });
  expect(hardened.rows[3]!.previous).toMatch(/^7 = find \[a\]\nERROR: lookup \[x\]/);
  expect(hardened.rows[4]!.previous).toMatch(/^7 = find \[a\]\nERROR: lookup .*\nclick \[1\]$/);
});
