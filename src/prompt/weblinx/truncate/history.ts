/** Prints the last turns within a number of tokens, cutting the values of their arguments (spec 4.6.4). */
import { dictJson, numberText, readInteger } from '../../../python/index.js';
import type { PromptTokenizer } from '../../tokenizer.js';
import { type Call, callText, type CallValue } from '../call-text.js';
import { truncateAtCenter } from './center.js';
import { type Piece, shareOut } from './lengths.js';

const ATTEMPTS = 5;
const BETWEEN = ' ; ';
/** Among so many turns the room is shared, also where there are fewer. */
const TURNS = 5;

/** @returns one text per turn */
export function truncateHistory(calls: readonly Call[], max: number, tokenizer: PromptTokenizer): string[] {
  let texts = calls.map(callText);
  let tokens = tokenizer.count(texts.join(BETWEEN));
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    // Each attempt begins anew with what the last one was over, so that it may well swing to and fro.
    texts = cutOnce(calls, tokens - max, tokenizer);
    tokens = tokenizer.count(texts.join(BETWEEN));
    if (tokens <= max) return texts;
  }
  return cutTexts(texts, max, tokenizer);
}

function cutOnce(calls: readonly Call[], excess: number, tokenizer: PromptTokenizer): string[] {
  if (excess <= 0) return calls.map(callText);
  const pieces: (Piece & { args: Record<string, CallValue>; key: string; number: boolean })[] = [];
  const cut = calls.map(({ name, args: before }) => {
    const args = { ...before };
    for (const [key, value] of Object.entries(args)) {
      if (value === null) continue;
      const text = asText(value);
      pieces.push({ args, key, text, number: typeof value === 'number', length: tokenizer.count(text) });
    }
    return { name, args };
  });
  shareOut(pieces, excess, ({ args, key, text, number }, length) => {
    const shorter = truncateAtCenter(text, length, tokenizer) ?? '';
    args[key] = (number ? readInteger(shorter) : null) ?? shorter;
  });
  return cut.map(callText);
}

function asText(value: NonNullable<CallValue>): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? numberText(value) : dictJson(value);
}

/** The last resort: the printed turns themselves. Python fails here with fewer than five of them. */
function cutTexts(texts: readonly string[], max: number, tokenizer: PromptTokenizer): string[] {
  const between = tokenizer.count(BETWEEN);
  let remaining = max;
  return texts.map((text, i) => {
    const cut = truncateAtCenter(text, Math.ceil(remaining / (TURNS - i)), tokenizer) ?? '';
    remaining -= tokenizer.count(cut) + between;
    return cut;
  });
}
