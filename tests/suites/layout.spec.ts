// Writes a task's files in WebVoyager's layout from a recorded webvoyager session.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test, type TestInfo } from '@playwright/test';

import type { SessionEvent } from '../../src/contract/index.js';
import type { RecordedPrompt } from '../../src/demonstration/index.js';
import type { TaskResult } from '../../src/suites/task.js';
import { isLayoutFile, writeLayout } from '../../src/suites/webvoyager/layout.js';
import type { StepRecord } from '../../src/suites/webvoyager/steps.js';

const settle = { reason: 'idle', ms: 120.4 } as never;
const FORMAT_ERROR = 'Format ERROR: both words are needed.';
const LIST = '[0]: <button> "Save";\t[1]: "Lamp";\t[2]: "Shade";';

const createEvents = (rawAnswers: readonly string[]): SessionEvent[] => [
  { v: 2, seq: 0, t: 0.5, type: 'page', url: 'http://127.0.0.1/', title: 'Shop', reason: 'start', settle },
  { v: 2, seq: 1, t: 0.5, type: 'say', turn: 0, speaker: 'instructor', text: 'Find a lamp' },
  {
    v: 2,
    seq: 2,
    t: 4.5,
    type: 'action',
    turn: 1,
    action: { intent: 'click', uid: 'u1' },
    target: { uid: 'u1', tag: 'a', role: 'link', name: 'Lamp', attributes: {}, xpath: '' },
    outcome: { status: 'done', effects: [{ type: 'download', file: 'list.pdf' }], settle },
    page: {
      url: 'http://127.0.0.1/',
      title: 'Shop',
      html: 'pages/page-1-0.html',
      screenshot: 'screenshots/screenshot-1-0.png',
    },
    observation: { candidates: 2, elements: 2, stable: true, ms: 1 },
    evidence: {
      step: 'Open the lamp.',
      labels: { '0': 'u0', '1': 'u1' },
      model: { ...MODEL, calls: 2, promptTokens: 200, answerTokens: 20, rawAnswer: rawAnswers[1]! },
    },
  },
  {
    v: 2,
    seq: 3,
    t: 6,
    type: 'say',
    turn: 2,
    speaker: 'navigator',
    kind: 'answer',
    text: '39',
    evidence: {
      labels: {},
      model: { ...MODEL, promptTokens: 100, answerTokens: 10, rawAnswer: rawAnswers[2]! },
    },
    page: { url: 'http://127.0.0.1/lamp', title: 'Lamp', screenshot: 'screenshots/screenshot-2-0.png' },
  },
];

const MODEL = {
  name: 'tiny',
  calls: 1,
  promptTokens: 0,
  answerTokens: 0,
  cachedTokens: 0,
  estimated: false,
  cost: null,
  recorded: false,
  rawAnswer: '',
};

function createPrompt(n: number, turn: number, text: string, answer: string): RecordedPrompt {
  return {
    v: 1,
    n,
    turn,
    purpose: 'navigator',
    request: { messages: [{ role: 'user', content: text }], maxTokens: 10 },
    answer: { ok: true, text: answer },
    usage: {
      promptTokens: 100,
      answerTokens: 10,
      cachedTokens: 0,
      cacheWriteTokens: 0,
      thinkingTokens: 0,
      estimated: false,
    },
    attempts: 1,
    ms: 1_000 + n,
  };
}

