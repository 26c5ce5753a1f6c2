/** What flags that name a language model, and the environment, mean for it. */
import { resolve } from 'node:path';

import { ParleyError } from '../contract/index.js';
import {
  baseUrlOf,
  DEFAULT_LIMITS,
  providerOf,
  readKey,
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

/** Every flag, so that one which means nothing here can be named. */
const NAMES: Record<keyof ModelFlags, true> = {
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

/** Those that were given, as they are written: `--base-url`. */
export function modelFlagsGiven(flags: ModelFlags): string[] {
  return (Object.keys(NAMES) as (keyof ModelFlags)[]).filter((name) => flags[name] !== undefined).map(flagOf);
}

/** Also said by scenarios, under `agent`. */
const OF_AGENT: Readonly<Record<string, string>> = {
  temperature: 'temperature',
  pictures: 'pictures',
  topK: 'ranker.top_k',
};

/** `--base-url`, and where else it may have been said. */
export function flagOf(name: string): string {
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return OF_AGENT[name] === undefined ? flag : `${flag} (or agent.${OF_AGENT[name]} of the scenario)`;
}

/** Everything that the flags say, checked, before anything is sent. */
export interface ModelPlan {
  settings: ModelSettings;
  /** As it was asked for; without it navigators ask for the likeliest answer. */
  temperature?: number;
  budget: ModelBudget;
  cassette: { file: string; mode: CassetteMode; strict: boolean } | null;
  /** Values of headers that must appear nowhere, by the names of their variables. */
  secrets: [name: string, value: string][];
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Null: no model was named.
 *
 * @throws Problem `usage` for the first value that cannot be right
 */
export async function modelPlanOf(
  flags: ModelFlags,
  env: Env,
  signal: AbortSignal,
): Promise<ModelPlan | null> {
  const named = flags.model?.trim() || env.PARLEY_MODEL?.trim();
  if (!named) {
    assertNothingElse(flags);
    return null;
  }
  const ours = flags.baseUrl ?? (env.PARLEY_BASE_URL || undefined);
  const { provider, model } = providerOf(named, ours, flags.modelProtocol);
  const theirs = env[provider === 'anthropic' ? 'ANTHROPIC_BASE_URL' : 'OPENAI_BASE_URL'] || undefined;
  const baseUrl = baseUrlOf(provider, ours ?? theirs);
  const sources = { env: flags.apiKeyEnv, command: flags.apiKeyCommand };
  if (sources.env !== undefined && sources.command !== undefined)
    throw new ParleyError(
      'usage',
      '--api-key-env and --api-key-command exclude each other.',
      'Give one of them.',
    );
  const key = await readKey(usualKeys(provider, ours), sources, env, signal);
  const { headers, secrets } = headersOf(flags.modelHeader ?? [], env);
  const temperature = temperatureOf(flags.temperature);
  const seconds = positive('model-timeout', flags.modelTimeout);
  const totalMs = seconds === undefined ? DEFAULT_LIMITS.totalMs : seconds * 1000;
  return {
    settings: {
      provider,
      model,
      baseUrl,
      key: key.value,
      keyFrom: key.from,
      headers,
      extraBody: withTemperature(bodyOf(flags.modelBody), temperature),
      limits: {
        ...DEFAULT_LIMITS,
        totalMs,
        // Who allows an hour allows an hour of silence, too.
        ...(seconds === undefined ? {} : { startMs: totalMs, idleMs: totalMs }),
      },
      contextTokens: positive('context-tokens', flags.contextTokens) ?? null,
      price: flags.modelPrice === undefined ? null : modelPriceOf(flags.modelPrice),
    },
    ...(temperature === undefined ? {} : { temperature }),
    budget: {
      callTokens: positive('call-tokens', flags.callTokens),
      sessionTokens: positive('budget-tokens', flags.budgetTokens),
      callUsd: positive('call-usd', flags.callUsd),
      sessionUsd: positive('budget-usd', flags.budgetUsd),
    },
    cassette: cassetteOf(flags),
    // The key itself is masked by the model that is made with it.
    secrets,
  };
}

/** The companies' keys go to the companies, or where their own variable for the address says; not to any server. */
function usualKeys(provider: Provider, ours: string | undefined): string[] {
  const host = ours === undefined ? '' : new URL(baseUrlOf(provider, ours)).hostname;
  const companies = host === '' || /(^|\.)(openai\.com|anthropic\.com)$/.test(host);
  const theirs =
    provider === 'anthropic' ? ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'] : ['OPENAI_API_KEY'];
  return companies ? [...theirs, 'PARLEY_API_KEY'] : ['PARLEY_API_KEY'];
}

function assertNothingElse(flags: ModelFlags): void {
  const { baseUrl, apiKeyEnv, apiKeyCommand, modelBody, cassette } = flags;
  const given: [unknown, string][] = [
    [baseUrl, '--base-url'],
    [apiKeyEnv, '--api-key-env'],
    [apiKeyCommand, '--api-key-command'],
    [modelBody, '--model-body'],
    [cassette, '--cassette'],
  ];
  const first = given.find(([value]) => value !== undefined);
  if (first)
    throw new ParleyError(
      'usage',
      `${first[1]} means nothing without a model.`,
      'Name one with --model or PARLEY_MODEL.',
    );
}

function positive(name: string, value: number | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (Number.isFinite(value) && value > 0) return value;
  throw new ParleyError('usage', `--${name} has to be a number above zero.`, `For example: --${name} 1000`);
}

/** The warmest that a server takes. */
const WARMEST = 2;

function temperatureOf(value: number | undefined): number | undefined {
  if (value === undefined || (value >= 0 && value <= WARMEST)) return value;
  throw new ParleyError(
    'usage',
    `--temperature has to be a number from 0 to ${WARMEST}.`,
    '0 is the likeliest answer; for example: --temperature 0.7',
  );
}

/** In the body itself: what was asked for is not left out where a server refuses it, but told. */
function withTemperature(
  body: Record<string, unknown>,
  temperature: number | undefined,
): Record<string, unknown> {
  if (temperature === undefined) return body;
  if (body['temperature'] === undefined) return { ...body, temperature };
  throw new ParleyError(
    'usage',
    '--temperature and --model-body both say a temperature.',
    'Leave one of them out.',
  );
}

function headersOf(
  given: readonly string[],
  env: Env,
): { headers: Record<string, string>; secrets: [string, string][] } {
  const headers: Record<string, string> = {};
  const secrets: [string, string][] = [];
  for (const text of given) {
    const parts = /^\s*([A-Za-z0-9!#$%&'*+.^_`|~-]+)\s*:\s*(\S.*?)\s*$/.exec(text);
    if (!parts)
      throw new ParleyError('usage', `“${text}” is no header.`, 'For example: --model-header "x-team: blue"');
    headers[parts[1]!] = parts[2]!.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
      const value = env[name];
      if (!value)
        throw new ParleyError('usage', `The variable ${name} of --model-header is empty.`, 'Set it.');
      secrets.push([name, value]);
      return value;
    });
  }
  return { headers, secrets };
}

function bodyOf(text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {};
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>;
  } catch {
    // told below
  }
  throw new ParleyError(
    'usage',
    '--model-body is no JSON object.',
    `For example: --model-body '{"top_k": 1}'`,
  );
}

function modelPriceOf(text: string): Price {
  const [input, output, cacheRead, ...rest] = text
    .split(',')
    .map((part) => (part.trim() === '' ? NaN : Number(part)));
  const all = [input, output, ...(cacheRead === undefined ? [] : [cacheRead])];
  if (rest.length === 0 && all.every((value) => value !== undefined && value >= 0))
    return { input: input!, output: output!, ...(cacheRead === undefined ? {} : { cacheRead }) };
  throw new ParleyError(
    'usage',
    `“${text}” is no price.`,
    'Dollars per million tokens of prompt and answer: --model-price 0.5,1.5',
  );
}

function cassetteOf({ cassette, cassetteMode, cassetteStrict }: ModelFlags): ModelPlan['cassette'] {
  if (cassette === undefined) {
    if (cassetteMode !== undefined && cassetteMode !== 'off')
      throw new ParleyError(
        'usage',
        '--cassette-mode means nothing without --cassette.',
        'Name the file with --cassette.',
      );
    if (cassetteStrict)
      throw new ParleyError(
        'usage',
        '--cassette-strict means nothing without --cassette.',
        'Name the file with --cassette.',
      );
    return null;
  }
  const mode = cassetteMode ?? 'replay';
  const strict = cassetteStrict ?? false;
  if (strict && (mode === 'record' || mode === 'off'))
    throw new ParleyError(
      'usage',
      `--cassette-strict means nothing with --cassette-mode ${mode}.`,
      'Answers can only be left over with replay or auto.',
    );
  return mode === 'off' ? null : { file: resolve(cassette), mode, strict };
}
