/** Sends one HTTP request; returns the response, or a message that says why there is none. */

/** Maximum length of a response body, in characters; the rest is not read. */
const MAX_BODY_LENGTH = 1024 * 1024;

type HttpResult = { status: number; body: string } | { fault: string };

export async function sendRequest(
  method: string,
  url: string,
  { json, headers }: { json?: unknown; headers?: Readonly<Record<string, string>> | undefined },
  signal: AbortSignal,
  timeoutMs: number,
): Promise<HttpResult> {
  const timeoutSignal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      signal: AbortSignal.any([signal, timeoutSignal]),
      headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    return { status: response.status, body: await readBody(response) };
  } catch (error) {
    signal.throwIfAborted();
    if (timeoutSignal.aborted) return { fault: `no answer within ${timeoutMs / 1000} s` };
    return { fault: describeNetworkError(error) };
  }
}

async function readBody(response: Response): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_BODY_LENGTH) break;
  }
  return text + decoder.decode();
}

function describeNetworkError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = (cause as NodeJS.ErrnoException).code ?? '';
  const messages: Record<string, string> = {
    ECONNREFUSED: 'connection refused',
    ENOTFOUND: 'the host does not exist',
    EAI_AGAIN: 'the host name could not be looked up',
    ECONNRESET: 'the connection was closed',
    UND_ERR_SOCKET: 'the connection was closed',
    ETIMEDOUT: 'the connection timed out',
    UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  };
  return (
    messages[code] ??
    `the request failed (${code || (cause instanceof Error ? cause.message : String(cause))})`
  );
}
