/** A language model: checks the budget, makes attempts, waits and adapts the request, and returns one typed result. */
import { setTimeout as pause } from 'node:timers/promises';

import type { Redactor } from '../secrets/index.js';
import { adaptRequest } from './adapt.js';
import { makeAttempt, type AttemptResult } from './attempt.js';
import type { Cassette } from './cassette/cassette.js';
import { checkAnswer } from './check-answer.js';
import {
  createProcessKnowledgeStore,
  createKnowledge,
  type ServerKnowledge,
  type KnowledgeStore,
} from './knowledge.js';
import { createLedger, type Ledger } from './money/ledger.js';
import { findPrice } from './money/prices.js';
import { classifyRefusal, parseRetryAfter } from './refusal.js';
import { fetchServerFacts } from './server-facts.js';
import { toServerId, requiresKey, type ModelSettings } from './settings.js';
import { createCounter, estimateTokens, type TokenCount, type TokenCounter } from './tokens.js';
import { createTransport, type Fetch, type Transport } from './transport.js';
import { createRefusalFailure, createModelFailure, type ModelFailureReport } from './failure.js';
import type { ModelResult, AskOptions, ModelRequest, ModelFailure, Usage } from './types.js';
import { addRequestedWait, describeWait } from './waits.js';
import { anthropicWire } from './wire/anthropic.js';
import { openaiWire } from './wire/openai.js';
import { toParts } from './wire/shape-instruction.js';

export interface Model {
  readonly name: string;
  readonly settings: ModelSettings;
  readonly ledger: Ledger;
  /** Masks secrets in requests. Mask text before truncating it, because part of a secret is not recognised. */
  readonly redactor: Redactor;
  /** @throws only the reason of `signal` when it is aborted; all other failures are results */
  ask(request: ModelRequest, options: AskOptions): Promise<ModelResult>;
  /** Counts the tokens of a request or a text before it is sent. */
  countTokens(input: ModelRequest | string): Promise<TokenCount>;
  /** Returns a token counter: the model's own tokenizer if available, else a slightly high estimate. */
  getTokenCounter(): Promise<TokenCounter>;
  /** Returns what is currently known about the server. */
  getKnowledge(): ServerKnowledge;
  /** Whether the model accepts images, as known so far or reported by the server; null if unknown. Uses no tokens. */
  acceptsImages(signal: AbortSignal): Promise<boolean | null>;
  close(): Promise<void>;
}

export interface ModelDependencies {
  /** Masks secrets in everything sent, stored and reported. */
  redactor: Redactor;
  ledger?: Ledger;
  cassette?: Cassette | null;
  /** What is known about servers from earlier runs. */
  knowledgeStore?: KnowledgeStore;
  /** The model's own tokenizer, for exact counts. */
  tokenizer?: TokenCounter;
  env?: Readonly<Record<string, string | undefined>>;
}

/** Minimum length of a key that is masked as a secret. */
const MIN_SECRET_LENGTH = 12;

/** Maximum number of adapted requests per call. */
const MAX_ADAPTATIONS = 8;

