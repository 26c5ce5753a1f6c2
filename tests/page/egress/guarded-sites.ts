/** Test sites that record every request, and browser contexts behind the egress guard. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';

import { openBrowser, type OpenContext } from '../../../src/page/index.js';
import { createEgressPolicy, parseHostPattern } from '../../../src/policy/index.js';

export interface RecordingSite {
  port: number;
  /** Method and path of every received request, including WebSocket handshakes. */
  receivedRequests: string[];
  /** Number of connections, including those without a request. */
  readonly connectionCount: number;
  close(): Promise<void>;
}

/** Answers a request. @returns false to let the site give its default answer */
export type AnswerRequest = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Starts a site at `address` that answers every request and allows every origin. */
export async function startSite(
  address: string,
  answer: AnswerRequest = () => false,
): Promise<RecordingSite> {
  const receivedRequests: string[] = [];
  const server = createServer((request, response) => {
    receivedRequests.push(`${request.method} ${request.url}`);
    if (answer(request, response)) return;
    response.writeHead(200, {
      'content-type': /\.js$/.test(request.url ?? '') ? 'text/javascript' : 'text/html',
      'access-control-allow-origin': '*',
    });
    response.end(/\.js$/.test(request.url ?? '') ? '' : '<title>Reached</title><p>Reached');
  });
  let connectionCount = 0;
  server.on('connection', () => connectionCount++);
  server.on('upgrade', (request, socket) => {
    receivedRequests.push(`WS ${request.url}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    receivedRequests,
    get connectionCount() {
      return connectionCount;
    },
    close: () =>
      new Promise((resolve) => {
        // A connection that arrives after the others were closed would keep the server running.
        const closeInterval = setInterval(() => server.closeAllConnections(), 100);
        server.close(() => {
          clearInterval(closeInterval);
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** Returns a port on which no server listens. */
export async function findUnusedPort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

export interface GuardOptions {
  /** Allowed host patterns, as on the command line. */
  allow?: string[];
  allowPrivate?: boolean;
  /** IP addresses by host name. Other names cannot be resolved. */
  addressesByName?: Record<string, string[]>;
  upstream?: string;
}

export function createEgress({
  allow = [],
  allowPrivate = false,
  addressesByName: names = {},
  upstream,
}: GuardOptions) {
  return {
    policy: createEgressPolicy({ allowedHosts: allow.map((text) => parseHostPattern(text)!), allowPrivate }),
    upstream,
    lookup: (host: string) =>
      names[host] ? Promise.resolve(names[host]) : Promise.reject(new Error(`ENOTFOUND ${host}`)),
  };
}

/** Opens a guarded context in a separate browser. Closing the context also closes the browser. */
export async function openGuardedContext(options: GuardOptions): Promise<OpenContext> {
  const browser = await openBrowser();
  try {
    const openContext = await browser.openContext({ egress: createEgress(options) });
    return {
      ...openContext,
      close: async () => {
        await openContext.close();
        await browser.close();
      },
    };
  } catch (error) {
    await browser.close();
    throw error;
  }
}
