/** One request and its answer: sends it through the SDK, enforces limits, records it, and classifies failures. */
import { MISS_HEADER, type Cassette } from './cassette/cassette.js';
import type { Redactor } from '../secrets/index.js';
import { refusalFrom, type Refusal } from './refusal.js';
import type { ModelSettings } from './settings.js';
import { watch, type Fetch, type Watch } from './transport.js';
import { trouble, troubleFromLimit, type TroubleReport } from './trouble.js';
import { ServerError, type ParsedAnswer, type Wire } from './wire/wire.js';

export interface AttemptInput {
  wire: Wire;
  path: string;
  body: Record<string, unknown>;
  settings: ModelSettings;
  fetch: Fetch;
  cassette: Cassette | null;
  redactor: Redactor;
  signal: AbortSignal;
  onText?: (piece: string) => void;
}

export type AttemptResult = { raw: string; recorded: boolean } & (
  | { is: 'read'; reading: ParsedAnswer }
  /** The server returned an error before any part of an answer. */
  | { is: 'refused'; refusal: Refusal }
  /** No response arrived. */
  | { is: 'unreachable'; why: string; said: TroubleReport }
  /** `partly`: part of the text had arrived and may have been shown. */
  | { is: 'failed'; said: TroubleReport; partly: boolean }
);

/** @throws only when `signal` is aborted */
export async function attempt(one: AttemptInput): Promise<AttemptResult> {
  const { cassette, settings, signal, redactor } = one;
  const watching = watch(one.fetch, settings.limits);
  let recorded = false;
  let played = '';
  const fetch: Fetch = async (input, init) => {
    const response = cassette?.play(one.path, one.body) ?? null;
    if (!response) return watching.fetch(input, init);
    recorded = response.headers.get(MISS_HEADER) === 'hit';
    played = await response.clone().text();
    return response;
  };
  const raw = (): string => redactor.text((played || watching.text()).slice(0, settings.limits.maxRawChars));
  let shown = '';
  const onText = (piece: string): void => {
    shown += piece;
    one.onText?.(piece);
  };
  const ending = (): { raw: string; recorded: boolean } => ({ raw: raw(), recorded });
  try {
    const response = await one.wire.send(one.path, one.body, { settings, fetch, signal });
    const type = response.headers.get('content-type') ?? '';
    const reading = type.includes('event-stream')
      ? await readStream(one, response, onText, () => played || watching.text())
      : await readWhole(one, response);
    signal.throwIfAborted();
    const stopped = watching.stopped();
    if (stopped)
      return {
        ...ending(),
        is: 'failed',
        said: troubleFromLimit(stopped, settings, watching.bytes()),
        partly: shown !== '',
      };
    if ('kind' in reading) return { ...ending(), is: 'failed', said: reading, partly: shown !== '' };
    if (!recorded)
      cassette?.store(one.path, one.body, { status: response.status, type, text: watching.text() });
    if (!type.includes('event-stream') && reading.text !== '') onText(reading.text);
    return { ...ending(), is: 'read', reading };
  } catch (error) {
    signal.throwIfAborted();
    return { ...ending(), ...failure(error, one, watching, shown, played) };
  } finally {
    watching.close();
  }
}

async function readWhole(one: AttemptInput, response: Response): Promise<ParsedAnswer | TroubleReport> {
  const text = await response.text();
  let answer: unknown;
  try {
    answer = JSON.parse(text) as unknown;
  } catch {
    const html = /^\s*<(!doctype|html)/i.test(text);
    return trouble(
      'garbled',
      html
        ? `${one.settings.baseUrl} answered with a web page where a model’s answer was expected.`
        : `The model server at ${one.settings.baseUrl} sent an answer that is no JSON.`,
    );
  }
  // Some gateways send errors with status 200.
  if (
    typeof answer === 'object' &&
    answer !== null &&
    'error' in answer &&
    answer.error &&
    !('choices' in answer)
  )
    throw new ServerError(null, answer, response.headers);
  return (
    one.wire.read(answer) ??
    trouble('garbled', `The model server at ${one.settings.baseUrl} sent JSON that is no answer of a model.`)
  );
}

async function readStream(
  one: AttemptInput,
  response: Response,
  onText: (piece: string) => void,
  text: () => string,
): Promise<ParsedAnswer | TroubleReport> {
  const reading = await one.wire.stream(response, one.signal, onText);
  if (reading.finish !== 'unknown') return reading;
  // Some servers send no finish reason, but do send [DONE].
  if (/(^|\n)data:\s*\[DONE\]/.test(text().slice(-200))) return { ...reading, finish: 'stop' };
  return gone(one.settings);
}

function gone(settings: ModelSettings): TroubleReport {
  return trouble('gone', `The model server at ${settings.baseUrl} broke off in the middle of an answer.`);
}

type Failed =
  | { is: 'refused'; refusal: Refusal }
  | { is: 'unreachable'; why: string; said: TroubleReport }
  | { is: 'failed'; said: TroubleReport; partly: boolean };

function failure(error: unknown, one: AttemptInput, watching: Watch, shown: string, played: string): Failed {
  const { settings } = one;
  const partly = shown !== '';
  const stopped = watching.stopped();
  if (stopped) return { is: 'failed', said: troubleFromLimit(stopped, settings, watching.bytes()), partly };
  if (error instanceof ServerError) {
    if (partly) return { is: 'failed', said: inTheMiddle(error, settings), partly };
    // The SDK keeps only the `error` field; some servers put their message elsewhere.
    const whole = error.status === null ? error.body : (parsed(played || watching.text()) ?? error.body);
    const headers = error.headers ?? watching.response()?.headers ?? null;
    return { is: 'refused', refusal: refusalFrom(error.status, whole, headers) };
  }
  if (watching.response() === null && played === '') {
    const why = reason(error);
    if (/ByteString|header/i.test(why))
      return {
        is: 'failed',
        said: trouble('request', 'The key or a header holds a character that headers cannot hold.', {
          next: 'Look at where the key comes from, and at --model-header.',
        }),
        partly,
      };
    const sentence = `The model server at ${settings.baseUrl} cannot be reached: ${why}.`;
    return { is: 'unreachable', why, said: trouble('unreachable', sentence) };
  }
  if (error instanceof SyntaxError)
    return {
      is: 'failed',
      said: trouble('garbled', `The model server at ${settings.baseUrl} sent a stream that cannot be read.`),
      partly,
    };
  return { is: 'failed', said: gone(settings), partly };
}

function inTheMiddle(error: ServerError, settings: ModelSettings): TroubleReport {
  const { message } = refusalFrom(error.status, error.body, null);
  return trouble(
    'gone',
    `The model server at ${settings.baseUrl} broke off in the middle of an answer: “${message}”.`,
  );
}

function parsed(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return /^\s*<(!doctype|html)/i.test(text) ? 'a web page' : text.slice(0, 2000);
  }
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name could not be looked up',
  ECONNRESET: 'it closed the connection',
  UND_ERR_SOCKET: 'it closed the connection',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no network',
  ETIMEDOUT: 'it does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
};

/** Describes the innermost cause that has an error code. */
function reason(error: unknown): string {
  let said = error instanceof Error ? error.message : String(error);
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const inner = cause instanceof AggregateError ? (cause.errors[0] as unknown) : cause;
    const code = inner instanceof Error ? (inner as NodeJS.ErrnoException).code : undefined;
    if (code && REASONS[code]) return REASONS[code];
    said = cause.message || said;
  }
  return said.replace(/[.\s]+$/, '');
}
