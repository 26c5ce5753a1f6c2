/**
 * Looks for model servers on this machine at their default ports. It asks each port once for its list of models, over
 * loopback only, and sends nothing else.
 */
import { request } from 'node:http';

/** Default ports of model servers. */
export const DEFAULT_PORTS: readonly number[] = [
  11434, // Ollama
  1234, // LM Studio
  8080, // llama.cpp
  9931, // llama.cpp in future releases, as its server announces
  8000, // vLLM, llama-cpp-python
];

/** The servers that are recognised, for messages. */
export const RECOGNISED_SERVERS = 'Ollama, LM Studio, llama.cpp and vLLM';

/** Names of servers by the `owned_by` of their models. */
const SERVER_NAMES: ReadonlyMap<string, string> = new Map([
  ['library', 'Ollama'],
  ['organization_owner', 'LM Studio'],
  ['llamacpp', 'llama.cpp'],
  ['me', 'llama-cpp-python'],
  ['vllm', 'vLLM'],
]);

/** Long enough for a busy machine; callers do other work meanwhile, such as starting a browser. */
const DISCOVERY_TIMEOUT_MS = 1000;
/** A list of models is short. */
const MAX_LIST_BYTES = 1_000_000;

/** Models for ranking or transcription, which cannot chat. */
const NON_CHAT_MODEL = /embed|rerank|whisper|(^|[-/])(bge|e5|gte|minilm)-/i;

export interface FoundServer {
  /** `Ollama`; `a model server` if it is not recognised. */
  name: string;
  /** `http://127.0.0.1:11434` */
  baseUrl: string;
  /** Models that can chat, in the server's order. Empty if the server needs a key. */
  models: readonly string[];
  needsKey: boolean;
}

interface ListedModel {
  id: string;
  owner: string;
}

export interface DiscoveryOptions {
  ports?: readonly number[];
  /** Time limit for all ports together; they are asked in parallel. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** Never throws; ports without a model server are omitted. */
export async function discoverServers({
  ports = DEFAULT_PORTS,
  timeoutMs = DISCOVERY_TIMEOUT_MS,
  signal,
}: DiscoveryOptions = {}): Promise<FoundServer[]> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const stopSignal = signal ? AbortSignal.any([signal, timeout]) : timeout;
  const servers = await Promise.all(ports.map((port) => askPort(port, stopSignal).catch(() => null)));
  return servers.filter((server) => server !== null);
}

async function askPort(port: number, signal: AbortSignal): Promise<FoundServer | null> {
  const { status, text } = await fetchModelList(port, signal);
  const body: unknown = JSON.parse(text);
  const baseUrl = `http://127.0.0.1:${port}`;
  if (status === 401 || status === 403)
    return hasErrorShape(body) ? { name: 'a model server', baseUrl, models: [], needsKey: true } : null;
  const listedModels = status === 200 ? readModels(body) : null;
  if (!listedModels) return null;
  const models = listedModels.map(({ id }) => id).filter((id) => !NON_CHAT_MODEL.test(id));
  const name = listedModels.map(({ owner }) => SERVER_NAMES.get(owner)).find(Boolean) ?? 'a model server';
  return { name, baseUrl, models, needsKey: false };
}

function fetchModelList(port: number, signal: AbortSignal): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const url = { host: '127.0.0.1', port, path: '/v1/models', agent: false, signal } as const;
    const pendingRequest = request(url, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > MAX_LIST_BYTES) pendingRequest.destroy(new Error('too long'));
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    pendingRequest.on('error', reject);
    pendingRequest.end();
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasErrorShape = (body: unknown): boolean => isObject(body) && 'error' in body;

/** Parses a list in OpenAI's form; returns null for any other answer. */
function readModels(body: unknown): ListedModel[] | null {
  const list = isObject(body) ? body['data'] : undefined;
  if (!Array.isArray(list)) return null;
  return list.flatMap((model: unknown) =>
    isObject(model) && typeof model['id'] === 'string'
      ? [{ id: model['id'], owner: String(model['owned_by'] ?? '') }]
      : [],
  );
}
