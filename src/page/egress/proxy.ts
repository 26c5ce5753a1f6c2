/**
 * The hard layer: every connection of a browser context goes through this proxy on 127.0.0.1, whatever made
 * it: a navigation, a redirect, a popup, a worker, a WebSocket, a beacon. It connects to exactly the addresses
 * that the gate let pass. Built on proxy-chain, which forwards, tunnels and chains to a proxy further up.
 */
import type { LookupFunction } from 'node:net';
import { createConnection } from 'node:net';
import { Agent, type IncomingMessage } from 'node:http';

import type { Gate } from './gate.js';

export interface EgressProxy {
  /** For Playwright's `proxy.server`. */
  server: string;
  close(): Promise<void>;
}

/** Answers with the judged addresses, whatever is asked: there is no second look-up that could differ. */
function pinned(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_host, options, done) => {
    if (options.all) done(null, found);
    else done(null, found[0]!.address, found[0]!.family);
  };
}

/**
 * One connection for one request. Where it cannot be made, the browser's own is cut, so that the browser
 * reports an error; proxy-chain alone would answer with a page that looks like the site's.
 */
function agentFor(request: IncomingMessage): Agent {
  return Object.assign(new Agent({ keepAlive: false }), {
    createConnection: (...args: Parameters<typeof createConnection>) => {
      const socket = createConnection(...args);
      const cut = (): void => void request.socket.destroy();
      return socket.once('error', cut).once('connect', () => socket.off('error', cut));
    },
  });
}

export async function startEgressProxy(gate: Gate, upstream?: string): Promise<EgressProxy> {
  // Loaded with the first session that needs it; commands without a browser start quicker.
  const { RequestError, Server } = await import('proxy-chain');
  const server = new Server({
    port: 0,
    host: '127.0.0.1',
    prepareRequestFunction: async ({ hostname, port, isHttp, request }) => {
      const passage =
        port === server.port && /^(localhost|127\.|\[::)/.test(hostname)
          ? { ok: false as const, why: 'it is Parley’s own proxy', next: '' }
          : await gate.check(hostname, port);
      if (!passage.ok) {
        if ('unknown' in passage) {
          if (isHttp) request.socket.destroy();
          throw new RequestError('The host name is not known.', 502);
        }
        gate.refuse(hostname, passage.why);
        throw new RequestError(`Parley did not open ${hostname}: ${passage.why}.\n${passage.next}\n`, 403);
      }
      const { addresses } = passage;
      return {
        httpAgent: agentFor(request),
        ...(addresses
          ? { dnsLookup: pinned(addresses) as typeof import('node:dns').lookup }
          : { upstreamProxyUrl: upstream ?? null }),
      };
    },
  });
  // A request that fails for a reason of its own is the browser's to report.
  server.on('requestFailed', () => undefined);
  await server.listen();
  return {
    server: `http://127.0.0.1:${server.port}`,
    close: () => server.close(true),
  };
}
