/**
 * Shortens a prompt for a model with less context than the paper's: first the page, then the candidates, the history
 * and the utterances. Each part is truncated by the paper's rules.
 */
import type { PromptTokenizer } from '../tokenizer.js';
import { type WeblinxFamily, type WeblinxRequest, buildWeblinxRequest } from './families.js';
import { OTR_BUDGETS, type OtrBudgets } from './otr.js';
import type { PromptInput, PromptPart } from './prompt-types.js';
import type { PromptShape } from './shape.js';

/** Minimum tokens of each part, in the order in which parts are shortened. */
const MIN_TOKENS: readonly [part: keyof OtrBudgets, tokens: number][] = [
  ['page', 0],
  ['candidates', 150],
  ['history', 60],
  ['utterances', 60],
];
const MIN_PAGE_TOKENS = 60;
/** Truncation is not exact, so it may take several attempts. */
const MAX_ATTEMPTS = 5;

export function countRequestTokens({ body }: WeblinxRequest, tokenizer: PromptTokenizer): number {
  return body.kind === 'text'
    ? tokenizer.count(body.text)
    : body.messages.reduce((sum, { content }) => sum + tokenizer.count(content), 0);
}

/** @returns a request of at most `max` tokens; null if it cannot be shortened that far */
export function shortenRequest(
  family: WeblinxFamily,
  shape: PromptShape,
  input: PromptInput,
  tokenizer: PromptTokenizer,
  max: number,
): WeblinxRequest | null {
  switch (family.prompt) {
    case 'otr':
      return reduceBudgets(family, shape, input, tokenizer, max);
    case 'mindact':
      return reduceCandidates(family, shape, input, tokenizer, max);
    case 'pix2act': {
      const request = buildWeblinxRequest(family, shape, input, tokenizer);
      return countRequestTokens(request, tokenizer) <= max ? request : null;
    }
  }
}

function reduceBudgets(
  family: WeblinxFamily,
  shape: PromptShape,
  input: PromptInput,
  tokenizer: PromptTokenizer,
  max: number,
): WeblinxRequest | null {
  let request = buildWeblinxRequest(family, shape, input, tokenizer);
  let targetTokens = max;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const tokens = countRequestTokens(request, tokenizer);
    if (tokens <= max) return request;
    // Also subtract the excess that the previous attempt left.
    if (attempt > 0) targetTokens -= tokens - max;
    const whole = buildWeblinxRequest(family, shape, input, tokenizer);
    const budgets = computeBudgets(whole.parts, countRequestTokens(whole, tokenizer) - targetTokens);
    if (budgets === null) return null;
    request = buildWeblinxRequest(family, shape, input, tokenizer, { budgets });
  }
  return countRequestTokens(request, tokenizer) <= max ? request : null;
}

/** @param excess tokens to remove */
function computeBudgets(parts: readonly PromptPart[], excess: number): OtrBudgets | null {
  const getTokenCount = (name: keyof OtrBudgets): number =>
    parts.find((part) => part.name === name)?.tokens ?? 0;
  const target: OtrBudgets = {
    page: getTokenCount('page'),
    utterances: getTokenCount('utterances'),
    history: getTokenCount('history'),
    candidates: getTokenCount('candidates'),
  };
  let remainingExcess = excess;
  for (const [name, minimum] of MIN_TOKENS) {
    const reduction = Math.max(0, Math.min(remainingExcess, target[name] - minimum));
    target[name] -= reduction;
    remainingExcess -= reduction;
    if (name !== 'page' || target.page === 0 || target.page >= MIN_PAGE_TOKENS) continue;
    remainingExcess -= target.page;
    target.page = 0;
  }
  if (remainingExcess > 0) return null;
  // Parts that are not shortened keep their original budget. Their unused tokens would go to the candidates, so
  // subtract them there.
  const chooseBudget = (name: 'page' | 'utterances' | 'history'): number =>
    target[name] < getTokenCount(name) ? target[name] : OTR_BUDGETS[name];
  const budgets = {
    page: chooseBudget('page'),
    utterances: chooseBudget('utterances'),
    history: chooseBudget('history'),
  };
  const unusedTokens =
    budgets.page -
    target.page +
    (budgets.utterances - target.utterances) +
    (budgets.history - target.history);
  return { ...budgets, candidates: target.candidates - unusedTokens };
}

/** MindAct's tree contains the surroundings of the candidates, so dropping the last candidates shortens it. */
function reduceCandidates(
  family: WeblinxFamily,
  shape: PromptShape,
  input: PromptInput,
  tokenizer: PromptTokenizer,
  max: number,
): WeblinxRequest | null {
  for (let count = input.candidates?.length ?? 0; count >= 0; count -= 1) {
    const candidates = count === 0 ? null : (input.candidates?.slice(0, count) ?? null);
    const request = buildWeblinxRequest(family, shape, { ...input, candidates }, tokenizer);
    if (countRequestTokens(request, tokenizer) <= max) return request;
  }
  return null;
}
