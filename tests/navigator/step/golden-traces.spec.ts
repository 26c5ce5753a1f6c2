/** Golden traces T1 to T6, recorded with SteP's published code, and the behaviour of the hardened stack in the same cases. */
import { expect, test } from '@playwright/test';

import { runStack, type StackRow } from './stack-run.js';

const T1_REPLIES = [
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
  { frame: 'root', objective: 'OBJ', observation: 'o0', previousActions: '', reply: 'click [1]', step: 1 },
  {
    frame: 'root',
    objective: 'OBJ',
    observation: 'o1',
    previousActions: 'click [1]',
    reply: 'find [books]',
    step: null,
  },
  {
    frame: 'find',
    objective: 'find [books]',
    observation: 'o1',
    previousActions: '',
    reply: 'click [2]',
    step: 2,
  },
  {
    frame: 'find',
    objective: 'find [books]',
    observation: 'o2',
    previousActions: 'click [2]',
    reply: 'sub [x]',
    step: null,
  },
  {
    frame: 'sub',
    objective: 'sub [x]',
    observation: 'o2',
    previousActions: '',
    reply: 'stop [42]',
    step: null,
  },
  {
    frame: 'find',
    objective: 'find [books]',
    observation: 'o2',
    previousActions: 'click [2]\n42 = sub [x]',
    reply: 'stop [found]',
    step: null,
  },
  {
    frame: 'root',
    objective: 'OBJ',
    observation: 'o2',
    previousActions: 'click [1]\nfound = find [books]',
    reply: 'click [3]',
    step: 3,
  },
  {
    frame: 'root',
    objective: 'OBJ',
    observation: 'o3',
    previousActions: 'click [1]\nfound = find [books]\nclick [3]',
    reply: 'stop [done]',
    step: 4,
  },
];

const omitErrors = (rows: readonly StackRow[]) =>
  rows.map(({ frame, objective, observation, previousActions, reply, step }) => ({
    frame,
    objective,
    observation,
    previousActions,
    reply,
    step,
  }));

for (const compat of ['faithful', 'hardened'] as const)
  test(`T1, ${compat}: nested calls`, async () => {
    const { rows, end } = await runStack({ compat, replies: T1_REPLIES });
    expect(omitErrors(rows)).toEqual(T1_ROWS);
    expect(end).toMatchObject({ type: 'act', action: { verb: 'stop', answer: 'done' } });
  });

test('T1, faithful: nine entries are logged, two of them for the root’s stop', async () => {
  const { events } = await runStack({ compat: 'faithful', replies: T1_REPLIES });
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

test('T2, faithful: after an unknown verb, the policy is asked again without limit, and the history grows', async () => {
  const { rows, end, steps } = await runStack({
    compat: 'faithful',
    replies: Array.from({ length: 50 }, () => 'lookup [x]'),
    limits: { maxModelCalls: 5 },
  });
  expect(rows.map(({ previousActions }) => previousActions.split('\n').filter(Boolean).length)).toEqual([
    0, 1, 2, 3, 4,
  ]);
  expect(new Set(rows.map(({ observation }) => observation))).toEqual(new Set(['o0']));
  expect(rows.at(-1)!.previousActions).toBe(
    ['lookup [x]', 'lookup [x]', 'lookup [x]', 'lookup [x]'].join('\n'),
  );
  expect(steps).toEqual([]);
  expect(end).toMatchObject({ type: 'exit', reason: 'maxModelCalls' });
});

test('T2, hardened: an unknown verb adds an error line, and the third in a row ends the policy with N/A', async () => {
  const { rows, end } = await runStack({
    compat: 'hardened',
    replies: ['find [a]', 'lookup [x]', 'lookup [x]', 'lookup [x]', 'stop [no]'],
  });
  expect(rows[2]!.previousActions).toMatch(/^ERROR: lookup \[x\]: There is no action “lookup”\./);
  expect(rows[4]).toMatchObject({
    frame: 'root',
    previousActions: 'N/A = find [a]\nERROR: find gave no action that can be executed.',
  });
  expect(end).toMatchObject({ action: { verb: 'stop', answer: 'no' } });
  const rootRun = await runStack({ compat: 'hardened', replies: ['lookup [x]', 'lookup [y]', 'lookup [z]'] });
  expect(rootRun.end).toMatchObject({ type: 'exit', reason: 'maxFormatErrors' });
});

test('T3: “stop” inside a text ends the faithful policy; the hardened policy types the text', async () => {
  const replies = ['find [a]', 'type [5] [bus stop] [1]', 'stop [ok]', 'stop [done]'];
  const faithfulRun = await runStack({ compat: 'faithful', replies });
  expect(faithfulRun.rows[2]).toMatchObject({ frame: 'root', previousActions: '5 = find [a]' });
  expect(faithfulRun.steps).toEqual(['stop [ok]']);
  const hardenedRun = await runStack({ compat: 'hardened', replies });
  expect(hardenedRun.steps).toEqual(['type [5] [bus stop] [1]', 'stop [done]']);
});

test('T4: a stop without brackets crashes the published code; the hardened policy returns an empty answer', async () => {
  const replies = ['find [a]', 'stop', 'stop [done]'];
  const faithfulRun = await runStack({ compat: 'faithful', replies });
  expect(faithfulRun.end).toMatchObject({ type: 'exit', reason: 'crash' });
  const hardenedRun = await runStack({ compat: 'hardened', replies });
  expect(hardenedRun.rows[2]).toMatchObject({ frame: 'root', previousActions: 'find [a]' });
  expect(hardenedRun.end).toMatchObject({ action: { verb: 'stop', answer: 'done' } });
});

test('T5: a reply without labels crashes the published code; the hardened policy is asked again', async () => {
  const faithfulRun = await runStack({ compat: 'faithful', replies: ['raw:I would click.'] });
  expect(faithfulRun.end).toMatchObject({ type: 'exit', reason: 'crash' });
  const hardenedRun = await runStack({
    compat: 'hardened',
    replies: ['raw:I would click.', 'click [1]', 'stop [ok]'],
  });
  expect(hardenedRun.rows.map(({ error }) => error)).toEqual([
    null,
    expect.stringContaining('ACTION:'),
    null,
  ]);
  expect(hardenedRun.rows[1]!.previousActions).toBe('');
  expect(hardenedRun.steps).toEqual(['click [1]', 'stop [ok]']);
  const unparsableRun = await runStack({
    compat: 'hardened',
    replies: Array.from({ length: 9 }, () => 'raw:Hm.'),
  });
  expect(unparsableRun.rows).toHaveLength(4);
  expect(unparsableRun.end).toMatchObject({ type: 'exit', reason: 'maxFormatErrors' });
});

test('T6: an unknown verb hides answers in the faithful history; the hardened history keeps them', async () => {
  const replies = ['find [a]', 'stop [7]', 'lookup [x]', 'click [1]', 'stop [done]'];
  const faithfulRun = await runStack({ compat: 'faithful', replies });
  expect(faithfulRun.rows.slice(2).map(({ previousActions }) => previousActions)).toEqual([
    '7 = find [a]',
    'find [a]\nlookup [x]',
    'find [a]\nlookup [x]\nclick [1]',
  ]);
  const hardenedRun = await runStack({ compat: 'hardened', replies });
  expect(hardenedRun.rows[3]!.previousActions).toMatch(/^7 = find \[a\]\nERROR: lookup \[x\]/);
  expect(hardenedRun.rows[4]!.previousActions).toMatch(/^7 = find \[a\]\nERROR: lookup .*\nclick \[1\]$/);
});
