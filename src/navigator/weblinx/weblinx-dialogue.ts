/**
 * The model calls of one decision: at most three. Shortens the prompt if the model rejects its length, and collects
 * usage and repairs for the record.
 */
import { ParleyError, type ModelUsage } from '../../contract/index.js';
import {
  toParleyError,
  type ModelAnswer,
  type ModelResult,
  type Likelihood,
  type Model,
  type ModelFailure,
  type ModelFailureKind,
} from '../../llm/index.js';
import {
  type ChatTemplate,
  type PromptInput,
  shortenRequest,
  type ShapeChoice,
  type PromptTokenizer,
  countRequestTokens,
  type WeblinxFamily,
  type WeblinxRequest,
  buildWeblinxRequest,
} from '../../prompt/index.js';
import { toModelRequest } from './request.js';

export interface WeblinxDialogueParts {
  model: Model;
  family: WeblinxFamily;
  tokenizer: PromptTokenizer;
  template: ChatTemplate | null;
  /** Requests the likelihood of each answer. */
  likelihoods: boolean;
  onPhase?(phase: string): void;
  onWait?(sentence: string): void;
}

/** Maximum prompt tokens, by Parley's count. It persists from one decision to the next. */
export interface TokenBudget {
  tokens: number | null;
}

/** `sentence`: why the answer cannot be used. */
export type AskResult =
  | { ok: true; text: string; likelihood: Likelihood | null }
  | { ok: false; sentence: string };

const MAX_CALLS = 3;
const MAX_SHORTENINGS = 2;
/** Used if the server does not report the excess. */
const SHORTENING_FACTOR = 2 / 3;
/** Safety margin for different tokenizers. */
const TOKENIZER_MARGIN = 0.95;
const MAX_RAW_CHARS = 4_000;

/** Failures caused by the model's answer; all others concern the server. */
const UNUSABLE: ReadonlySet<ModelFailureKind> = new Set(['empty', 'refused', 'not-json', 'cut-short']);

export class WeblinxDialogue {
  readonly repairs = new Set<string>();
  readonly notes = new Set<string>();
  readonly #results: ModelResult[] = [];
  readonly #shapes: string[] = [];
  #raw = '';
  #calls = 0;

  constructor(
    private readonly parts: WeblinxDialogueParts,
    private readonly budget: TokenBudget,
    private readonly screenshot: Uint8Array | null,
    private readonly signal: AbortSignal,
  ) {}

  get exhausted(): boolean {
    return this.#calls >= MAX_CALLS;
  }

  /** @throws ParleyError for failures that are not caused by the model */
  async askForAnswer({ shape, reason }: ShapeChoice, input: PromptInput): Promise<AskResult> {
    const { family, tokenizer, model } = this.parts;
    this.#shapes.push(`${shape}: ${reason}`);
    const fullRequest = buildWeblinxRequest(family, shape, input, tokenizer);
    const shortenTo = (max: number): WeblinxRequest | null =>
      shortenRequest(family, shape, input, tokenizer, max);
    let request = this.budget.tokens === null ? fullRequest : (shortenTo(this.budget.tokens) ?? fullRequest);
    for (let shortenings = 0; ; shortenings += 1) {
      const result = await this.#callModel(request);
      if (result.ok) {
        this.#recordPromptChanges(request, fullRequest);
        for (const note of result.notes) this.notes.add(note);
        this.#raw = result.text;
        return { ok: true, text: result.text, likelihood: result.likelihood };
      }
      this.#raw = result.text || (result.raw ?? this.#raw);
      if (UNUSABLE.has(result.kind)) {
        this.#recordPromptChanges(request, fullRequest);
        return { ok: false, sentence: result.sentence };
      }
      if (result.kind !== 'context') throw toParleyError(result);
      const tokens = countRequestTokens(request, tokenizer);
      const target = computeNextLimit(result, tokens, request.maxTokens, shortenings === 0);
      const shorter =
        shortenings === MAX_SHORTENINGS || this.exhausted || target === null ? null : shortenTo(target);
      if (shorter === null)
        throw createTooLongError(result, countRequestTokens(fullRequest, tokenizer), tokens, model.name);
      this.budget.tokens = target;
      request = shorter;
    }
  }

