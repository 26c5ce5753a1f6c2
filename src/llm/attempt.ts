/** One request and its answer: sends it through the SDK, enforces limits, records it, and classifies failures. */
import { CASSETTE_HEADER, type Cassette } from './cassette/cassette.js';
import type { Redactor } from '../secrets/index.js';
import { parseRefusal, type Refusal } from './refusal.js';
import type { ModelSettings } from './settings.js';
import { RedirectError, watchCalls, type Fetch, type CallWatch } from './transport.js';
import { createModelFailure, createLimitFailure, type ModelFailureReport } from './failure.js';
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

export type AttemptResult = { raw: string; isReplayed: boolean } & (
  | { kind: 'answered'; answer: ParsedAnswer }
  /** The server returned an error before any part of an answer. */
  | { kind: 'refused'; refusal: Refusal }
  /** No response arrived. */
  | { kind: 'unreachable'; reason: string; report: ModelFailureReport }
  /** `isPartial`: some text had arrived and may have been shown. */
  | { kind: 'failed'; report: ModelFailureReport; isPartial: boolean }
);

/** @throws only when `signal` is aborted */
export async function makeAttempt(input: AttemptInput): Promise<AttemptResult> {
  const { cassette, settings, signal, redactor } = input;
  const watch = watchCalls(input.fetch, settings.limits);
  let isReplayed = false;
  let recordedText = '';
  const fetch: Fetch = async (url, init) => {
    const response = cassette?.play(input.path, input.body) ?? null;
    if (!response) return watch.fetch(url, init);
    isReplayed = response.headers.get(CASSETTE_HEADER) === 'hit';
    recordedText = await response.clone().text();
    return response;
  };
  const getRawText = (): string =>
    redactor.text((recordedText || watch.getText()).slice(0, settings.limits.maxRawChars));
  let deliveredText = '';
  const onText = (piece: string): void => {
    deliveredText += piece;
    input.onText?.(piece);
  };
  const describeResponse = (): { raw: string; isReplayed: boolean } => ({ raw: getRawText(), isReplayed });
  try {
    const response = await input.wire.send(input.path, input.body, { settings, fetch, signal });
    const type = response.headers.get('content-type') ?? '';
    const answer = type.includes('event-stream')
      ? await readStream(input, response, onText, () => recordedText || watch.getText())
      : await readWholeAnswer(input, response);
    signal.throwIfAborted();
    const exceededLimit = watch.getExceededLimit();
    if (exceededLimit)
      return {
        ...describeResponse(),
        kind: 'failed',
        report: createLimitFailure(exceededLimit, settings, watch.getByteCount()),
        isPartial: deliveredText !== '',
      };
    if ('kind' in answer)
      return { ...describeResponse(), kind: 'failed', report: answer, isPartial: deliveredText !== '' };
    if (!isReplayed)
      cassette?.store(input.path, input.body, { status: response.status, type, text: watch.getText() });
    if (!type.includes('event-stream') && answer.text !== '') onText(answer.text);
    return { ...describeResponse(), kind: 'answered', answer };
  } catch (error) {
    signal.throwIfAborted();
    return { ...describeResponse(), ...classifyFailure(error, input, watch, deliveredText, recordedText) };
  } finally {
    watch.close();
  }
}

async function readWholeAnswer(
  input: AttemptInput,
  response: Response,
): Promise<ParsedAnswer | ModelFailureReport> {
  const text = await response.text();
  let answer: unknown;
  try {
    answer = JSON.parse(text) as unknown;
  } catch {
    const isHtml = /^\s*<(!doctype|html)/i.test(text);
    return createModelFailure(
      'garbled',
      isHtml
        ? `${input.settings.baseUrl} answered with a web page where a model’s answer was expected.`
        : `The model server at ${input.settings.baseUrl} sent an answer that is not JSON.`,
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
    input.wire.parseAnswer(answer) ??
    createModelFailure(
      'garbled',
      `The model server at ${input.settings.baseUrl} sent JSON that is not a model’s answer.`,
    )
  );
}

async function readStream(
  input: AttemptInput,
  response: Response,
  onText: (piece: string) => void,
  getText: () => string,
): Promise<ParsedAnswer | ModelFailureReport> {
  const answer = await input.wire.parseStream(response, input.signal, onText);
  if (answer.finish !== 'unknown') return answer;
  // Some servers send no finish reason, but do send [DONE].
  if (/(^|\n)data:\s*\[DONE\]/.test(getText().slice(-200))) return { ...answer, finish: 'stop' };
  return reportBrokenAnswer(input.settings);
}

function reportBrokenAnswer(settings: ModelSettings): ModelFailureReport {
  return createModelFailure(
    'gone',
    `The model server at ${settings.baseUrl} broke off in the middle of an answer.`,
  );
}

type FailedAttempt =
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'unreachable'; reason: string; report: ModelFailureReport }
  | { kind: 'failed'; report: ModelFailureReport; isPartial: boolean };

