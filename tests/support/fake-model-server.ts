/**
 * A fake of a model server, and a real HTTP server: it speaks the wire formats of OpenAI and Anthropic, whole
 * or streamed, and fails in the ways that real ones do. What it answers is up to a policy, a function that
 * reads the request it is given.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

import { serve } from './server.js';

/** What came over the wire. */
export interface Asked {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Record<string, unknown>;
  /** The body byte for byte. */
  bytes: string;
  /** All text of the prompt, in order. */
  prompt: string;
  images: number;
  stream: boolean;
  /** Requests before this one. */
  before: number;
}

export type ServerBehaviour =
  | {
      text: string;
      usage?: Partial<FakeUsage>;
      finish?: string;
      thoughts?: string;
      refusal?: string;
      pieces?: number;
      /** Natural logarithms, one a token; told only where they are asked for. */
      logprobs?: number[];
    }
  /** An error in the words of the server; `body` as it is, else in the protocol's form. */
  | { status: number; message?: string; code?: string; headers?: Record<string, string>; body?: string }
  /** Bytes as they are. */
  | { raw: string; type?: string; status?: number }
  /** So much of the stream, and then the connection is cut; `end` closes it in good order instead. */
  | { cut: string; end?: boolean }
  /** The connection is closed before anything is said. */
  | { hangUp: true }
  /** Nothing is said until the client gives up; `headers` come at once. */
  | { silence: true; headers?: boolean; first?: string }
  /** Goes on for ever. */
  | { endless: string };

interface FakeUsage {
  prompt: number;
  answer: number;
  cached: number;
  cacheWrite: number;
  thinking: number;
}

export type Policy = (asked: Asked) => ServerBehaviour | Promise<ServerBehaviour>;

export interface FakeModelServer {
  url: string;
  /** What was asked, in order. */
  asked: Asked[];
  /** Connections over which an answer is still being given. */
  open(): number;
  close(): Promise<void>;
}

/** @param gets answers to GET requests by path, for what servers tell of themselves */
export async function fakeModelServer(
  policy: Policy,
  gets: Record<string, unknown> = {},
): Promise<FakeModelServer> {
  const asked: Asked[] = [];
  let open = 0;
  const server = await serve((request, response) => {
    open += 1;
    response.on('close', () => (open -= 1));
    void answer(request, response);
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    let bytes = '';
    for await (const chunk of request) bytes += String(chunk);
    if (request.method === 'GET') {
      const known = gets[path];
      response.writeHead(known === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(known ?? { error: { message: 'Not Found' } }));
      return;
    }
    if (gets[`POST ${path}`] !== undefined) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(gets[`POST ${path}`]));
      return;
    }
    const body = JSON.parse(bytes) as Record<string, unknown>;
    const { prompt, images } = read(body);
    const one = {
      path,
      headers: request.headers,
      body,
      bytes,
      prompt,
      images,
      stream: body.stream === true,
      before: asked.length,
    };
    asked.push(one);
    await perform(await policy(one), one, response);
  };
  return { url: server.url, asked, open: () => open, close: server.close };
}

function read(body: Record<string, unknown>): { prompt: string; images: number } {
  const texts: string[] = [];
  let images = 0;
  const walk = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    else if (Array.isArray(value)) value.forEach(walk);
    else if (typeof value === 'object' && value !== null) {
      const { type, text, content } = value as Record<string, unknown>;
      if (type === 'image' || type === 'image_url') images += 1;
      else walk(content ?? text);
    }
  };
  walk(body.system);
  walk(body.messages ?? body.prompt);
  return { prompt: texts.join('\n'), images };
}

async function perform(behaviour: ServerBehaviour, asked: Asked, response: ServerResponse): Promise<void> {
  const protocol = asked.path.endsWith('/messages')
    ? anthropic
    : asked.path.endsWith('/chat/completions')
      ? chat
      : completion;
  const send = (status: number, type: string, body: string, headers: Record<string, string> = {}): void => {
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(body);
  };
  if ('text' in behaviour) {
    if (asked.stream) send(200, 'text/event-stream', protocol.stream(behaviour).join(''));
    else send(200, 'application/json', JSON.stringify(protocol.whole(behaviour)));
  } else if ('raw' in behaviour)
    send(behaviour.status ?? 200, behaviour.type ?? 'application/json', behaviour.raw);
  else if ('status' in behaviour)
    send(
      behaviour.status,
      behaviour.body === undefined || behaviour.body.startsWith('{') ? 'application/json' : 'text/html',
      behaviour.body ?? JSON.stringify(protocol.error(behaviour.message ?? '', behaviour.code ?? '')),
      behaviour.headers,
    );
  else if ('hangUp' in behaviour) response.destroy();
  else if ('cut' in behaviour) {
    const events = asked.stream
      ? protocol.stream({ text: behaviour.cut }).slice(0, protocol.unfinished)
      : [JSON.stringify(protocol.whole({ text: behaviour.cut })).slice(0, -20)];
    response.writeHead(200, { 'content-type': asked.stream ? 'text/event-stream' : 'application/json' });
    await new Promise<void>((done) => response.write(events.join(''), () => done()));
    if (behaviour.end) response.end();
    else response.destroy();
  } else if ('silence' in behaviour) {
    if (!behaviour.headers && behaviour.first === undefined) return;
    response.writeHead(200, { 'content-type': asked.stream ? 'text/event-stream' : 'application/json' });
    response.flushHeaders();
    if (behaviour.first !== undefined)
      response.write(protocol.stream({ text: behaviour.first }).slice(0, protocol.unfinished).join(''));
  } else {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const piece = protocol.stream({ text: behaviour.endless }).slice(0, protocol.unfinished).join('');
    // As fast as the client reads, which is what makes it endless and not a flood.
    const more = (): void => {
      while (!response.destroyed && response.write(piece));
      response.once('drain', more);
    };
    more();
  }
}

