/** Creates the tokenizer of a model from its `tokenizer.json`. */
import * as z from 'zod';

import { ParleyError } from '../contract/index.js';
import { type TokenizerLayout, computeSpans } from './hf-spans.js';
import type { Span, PromptTokenizer } from './tokenizer.js';

const ProcessingStepSchema: z.ZodType<ProcessingStep> = z.lazy(() =>
  z.looseObject({
    type: z.string(),
    normalizers: z.array(ProcessingStepSchema).optional(),
    pretokenizers: z.array(ProcessingStepSchema).optional(),
    processors: z.array(ProcessingStepSchema).optional(),
    prepend_scheme: z.string().optional(),
    add_prefix_space: z.boolean().nullish(),
    trim_offsets: z.boolean().optional(),
  }),
);

/** A normalizer, pre-tokenizer or post-processor of a tokenizer; it may contain others. */
interface ProcessingStep {
  type: string;
  normalizers?: ProcessingStep[] | undefined;
  pretokenizers?: ProcessingStep[] | undefined;
  processors?: ProcessingStep[] | undefined;
  prepend_scheme?: string | undefined;
  add_prefix_space?: boolean | null | undefined;
  trim_offsets?: boolean | undefined;
}

const TokenizerFile = z.looseObject({
  added_tokens: z.array(z.looseObject({ content: z.string() })).default([]),
  normalizer: ProcessingStepSchema.nullish(),
  pre_tokenizer: ProcessingStepSchema.nullish(),
  post_processor: ProcessingStepSchema.nullish(),
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
      'Use the tokenizer.json of the model.',
    );
  // Imported on demand: loading takes half a second for a large vocabulary, and most sessions need no tokenizer.
  const library = await import('@huggingface/tokenizers');
  const tokenizer = new library.Tokenizer(raw, {});
  const layout = detectLayout(file.data, (text) => tokenizer.normalizer?.normalize(text) ?? text);
  const options = { add_special_tokens: false };
  return {
    name: path,
    exact: true,
    count: (text) => (text === '' ? 0 : tokenizer.encode(text, options).ids.length),
    decode: (ids) => tokenizer.decode([...ids]),
    encode(text) {
      if (text === '') return { ids: [], spans: [] };
      const { ids, tokens } = tokenizer.encode(text, options);
      return { ids, spans: computeSpans(text, tokens, layout) ?? spreadEvenly(text, ids.length) };
    },
  };
}

/** Estimates spans for unsupported tokenizers: all tokens get equal lengths. */
function spreadEvenly(text: string, count: number): Span[] {
  const boundaryOf = (i: number): number => Math.round((i * text.length) / count);
  return Array.from({ length: count }, (_, i) => [boundaryOf(i), boundaryOf(i + 1)]);
}

function detectLayout(
  file: z.infer<typeof TokenizerFile>,
  normalize: (text: string) => string,
): TokenizerLayout {
  const preTokenizers = flattenSteps(file.pre_tokenizer);
  const normalizers = flattenSteps(file.normalizer);
  const byteLevel = preTokenizers.find(({ type }) => type === 'ByteLevel');
  const literalTokens = new Set(file.added_tokens.map(({ content }) => content));
  if (byteLevel !== undefined)
    return {
      kind: 'bytes',
      prefix: byteLevel.add_prefix_space ? 'unless-present' : 'none',
      trimsWhitespace: flattenSteps(file.post_processor).some(
        ({ type, trim_offsets }) => type === 'ByteLevel' && trim_offsets,
      ),
      normalize,
      literalTokens,
    };
  const hasPrepend = normalizers.some(({ type }) => type === 'Prepend');
  const metaspace = preTokenizers.find(({ type }) => type === 'Metaspace');
  const addsWordMark =
    metaspace !== undefined && metaspace.prepend_scheme !== 'never' && metaspace.add_prefix_space !== false;
  const splitsWords = preTokenizers.some(({ type }) => type === 'WhitespaceSplit');
  return {
    kind: 'characters',
    prefix: hasPrepend ? 'always' : addsWordMark ? (splitsWords ? 'each-word' : 'unless-present') : 'none',
    trimsWhitespace: false,
    // `computeSpans` normalises each character separately, so the prefix is removed from every result.
    normalize: hasPrepend ? (text) => normalize(text).replace(/^\u2581/, '') : normalize,
    literalTokens,
  };
}

function flattenSteps(step: ProcessingStep | null | undefined): ProcessingStep[] {
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
