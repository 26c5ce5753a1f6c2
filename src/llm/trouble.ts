/** Messages and next steps for every kind of trouble with a model. */
import { ParleyError } from '../contract/index.js';
import { parseContextNumbers, classifyRefusal, type Refusal } from './refusal.js';
import type { ModelSettings } from './settings.js';
import type { ExceededLimit } from './transport.js';
import type { Trouble, TroubleKind } from './types.js';

export type TroubleReport = Pick<Trouble, 'kind' | 'sentence' | 'next' | 'status' | 'context'>;

const NEXT_STEPS: Record<TroubleKind, string> = {
  key: 'Check the key; --api-key-env or --api-key-command name its source.',
  quota: 'Top up the account, or use another model with --model and --base-url.',
  model: 'Check --model; parley doctor lists what the server has.',
  address: 'Check --base-url; for servers that speak OpenAI’s protocol it usually ends in /v1.',
  unreachable: 'Start the server, or name another with --base-url.',
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

export function createTrouble(
  kind: TroubleKind,
  sentence: string,
  overrides: Partial<TroubleReport> = {},
): TroubleReport {
  return { kind, sentence, next: NEXT_STEPS[kind], ...overrides };
}

/** The server's message, truncated. */
function quoteMessage(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim();
  if (line === '') return '';
  return `: “${line.length > 300 ? `${line.slice(0, 300)}…` : line}”`;
}

/** @param hasImages whether the request had any */
export function troubleFromRefusal(
  refusal: Refusal,
  settings: ModelSettings,
  hasImages: boolean,
): TroubleReport {
  const kind = classifyRefusal(refusal, hasImages);
  const { status, message } = refusal;
  const server = `The model server at ${settings.baseUrl}`;
  const code = status === null ? '' : ` (HTTP ${status})`;
  const report = (sentence: string, overrides: Partial<TroubleReport> = {}): TroubleReport =>
    createTrouble(kind, sentence, status === null ? overrides : { status, ...overrides });
  switch (kind) {
    case 'key':
      return settings.key === null
        ? report(`${server} requires a key, but ${settings.keySource} contains none.`, {
            next: `Set ${settings.keySource}, or name another source with --api-key-env or --api-key-command.`,
          })
        : report(
            `${server} does not accept the key from ${settings.keySource}${code}${quoteMessage(message)}.`,
          );
    case 'quota':
      return report(`${server} says that the account is used up${code}${quoteMessage(message)}.`);
    case 'model':
      return report(`${server} has no model “${settings.model}”${code}${quoteMessage(message)}.`);
    case 'address':
      return report(`There is no model API at ${settings.baseUrl}${code}${quoteMessage(message)}.`);
    case 'vision':
      return report(`“${settings.model}” does not accept images${code}${quoteMessage(message)}.`);
    case 'context': {
      const context = parseContextNumbers(message);
      const { limit, asked } = context;
      const numbers =
        limit !== null && asked !== null
          ? `: ${asked} tokens, but only ${limit} fit`
          : limit !== null
            ? `: ${limit} tokens fit`
            : quoteMessage(message);
      return report(`The prompt is too long for “${settings.model}”${code}${numbers}.`, { context });
    }
    case 'rate-limit':
      return report(`${server} accepts no more requests for now${code}${quoteMessage(message)}.`);
    case 'cassette':
      return createTrouble('cassette', message);
    case 'request':
      return report(`${server} rejected the request${code}${quoteMessage(message)}.`);
    default:
      return report(`${server} failed${code}${quoteMessage(message)}.`);
  }
}

export function troubleFromLimit(
  limit: ExceededLimit,
  settings: ModelSettings,
  bytes: number,
): TroubleReport {
  const { limits } = settings;
  const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;
  switch (limit) {
    case 'start':
      return createTrouble(
        'timeout',
        `“${settings.model}” did not start to answer within ${seconds(limits.startMs)}.`,
      );
    case 'idle':
      return createTrouble(
        'timeout',
        `“${settings.model}” sent nothing for ${seconds(limits.idleMs)} in the middle of an answer.`,
      );
    case 'total':
      return createTrouble(
        'timeout',
        `“${settings.model}” did not finish its answer within ${seconds(limits.totalMs)}.`,
      );
    case 'bytes':
      return createTrouble(
        'too-long',
        `The model server at ${settings.baseUrl} sent an answer that was cut off at ${bytes} bytes; the limit is ${limits.maxAnswerBytes} bytes.`,
      );
  }
}

/** Converts a trouble to an error, for callers that cannot continue. */
export function toParleyError(trouble: Pick<Trouble, 'kind' | 'sentence' | 'next'>): ParleyError {
  return new ParleyError(trouble.kind === 'budget' ? 'budget' : 'infra', trouble.sentence, trouble.next);
}
