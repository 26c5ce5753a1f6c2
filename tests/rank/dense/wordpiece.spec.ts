/** Compares the tokenizer with the model's reference ids and with the official library. */
import { readFileSync } from 'node:fs';
import { Tokenizer } from 'tokenizers';

import { expect, test } from '../../support/browser.js';
import { BUNDLED_ENCODER_FOLDER } from '../../../src/rank/open.js';
import { readVocabulary, parseVocabulary } from '../../../src/rank/dense/vocabulary.js';
import { createTokenizer } from '../../../src/rank/dense/wordpiece.js';
import { generateDocuments } from './documents.js';
import { REFERENCES } from './references.js';

const tokenizer = createTokenizer(await readVocabulary(BUNDLED_ENCODER_FOLDER));
const officialTokenizer = Tokenizer.fromFile(`${BUNDLED_ENCODER_FOLDER}/tokenizer.json`);
officialTokenizer.disablePadding();

async function officialIds(text: string, max: number): Promise<number[]> {
  officialTokenizer.setTruncation(max);
  return (await officialTokenizer.encode(text)).getIds();
}

test('token ids equal the reference ids', () => {
  for (const { text, ids, max } of REFERENCES) expect([...tokenizer.encode(text, max)], text).toEqual(ids);
});

test('3,000 generated documents get the same token ids as from the official library', async () => {
  const documents = generateDocuments(3_000);
  officialTokenizer.setTruncation(512);
  const officialEncodings = await officialTokenizer.encodeBatch(documents);
  // One assertion, because each call of expect costs more than the comparison.
  const wrong = documents.filter(
    (text, i) => tokenizer.encode(text, 512).join() !== officialEncodings[i]!.getIds().join(),
  );
  expect(wrong).toEqual([]);
});

const TEXTS = {
  'special tokens in the text': 'before [SEP] after [CLS][PAD] [MASK] [UNK] [sep]',
  'capitals with accents': 'ÀÉÎÕÜ Çığ İstanbul Ångström ΟΔΥΣΣΕΥΣ',
  'ideographs and kana': '東京都の天気 한국어 中文 𠀀𠀁',
  'right-to-left text with marks': 'שָׁלוֹם مَرْحَبًا',
  'control characters, joiners and a byte order mark': 'a\u0000b\u200dc\ufeffd\u00ade\u0085f\u000bg',
  'all kinds of white space': 'a\u00a0b\u2003c\u3000d\u2028e\te\r\nf',
  'symbols and emoji': '€5 ± 3° → ✓ 👩‍👩‍👧 $x^2 `code` ~a|b',
  'lone surrogates': 'broken \ud83d text \udc00',
  'words of 100 and of 101 letters': `${'a'.repeat(100)} ${'a'.repeat(101)}`,
  'an empty text': '',
};

test('unusual text gets the same token ids as from the official library', async () => {
  for (const [description, text] of Object.entries(TEXTS))
    // The official library accepts only well-formed text; our tokenizer drops lone surrogates.
    expect
      .soft([...tokenizer.encode(text, 160)], description)
      .toEqual(await officialIds(text.replace(/\p{Cs}/gu, ''), 160));
});

test('a truncated text keeps the special tokens at its start and end', async () => {
  const long = 'word '.repeat(500);
  expect([...tokenizer.encode(long, 64)]).toEqual(await officialIds(long, 64));
  expect([...tokenizer.encode('x', 2)]).toEqual([101, 102]);
});

test('a 100 kB word becomes [UNK], and a 1 MB text is truncated', () => {
  expect([...tokenizer.encode('x'.repeat(100_000), 64)]).toEqual([101, 100, 102]);
  expect(tokenizer.encode('lorem ipsum '.repeat(100_000), 64)).toHaveLength(64);
});

test('the error for an unsupported tokenizer says what is unsupported', () => {
  const raw = JSON.parse(readFileSync(`${BUNDLED_ENCODER_FOLDER}/tokenizer.json`, 'utf8')) as Record<
    string,
    unknown
  >;
  const model = raw.model as Record<string, unknown>;
  const normalizer = raw.normalizer as Record<string, unknown>;
  const rejection = (change: object): string => {
    try {
      parseVocabulary('tokenizer.json', JSON.stringify({ ...raw, ...change }));
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(rejection({ model: { ...model, type: 'BPE' } })).toContain('its model is BPE');
  expect(rejection({ normalizer: { ...normalizer, lowercase: false } })).toContain('it keeps upper case');
  expect(rejection({ normalizer: null })).toContain('its normalizer is missing');
  expect(rejection({ pre_tokenizer: { type: 'ByteLevel' } })).toContain('its pre-tokenizer is ByteLevel');
  expect(rejection({ model: { ...model, vocab: { a: 1 } } })).toContain('has no [UNK]');
  expect(rejection({})).toBe('');
});
