/** The sentence and the next step for everything that can go wrong between a question and its answer. */
import { ParleyError } from '../contract/index.js';
import { contextNumbers, kindOf, type Refusal } from './refusal.js';
import type { ModelSettings } from './settings.js';
import type { Stopped } from './transport.js';
import type { Trouble, TroubleKind } from './types.js';

export type Said = Pick<Trouble, 'kind' | 'sentence' | 'next' | 'status' | 'context'>;

const NEXT: Record<TroubleKind, string> = {
  key: 'Check the key; --api-key-env or --api-key-command say where it comes from.',
  quota: 'Top up the account, or use another model with --model and --base-url.',
  model: 'Check --model; parley doctor lists what the server has.',
  address: 'Check --base-url; for servers that speak OpenAI’s protocol it usually ends in /v1.',
  unreachable: 'Start the server, or name another with --base-url.',
  vision: 'Use a model that takes images, or work without screenshots.',
  context: 'Use a model or server setting with a longer context, or let less of the page into the prompt.',
  request: 'The server’s own words tell what it did not like; --model-body can set fields that it wants.',
  empty: 'Try again, or use another model.',
  refused: 'Say it in other words, or use another model.',
  'not-json': 'Try again, or use a model that keeps to a format.',
  'cut-short': 'Allow longer answers, or use a model that thinks less.',
  'too-long': 'Use another model, or raise the limit on answers.',
  timeout: 'If it needs that long, raise --model-timeout.',
  gone: 'Try again; if it happens again, look at the server’s own log.',
  garbled: 'Check --base-url and whatever stands between here and the server.',
  'rate-limit': 'Wait and try again, or use another model or key.',
  server: 'Try again later, or look at the server’s own log.',
  budget: 'Raise the budget, or go on in a new session.',
  cassette:
    'Record anew with --cassette-mode record, or add with auto. Prompts made from pages that change are never the same.',
};

export function said(kind: TroubleKind, sentence: string, more: Partial<Said> = {}): Said {
  return { kind, sentence, next: NEXT[kind], ...more };
}

/** The server's own words, short. */
function words(message: string): string {
  const flat = message.replace(/\s+/g, ' ').trim();
  if (flat === '') return '';
  return `: “${flat.length > 300 ? `${flat.slice(0, 300)}…` : flat}”`;
}

/** @param images whether the request had any */
export function refusedBy(refusal: Refusal, settings: ModelSettings, images: boolean): Said {
  const kind = kindOf(refusal, images);
  const { status, message } = refusal;
  const by = `The model server at ${settings.baseUrl}`;
  const code = status === null ? '' : ` (HTTP ${status})`;
  const of = (sentence: string, more: Partial<Said> = {}): Said =>
    said(kind, sentence, status === null ? more : { status, ...more });
  switch (kind) {
    case 'key':
      return settings.key === null
        ? of(`${by} wants a key and ${settings.keyFrom} holds none.`, {
            next: `Set ${settings.keyFrom}, or name another source with --api-key-env or --api-key-command.`,
          })
        : of(`${by} does not accept the key from ${settings.keyFrom}${code}${words(message)}.`);
    case 'quota':
      return of(`${by} says that the account is used up${code}${words(message)}.`);
    case 'model':
      return of(`${by} has no model “${settings.model}”${code}${words(message)}.`);
    case 'address':
      return of(`There is no such service at ${settings.baseUrl}${code}${words(message)}.`);
    case 'vision':
      return of(`“${settings.model}” takes no images${code}${words(message)}.`);
    case 'context': {
      const context = contextNumbers(message);
      const { limit, asked } = context;
      const numbers =
        limit !== null && asked !== null
          ? `: ${asked} tokens where ${limit} fit`
          : limit !== null
            ? `: ${limit} tokens fit`
            : words(message);
      return of(`The prompt is too long for “${settings.model}”${code}${numbers}.`, { context });
    }
    case 'rate-limit':
      return of(`${by} takes no more requests for now${code}${words(message)}.`);
    case 'cassette':
      return said('cassette', message);
    case 'request':
      return of(`${by} refused the request${code}${words(message)}.`);
    default:
      return of(`${by} failed${code}${words(message)}.`);
  }
}

export function stoppedBy(why: Stopped, settings: ModelSettings, bytes: number): Said {
  const { limits } = settings;
  const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;
  switch (why) {
    case 'start':
      return said(
        'timeout',
        `“${settings.model}” did not begin to answer within ${seconds(limits.startMs)}.`,
      );
    case 'idle':
      return said(
        'timeout',
        `“${settings.model}” fell silent for ${seconds(limits.idleMs)} in the middle of an answer.`,
      );
    case 'total':
      return said(
        'timeout',
        `“${settings.model}” did not finish its answer within ${seconds(limits.totalMs)}.`,
      );
    case 'bytes':
      return said(
        'too-long',
        `The answer of “${settings.model}” was stopped at ${bytes} bytes; ${limits.bytes} are allowed.`,
      );
  }
}

/** For callers that cannot go on. */
export function problemOf(trouble: Pick<Trouble, 'kind' | 'sentence' | 'next'>): ParleyError {
  return new ParleyError(trouble.kind === 'budget' ? 'budget' : 'infra', trouble.sentence, trouble.next);
}
