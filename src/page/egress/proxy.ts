/**
 * The network layer of the egress guard. All connections of a browser context go through this proxy on 127.0.0.1,
 * including redirects, popups, workers, WebSockets and beacons. It connects only to addresses that the gate has
 * allowed. It is built on proxy-chain, which forwards, tunnels and chains to an upstream proxy.
 */
import { Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import type { EgressGate } from './gate.js';

const KEEP_ALIVE_MS = 1_000;
const CLOSE_TIMEOUT_MS = 2_000;

export interface EgressProxy {
  /** For Playwright's `proxy.server`. */
  server: string;
  close(): Promise<void>;
}

/** Creates a lookup that always returns the checked addresses. A second DNS lookup could return others. */
function createPinnedLookup(addresses: readonly string[]): LookupFunction {
  const lookupResults = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_host, options, done) => {
    if (options.all) done(null, lookupResults);
    else done(null, lookupResults[0]!.address, lookupResults[0]!.family);
  };
}

/**
 * The shared agent for one request. If its connection fails, it closes the browser's connection, so that the browser
 * shows an error and may retry. proxy-chain alone would respond with an error page that looks like the site's.
 */
function createRequestAgent(request: IncomingMessage, sharedAgent: Agent): Agent {
  const closeConnection = (): void => void request.socket.destroy();
  return Object.assign(Object.create(sharedAgent) as Agent, {
    addRequest(outgoing: ClientRequest, ...rest: unknown[]): void {
      outgoing.prependOnceListener('error', closeConnection);
      (sharedAgent as unknown as PoolingAgent).addRequest(outgoing, ...rest);
    },
  });
}

/** The method that `http.request` calls on an agent. Node documents it only partly. */
interface PoolingAgent {
  addRequest(outgoing: ClientRequest, ...rest: unknown[]): void;
}

/** Loads proxy-chain while the browser starts, so that commands without a browser do not load it. */
export function loadProxy(): Promise<typeof import('proxy-chain')> {
  return import('proxy-chain');
}

export async function startEgressProxy(gate: EgressGate, upstream?: string): Promise<EgressProxy> {
  const { RequestError, Server } = await loadProxy();
  // Connections stay open during a page's burst of requests but close before a server's idle timeout.
  const agent = new Agent({ keepAlive: true, timeout: KEEP_ALIVE_MS });
  const server = new Server({
    port: 0,
    host: '127.0.0.1',
    prepareRequestFunction: async ({ hostname, port, isHttp, request }) => {
      const decision =
        port === server.port && /^(localhost|127\.|\[::)/.test(hostname)
          ? { ok: false as const, reason: 'it is Parley’s own proxy', next: '' }
          : await gate.check(hostname, port);
      if (!decision.ok) {
        if ('unknown' in decision) {
          if (isHttp) request.socket.destroy();
          throw new RequestError('The host name cannot be resolved.', 502);
        }
        gate.recordRefusal(hostname, decision.reason);
        throw new RequestError(
          `Parley did not open ${hostname}: ${decision.reason}.\n${decision.next}\n`,
          403,
        );
      }
      const { addresses } = decision;
      return {
        httpAgent: createRequestAgent(request, agent),
        ...(addresses
          ? { dnsLookup: createPinnedLookup(addresses) as typeof import('node:dns').lookup }
          : { upstreamProxyUrl: upstream ?? null }),
      };
    },
  });
  // The browser itself reports failed requests.
  server.on('requestFailed', () => undefined);
  await server.listen();
  return {
    server: `http://127.0.0.1:${server.port}`,
    close: async () => {
      agent.destroy();
      const timer = new AbortController();
      await Promise.race([
        server.close(true),
        // The server no longer listens. Open connections must not delay the end of the session.
        pause(CLOSE_TIMEOUT_MS, undefined, { signal: timer.signal }).catch(() => undefined),
      ]);
      timer.abort();
    },
  };
}
