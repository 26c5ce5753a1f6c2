/**
 * A fake model server with real HTTP. It answers in the wire formats of OpenAI and Anthropic, with or without
 * streaming, and can fail as real servers do. An `AnswerFunction` determines the answer to each request.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

import { startServer } from './server.js';

/** A request as the server received it. */
export interface ModelRequest {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Record<string, unknown>;
  /** The unparsed body. */
  rawBody: string;
  /** The prompt's text parts, joined in order. */
  prompt: string;
  imageCount: number;
  stream: boolean;
  /** Number of requests that the server received before this one. */
  requestIndex: number;
}

export type ServerBehaviour =
  | {
      text: string;
      usage?: Partial<FakeUsage>;
      finish?: string;
      thoughts?: string;
      refusal?: string;
      pieceCount?: number;
      /** The natural logarithm of each token's probability. */
      logprobs?: number[];
    }
  /** An HTTP error. `body` is sent unchanged; without it, the error has the protocol's format. */
  | { status: number; message?: string; code?: string; headers?: Record<string, string>; body?: string }
  /** A body that is sent unchanged. */
  | { raw: string; type?: string; status?: number }
  /** Sends the beginning of an answer and then breaks the connection, or closes it normally if `end` is set. */
  | { cut: string; end?: boolean }
  /** Closes the connection without an answer. */
  | { hangUp: true }
  /** Keeps the connection open but sends nothing, or only `headers` or the text `first` if they are set. */
  | { silence: true; headers?: boolean; first?: string }
  /** Streams the same text without end. */
  | { endless: string };

interface FakeUsage {
  prompt: number;
  answer: number;
  cached: number;
  cacheWrite: number;
  thinking: number;
}

export type AnswerFunction = (request: ModelRequest) => ServerBehaviour | Promise<ServerBehaviour>;

export interface FakeModelServer {
  url: string;
  /** The received requests, in order. */
  requests: ModelRequest[];
  /** Counts the connections whose answer is not complete. */
  countOpenConnections(): number;
  close(): Promise<void>;
}

/** @param jsonByPath fixed JSON answers by path: for GET requests or, with the prefix `POST `, for POST requests */
export async function startFakeModelServer(
  policy: AnswerFunction,
  jsonByPath: Record<string, unknown> = {},
): Promise<FakeModelServer> {
  const requests: ModelRequest[] = [];
  let openConnectionCount = 0;
  const server = await startServer((request, response) => {
    openConnectionCount += 1;
    response.on('close', () => (openConnectionCount -= 1));
    void handleRequest(request, response);
  });
  const handleRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    let rawBody = '';
    for await (const chunk of request) rawBody += String(chunk);
    if (request.method === 'GET') {
      const json = jsonByPath[path];
      response.writeHead(json === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(json ?? { error: { message: 'Not Found' } }));
      return;
    }
    if (jsonByPath[`POST ${path}`] !== undefined) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(jsonByPath[`POST ${path}`]));
      return;
    }
    const body = JSON.parse(rawBody) as Record<string, unknown>;
    const { prompt, imageCount } = readPrompt(body);
    const modelRequest = {
      path,
      headers: request.headers,
      body,
      rawBody,
      prompt,
      imageCount,
      stream: body.stream === true,
      requestIndex: requests.length,
    };
    requests.push(modelRequest);
    await sendAnswer(await policy(modelRequest), modelRequest, response);
  };
  return { url: server.url, requests, countOpenConnections: () => openConnectionCount, close: server.close };
}

function readPrompt(body: Record<string, unknown>): { prompt: string; imageCount: number } {
  const textParts: string[] = [];
  let imageCount = 0;
  const walk = (value: unknown): void => {
    if (typeof value === 'string') textParts.push(value);
    else if (Array.isArray(value)) value.forEach(walk);
    else if (typeof value === 'object' && value !== null) {
      const { type, text, content } = value as Record<string, unknown>;
      if (type === 'image' || type === 'image_url') imageCount += 1;
      else walk(content ?? text);
    }
  };
  walk(body.system);
  walk(body.messages ?? body.prompt);
  return { prompt: textParts.join('\n'), imageCount };
}