export function createModel(settings: ModelSettings, dependencies: ModelDependencies): Model {
  const { redactor, cassette = null } = dependencies;
  // Short keys are placeholders for servers without keys, and may be ordinary words.
  if (settings.key !== null && settings.key.length >= MIN_SECRET_LENGTH)
    redactor.add('API_KEY', settings.key);
  const wire = settings.provider === 'anthropic' ? anthropicWire : openaiWire;
  const id = toServerId(settings);
  // Cassettes are committed, so they contain no ports or addresses.
  const serverLabel = `${settings.provider} ${settings.model}`;
  const knowledgeStore = dependencies.knowledgeStore ?? createProcessKnowledgeStore();
  const ledger = dependencies.ledger ?? createLedger();
  const counter = createCounter(settings, dependencies.tokenizer);
  const price = settings.price ?? findPrice(settings.model, settings.baseUrl);
  // A replay uses the recording's knowledge, not what this machine has learned since.
  const rememberedKnowledge = cassette?.mode === 'replay' ? null : knowledgeStore.get(id);
  let knowledge: ServerKnowledge =
    cassette?.getKnowledge(serverLabel) ?? rememberedKnowledge ?? createKnowledge(settings);
  let transport: Promise<Transport> | undefined;

  const fetch: Fetch = async (input, init) => {
    transport ??= createTransport(dependencies.env ?? process.env);
    return (await transport).fetch(input, init);
  };

  const updateKnowledge = (updated: ServerKnowledge): void => {
    knowledge = updated;
    if (cassette?.mode !== 'replay') knowledgeStore.set(id, updated);
  };

  /** Finds problems before anything is sent. */
  const checkBeforeSending = (request: ModelRequest, count: TokenCount): ModelFailureReport | null => {
    if (settings.key === null && requiresKey(settings) && cassette?.mode !== 'replay')
      return createModelFailure(
        'key',
        `${settings.baseUrl} requires a key, but ${settings.keySource} contains none.`,
        {
          next: `Set ${settings.keySource}, or choose another source with --api-key-env or --api-key-command.`,
        },
      );
    if (request.kind === 'completion' && settings.provider === 'anthropic')
      return createModelFailure('request', 'Anthropic’s protocol has no plain completions.', {
        next: 'Use a server that speaks OpenAI’s protocol for this kind of model.',
      });
    if (hasImages(request) && knowledge.images === false)
      return createModelFailure('vision', `“${settings.model}” does not accept images.`);
    const limit = settings.contextTokens ?? knowledge.contextTokens;
    const requestedTokens = count.tokens + request.maxTokens;
    // Estimates are up to two thirds too high, so only clear excess is rejected here.
    if (limit !== null && (count.exact ? requestedTokens : requestedTokens * 0.55) > limit)
      return createModelFailure(
        'context',
        `The prompt is too long for “${settings.model}”: ${count.exact ? '' : 'about '}${count.tokens} tokens and ${request.maxTokens} for the answer, but only ${limit} fit.`,
        { context: { limit, requestedTokens } },
      );
    return null;
  };

  const ask = async (originalRequest: ModelRequest, options: AskOptions): Promise<ModelResult> => {
    options.signal.throwIfAborted();
    const request = maskSecrets(originalRequest, redactor);
    const notes: string[] = [];
    const count = await counter.countRequest(request);
    const toModelFailure = (
      report: ModelFailureReport,
      overrides: Partial<ModelFailure> = {},
    ): ModelFailure => ({
      raw: null,
      usage: null,
      attempts: 0,
      ...report,
      sentence: redactor.text(report.sentence),
      ...overrides,
      ok: false,
    });
    const problem = checkBeforeSending(request, count);
    if (problem) return toModelFailure(problem);
    const reservation = ledger.reserve({
      purpose: options.purpose ?? 'navigator',
      promptTokens: count.tokens,
      maxTokens: request.maxTokens,
      price,
    });
    if ('kind' in reservation) return toModelFailure(reservation);
    let usage: Usage | null = null;
    let isReplayed = false;
    let isSettled = false;
    const settle = (): number | null => {
      isSettled = true;
      return ledger.settle(reservation, usage, isReplayed);
    };
    try {
      const { result, attempts } = await makeAttempts(request, options, notes);
      isReplayed = result.isReplayed;
      if (result.kind === 'refused') {
        const report = createRefusalFailure(result.refusal, settings, hasImages(request));
        if (report.kind === 'vision') updateKnowledge({ ...knowledge, images: false });
        return toModelFailure(report, { raw: result.raw, attempts });
      }
      if (result.kind === 'unreachable') return toModelFailure(result.report, { attempts });
      if (result.kind === 'failed') {
        // The tokens of a broken answer are paid for, but no server reports them.
        usage = estimateUsage(count.tokens, estimateTokens(result.raw));
        return toModelFailure(result.report, { raw: result.raw, usage, attempts });
      }
      const { answer } = result;
      usage = answer.usage ?? estimateUsage(count.tokens, estimateTokens(answer.text));
      if (hasImages(request) && knowledge.images === null) updateKnowledge({ ...knowledge, images: true });
      cassette?.saveKnowledge(serverLabel, knowledge);
      if (isSuspiciouslyShort(usage, count) && !hasImages(request))
        notes.push(
          `the server counts ${usage.promptTokens} tokens where about ${count.tokens} were sent; it may have cut the prompt`,
        );
      const outcome = checkAnswer(request, answer, settings);
      const { raw } = result;
      if ('kind' in outcome)
        return toModelFailure(outcome, { raw, usage, attempts, text: redactor.text(answer.text) });
      if (outcome.note) notes.push(outcome.note);
      const { text, json } = outcome;
      const finish = answer.finish === 'length' ? 'length' : 'stop';
      const cost = settle();
      return {
        ok: true,
        text,
        json,
        mode: request.kind === 'chat' && request.answerShape ? knowledge.json : 'text',
        finish,
        usage,
        likelihood: answer.likelihood ?? null,
        cost,
        recorded: isReplayed,
        attempts,
        notes,
        raw,
      };
    } finally {
      if (!isSettled) settle();
    }
  };

  /** Makes attempts: waits and retries, and adapts the request to what the server rejects. */
  const makeAttempts = async (
    request: ModelRequest,
    options: AskOptions,
    notes: string[],
  ): Promise<{ result: AttemptResult; attempts: number }> => {
    const { limits } = settings;
    let [attempts, failures, adaptations] = [0, 0, 0];
    for (;;) {
      attempts += 1;
      const body = wire.buildBody(
        request,
        settings,
        knowledge,
        options.onText !== undefined && knowledge.stream !== false,
      );
      const result = await makeAttempt({
        wire,
        path: wire.getPath(request),
        body,
        settings,
        fetch,
        cassette,
        redactor,
        signal: options.signal,
        ...(options.onText ? { onText: options.onText } : {}),
      });
      if (result.kind === 'answered' || result.kind === 'failed') return { result, attempts };
      if (result.kind === 'refused') {
        const kind = classifyRefusal(result.refusal, hasImages(request));
        const isFinal = ['cassette', 'key', 'quota', 'context', 'vision'].includes(kind);
        const adaptation =
          isFinal || adaptations >= MAX_ADAPTATIONS
            ? null
            : adaptRequest(result.refusal, request, body, knowledge);
        if (adaptation) {
          adaptations += 1;
          notes.push(adaptation.note);
          updateKnowledge(adaptation.knowledge);
          continue;
        }
        if (kind !== 'rate-limit' && kind !== 'server') return { result, attempts };
        if (result.refusal.headers?.get('x-should-retry') === 'false') return { result, attempts };
      }
      failures += 1;
      if (failures > limits.maxRetries) return { result, attempts };
      const requestedWaitMs = result.kind === 'refused' ? parseRetryAfter(result.refusal.headers) : null;
      const waitMs = requestedWaitMs ?? Math.min(limits.maxWaitMs, limits.backoffMs * 2 ** (failures - 1));
      if (waitMs > limits.maxWaitMs) return { result: addRequestedWait(result, waitMs), attempts };
      options.onWait?.(describeWait(result, waitMs, failures, limits.maxRetries + 1, settings));
      await pause(waitMs, undefined, { signal: options.signal }).catch(() => options.signal.throwIfAborted());
    }
  };

  return {
    name: settings.model,
    settings,
    ledger,
    redactor,
    ask,
    countTokens: (input) =>
      typeof input === 'string' ? counter.countText(input) : counter.countRequest(input),
    getTokenCounter: () => counter.getTextCounter(),
    getKnowledge: () => knowledge,
    acceptsImages: async (signal) => {
      if (knowledge.images !== null || cassette?.mode === 'replay') return knowledge.images;
      const { images } = await fetchServerFacts(settings, fetch, signal);
      if (images !== null) updateKnowledge({ ...knowledge, images });
      return images;
    },
    close: async () => {
      await (await transport)?.close();
    },
  };
}

function hasImages(request: ModelRequest): boolean {
  return (
    request.kind === 'chat' &&
    request.messages.some(({ content }) => toParts(content).some(({ type }) => type === 'image'))
  );
}

/** Masks secrets just before the request is sent. */
function maskSecrets(request: ModelRequest, redactor: Redactor): ModelRequest {
  return request.kind === 'completion'
    ? { ...request, prompt: redactor.text(request.prompt) }
    : { ...request, messages: redactor.json(request.messages) };
}

/**
 * Whether the server probably truncated the prompt, as some servers do without an error. Short prompts are not
 * checked, because estimates are rough.
 */
function isSuspiciouslyShort(usage: Usage, count: TokenCount): boolean {
  const { estimated, promptTokens } = usage;
  return !estimated && promptTokens > 0 && count.tokens > 1000 && promptTokens < count.tokens * 0.5;
}

function estimateUsage(promptTokens: number, answerTokens: number): Usage {
  return {
    promptTokens,
    answerTokens,
    cachedTokens: 0,
    cacheWriteTokens: 0,
    thinkingTokens: 0,
    estimated: true,
  };
}
