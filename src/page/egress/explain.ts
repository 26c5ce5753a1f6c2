/** Explains failed navigations that the browser reports only as a proxy error. */
import { connect } from 'node:net';

import type { EgressGate } from './gate.js';
import { parseDestination } from './watch.js';

const CONNECT_TIMEOUT_MS = 2_000;

/** Errors that say only that the proxy failed. */
export const PROXY_ERROR = /net::ERR_(EMPTY_RESPONSE|TUNNEL_CONNECTION_FAILED|PROXY_CONNECTION_FAILED)/;

const CHROMIUM_ERRORS: Record<string, string> = {
  ECONNREFUSED: 'net::ERR_CONNECTION_REFUSED',
  ECONNRESET: 'net::ERR_CONNECTION_RESET',
  EHOSTUNREACH: 'net::ERR_ADDRESS_UNREACHABLE',
  ENETUNREACH: 'net::ERR_ADDRESS_UNREACHABLE',
  ETIMEDOUT: 'net::ERR_TIMED_OUT',
};

/** Tries to connect. @returns the error code; '' on success */
function tryConnection(host: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const finish = (code: string): void => {
      socket.destroy();
      resolve(code);
    };
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => finish('ETIMEDOUT'));
    socket.once('connect', () => finish(''));
    socket.once('error', (error: NodeJS.ErrnoException) => finish(error.code ?? 'ECONNREFUSED'));
  });
}

/** Replaces the proxy error in `message` with the error of a direct connection. */
export async function explainProxyError(message: string, gate: EgressGate): Promise<string> {
  const destination = parseDestination(/\bat (\S+)/.exec(message)?.[1] ?? '');
  if (!PROXY_ERROR.test(message) || !destination) return message;
  const decision = await gate.check(destination.host, destination.port);
  if (!decision.ok)
    return 'unknown' in decision ? message.replace(PROXY_ERROR, 'net::ERR_NAME_NOT_RESOLVED') : message;
  if (!decision.addresses) return message;
  const codes = await Promise.all(
    decision.addresses.slice(0, 4).map((address) => tryConnection(address, destination.port)),
  );
  const name = codes.includes('') ? undefined : CHROMIUM_ERRORS[codes[0] ?? ''];
  return name ? message.replace(PROXY_ERROR, name) : message;
}
