/** What is asked of a model, and what comes back: plain data, the same for every server. */

export interface TextPart {
  type: 'text';
  text: string;
}

export interface ImagePart {
  type: 'image';
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp';
  data: Uint8Array;
  /** How closely it should be looked at, where a server knows that. */
  detail?: 'low' | 'high' | 'auto';
}

export type Part = TextPart | ImagePart;

export interface Message {
  role: 'system' | 'user' | 'assistant';
  content: string | readonly Part[];
  /** Up to and with this message the prompt repeats from call to call; providers that need telling may cache it. */
  stable?: boolean;
}

/** A JSON schema that the answer must fit. For OpenAI: every property required, `additionalProperties: false`. */
export interface Shape {
  name: string;
  schema: Readonly<Record<string, unknown>>;
}

interface Sampling {
  /** The longest answer, in tokens; the budget counts with it before the call. */
  maxTokens: number;
  /** Left out where the server does not take it (Claude; OpenAI's reasoning models). */
  temperature?: number;
  topP?: number;
  seed?: number;
  stop?: readonly string[];
  /** How likely the answer was is asked for too; servers that cannot tell leave it out. */
  logprobs?: true;
  /** Fields for the body that only this server knows; they win over everything else. */
  extra?: Readonly<Record<string, unknown>>;
}

export interface ChatRequest extends Sampling {
  kind: 'chat';
  messages: readonly Message[];
  shape?: Shape;
}

/** Text to go on from, for base models and those whose chat template is applied here. */
export interface CompletionRequest extends Sampling {
  kind: 'completion';
  prompt: string;
}

export type ModelRequest = ChatRequest | CompletionRequest;

export interface Usage {
  /** The whole prompt, cached part and all. */
  promptTokens: number;
  answerTokens: number;
  /** Of the prompt: read from the provider's cache, and newly written to it. */
  cachedTokens: number;
  cacheWriteTokens: number;
  /** Of the answer: thinking that is not shown. */
  thinkingTokens: number;
  /** The server did not say; these are Parley's own counts. */
  estimated: boolean;
}

export interface Likelihood {
  logLikelihood: number;
  tokens: number;
}

/** How the answer's shape was asked for. */
export type JsonMode = 'json_schema' | 'json_object' | 'text';

export interface Answer {
  ok: true;
  text: string;
  /** The answer as data; undefined where no shape was asked for. Fits JSON, not yet the schema: check it. */
  json?: unknown;
  mode: JsonMode;
  /** `length`: it stopped because `maxTokens` were written. */
  finish: 'stop' | 'length';
  usage: Usage;
  /** Natural logarithm of the answer's probability, and its tokens; null where the server does not tell. */
  likelihood: Likelihood | null;
  /** Dollars; null where the price is unknown. */
  cost: number | null;
  /** From a cassette. */
  recorded: boolean;
  /** Requests that were sent for it, with those that the server refused. */
  attempts: number;
  /** What the reader should know: prose around the JSON, a server that lacks something. */
  notes: string[];
  /** Body as it came, secrets masked, cut after 64 kB. */
  raw: string;
}

export type TroubleKind =
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

export interface Trouble {
  ok: false;
  kind: TroubleKind;
  /** One sentence: what happened. */
  sentence: string;
  /** One sentence: what to do. */
  next: string;
  status?: number;
  /** Tokens that fit, and that were asked for, as far as the server said. */
  context?: { limit: number | null; asked: number | null };
  /** What came, secrets masked, cut after 64 kB; null where nothing came. */
  raw: string | null;
  /** What the model wrote, where that much could be read and only that cannot be used. */
  text?: string;
  usage: Usage | null;
  attempts: number;
}

export type Asked = Answer | Trouble;

/** A pause before the next try; whoever waits should be told. */
export interface Wait {
  why: 'rate-limit' | 'server' | 'unreachable';
  ms: number;
  /** The try that failed, from 1, of how many there will be at most. */
  attempt: number;
  of: number;
  sentence: string;
}

export interface AskOptions {
  signal: AbortSignal;
  /** Who spends: `navigator`, `judge` … */
  purpose?: string;
  /** Streams, and hands on each piece of the answer as it comes. */
  onText?: (piece: string) => void;
  onWait?: (wait: Wait) => void;
}
