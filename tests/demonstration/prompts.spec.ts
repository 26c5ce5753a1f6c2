/** Model requests are recorded immediately and redacted, and a failure to record them does not stop the recording. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import { ParleyError } from '../../src/contract/index.js';
import {
  type PromptEntry,
  DemonstrationWriter,
  readPrompts,
  readSession,
} from '../../src/demonstration/index.js';
import { createRedactor } from '../../src/secrets/index.js';
import { header } from './test-data.mjs';

let dir: string;
let writer: DemonstrationWriter;

function createWriter(redactor = createRedactor()): void {
  writer = DemonstrationWriter.create(dir, header, redactor);
}

test.beforeEach(() => {
  dir = test.info().outputPath('demonstration');
  createWriter();
});

const createPrompt = (content: string, overrides: Partial<PromptEntry> = {}): PromptEntry => ({
  purpose: 'navigator',
  request: { messages: [{ role: 'user', content }], maxTokens: 100 },
  answer: { ok: true, text: 'Fine.' },
  usage: null,
  attempts: 1,
  ...overrides,
});

const getPromptsFile = (): string => join(dir, 'prompts.jsonl');

test('each request is on disk when the call returns, with the index of the turn that it was made for', () => {
  expect(readPrompts(dir)).toBeNull();
  writer.say('instructor', 'hello');
  writer.prompt(createPrompt('one “Ålesund” 🛶'));
  expect(readPrompts(dir)).toEqual([{ v: 1, n: 0, turn: 1, ...createPrompt('one “Ålesund” 🛶') }]);
  const failedPrompt = createPrompt('two', {
    answer: { ok: false, kind: 'not-json', sentence: 'No JSON.', text: 'Well …' },
    usage: {
      promptTokens: 9,
      answerTokens: 2,
      cachedTokens: 0,
      cacheWriteTokens: 0,
      thinkingTokens: 0,
      estimated: true,
    },
  });
  writer.prompt(failedPrompt);
  writer.say('navigator', 'Hi.', 'answer');
  writer.prompt(createPrompt('', { request: { prompt: 'go on from here', maxTokens: 9 } }));
  expect(readPrompts(dir)!.slice(1)).toEqual([
    { v: 1, n: 1, turn: 1, ...failedPrompt },
    { v: 1, n: 2, turn: 2, ...createPrompt('', { request: { prompt: 'go on from here', maxTokens: 9 } }) },
  ]);
  expect(readFileSync(getPromptsFile(), 'latin1')).toMatch(/^[\x20-\x7e\n]+$/);
  expect(readSession(dir).events).toHaveLength(3);
});

test('a session without model requests has no prompts file', () => {
  writer.say('instructor', 'hello');
  writer.end({ verdict: 'done', reason: '', exit: 0, turns: 1, actions: 0, seconds: 1 });
  expect(existsSync(getPromptsFile())).toBe(false);
});

test('secrets are redacted in all text, but not in roles', () => {
  dir = test.info().outputPath('secret');
  const redactor = createRedactor();
  redactor.add('PIN', 'hünter2&co');
  redactor.add('WORD', 'user');
  createWriter(redactor);
  const secretText = 'it is hünter2&co';
  const image = { type: 'image' as const, mediaType: 'image/png', bytes: 3, sha256: 'ab' };
  writer.prompt(
    createPrompt('', {
      request: {
        messages: [
          { role: 'system', content: secretText },
          { role: 'user', content: [{ type: 'text', text: secretText }, image] },
        ],
        maxTokens: 9,
      },
    }),
  );
  writer.prompt(
    createPrompt('', {
      request: { prompt: secretText, maxTokens: 9 },
      answer: { ok: true, text: secretText },
    }),
  );
  writer.prompt(
    createPrompt(secretText, {
      answer: { ok: false, kind: 'garbled', sentence: secretText, text: secretText },
    }),
  );
  const redactedText = 'it is <PIN>';
  expect(readPrompts(dir)).toMatchObject([
    {
      request: {
        messages: [
          { role: 'system', content: redactedText },
          { role: 'user', content: [{ type: 'text', text: redactedText }, image] },
        ],
      },
    },
    { request: { prompt: redactedText }, answer: { text: redactedText } },
    { request: { messages: [{ role: 'user' }] }, answer: { sentence: redactedText, text: redactedText } },
  ]);
  expect(readFileSync(getPromptsFile(), 'utf8')).not.toMatch(/h(ü|\\u00fc)nter/);
});

test('an incomplete last line is skipped', () => {
  writer.prompt(createPrompt('one'));
  appendFileSync(getPromptsFile(), '{"v":1,"n":1,"tu');
  expect(readPrompts(dir)).toHaveLength(1);
});

const DAMAGED_LINES: [fault: string, line: string][] = [
  ['is not JSON', '{'],
  ['is null', 'null'],
  ['has another version', JSON.stringify({ v: 2, n: 1, turn: 0, ...createPrompt('x') })],
  ['is out of order', JSON.stringify({ v: 1, n: 5, turn: 0, ...createPrompt('x') })],
  ['has no turn', JSON.stringify({ v: 1, n: 1, ...createPrompt('x') })],
  ['has no request', JSON.stringify({ v: 1, n: 1, turn: 0, ...createPrompt('x'), request: null })],
  [
    'has no message',
    JSON.stringify({ v: 1, n: 1, turn: 0, ...createPrompt('x'), request: { messages: [null] } }),
  ],
  ['has no answer', JSON.stringify({ v: 1, n: 1, turn: 0, ...createPrompt('x'), answer: 'x' })],
];

for (const [fault, line] of DAMAGED_LINES)
  test(`a line that ${fault} causes an error that names the line`, () => {
    writer.prompt(createPrompt('one'));
    appendFileSync(getPromptsFile(), `${line}\n`);
    expect(() => readPrompts(dir)).toThrow(/prompts\.jsonl:2 is not a valid record of request 1/);
  });

test('if the file cannot be written, the recording continues', () => {
  mkdirSync(getPromptsFile());
  for (let i = 0; i < 2; i += 1) expect(() => writer.prompt(createPrompt('one'))).toThrow(ParleyError);
  writer.say('instructor', 'hello');
  expect(writer.end({ verdict: 'done', reason: '', exit: 0, turns: 1, actions: 0, seconds: 1 }).type).toBe(
    'end',
  );
  expect(readSession(dir).events.map(({ type }) => type)).toEqual(['session', 'say', 'end']);
});

test('another session’s requests are not overwritten', () => {
  writeFileSync(getPromptsFile(), 'mine\n');
  expect(() => writer.prompt(createPrompt('one'))).toThrow(/already exists/);
  expect(readFileSync(getPromptsFile(), 'utf8')).toBe('mine\n');
});
