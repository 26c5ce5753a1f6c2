/** Sites on several loopback addresses that record every request, and contexts behind the egress guard. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';

import { openBrowser, type OpenContext } from '../../../src/page/index.js';
import { createEgressPolicy, parseHostPattern } from '../../../src/policy/index.js';

export interface Site {
  port: number;
  /** Method and path of everything that arrived, WebSocket handshakes included. */
  arrived: string[];
  /** Connections, with a request or without one. */
  readonly connections: number;
  close(): Promise<void>;
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A site on its own address that answers every request and allows every origin. */
export async function site(address: string, answer: Answer = () => false): Promise<Site> {
  const arrived: string[] = [];
  const server = createServer((request, response) => {
    arrived.push(`${request.method} ${request.url}`);
    if (answer(request, response)) return;
    response.writeHead(200, {
      'content-type': /\.js$/.test(request.url ?? '') ? 'text/javascript' : 'text/html',
      'access-control-allow-origin': '*',
    });
    response.end(/\.js$/.test(request.url ?? '') ? '' : '<title>Reached</title><p>Reached');
  });
  let connections = 0;
  server.on('connection', () => connections++);
  server.on('upgrade', (request, socket) => {
    arrived.push(`WS ${request.url}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    arrived,
    get connections() {
      return connections;
    },
    close: () =>
      new Promise((resolve) => {
        // A connection that arrives after the others were closed would keep the server open.
        const cutting = setInterval(() => server.closeAllConnections(), 100);
        server.close(() => {
          clearInterval(cutting);
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** A port without a server. */
export async function deadPort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

export interface Guarded {
  /** Patterns as on the command line. */
  allow?: string[];
  allowPrivate?: boolean;
  /** Name to addresses; other names are unknown. */
  names?: Record<string, string[]>;
  upstream?: string;
}

export function egress({ allow = [], allowPrivate = false, names = {}, upstream }: Guarded) {
  return {
    policy: createEgressPolicy({ allow: allow.map((text) => parseHostPattern(text)!), allowPrivate }),
    upstream,
    lookup: (host: string) =>
      names[host] ? Promise.resolve(names[host]) : Promise.reject(new Error(`ENOTFOUND ${host}`)),
  };
}

/** A guarded context in a browser of its own, closed with it. */
export async function guarded(options: Guarded): Promise<OpenContext> {
  const browser = await openBrowser();
  try {
    const opened = await browser.openContext({ egress: egress(options) });
    return {
      ...opened,
      close: async () => {
        await opened.close();
        await browser.close();
      },
    };
  } catch (error) {
    await browser.close();
    throw error;
  }
}
