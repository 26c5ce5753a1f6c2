/** Explains failed navigations for which the browser reports only a proxy error. */
import { connect } from 'node:net';

import type { EgressGate } from './gate.js';
import { destination } from './watch.js';

const CONNECT_TIMEOUT_MS = 2_000;

/** Errors that report only that the proxy failed. */
export const VAGUE = /net::ERR_(EMPTY_RESPONSE|TUNNEL_CONNECTION_FAILED|PROXY_CONNECTION_FAILED)/;

const NAMES: Record<string, string> = {
  ECONNREFUSED: 'net::ERR_CONNECTION_REFUSED',
  ECONNRESET: 'net::ERR_CONNECTION_RESET',
  EHOSTUNREACH: 'net::ERR_ADDRESS_UNREACHABLE',
  ENETUNREACH: 'net::ERR_ADDRESS_UNREACHABLE',
  ETIMEDOUT: 'net::ERR_TIMED_OUT',
};

/** Tries to connect. @returns the error code, or '' after success */
function tryConnection(host: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (code: string): void => {
      socket.destroy();
      resolve(code);
    };
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => end('ETIMEDOUT'));
    socket.once('connect', () => end(''));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'ECONNREFUSED'));
  });
}

/** Replaces the proxy error in `message` by the error that a direct connection would have had. */
export async function explainProxyError(message: string, gate: EgressGate): Promise<string> {
  const to = destination(/\bat (\S+)/.exec(message)?.[1] ?? '');
  if (!VAGUE.test(message) || !to) return message;
  const passage = await gate.check(to.host, to.port);
  if (!passage.ok)
    return 'unknown' in passage ? message.replace(VAGUE, 'net::ERR_NAME_NOT_RESOLVED') : message;
  if (!passage.addresses) return message;
  const codes = await Promise.all(
    passage.addresses.slice(0, 4).map((address) => tryConnection(address, to.port)),
  );
  const name = codes.includes('') ? undefined : NAMES[codes[0] ?? ''];
  return name ? message.replace(VAGUE, name) : message;
}
