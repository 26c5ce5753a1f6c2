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
  pageTokens: number;
  /** Maximum tokens of an answer. */
  answerTokens: number;
}

export const DEFAULT_BUDGET: Readonly<PromptBudget> = { pageTokens: 6_000, answerTokens: 2_000 };
/** Tokens reserved for the rest of a prompt: the rules and a conversation of typical length. */
const RESERVED_PROMPT_TOKENS = 4_000;
/** A smaller page section is useless for decisions. */
const MIN_PAGE_TOKENS = 500;
/** Enough for models that reason before they answer. */
const MAX_ANSWER_TOKENS = 8_000;

/** Computes how many of the model's context tokens are available for the page. @param contextTokens null: unknown */
export function computePageBudget(contextTokens: number | null): number {
  if (contextTokens === null) return DEFAULT_BUDGET.pageTokens;
  const availableTokens = contextTokens - DEFAULT_BUDGET.answerTokens - RESERVED_PROMPT_TOKENS;
  return Math.max(MIN_PAGE_TOKENS, Math.min(DEFAULT_BUDGET.pageTokens, availableTokens));
}

/** The model, and callbacks that report progress. */
export interface ModelAndCallbacks {
  model: Model;
  onPhase?(phase: string): void;
  /** Called with a message for the user, for example while the server is slow. */
  onWait?(message: string): void;
}

/**
 * @param rebuildMessages rebuilds the prompt with the changed budget, or without screenshots
 * @param omitScreenshots remembers that the model accepts no screenshots; returns false if that was known before
 */
export async function askModel(
  parts: ModelAndCallbacks,
  messages: Message[],
  rebuildMessages: () => Message[],
  omitScreenshots: () => boolean,
  budget: PromptBudget,
  usage: UsageCounter,
  signal: AbortSignal,
): Promise<ModelResult> {
  const { model, onPhase, onWait } = parts;
  for (;;) {
    onPhase?.('asking the model');
    const result = await model.ask(
      { kind: 'chat', messages, answerShape: ANSWER_FORMAT, maxTokens: budget.answerTokens, temperature: 0 },
      { signal, purpose: 'navigator', onWait: ({ sentence }) => onWait?.(sentence) },
    );
    usage.add(result);
    if (result.ok) return result;
    if (result.kind === 'cut-short' && budget.answerTokens < MAX_ANSWER_TOKENS) {
      budget.answerTokens = MAX_ANSWER_TOKENS;
      usage.addRepairNotes('The answer was cut short; Parley asked again with a higher limit.');
    } else if (result.kind === 'context' && shrinkPageBudget(result, budget)) {
      // This also drops the results of lookups.
      messages.splice(0, messages.length, ...rebuildMessages());
      usage.addRepairNotes(
        `The prompt was too long for the server; the page was cut to ${budget.pageTokens} tokens.`,
      );
    } else if (result.kind === 'vision' && omitScreenshots()) {
      messages.splice(0, messages.length, ...rebuildMessages());
      usage.addRepairNotes('The model does not accept images; the session continues with text.');
      onWait?.(`${result.sentence} The session continues with text only.`);
    } else return result;
  }
}

/** Reduces the page section by the excess that the server reports, or by half. */
function shrinkPageBudget({ context }: ModelFailure, budget: PromptBudget): boolean {
  if (budget.pageTokens <= MIN_PAGE_TOKENS) return false;
  const { limit = null, requestedTokens = null } = context ?? {};
  const excessTokens =
    limit !== null && requestedTokens !== null && requestedTokens > limit
      ? Math.ceil((requestedTokens - limit) * 1.15) + 50
      : budget.pageTokens / 2;
  budget.pageTokens = Math.max(
    MIN_PAGE_TOKENS,
    Math.floor(Math.min(budget.pageTokens / 1.3, budget.pageTokens - excessTokens)),
  );
  return true;
}

/** Unusable answers that may become usable on a second request. */
const RETRIABLE_FAILURES: ReadonlySet<ModelFailure['kind']> = new Set(['not-json', 'empty']);
/** Failures of the model rather than the server: the navigator reports them to the instructor. */
const REPORTABLE_FAILURES: ReadonlySet<ModelFailure['kind']> = new Set(['refused', 'cut-short']);

/**
 * Decides how to react to an unusable answer. @throws ParleyError if the server or the user's settings are the cause
 */
export function chooseReaction(failure: ModelFailure): 'retry' | 'report' {
  if (RETRIABLE_FAILURES.has(failure.kind)) return 'retry';
  if (REPORTABLE_FAILURES.has(failure.kind)) return 'report';
  throw toParleyError(failure);
}
