/**
 * The model calls of one decision: at most three. Shortens the prompt if the model rejects its length, and collects the
 * usage and the corrections that the session records.
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
  /** Whether to request the likelihood of each answer. */
  requestsLikelihoods: boolean;
  onPhase?(phase: string): void;
  onWait?(message: string): void;
}

/** Maximum number of prompt tokens, as counted by Parley. It is kept from one decision to the next. */
export interface TokenBudget {
  maxTokens: number | null;
}

/** `message`: why the answer cannot be used. */
export type AskResult =
  | { ok: true; text: string; likelihood: Likelihood | null }
  | { ok: false; message: string };

const MAX_CALLS = 3;
const MAX_SHORTENINGS = 2;
/** The next prompt has this share of the tokens if the server does not report how many are allowed. */
const SHORTENING_FACTOR = 2 / 3;
/** Safety margin, because the server's tokenizer may differ from Parley's. */
const TOKENIZER_MARGIN = 0.95;
const MAX_RAW_ANSWER_CHARS = 4_000;

/** Failures caused by the model's answer. The server caused all others. */
const UNUSABLE_ANSWER_KINDS: ReadonlySet<ModelFailureKind> = new Set([
  'empty',
  'refused',
  'not-json',
  'cut-short',
]);

export class WeblinxDialogue {
  readonly repairs = new Set<string>();
  readonly notes = new Set<string>();
  readonly #results: ModelResult[] = [];
  readonly #shapeNotes: string[] = [];
  #rawAnswer = '';
  #callCount = 0;

  constructor(
    private readonly parts: WeblinxDialogueParts,
    private readonly budget: TokenBudget,
    private readonly screenshot: Uint8Array | null,
    private readonly signal: AbortSignal,
  ) {}

  get isExhausted(): boolean {
    return this.#callCount >= MAX_CALLS;
  }

  /** @throws ParleyError for failures that are not caused by the model */
  async askForAnswer({ shape, reason }: ShapeChoice, input: PromptInput): Promise<AskResult> {
    const { family, tokenizer, model } = this.parts;
    this.#shapeNotes.push(`${shape}: ${reason}`);
    const fullRequest = buildWeblinxRequest(family, shape, input, tokenizer);
    const shortenTo = (maxTokens: number): WeblinxRequest | null =>
      shortenRequest(family, shape, input, tokenizer, maxTokens);
    let request =
      this.budget.maxTokens === null ? fullRequest : (shortenTo(this.budget.maxTokens) ?? fullRequest);
    for (let shortenings = 0; ; shortenings += 1) {
      const result = await this.#callModel(request);
      if (result.ok) {
        this.#addPromptChangeNotes(request, fullRequest);
        for (const note of result.notes) this.notes.add(note);
        this.#rawAnswer = result.text;
        return { ok: true, text: result.text, likelihood: result.likelihood };
      }
      this.#rawAnswer = result.text || (result.raw ?? this.#rawAnswer);
      if (UNUSABLE_ANSWER_KINDS.has(result.kind)) {
        this.#addPromptChangeNotes(request, fullRequest);
        return { ok: false, message: result.sentence };
      }
      if (result.kind !== 'context') throw toParleyError(result);
      const tokenCount = countRequestTokens(request, tokenizer);
      const nextLimit = computeNextLimit(result, tokenCount, request.maxTokens, shortenings === 0);
      const shorterRequest =
        shortenings === MAX_SHORTENINGS || this.isExhausted || nextLimit === null
          ? null
          : shortenTo(nextLimit);
      if (shorterRequest === null)
        throw createTooLongError(result, countRequestTokens(fullRequest, tokenizer), tokenCount, model.name);
      this.budget.maxTokens = nextLimit;
      request = shorterRequest;
    }
  }

