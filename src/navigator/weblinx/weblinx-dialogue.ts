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
  type Trouble,
  type TroubleKind,
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
import { modelRequest } from './request.js';

export interface AskWeblinxParts {
  model: Model;
  family: WeblinxFamily;
  tokenizer: PromptTokenizer;
  template: ChatTemplate | null;
  /** Requests the likelihood of each answer. */
  likelihoods: boolean;
  onPhase?(phase: string): void;
  onWait?(sentence: string): void;
}

/** Maximum prompt tokens, by Parley's count; kept from decision to decision. */
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
const MARGIN = 0.95;
const MAX_RAW_CHARS = 4_000;

/** The model answered, but unusably; all other troubles concern the server. */
const UNUSABLE: ReadonlySet<TroubleKind> = new Set([
  'empty',
  'refused',
  'not-json',
  'cut-short',
  'too-long',
  'garbled',
]);

export class WeblinxDialogue {
  readonly repairs = new Set<string>();
  readonly notes = new Set<string>();
  readonly #asked: ModelResult[] = [];
  readonly #shapes: string[] = [];
  #raw = '';
  #calls = 0;

  constructor(
    private readonly parts: AskWeblinxParts,
    private readonly room: TokenBudget,
    private readonly screenshot: Uint8Array | null,
    private readonly signal: AbortSignal,
  ) {}

  get exhausted(): boolean {
    return this.#calls >= MAX_CALLS;
  }

  /** @throws ParleyError for failures that are not caused by the model */
  async shoot({ shape, why }: ShapeChoice, input: PromptInput): Promise<AskResult> {
    const { family, tokenizer, model } = this.parts;
    this.#shapes.push(`${shape}: ${why}`);
    const whole = buildWeblinxRequest(family, shape, input, tokenizer);
    const make = (max: number): WeblinxRequest | null => shortenRequest(family, shape, input, tokenizer, max);
    let request = this.room.tokens === null ? whole : (make(this.room.tokens) ?? whole);
    for (let shortenings = 0; ; shortenings += 1) {
      const asked = await this.#ask(request);
      if (asked.ok) {
        this.#told(request, whole);
        for (const note of asked.notes) this.notes.add(note);
        this.#raw = asked.text;
        return { ok: true, text: asked.text, likelihood: asked.likelihood };
      }
      this.#raw = asked.text || (asked.raw ?? this.#raw);
      if (UNUSABLE.has(asked.kind)) {
        this.#told(request, whole);
        return { ok: false, sentence: asked.sentence };
      }
      if (asked.kind !== 'context') throw toParleyError(asked);
      const tokens = countRequestTokens(request, tokenizer);
      const target = targetOf(asked, tokens, request.maxTokens, shortenings === 0);
      const shorter =
        shortenings === MAX_SHORTENINGS || this.exhausted || target === null ? null : make(target);
      if (shorter === null) throw tooLong(asked, countRequestTokens(whole, tokenizer), tokens, model.name);
      this.room.tokens = target;
      request = shorter;
    }
  }

  async #ask(request: WeblinxRequest): Promise<ModelResult> {
    const { model, template, likelihoods, onPhase, onWait } = this.parts;
    onPhase?.('asking the model');
    const sent = modelRequest(request, template, this.screenshot);
    const asked = await model.ask(likelihoods ? { ...sent, logprobs: true } : sent, {
      signal: this.signal,
      onWait: ({ sentence }) => onWait?.(sentence),
    });
    // Requests rejected before sending do not count.
    if (asked.attempts > 0) this.#calls += 1;
    this.#asked.push(asked);
    return asked;
  }

  #told(request: WeblinxRequest, whole: WeblinxRequest): void {
    const { tokenizer } = this.parts;
    if (request.brokenMarks > 0)
      this.repairs.add(
        'Marks of chat templates that stood in the page or in what was said were broken up in the prompt.',
      );
    const [now, before] = [countRequestTokens(request, tokenizer), countRequestTokens(whole, tokenizer)];
    if (now < before)
      this.repairs.add(`The prompt was cut from ${before} to ${now} tokens, as the model takes no more.`);
  }

  use(): ModelUsage {
    const { model } = this.parts;
    const usages = this.#asked.map(({ usage }) => usage).filter((usage) => usage !== null);
    const answers = this.#asked.filter((asked): asked is ModelAnswer => asked.ok);
    const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
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
      rawAnswer: cut(model.redactor.text(this.#raw)),
    };
  }
}

function cut(text: string): string {
  return text.length > MAX_RAW_CHARS ? `${text.slice(0, MAX_RAW_CHARS)}…` : text;
}

/**
 * Maximum prompt tokens of the next attempt, by Parley's count; null if no prompt would fit.
 *
 * @param tokens tokens of the rejected prompt, by Parley's count
 * @param hopeful servers count the prompt with or without the answer and do not say which; true assumes that the
 *   answer is included, which removes less of the prompt
 */
function targetOf({ context }: Trouble, tokens: number, maxTokens: number, hopeful: boolean): number | null {
  const { limit = null, asked = null } = context ?? {};
  if (limit === null) return Math.floor(tokens * SHORTENING_FACTOR);
  const fits = limit - maxTokens;
  if (fits <= 0) return null;
  if (asked === null) return Math.floor(Math.min(fits, tokens * SHORTENING_FACTOR));
  const prompt = hopeful && asked > limit ? asked - maxTokens : asked;
  return Math.floor(tokens * Math.min(fits / prompt, 1) * MARGIN);
}

function tooLong(trouble: Trouble, whole: number, last: number, model: string): ParleyError {
  const { limit, asked } = trouble.context ?? { limit: null, asked: null };
  const numbers =
    limit !== null
      ? `${asked === null ? '' : `${asked} tokens, but only `}${limit} fit`
      : 'it does not say how many fit';
  const tried = last < whole ? `, cut from ${whole} to ${last} tokens by Parley’s count` : '';
  return new ParleyError(
    'infra',
    `The prompt is too long for “${model}”${tried || `, with ${last} tokens by Parley’s count`}: ${numbers}.`,
    trouble.next,
  );
}
