/** Records every request to a model with its outcome. A failure to record does not fail the request. */
import { createHash } from 'node:crypto';

import { expect, test } from '@playwright/test';

import { withPromptRecording } from '../../src/assembly/prompt-record.js';
import { ParleyError } from '../../src/contract/index.js';
import type { PromptEntry } from '../../src/demonstration/index.js';
import type { Message } from '../../src/llm/index.js';
import { chatRequest, jsonRequest, withModel } from '../llm/model-fixture.js';

const signal = new AbortController().signal;

test('answers, failures and unusable answers are recorded with the request as sent', async () => {
  const recordedPrompts: PromptEntry[] = [];
  const imageBytes = new Uint8Array([1, 2, 3]);
  const messages: Message[] = [
    ...chatRequest.messages,
    {
      role: 'user',
      content: [
        { type: 'text', text: 'look' },
        { type: 'image', mediaType: 'image/png', data: imageBytes },
      ],
    },
  ];
  const policy = [
    { text: 'Fine.', usage: { prompt: 7, answer: 3, cached: 2 } },
    { text: 'no JSON' },
    { status: 401, message: 'no such key' },
  ];
  await withModel(
    ({ requestIndex }) => policy[requestIndex]!,
    {},
    async (baseModel) => {
      const { model, describeUnrecordedRequests } = withPromptRecording(
        baseModel,
        (prompt) => void recordedPrompts.push(prompt),
      );
      await model.ask({ ...chatRequest, messages }, { signal });
      messages.length = 0;
      await model.ask(jsonRequest, { signal, purpose: 'judge' });
      await model.ask({ kind: 'completion', prompt: 'go on', maxTokens: 5 }, { signal });
      expect(describeUnrecordedRequests()).toEqual([]);
    },
  );
  expect(recordedPrompts).toMatchObject([
    {
      purpose: 'navigator',
      request: {
        messages: [
          ...chatRequest.messages,
          {
            role: 'user',
            content: [
              { type: 'text', text: 'look' },
              {
                type: 'image',
                mediaType: 'image/png',
                bytes: 3,
                sha256: createHash('sha256').update(imageBytes).digest('hex'),
              },
            ],
          },
        ],
        maxTokens: chatRequest.maxTokens,
      },
      answer: { ok: true, text: 'Fine.' },
      usage: { promptTokens: 7, answerTokens: 3, cachedTokens: 2, estimated: false },
      attempts: 1,
    },
    { purpose: 'judge', answer: { ok: false, kind: 'not-json', text: 'no JSON' } },
    { request: { prompt: 'go on' }, answer: { ok: false, kind: 'key' }, usage: null },
  ]);
});

test('an interrupted request is recorded, and its promise still rejects', async () => {
  const recordedPrompts: PromptEntry[] = [];
  const controller = new AbortController();
  const policy = (): { silence: true } => {
    controller.abort(new Error('enough'));
    return { silence: true };
  };
  await withModel(policy, {}, async (baseModel) => {
    const { model } = withPromptRecording(baseModel, (prompt) => void recordedPrompts.push(prompt));
    await expect(model.ask(chatRequest, { signal: controller.signal })).rejects.toThrow('enough');
  });
  expect(recordedPrompts).toMatchObject([
    { request: { messages: chatRequest.messages }, answer: { kind: 'stopped' } },
  ]);
});

test('if recording fails, answers still arrive and the missing requests are reported', async () => {
  await withModel(
    () => ({ text: 'Fine.' }),
    {},
    async (baseModel) => {
      const { model, describeUnrecordedRequests } = withPromptRecording(baseModel, () => {
        throw new ParleyError('usage', 'The disk is full.', 'Free some space.');
      });
      for (let i = 0; i < 2; i += 1)
        expect(await model.ask(chatRequest, { signal })).toMatchObject({ ok: true, text: 'Fine.' });
      expect(describeUnrecordedRequests()).toEqual([
        '2 requests to the model were not written to prompts.jsonl. The disk is full. Free some space.',
      ]);
    },
  );
});
