/** Messages and next steps for every kind of trouble with a model. */
import { ParleyError } from '../contract/index.js';
import { contextNumbers, kindOf, type Refusal } from './refusal.js';
import type { ModelSettings } from './settings.js';
import type { ExceededLimit } from './transport.js';
import type { Trouble, TroubleKind } from './types.js';

export type TroubleReport = Pick<Trouble, 'kind' | 'sentence' | 'next' | 'status' | 'context'>;

const NEXT: Record<TroubleKind, string> = {
  key: 'Check the key; --api-key-env or --api-key-command say where it comes from.',
  quota: 'Top up the account, or use another model with --model and --base-url.',
  model: 'Check --model; parley doctor lists what the server has.',
  address: 'Check --base-url; for servers that speak OpenAI’s protocol it usually ends in /v1.',
  unreachable: 'Start the server, or name another with --base-url.',
  vision: 'Use a model that accepts images, or work without screenshots.',
  context: 'Use a model or server setting with a longer context, or let less of the page into the prompt.',
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
  budget: 'Raise the budget, or go on in a new session.',
  cassette:
    'Record again with --cassette-mode record, or add the answer with auto. If pages change, prompts change too.',
};

export function trouble(
  kind: TroubleKind,
  sentence: string,
  more: Partial<TroubleReport> = {},
): TroubleReport {
  return { kind, sentence, next: NEXT[kind], ...more };
}

/** The server's message, truncated. */
function words(message: string): string {
  const flat = message.replace(/\s+/g, ' ').trim();
  if (flat === '') return '';
  return `: “${flat.length > 300 ? `${flat.slice(0, 300)}…` : flat}”`;
}

/** @param images whether the request had any */
export function troubleFromRefusal(
  refusal: Refusal,
  settings: ModelSettings,
  images: boolean,
): TroubleReport {
  const kind = kindOf(refusal, images);
  const { status, message } = refusal;
  const by = `The model server at ${settings.baseUrl}`;
  const code = status === null ? '' : ` (HTTP ${status})`;
  const of = (sentence: string, more: Partial<TroubleReport> = {}): TroubleReport =>
    trouble(kind, sentence, status === null ? more : { status, ...more });
  switch (kind) {
    case 'key':
      return settings.key === null
        ? of(`${by} requires a key, but ${settings.keyFrom} contains none.`, {
            next: `Set ${settings.keyFrom}, or name another source with --api-key-env or --api-key-command.`,
          })
        : of(`${by} does not accept the key from ${settings.keyFrom}${code}${words(message)}.`);
    case 'quota':
      return of(`${by} says that the account is used up${code}${words(message)}.`);
    case 'model':
      return of(`${by} has no model “${settings.model}”${code}${words(message)}.`);
    case 'address':
      return of(`There is no model API at ${settings.baseUrl}${code}${words(message)}.`);
    case 'vision':
      return of(`“${settings.model}” does not accept images${code}${words(message)}.`);
    case 'context': {
      const context = contextNumbers(message);
      const { limit, asked } = context;
      const numbers =
        limit !== null && asked !== null
          ? `: ${asked} tokens, but only ${limit} fit`
          : limit !== null
            ? `: ${limit} tokens fit`
            : words(message);
      return of(`The prompt is too long for “${settings.model}”${code}${numbers}.`, { context });
    }
    case 'rate-limit':
      return of(`${by} accepts no more requests for now${code}${words(message)}.`);
    case 'cassette':
      return trouble('cassette', message);
    case 'request':
      return of(`${by} rejected the request${code}${words(message)}.`);
    default:
      return of(`${by} failed${code}${words(message)}.`);
  }
}

export function troubleFromLimit(why: ExceededLimit, settings: ModelSettings, bytes: number): TroubleReport {
  const { limits } = settings;
  const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;
  switch (why) {
    case 'start':
      return trouble(
        'timeout',
        `“${settings.model}” did not start to answer within ${seconds(limits.startMs)}.`,
      );
    case 'idle':
      return trouble(
        'timeout',
        `“${settings.model}” sent nothing for ${seconds(limits.idleMs)} in the middle of an answer.`,
      );
    case 'total':
      return trouble(
        'timeout',
        `“${settings.model}” did not finish its answer within ${seconds(limits.totalMs)}.`,
      );
    case 'bytes':
      return trouble(
        'too-long',
        `The answer of “${settings.model}” was cut off at ${bytes} bytes; the limit is ${limits.maxAnswerBytes} bytes.`,
      );
  }
}

/** Converts a trouble to an error, for callers that cannot continue. */
export function problemOf(trouble: Pick<Trouble, 'kind' | 'sentence' | 'next'>): ParleyError {
  return new ParleyError(trouble.kind === 'budget' ? 'budget' : 'infra', trouble.sentence, trouble.next);
}
