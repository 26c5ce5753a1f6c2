/** Requests to a model and their results. Plain data, the same for every server. */

export interface TextPart {
  type: 'text';
  text: string;
}

export interface ImagePart {
  type: 'image';
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp';
  data: Uint8Array;
  /** Image resolution for servers that support the setting. */
  detail?: 'low' | 'high' | 'auto';
}

export type MessagePart = TextPart | ImagePart;

export interface Message {
  role: 'system' | 'user' | 'assistant';
  content: string | readonly MessagePart[];
  /** Whether the provider may cache the prompt up to and including this message, because it repeats in every call. */
  cacheable?: boolean;
}

/** A JSON schema that the answer must fit. For OpenAI: every property required, `additionalProperties: false`. */
export interface JsonShape {
  name: string;
  schema: Readonly<Record<string, unknown>>;
}

interface Sampling {
  /** Maximum tokens of the answer; counted against the budget before the call. */
  maxTokens: number;
  /** Omitted if the server rejects it (Claude, OpenAI's reasoning models). */
  temperature?: number;
  topP?: number;
  seed?: number;
  stop?: readonly string[];
  /** Requests log probabilities; some servers do not return them. */
  logprobs?: true;
  /** Additional body fields for this server; they override all others. */
  extra?: Readonly<Record<string, unknown>>;
}

export interface ChatRequest extends Sampling {
  kind: 'chat';
  messages: readonly Message[];
  answerShape?: JsonShape;
}

/** A text to continue, for base models and for models whose chat template Parley applies. */
export interface CompletionRequest extends Sampling {
  kind: 'completion';
  prompt: string;
}

export type ModelRequest = ChatRequest | CompletionRequest;

export interface Usage {
  /** Tokens of the whole prompt, including the cached part. */
  promptTokens: number;
  answerTokens: number;
  /** Prompt tokens read from the provider's cache, and written to it. */
  cachedTokens: number;
  cacheWriteTokens: number;
  /** Answer tokens spent on hidden reasoning. */
  thinkingTokens: number;
  /** True if the server reported no counts, so Parley estimated them. */
  estimated: boolean;
}

export interface Likelihood {
  logLikelihood: number;
  tokens: number;
}

/** How JSON output was requested. */
export type JsonMode = 'json_schema' | 'json_object' | 'text';

export interface ModelAnswer {
  ok: true;
  text: string;
  /** The parsed answer; undefined if no shape was requested. It is not validated against the schema. */
  json?: unknown;
  mode: JsonMode;
  /** `length`: the answer reached `maxTokens`. */
  finish: 'stop' | 'length';
  usage: Usage;
  /** Null if the server returned no log probabilities. */
  likelihood: Likelihood | null;
  /** US dollars; null if the price is unknown. */
  cost: number | null;
  /** True if the answer was replayed from a cassette. */
  recorded: boolean;
  /** Number of requests, including those that the server rejected. */
  attempts: number;
  /** Remarks to record, such as prose around the JSON or features that the server lacks. */
  notes: string[];
  /** Response body with secrets masked, truncated to `maxRawChars`. */
  raw: string;
}

export type ModelFailureKind =
  | 'key'
  | 'quota'
  | 'model'
  | 'address'
  | 'unreachable'
  | 'vision'
  | 'context'
  | 'request'
  | 'empty'
  | 'refused'
  | 'not-json'
  | 'cut-short'
  | 'too-long'
  | 'timeout'
  | 'gone'
  | 'garbled'
  | 'rate-limit'
  | 'server'
  | 'budget'
  | 'cassette';

export interface ModelFailure {
  ok: false;
  kind: ModelFailureKind;
  /** One sentence: what happened. */
  sentence: string;
  /** One sentence: what to do. */
  next: string;
  status?: number;
  /** Context size and requested tokens, as far as the server reported them. */
  context?: { limit: number | null; requestedTokens: number | null };
  /** Response body with secrets masked, truncated to `maxRawChars`; null if there was none. */
  raw: string | null;
  /** Text of the model if it was readable but not usable. */
  text?: string;
  usage: Usage | null;
  attempts: number;
}

export type ModelResult = ModelAnswer | ModelFailure;

/** A wait before the next attempt, to be reported to the user. */
export interface Wait {
  reason: 'rate-limit' | 'server' | 'unreachable';
  ms: number;
  /** Number of the failed attempt, from 1, and the maximum number of attempts. */
  attempt: number;
  maxAttempts: number;
  sentence: string;
}

export interface AskOptions {
  signal: AbortSignal;
  /** Who makes the call, for the ledger: `navigator`, `judge` … */
  purpose?: string;
  /** Requests streaming and receives each piece of the answer. */
  onText?: (piece: string) => void;
  onWait?: (wait: Wait) => void;
}
