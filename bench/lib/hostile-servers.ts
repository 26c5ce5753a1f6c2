/** Runs Parley with model servers that misbehave. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const JSON_TYPE = { 'content-type': 'application/json' };
const createResponder =
  (body: string | Buffer, headers: Record<string, string> = JSON_TYPE): RequestListener =>
  (_, response) => {
    response.writeHead(200, headers);
    response.end(body);
  };

const createMegabyteResponder =
  (count: number): RequestListener =>
  (_, response) => {
    response.writeHead(200, JSON_TYPE);
    const chunk = Buffer.alloc(1e6, 'A');
    let sentCount = 0;
    const writeChunks = (): void => {
      while (sentCount++ < count) if (!response.write(chunk)) return void response.once('drain', writeChunks);
      response.end();
    };
    writeChunks();
  };

const HANDLERS: Readonly<Record<string, () => RequestListener>> = {
  'JSON of 100,000 levels': () => createResponder('['.repeat(100_000) + ']'.repeat(100_000)),
  'gzip bomb of 300 MB': () =>
    createResponder(gzipSync(Buffer.alloc(300e6, ' ')), { ...JSON_TYPE, 'content-encoding': 'gzip' }),
  '100 MB': () => createMegabyteResponder(100),
  'content that is a number': () => createResponder('{"choices":[{"message":{"content":42}}]}'),
  null: () => createResponder('null'),
  'a web page': () => createResponder('<h1>Log in</h1>', { 'content-type': 'text/html' }),
  'redirect to another origin': () => (_, response) => {
    response.writeHead(307, { location: 'http://127.0.0.1:1/v1/chat/completions' });
    response.end();
  },
};

/** Creates a server that answers with 5,000 headers, which Node's own server would not send. */
function createHeaderServer(): Server {
  const headers = Array.from({ length: 5_000 }, (_, i) => `x-h${i}: ${'v'.repeat(20)}`).join('\r\n');
  return createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => socket.end(`HTTP/1.1 200 OK\r\n${headers}\r\ncontent-length: 2\r\n\r\n{}`));
  });
}

export interface ServerResult {
  name: string;
  passed: boolean;
  exitCode: number | null;
  seconds: number;
}

/** Runs one instruction with the `chat` navigator on the server. Passes if Parley exits with 5 and names the server. */
async function runOnServer(
  name: string,
  server: Server,
  pageUrl: string,
  resultsFolder: string,
): Promise<ServerResult> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const startedAt = performance.now();
  const program = spawn(
    process.execPath,
    `${join(process.cwd(), 'dist/cli/main.js')} run read --url ${pageUrl} --navigator chat --model m --base-url http://${address}/v1 --results ${resultsFolder}`.split(
      ' ',
    ),
    { timeout: 120_000 },
  );
  let output = '';
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (data: Buffer) => (output += data.toString()));
  const [exitCode] = (await once(program, 'close')) as [number | null];
  server.close();
  return {
    name,
    passed: exitCode === 5 && output.includes(address),
    exitCode,
    seconds: (performance.now() - startedAt) / 1_000,
  };
}

export async function runOnHostileServers(pageUrl: string, resultsFolder: string): Promise<ServerResult[]> {
  const servers: [string, Server][] = [
    ...Object.entries(HANDLERS).map(([name, handler]): [string, Server] => [name, createServer(handler())]),
    ['5,000 headers', createHeaderServer()],
  ];
  const results: ServerResult[] = [];
  for (const [name, server] of servers) results.push(await runOnServer(name, server, pageUrl, resultsFolder));
  return results;
}
