/** A language model: checks the budget, makes attempts, waits and adapts the request, and returns one typed result. */
import { setTimeout as pause } from 'node:timers/promises';

import type { Redactor } from '../secrets/index.js';
import { adapt } from './adapt.js';
import { attempt, type AttemptResult } from './attempt.js';
import type { Cassette } from './cassette/cassette.js';
import { judge } from './judge.js';
import { createMemory, freshKnowledge, type Knowledge, type ServerMemory } from './knowledge.js';
import { createLedger, type Ledger } from './money/ledger.js';
import { priceOf } from './money/prices.js';
import { kindOf, retryAfter } from './refusal.js';
import { idOf, requiresKey, type ModelSettings } from './settings.js';
import { createCounter, estimateTokens, type Count, type TokenCounter } from './tokens.js';
import { createTransport, type Fetch, type Transport } from './transport.js';
import { troubleFromRefusal, trouble, type TroubleReport } from './trouble.js';
import type { ModelResult, AskOptions, ModelRequest, Trouble, Usage } from './types.js';
import { addRequestedWait, describeWait } from './waits.js';
import { anthropicWire } from './wire/anthropic.js';
import { openaiWire } from './wire/openai.js';
import { partsOf } from './wire/shape-instruction.js';

export interface Model {
  readonly name: string;
  readonly settings: ModelSettings;
  readonly ledger: Ledger;
  /** Masks secrets in requests. Mask text before truncating it, because part of a secret is not recognised. */
  readonly redactor: Redactor;
  /** @throws only the reason of `signal` when it is aborted; all other failures are results */
  ask(request: ModelRequest, options: AskOptions): Promise<ModelResult>;
  /** Tokens of a request, or of a text, before it is sent. */
  count(what: ModelRequest | string): Promise<Count>;
  /** A token counter: the model's own tokenizer if available, else a slightly high estimate. */
  counter(): Promise<TokenCounter>;
  /** What is currently known about the server. */
  knowledge(): Knowledge;
  close(): Promise<void>;
}

export interface ModelParts {
  /** Masks secrets in everything sent, stored and reported. */
  redactor: Redactor;
  ledger?: Ledger;
  cassette?: Cassette | null;
  /** Knowledge about servers from earlier runs. */
  memory?: ServerMemory;
  /** The model's own tokenizer, for exact counts. */
  tokenizer?: TokenCounter;
  env?: Readonly<Record<string, string | undefined>>;
}

/** Minimum length of a key that is masked as a secret. */
const SECRET_LENGTH = 12;

/** Maximum number of adapted requests per call. */
const ADAPTATIONS = 8;

