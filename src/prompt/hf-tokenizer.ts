/** Creates a model's own tokenizer from its `tokenizer.json` (spec 10.6). */
import { z } from 'zod';

import { ParleyError } from '../contract/index.js';
import { type TokenizerLayout, computeSpans } from './hf-spans.js';
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

const TokenizerFile = z.looseObject({
  added_tokens: z.array(z.looseObject({ content: z.string() })).default([]),
  normalizer: Step.nullish(),
  pre_tokenizer: Step.nullish(),
  post_processor: Step.nullish(),
  model: z.looseObject({}),
});

/**
 * @param json the text of `tokenizer.json`
 * @param path path of the file, for the tokenizer's name and for error messages
 * @throws ParleyError `usage` if it cannot be parsed
 */
export async function parseHfTokenizer(json: string, path: string): Promise<PromptTokenizer> {
  const raw = parseJson(json, path);
  const file = TokenizerFile.safeParse(raw);
  if (!file.success)
    throw new ParleyError(
      'usage',
      `${path} is not a tokenizer.json.`,
      'Give the file that belongs to the model.',
    );
  // Imported on demand: it takes half a second for a large vocabulary, and most sessions do not need it.
  const library = await import('@huggingface/tokenizers');
  const tokenizer = new library.Tokenizer(raw, {});
  const layout = detectLayout(file.data, (text) => tokenizer.normalizer?.normalize(text) ?? text);
  const plain = { add_special_tokens: false };
  return {
    name: path,
    exact: true,
    count: (text) => (text === '' ? 0 : tokenizer.encode(text, plain).ids.length),
    decode: (ids) => tokenizer.decode([...ids]),
    encode(text) {
      if (text === '') return { ids: [], spans: [] };
      const { ids, tokens } = tokenizer.encode(text, plain);
      return { ids, spans: computeSpans(text, tokens, layout) ?? spreadEvenly(text, ids.length) };
    },
  };
}

/** Spreads tokens of unsupported tokenizers evenly over the text. */
function spreadEvenly(text: string, count: number): Span[] {
  const at = (i: number): number => Math.round((i * text.length) / count);
  return Array.from({ length: count }, (_, i) => [at(i), at(i + 1)]);
}

function detectLayout(
  file: z.infer<typeof TokenizerFile>,
  normalize: (text: string) => string,
): TokenizerLayout {
  const before = flattenSteps(file.pre_tokenizer);
  const normal = flattenSteps(file.normalizer);
  const bytes = before.find(({ type }) => type === 'ByteLevel');
  const literal = new Set(file.added_tokens.map(({ content }) => content));
  if (bytes !== undefined)
    return {
      kind: 'bytes',
      prefix: bytes.add_prefix_space ? 'unless-there' : 'none',
      trimsWhitespace: flattenSteps(file.post_processor).some(
        ({ type, trim_offsets }) => type === 'ByteLevel' && trim_offsets,
      ),
      normalize,
      literalTokens: literal,
    };
  const prepends = normal.some(({ type }) => type === 'Prepend');
  const space = before.find(({ type }) => type === 'Metaspace');
  const marks = space !== undefined && space.prepend_scheme !== 'never' && space.add_prefix_space !== false;
  const words = before.some(({ type }) => type === 'WhitespaceSplit');
  return {
    kind: 'characters',
    prefix: prepends ? 'always' : marks ? (words ? 'each-word' : 'unless-there') : 'none',
    trimsWhitespace: false,
    // Normalisation runs per character here, so the prefix that it inserts each time is removed.
    normalize: prepends ? (text) => normalize(text).replace(/^\u2581/, '') : normalize,
    literalTokens: literal,
  };
}

function flattenSteps(step: StepShape | null | undefined): StepShape[] {
  if (step === null || step === undefined) return [];
  const inner = step.normalizers ?? step.pretokenizers ?? step.processors;
  return inner === undefined ? [step] : inner.flatMap(flattenSteps);
}

function parseJson(json: string, path: string): object {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Reported below.
  }
  throw new ParleyError('usage', `${path} is not JSON.`, 'Download the model’s tokenizer.json again.');
}
