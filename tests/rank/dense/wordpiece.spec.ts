/** Our tokenizer against the reference ids of the model, and against the official library. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { Tokenizer } from 'tokenizers';

import { BUNDLED } from '../../../src/rank/open.js';
import { readVocabulary, vocabularyOf } from '../../../src/rank/dense/vocabulary.js';
import { createTokenizer } from '../../../src/rank/dense/wordpiece.js';
import { markupDocuments } from './documents.js';
import { REFERENCES } from './references.js';

const ours = createTokenizer(await readVocabulary(BUNDLED));
const official = Tokenizer.fromFile(`${BUNDLED}/tokenizer.json`);
official.disablePadding();

async function officialIds(text: string, max: number): Promise<number[]> {
  official.setTruncation(max);
  return (await official.encode(text)).getIds();
}

test('ids are those of the reference, for all its texts', () => {
  for (const { text, ids, max } of REFERENCES) expect([...ours.encode(text, max)], text).toEqual(ids);
});

test('3,000 documents of pages have the ids that the official library gives', async () => {
  const documents = markupDocuments(3_000);
  official.setTruncation(512);
  const theirs = await official.encodeBatch(documents);
  documents.forEach((text, i) =>
    expect([...ours.encode(text, 512)], JSON.stringify(text)).toEqual(theirs[i]!.getIds()),
  );
});

for (const [what, text] of Object.entries({
  'a special token written on the page': 'before [SEP] after [CLS][PAD] [MASK] [UNK] [sep]',
  'capitals with accents': 'ÀÉÎÕÜ Çığ İstanbul Ångström ΟΔΥΣΣΕΥΣ',
  'ideographs and kana': '東京都の天気 한국어 中文 𠀀𠀁',
  'right to left with marks': 'שָׁלוֹם مَرْحَبًا',
  'controls, joiners and a byte order mark': 'a\u0000b\u200dc\ufeffd\u00ade\u0085f\u000bg',
  'spaces of all kinds': 'a\u00a0b\u2003c\u3000d\u2028e\te\r\nf',
  'symbols and emoji': '€5 ± 3° → ✓ 👩‍👩‍👧 $x^2 `code` ~a|b',
  'half a surrogate pair': 'broken \ud83d text \udc00',
  'a word of a hundred letters, and of one more': `${'a'.repeat(100)} ${'a'.repeat(101)}`,
  'nothing at all': '',
}))
  test(`as the official library: ${what}`, async () => {
    // The official library takes well-formed text only; to us a lone half is what a control character is.
    expect([...ours.encode(text, 160)]).toEqual(await officialIds(text.replace(/\p{Cs}/gu, ''), 160));
  });

test('what is cut keeps its start and its end', async () => {
  const long = 'word '.repeat(500);
  expect([...ours.encode(long, 64)]).toEqual(await officialIds(long, 64));
  expect([...ours.encode('x', 2)]).toEqual([101, 102]);
});

test('a word of 100 kB and a text of a megabyte cost what is kept of them', () => {
  expect([...ours.encode('x'.repeat(100_000), 64)]).toEqual([101, 100, 102]);
  expect(ours.encode('lorem ipsum '.repeat(100_000), 64)).toHaveLength(64);
});

test('tokenizers of another kind are refused by what differs', () => {
  const raw = JSON.parse(readFileSync(`${BUNDLED}/tokenizer.json`, 'utf8')) as Record<string, unknown>;
  const model = raw.model as Record<string, unknown>;
  const normalizer = raw.normalizer as Record<string, unknown>;
  const refused = (change: object): string => {
    try {
      vocabularyOf('tokenizer.json', JSON.stringify({ ...raw, ...change }));
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(refused({ model: { ...model, type: 'BPE' } })).toContain('its pieces are made by BPE');
  expect(refused({ normalizer: { ...normalizer, lowercase: false } })).toContain('it keeps capitals');
  expect(refused({ normalizer: null })).toContain('it normalises by nothing');
  expect(refused({ pre_tokenizer: { type: 'ByteLevel' } })).toContain('it splits by ByteLevel');
  expect(refused({ model: { ...model, vocab: { a: 1 } } })).toContain('has no [UNK]');
  expect(refused({})).toBe('');
});
