/** Messages and next steps for every kind of model failure. */
import { ParleyError } from '../contract/index.js';
import { parseContextNumbers, classifyRefusal, type Refusal } from './refusal.js';
import type { ModelSettings } from './settings.js';
import type { ExceededLimit } from './transport.js';
import type { ModelFailure, ModelFailureKind } from './types.js';

export type ModelFailureReport = Pick<ModelFailure, 'kind' | 'sentence' | 'next' | 'status' | 'context'>;

const NEXT_STEPS: Record<ModelFailureKind, string> = {
  key: 'Check the key and where it comes from: --api-key-env or --api-key-command.',
  quota: 'Top up the account, or use another model with --model and --base-url.',
  model: 'Check --model; parley doctor lists the server’s models.',
  address: 'Check --base-url; for servers that speak OpenAI’s protocol it usually ends in /v1.',
  unreachable: 'Start the server, or give another one with --base-url.',
  vision: 'Use a model that accepts images, or work without screenshots.',
  context: 'Use a model or server setting with a longer context, or include less of the page in the prompt.',
  request: 'The server’s message says what it rejects; --model-body sets fields that it requires.',
  empty: 'Try again, or use another model.',
  refused: 'Rephrase the instruction, or use another model.',
  'not-json': 'Try again, or use a model that follows output formats.',
  'cut-short': 'Allow longer answers, or use a model that thinks less.',
  'too-long': 'Use another model, or raise the limit on answers.',
  timeout: 'If it needs that long, raise --model-timeout.',
  gone: 'Try again; if it happens again, look at the server’s own log.',
  garbled: 'Check --base-url and any proxy in front of the server.',
  'rate-limit': 'Wait and try again, or use another model or key.',
  server: 'Try again later, or look at the server’s own log.',
  budget: 'Raise the budget, or continue in a new session.',
  cassette:
    'Record again with --cassette-mode record, or add the answer with auto. If pages change, prompts change too.',
};

export function createModelFailure(
  kind: ModelFailureKind,
  sentence: string,
  overrides: Partial<ModelFailureReport> = {},
): ModelFailureReport {
  return { kind, sentence, next: NEXT_STEPS[kind], ...overrides };
}

/** Quotes the server's message, truncated. */
function quoteMessage(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim();
  if (line === '') return '';
  return `: “${line.length > 300 ? `${line.slice(0, 300)}…` : line}”`;
}

/** @param hasImages whether the request contained images */
export function createRefusalFailure(
  refusal: Refusal,
  settings: ModelSettings,
  hasImages: boolean,
): ModelFailureReport {
  const kind = classifyRefusal(refusal, hasImages);
  const { status, message } = refusal;
  const server = `The model server at ${settings.baseUrl}`;
  const code = status === null ? '' : ` (HTTP ${status})`;
  const report = (sentence: string, overrides: Partial<ModelFailureReport> = {}): ModelFailureReport =>
    createModelFailure(kind, sentence, status === null ? overrides : { status, ...overrides });
  switch (kind) {
    case 'key':
      return settings.key === null
        ? report(`${server} requires a key, but ${settings.keySource} contains none.`, {
            next: `Set ${settings.keySource}, or choose another source with --api-key-env or --api-key-command.`,
          })
        : report(
            `${server} does not accept the key from ${settings.keySource}${code}${quoteMessage(message)}.`,
          );
    case 'quota':
      return report(`${server} says that the account’s quota is used up${code}${quoteMessage(message)}.`);
    case 'model':
      return report(`${server} has no model “${settings.model}”${code}${quoteMessage(message)}.`);
    case 'address':
      return report(`There is no model API at ${settings.baseUrl}${code}${quoteMessage(message)}.`);
    case 'vision':
      return report(`“${settings.model}” does not accept images${code}${quoteMessage(message)}.`);
    case 'context': {
      const context = parseContextNumbers(message);
      const { limit, requestedTokens } = context;
      const sizeNote =
        limit !== null && requestedTokens !== null
          ? `: ${requestedTokens} tokens, but only ${limit} fit`
          : limit !== null
            ? `: ${limit} tokens fit`
            : quoteMessage(message);
      return report(`The prompt is too long for “${settings.model}”${code}${sizeNote}.`, { context });
    }
    case 'rate-limit':
      return report(`${server} accepts no more requests for now${code}${quoteMessage(message)}.`);
    case 'cassette':
      return createModelFailure('cassette', message);
    case 'request':
      return report(`${server} rejected the request${code}${quoteMessage(message)}.`);
    default:
      return report(`${server} failed${code}${quoteMessage(message)}.`);
  }
}

export function createLimitFailure(
  limit: ExceededLimit,
  settings: ModelSettings,
  bytes: number,
): ModelFailureReport {
  const { limits } = settings;
  const formatSeconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;
  switch (limit) {
    case 'start':
      return createModelFailure(
        'timeout',
        `“${settings.model}” did not start to answer within ${formatSeconds(limits.startMs)}.`,
      );
    case 'idle':
      return createModelFailure(
        'timeout',
        `“${settings.model}” sent nothing for ${formatSeconds(limits.idleMs)} in the middle of an answer.`,
      );
    case 'total':
      return createModelFailure(
        'timeout',
        `“${settings.model}” did not finish its answer within ${formatSeconds(limits.totalMs)}.`,
      );
    case 'bytes':
      return createModelFailure(
        'too-long',
        `The model server at ${settings.baseUrl} sent an answer that was cut off at ${bytes} bytes; the limit is ${limits.maxAnswerBytes} bytes.`,
      );
  }
}

/** Converts a model failure to an error, for callers that cannot continue. */
export function toParleyError(failure: Pick<ModelFailure, 'kind' | 'sentence' | 'next'>): ParleyError {
  return new ParleyError(failure.kind === 'budget' ? 'budget' : 'infra', failure.sentence, failure.next);
}
