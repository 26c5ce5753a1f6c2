/** Settings of a model: which model, on which server, with which limits. */
import { ParleyError } from '../contract/index.js';
import type { Price } from './money/prices.js';

export const PROVIDERS = ['openai', 'anthropic'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Time and size limits; tests override them. Durations are in milliseconds. */
export interface ModelLimits {
  /**
   * Maximum wait for the first byte of an answer. The server may first have to load the model, or a person may
   * answer.
   */
  startMs: number;
  /** Maximum pause between two chunks of an answer. */
  idleMs: number;
  /** Maximum duration of one attempt. */
  totalMs: number;
  /** Maximum size of a response body. */
  maxAnswerBytes: number;
  /** Maximum attempts after the first. An attempt is repeated only if no part of an answer has arrived. */
  maxRetries: number;
  /** Longest wait before a retry. If the server asks for a longer wait, the call fails. */
  maxWaitMs: number;
  /** First wait before a retry if the server does not specify one; doubles with every retry. */
  backoffMs: number;
  /** Maximum characters of a response body that are kept for diagnosis. */
  maxRawChars: number;
  /** Maximum wait for the first byte in `parley doctor`, long enough for a model that is already loaded. */
  probeStartMs: number;
  /** Maximum wait for a server to list its models and limits. */
  serverFactsMs: number;
  /** Maximum duration of the command that prints the API key; a password manager may ask its user. */
  keyCommandMs: number;
}

export const DEFAULT_MODEL_LIMITS: Readonly<ModelLimits> = {
  startMs: 600_000,
  idleMs: 300_000,
  totalMs: 900_000,
  maxAnswerBytes: 8_000_000,
  maxRetries: 4,
  maxWaitMs: 120_000,
  backoffMs: 1_000,
  maxRawChars: 64_000,
  probeStartMs: 20_000,
  serverFactsMs: 5_000,
  keyCommandMs: 60_000,
};

export interface ModelSettings {
  provider: Provider;
  model: string;
  baseUrl: string;
  /** Null for servers that need no key. */
  key: string | null;
  /** Source of the key, for messages about a missing or wrong key. */
  keySource: string;
  headers: Readonly<Record<string, string>>;
  extraBody: Readonly<Record<string, unknown>>;
  limits: Readonly<ModelLimits>;
  /** Context size in tokens as given by the user; null to ask the server. */
  contextTokens: number | null;
  /** Price as given by the user; null to use the built-in table. */
  price: Price | null;
}

const OFFICIAL_URLS: Record<Provider, string> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
};

/**
 * Chooses the protocol: by prefix (`anthropic:claude-x`), else by `requestedProvider`, else by server or model name.
 * The default is OpenAI's, which most servers support.
 */
export function resolveProvider(
  model: string,
  baseUrl: string | undefined,
  requestedProvider?: Provider,
): { provider: Provider; model: string } {
  const prefix = /^(openai|anthropic):(.+)$/.exec(model);
  if (prefix) return { provider: requestedProvider ?? (prefix[1] as Provider), model: prefix[2]! };
  if (requestedProvider) return { provider: requestedProvider, model };
  const isAnthropic =
    baseUrl === undefined ? /^claude/i.test(model) : getHost(baseUrl).endsWith('anthropic.com');
  return { provider: isAnthropic ? 'anthropic' : 'openai', model };
}

function getHost(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

/**
 * Normalises the base URL for the SDK: OpenAI's ends in `/v1`, Anthropic's does not. Accepts either form, and full
 * endpoint URLs.
 *
 * @throws ParleyError `usage` if it is not an HTTP URL or contains a password
 */
export function normaliseBaseUrl(provider: Provider, baseUrl: string | undefined): string {
  if (baseUrl === undefined || baseUrl.trim() === '') return OFFICIAL_URLS[provider];
  const text = baseUrl.trim();
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new ParleyError(
      'usage',
      `“${baseUrl}” is not the URL of a model server.`,
      'For example: --base-url http://127.0.0.1:8000/v1',
    );
  const parsedUrl = new URL(url);
  if (parsedUrl.username || parsedUrl.password)
    throw new ParleyError(
      'usage',
      'The URL in --base-url contains a password, which messages would show.',
      'Give the key with --api-key-env or --api-key-command.',
    );
  let path = parsedUrl.pathname
    .replace(/\/+$/, '')
    .replace(/\/(chat\/completions|completions|messages|models)$/, '');
  if (provider === 'anthropic') path = path.replace(/\/v1$/, '');
  else if (path === '') path = '/v1';
  return `${parsedUrl.origin}${path}${parsedUrl.search}`;
}

/** Whether the server belongs to a provider that always requires a key. */
export function requiresKey(settings: Pick<ModelSettings, 'baseUrl'>): boolean {
  return /(^|\.)(openai\.com|anthropic\.com)$/.test(getHost(settings.baseUrl));
}

/** Returns the key under which the knowledge about a model on a server is stored. */
export function toServerId(settings: Pick<ModelSettings, 'provider' | 'baseUrl' | 'model'>): string {
  return `${settings.provider} ${settings.baseUrl} ${settings.model}`;
}