export function createModel(settings: ModelSettings, parts: ModelParts): Model {
  const { redactor, cassette = null } = parts;
  // Short keys are placeholders for servers without keys, and may be ordinary words.
  if (settings.key !== null && settings.key.length >= SECRET_LENGTH) redactor.add('API_KEY', settings.key);
  const wire = settings.provider === 'anthropic' ? anthropicWire : openaiWire;
  const id = idOf(settings);
  // Cassettes are committed, so they contain no ports or addresses.
  const about = `${settings.provider} ${settings.model}`;
  const memory = parts.memory ?? createMemory();
  const ledger = parts.ledger ?? createLedger();
  const counter = createCounter(settings, parts.tokenizer);
  const price = settings.price ?? priceOf(settings.model, settings.baseUrl);
  // A replay uses the recording's knowledge, not what this machine has learned since.
  const remembered = cassette?.mode === 'replay' ? null : memory.get(id);
  let knowledge: Knowledge = cassette?.knowledge(about) ?? remembered ?? freshKnowledge(settings);
  let transport: Promise<Transport> | undefined;

  const fetch: Fetch = async (input, init) => {
    transport ??= createTransport(parts.env ?? process.env);
    return (await transport).fetch(input, init);
  };

  const learn = (fresh: Knowledge): void => {
    knowledge = fresh;
    if (cassette?.mode !== 'replay') memory.set(id, fresh);
  };

  /** Finds problems before anything is sent. */
  const early = (request: ModelRequest, count: Count): TroubleReport | null => {
    if (settings.key === null && requiresKey(settings) && cassette?.mode !== 'replay')
      return trouble('key', `${settings.baseUrl} requires a key, but ${settings.keyFrom} contains none.`, {
        next: `Set ${settings.keyFrom}, or name another source with --api-key-env or --api-key-command.`,
      });
    if (request.kind === 'completion' && settings.provider === 'anthropic')
      return trouble('request', 'Anthropic’s protocol has no plain completions.', {
        next: 'Use a server that speaks OpenAI’s protocol for this kind of model.',
      });
    if (hasImages(request) && knowledge.images === false)
      return trouble('vision', `“${settings.model}” does not accept images.`);
    const limit = settings.contextTokens ?? knowledge.contextTokens;
    const asked = count.tokens + request.maxTokens;
    // Estimates are up to two thirds too high, so only clear excess is rejected here.
    if (limit !== null && (count.exact ? asked : asked * 0.55) > limit)
      return trouble(
        'context',
        `The prompt is too long for “${settings.model}”: ${count.exact ? '' : 'about '}${count.tokens} tokens and ${request.maxTokens} for the answer, but only ${limit} fit.`,
        { context: { limit, asked } },
      );
    return null;
  };

  const ask = async (given: ModelRequest, options: AskOptions): Promise<ModelResult> => {
    options.signal.throwIfAborted();
    const request = masked(given, redactor);
    const notes: string[] = [];
    const count = await counter.request(request);
    const troubled = (what: TroubleReport, more: Partial<Trouble> = {}): Trouble => ({
      raw: null,
      usage: null,
      attempts: 0,
      ...what,
      sentence: redactor.text(what.sentence),
      ...more,
      ok: false,
    });
    const hindrance = early(request, count);
    if (hindrance) return troubled(hindrance);
    const ticket = ledger.reserve({
      purpose: options.purpose ?? 'navigator',
      promptTokens: count.tokens,
      maxTokens: request.maxTokens,
      price,
    });
    if ('kind' in ticket) return troubled(ticket);
    let usage: Usage | null = null;
    let recorded = false;
    let settled = false;
    const settle = (): number | null => {
      settled = true;
      return ledger.settle(ticket, usage, recorded);
    };
    try {
      const { tried, attempts } = await tries(request, options, notes);
      recorded = tried.recorded;
      if (tried.is === 'refused') {
        const what = troubleFromRefusal(tried.refusal, settings, hasImages(request));
        if (what.kind === 'vision') learn({ ...knowledge, images: false });
        return troubled(what, { raw: tried.raw, attempts });
      }
      if (tried.is === 'unreachable') return troubled(tried.said, { attempts });
      if (tried.is === 'failed') {
        // The tokens of a broken answer are paid for, but no server reports them.
        usage = guessed(count.tokens, estimateTokens(tried.raw));
        return troubled(tried.said, { raw: tried.raw, usage, attempts });
      }
      const { reading } = tried;
      usage = reading.usage ?? guessed(count.tokens, estimateTokens(reading.text));
      if (hasImages(request) && knowledge.images === null) learn({ ...knowledge, images: true });
      cassette?.learn(about, knowledge);
      if (suspiciouslyShort(usage, count) && !hasImages(request))
        notes.push(
          `the server counts ${usage.promptTokens} tokens where about ${count.tokens} were sent; it may have cut the prompt`,
        );
      const outcome = judge(request, reading, settings);
      const { raw } = tried;
      if ('kind' in outcome)
        return troubled(outcome, { raw, usage, attempts, text: redactor.text(reading.text) });
      if (outcome.note) notes.push(outcome.note);
      const { text, json } = outcome;
      const finish = reading.finish === 'length' ? 'length' : 'stop';
      const cost = settle();
      return {
        ok: true,
        text,
        json,
        mode: request.kind === 'chat' && request.shape ? knowledge.json : 'text',
        finish,
        usage,
        likelihood: reading.likelihood ?? null,
        cost,
        recorded,
        attempts,
        notes,
        raw,
      };
    } finally {
      if (!settled) settle();
    }
  };

  /** Makes attempts: waits and retries, and adapts the request to what the server rejects. */
  const tries = async (
    request: ModelRequest,
    options: AskOptions,
    notes: string[],
  ): Promise<{ tried: AttemptResult; attempts: number }> => {
    const { limits } = settings;
    let [attempts, failures, adaptations] = [0, 0, 0];
    for (;;) {
      attempts += 1;
      const body = wire.body(
        request,
        settings,
        knowledge,
        options.onText !== undefined && knowledge.stream !== false,
      );
      const tried = await attempt({
        wire,
        path: wire.path(request),
        body,
        settings,
        fetch,
        cassette,
        redactor,
        signal: options.signal,
        ...(options.onText ? { onText: options.onText } : {}),
      });
      if (tried.is === 'read' || tried.is === 'failed') return { tried, attempts };
      if (tried.is === 'refused') {
        const kind = kindOf(tried.refusal, hasImages(request));
        const final = ['cassette', 'key', 'quota', 'context', 'vision'].includes(kind);
        const other =
          final || adaptations >= ADAPTATIONS ? null : adapt(tried.refusal, request, body, knowledge);
        if (other) {
          adaptations += 1;
          notes.push(other.note);
          learn(other.knowledge);
          continue;
        }
        if (kind !== 'rate-limit' && kind !== 'server') return { tried, attempts };
        if (tried.refusal.headers?.get('x-should-retry') === 'false') return { tried, attempts };
      }
      failures += 1;
      if (failures > limits.maxRetries) return { tried, attempts };
      const asked = tried.is === 'refused' ? retryAfter(tried.refusal.headers) : null;
      const ms = asked ?? Math.min(limits.maxWaitMs, limits.backoffMs * 2 ** (failures - 1));
      if (ms > limits.maxWaitMs) return { tried: addRequestedWait(tried, ms), attempts };
      options.onWait?.(describeWait(tried, ms, failures, limits.maxRetries + 1, settings));
      await pause(ms, undefined, { signal: options.signal }).catch(() => options.signal.throwIfAborted());
    }
  };

  return {
    name: settings.model,
    settings,
    ledger,
    redactor,
    ask,
    count: (what) => (typeof what === 'string' ? counter.text(what) : counter.request(what)),
    counter: () => counter.sync(),
    knowledge: () => knowledge,
    close: async () => {
      await (await transport)?.close();
    },
  };
}

function hasImages(request: ModelRequest): boolean {
  return (
    request.kind === 'chat' &&
    request.messages.some(({ content }) => partsOf(content).some(({ type }) => type === 'image'))
  );
}

/** Masks secrets just before the request is sent. */
function masked(request: ModelRequest, redactor: Redactor): ModelRequest {
  return request.kind === 'completion'
    ? { ...request, prompt: redactor.text(request.prompt) }
    : { ...request, messages: redactor.json(request.messages) };
}

/** Some servers silently truncate long prompts. Short prompts are not checked, because estimates are rough. */
function suspiciouslyShort(usage: Usage, count: Count): boolean {
  const { estimated, promptTokens } = usage;
  return !estimated && promptTokens > 0 && count.tokens > 1000 && promptTokens < count.tokens * 0.5;
}

function guessed(promptTokens: number, answerTokens: number): Usage {
  return {
    promptTokens,
    answerTokens,
    cachedTokens: 0,
    cacheWriteTokens: 0,
    thinkingTokens: 0,
    estimated: true,
  };
}
