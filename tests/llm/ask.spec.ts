/** Requests and answers in both protocols, streamed or not. */
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

import { expect, test } from '@playwright/test';

import type { CompletionRequest, ModelRequest, Provider } from '../../src/llm/index.js';
import { chatRequest, imageRequest, createModelAt, ask, jsonRequest, withModel } from './model-fixture.js';

const PROVIDERS: Provider[] = ['openai', 'anthropic'];

for (const provider of PROVIDERS)
  for (const streamed of [false, true]) {
    const setup = `${provider}, ${streamed ? 'streamed' : 'not streamed'}`;

    test(`${setup}: the result contains the answer and the token usage`, async () => {
      await withModel(
        ({ prompt }) => ({
          text: prompt.includes('prices') ? 'Opening the prices now.' : 'What?',
          usage: { prompt: 50, answer: 7, cached: 30 },
        }),
        { provider },
        async (model, server) => {
          const pieces: string[] = [];
          const result = await ask(
            model,
            chatRequest,
            streamed ? { onText: (piece) => pieces.push(piece) } : {},
          );
          expect(result).toMatchObject({
            ok: true,
            text: 'Opening the prices now.',
            finish: 'stop',
            usage: { promptTokens: 50, answerTokens: 7, cachedTokens: 30, estimated: false },
            cost: null,
            recorded: false,
            attempts: 1,
            notes: [],
          });
          expect(server.requests[0]!.stream).toBe(streamed);
          if (streamed) expect(pieces.length).toBeGreaterThan(1);
          expect(pieces.join('')).toBe(streamed ? 'Opening the prices now.' : '');
        },
      );
    });

    test(`${setup}: an answer with a schema is returned as data`, async () => {
      await withModel(
        () => ({ text: '{"act":"click"}' }),
        { provider },
        async (model) => {
          const result = await ask(model, jsonRequest, streamed ? { onText: () => undefined } : {});
          expect(result).toMatchObject({ ok: true, json: { act: 'click' }, mode: 'json_schema', notes: [] });
        },
      );
    });
  }

test('the key is sent as bearer token, with the user’s headers and fields', async () => {
  for (const provider of PROVIDERS)
    await withModel(
      () => ({ text: 'Yes.' }),
      { provider, settings: { headers: { 'x-team': 'blue' }, extraBody: { top_k: 3 } } },
      async (model, server) => {
        await ask(model, { ...chatRequest, extra: { min_p: 0.1 } });
        const { headers, body } = server.requests[0]!;
        expect(headers).toMatchObject({ authorization: 'Bearer key-for-tests', 'x-team': 'blue' });
        expect(body).toMatchObject({ model: 'test-model', top_k: 3, min_p: 0.1 });
      },
    );
});

test('OpenAI’s protocol: every part of a request is sent in the right field', async () => {
  await withModel(
    () => ({ text: 'Yes.' }),
    {},
    async (model, server) => {
      const request: ModelRequest = { ...jsonRequest, temperature: 0, topP: 0.9, seed: 1, stop: ['\n'] };
      await ask(model, request);
      expect(server.requests[0]!.path).toBe('/v1/chat/completions');
      expect(server.requests[0]!.body).toEqual({
        model: 'test-model',
        messages: [
          { role: 'system', content: 'You drive a browser.' },
          { role: 'user', content: 'Open the prices.' },
        ],
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'act', strict: true, schema: jsonRequest.answerShape!.schema },
        },
        max_tokens: 100,
        temperature: 0,
        top_p: 0.9,
        seed: 1,
        stop: ['\n'],
      });
    },
  );
});

test('Anthropic’s protocol: sampling settings are omitted, the system prompt is separate, and the stable prefix is marked for the cache', async () => {
  await withModel(
    () => ({ text: 'Yes.' }),
    { provider: 'anthropic' },
    async (model, server) => {
      const [system, user] = chatRequest.messages;
      const messages = [{ ...system!, cacheable: true }, user!, { role: 'assistant' as const, content: '' }];
      await ask(model, { ...jsonRequest, messages, temperature: 0, seed: 1, stop: ['END'] });
      expect(server.requests[0]!.path).toBe('/v1/messages');
      expect(server.requests[0]!.body).toEqual({
        model: 'test-model',
        max_tokens: 100,
        system: [{ type: 'text', text: 'You drive a browser.', cache_control: { type: 'ephemeral' } }],
        messages: [
          { role: 'user', content: [{ type: 'text', text: 'Open the prices.' }] },
          { role: 'assistant', content: [] },
        ],
        stop_sequences: ['END'],
        output_config: { format: { type: 'json_schema', schema: jsonRequest.answerShape!.schema } },
      });
    },
  );
});

test('images are sent as data in both protocols', async () => {
  for (const provider of PROVIDERS)
    await withModel(
      ({ imageCount }) => ({ text: imageCount === 1 ? 'A red dot.' : 'Nothing.' }),
      { provider },
      async (model, server) => {
        expect(await ask(model, imageRequest)).toMatchObject({ ok: true, text: 'A red dot.' });
        expect(server.requests[0]!.rawBody).toContain(Buffer.from(PNG_START).toString('base64').slice(0, 8));
        expect(model.getKnowledge().images).toBe(true);
      },
    );
});

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a];