type Text = Extract<ServerBehaviour, { text: string }>;

interface Protocol {
  whole(behaviour: Text): unknown;
  /** Events, the text in `pieces`. */
  stream(behaviour: Text): string[];
  error(message: string, code: string): unknown;
  /** Where to cut the events so that text has come, but no end. */
  unfinished: number;
}

function counted(usage: Partial<FakeUsage> | undefined, text: string): FakeUsage {
  return { prompt: 20, answer: Math.ceil(text.length / 4), cached: 0, cacheWrite: 0, thinking: 0, ...usage };
}

function cutUp(text: string, pieces = 2): string[] {
  const size = Math.max(1, Math.ceil(text.length / pieces));
  const found: string[] = [];
  for (let at = 0; at < text.length; at += size) found.push(text.slice(at, at + size));
  return found;
}

function openaiUsage(behaviour: Text): unknown {
  const { prompt, answer, cached, cacheWrite, thinking } = counted(behaviour.usage, behaviour.text);
  return {
    prompt_tokens: prompt,
    completion_tokens: answer,
    total_tokens: prompt + answer,
    prompt_tokens_details: { cached_tokens: cached, cache_write_tokens: cacheWrite },
    completion_tokens_details: { reasoning_tokens: thinking },
  };
}

const data = (event: unknown): string => `data: ${JSON.stringify(event)}\n\n`;
const openaiError = (message: string, code: string): unknown => ({
  error: { message, type: 'invalid_request_error', param: null, code },
});

const chat: Protocol = {
  whole: (behaviour) => ({
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
    usage: openaiUsage(behaviour),
  }),
  stream(behaviour) {
    const event = (delta: unknown, finish_reason: string | null = null): string =>
      data({
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta, finish_reason }],
      });
    return [
      event({ role: 'assistant', content: '' }),
      ...(behaviour.thoughts ? [event({ reasoning_content: behaviour.thoughts })] : []),
      ...cutUp(behaviour.text, behaviour.pieces).map((content) => event({ content })),
      ...(behaviour.refusal ? [event({ refusal: behaviour.refusal })] : []),
      event({}, behaviour.finish ?? 'stop'),
      data({ choices: [], usage: openaiUsage(behaviour) }),
      'data: [DONE]\n\n',
    ];
  },
  error: openaiError,
  unfinished: 2,
};

const completion: Protocol = {
  whole: (behaviour) => ({
    object: 'text_completion',
    choices: [
      {
        index: 0,
        text: behaviour.text,
        finish_reason: behaviour.finish ?? 'stop',
        ...(behaviour.logprobs ? { logprobs: { token_logprobs: behaviour.logprobs } } : {}),
      },
    ],
    usage: openaiUsage(behaviour),
  }),
  stream: (behaviour) => [
    ...cutUp(behaviour.text, behaviour.pieces).map((text) =>
      data({ choices: [{ index: 0, text, finish_reason: null }] }),
    ),
    data({
      choices: [{ index: 0, text: '', finish_reason: behaviour.finish ?? 'stop' }],
      usage: openaiUsage(behaviour),
    }),
    'data: [DONE]\n\n',
  ],
  error: openaiError,
  unfinished: 1,
};

function anthropicUsage(behaviour: Text): Record<string, number> {
  const { prompt, answer, cached, cacheWrite } = counted(behaviour.usage, behaviour.text);
  return {
    input_tokens: prompt - cached - cacheWrite,
    output_tokens: answer,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: cacheWrite,
  };
}

const anthropic: Protocol = {
  whole: (behaviour) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    content: behaviour.text === '' ? [] : [{ type: 'text', text: behaviour.text }],
    stop_reason: behaviour.finish ?? 'end_turn',
    usage: anthropicUsage(behaviour),
  }),
  stream(behaviour) {
    const event = (type: string, more: object): string => `event: ${type}\n${data({ type, ...more })}`;
    const usage = anthropicUsage(behaviour);
    return [
      event('message_start', {
        message: { id: 'msg_1', role: 'assistant', content: [], usage: { ...usage, output_tokens: 1 } },
      }),
      event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      ...cutUp(behaviour.text, behaviour.pieces).map((text) =>
        event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
      ),
      event('content_block_stop', { index: 0 }),
      event('message_delta', {
        delta: { stop_reason: behaviour.finish ?? 'end_turn' },
        usage: { output_tokens: usage.output_tokens },
      }),
      event('message_stop', {}),
    ];
  },
  error: (message, code) => ({ type: 'error', error: { type: code, message } }),
  unfinished: 3,
};
