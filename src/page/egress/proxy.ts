/**
 * The hard layer of the egress guard: every connection of a browser context goes through this proxy on 127.0.0.1,
 * including redirects, popups, workers, WebSockets and beacons. It connects only to addresses that the gate allowed.
 * Built on proxy-chain, which forwards, tunnels and chains to an upstream proxy.
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

/** A lookup that always returns the checked addresses, so that no second lookup can differ. */
function pinned(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_host, options, done) => {
    if (options.all) done(null, found);
    else done(null, found[0]!.address, found[0]!.family);
  };
}

/**
 * The shared agent for one request. If the connection fails, the browser's connection is closed, so that the browser
 * shows an error and may retry. proxy-chain alone would answer with an error page that looks like the site's.
 */
function agentFor(request: IncomingMessage, shared: Agent): Agent {
  const cut = (): void => void request.socket.destroy();
  return Object.assign(Object.create(shared) as Agent, {
    addRequest(outgoing: ClientRequest, ...rest: unknown[]): void {
      outgoing.prependOnceListener('error', cut);
      (shared as unknown as Pooling).addRequest(outgoing, ...rest);
    },
  });
}

/** The method that `http.request` calls on an agent; Node documents it only in part. */
interface Pooling {
  addRequest(outgoing: ClientRequest, ...rest: unknown[]): void;
}

/** Loads proxy-chain. Called while the browser starts, and only by commands with a browser. */
export function loadProxy(): Promise<typeof import('proxy-chain')> {
  return import('proxy-chain');
}

export async function startEgressProxy(gate: EgressGate, upstream?: string): Promise<EgressProxy> {
  const { RequestError, Server } = await loadProxy();
  // Long enough for a page's burst of requests, shorter than the idle timeout of servers.
  const agent = new Agent({ keepAlive: true, timeout: KEEP_ALIVE_MS });
  const server = new Server({
    port: 0,
    host: '127.0.0.1',
    prepareRequestFunction: async ({ hostname, port, isHttp, request }) => {
      const passage =
        port === server.port && /^(localhost|127\.|\[::)/.test(hostname)
          ? { ok: false as const, reason: 'it is Parley’s own proxy', next: '' }
          : await gate.check(hostname, port);
      if (!passage.ok) {
        if ('unknown' in passage) {
          if (isHttp) request.socket.destroy();
          throw new RequestError('The host name is not known.', 502);
        }
        gate.refuse(hostname, passage.reason);
        throw new RequestError(`Parley did not open ${hostname}: ${passage.reason}.\n${passage.next}\n`, 403);
      }
      const { addresses } = passage;
      return {
        httpAgent: agentFor(request, agent),
        ...(addresses
          ? { dnsLookup: pinned(addresses) as typeof import('node:dns').lookup }
          : { upstreamProxyUrl: upstream ?? null }),
      };
    },
  });
  // The browser reports failed requests itself.
  server.on('requestFailed', () => undefined);
  await server.listen();
  return {
    server: `http://127.0.0.1:${server.port}`,
    close: async () => {
      agent.destroy();
      const timer = new AbortController();
      await Promise.race([
        server.close(true),
        // The server no longer listens; open connections must not block the end.
        pause(CLOSE_TIMEOUT_MS, undefined, { signal: timer.signal }).catch(() => undefined),
      ]);
      timer.abort();
    },
  };
}
