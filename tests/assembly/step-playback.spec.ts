/** Recordings that `step:playback` reads. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import { readPlayback } from '../../src/assembly/step-playback.js';

test('from a SteP trajectory, the actions that the environment performed are read', ({}, info) => {
  const file = info.outputPath('7.json');
  const entry = (action: string | null, status: object = {}) => ({
    objective: 'o',
    action,
    reason: `why ${action}`,
    ...status,
  });
  writeFileSync(
    file,
    JSON.stringify({
      task: 'configs/7.json',
      trajectory: [
        entry('click [1]', { done: false, reward: 0 }),
        entry('find [a]'),
        entry('click [2]', { done: false }),
        entry('stop [x]'),
        entry('stop [y]'),
        entry('stop [y]', { done: true }),
      ],
    }),
  );
  expect(readPlayback(file)).toEqual([
    { action: 'click [1]', reason: 'why click [1]' },
    { action: 'click [2]', reason: 'why click [2]' },
    { action: 'stop [y]', reason: 'why stop [y]' },
  ]);
  writeFileSync(file, JSON.stringify([{ action: 'click [1]' }, { action: null }, { action: 'stop' }]));
  expect(readPlayback(file)).toEqual([
    { action: 'click [1]', reason: '' },
    { action: 'stop', reason: '' },
  ]);
});

test('a file without a trajectory causes an error that suggests a next step', ({}, info) => {
  const cases: [content: string, message: RegExp][] = [
    ['{', /is not JSON/],
    ['{"trajectory": 3}', /no list “trajectory”/],
    ['{"trajectory": []}', /has no actions to replay/],
  ];
  for (const [index, [content, message]] of cases.entries()) {
    const file = info.outputPath(`${index}.json`);
    writeFileSync(file, content);
    expect.soft(() => readPlayback(file), content).toThrow(message);
  }
});

test('from a session, the actions of all policies are read, and the root’s end only once', ({}, info) => {
  const folder = info.outputPath('session');
  mkdirSync(folder);
  const event = {
    policy: 'p',
    objective: '',
    previousActions: '',
    reason: 'r',
    promptTokens: 0,
    completionTokens: 0,
  };
  const lines = [
    {
      stack: [
        { ...event, kind: 'push', depth: 0, action: 'find [a]' },
        { ...event, kind: 'act', depth: 1, action: 'click [1]' },
      ],
    },
    {
      stack: [
        { ...event, kind: 'pop', depth: 1, action: 'stop [x]' },
        { ...event, kind: 'pop', depth: 0, action: 'stop [y]' },
        { ...event, kind: 'act', depth: 0, action: 'stop [y]' },
      ],
    },
  ].map((evidence, turn) => ({
    v: 2,
    seq: turn + 1,
    t: 0,
    type: 'say',
    turn,
    speaker: 'navigator',
    text: 'x',
    kind: 'report',
    evidence,
  }));
  const header = {
    v: 2,
    seq: 0,
    t: 0,
    type: 'session',
    id: 'i',
    name: 'n',
    startedAt: 0,
    navigator: 'step',
    ranker: 'r',
    url: '',
    parleyVersion: '0',
    browser: 'b',
  };
  writeFileSync(
    join(folder, 'session.jsonl'),
    [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''),
  );
  for (const path of [folder, join(folder, 'session.jsonl')])
    expect(readPlayback(path).map(({ action }) => action)).toEqual(['click [1]', 'stop [y]']);
});
