/** Which model, where it is, and how patient to be. */
import { ParleyError } from '../contract/index.js';
import type { Price } from './money/prices.js';

export type Provider = 'openai' | 'anthropic';

export interface Limits {
  /** Until the first byte of an answer. Some servers load the model first, and some have people answer. */
  startMs: number;
  /** Between two pieces of an answer. */
  idleMs: number;
  /** One try, all in all. */
  totalMs: number;
  /** Of one answer as it comes over the wire. */
  bytes: number;
  /** Tries after the first, and only while no byte of an answer has come. */
  retries: number;
  /** A server that asks to wait longer is not waited for. */
  waitMs: number;
  /** Where the server does not say how long to wait; doubles with every try. */
  backoffMs: number;
}

export const DEFAULT_LIMITS: Readonly<Limits> = {
  startMs: 600_000,
  idleMs: 300_000,
  totalMs: 900_000,
  bytes: 8_000_000,
  retries: 4,
  waitMs: 120_000,
  backoffMs: 1_000,
};

export interface ModelSettings {
  provider: Provider;
  model: string;
  baseUrl: string;
  /** Null for servers that want none. */
  key: string | null;
  /** Where the key would have come from, for the message when it is missing or wrong. */
  keyFrom: string;
  headers: Readonly<Record<string, string>>;
  extraBody: Readonly<Record<string, unknown>>;
  limits: Readonly<Limits>;
  /** Tokens that prompt and answer may have together, where the user knows; the server's word otherwise. */
  contextTokens: number | null;
  /** The user's word on the price; the table's otherwise. */
  price: Price | null;
}

const PUBLIC: Record<Provider, string> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
};

/** `anthropic:claude-x` and `openai:gpt-x` name the protocol; else address and name tell, else OpenAI's, which most servers speak. */
export function providerOf(
  model: string,
  baseUrl: string | undefined,
  named?: Provider,
): { provider: Provider; model: string } {
  const prefix = /^(openai|anthropic):(.+)$/.exec(model);
  if (prefix) return { provider: named ?? (prefix[1] as Provider), model: prefix[2]! };
  if (named) return { provider: named, model };
  const claude = baseUrl === undefined ? /^claude/i.test(model) : hostOf(baseUrl).endsWith('anthropic.com');
  return { provider: claude ? 'anthropic' : 'openai', model };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

/**
 * The address that the SDK wants: OpenAI's with `/v1`, Anthropic's without; people paste either, and whole
 * endpoints.
 *
 * @throws Problem `usage`
 */
export function baseUrlOf(provider: Provider, given: string | undefined): string {
  if (given === undefined || given.trim() === '') return PUBLIC[provider];
  const text = given.trim();
  const url = /^https?:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(url))
    throw new ParleyError(
      'usage',
      `“${given}” is no address of a model server.`,
      'For example: --base-url http://127.0.0.1:8000/v1',
    );
  const parsed = new URL(url);
  if (parsed.username || parsed.password)
    throw new ParleyError(
      'usage',
      'A password in --base-url would be shown in messages.',
      'Give the key with --api-key-env or --api-key-command.',
    );
  let path = parsed.pathname
    .replace(/\/+$/, '')
    .replace(/\/(chat\/completions|completions|messages|models)$/, '');
  if (provider === 'anthropic') path = path.replace(/\/v1$/, '');
  else if (path === '') path = '/v1';
  return `${parsed.origin}${path}${parsed.search}`;
}

/** Whether the address is one of a company that wants a key. */
export function wantsKey(settings: Pick<ModelSettings, 'baseUrl'>): boolean {
  return /(^|\.)(openai\.com|anthropic\.com)$/.test(hostOf(settings.baseUrl));
}

/** One name for a model at a server, for what is remembered of it. */
export function idOf(settings: Pick<ModelSettings, 'provider' | 'baseUrl' | 'model'>): string {
  return `${settings.provider} ${settings.baseUrl} ${settings.model}`;
}
