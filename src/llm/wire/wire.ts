/** Interface of a protocol: builds, sends and parses requests. One file per SDK implements it. */
import type { ServerKnowledge } from '../knowledge.js';
import type { ModelSettings } from '../settings.js';
import type { Fetch } from '../transport.js';
import type { Likelihood, ModelRequest, Usage } from '../types.js';

export interface ParsedAnswer {
  text: string;
  /** `unknown`: the server sent no finish reason. */
  finish: 'stop' | 'length' | 'refused' | 'context' | 'unknown';
  /** The model's refusal text, if any. */
  refusal: string | null;
  /** What the model produced in place of an answer. */
  producedInstead: 'thoughts' | 'a tool call' | null;
  usage: Usage | null;
  likelihood?: Likelihood | null;
}

export interface SendOptions {
  settings: ModelSettings;
  fetch: Fetch;
  signal: AbortSignal;
}

export interface Wire {
  /** Returns the path relative to the base URL. Cassette keys include it. */
  getPath(request: ModelRequest): string;
  /** Builds the request body; identical inputs give identical bytes. */
  buildBody(
    request: ModelRequest,
    settings: ModelSettings,
    knowledge: ServerKnowledge,
    stream: boolean,
  ): Record<string, unknown>;
  /** @throws ServerError if the server answers with an error; passes on errors of `fetch` */
  send(path: string, body: Record<string, unknown>, options: SendOptions): Promise<Response>;
  /** Returns null if the JSON is not an answer of this protocol. */
  parseAnswer(answer: unknown): ParsedAnswer | null;
  /** @throws ServerError for an error event in the stream, SyntaxError for invalid JSON */
  parseStream(
    response: Response,
    signal: AbortSignal,
    onText: (piece: string) => void,
  ): Promise<ParsedAnswer>;
}

export class ServerError extends Error {
  constructor(
    readonly status: number | null,
    readonly body: unknown,
    readonly headers: Headers | null,
  ) {
    super(`the server answered with an error${status === null ? '' : ` (${status})`}`);
  }
}

export function toRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

export const toCount = (value: unknown): number => (typeof value === 'number' && value >= 0 ? value : 0);
