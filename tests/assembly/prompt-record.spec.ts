/** Every request to a model reaches the record, with what came of it; none fails because of it. */
import { createHash } from 'node:crypto';

import { expect, test } from '@playwright/test';

import { withPromptRecording } from '../../src/assembly/prompt-record.js';
import { ParleyError } from '../../src/contract/index.js';
import type { AskedPrompt } from '../../src/demonstration/index.js';
import type { Message } from '../../src/llm/index.js';
import { hello, shaped, withModel } from '../llm/model-fixture.js';

const signal = new AbortController().signal;

test('answers, failures and unusable answers are recorded with the request as sent', async () => {
  const asked: AskedPrompt[] = [];
  const picture = new Uint8Array([1, 2, 3]);
  const messages: Message[] = [
    ...hello.messages,
    {
      role: 'user',
      content: [
        { type: 'text', text: 'look' },
        { type: 'image', mediaType: 'image/png', data: picture },
      ],
    },
  ];
  const policy = [
    { text: 'Fine.', usage: { prompt: 7, answer: 3, cached: 2 } },
    { text: 'no JSON' },
    { status: 401, message: 'no such key' },
  ];
  await withModel(
    ({ before }) => policy[before]!,
    {},
    async (plain) => {
      const { model, reportMissing: faults } = withPromptRecording(plain, (one) => void asked.push(one));
      await model.ask({ ...hello, messages }, { signal });
      messages.length = 0;
      await model.ask(shaped, { signal, purpose: 'judge' });
      await model.ask({ kind: 'completion', prompt: 'go on', maxTokens: 5 }, { signal });
      expect(faults()).toEqual([]);
    },
  );
  expect(asked).toMatchObject([
    {
      purpose: 'navigator',
      request: {
        messages: [
          ...hello.messages,
          {
            role: 'user',
            content: [
              { type: 'text', text: 'look' },
              {
                type: 'image',
                mediaType: 'image/png',
                bytes: 3,
                sha256: createHash('sha256').update(picture).digest('hex'),
              },
            ],
          },
        ],
        maxTokens: hello.maxTokens,
      },
      answer: { ok: true, text: 'Fine.' },
      usage: { promptTokens: 7, answerTokens: 3, cachedTokens: 2, estimated: false },
      attempts: 1,
    },
    { purpose: 'judge', answer: { ok: false, kind: 'not-json', text: 'no JSON' } },
    { request: { prompt: 'go on' }, answer: { ok: false, kind: 'key' }, usage: null },
  ]);
});

test('an interrupted request is recorded and stays interrupted', async () => {
  const asked: AskedPrompt[] = [];
  const stop = new AbortController();
  const policy = (): { silence: true } => {
    stop.abort(new Error('enough'));
    return { silence: true };
  };
  await withModel(policy, {}, async (plain) => {
    const { model } = withPromptRecording(plain, (one) => void asked.push(one));
    await expect(model.ask(hello, { signal: stop.signal })).rejects.toThrow('enough');
  });
  expect(asked).toMatchObject([{ request: { messages: hello.messages }, answer: { kind: 'stopped' } }]);
});

test('if recording fails, answers still arrive and the missing requests are reported', async () => {
  await withModel(
    () => ({ text: 'Fine.' }),
    {},
    async (plain) => {
      const { model, reportMissing: faults } = withPromptRecording(plain, () => {
        throw new ParleyError('usage', 'The disk is full.', 'Free some space.');
      });
      for (let i = 0; i < 2; i += 1)
        expect(await model.ask(hello, { signal })).toMatchObject({ ok: true, text: 'Fine.' });
      expect(faults()).toEqual([
        '2 requests to the model are not in prompts.jsonl: The disk is full. Free some space.',
      ]);
    },
  );
});
