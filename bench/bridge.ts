/**
 * An OpenAI-compatible server whose answers a reader writes. Each request becomes a text file with its images. A reader (a person
 * or a program) writes the answer to a file next to it.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

import { defineBenchmark, createWholeNumberOption } from './lib/command-line.js';

interface RequestPart {
  type: string;
  text?: string;
  image_url?: { url: string };
}

interface ChatRequest {
  model: string;
  messages: { role: string; content: string | RequestPart[] }[];
}

const POLL_MS = 200;
/** Number of tokens that OpenAI charges for an image of 1024×768 px. */
const TOKENS_PER_IMAGE = 765;
const MODEL = 'reader';

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

/** Writes the messages to `<name>-request.txt` and the images next to it. @returns `<name>`, with the folder */
function writeRequest(folder: string, number: number, { messages }: ChatRequest): string {
  const basePath = join(folder, String(number).padStart(3, '0'));
  let imageCount = 0;
  const formatPart = (part: RequestPart): string => {
    if (part.type !== 'image_url') return part.text ?? '';
    const imagePath = `${basePath}-picture-${++imageCount}.png`;
    writeFileSync(imagePath, Buffer.from(part.image_url!.url.replace(/^data:[^,]*,/, ''), 'base64'));
    return `(picture: ${imagePath})`;
  };
  const text = messages
    .map(
      ({ role, content }) =>
        `=== ${role}\n${typeof content === 'string' ? content : content.map(formatPart).join('\n')}`,
    )
    .join('\n\n');
  // Renamed when complete, so that readers never see a partial file.
  writeFileSync(`${basePath}-request.part`, text);
  renameSync(`${basePath}-request.part`, `${basePath}-request.txt`);
  return basePath;
}

const countRequestTokens = ({ messages }: ChatRequest): number =>
  messages
    .flatMap(({ content }) => (typeof content === 'string' ? [{ type: 'text', text: content }] : content))
    .reduce(
      (sum, part) => sum + (part.type === 'image_url' ? TOKENS_PER_IMAGE : countTokens(part.text ?? '')),
      0,
    );

async function waitForAnswer(basePath: string, signal: AbortSignal): Promise<string> {
  const path = `${basePath}-answer.txt`;
  while (!existsSync(path)) await pause(POLL_MS, undefined, { signal });
  await pause(POLL_MS);
  return readFileSync(path, 'utf8').trim();
}

export const benchmark = defineBenchmark({
  summary: 'a model server whose answers a reader writes',
  description:
    'Serves POST /v1/chat/completions. Each request is written to NNN-request.txt in the folder, with its images next to it; ' +
    'the answer is the content of NNN-answer.txt, which the reader writes. Ends with Ctrl-C.',
  options: {
    folder: {
      type: 'string',
      requiresArg: true,
      default: 'bridge',
      describe: 'Folder for requests and answers',
    },
    port: createWholeNumberOption('port', {
      describe: 'Port of the server; 0 chooses a free port',
      default: 0,
      min: 0,
    }),
  },
  example: '--folder requests --port 9940',
  async run({ folder, port }) {
    mkdirSync(folder, { recursive: true });
    const stopController = new AbortController();
    let requestCount = 0;
    const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      response.setHeader('content-type', 'application/json');
      if (request.method === 'GET') {
        response.end(
          JSON.stringify({ object: 'list', data: [{ id: MODEL, object: 'model', owned_by: 'bridge' }] }),
        );
        return;
      }
      const body = await readBody(request);
      const chatRequest = JSON.parse(body) as ChatRequest;
      const basePath = writeRequest(folder, ++requestCount, chatRequest);
      const promptTokens = countRequestTokens(chatRequest);
      process.stdout.write(`${basePath}-request.txt\n`);
      const content = await waitForAnswer(basePath, stopController.signal);
      const completionTokens = countTokens(content);
      response.end(
        JSON.stringify({
          id: `bridge-${requestCount}`,
          object: 'chat.completion',
          created: Math.round(Date.now() / 1000),
          model: MODEL,
          choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
          usage: {
            prompt_tokens: promptTokens,
            completion_tokens: completionTokens,
            total_tokens: promptTokens + completionTokens,
          },
        }),
      );
    };
    const server = createServer((request, response) => {
      respond(request, response).catch((error: unknown) => {
        response.statusCode = 500;
        response.end(JSON.stringify({ error: { message: String(error) } }));
      });
    });
    // A reader may take minutes.
    server.requestTimeout = 0;
    server.headersTimeout = 0;
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
    await new Promise<void>((resolve) => process.once('SIGINT', resolve));
    stopController.abort();
    server.closeAllConnections();
    server.close();
    return 0;
  },
});
