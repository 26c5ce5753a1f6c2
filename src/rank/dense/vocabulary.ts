/** Reads the vocabulary of a model folder; rejects tokenizers other than uncased BERT WordPiece. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

import { ModelError } from './model-error.js';
import type { Vocabulary } from './wordpiece.js';

const TokenizerFile = z.object({
  added_tokens: z.array(z.object({ id: z.number(), content: z.string(), special: z.boolean() })).default([]),
  normalizer: z
    .object({
      type: z.string(),
      clean_text: z.boolean().optional(),
      handle_chinese_chars: z.boolean().optional(),
      strip_accents: z.boolean().nullable().optional(),
      lowercase: z.boolean().optional(),
    })
    .nullable(),
  pre_tokenizer: z.object({ type: z.string() }).nullable(),
  model: z.object({
    type: z.string().optional(),
    unk_token: z.string().optional(),
    continuing_subword_prefix: z.string().optional(),
    max_input_chars_per_word: z.number().optional(),
    vocab: z.record(z.string(), z.number()),
  }),
});

/** Describes how the tokenizer differs from uncased BERT WordPiece; null if it does not. */
function findIncompatibility({
  normalizer,
  pre_tokenizer,
  model,
}: z.infer<typeof TokenizerFile>): string | null {
  if (model.type !== undefined && model.type !== 'WordPiece') return `its model is ${model.type}`;
  if (normalizer?.type !== 'BertNormalizer') return `its normalizer is ${normalizer?.type ?? 'missing'}`;
  if (normalizer.lowercase !== true) return 'it keeps upper case';
  if (normalizer.strip_accents === false) return 'it keeps accents';
  if (normalizer.clean_text === false || normalizer.handle_chinese_chars === false)
    return 'it normalises differently from BERT';
  if (pre_tokenizer?.type !== 'BertPreTokenizer')
    return `its pre-tokenizer is ${pre_tokenizer?.type ?? 'missing'}`;
  if ((model.continuing_subword_prefix ?? '##') !== '##' || (model.max_input_chars_per_word ?? 100) !== 100)
    return 'it splits words differently from BERT';
  return null;
}

export function parseVocabulary(path: string, text: string): Vocabulary {
  let rawTokenizer: unknown;
  try {
    rawTokenizer = JSON.parse(text);
  } catch {
    throw new ModelError(path, 'it is not JSON', 'Fetch or copy the model again.');
  }
  const parsedTokenizer = TokenizerFile.safeParse(rawTokenizer);
  if (!parsedTokenizer.success)
    throw new ModelError(path, 'it is not a tokenizer of the `tokenizers` library');
  const incompatibility = findIncompatibility(parsedTokenizer.data);
  if (incompatibility)
    throw new ModelError(
      path,
      `${incompatibility}, but only uncased BERT WordPiece is supported`,
      'Use a MiniLM, BGE or GTE model for English.',
    );
  const ids = new Map(Object.entries(parsedTokenizer.data.model.vocab));
  const requireId = (piece: string): number => {
    const id = ids.get(piece);
    if (id === undefined) throw new ModelError(path, `its vocabulary has no ${piece}`);
    return id;
  };
  return {
    ids,
    unknownId: requireId(parsedTokenizer.data.model.unk_token ?? '[UNK]'),
    startId: requireId('[CLS]'),
    endId: requireId('[SEP]'),
    specialIds: new Map(parsedTokenizer.data.added_tokens.map(({ content, id }) => [content, id])),
  };
}

/** @throws ModelError if the folder has no `tokenizer.json`, or an unsupported one */
export async function readVocabulary(folder: string): Promise<Vocabulary> {
  const path = join(folder, 'tokenizer.json');
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw ModelError.fromFileError(path, error);
  });
  return parseVocabulary(path, text);
}
