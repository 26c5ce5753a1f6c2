/**
 * Counts the tokens of a prompt before it is sent. Counts are exact if the model's tokenizer is available, otherwise
 * marked as estimates. Estimates are slightly high on purpose, because budgets depend on them.
 */
import type { ModelSettings } from './settings.js';
import type { ImagePart, ModelRequest } from './types.js';
import { toParts } from './wire/shape-instruction.js';

export interface TokenCount {
  tokens: number;
  /** Whether the count is exact. The overhead per message is known only for OpenAI's models. */
  exact: boolean;
  /** What counted the tokens: "o200k_base" (an encoding), "the model's tokenizer" or "estimate". */
  by: string;
}

export type TokenCounter = (text: string) => number;

export interface PromptTokenCounter {
  /** Returns a synchronous counter, for many short texts. */
  getTextCounter(): Promise<TokenCounter>;
  countText(text: string): Promise<TokenCount>;
  countRequest(request: ModelRequest): Promise<TokenCount>;
}

type Encoding = 'o200k_base' | 'cl100k_base';

/** Recognises OpenAI's models by name, on any server. */
function findEncoding(model: string): Encoding | null {
  const name = model.slice(model.lastIndexOf('/') + 1);
  if (/^(gpt-4o|gpt-4\.|gpt-5|chatgpt-|o[1-9](-|$))/.test(name)) return 'o200k_base';
  return /^(gpt-4(-|$)|gpt-3\.5)/.test(name) ? 'cl100k_base' : null;
}

async function loadEncoding(encoding: Encoding): Promise<TokenCounter> {
  const { countTokens } =
    encoding === 'o200k_base'
      ? await import('gpt-tokenizer/encoding/o200k_base')
      : await import('gpt-tokenizer/encoding/cl100k_base');
  // Page text may contain `<|endoftext|>`; count it as text.
  return (text) =>
    splitIntoSlices(text).reduce(
      (sum, slice) => sum + countTokens(slice, { disallowedSpecial: new Set() }),
      0,
    );
}

/**
 * Maximum length of a slice. Tokenising takes quadratic time for text without spaces; slicing loses little accuracy.
 */
const MAX_SLICE_LENGTH = 4000;

function splitIntoSlices(text: string): string[] {
  const slices: string[] = [];
  for (let position = 0; position < text.length;) {
    let end = Math.min(text.length, position + MAX_SLICE_LENGTH);
    // Cut at a nearby space if any, and never inside a surrogate pair.
    if (end < text.length) {
      const space = text.lastIndexOf(' ', end);
      if (space > position + MAX_SLICE_LENGTH / 2) end = space;
      else if (/[\ud800-\udbff]/.test(text[end - 1]!)) end -= 1;
    }
    slices.push(text.slice(position, end));
    position = end;
  }
  return slices;
}

/** Scripts without spaces between words; each character is at least one token. */
const UNSPACED_SCRIPTS = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}`;

/** Splits text into pieces; each named group is one kind of piece. */
const TEXT_PIECES = new RegExp(
  String.raw`(?<latin>[\p{sc=Latin}]+)|(?<digits>\d+)|(?<spaceBeforeDigit>[ ](?=\d))|(?<space>\s+)|(?<dense>[${UNSPACED_SCRIPTS}])|(?<word>[\p{L}\p{M}]+)|(?<symbol>.)`,
  'gsu',
);

const PIECE_TOKEN_COUNTERS: Record<string, (piece: string) => number> = {
  latin: ({ length }) => (length <= 6 ? 1 : Math.ceil(length / 4.5)),
  digits: ({ length }) => Math.ceil(length / 3),
  // A space is part of the following word, but not of a number.
  spaceBeforeDigit: () => 1,
  space: (piece) => (piece === ' ' ? 0 : 1),
  dense: () => 1.4,
  word: ({ length }) => Math.ceil(length / 2.5),
  symbol: (piece) => (piece < '\x80' ? 1 : 2),
};

/** Adds up the estimates for all pieces. Tests compare the result with a real tokenizer's. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const { groups } of text.matchAll(TEXT_PIECES))
    for (const [kind, piece] of Object.entries(groups!))
      if (piece !== undefined) tokens += PIECE_TOKEN_COUNTERS[kind]!(piece);
  return Math.ceil(tokens);
}

/** Reads width and height from a PNG's header; otherwise returns those of a typical screenshot. */
function getImageSize({ data, mediaType }: ImagePart): [number, number] {
  if (mediaType !== 'image/png' || data.byteLength < 24) return [1280, 800];
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return [view.getUint32(16), view.getUint32(20)];
}

/**
 * Anthropic scales images to at most 1568 px and counts a token per 750 pixels. Others count tiles, with similar
 * results.
 */
export function estimateImageTokens(image: ImagePart): number {
  if (image.detail === 'low') return 85;
  const [width, height] = getImageSize(image);
  const scale = Math.min(1, 1568 / Math.max(width, height, 1));
  return Math.min(1600, Math.ceil((width * scale * height * scale) / 750)) + 85;
}

/** OpenAI's overhead: three tokens around each message, one for its role, three for the start of the answer. */
const TOKENS_PER_MESSAGE = 4;
const TOKENS_PER_REQUEST = 3;

/** @param ownTokenizer the model's own tokenizer, if any */
export function createCounter(
  settings: Pick<ModelSettings, 'model' | 'provider'>,
  ownTokenizer?: TokenCounter,
): PromptTokenCounter {
  const encoding = settings.provider === 'openai' ? findEncoding(settings.model) : null;
  let loading: Promise<TokenCounter> | undefined;
  const loadCounter = async (): Promise<{ count: TokenCounter; exact: boolean; by: string }> => {
    if (ownTokenizer) return { count: ownTokenizer, exact: true, by: 'the model’s tokenizer' };
    if (!encoding) return { count: estimateTokens, exact: false, by: 'estimate' };
    loading ??= loadEncoding(encoding);
    return { count: await loading, exact: true, by: encoding };
  };
  return {
    getTextCounter: async () => (await loadCounter()).count,
    async countText(text) {
      const { count, exact, by } = await loadCounter();
      return { tokens: count(text), exact, by };
    },
    async countRequest(request) {
      const { count, exact, by } = await loadCounter();
      if (request.kind === 'completion') return { tokens: count(request.prompt), exact, by };
      let tokens = TOKENS_PER_REQUEST;
      let hasImages = false;
      for (const { content } of request.messages) {
        tokens += TOKENS_PER_MESSAGE;
        for (const part of toParts(content)) {
          if (part.type === 'text') tokens += count(part.text);
          else {
            hasImages = true;
            tokens += estimateImageTokens(part);
          }
        }
      }
      if (request.answerShape) tokens += count(JSON.stringify(request.answerShape.schema));
      return { tokens, exact: exact && encoding !== null && !hasImages && !request.answerShape, by };
    },
  };
}
