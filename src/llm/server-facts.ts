/** Asks a server for its models, context size and vision support. Uses no tokens. */
import { requiresKey, type ModelSettings } from './settings.js';
import type { Fetch } from './transport.js';
import { toRecord } from './wire/wire.js';

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
  const fetchEndpoint = (url: string, body?: unknown): Promise<Record<string, unknown> | null> =>
    fetchJson(url, settings, fetch, signal, body);
  const modelsUrl =
    settings.provider === 'anthropic' ? `${settings.baseUrl}/v1/models` : `${settings.baseUrl}/models`;
  // The official APIs have none of the other endpoints.
  const isOtherServer = !requiresKey(settings) && settings.provider === 'openai';
  const noAnswer = Promise.resolve(null);
  const [models, props, info, vllm, ollama] = await Promise.all([
    fetchEndpoint(modelsUrl),
    isOtherServer ? fetchEndpoint(`${origin}/props`) : noAnswer,
    isOtherServer ? fetchEndpoint(`${origin}/info`) : noAnswer,
    isOtherServer ? fetchEndpoint(`${origin}/version`) : noAnswer,
    isOtherServer ? fetchEndpoint(`${origin}/api/version`) : noAnswer,
  ]);
  const rows = Array.isArray(models?.data) ? models.data.map(toRecord) : [];
  facts.models = rows.map((row) => String(row?.id ?? '')).filter(Boolean);
  const modelRow = rows.find((row) => row?.id === settings.model);
  facts.contextTokens = parseTokenCount(modelRow?.max_model_len) ?? parseTokenCount(modelRow?.context_length);

  const generation = toRecord(props?.default_generation_settings);
  if (generation) {
    facts.server = 'llama.cpp';
    facts.contextTokens = parseTokenCount(generation.n_ctx) ?? facts.contextTokens;
    const vision = toRecord(props?.modalities)?.vision;
    if (typeof vision === 'boolean') facts.images = vision;
  } else if (parseTokenCount(info?.max_total_tokens) !== null) {
    facts.server = formatServer('TGI', info?.version);
    facts.contextTokens = parseTokenCount(info?.max_total_tokens);
  } else if (typeof ollama?.version === 'string') {
    facts.server = formatServer('Ollama', ollama.version);
    // Ollama also reports the model's maximum, but silently truncates at the server's own limit.
    const capabilities = (await fetchEndpoint(`${origin}/api/show`, { model: settings.model }))?.capabilities;
    if (Array.isArray(capabilities)) facts.images = capabilities.includes('vision');
  } else if (typeof vllm?.version === 'string' && parseTokenCount(modelRow?.max_model_len) !== null)
    facts.server = formatServer('vLLM', vllm.version);
  return facts;
}

const formatServer = (server: string, version: unknown): string =>
  typeof version === 'string' ? `${server} ${version.slice(0, 20)}` : server;

const parseTokenCount = (value: unknown): number | null =>
  typeof value === 'number' && value > 0 ? value : null;

async function fetchJson(
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
    return toRecord(
      response.ok ? ((await response.json()) as unknown) : (await response.body?.cancel(), null),
    );
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
