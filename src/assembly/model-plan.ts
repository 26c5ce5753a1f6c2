/** Converts flags and environment variables to the settings of the language model. */
import { resolve } from 'node:path';

import { ParleyError } from '../contract/index.js';
import {
  normaliseBaseUrl,
  DEFAULT_MODEL_LIMITS,
  resolveProvider,
  readApiKey,
  type CassetteMode,
  type ModelBudget,
  type ModelSettings,
  type Price,
  type Provider,
} from '../llm/index.js';

export interface ModelFlags {
  model?: string | undefined;
  baseUrl?: string | undefined;
  modelProtocol?: Provider | undefined;
  apiKeyEnv?: string | undefined;
  apiKeyCommand?: string | undefined;
  modelHeader?: string[] | undefined;
  modelBody?: string | undefined;
  temperature?: number | undefined;
  modelTimeout?: number | undefined;
  contextTokens?: number | undefined;
  modelPrice?: string | undefined;
  callTokens?: number | undefined;
  budgetTokens?: number | undefined;
  callUsd?: number | undefined;
  budgetUsd?: number | undefined;
  cassette?: string | undefined;
  cassetteMode?: CassetteMode | undefined;
  cassetteStrict?: boolean | undefined;
}

/** All model flags. They are listed so that an error can name the flag that does not apply. */
const MODEL_FLAG_NAMES: Record<keyof ModelFlags, true> = {
  model: true,
  baseUrl: true,
  modelProtocol: true,
  apiKeyEnv: true,
  apiKeyCommand: true,
  modelHeader: true,
  modelBody: true,
  temperature: true,
  modelTimeout: true,
  contextTokens: true,
  modelPrice: true,
  callTokens: true,
  budgetTokens: true,
  callUsd: true,
  budgetUsd: true,
  cassette: true,
  cassetteMode: true,
  cassetteStrict: true,
};

/** Lists the given flags in command-line spelling, such as `--base-url`. */
export function listGivenModelFlags(flags: ModelFlags): string[] {
  return (Object.keys(MODEL_FLAG_NAMES) as (keyof ModelFlags)[])
    .filter((name) => flags[name] !== undefined)
    .map(formatFlag);
}

/** Removes the model flags, for a navigator that does not use a model. */
export function omitModelFlags<T extends ModelFlags>(flags: T): T {
  const remainingFlags: T = { ...flags };
  for (const name of Object.keys(MODEL_FLAG_NAMES) as (keyof ModelFlags)[]) delete remainingFlags[name];
  return remainingFlags;
}

/** Maps flags that scenarios can also set to their keys under `agent`. */
const AGENT_KEYS: Readonly<Record<string, string>> = {
  temperature: 'temperature',
  pictures: 'pictures',
  pageTokens: 'page_tokens',
  topK: 'ranker.top_k',
  compat: 'compat',
  maxImages: 'max_images',
  maxIter: 'max_iter',
  library: 'library',
  root: 'root',
  samples: 'samples',
  vote: 'vote',
  promptMode: 'prompt_mode',
  cot: 'cot',
};

/**
 * Formats a flag with the scenario key that may have set it, such as `--temperature (or agent.temperature in the
 * scenario)`.
 */
export function formatFlag(name: string): string {
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return AGENT_KEYS[name] === undefined ? flag : `${flag} (or agent.${AGENT_KEYS[name]} in the scenario)`;
}

