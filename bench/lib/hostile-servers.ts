/** Model servers that misbehave, and what a run of the program does with each. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const JSON_TYPE = { 'content-type': 'application/json' };
const send =
  (body: string | Buffer, headers: Record<string, string> = JSON_TYPE): RequestListener =>
  (_, response) => {
    response.writeHead(200, headers);
    response.end(body);
  };

const sendMegabytes =
  (count: number): RequestListener =>
  (_, response) => {
    response.writeHead(200, JSON_TYPE);
    const chunk = Buffer.alloc(1e6, 'A');
    let sent = 0;
    const write = (): void => {
      while (sent++ < count) if (!response.write(chunk)) return void response.once('drain', write);
      response.end();
    };
    write();
  };

const HANDLERS: Readonly<Record<string, () => RequestListener>> = {
  'JSON of 100,000 levels': () => send('['.repeat(100_000) + ']'.repeat(100_000)),
  'gzip bomb of 300 MB': () =>
    send(gzipSync(Buffer.alloc(300e6, ' ')), { ...JSON_TYPE, 'content-encoding': 'gzip' }),
  '100 MB': () => sendMegabytes(100),
  'content that is a number': () => send('{"choices":[{"message":{"content":42}}]}'),
  null: () => send('null'),
  'a web page': () => send('<h1>Log in</h1>', { 'content-type': 'text/html' }),
  'redirect to another origin': () => (_, response) => {
    response.writeHead(307, { location: 'http://127.0.0.1:1/v1/chat/completions' });
    response.end();
  },
};

/** A server that answers with 5,000 headers, which Node's own server would not send. */
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
  exit: number | null;
  seconds: number;
}

/** Runs one instruction with the `chat` navigator on the server. It passes if it exits with 5 and names the server. */
async function runOn(name: string, server: Server, pageUrl: string, results: string): Promise<ServerResult> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const startedAt = performance.now();
  const program = spawn(
    process.execPath,
    `${join(process.cwd(), 'dist/cli/main.js')} run read --url ${pageUrl} --navigator chat --model m --base-url http://${address}/v1 --results ${results}`.split(
      ' ',
    ),
    { timeout: 120_000 },
  );
  let output = '';
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (data: Buffer) => (output += data.toString()));
  const [exit] = (await once(program, 'close')) as [number | null];
  server.close();
  return {
    name,
    passed: exit === 5 && output.includes(address),
    exit,
    seconds: (performance.now() - startedAt) / 1_000,
  };
}

export async function runOnHostileServers(pageUrl: string, results: string): Promise<ServerResult[]> {
  const servers: [string, Server][] = [
    ...Object.entries(HANDLERS).map(([name, handler]): [string, Server] => [name, createServer(handler())]),
    ['5,000 headers', createHeaderServer()],
  ];
  const found: ServerResult[] = [];
  for (const [name, server] of servers) found.push(await runOn(name, server, pageUrl, results));
  return found;
}