test('plain completions continue a text, with and without streaming', async () => {
  const request: CompletionRequest = {
    kind: 'completion',
    prompt: '<s>[INST] Go on',
    maxTokens: 20,
    stop: ['</s>'],
  };
  for (const options of [{}, { onText: () => undefined }])
    await withModel(
      ({ prompt }) => ({ text: prompt.endsWith('Go on') ? ' click(uid="a")' : '' }),
      {},
      async (model, server) => {
        const result = await ask(model, request, options);
        // Byte for byte, because white space matters to the papers' parsers.
        expect(result).toMatchObject({ ok: true, text: ' click(uid="a")' });
        expect(server.requests[0]!.path).toBe('/v1/completions');
        expect(server.requests[0]!.body).toMatchObject({
          prompt: '<s>[INST] Go on',
          max_tokens: 20,
          stop: ['</s>'],
        });
      },
    );
});

test('a complete response instead of a stream is accepted', async () => {
  const completeResponse = JSON.stringify({
    choices: [{ message: { content: 'All at once.' }, finish_reason: 'stop' }],
  });
  await withModel(
    () => ({ raw: completeResponse }),
    {},
    async (model) => {
      const pieces: string[] = [];
      const result = await ask(model, chatRequest, { onText: (piece) => pieces.push(piece) });
      expect(result).toMatchObject({ ok: true, text: 'All at once.', usage: { estimated: true } });
      expect(pieces).toEqual(['All at once.']);
    },
  );
});

test('a stream without a finish reason is complete if it ends normally', async () => {
  const event = JSON.stringify({ choices: [{ delta: { content: 'Done.' }, finish_reason: null }] });
  const raw = `data: ${event}\n\ndata: [DONE]\n\n`;
  await withModel(
    () => ({ raw, type: 'text/event-stream' }),
    {},
    async (model) => {
      const result = await ask(model, chatRequest, { onText: () => undefined });
      expect(result).toMatchObject({ ok: true, text: 'Done.' });
    },
  );
});

test('reasoning text is removed if a server leaves it in the answer', async () => {
  await withModel(
    () => ({ text: '<think>{"act":"no"} or not?</think>\n{"act":"click"}' }),
    {},
    async (model) => {
      expect(await ask(model, jsonRequest)).toMatchObject({ ok: true, json: { act: 'click' } });
    },
  );
});

test('an answer that reaches the token limit is marked as truncated', async () => {
  await withModel(
    () => ({ text: 'Once upon', finish: 'length' }),
    {},
    async (model) => {
      expect(await ask(model)).toMatchObject({ ok: true, text: 'Once upon', finish: 'length' });
    },
  );
});

test('the same input produces the same request, byte for byte', async () => {
  await withModel(
    () => ({ text: '{"act":"click"}' }),
    {},
    async (model, server) => {
      await ask(model, jsonRequest);
      await ask(model, jsonRequest);
      await withModel(
        () => ({ text: '{"act":"click"}' }),
        {},
        async (other, otherServer) => {
          await ask(other, jsonRequest);
          const [first, second] = server.requests;
          expect(second!.rawBody).toBe(first!.rawBody);
          expect(otherServer.requests[0]!.rawBody).toBe(first!.rawBody);
        },
      );
    },
  );
});

test('secrets in prompts are redacted', async () => {
  const { createRedactor } = await import('../../src/secrets/index.js');
  const redactor = createRedactor();
  redactor.add('PASSWORD', 'hunter2-hunter2');
  await withModel(
    () => ({ text: 'Yes.' }),
    { parts: { redactor } },
    async (model, server) => {
      await ask(model, { ...chatRequest, messages: [{ role: 'user', content: 'Type hunter2-hunter2.' }] });
      expect(server.requests[0]!.prompt).toBe('Type <PASSWORD>.');
    },
  );
});

test('an aborted request throws its signal’s reason and closes the connection', async () => {
  const stop = new AbortController();
  await withModel(
    () => {
      stop.abort(new Error('enough'));
      return { silence: true, headers: true };
    },
    {},
    async (model, server) => {
      await expect(ask(model, chatRequest, { signal: stop.signal })).rejects.toThrow('enough');
      await expect.poll(() => server.countOpenConnections()).toBe(0);
      await expect(ask(model, chatRequest, { signal: stop.signal })).rejects.toThrow('enough');
    },
  );
});

test('the environment’s proxy is used, except for loopback addresses', async () => {
  await withModel(
    () => ({ text: 'Through it.' }),
    {},
    async (_, server) => {
      const proxiedHosts: string[] = [];
      const proxy = createServer();
      proxy.on('connect', (request, socket: Socket) => {
        proxiedHosts.push(request.url ?? '');
        const target = connect(Number(new URL(server.url).port), '127.0.0.1', () => {
          socket.write('HTTP/1.1 200 OK\r\n\r\n');
          target.pipe(socket).pipe(target);
        });
        target.on('error', () => socket.destroy());
        socket.on('error', () => target.destroy());
      });
      await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
      const env = { HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
      const far = createModelAt('http://model.example:8000', { parts: { env } });
      const near = createModelAt(server.url, { parts: { env } });
      expect(await ask(far)).toMatchObject({ ok: true, text: 'Through it.' });
      expect(await ask(near)).toMatchObject({ ok: true });
      expect(proxiedHosts).toEqual(['model.example:8000']);
      await Promise.all([far.close(), near.close()]);
      await new Promise((done) => proxy.close(done));
    },
  );
});

test('if the server counts far fewer tokens than were sent, the prompt is reported', async () => {
  const long = 'word '.repeat(3000);
  await withModel(
    () => ({ text: 'Yes.', usage: { prompt: 100 } }),
    {},
    async (model) => {
      const result = await ask(model, { ...chatRequest, messages: [{ role: 'user', content: long }] });
      expect(result).toMatchObject({
        ok: true,
        notes: [expect.stringMatching(/counts 100 tokens.*cut the prompt/)],
      });
    },
  );
});
