import { appendFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

import { openDiskStore, createMemoryStore } from '../../../src/rank/dense/store.js';

const embedding = (value: number): Float32Array => Float32Array.from([value, value + 0.5, -value]);

test('the memory store evicts the least recently used embedding', () => {
  const store = createMemoryStore(2);
  store.put('a', embedding(1));
  store.put('b', embedding(2));
  store.get('a');
  store.put('c', embedding(3));
  expect(store.get('b')).toBeUndefined();
  expect(store.get('a')).toEqual(embedding(1));
});

test('the disk store keeps embeddings between runs and writes no text to disk', async ({}, { outputDir }) => {
  const first = await openDiskStore(outputDir, 'model-a', 3);
  first.put('my secret', embedding(1));
  await first.flush();
  const second = await openDiskStore(outputDir, 'model-a', 3);
  expect(second.get('my secret')).toEqual(embedding(1));
  expect(second.get('other')).toBeUndefined();
  const [file] = readdirSync(outputDir);
  expect(statSync(join(outputDir, file!)).size).toBe(32 + 3 * 4);
});

test('another model’s embeddings are ignored', async ({}, { outputDir }) => {
  const first = await openDiskStore(outputDir, 'model-a', 3);
  first.put('text', embedding(1));
  await first.flush();
  expect((await openDiskStore(outputDir, 'model-b', 3)).get('text')).toBeUndefined();
});

test('a truncated record does not affect other records', async ({}, { outputDir }) => {
  const first = await openDiskStore(outputDir, 'model-a', 3);
  first.put('kept', embedding(1));
  await first.flush();
  appendFileSync(join(outputDir, readdirSync(outputDir)[0]!), Buffer.alloc(17, 7));
  const second = await openDiskStore(outputDir, 'model-a', 3);
  expect(second.get('kept')).toEqual(embedding(1));
  second.put('added', embedding(2));
  await second.flush();
  const third = await openDiskStore(outputDir, 'model-a', 3);
  expect(third.get('added')).toEqual(embedding(2));
});

test('when the file is full, the newer half of its records is kept', async ({}, { outputDir }) => {
  const first = await openDiskStore(outputDir, 'model-a', 3, 100);
  for (let i = 0; i < 100; i++) first.put(`text ${i}`, embedding(i));
  await first.flush();
  const second = await openDiskStore(outputDir, 'model-a', 3, 100);
  expect(second.get('text 99')).toEqual(embedding(99));
  expect(second.get('text 3')).toBeUndefined();
});
