/** A model's own tokenizer, from its `tokenizer.json`, behind the interface that prompts use (spec 10.6). */
import { z } from 'zod';

import { ParleyError } from '../contract/index.js';
import { type Layout, spansOf } from './hf-spans.js';
import type { Span, PromptTokenizer } from './tokenizer.js';

const Step: z.ZodType<StepShape> = z.lazy(() =>
  z.looseObject({
    type: z.string(),
    normalizers: z.array(Step).optional(),
    pretokenizers: z.array(Step).optional(),
    processors: z.array(Step).optional(),
    prepend_scheme: z.string().optional(),
    add_prefix_space: z.boolean().nullish(),
    trim_offsets: z.boolean().optional(),
  }),
);

interface StepShape {
  type: string;
  normalizers?: StepShape[] | undefined;
  pretokenizers?: StepShape[] | undefined;
  processors?: StepShape[] | undefined;
  prepend_scheme?: string | undefined;
  add_prefix_space?: boolean | null | undefined;
  trim_offsets?: boolean | undefined;
}

const File = z.looseObject({
  added_tokens: z.array(z.looseObject({ content: z.string() })).default([]),
  normalizer: Step.nullish(),
  pre_tokenizer: Step.nullish(),
  post_processor: Step.nullish(),
  model: z.looseObject({}),
});

/**
 * @param json the text of `tokenizer.json`
 * @param path for names and messages
 * @throws ParleyError `usage` where it cannot be read
 */
export async function hfTokenizer(json: string, path: string): Promise<PromptTokenizer> {
  const raw = parsed(json, path);
  const file = File.safeParse(raw);
  if (!file.success)
    throw new ParleyError(
      'usage',
      `${path} is not a tokenizer.json.`,
      'Give the file that belongs to the model.',
    );
  // Half a second for a big vocabulary, and most sessions need none.
  const library = await import('@huggingface/tokenizers');
  const tokenizer = new library.Tokenizer(raw, {});
  const layout = layoutOf(file.data, (text) => tokenizer.normalizer?.normalize(text) ?? text);
  const plain = { add_special_tokens: false };
  return {
    name: path,
    exact: true,
    count: (text) => (text === '' ? 0 : tokenizer.encode(text, plain).ids.length),
    decode: (ids) => tokenizer.decode([...ids]),
    encode(text) {
      if (text === '') return { ids: [], spans: [] };
      const { ids, tokens } = tokenizer.encode(text, plain);
      return { ids, spans: spansOf(text, tokens, layout) ?? evenly(text, ids.length) };
    },
  };
}

/** For a tokenizer of a kind that is not known here: as if all tokens were equally long. */
function evenly(text: string, count: number): Span[] {
  const at = (i: number): number => Math.round((i * text.length) / count);
  return Array.from({ length: count }, (_, i) => [at(i), at(i + 1)]);
}

function layoutOf(file: z.infer<typeof File>, normalize: (text: string) => string): Layout {
  const before = flat(file.pre_tokenizer);
  const normal = flat(file.normalizer);
  const bytes = before.find(({ type }) => type === 'ByteLevel');
  const literal = new Set(file.added_tokens.map(({ content }) => content));
  if (bytes !== undefined)
    return {
      kind: 'bytes',
      prefix: bytes.add_prefix_space ? 'unless-there' : 'none',
      trim: flat(file.post_processor).some(({ type, trim_offsets }) => type === 'ByteLevel' && trim_offsets),
      normalize,
      literal,
    };
  const prepends = normal.some(({ type }) => type === 'Prepend');
  const space = before.find(({ type }) => type === 'Metaspace');
  const marks = space !== undefined && space.prepend_scheme !== 'never' && space.add_prefix_space !== false;
  const words = before.some(({ type }) => type === 'WhitespaceSplit');
  return {
    kind: 'characters',
    prefix: prepends ? 'always' : marks ? (words ? 'each-word' : 'unless-there') : 'none',
    trim: false,
    // What is put before the text is put before each of its characters here, and has to go again.
    normalize: prepends ? (text) => normalize(text).replace(/^\u2581/, '') : normalize,
    literal,
  };
}

function flat(step: StepShape | null | undefined): StepShape[] {
  if (step === null || step === undefined) return [];
  const inner = step.normalizers ?? step.pretokenizers ?? step.processors;
  return inner === undefined ? [step] : inner.flatMap(flat);
}

function parsed(json: string, path: string): object {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Told below, as for anything else that is no object.
  }
  throw new ParleyError('usage', `${path} is not JSON.`, 'Download the model’s tokenizer.json again.');
}
