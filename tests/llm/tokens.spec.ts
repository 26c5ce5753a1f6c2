/** Token counts: exact if the tokenizer is available, otherwise marked as an estimate. */
import { readFileSync } from 'node:fs';

import { expect, test } from '@playwright/test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

import { estimateTokens } from '../../src/llm/index.js';
import { createCounter, estimateImageTokens } from '../../src/llm/tokens.js';
import { chatRequest, imageRequest, PIXEL } from './model-fixture.js';

const createOpenaiCounter = (model: string) => createCounter({ provider: 'openai', model });

test('tokens of OpenAI’s models are counted with their own tokenizer, at any gateway', async () => {
  for (const [model, by] of [
    ['gpt-4o', 'o200k_base'],
    ['openai/gpt-4.1-mini', 'o200k_base'],
    ['gpt-5-nano', 'o200k_base'],
    ['o3', 'o200k_base'],
    ['gpt-4-turbo', 'cl100k_base'],
    ['gpt-3.5-turbo-0125', 'cl100k_base'],
  ] as const)
    expect(await createOpenaiCounter(model).countText('Hello, world!'), model).toEqual({
      tokens: 4,
      exact: true,
      by,
    });
});

test('token counts for other models are marked as estimates', async () => {
  for (const model of ['llama-3.1-8b', 'gemma3', 'o200k', 'gpt4all'])
    expect(await createOpenaiCounter(model).countText('Hello'), model).toMatchObject({
      exact: false,
      by: 'estimate',
    });
  const claude = createCounter({ provider: 'anthropic', model: 'claude-sonnet-5' });
  expect(await claude.countText('Hello')).toMatchObject({ exact: false });
});

test('with a given tokenizer, the count is exact', async () => {
  const counter = createCounter(
    { provider: 'openai', model: 'weblinx-llama' },
    (text) => text.split(' ').length,
  );
  const request = { kind: 'completion', prompt: 'one two three', maxTokens: 1 } as const;
  expect(await counter.countRequest(request)).toMatchObject({ tokens: 3, exact: true });
});

test('the count for a request includes its messages and their overhead', async () => {
  const counter = createOpenaiCounter('gpt-4o');
  const text =
    (await counter.countText('You drive a browser.')).tokens +
    (await counter.countText('Open the prices.')).tokens;
  expect(await counter.countRequest(chatRequest)).toEqual({
    tokens: text + 11,
    exact: true,
    by: 'o200k_base',
  });
  expect(await counter.countRequest(imageRequest)).toMatchObject({ exact: false });
});

test('the count for an image depends on its size', () => {
  const png = new Uint8Array(PIXEL);
  const view = new DataView(png.buffer);
  view.setUint32(16, 1500);
  view.setUint32(20, 750);
  expect(estimateImageTokens({ type: 'image', mediaType: 'image/png', data: png })).toBe(1500 + 85);
  expect(estimateImageTokens({ type: 'image', mediaType: 'image/png', data: png, detail: 'low' })).toBe(85);
  expect(estimateImageTokens({ type: 'image', mediaType: 'image/jpeg', data: png })).toBe(1366 + 85);
});

test('unusual page text does not break counting', async () => {
  const counter = createOpenaiCounter('gpt-4o');
  expect((await counter.countText('<|endoftext|> and <|im_start|>')).tokens).toBeGreaterThan(5);
  expect((await counter.countText('a'.repeat(50_000))).tokens).toBeGreaterThan(5000);
  expect((await counter.countText('😀'.repeat(5000))).tokens).toBeGreaterThan(1000);
  expect((await counter.countText('')).tokens).toBe(0);
});

const TEXTS: [description: string, text: string][] = [
  ['prose', readFileSync('docs/pages-and-actions.md', 'utf8')],
  ['code', readFileSync('src/cli/main.ts', 'utf8')],
  ['markup', readFileSync('fixtures/server.mjs', 'utf8')],
  [
    'German',
    'Bitte öffne die Seite mit den Preisen und wähle das günstigste Abonnement für zwei Personen aus. '.repeat(
      20,
    ),
  ],
  ['Japanese', '料金のページを開いて、二人用の一番安いプランを選んでください。'.repeat(20)],
  ['Russian', 'Откройте страницу с ценами и выберите самый дешёвый тариф на двоих. '.repeat(20)],
  ['numbers', Array.from({ length: 300 }, (_, index) => `${index * 7919},`).join(' ')],
];

for (const [description, text] of TEXTS)
  test(`the estimate for ${description} is close to a real tokenizer’s count, and rarely below it`, () => {
    const ratio = estimateTokens(text) / countTokens(text);
    expect(ratio).toBeGreaterThan(0.95);
    expect(ratio).toBeLessThan(2.2);
  });
