/** Compares small tokenizers of several kinds with the Rust library that the Python models use. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from '@playwright/test';
import { Tokenizer as Reference } from 'tokenizers';

import { parseHfTokenizer, truncateAtCenter } from '../../src/prompt/index.js';
import { goldenData } from '../support/golden.js';

const getPath = (name: string): string => fileURLToPath(new URL(`data/${name}.json`, import.meta.url));

const TEXTS = [
  'click(uid="67e2a5fb-8b1d-41a0")',
  'Hello world',
  ' leading and  double   spaces ',
  'line\nbreaks\r\n\tand tabs\n\n',
  'café naïve 中文 你好 \u{1f600}\u{1f468}\u200d\u{1f469} end',
  'e\u0301te\u0301 \u00a0 non-breaking',
  '(html(body class="b"(main(form action="/s" onsubmit="return go(\'q\')"',
  goldenData.clean_and_prune.repr,
  ...goldenData.truncate_cands.map(({ str }) => str),
  ...goldenData.formatters.map(({ llama }) => llama),
  'of a page: a<|eot_id|>b </s>c<s> d',
  'x',
  '...',
  ' ; ',
];

for (const name of ['llama-3', 'trimmed', 'llama-2', 'llama-2-metaspace', 't5']) {
  test(`${name}: tokens and offsets equal the reference`, async () => {
    const path = getPath(name);
    const tokenizer = await parseHfTokenizer(readFileSync(path, 'utf8'), path);
    const reference = Reference.fromFile(path);
    for (const text of TEXTS) {
      const encoding = await reference.encode(text, null, { addSpecialTokens: false });
      const { ids, spans } = tokenizer.encode(text);
      const expected = encoding.getIds();
      // T5 can split a run of zeros in several equally likely ways; the libraries choose different ones.
      const isTie = name === 't5' && /0000/.test(text);
      const sort = (list: readonly number[]): number[] => list.toSorted((a, b) => a - b);
      expect(isTie ? sort(ids) : ids, text).toEqual(isTie ? sort(expected) : expected);
      expect(tokenizer.count(text)).toBe(ids.length);
      if (isTie) continue;
      // The reference counts offsets in code points, not UTF-16 units.
      const starts = [0];
      for (const char of text) starts.push(starts.at(-1)! + char.length);
      const offsets = encoding.getOffsets().map(([from, to]) => [starts[from!], starts[to!]]);
      expect(spans, JSON.stringify(text)).toEqual(offsets);
    }
  });
}

test('decoded tokens equal the text', async () => {
  const path = getPath('llama-3');
  const tokenizer = await parseHfTokenizer(readFileSync(path, 'utf8'), path);
  expect(tokenizer.decode(tokenizer.encode('click(uid="a") 中文').ids)).toBe('click(uid="a") 中文');
  expect(tokenizer.count('')).toBe(0);
});

test('a text is truncated between tokens', async () => {
  const path = getPath('llama-2');
  const tokenizer = await parseHfTokenizer(readFileSync(path, 'utf8'), path);
  const text = 'The user wants to open the settings of the account and change the language of the page';
  const truncated = truncateAtCenter(text, 12, tokenizer)!;
  expect(truncated).toMatch(/^The.*\.\.\..*page$/);
  expect(tokenizer.count(truncated)).toBeLessThanOrEqual(14);
});

test('a file that is not a tokenizer is rejected', async () => {
  await expect(parseHfTokenizer('{', 'tokenizer.json')).rejects.toThrow('tokenizer.json is not JSON');
  await expect(parseHfTokenizer('{"model": 1}', 'tokenizer.json')).rejects.toThrow('is not a tokenizer.json');
});
