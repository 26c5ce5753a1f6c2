// SteP's results layout: trajectories with and without a stack, and CSV.
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';

import type { SessionEvent, StackEvent } from '../../src/contract/index.js';
import type { RecordedPrompt } from '../../src/demonstration/index.js';
import { writeCsv } from '../../src/suites/step-layout/csv.js';
import { createTrajectory } from '../../src/suites/step-layout/trajectory.js';

const settle = { reason: 'idle', ms: 1 } as never;
const createPage = (name: string) => ({
  url: `http://127.0.0.1/${name}`,
  title: name,
  html: null,
  screenshot: null,
});

const createStackEvent = (
  kind: StackEvent['kind'],
  policy: string,
  depth: number,
  action: string,
  overrides: Partial<StackEvent> = {},
): StackEvent => ({
  kind,
  policy,
  depth,
  objective: depth === 0 ? 'Find the books' : `find [books]`,
  previousActions: '',
  action,
  reason: `reason of ${action}`,
  promptTokens: 100,
  completionTokens: 10,
  ...overrides,
});

function createClick(turn: number, pathname: string, stack?: StackEvent[]): SessionEvent {
  return {
    v: 2,
    seq: turn,
    t: turn,
    type: 'action',
    turn,
    action: { intent: 'click', uid: 'u' },
    target: { uid: 'u', tag: 'a', role: 'link', name: `L${turn}`, attributes: {}, xpath: '' },
    outcome: { status: 'done', effects: [{ type: 'focus' }], settle },
    page: createPage(pathname),
    observation: { candidates: 1, elements: 1, stable: true, ms: 1 },
    ...(stack ? { evidence: { stack } } : {}),
  };
}

const INSTRUCTION: SessionEvent = {
  v: 2,
  seq: 0,
  t: 0,
  type: 'say',
  turn: 0,
  speaker: 'instructor',
  text: 'Find the books',
};

const createReport = (turn: number, stack?: StackEvent[]): SessionEvent => ({
  v: 2,
  seq: turn,
  t: turn,
  type: 'say',
  turn,
  speaker: 'navigator',
  kind: 'report',
  text: 'done',
  page: createPage('end'),
  ...(stack ? { evidence: { stack } } : {}),
});

const createPrompt = (turn: number, observation: string): RecordedPrompt =>
  ({
    v: 1,
    n: turn,
    turn,
    purpose: 'navigator',
    request: {
      messages: [
        { role: 'system', content: 'Rules' },
        { role: 'system', content: '### Input:\n\nOBJECTIVE:\nx\nOBSERVATION:\nexample\nURL:\ny' },
        {
          role: 'user',
          content: `### Input:\n\nOBJECTIVE:\nFind\nOBSERVATION:\n${observation}\nURL:\nhttp://x\nPREVIOUS ACTIONS:\n`,
        },
      ],
      maxTokens: 100,
    },
  }) as never;

test('each stack event has an entry with the history of its stack frame', () => {
  const events = [
    INSTRUCTION,
    createClick(1, 'o0', [createStackEvent('act', 'root', 0, 'click [1]')]),
    createClick(2, 'o1', [
      createStackEvent('push', 'root', 0, 'find [books]'),
      createStackEvent('format-error', 'find', 1, '', { error: 'No action.' }),
      createStackEvent('act', 'find', 1, 'click [2]'),
    ]),
    createClick(3, 'o2', [
      createStackEvent('pop', 'find', 1, 'stop [found]'),
      createStackEvent('push', 'root', 0, 'find [pens]'),
      createStackEvent('act', 'find', 1, 'click [3]'),
    ]),
    createReport(4, [
      createStackEvent('pop', 'find', 1, 'stop'),
      createStackEvent('act', 'root', 0, 'stop [done]'),
    ]),
  ];
  const entries = createTrajectory(events, [createPrompt(1, '[1] a'), createPrompt(3, '[3] c')], {
    done: true,
    reward: 0.5,
    success: 0,
  });
  expect(entries.map(({ kind, policy, frame_depth, action }) => [kind, policy, frame_depth, action])).toEqual(
    [
      ['act', 'root', 0, 'click [1]'],
      ['push', 'root', 0, 'find [books]'],
      ['format-error', 'find', 1, ''],
      ['act', 'find', 1, 'click [2]'],
      ['pop', 'find', 1, 'stop [found]'],
      ['push', 'root', 0, 'find [pens]'],
      ['act', 'find', 1, 'click [3]'],
      ['pop', 'find', 1, 'stop'],
      ['act', 'root', 0, 'stop [done]'],
    ],
  );
  // The history before each entry: actions, responses.
  expect(entries.map((entry) => [entry.previous_actions, entry.previous_responses])).toEqual([
    [[], []],
    [['click [1]'], ['']],
    [[], []],
    [[], []],
    [['click [2]'], ['']],
    [
      ['click [1]', 'find [books]'],
      ['', 'found'],
    ],
    [[], []],
    [['click [3]'], ['']],
    [
      ['click [1]', 'find [books]', 'find [pens]'],
      ['', 'found', ''],
    ],
  ]);
  expect(entries[5]!.previous_reasons).toEqual(['reason of click [1]', 'reason of find [books]']);
  // Only actions in the environment have a status; the last one has the result.
  expect(entries.map(({ done, reward, num_actions }) => [done, reward, num_actions])).toEqual([
    [false, 0, 1],
    [undefined, undefined, undefined],
    [undefined, undefined, undefined],
    [false, 0, 2],
    [undefined, undefined, undefined],
    [undefined, undefined, undefined],
    [false, 0, 3],
    [undefined, undefined, undefined],
    [true, 0.5, 3],
  ]);
  expect(entries[0]).toMatchObject({
    objective: 'Find the books',
    observation: '[1] a',
    url: 'http://127.0.0.1/o0',
  });
  expect(entries[2]).toMatchObject({ error: 'No action.', objective: 'find [books]', observation: '' });
  expect(entries[6]).toMatchObject({ observation: '[3] c', prompt_tokens: 100, completion_tokens: 10 });
});

test('for navigators without a stack, each turn has an entry', () => {
  const entries = createTrajectory(
    [INSTRUCTION, createClick(1, 'o0'), createClick(2, 'o1'), createReport(3)],
    [],
    {
      done: true,
      reward: 1,
      success: 1,
    },
  );
  expect(entries.map(({ action, num_actions, success }) => [action, num_actions, success])).toEqual([
    [expect.stringContaining('L1'), 1, 0],
    [expect.stringContaining('L2'), 2, 0],
    ['stop [done]', 2, 1],
  ]);
  expect(entries[2]).toMatchObject({ objective: 'Find the books', url: 'http://127.0.0.1/end', done: true });
  expect(entries[2]!.previous_actions).toHaveLength(2);
});

test('a session without navigator turns has an empty trajectory', () => {
  expect(createTrajectory([INSTRUCTION], [], { done: false, reward: 0, success: 0 })).toEqual([]);
});

test('values with commas, quotes and line breaks are quoted in CSV', ({}, info) => {
  const file = info.outputPath('summary.csv');
  writeCsv(
    file,
    ['task', 'policy'],
    [
      ['a, b', 'say "x"'],
      ['two\nlines', 0.5],
      ['plain', true],
    ],
  );
  expect(readFileSync(file, 'utf8')).toBe('task,policy\n"a, b","say ""x"""\n"two\nlines",0.5\nplain,true\n');
});
