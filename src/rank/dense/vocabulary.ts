/** Reads the vocabulary of a model folder, and refuses tokenizers that are not uncased BERT WordPiece. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

import { ModelProblem } from './problems.js';
import type { Vocabulary } from './wordpiece.js';

const File = z.object({
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

/** Why this tokenizer is another one than ours, or null. */
function difference({ normalizer, pre_tokenizer, model }: z.infer<typeof File>): string | null {
  if (model.type !== undefined && model.type !== 'WordPiece') return `its pieces are made by ${model.type}`;
  if (normalizer?.type !== 'BertNormalizer') return `it normalises by ${normalizer?.type ?? 'nothing'}`;
  if (normalizer.lowercase !== true) return 'it keeps capitals';
  if (normalizer.strip_accents === false) return 'it keeps accents';
  if (normalizer.clean_text === false || normalizer.handle_chinese_chars === false)
    return 'it normalises otherwise than BERT does';
  if (pre_tokenizer?.type !== 'BertPreTokenizer') return `it splits by ${pre_tokenizer?.type ?? 'nothing'}`;
  if ((model.continuing_subword_prefix ?? '##') !== '##' || (model.max_input_chars_per_word ?? 100) !== 100)
    return 'it cuts words otherwise than BERT does';
  return null;
}

export function vocabularyOf(path: string, text: string): Vocabulary {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    throw new ModelProblem(path, 'it is not JSON', 'Fetch or copy the model again.');
  }
  const parsed = File.safeParse(raw);
  if (!parsed.success) throw new ModelProblem(path, 'it is not a tokenizer of the `tokenizers` library');
  const other = difference(parsed.data);
  if (other)
    throw new ModelProblem(
      path,
      `${other}, and only uncased BERT WordPiece is understood`,
      'Use a MiniLM, BGE or GTE model for English.',
    );
  const ids = new Map(Object.entries(parsed.data.model.vocab));
  const needed = (piece: string): number => {
    const id = ids.get(piece);
    if (id === undefined) throw new ModelProblem(path, `its vocabulary has no ${piece}`);
    return id;
  };
  return {
    ids,
    unknown: needed(parsed.data.model.unk_token ?? '[UNK]'),
    start: needed('[CLS]'),
    end: needed('[SEP]'),
    special: new Map(parsed.data.added_tokens.map(({ content, id }) => [content, id])),
  };
}

/** @throws ModelProblem where the folder has no `tokenizer.json`, or one of another kind */
export async function readVocabulary(folder: string): Promise<Vocabulary> {
  const path = join(folder, 'tokenizer.json');
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw ModelProblem.ofFile(path, error);
  });
  return vocabularyOf(path, text);
}