/** The second answer repairs the first one. */
function writeSession(
  info: TestInfo,
  navigator: string,
  observation: string,
): { folder: string; steps: StepRecord[] } {
  const demonstration = info.outputPath('demonstration');
  const folder = info.outputPath('task');
  mkdirSync(folder, { recursive: true });
  const answers = [
    'Click the lamp',
    'Thought: Open it.\nAction: Click [1]',
    'Thought: 39.\nAction: ANSWER; [39]',
  ];
  const prompts = [
    createPrompt(0, 1, `Observation: look.\n${observation}`, answers[0]!),
    createPrompt(1, 1, FORMAT_ERROR, answers[1]!),
    createPrompt(2, 2, `Observation: look.\n${observation}`, answers[2]!),
  ];
  const files: Record<string, string> = {
    'prompts.jsonl': prompts.map((prompt) => `${JSON.stringify(prompt)}\n`).join(''),
    'screenshots/screenshot-1-0.png': 'one',
    'screenshots/screenshot-2-0.png': 'two',
    'pages/page-1-0.html': '<p>',
    'bboxes/bboxes-1.json': JSON.stringify({ u1: { x: 1, y: 2, width: 3, height: 4, top: 2 } }),
    'downloads/list.pdf': '%PDF',
    'downloads/notes.txt': 'notes',
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(demonstration, name)), { recursive: true });
    writeFileSync(join(demonstration, name), content);
  }
  writeLayout(folder, {
    runFolder: folder,
    task: { text: 'Find a lamp' } as never,
    result: { navigator, reason: 'Done.' } as TaskResult,
    url: 'http://127.0.0.1/',
    events: createEvents(answers),
    demonstration,
  });
  const lines = readFileSync(join(folder, 'steps.jsonl'), 'utf8').trim().split('\n');
  return { folder, steps: lines.map((line) => JSON.parse(line) as StepRecord) };
}

test('a repaired reply counts as a separate step, and screenshots have the numbers of their steps', ({}, info) => {
  const { folder, steps } = writeSession(info, 'webvoyager (tiny)', LIST);
  expect(readdirSync(folder).toSorted()).toEqual([
    'agent.log',
    'interact_messages.json',
    'list.pdf',
    'screenshot1.png',
    'screenshot3.png',
    'steps.jsonl',
  ]);
  expect(readdirSync(folder).every(isLayoutFile)).toBe(true);
  expect(steps).toMatchObject([
    {
      step: 1,
      iteration: 1,
      turn: 1,
      url: 'http://127.0.0.1/',
      status: 'no-action',
      error: FORMAT_ERROR,
      action: { raw: 'Click the lamp', parsed: null },
      screenshot: null,
      tokens: 110,
      ms: 1_000,
      modelMs: 1_000,
      waitMs: 0,
    },
    {
      step: 2,
      iteration: 2,
      turn: 1,
      status: 'done',
      error: null,
      thought: 'Open the lamp.',
      action: { raw: 'Thought: Open it.\nAction: Click [1]', parsed: { intent: 'click' } },
      screenshot: 'screenshot1.png',
      tokens: 110,
      ms: 3_000,
      modelMs: 1_001,
      waitMs: 120,
    },
    { step: 3, iteration: 3, screenshot: 'screenshot3.png', tokens: 110, modelMs: 1_002 },
  ]);
  const log = readFileSync(join(folder, 'agent.log'), 'utf8');
  expect(log).toContain(`INFO - Iter: 1\n`);
  expect(log).toContain(`INFO - Action: Click the lamp\nINFO - Tokens: 110\nERROR - ${FORMAT_ERROR}\n`);
});

test('the label table contains text from the prompt, and ids and boxes from the record', ({}, info) => {
  const { steps } = writeSession(info, 'webvoyager (tiny)', LIST);
  expect(steps[1]!.elements).toEqual([
    { label: 0, text: '<button> "Save"', uid: 'u0', box: null },
    { label: 1, text: '"Lamp"', uid: 'u1', box: { x: 1, y: 2, width: 3, height: 4 } },
    { label: 2, text: '"Shade"', uid: null, box: null },
  ]);
});

test('the text navigator saves the trees that the model read', ({}, info) => {
  const treeText = "[1] RootWebArea 'Shop'\n\t[2] link 'Lamp'";
  const { folder } = writeSession(info, 'webvoyager:text (tiny)', treeText);
  const names = readdirSync(folder).filter((name) => name.startsWith('accessibility'));
  expect(names).toEqual(['accessibility_tree1.txt', 'accessibility_tree3.txt']);
  expect(names.every(isLayoutFile)).toBe(true);
  expect(readFileSync(join(folder, names[0]!), 'utf8')).toBe(`${treeText}\n`);
});
