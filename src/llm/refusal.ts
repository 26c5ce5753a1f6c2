/** Classifies server errors by status, code and message, because servers use them differently. */
import type { ModelFailureKind } from './types.js';

/** An error response, or an error event in a stream. */
export interface Refusal {
  status: number | null;
  /** `code` and `type` of the error, if any, joined by a space. */
  code: string;
  param: string;
  message: string;
  headers: Headers | null;
}

export function parseRefusal(status: number | null, body: unknown, headers: Headers | null): Refusal {
  const outer = toRecord(body);
  const error = toRecord(outer?.error) ?? outer;
  const message =
    [error?.message, outer?.message, outer?.error, outer?.detail, body].find(
      (item) => typeof item === 'string' && item !== '',
    ) ?? (outer?.detail === undefined ? '' : JSON.stringify(outer.detail));
  // llama.cpp reports the numbers in separate fields.
  const sizeNote =
    typeof error?.n_ctx === 'number'
      ? ` (n_prompt_tokens=${String(error.n_prompt_tokens)}, n_ctx=${error.n_ctx})`
      : '';
  const innerStatus =
    typeof error?.code === 'number' && error.code >= 400 && error.code < 600 ? error.code : null;
  return {
    status: status !== null && status >= 400 ? status : (innerStatus ?? status),
    code: [error?.code, error?.type, outer?.error_type].filter((item) => typeof item === 'string').join(' '),
    param: typeof error?.param === 'string' ? error.param : '',
    message: `${String(message)}${sizeNote}`,
    headers,
  };
}

function toRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

const CONTEXT_ERROR =
  /context[_ ](length|size|window)|maximum context|n_ctx|too many tokens|prompt is too long|input is too long|exceed_context|max_new_tokens. must be <=|`inputs` must have less than|maximum (allowed )?(input|sequence|prompt|model) length|context the overflows|reduce the length|longer than the maximum|exceeds? the (model|max|available)[^.]*(len|context|tokens)/i;
const VISION_ERROR = /image|vision|multi-?modal|mmproj/i;
const QUOTA_ERROR =
  /insufficient_quota|billing|credit balance|payment required|exceeded your current quota|insufficient (credits|balance)/i;
const KEY_ERROR =
  /invalid[ _]?(x-)?api[ _-]?key|incorrect api key|authentication|unauthori[sz]ed|invalid token|no auth/i;
const MODEL_ERROR =
  /model[^.]{0,120}(not found|does not exist|not exist|unknown|is not available|not supported|isn't available|not loaded|is not a valid)|(unknown|invalid|unsupported|no such) model|model_not_found|no models? loaded|no endpoints found|try pulling it/i;

/** @param hasImages whether the request contained images */
export function classifyRefusal(refusal: Refusal, hasImages: boolean): ModelFailureKind {
  const { status, code, message } = refusal;
  const errorText = `${code} ${message}`;
  if (/cassette_miss/.test(code)) return 'cassette';
  if (QUOTA_ERROR.test(errorText) || status === 402) return 'quota';
  if (status === 429 || /rate_limit|too_many_requests/i.test(code)) return 'rate-limit';
  if (status === 401 || (KEY_ERROR.test(errorText) && (status === 403 || status === 400 || status === null)))
    return 'key';
  if (status === 403) return 'key';
  // Some servers answer 500 if the prompt is too long.
  if (CONTEXT_ERROR.test(errorText) || status === 413) return 'context';
  if (hasImages && VISION_ERROR.test(errorText) && (status ?? 400) <= 500) return 'vision';
  if (MODEL_ERROR.test(errorText)) return 'model';
  if (status === 404 || status === 405) return 'address';
  if (/overloaded/i.test(errorText)) return 'server';
  if (status === 408 || status === 409 || status === 425) return 'server';
  if (status !== null && status >= 400 && status < 500) return 'request';
  return 'server';
}

/** Reads the context size and the requested tokens from an error message. */
export function parseContextNumbers(message: string): {
  limit: number | null;
  requestedTokens: number | null;
} {
  const matchNumber = (expression: RegExp): number | null => {
    const digits = expression.exec(message)?.[1]?.replace(/[,_]/g, '');
    return digits ? Number(digits) : null;
  };
  return {
    limit:
      matchNumber(/n_ctx=(\d+)/) ??
      matchNumber(/(?:maximum context length|context (?:length|size|window))[^0-9]{0,40}([\d,]+)/i) ??
      matchNumber(/(?:must be <=|>|maximum(?: of)?|limit(?: of)?|n_ctx["']?\s*:)\s*([\d,]+)/i),
    requestedTokens: matchNumber(
      /(?:requested|resulted in|too long:|given:|has|have|prompt \(|request \(|n_prompt_tokens["']?\s*[:=]|first)\s*([\d,]+)/i,
    ),
  };
}

/** Returns the milliseconds that the server asks to wait, or null. */
export function parseRetryAfter(headers: Headers | null, now: number = Date.now()): number | null {
  const exactMs = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (Number.isFinite(exactMs) && exactMs >= 0) return exactMs;
  const header = headers?.get('retry-after');
  if (!header) return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1000 : null;
  const date = Date.parse(header);
  return Number.isFinite(date) ? Math.max(0, date - now) : null;
}
