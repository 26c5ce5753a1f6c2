/**
 * The HTTP transport of both SDKs: a `fetch` without Node's five-minute timeouts, and a watch that ends a call when it
 * exceeds a limit on time, idle time or size.
 */
import type { ModelLimits } from './settings.js';

export type Fetch = typeof globalThis.fetch;

const MAX_REDIRECTS = 3;

/** The server redirected a request to an origin that must not receive it. */
export class RedirectError extends Error {
  constructor(readonly destination: string) {
    super(`it redirects to ${destination}`);
  }
}

export interface Transport {
  fetch: Fetch;
  close(): Promise<void>;
}

const LOOPBACK = 'localhost,127.0.0.1,::1,[::1]';

/** Uses HTTP_PROXY and HTTPS_PROXY from the environment, except for loopback addresses. */
export async function createTransport(env: Readonly<Record<string, string | undefined>>): Promise<Transport> {
  const { EnvHttpProxyAgent, fetch } = await import('undici');
  const agent = new EnvHttpProxyAgent({
    headersTimeout: 0,
    bodyTimeout: 0,
    // Set even if empty, because undici would read the process's environment otherwise.
    httpProxy: env.http_proxy ?? env.HTTP_PROXY ?? '',
    httpsProxy: env.https_proxy ?? env.HTTPS_PROXY ?? '',
    noProxy: [env.no_proxy ?? env.NO_PROXY, LOOPBACK].filter(Boolean).join(','),
  });
  const send = async (
    input: Parameters<typeof fetch>[0],
    init: Parameters<typeof fetch>[1],
    redirects = 0,
  ): Promise<Awaited<ReturnType<typeof fetch>>> => {
    const response = await fetch(input, { ...init, dispatcher: agent, redirect: 'manual' });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null) return response;
    await response.body?.cancel();
    const from = new URL(input instanceof Request ? input.url : String(input));
    const to = URL.canParse(location, from) ? new URL(location, from) : null;
    // Another origin must get neither the key nor the prompt. Only 307 and 308 keep method and body.
    if (to?.origin !== from.origin || response.status < 307 || redirects >= MAX_REDIRECTS)
      throw new RedirectError(to?.origin ?? location);
    return send(to.href, init, redirects + 1);
  };
  return {
    fetch: send as unknown as Fetch,
    close: () => agent.destroy(),
  };
}

export type ExceededLimit = 'start' | 'idle' | 'total' | 'bytes';

export interface CallWatch {
  fetch: Fetch;
  /** The limit that stopped the call, or null. */
  exceededLimit(): ExceededLimit | null;
  /** Bytes of the answer so far. */
  bytes(): number;
  /** The answer so far. */
  text(): string;
  /** Status, type and headers of the last response, or null. */
  response(): { status: number; type: string; headers: Headers } | null;
  /** Aborts pending work. */
  close(): void;
}

export function watchCalls(
  baseFetch: Fetch,
  limits: Pick<ModelLimits, 'startMs' | 'idleMs' | 'totalMs' | 'maxAnswerBytes'>,
): CallWatch {
  const controller = new AbortController();
  let exceeded: ExceededLimit | null = null;
  let bytes = 0;
  const chunks: Uint8Array[] = [];
  let lastResponse: { status: number; type: string; headers: Headers } | null = null;
  const stop = (limit: ExceededLimit): void => {
    exceeded ??= limit;
    controller.abort(new Error(`the call was stopped (${limit})`));
  };
  const startTimer = (limit: ExceededLimit, ms: number) =>
    setTimeout(() => stop(limit), Math.min(ms, 2 ** 31 - 1));
  let idleTimer: NodeJS.Timeout | undefined;
  const totalTimer = startTimer('total', limits.totalMs);
  const restartIdleTimer = (): void => {
    clearTimeout(idleTimer);
    idleTimer = startTimer('idle', limits.idleMs);
  };

  const watchBody = (body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> => {
    const reader = body.getReader();
    const cancelReader = (): void => void reader.cancel(controller.signal.reason).catch(() => undefined);
    controller.signal.addEventListener('abort', cancelReader, { once: true });
    return new ReadableStream<Uint8Array>({
      async pull(out) {
        try {
          const { done, value } = await reader.read();
          if (controller.signal.aborted) return out.error(controller.signal.reason);
          if (done) return out.close();
          restartIdleTimer();
          bytes += value.byteLength;
          if (bytes > limits.maxAnswerBytes) {
            stop('bytes');
            return out.error(controller.signal.reason);
          }
          chunks.push(value);
          out.enqueue(value);
        } catch (error) {
          out.error(error);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    });
  };

  return {
    fetch: async (input, init) => {
      clearTimeout(idleTimer);
      idleTimer = startTimer('start', limits.startMs);
      const signals = [controller.signal, init?.signal].filter((signal) => signal != null);
      const response = await baseFetch(input, { ...init, signal: AbortSignal.any(signals) });
      const { status, headers } = response;
      lastResponse = { status, headers, type: headers.get('content-type') ?? '' };
      const body = response.body ? watchBody(response.body) : null;
      return new Response(body, { status, headers: new Headers([...headers]) });
    },
    exceededLimit: () => exceeded,
    bytes: () => bytes,
    text: () => Buffer.concat(chunks).toString('utf8'),
    response: () => lastResponse,
    close: () => {
      clearTimeout(idleTimer);
      clearTimeout(totalTimer);
      controller.abort(new Error('the call is over'));
    },
  };
}
