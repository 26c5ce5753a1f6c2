// The evidence that the judge reads from task folders, and from demonstrations of any navigator.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { expect, test } from '@playwright/test';

import type { SayKind, VerdictKind } from '../../src/contract/index.js';
import { DemonstrationWriter } from '../../src/demonstration/index.js';
import { findTasks, type TaskEvidence } from '../../src/judge/index.js';
import { createRedactor } from '../../src/secrets/index.js';
import { createPng, writeTaskFolder } from './task-folders.js';

const findOnlyTask = (folder: string): TaskEvidence => {
  const [task, ...otherTasks] = findTasks([folder]);
  expect(otherTasks).toEqual([]);
  if (!task || 'fault' in task) throw new Error(task?.fault ?? 'no task');
  return task;
};

interface Utterance {
  speaker: 'instructor' | 'navigator';
  text: string;
  kind?: SayKind;
  note?: string;
}

/** Writes a demonstration without actions. */
function writeDemonstration(
  folder: string,
  utterances: readonly Utterance[],
  verdict: VerdictKind | null = 'done',
): string {
  const writer = DemonstrationWriter.create(
    folder,
    {
      id: basename(folder),
      name: 'test',
      description: 'test',
      startedAt: 0,
      navigator: 'direct',
      ranker: 'lexical',
      url: 'http://shop.example:8080/start',
      parley: '0',
      browser: 'none',
    },
    createRedactor(),
    () => 0,
  );
  for (const { speaker, text, kind, note } of utterances)
    writer.say(speaker, text, kind, note === undefined ? undefined : { note });
  if (verdict !== null)
    writer.end({
      verdict,
      reason: `ended with ${verdict}`,
      exit: 0,
      turns: utterances.length,
      actions: 0,
      seconds: 0,
      lastScreenshot: createPng(7),
    });
  return folder;
}

test('a task folder provides the task, both answers, the site and the screenshots in order, without labels if available', ({}, info) => {
  const folder = writeTaskFolder(info.outputPath('r'), 'Google Map--3', {
    lastMessage: 'Thought: x\nAction: ANSWER; [The item [A] costs 3]',
    screenshots: [10, 2, 1],
    files: { 'screenshot2_no_box.png': createPng(99), 'agent.log': 'INFO' },
  });
  const task = findOnlyTask(folder);
  expect(task).toMatchObject({
    id: 'Google Map--3',
    site: 'Google Map',
    source: 'webvoyager',
    task: 'Find the price of a lamp.',
    answer: 'The item [A] costs 3',
    answerByPaperProtocol: 'The item [A',
    decidingRule: null,
    blocked: false,
    runError: null,
  });
  const listFileNames = (screenshots: TaskEvidence['screenshots']): string[] =>
    screenshots.map(({ name }) => basename(name));
  expect(listFileNames(task.screenshots)).toEqual(['screenshot1.png', 'screenshot2.png', 'screenshot10.png']);
  expect(listFileNames(task.screenshotsWithoutLabels)).toEqual([
    'screenshot1.png',
    'screenshot2_no_box.png',
    'screenshot10.png',
  ]);
});

test('tasks whose ids contain no site are grouped by the host of their start URL', ({}, info) => {
  const folder = writeTaskFolder(info.outputPath('r'), 'level1-0');
  expect(findOnlyTask(folder)).toMatchObject({ id: 'level1-0', site: 'shop.example' });
});

test("a blocked run and an infrastructure error are read from a suite's result.json", ({}, info) => {
  const folder = writeTaskFolder(info.outputPath('r'), 'Amazon--1', {
    lastMessage: 'Thought: x\nAction: Wait',
    files: {
      'result.json': JSON.stringify({
        id: 'Amazon--1',
        blocked: true,
        verdict: 'infra',
        reason: 'The site did not answer.',
      }),
    },
  });
  expect(findOnlyTask(folder)).toMatchObject({
    blocked: true,
    runError: 'The site did not answer.',
    decidingRule: 'no-answer',
    answer: null,
  });
});

