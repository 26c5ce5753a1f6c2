/** Why a page could not be opened, where the browser knows only that its proxy gave up. */
import { connect } from 'node:net';

import type { Gate } from './gate.js';
import { destination } from './watch.js';

const TRY_MS = 2_000;

/** Errors that say no more than that the proxy did not deliver. */
export const VAGUE = /net::ERR_(EMPTY_RESPONSE|TUNNEL_CONNECTION_FAILED|PROXY_CONNECTION_FAILED)/;

const NAMES: Record<string, string> = {
  ECONNREFUSED: 'net::ERR_CONNECTION_REFUSED',
  ECONNRESET: 'net::ERR_CONNECTION_RESET',
  EHOSTUNREACH: 'net::ERR_ADDRESS_UNREACHABLE',
  ENETUNREACH: 'net::ERR_ADDRESS_UNREACHABLE',
  ETIMEDOUT: 'net::ERR_TIMED_OUT',
};

/** The code of the failure, '' when the connection is made. */
function knock(host: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (code: string): void => {
      socket.destroy();
      resolve(code);
    };
    socket.setTimeout(TRY_MS, () => end('ETIMEDOUT'));
    socket.once('connect', () => end(''));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'ECONNREFUSED'));
  });
}

/** `message` with the name that the browser would have given had it connected itself. */
export async function explain(message: string, gate: Gate): Promise<string> {
  const to = destination(/\bat (\S+)/.exec(message)?.[1] ?? '');
  if (!VAGUE.test(message) || !to) return message;
  const passage = await gate.check(to.host, to.port);
  if (!passage.ok)
    return 'unknown' in passage ? message.replace(VAGUE, 'net::ERR_NAME_NOT_RESOLVED') : message;
  if (!passage.addresses) return message;
  const codes = await Promise.all(passage.addresses.slice(0, 4).map((address) => knock(address, to.port)));
  const name = codes.includes('') ? undefined : NAMES[codes[0] ?? ''];
  return name ? message.replace(VAGUE, name) : message;
}