async function sendAnswer(
  answer: ServerBehaviour,
  modelRequest: ModelRequest,
  response: ServerResponse,
): Promise<void> {
  const protocol = modelRequest.path.endsWith('/messages')
    ? anthropicProtocol
    : modelRequest.path.endsWith('/chat/completions')
      ? chatProtocol
      : completionProtocol;
  const send = (status: number, type: string, body: string, headers: Record<string, string> = {}): void => {
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(body);
  };
  if ('text' in answer) {
    if (modelRequest.stream) send(200, 'text/event-stream', protocol.formatEvents(answer).join(''));
    else send(200, 'application/json', JSON.stringify(protocol.formatBody(answer)));
  } else if ('raw' in answer) send(answer.status ?? 200, answer.type ?? 'application/json', answer.raw);
  else if ('status' in answer)
    send(
      answer.status,
      answer.body === undefined || answer.body.startsWith('{') ? 'application/json' : 'text/html',
      answer.body ?? JSON.stringify(protocol.formatError(answer.message ?? '', answer.code ?? '')),
      answer.headers,
    );
  else if ('hangUp' in answer) response.destroy();
  else if ('cut' in answer) {
    const events = modelRequest.stream
      ? protocol.formatEvents({ text: answer.cut }).slice(0, protocol.eventCountBeforeEnd)
      : [JSON.stringify(protocol.formatBody({ text: answer.cut })).slice(0, -20)];
    response.writeHead(200, {
      'content-type': modelRequest.stream ? 'text/event-stream' : 'application/json',
    });
    await new Promise<void>((resolve) => response.write(events.join(''), () => resolve()));
    if (answer.end) response.end();
    else response.destroy();
  } else if ('silence' in answer) {
    if (!answer.headers && answer.first === undefined) return;
    response.writeHead(200, {
      'content-type': modelRequest.stream ? 'text/event-stream' : 'application/json',
    });
    response.flushHeaders();
    if (answer.first !== undefined)
      response.write(
        protocol.formatEvents({ text: answer.first }).slice(0, protocol.eventCountBeforeEnd).join(''),
      );
  } else {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const piece = protocol
      .formatEvents({ text: answer.endless })
      .slice(0, protocol.eventCountBeforeEnd)
      .join('');
    // Writes only as fast as the client reads, so that memory does not fill up.
    const writePiece = (): void => {
      while (!response.destroyed && response.write(piece));
      response.once('drain', writePiece);
    };
    writePiece();
  }
}

type TextAnswer = Extract<ServerBehaviour, { text: string }>;

interface Protocol {
  formatBody(behaviour: TextAnswer): unknown;
  /** The server-sent events of an answer. Its text is split into `pieceCount` events. */
  formatEvents(behaviour: TextAnswer): string[];
  formatError(message: string, code: string): unknown;
  /** Number of events to send when an answer stops early. They contain text but do not end the stream. */
  eventCountBeforeEnd: number;
}

function fillUsage(usage: Partial<FakeUsage> | undefined, text: string): FakeUsage {
  return { prompt: 20, answer: Math.ceil(text.length / 4), cached: 0, cacheWrite: 0, thinking: 0, ...usage };
}

function splitText(text: string, pieceCount = 2): string[] {
  const size = Math.max(1, Math.ceil(text.length / pieceCount));
  const chunks: string[] = [];
  for (let offset = 0; offset < text.length; offset += size) chunks.push(text.slice(offset, offset + size));
  return chunks;
}

function formatOpenaiUsage(behaviour: TextAnswer): unknown {
  const { prompt, answer, cached, cacheWrite, thinking } = fillUsage(behaviour.usage, behaviour.text);
  return {
    prompt_tokens: prompt,
    completion_tokens: answer,
    total_tokens: prompt + answer,
    prompt_tokens_details: { cached_tokens: cached, cache_write_tokens: cacheWrite },
    completion_tokens_details: { reasoning_tokens: thinking },
  };
}

