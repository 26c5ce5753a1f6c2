/** What a protocol has to know: how a request is written, sent and read. One file per SDK implements it. */
import type { Knowledge } from '../knowledge.js';
import type { ModelSettings } from '../settings.js';
import type { Fetch } from '../transport.js';
import type { Likelihood, ModelRequest, Usage } from '../types.js';

/** An answer, read. */
export interface Reading {
  text: string;
  /** `unknown`: the server has not said why it stopped, nor that it did. */
  finish: 'stop' | 'length' | 'refused' | 'context' | 'unknown';
  /** In the model's words, where it gave any. */
  refusal: string | null;
  /** It thought, or called a tool, where it should have answered. */
  instead: 'thoughts' | 'a tool call' | null;
  usage: Usage | null;
  likelihood?: Likelihood | null;
}

export interface Sending {
  settings: ModelSettings;
  fetch: Fetch;
  signal: AbortSignal;
}

export interface Wire {
  /** Below the base URL; part of a cassette's key. */
  path(request: ModelRequest): string;
  /** The body, the same for the same input, byte for byte. */
  body(
    request: ModelRequest,
    settings: ModelSettings,
    knowledge: Knowledge,
    stream: boolean,
  ): Record<string, unknown>;
  /** @throws ServerError when the server answers with an error, and whatever `fetch` throws */
  send(path: string, body: Record<string, unknown>, how: Sending): Promise<Response>;
  /** Null: this is no answer of this protocol. */
  read(answer: unknown): Reading | null;
  /** @throws ServerError for an error inside the stream, SyntaxError for one that cannot be read */
  stream(response: Response, signal: AbortSignal, onText: (piece: string) => void): Promise<Reading>;
}

/** The server has answered with an error; `body` as it came. */
export class ServerError extends Error {
  constructor(
    readonly status: number | null,
    readonly body: unknown,
    readonly headers: Headers | null,
  ) {
    super(`the server answered with an error${status === null ? '' : ` (${status})`}`);
  }
}

export function record(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

export const number = (value: unknown): number => (typeof value === 'number' && value >= 0 ? value : 0);