/** The settings from the validated model flags. Nothing has been sent to the server yet. */
export interface ModelPlan {
  settings: ModelSettings;
  /** Requested sampling temperature. If undefined, navigators use 0. */
  temperature?: number;
  budget: ModelBudget;
  cassette: { file: string; mode: CassetteMode; isStrict: boolean } | null;
  /** Header values to mask everywhere, each with the name of its environment variable. */
  secrets: [name: string, value: string][];
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * @returns null if no model was given
 * @throws ParleyError `usage` for the first invalid value
 */
export async function createModelPlan(
  flags: ModelFlags,
  env: Env,
  signal: AbortSignal,
): Promise<ModelPlan | null> {
  const modelName = flags.model?.trim();
  if (!modelName) {
    assertNoModelFlags(flags);
    return null;
  }
  const givenUrl = flags.baseUrl;
  const { provider, model } = resolveProvider(modelName, givenUrl, flags.modelProtocol);
  const providerUrl = env[provider === 'anthropic' ? 'ANTHROPIC_BASE_URL' : 'OPENAI_BASE_URL'] || undefined;
  const baseUrl = normaliseBaseUrl(provider, givenUrl ?? providerUrl);
  const keyFlags = { env: flags.apiKeyEnv, command: flags.apiKeyCommand };
  if (keyFlags.env !== undefined && keyFlags.command !== undefined)
    throw new ParleyError(
      'usage',
      '--api-key-env and --api-key-command cannot be combined.',
      'Give one of them.',
    );
  const key = await readApiKey(listDefaultKeyVariables(provider, givenUrl), keyFlags, env, signal);
  const { headers, secrets } = parseHeaders(flags.modelHeader ?? [], env);
  const temperature = parseTemperature(flags.temperature);
  const seconds = parsePositiveNumber('model-timeout', flags.modelTimeout);
  const totalMs = seconds === undefined ? DEFAULT_MODEL_LIMITS.totalMs : seconds * 1000;
  return {
    settings: {
      provider,
      model,
      baseUrl,
      key: key.value,
      keySource: key.source,
      headers,
      extraBody: addTemperature(parseExtraBody(flags.modelBody), temperature),
      limits: {
        ...DEFAULT_MODEL_LIMITS,
        totalMs,
        // A longer total timeout also allows longer pauses.
        ...(seconds === undefined ? {} : { startMs: totalMs, idleMs: totalMs }),
      },
      contextTokens: parsePositiveNumber('context-tokens', flags.contextTokens) ?? null,
      price: flags.modelPrice === undefined ? null : parsePrice(flags.modelPrice),
    },
    ...(temperature === undefined ? {} : { temperature }),
    budget: {
      callTokens: parsePositiveNumber('call-tokens', flags.callTokens),
      sessionTokens: parsePositiveNumber('budget-tokens', flags.budgetTokens),
      callUsd: parsePositiveNumber('call-usd', flags.callUsd),
      sessionUsd: parsePositiveNumber('budget-usd', flags.budgetUsd),
    },
    cassette: parseCassetteFlags(flags),
    // These do not include the API key, which the model itself masks.
    secrets,
  };
}

/**
 * Environment variables that may contain the API key. A provider's key is sent only to that provider, or to the URL in
 * the provider's base-URL variable, never to another server.
 */
function listDefaultKeyVariables(provider: Provider, givenUrl: string | undefined): string[] {
  const host = givenUrl === undefined ? '' : new URL(normaliseBaseUrl(provider, givenUrl)).hostname;
  const isProviderHost = host === '' || /(^|\.)(openai\.com|anthropic\.com)$/.test(host);
  const providerVariables =
    provider === 'anthropic' ? ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'] : ['OPENAI_API_KEY'];
  return isProviderHost ? [...providerVariables, 'PARLEY_API_KEY'] : ['PARLEY_API_KEY'];
}

function assertNoModelFlags(flags: ModelFlags): void {
  const { baseUrl, apiKeyEnv, apiKeyCommand, modelBody, cassette } = flags;
  const modelFlags: [unknown, string][] = [
    [baseUrl, '--base-url'],
    [apiKeyEnv, '--api-key-env'],
    [apiKeyCommand, '--api-key-command'],
    [modelBody, '--model-body'],
    [cassette, '--cassette'],
  ];
  const firstGivenFlag = modelFlags.find(([value]) => value !== undefined);
  if (firstGivenFlag)
    throw new ParleyError(
      'usage',
      `${firstGivenFlag[1]} needs a language model.`,
      'Choose one with --model or PARLEY_MODEL.',
    );
}

function parsePositiveNumber(name: string, value: number | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (Number.isFinite(value) && value > 0) return value;
  throw new ParleyError('usage', `--${name} must be a number above zero.`, `For example: --${name} 1000`);
}

/** The highest temperature that servers accept. */
const MAX_TEMPERATURE = 2;

export function parseTemperature(value: number | undefined): number | undefined {
  if (value === undefined || (value >= 0 && value <= MAX_TEMPERATURE)) return value;
  throw new ParleyError(
    'usage',
    `--temperature must be a number from 0 to ${MAX_TEMPERATURE}.`,
    '0 gives the most likely answer; for example: --temperature 0.7',
  );
}

/** Adds the temperature to the extra body, so that a server that does not accept it reports an error. */
function addTemperature(
  body: Record<string, unknown>,
  temperature: number | undefined,
): Record<string, unknown> {
  if (temperature === undefined) return body;
  if (body['temperature'] === undefined) return { ...body, temperature };
  throw new ParleyError(
    'usage',
    '--temperature and --model-body both set a temperature.',
    'Remove one of them.',
  );
}

function parseHeaders(
  headerFlags: readonly string[],
  env: Env,
): { headers: Record<string, string>; secrets: [string, string][] } {
  const headers: Record<string, string> = {};
  const secrets: [string, string][] = [];
  for (const text of headerFlags) {
    const headerMatch = /^\s*([A-Za-z0-9!#$%&'*+.^_`|~-]+)\s*:\s*(\S.*?)\s*$/.exec(text);
    if (!headerMatch)
      throw new ParleyError(
        'usage',
        `“${text}” is not a header.`,
        'For example: --model-header "x-team: blue"',
      );
    headers[headerMatch[1]!] = headerMatch[2]!.replace(
      /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g,
      (_, name: string) => {
        const value = env[name];
        if (!value)
          throw new ParleyError('usage', `The variable ${name} of --model-header is empty.`, 'Set it.', {
            option: 'model-header',
          });
        secrets.push([name, value]);
        return value;
      },
    );
  }
  return { headers, secrets };
}

function parseExtraBody(text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {};
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>;
  } catch {
    // The error is reported below.
  }
  throw new ParleyError(
    'usage',
    '--model-body is not a JSON object.',
    `For example: --model-body '{"top_k": 1}'`,
  );
}

export function parsePrice(text: string): Price {
  const [input, output, cacheRead, ...rest] = text
    .split(',')
    .map((part) => (part.trim() === '' ? NaN : Number(part)));
  const prices = [input, output, ...(cacheRead === undefined ? [] : [cacheRead])];
  if (rest.length === 0 && prices.every((value) => value !== undefined && value >= 0))
    return { input: input!, output: output!, ...(cacheRead === undefined ? {} : { cacheRead }) };
  throw new ParleyError(
    'usage',
    `“${text}” is not a price.`,
    'Give dollars per million prompt and answer tokens: --model-price 0.5,1.5',
  );
}

function parseCassetteFlags({ cassette, cassetteMode, cassetteStrict }: ModelFlags): ModelPlan['cassette'] {
  if (cassette === undefined) {
    if (cassetteMode !== undefined && cassetteMode !== 'off')
      throw new ParleyError('usage', '--cassette-mode needs --cassette.', 'Give its path with --cassette.');
    if (cassetteStrict)
      throw new ParleyError('usage', '--cassette-strict needs --cassette.', 'Give its path with --cassette.');
    return null;
  }
  const mode = cassetteMode ?? 'replay';
  const isStrict = cassetteStrict ?? false;
  if (isStrict && (mode === 'record' || mode === 'off'))
    throw new ParleyError(
      'usage',
      `--cassette-strict cannot be combined with --cassette-mode ${mode}.`,
      'Use --cassette-mode replay or auto, or remove --cassette-strict.',
    );
  return mode === 'off' ? null : { file: resolve(cassette), mode, isStrict };
}