const formatServerEvent = (event: unknown): string => `data: ${JSON.stringify(event)}\n\n`;
const formatOpenaiError = (message: string, code: string): unknown => ({
  error: { message, type: 'invalid_request_error', param: null, code },
});

const chatProtocol: Protocol = {
  formatBody: (behaviour) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: behaviour.text,
          ...(behaviour.refusal ? { refusal: behaviour.refusal } : {}),
          ...(behaviour.thoughts ? { reasoning_content: behaviour.thoughts } : {}),
        },
        finish_reason: behaviour.finish ?? 'stop',
        ...(behaviour.logprobs
          ? { logprobs: { content: behaviour.logprobs.map((logprob) => ({ token: 'x', logprob })) } }
          : {}),
      },
    ],
    usage: formatOpenaiUsage(behaviour),
  }),
  formatEvents(behaviour) {
    const formatEvent = (delta: unknown, finish_reason: string | null = null): string =>
      formatServerEvent({
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta, finish_reason }],
      });
    return [
      formatEvent({ role: 'assistant', content: '' }),
      ...(behaviour.thoughts ? [formatEvent({ reasoning_content: behaviour.thoughts })] : []),
      ...splitText(behaviour.text, behaviour.pieceCount).map((content) => formatEvent({ content })),
      ...(behaviour.refusal ? [formatEvent({ refusal: behaviour.refusal })] : []),
      formatEvent({}, behaviour.finish ?? 'stop'),
      formatServerEvent({ choices: [], usage: formatOpenaiUsage(behaviour) }),
      'data: [DONE]\n\n',
    ];
  },
  formatError: formatOpenaiError,
  eventCountBeforeEnd: 2,
};

const completionProtocol: Protocol = {
  formatBody: (behaviour) => ({
    object: 'text_completion',
    choices: [
      {
        index: 0,
        text: behaviour.text,
        finish_reason: behaviour.finish ?? 'stop',
        ...(behaviour.logprobs ? { logprobs: { token_logprobs: behaviour.logprobs } } : {}),
      },
    ],
    usage: formatOpenaiUsage(behaviour),
  }),
  formatEvents: (behaviour) => [
    ...splitText(behaviour.text, behaviour.pieceCount).map((text) =>
      formatServerEvent({ choices: [{ index: 0, text, finish_reason: null }] }),
    ),
    formatServerEvent({
      choices: [{ index: 0, text: '', finish_reason: behaviour.finish ?? 'stop' }],
      usage: formatOpenaiUsage(behaviour),
    }),
    'data: [DONE]\n\n',
  ],
  formatError: formatOpenaiError,
  eventCountBeforeEnd: 1,
};

function formatAnthropicUsage(behaviour: TextAnswer): Record<string, number> {
  const { prompt, answer, cached, cacheWrite } = fillUsage(behaviour.usage, behaviour.text);
  return {
    input_tokens: prompt - cached - cacheWrite,
    output_tokens: answer,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: cacheWrite,
  };
}

const anthropicProtocol: Protocol = {
  formatBody: (behaviour) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    content: behaviour.text === '' ? [] : [{ type: 'text', text: behaviour.text }],
    stop_reason: behaviour.finish ?? 'end_turn',
    usage: formatAnthropicUsage(behaviour),
  }),
  formatEvents(behaviour) {
    const formatEvent = (type: string, fields: object): string =>
      `event: ${type}\n${formatServerEvent({ type, ...fields })}`;
    const usage = formatAnthropicUsage(behaviour);
    return [
      formatEvent('message_start', {
        message: { id: 'msg_1', role: 'assistant', content: [], usage: { ...usage, output_tokens: 1 } },
      }),
      formatEvent('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      ...splitText(behaviour.text, behaviour.pieceCount).map((text) =>
        formatEvent('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
      ),
      formatEvent('content_block_stop', { index: 0 }),
      formatEvent('message_delta', {
        delta: { stop_reason: behaviour.finish ?? 'end_turn' },
        usage: { output_tokens: usage.output_tokens },
      }),
      formatEvent('message_stop', {}),
    ];
  },
  formatError: (message, code) => ({ type: 'error', error: { type: code, message } }),
  eventCountBeforeEnd: 3,
};
