/**
 * Asks the model. If the prompt is too long or the answer is cut short, adjusts the token budget and asks again. Later
 * decisions keep the adjusted budget.
 */
import { type ModelResult, type Message, type Model, toParleyError, type Trouble } from '../../llm/index.js';
import { ANSWER_SHAPE } from '../../prompt/index.js';
import type { UsageCounter } from './usage.js';

/** Token limits for this server, kept from decision to decision. */
export interface PromptBudget {
  /** Maximum tokens of the page part of the prompt. */
  page: number;
  /** Maximum tokens of an answer. */
  answer: number;
}

export const DEFAULT_BUDGET: Readonly<PromptBudget> = { page: 3_000, answer: 2_000 };
/** A smaller page part is useless for decisions. */
const MIN_PAGE_TOKENS = 500;
/** Room for models that reason before they answer. */
const MAX_ANSWER_TOKENS = 8_000;

export interface AskModelParts {
  model: Model;
  onPhase?(phase: string): void;
  onWait?(sentence: string): void;
}

/** @param remake builds the prompt again after `fit` has changed */
export async function askModel(
  parts: AskModelParts,
  messages: Message[],
  remake: () => Message[],
  fit: PromptBudget,
  use: UsageCounter,
  signal: AbortSignal,
): Promise<ModelResult> {
  const { model, onPhase, onWait } = parts;
  for (;;) {
    onPhase?.('asking the model');
    const asked = await model.ask(
      { kind: 'chat', messages, shape: ANSWER_SHAPE, maxTokens: fit.answer, temperature: 0 },
      { signal, purpose: 'navigator', onWait: ({ sentence }) => onWait?.(sentence) },
    );
    use.add(asked);
    if (asked.ok) return asked;
    if (asked.kind === 'cut-short' && fit.answer < MAX_ANSWER_TOKENS) {
      fit.answer = MAX_ANSWER_TOKENS;
      use.repaired('The answer was cut short; Parley asked again with a higher limit.');
    } else if (asked.kind === 'context' && shrinkPage(asked, fit)) {
      // This also drops the results of lookups.
      messages.splice(0, messages.length, ...remake());
      use.repaired(`The prompt was too long for the server; the page was cut to ${fit.page} tokens.`);
    } else return asked;
  }
}

/** Reduces the page part by the excess that the server reports, or by half. */
function shrinkPage({ context }: Trouble, fit: PromptBudget): boolean {
  if (fit.page <= MIN_PAGE_TOKENS) return false;
  const { limit = null, asked = null } = context ?? {};
  const over =
    limit !== null && asked !== null && asked > limit ? Math.ceil((asked - limit) * 1.15) + 50 : fit.page / 2;
  fit.page = Math.max(MIN_PAGE_TOKENS, Math.floor(Math.min(fit.page / 1.3, fit.page - over)));
  return true;
}

/** Unusable answers that a second request may correct. */
const RETRIABLE: ReadonlySet<Trouble['kind']> = new Set(['not-json', 'empty']);
/** Failures of the model rather than the server: the navigator reports them to the instructor. */
const REPORTABLE: ReadonlySet<Trouble['kind']> = new Set(['refused', 'cut-short', 'too-long', 'garbled']);

/** How to react to an unusable answer. @throws ParleyError if the server or the user's settings are the cause */
export function reactionTo(trouble: Trouble): 'mend' | 'tell' {
  if (RETRIABLE.has(trouble.kind)) return 'mend';
  if (REPORTABLE.has(trouble.kind)) return 'tell';
  throw toParleyError(trouble);
}
