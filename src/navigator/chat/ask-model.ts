/**
 * Asks the model. If the prompt is too long or the answer is truncated, adjusts the token budget and asks again. Later
 * decisions use the adjusted budget.
 */
import {
  type ModelResult,
  type Message,
  type Model,
  toParleyError,
  type ModelFailure,
  type UsageCounter,
} from '../../llm/index.js';
import { ANSWER_FORMAT } from '../../prompt/index.js';

/** Token limits for this server. They persist from one decision to the next. */
export interface PromptBudget {
  /** Maximum tokens of the page section of the prompt. */
  page: number;
  /** Maximum tokens of an answer. */
  answer: number;
}

export const DEFAULT_BUDGET: Readonly<PromptBudget> = { page: 6_000, answer: 2_000 };
/** Tokens of the rest of a prompt: the rules and a conversation of typical length. */
const OTHER_TOKENS = 4_000;
/** A smaller page section is useless for decisions. */
const MIN_PAGE_TOKENS = 500;
/** Enough for models that reason before they answer. */
const MAX_ANSWER_TOKENS = 8_000;

/** The tokens of the model's context that are available for the page. @param contextTokens null: not known */
export function computePageBudget(contextTokens: number | null): number {
  if (contextTokens === null) return DEFAULT_BUDGET.page;
  const available = contextTokens - DEFAULT_BUDGET.answer - OTHER_TOKENS;
  return Math.max(MIN_PAGE_TOKENS, Math.min(DEFAULT_BUDGET.page, available));
}

export interface AskModelParts {
  model: Model;
  onPhase?(phase: string): void;
  onWait?(sentence: string): void;
}

/**
 * @param rebuildMessages builds the prompt again with the changed budget, or without pictures
 * @param omitPictures records that the model accepts no pictures; returns false if none was sent
 */
export async function askModel(
  parts: AskModelParts,
  messages: Message[],
  rebuildMessages: () => Message[],
  omitPictures: () => boolean,
  budget: PromptBudget,
  usage: UsageCounter,
  signal: AbortSignal,
): Promise<ModelResult> {
  const { model, onPhase, onWait } = parts;
  for (;;) {
    onPhase?.('asking the model');
    const result = await model.ask(
      { kind: 'chat', messages, shape: ANSWER_FORMAT, maxTokens: budget.answer, temperature: 0 },
      { signal, purpose: 'navigator', onWait: ({ sentence }) => onWait?.(sentence) },
    );
    usage.add(result);
    if (result.ok) return result;
    if (result.kind === 'cut-short' && budget.answer < MAX_ANSWER_TOKENS) {
      budget.answer = MAX_ANSWER_TOKENS;
      usage.addRepairs('The answer was cut short; Parley asked again with a higher limit.');
    } else if (result.kind === 'context' && shrinkPage(result, budget)) {
      // This also drops the results of lookups.
      messages.splice(0, messages.length, ...rebuildMessages());
      usage.addRepairs(`The prompt was too long for the server; the page was cut to ${budget.page} tokens.`);
    } else if (result.kind === 'vision' && omitPictures()) {
      messages.splice(0, messages.length, ...rebuildMessages());
      usage.addRepairs('The model does not accept pictures; the session continues with text.');
      onWait?.(`${result.sentence} The session continues with text only.`);
    } else return result;
  }
}

/** Reduces the page section by the excess that the server reports, or by half. */
function shrinkPage({ context }: ModelFailure, budget: PromptBudget): boolean {
  if (budget.page <= MIN_PAGE_TOKENS) return false;
  const { limit = null, asked = null } = context ?? {};
  const excess =
    limit !== null && asked !== null && asked > limit
      ? Math.ceil((asked - limit) * 1.15) + 50
      : budget.page / 2;
  budget.page = Math.max(MIN_PAGE_TOKENS, Math.floor(Math.min(budget.page / 1.3, budget.page - excess)));
  return true;
}

/** Unusable answers that a second request may correct. */
const RETRIABLE: ReadonlySet<ModelFailure['kind']> = new Set(['not-json', 'empty']);
/** Failures of the model rather than the server: the navigator reports them to the instructor. */
const REPORTABLE: ReadonlySet<ModelFailure['kind']> = new Set(['refused', 'cut-short']);

/**
 * Decides how to react to an unusable answer. @throws ParleyError if the server or the user's settings are the cause
 */
export function chooseReaction(failure: ModelFailure): 'retry' | 'report' {
  if (RETRIABLE.has(failure.kind)) return 'retry';
  if (REPORTABLE.has(failure.kind)) return 'report';
  throw toParleyError(failure);
}
