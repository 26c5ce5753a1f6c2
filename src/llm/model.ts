/** A model that can be asked: budget first, then tries, waits and other ways to ask, then one typed outcome. */
import { setTimeout as pause } from 'node:timers/promises';

import type { Redactor } from '../secrets/index.js';
import { adapt } from './adapt.js';
import { attempt, type Tried } from './attempt.js';
import type { Cassette } from './cassette/cassette.js';
import { judge } from './judge.js';
import { createMemory, freshKnowledge, type Knowledge, type Memory } from './knowledge.js';
import { createLedger, type Ledger } from './money/ledger.js';
import { priceOf } from './money/prices.js';
import { kindOf, retryAfter } from './refusal.js';
import { idOf, wantsKey, type ModelSettings } from './settings.js';
import { createCounter, estimateTokens, type Count, type CountText } from './tokens.js';
import { createTransport, type Fetch, type Transport } from './transport.js';
import { refusedBy, said, type Said } from './trouble.js';
import type { Asked, AskOptions, ModelRequest, Trouble, Usage } from './types.js';
import { tooLong, waitFor } from './waits.js';
import { anthropicWire } from './wire/anthropic.js';
import { openaiWire } from './wire/openai.js';
import { partsOf } from './wire/say-shape.js';

export interface Model {
  readonly name: string;
  readonly settings: ModelSettings;
  readonly ledger: Ledger;
  /** Masks what is sent. Whoever cuts text asks it first: half of a secret is not known for one. */
  readonly redactor: Redactor;
  /** @throws only the reason of `signal` when it is aborted; everything else is an outcome */
  ask(request: ModelRequest, options: AskOptions): Promise<Asked>;
  /** Tokens of a request, or of a text, before it is sent. */
  count(what: ModelRequest | string): Promise<Count>;
  /** What counts the tokens of a text: the model's own tokenizer where it is known, else an estimate a little high. */
  counter(): Promise<CountText>;
  /** What is known of the server by now. */
  knowledge(): Knowledge;
  close(): Promise<void>;
}

export interface ModelParts {
  /** Masks what is sent, kept and told. */
  redactor: Redactor;
  ledger?: Ledger;
  cassette?: Cassette | null;
  /** What is known of servers from earlier runs. */
  memory?: Memory;
  /** The model's own tokenizer, for exact counts. */
  tokenizer?: CountText;
  env?: Readonly<Record<string, string | undefined>>;
}

/** From here on a key is taken for one. */
const SECRET_LENGTH = 12;

/** So many other ways to ask are tried. */
const ADAPTATIONS = 8;

export function createModel(settings: ModelSettings, parts: ModelParts): Model {
  const { redactor, cassette = null } = parts;
  // Short ones are made up for servers that want none, and may be words of any text.
  if (settings.key !== null && settings.key.length >= SECRET_LENGTH) redactor.add('API_KEY', settings.key);
  const wire = settings.provider === 'anthropic' ? anthropicWire : openaiWire;
  const id = idOf(settings);
  // Ports and addresses do not belong into what is checked in.
  const about = `${settings.provider} ${settings.model}`;
  const memory = parts.memory ?? createMemory();
  const ledger = parts.ledger ?? createLedger();
  const counter = createCounter(settings, parts.tokenizer);
  const price = settings.price ?? priceOf(settings.model, settings.baseUrl);
  // A replay knows what the recording knew, and nothing that this machine has learned since.
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

  /** What can be told before anything is sent. */
  const early = (request: ModelRequest, count: Count): Said | null => {
    if (settings.key === null && wantsKey(settings) && cassette?.mode !== 'replay')
      return said('key', `${settings.baseUrl} wants a key and ${settings.keyFrom} holds none.`, {
        next: `Set ${settings.keyFrom}, or name another source with --api-key-env or --api-key-command.`,
      });
    if (request.kind === 'completion' && settings.provider === 'anthropic')
      return said('request', 'Anthropic’s protocol has no plain completions.', {
        next: 'Use a server that speaks OpenAI’s protocol for this kind of model.',
      });
    if (hasImages(request) && knowledge.images === false)
      return said('vision', `“${settings.model}” takes no images.`);
    const limit = settings.contextTokens ?? knowledge.contextTokens;
    const asked = count.tokens + request.maxTokens;
    // Estimates are up to two thirds too high: only what is far off is refused here, the rest is the server's to say.
    if (limit !== null && (count.exact ? asked : asked * 0.55) > limit)
      return said(
        'context',
        `The prompt is too long for “${settings.model}”: ${count.exact ? '' : 'about '}${count.tokens} tokens and ${request.maxTokens} for the answer where ${limit} fit.`,
        { context: { limit, asked } },
      );
    return null;
  };

  const ask = async (given: ModelRequest, options: AskOptions): Promise<Asked> => {
    options.signal.throwIfAborted();
    const request = masked(given, redactor);
    const notes: string[] = [];
    const count = await counter.request(request);
    const troubled = (what: Said, more: Partial<Trouble> = {}): Trouble => ({
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
        const what = refusedBy(tried.refusal, settings, hasImages(request));
        if (what.kind === 'vision') learn({ ...knowledge, images: false });
        return troubled(what, { raw: tried.raw, attempts });
      }
      if (tried.is === 'unreachable') return troubled(tried.said, { attempts });
      if (tried.is === 'failed') {
        // Something was read, and what was written is paid for although nobody says how much.
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

  /** Sends it, waits where the server asks to, and asks in another way where it refuses the first. */
  const tries = async (
    request: ModelRequest,
    options: AskOptions,
    notes: string[],
  ): Promise<{ tried: Tried; attempts: number }> => {
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
      if (failures > limits.retries) return { tried, attempts };
      const asked = tried.is === 'refused' ? retryAfter(tried.refusal.headers) : null;
      const ms = asked ?? Math.min(limits.waitMs, limits.backoffMs * 2 ** (failures - 1));
      if (ms > limits.waitMs) return { tried: tooLong(tried, ms), attempts };
      options.onWait?.(waitFor(tried, ms, failures, limits.retries + 1, settings));
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

/** The last place where a secret can be caught before it leaves. */
function masked(request: ModelRequest, redactor: Redactor): ModelRequest {
  return request.kind === 'completion'
    ? { ...request, prompt: redactor.text(request.prompt) }
    : { ...request, messages: redactor.json(request.messages) };
}

/** Some servers cut a prompt that is too long without a word. Short ones prove nothing: estimates are rough. */
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