  async #callModel(request: WeblinxRequest): Promise<ModelResult> {
    const { model, template, likelihoods, onPhase, onWait } = this.parts;
    onPhase?.('asking the model');
    const sent = toModelRequest(request, template, this.screenshot);
    const result = await model.ask(likelihoods ? { ...sent, logprobs: true } : sent, {
      signal: this.signal,
      onWait: ({ sentence }) => onWait?.(sentence),
    });
    // Requests rejected before sending do not count.
    if (result.attempts > 0) this.#calls += 1;
    this.#results.push(result);
    return result;
  }

  #recordPromptChanges(request: WeblinxRequest, fullRequest: WeblinxRequest): void {
    const { tokenizer } = this.parts;
    if (request.brokenMarks > 0)
      this.repairs.add('Chat template markers in the page or in messages were broken up in the prompt.');
    const [now, before] = [
      countRequestTokens(request, tokenizer),
      countRequestTokens(fullRequest, tokenizer),
    ];
    if (now < before)
      this.repairs.add(
        `The prompt was cut from ${before} to ${now} tokens, because the model accepts no more.`,
      );
  }

  toModelUsage(): ModelUsage {
    const { model } = this.parts;
    const usages = this.#results.map(({ usage }) => usage).filter((usage) => usage !== null);
    const answers = this.#results.filter((result): result is ModelAnswer => result.ok);
    const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
    const costs = answers.map(({ cost }) => cost);
    return {
      name: model.name,
      calls: this.#calls,
      promptTokens: sum(usages.map(({ promptTokens }) => promptTokens)),
      answerTokens: sum(usages.map(({ answerTokens }) => answerTokens)),
      cachedTokens: sum(usages.map(({ cachedTokens }) => cachedTokens)),
      estimated: usages.some(({ estimated }) => estimated),
      cost: costs.includes(null) ? null : sum(costs.map((cost) => cost ?? 0)),
      recorded: answers.length > 0 && answers.every(({ recorded }) => recorded),
      promptShape: this.#shapes.join('; '),
      ...(this.repairs.size > 0 ? { repairs: [...this.repairs] } : {}),
      rawAnswer: truncate(model.redactor.text(this.#raw)),
    };
  }
}

function truncate(text: string): string {
  return text.length > MAX_RAW_CHARS ? `${text.slice(0, MAX_RAW_CHARS)}…` : text;
}

/**
 * Maximum prompt tokens of the next attempt, by Parley's count; null if no prompt would fit.
 *
 * @param tokens tokens of the rejected prompt, by Parley's count
 * @param assumeAnswerCounted servers count the prompt with or without the answer and do not say which; true assumes that the
 *   answer is included, so less of the prompt is removed
 */
function computeNextLimit(
  { context }: ModelFailure,
  tokens: number,
  maxTokens: number,
  assumeAnswerCounted: boolean,
): number | null {
  const { limit = null, asked = null } = context ?? {};
  if (limit === null) return Math.floor(tokens * SHORTENING_FACTOR);
  const maxPromptTokens = limit - maxTokens;
  if (maxPromptTokens <= 0) return null;
  if (asked === null) return Math.floor(Math.min(maxPromptTokens, tokens * SHORTENING_FACTOR));
  const prompt = assumeAnswerCounted && asked > limit ? asked - maxTokens : asked;
  return Math.floor(tokens * Math.min(maxPromptTokens / prompt, 1) * TOKENIZER_MARGIN);
}

function createTooLongError(failure: ModelFailure, whole: number, last: number, model: string): ParleyError {
  const { limit, asked } = failure.context ?? { limit: null, asked: null };
  const numbers =
    limit !== null
      ? `${asked === null ? '' : `${asked} tokens, but only `}${limit} fit`
      : 'it does not say how many fit';
  const tried = last < whole ? `, cut from ${whole} to ${last} tokens by Parley’s count` : '';
  return new ParleyError(
    'infra',
    `The prompt is too long for “${model}”${tried || `, with ${last} tokens by Parley’s count`}: ${numbers}.`,
    failure.next,
  );
}