  async #callModel(request: WeblinxRequest): Promise<ModelResult> {
    const { model, template, requestsLikelihoods, onPhase, onWait } = this.parts;
    onPhase?.('asking the model');
    const modelRequest = toModelRequest(request, template, this.screenshot);
    const result = await model.ask(requestsLikelihoods ? { ...modelRequest, logprobs: true } : modelRequest, {
      signal: this.signal,
      onWait: ({ sentence }) => onWait?.(sentence),
    });
    // Requests rejected before sending do not count.
    if (result.attempts > 0) this.#callCount += 1;
    this.#results.push(result);
    return result;
  }

  #addPromptChangeNotes(request: WeblinxRequest, fullRequest: WeblinxRequest): void {
    const { tokenizer } = this.parts;
    if (request.neutralisedTokenCount > 0)
      this.repairs.add('Chat template markers in the page or in messages were broken up in the prompt.');
    const [tokenCount, fullTokenCount] = [
      countRequestTokens(request, tokenizer),
      countRequestTokens(fullRequest, tokenizer),
    ];
    if (tokenCount < fullTokenCount)
      this.repairs.add(
        `The prompt was cut from ${fullTokenCount} to ${tokenCount} tokens, because the model accepts no more.`,
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
      calls: this.#callCount,
      promptTokens: sum(usages.map(({ promptTokens }) => promptTokens)),
      answerTokens: sum(usages.map(({ answerTokens }) => answerTokens)),
      cachedTokens: sum(usages.map(({ cachedTokens }) => cachedTokens)),
      estimated: usages.some(({ estimated }) => estimated),
      cost: costs.includes(null) ? null : sum(costs.map((cost) => cost ?? 0)),
      recorded: answers.length > 0 && answers.every(({ recorded }) => recorded),
      promptShape: this.#shapeNotes.join('; '),
      ...(this.repairs.size > 0 ? { repairs: [...this.repairs] } : {}),
      rawAnswer: truncate(model.redactor.text(this.#rawAnswer)),
    };
  }
}

function truncate(text: string): string {
  return text.length > MAX_RAW_ANSWER_CHARS ? `${text.slice(0, MAX_RAW_ANSWER_CHARS)}…` : text;
}

/**
 * Computes the maximum number of prompt tokens for the next attempt, as counted by Parley; null if no prompt would fit.
 *
 * @param tokenCount number of tokens in the rejected prompt, as counted by Parley
 * @param assumeAnswerCounted whether the server's count is assumed to include the answer. Servers do not say whether it
 *   does. If it does, less of the prompt needs to be removed.
 */
function computeNextLimit(
  { context }: ModelFailure,
  tokenCount: number,
  maxAnswerTokens: number,
  assumeAnswerCounted: boolean,
): number | null {
  const { limit = null, requestedTokens = null } = context ?? {};
  if (limit === null) return Math.floor(tokenCount * SHORTENING_FACTOR);
  const maxPromptTokens = limit - maxAnswerTokens;
  if (maxPromptTokens <= 0) return null;
  if (requestedTokens === null) return Math.floor(Math.min(maxPromptTokens, tokenCount * SHORTENING_FACTOR));
  const promptTokens =
    assumeAnswerCounted && requestedTokens > limit ? requestedTokens - maxAnswerTokens : requestedTokens;
  return Math.floor(tokenCount * Math.min(maxPromptTokens / promptTokens, 1) * TOKENIZER_MARGIN);
}

function createTooLongError(
  failure: ModelFailure,
  fullTokenCount: number,
  lastTokenCount: number,
  modelName: string,
): ParleyError {
  const { limit, requestedTokens } = failure.context ?? { limit: null, requestedTokens: null };
  const limitNote =
    limit !== null
      ? `${requestedTokens === null ? '' : `${requestedTokens} tokens, but only `}${limit} fit`
      : 'it does not say how many fit';
  const shorteningNote =
    lastTokenCount < fullTokenCount
      ? `, cut from ${fullTokenCount} to ${lastTokenCount} tokens by Parley’s count`
      : '';
  return new ParleyError(
    'infra',
    `The prompt is too long for “${modelName}”${shorteningNote || `, with ${lastTokenCount} tokens by Parley’s count`}: ${limitNote}.`,
    failure.next,
  );
}