test('a task with several failed attempts is read only once; a task without a result is skipped', ({}, info) => {
  const resultsFolder = info.outputPath('r');
  mkdirSync(resultsFolder);
  for (const name of ['run.json', 'tasks.jsonl']) writeFileSync(join(resultsFolder, name), '{}');
  const folder = join(resultsFolder, 'taskMap--1');
  const writeAttempt = (attempt: string, text: string): string =>
    writeDemonstration(join(folder, 'demonstrations', attempt), [{ speaker: 'instructor', text }], 'infra');
  writeAttempt('a', 'first attempt');
  writeAttempt('b', 'last attempt');
  const writeResult = (demonstration: string, overrides: object = {}): void =>
    writeFileSync(
      join(folder, 'result.json'),
      JSON.stringify({
        id: 'Map--1',
        site: 'Google Map',
        task: 'Find a park.',
        verdict: 'infra',
        reason: 'The site is gone.',
        demonstration,
        ...overrides,
      }),
    );
  writeResult('demonstrations/b');
  writeDemonstration(join(resultsFolder, 'taskMap--2', 'demonstrations', 'c'), [
    { speaker: 'instructor', text: 'Interrupted.' },
  ]);
  const expected = {
    id: 'Map--1',
    site: 'Google Map',
    folder,
    task: 'Find a park.',
    answer: null,
    runError: 'The site is gone.',
  };
  const task = findOnlyTask(resultsFolder);
  expect(task).toMatchObject(expected);
  expect(task.screenshots.map(({ name }) => name.includes(join('demonstrations', 'b')))).toEqual([true]);
  // The session never started, or its folder is outside the task's folder.
  for (const name of ['', '../../elsewhere']) {
    writeResult(name);
    expect(findOnlyTask(resultsFolder)).toMatchObject({
      ...expected,
      decidingRule: 'one-message',
      screenshots: [],
    });
  }
});

test("a task's id, site and answer come from its result", ({}, info) => {
  const folder = writeTaskFolder(info.outputPath('r'), 'a', {
    lastMessage: 'Thought: x\n**Action:** ANSWER; [12 [net]]',
    files: { 'result.json': JSON.stringify({ id: 'a', site: 'Shop', verdict: 'done', answer: '12 [net]' }) },
  });
  expect(findOnlyTask(folder)).toMatchObject({
    id: 'a',
    site: 'Shop',
    answer: '12 [net]',
    answerByPaperProtocol: null,
    runError: null,
  });
});

test('invalid task folders are reported with the reason, and the others are read', ({}, info) => {
  const resultsFolder = info.outputPath('r');
  writeTaskFolder(resultsFolder, 'Apple--0', { files: { 'interact_messages.json': '[{"role": "sys' } });
  writeTaskFolder(resultsFolder, 'Apple--1', { files: { 'interact_messages.json': '{"messages": []}' } });
  writeTaskFolder(resultsFolder, 'Apple--2', {
    files: {
      'interact_messages.json': JSON.stringify([
        { role: 'system', content: 'x' },
        { role: 'user', content: 'Hello' },
      ]),
    },
  });
  writeTaskFolder(resultsFolder, 'Apple--3');
  expect(
    findTasks([resultsFolder]).map((task) => [task.id, task.site, 'fault' in task ? task.fault : 'readable']),
  ).toEqual([
    ['Apple--0', 'Apple', 'interact_messages.json is not JSON'],
    ['Apple--1', 'Apple', 'interact_messages.json is not a list of chat messages'],
    ['Apple--2', 'Apple', 'the second message of interact_messages.json contains no task'],
    ['Apple--3', 'Apple', 'readable'],
  ]);
});

test('a path may be a results folder, a task folder or a demonstration; each task is read once, in natural order', ({}, info) => {
  const resultsFolder = info.outputPath('r');
  const taskFolder = writeTaskFolder(join(resultsFolder, '20260101_00_00_00'), 'Apple--10');
  writeTaskFolder(join(resultsFolder, '20260101_00_00_00'), 'Apple--2');
  // A recording inside a task folder belongs to the task.
  writeDemonstration(join(taskFolder, 'demonstration'), [{ speaker: 'instructor', text: 'x' }]);
  const demonstration = writeDemonstration(info.outputPath('single'), [{ speaker: 'instructor', text: 'x' }]);
  expect(findTasks([demonstration, taskFolder, resultsFolder]).map(({ id }) => id)).toEqual([
    'single',
    'Apple--10',
    'Apple--2',
  ]);
});

