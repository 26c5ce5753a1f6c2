/** Formats the last turns within a number of tokens by truncating argument values. */
import { formatDictJson, formatNumber, parsePythonInteger } from '../../../python/index.js';
import type { PromptTokenizer } from '../../tokenizer.js';
import { type Call, formatCall, type CallValue } from '../call.js';
import { truncateAtCenter } from './center.js';
import { type Piece, shortenPieces } from './lengths.js';

const MAX_ATTEMPTS = 5;
const SEPARATOR = ' ; ';
/** The token budget is divided among this many turns, even if there are fewer. */
const BUDGETED_TURNS = 5;

/** @returns one text per turn */
export function truncateHistory(calls: readonly Call[], max: number, tokenizer: PromptTokenizer): string[] {
  let texts = calls.map(formatCall);
  let tokens = tokenizer.count(texts.join(SEPARATOR));
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    // Like the library: shorten the original calls by the previous attempt's excess. Results may oscillate.
    texts = cutOnce(calls, tokens - max, tokenizer);
    tokens = tokenizer.count(texts.join(SEPARATOR));
    if (tokens <= max) return texts;
  }
  return cutTexts(texts, max, tokenizer);
}

function cutOnce(calls: readonly Call[], excess: number, tokenizer: PromptTokenizer): string[] {
  if (excess <= 0) return calls.map(formatCall);
  const pieces: (Piece & { args: Record<string, CallValue>; key: string; isNumber: boolean })[] = [];
  const cutCalls = calls.map(({ name, args: originalArgs }) => {
    const args = { ...originalArgs };
    for (const [key, value] of Object.entries(args)) {
      if (value === null) continue;
      const text = toText(value);
      pieces.push({ args, key, text, isNumber: typeof value === 'number', length: tokenizer.count(text) });
    }
    return { name, args };
  });
  shortenPieces(pieces, excess, ({ args, key, text, isNumber }, length) => {
    const shorter = truncateAtCenter(text, length, tokenizer) ?? '';
    args[key] = (isNumber ? parsePythonInteger(shorter) : null) ?? shorter;
  });
  return cutCalls.map(formatCall);
}

function toText(value: NonNullable<CallValue>): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? formatNumber(value) : formatDictJson(value);
}

/** Truncates the formatted turns as a last resort. The Python library throws here with fewer than five turns. */
function cutTexts(texts: readonly string[], max: number, tokenizer: PromptTokenizer): string[] {
  const separatorTokens = tokenizer.count(SEPARATOR);
  let remainingTokens = max;
  return texts.map((text, i) => {
    const shortened =
      truncateAtCenter(text, Math.ceil(remainingTokens / (BUDGETED_TURNS - i)), tokenizer) ?? '';
    remainingTokens -= tokenizer.count(shortened) + separatorTokens;
    return shortened;
  });
}
