/** Asks a server for its models, context size and vision support. Uses no tokens. */
import { requiresKey, type ModelSettings } from './settings.js';
import type { Fetch } from './transport.js';
import { record } from './wire/wire.js';

export interface ServerFacts {
  /** Name of the server software, such as "llama.cpp" or "Ollama 0.13"; null if unknown. */
  server: string | null;
  models: string[];
  contextTokens: number | null;
  images: boolean | null;
}

export async function fetchServerFacts(
  settings: ModelSettings,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<ServerFacts> {
  const facts: ServerFacts = { server: null, models: [], contextTokens: null, images: null };
  const { origin } = new URL(settings.baseUrl);
  const get = (url: string, body?: unknown): Promise<Record<string, unknown> | null> =>
    read(url, settings, fetch, signal, body);
  const listed =
    settings.provider === 'anthropic' ? `${settings.baseUrl}/v1/models` : `${settings.baseUrl}/models`;
  // The official APIs have none of the other endpoints.
  const own = !requiresKey(settings) && settings.provider === 'openai';
  const nothing = Promise.resolve(null);
  const [models, props, info, vllm, ollama] = await Promise.all([
    get(listed),
    own ? get(`${origin}/props`) : nothing,
    own ? get(`${origin}/info`) : nothing,
    own ? get(`${origin}/version`) : nothing,
    own ? get(`${origin}/api/version`) : nothing,
  ]);
  const rows = Array.isArray(models?.data) ? models.data.map(record) : [];
  facts.models = rows.map((row) => String(row?.id ?? '')).filter(Boolean);
  const mine = rows.find((row) => row?.id === settings.model);
  facts.contextTokens = tokens(mine?.max_model_len) ?? tokens(mine?.context_length);

  const generation = record(props?.default_generation_settings);
  if (generation) {
    facts.server = 'llama.cpp';
    facts.contextTokens = tokens(generation.n_ctx) ?? facts.contextTokens;
    const vision = record(props?.modalities)?.vision;
    if (typeof vision === 'boolean') facts.images = vision;
  } else if (tokens(info?.max_total_tokens) !== null) {
    facts.server = named('TGI', info?.version);
    facts.contextTokens = tokens(info?.max_total_tokens);
  } else if (typeof ollama?.version === 'string') {
    facts.server = named('Ollama', ollama.version);
    // Ollama also reports the model's maximum, but silently truncates at the server's own limit.
    const able = (await get(`${origin}/api/show`, { model: settings.model }))?.capabilities;
    if (Array.isArray(able)) facts.images = able.includes('vision');
  } else if (typeof vllm?.version === 'string' && tokens(mine?.max_model_len) !== null)
    facts.server = named('vLLM', vllm.version);
  return facts;
}

const named = (server: string, version: unknown): string =>
  typeof version === 'string' ? `${server} ${version.slice(0, 20)}` : server;

const tokens = (value: unknown): number | null => (typeof value === 'number' && value > 0 ? value : null);

async function read(
  url: string,
  settings: ModelSettings,
  fetch: Fetch,
  signal: AbortSignal,
  body?: unknown,
): Promise<Record<string, unknown> | null> {
  try {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        ...(settings.key === null ? {} : { authorization: `Bearer ${settings.key}` }),
        ...(settings.provider === 'anthropic' ? { 'anthropic-version': '2026-10-21' } : {}),
        ...settings.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(settings.limits.serverFactsMs)]),
    });
    return record(response.ok ? ((await response.json()) as unknown) : (await response.body?.cancel(), null));
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