test('a path without tasks causes a usage error that names the expected files', ({}, info) => {
  const emptyFolder = info.outputPath('empty');
  mkdirSync(emptyFolder);
  writeFileSync(join(emptyFolder, 'a.txt'), '');
  expect(() => findTasks([emptyFolder])).toThrow(/no task.*interact_messages\.json.*session\.jsonl/);
  expect(() => findTasks([join(emptyFolder, 'a.txt')])).toThrow(/is a file/);
  expect(() => findTasks([join(emptyFolder, 'missing')])).toThrow(/There is no folder/);
});

test('a demonstration provides the instructor’s utterances, the last answer and the final screenshot', ({}, info) => {
  const folder = writeDemonstration(info.outputPath('d'), [
    { speaker: 'instructor', text: 'Find a lamp.' },
    { speaker: 'navigator', text: 'Which colour?', kind: 'ask' },
    { speaker: 'instructor', text: 'Blue.' },
    { speaker: 'navigator', text: 'It costs 12 EUR.', kind: 'answer' },
    { speaker: 'navigator', text: 'I closed the banner.', kind: 'ack' },
  ]);
  const task = findOnlyTask(folder);
  expect(task).toMatchObject({
    source: 'demonstration',
    site: 'shop.example:8080',
    task: 'Find a lamp.\nBlue.',
    answer: 'It costs 12 EUR.',
    decidingRule: null,
    runError: null,
  });
  expect(task.screenshots.map(({ name }) => basename(name))).toEqual(['screenshot-5-0.png']);
  expect(task.screenshots[0]!.load()).toEqual(createPng(7));
  rmSync(task.screenshots[0]!.name);
  expect(task.screenshots[0]!.load()).toBeNull();
});

test('a demonstration counts as blocked if the navigator reported that the site blocked it', ({}, info) => {
  const createGiveUp = (note?: string): Utterance => ({
    speaker: 'navigator',
    text: 'The site checks whether I am human.',
    kind: 'unfinished',
    ...(note === undefined ? {} : { note }),
  });
  const instruction: Utterance = { speaker: 'instructor', text: 'Find a lamp.' };
  const isBlocked = (name: string, utterances: Utterance[]): boolean =>
    findOnlyTask(writeDemonstration(info.outputPath(name), utterances)).blocked;
  expect(isBlocked('blocked', [instruction, createGiveUp('blocked')])).toBe(true);
  expect(isBlocked('other-note', [instruction, createGiveUp('iteration limit reached')])).toBe(false);
  expect(isBlocked('no-note', [instruction, createGiveUp()])).toBe(false);
  expect(isBlocked('went-on', [instruction, createGiveUp('blocked'), instruction, createGiveUp()])).toBe(
    false,
  );
});

test('a demonstration can be read even if the navigator gave up or did nothing, or the session failed or was killed', ({}, info) => {
  const instruction: Utterance = { speaker: 'instructor', text: 'Find a lamp.' };
  const giveUp: Utterance = { speaker: 'navigator', text: 'I can’t find one.', kind: 'unfinished' };
  const answer: Utterance = { speaker: 'navigator', text: '12 EUR.', kind: 'answer' };
  const rows: [
    name: string,
    utterances: Utterance[],
    verdict: VerdictKind | null,
    expected: Partial<TaskEvidence>,
  ][] = [
    [
      'gave-up',
      [instruction, giveUp],
      'done',
      { decidingRule: 'no-answer', answer: 'I can’t find one.', answerByPaperProtocol: null },
    ],
    ['silent', [instruction], 'budget', { decidingRule: 'one-message', answer: null, runError: null }],
    ['server', [instruction], 'infra', { decidingRule: 'one-message', runError: 'ended with infra' }],
    ['interrupted', [instruction, answer], 'user', { decidingRule: null, runError: 'ended with user' }],
    ['failed-check', [instruction, answer], 'check', { decidingRule: null, runError: null }],
    [
      'killed',
      [instruction, answer],
      null,
      { runError: 'The record has no end event; the session was killed.' },
    ],
  ];
  for (const [name, utterances, verdict, expected] of rows)
    expect
      .soft(findOnlyTask(writeDemonstration(info.outputPath(name), utterances, verdict)), name)
      .toMatchObject(expected);
});
