/** URLs, protocols and keys in the forms that users give. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import {
  normaliseBaseUrl,
  createFileKnowledgeStore,
  resolveProvider,
  readApiKey,
  type Provider,
} from '../../src/llm/index.js';
import { createKnowledge } from '../../src/llm/knowledge.js';

const ADDRESSES: [provider: Provider, baseUrl: string | undefined, normalisedUrl: string][] = [
  ['openai', undefined, 'https://api.openai.com/v1'],
  ['anthropic', undefined, 'https://api.anthropic.com'],
  ['openai', 'http://127.0.0.1:11434', 'http://127.0.0.1:11434/v1'],
  ['openai', '127.0.0.1:8000', 'http://127.0.0.1:8000/v1'],
  ['openai', 'http://127.0.0.1:8000/v1/', 'http://127.0.0.1:8000/v1'],
  ['openai', 'https://gate.example/api/v1/chat/completions', 'https://gate.example/api/v1'],
  ['openai', 'https://gate.example/team', 'https://gate.example/team'],
  ['anthropic', 'https://gate.example/v1/messages', 'https://gate.example'],
  ['anthropic', 'http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080'],
];

for (const [provider, baseUrl, normalisedUrl] of ADDRESSES)
  test(`for ${provider}, the base URL ${baseUrl ?? '(none)'} becomes ${normalisedUrl}`, () => {
    expect(normaliseBaseUrl(provider, baseUrl)).toBe(normalisedUrl);
  });

test('rejects invalid URLs and URLs with a password', () => {
  expect(() => normaliseBaseUrl('openai', 'http://')).toThrow(/not the URL of a model server/);
  expect(() => normaliseBaseUrl('openai', 'https://me:secret@gate.example')).toThrow(/contains a password/);
});

const PROTOCOLS: [
  model: string,
  baseUrl: string | undefined,
  named: Provider | undefined,
  provider: Provider,
  asked: string,
][] = [
  ['gpt-5', undefined, undefined, 'openai', 'gpt-5'],
  ['claude-sonnet-5', undefined, undefined, 'anthropic', 'claude-sonnet-5'],
  ['claude-sonnet-5', 'https://gate.example/v1', undefined, 'openai', 'claude-sonnet-5'],
  ['anthropic:claude-x', 'https://gate.example', undefined, 'anthropic', 'claude-x'],
  ['openai:gpt-5', undefined, undefined, 'openai', 'gpt-5'],
  ['llama3.2:3b', 'http://127.0.0.1:11434', undefined, 'openai', 'llama3.2:3b'],
  ['anything', 'https://api.anthropic.com', undefined, 'anthropic', 'anything'],
  ['anything', 'https://gate.example', 'anthropic', 'anthropic', 'anything'],
];

for (const [model, baseUrl, named, provider, asked] of PROTOCOLS)
  test(`“${model}” at ${baseUrl ?? 'no URL'}${named ? `, as ${named}` : ''}: ${provider}’s protocol`, () => {
    expect(resolveProvider(model, baseUrl, named)).toEqual({ provider, model: asked });
  });

const OPENAI = ['OPENAI_API_KEY'];
const signal = new AbortController().signal;

test('the key comes from the default variable, from the variable in a flag, or from a command', async () => {
  const env = { OPENAI_API_KEY: ' one ', ANTHROPIC_AUTH_TOKEN: 'two', MINE: 'three' };
  expect(await readApiKey(OPENAI, {}, env, signal)).toEqual({ value: 'one', source: 'OPENAI_API_KEY' });
  expect(await readApiKey(['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'], {}, env, signal)).toEqual({
    value: 'two',
    source: 'ANTHROPIC_AUTH_TOKEN',
  });
  expect(await readApiKey(OPENAI, { env: 'MINE' }, env, signal)).toEqual({ value: 'three', source: 'MINE' });
  expect(await readApiKey(OPENAI, { command: 'echo four' }, env, signal)).toEqual({
    value: 'four',
    source: '--api-key-command',
  });
  expect(await readApiKey(OPENAI, {}, {}, signal)).toEqual({ value: null, source: 'OPENAI_API_KEY' });
});

test('a source without a key is reported, without its output', async () => {
  await expect(readApiKey(OPENAI, { env: 'NONE' }, {}, signal)).rejects.toThrow(
    'The variable NONE contains no key.',
  );
  await expect(readApiKey(OPENAI, { command: 'exit 3' }, {}, signal)).rejects.toThrow(
    /failed with exit code 3/,
  );
  await expect(readApiKey(OPENAI, { command: 'true' }, {}, signal)).rejects.toThrow(/printed nothing/);
  const error = await readApiKey(OPENAI, { command: 'echo part of it' }, {}, signal).catch(
    (thrown: Error) => thrown,
  );
  expect(String(error)).toMatch(/printed more than one word/);
  expect(String(error)).not.toContain('part of it');
});

test('what was learned about a server is kept for a week; a broken file is ignored', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-memory-'));
  const file = join(folder, 'model-servers.json');
  const knowledge = {
    ...createKnowledge({ provider: 'openai', baseUrl: 'http://x/v1' }),
    json: 'text' as const,
  };
  let now = 0;
  const knowledgeStore = createFileKnowledgeStore(folder, () => now);
  expect(knowledgeStore.get('a')).toBeNull();
  knowledgeStore.set('a', knowledge);
  knowledgeStore.set('b', knowledge);
  expect(createFileKnowledgeStore(folder, () => now).get('a')).toEqual(knowledge);
  now = 8 * 24 * 3600 * 1000;
  expect(knowledgeStore.get('a')).toBeNull();
  writeFileSync(file, '{"a":');
  expect(knowledgeStore.get('b')).toBeNull();
  knowledgeStore.set('a', knowledge);
  expect(knowledgeStore.get('a')).toEqual(knowledge);
  expect(readFileSync(file, 'utf8')).not.toContain('"b"');
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'a file where the folder should be');
  createFileKnowledgeStore(folder).set('a', knowledge);
  rmSync(folder);
});
