/** Recording of model requests: written immediately, redacted and read again, without risk to the recording. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import { ParleyError } from '../../src/contract/index.js';
import {
  type AskedPrompt,
  DemonstrationWriter,
  readPrompts,
  readSession,
} from '../../src/demonstration/index.js';
import { createRedactor } from '../../src/secrets/index.js';
import { header } from './made.mjs';

let dir: string;
let writer: DemonstrationWriter;

function open(redactor = createRedactor()): void {
  writer = DemonstrationWriter.create(dir, header, redactor);
}

test.beforeEach(() => {
  dir = test.info().outputPath('demonstration');
  open();
});

const asked = (content: string, more: Partial<AskedPrompt> = {}): AskedPrompt => ({
  purpose: 'navigator',
  request: { messages: [{ role: 'user', content }], maxTokens: 100 },
  answer: { ok: true, text: 'Fine.' },
  usage: null,
  attempts: 1,
  ...more,
});

const file = (): string => join(dir, 'prompts.jsonl');

test('each request is on disk when the call returns, with the index of the turn it decides', () => {
  expect(readPrompts(dir)).toBeNull();
  writer.say('instructor', 'hello');
  writer.prompt(asked('one “Ålesund” 🛶'));
  expect(readPrompts(dir)).toEqual([{ v: 1, n: 0, turn: 1, ...asked('one “Ålesund” 🛶') }]);
  const failed = asked('two', {
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
  writer.prompt(failed);
  writer.say('navigator', 'Hi.', 'answer');
  writer.prompt(asked('', { request: { prompt: 'go on from here', maxTokens: 9 } }));
  expect(readPrompts(dir)!.slice(1)).toEqual([
    { v: 1, n: 1, turn: 1, ...failed },
    { v: 1, n: 2, turn: 2, ...asked('', { request: { prompt: 'go on from here', maxTokens: 9 } }) },
  ]);
  expect(readFileSync(file(), 'latin1')).toMatch(/^[\x20-\x7e\n]+$/);
  expect(readSession(dir).events).toHaveLength(3);
});

test('a session without model requests has no prompts file', () => {
  writer.say('instructor', 'hello');
  writer.end({ verdict: 'done', reason: '', exit: 0, turns: 1, actions: 0, seconds: 1 });
  expect(existsSync(file())).toBe(false);
});

test('secrets are redacted everywhere, but not in field names', () => {
  dir = test.info().outputPath('secret');
  const redactor = createRedactor();
  redactor.add('PIN', 'hünter2&co');
  redactor.add('WORD', 'user');
  open(redactor);
  const leak = 'it is hünter2&co';
  const picture = { type: 'image' as const, mediaType: 'image/png', bytes: 3, sha256: 'ab' };
  writer.prompt(
    asked('', {
      request: {
        messages: [
          { role: 'system', content: leak },
          { role: 'user', content: [{ type: 'text', text: leak }, picture] },
        ],
        maxTokens: 9,
      },
    }),
  );
  writer.prompt(asked('', { request: { prompt: leak, maxTokens: 9 }, answer: { ok: true, text: leak } }));
  writer.prompt(asked(leak, { answer: { ok: false, kind: 'garbled', sentence: leak, text: leak } }));
  const covered = 'it is <PIN>';
  expect(readPrompts(dir)).toMatchObject([
    {
      request: {
        messages: [
          { role: 'system', content: covered },
          { role: 'user', content: [{ type: 'text', text: covered }, picture] },
        ],
      },
    },
    { request: { prompt: covered }, answer: { text: covered } },
    { request: { messages: [{ role: 'user' }] }, answer: { sentence: covered, text: covered } },
  ]);
  expect(readFileSync(file(), 'utf8')).not.toMatch(/h(ü|\\u00fc)nter/);
});

test('an incomplete last line is skipped', () => {
  writer.prompt(asked('one'));
  appendFileSync(file(), '{"v":1,"n":1,"tu');
  expect(readPrompts(dir)).toHaveLength(1);
});

const DAMAGED: [what: string, line: string][] = [
  ['is not JSON', '{'],
  ['is null', 'null'],
  ['has another version', JSON.stringify({ v: 2, n: 1, turn: 0, ...asked('x') })],
  ['is out of order', JSON.stringify({ v: 1, n: 5, turn: 0, ...asked('x') })],
  ['has no turn', JSON.stringify({ v: 1, n: 1, ...asked('x') })],
  ['has no request', JSON.stringify({ v: 1, n: 1, turn: 0, ...asked('x'), request: null })],
  ['asks nothing', JSON.stringify({ v: 1, n: 1, turn: 0, ...asked('x'), request: { messages: [null] } })],
  ['has no answer', JSON.stringify({ v: 1, n: 1, turn: 0, ...asked('x'), answer: 'x' })],
];

for (const [what, line] of DAMAGED)
  test(`a line that ${what} is an error that names the line`, () => {
    writer.prompt(asked('one'));
    appendFileSync(file(), `${line}\n`);
    expect(() => readPrompts(dir)).toThrow(/prompts\.jsonl:2 is not request 1/);
  });

test('if the file cannot be written, the recording continues', () => {
  mkdirSync(file());
  for (let i = 0; i < 2; i += 1) expect(() => writer.prompt(asked('one'))).toThrow(ParleyError);
  writer.say('instructor', 'hello');
  expect(writer.end({ verdict: 'done', reason: '', exit: 0, turns: 1, actions: 0, seconds: 1 }).type).toBe(
    'end',
  );
  expect(readSession(dir).events.map(({ type }) => type)).toEqual(['session', 'say', 'end']);
});

test('requests of another session are not overwritten', () => {
  writeFileSync(file(), 'mine\n');
  expect(() => writer.prompt(asked('one'))).toThrow(/already exists/);
  expect(readFileSync(file(), 'utf8')).toBe('mine\n');
});