function classifyFailure(
  error: unknown,
  input: AttemptInput,
  watch: CallWatch,
  deliveredText: string,
  recordedText: string,
): FailedAttempt {
  const { settings } = input;
  const isPartial = deliveredText !== '';
  const exceededLimit = watch.getExceededLimit();
  if (exceededLimit)
    return {
      kind: 'failed',
      report: createLimitFailure(exceededLimit, settings, watch.getByteCount()),
      isPartial,
    };
  if (error instanceof ServerError) {
    if (isPartial) return { kind: 'failed', report: reportStreamError(error, settings), isPartial };
    // The SDK keeps only the `error` field; some servers put their message elsewhere.
    const body =
      error.status === null ? error.body : (parseBody(recordedText || watch.getText()) ?? error.body);
    const headers = error.headers ?? watch.getResponse()?.headers ?? null;
    return { kind: 'refused', refusal: parseRefusal(error.status, body, headers) };
  }
  const redirect = findCause(error, (cause) => cause instanceof RedirectError);
  if (redirect instanceof RedirectError)
    return {
      kind: 'failed',
      report: createModelFailure(
        'address',
        `The model server at ${settings.baseUrl} redirects to ${redirect.destination}, which Parley does not follow.`,
        { next: 'Give the URL of the server itself with --base-url.' },
      ),
      isPartial,
    };
  if (watch.getResponse() === null && recordedText === '') {
    const tlsError = findCause(error, (cause) => TLS_ERROR_CODE.test(getErrorCode(cause)));
    if (tlsError)
      return {
        kind: 'failed',
        report: createModelFailure(
          'unreachable',
          `The model server at ${settings.baseUrl} has no valid TLS connection (${getErrorCode(tlsError)}).`,
          {
            next: 'Check its certificate and --base-url; NODE_EXTRA_CA_CERTS adds certificates.',
          },
        ),
        isPartial,
      };
    const reason = describeCause(error);
    if (findCause(error, (cause) => getErrorCode(cause) === 'UND_ERR_HEADERS_OVERFLOW'))
      return {
        kind: 'failed',
        report: createModelFailure(
          'garbled',
          `The model server at ${settings.baseUrl} sent too many headers.`,
        ),
        isPartial,
      };
    if (/ByteString|header/i.test(reason))
      return {
        kind: 'failed',
        report: createModelFailure(
          'request',
          'The key or a header contains a character that HTTP headers do not allow.',
          {
            next: 'Check the source of the key, and --model-header.',
          },
        ),
        isPartial,
      };
    const message = `The model server at ${settings.baseUrl} cannot be reached: ${reason}.`;
    return { kind: 'unreachable', reason, report: createModelFailure('unreachable', message) };
  }
  if (error instanceof SyntaxError)
    return {
      kind: 'failed',
      report: createModelFailure(
        'garbled',
        `The model server at ${settings.baseUrl} sent a stream that cannot be read.`,
      ),
      isPartial,
    };
  return { kind: 'failed', report: reportBrokenAnswer(settings), isPartial };
}

function reportStreamError(error: ServerError, settings: ModelSettings): ModelFailureReport {
  const { message } = parseRefusal(error.status, error.body, null);
  return createModelFailure(
    'gone',
    `The model server at ${settings.baseUrl} broke off in the middle of an answer: “${message}”.`,
  );
}

function parseBody(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return /^\s*<(!doctype|html)/i.test(text) ? 'a web page' : text.slice(0, 2000);
  }
}

const NETWORK_ERROR_REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing is listening there',
  ENOTFOUND: 'the host does not exist',
  EAI_AGAIN: 'its name could not be looked up',
  ECONNRESET: 'it closed the connection',
  UND_ERR_SOCKET: 'it closed the connection',
  EHOSTUNREACH: 'there is no route to that host',
  ENETUNREACH: 'there is no network',
  ETIMEDOUT: 'it does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
};

const TLS_ERROR_CODE = /^(CERT_|ERR_TLS|ERR_SSL|EPROTO$|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

const getErrorCode = (error: unknown): string =>
  error instanceof Error ? String((error as NodeJS.ErrnoException).code ?? '') : '';

/** Finds the first error in the chain of causes that matches, or null. */
function findCause(error: unknown, isMatch: (cause: unknown) => boolean): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (isMatch(cause)) return cause;
  return null;
}

/** Describes the innermost cause that has an error code. */
function describeCause(error: unknown): string {
  let description = error instanceof Error ? error.message : String(error);
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const innerError = cause instanceof AggregateError ? (cause.errors[0] as unknown) : cause;
    const code = innerError instanceof Error ? (innerError as NodeJS.ErrnoException).code : undefined;
    if (code && NETWORK_ERROR_REASONS[code]) return NETWORK_ERROR_REASONS[code];
    description = cause.message || description;
  }
  return description.replace(/[.\s]+$/, '');
}
