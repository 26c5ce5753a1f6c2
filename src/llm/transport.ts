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
    const sourceUrl = new URL(input instanceof Request ? input.url : String(input));
    const targetUrl = URL.canParse(location, sourceUrl) ? new URL(location, sourceUrl) : null;
    // Another origin must get neither the key nor the prompt. Only 307 and 308 keep method and body.
    if (targetUrl?.origin !== sourceUrl.origin || response.status < 307 || redirects >= MAX_REDIRECTS)
      throw new RedirectError(targetUrl?.origin ?? location);
    return send(targetUrl.href, init, redirects + 1);
  };
  return {
    fetch: send as unknown as Fetch,
    close: () => agent.destroy(),
  };
}

export type ExceededLimit = 'start' | 'idle' | 'total' | 'bytes';

export interface CallWatch {
  fetch: Fetch;
  /** Returns the limit that stopped the call, or null. */
  getExceededLimit(): ExceededLimit | null;
  /** Returns the number of bytes received so far. */
  getByteCount(): number;
  /** Returns the answer so far. */
  getText(): string;
  /** Returns status, type and headers of the last response, or null. */
  getResponse(): { status: number; type: string; headers: Headers } | null;
  /** Aborts pending work. */
  close(): void;
}

export function watchCalls(
  baseFetch: Fetch,
  limits: Pick<ModelLimits, 'startMs' | 'idleMs' | 'totalMs' | 'maxAnswerBytes'>,
): CallWatch {
  const controller = new AbortController();
  let firstExceededLimit: ExceededLimit | null = null;
  let byteCount = 0;
  const chunks: Uint8Array[] = [];
  let lastResponse: { status: number; type: string; headers: Headers } | null = null;
  const stop = (limit: ExceededLimit): void => {
    firstExceededLimit ??= limit;
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
      async pull(output) {
        try {
          const { done, value } = await reader.read();
          if (controller.signal.aborted) return output.error(controller.signal.reason);
          if (done) return output.close();
          restartIdleTimer();
          byteCount += value.byteLength;
          if (byteCount > limits.maxAnswerBytes) {
            stop('bytes');
            return output.error(controller.signal.reason);
          }
          chunks.push(value);
          output.enqueue(value);
        } catch (error) {
          output.error(error);
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
    getExceededLimit: () => firstExceededLimit,
    getByteCount: () => byteCount,
    getText: () => Buffer.concat(chunks).toString('utf8'),
    getResponse: () => lastResponse,
    close: () => {
      clearTimeout(idleTimer);
      clearTimeout(totalTimer);
      controller.abort(new Error('the call is over'));
    },
  };
}
