/**
 * The hard layer: every connection of a browser context goes through this proxy on 127.0.0.1, whatever made
 * it: a navigation, a redirect, a popup, a worker, a WebSocket, a beacon. It connects to exactly the addresses
 * that the gate let pass. Built on proxy-chain, which forwards, tunnels and chains to a proxy further up.
 */
import { Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import type { Gate } from './gate.js';

const IDLE_MS = 1_000;
const CLOSE_MS = 2_000;

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
 * The shared agent, for one request. Where a connection cannot be made or breaks, the browser's own is cut, so
 * that the browser sees an error and may try again; proxy-chain alone would answer with a page of its own,
 * which would look like the site's.
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

/** What `http.request` asks of an agent; Node documents it only in part. */
interface Pooling {
  addRequest(outgoing: ClientRequest, ...rest: unknown[]): void;
}

/** Loaded while the browser starts, and only for commands that have one. */
export function loadProxy(): Promise<typeof import('proxy-chain')> {
  return import('proxy-chain');
}

export async function startEgressProxy(gate: Gate, upstream?: string): Promise<EgressProxy> {
  const { RequestError, Server } = await loadProxy();
  // Kept for the burst of requests that a page makes, and let go before a server would cut it off unasked.
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
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
  // A request that fails for a reason of its own is the browser's to report.
  server.on('requestFailed', () => undefined);
  await server.listen();
  return {
    server: `http://127.0.0.1:${server.port}`,
    close: async () => {
      agent.destroy();
      const timer = new AbortController();
      await Promise.race([
        server.close(true),
        // It no longer listens in any case; what is left of a connection may not hold up the end.
        pause(CLOSE_MS, undefined, { signal: timer.signal }).catch(() => undefined),
      ]);
      timer.abort();
    },
  };
}
