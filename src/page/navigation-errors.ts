/** Chromium's `net::ERR_…` names as sentences, each with what a person can do about it. */
import { CREDENTIALS_HINT } from './sign-in.js';

const KNOWN: [RegExp, string, string][] = [
  [
    /ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/,
    'the host name is not known',
    'Check the address and the network connection.',
  ],
  [
    /ERR_CONNECTION_REFUSED/,
    'nothing answers there',
    'Check that the server is running and that the port is right.',
  ],
  [
    /ERR_CONNECTION_(RESET|CLOSED|ABORTED)|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED/,
    'the server cut the connection',
    'Try again, and look at the server’s own log.',
  ],
  [
    /ERR_(CONNECTION_)?TIMED_OUT|Timeout \d+ms exceeded/,
    'it did not answer in time',
    'Check the address, or try again later.',
  ],
  [
    /ERR_CERT_|ERR_SSL_|SSL_ERROR/,
    'its certificate is not valid',
    'Check the address; for a test server of your own pass --ignore-https-errors.',
  ],
  [
    /ERR_TOO_MANY_REDIRECTS/,
    'it redirects in a circle',
    'Open it in an ordinary browser to see what it wants.',
  ],
  [/ERR_INVALID_AUTH_CREDENTIALS/, 'it asks for a user name and a password', CREDENTIALS_HINT],
  [
    /Download is starting/,
    'it is a file to download and no page',
    'Start at the page that leads to it, and ask for the file there.',
  ],
  [/Page crashed|Target crashed/, 'it crashes the browser tab', 'Start at another page of the site.'],
  [/ERR_UNSAFE_PORT/, 'browsers do not open that port', 'Serve it on another port.'],
  [/ERR_FILE_NOT_FOUND/, 'there is no such file', 'Check the path.'],
  [/ERR_ACCESS_DENIED|ERR_BLOCKED/, 'access to it is blocked', 'Check permissions and proxies.'],
  [
    /ERR_ADDRESS_(UNREACHABLE|INVALID)|ERR_PROXY/,
    'there is no way to that address',
    'Check the address and the proxy settings.',
  ],
  [
    /invalid URL|ERR_INVALID_URL|Cannot navigate to invalid/,
    'that is not an address',
    'Give a whole one, such as https://example.org/.',
  ],
  [/ERR_UNKNOWN_URL_SCHEME/, 'the browser cannot open that kind of address', 'Use http:, https: or file:.'],
  [/ERR_ABORTED|interrupted by another navigation/, 'loading was broken off', 'Try again.'],
  [
    /ERR_HTTP_RESPONSE_CODE_FAILURE/,
    'the server answered with an error and no page',
    'Look at the server’s own log.',
  ],
];

export interface NavigationProblem {
  what: string;
  next: string;
}

export function navigationProblem(message: string): NavigationProblem {
  const known = KNOWN.find(([pattern]) => pattern.test(message));
  if (known) return { what: known[1], next: known[2] };
  const code = /net::(ERR_[A-Z_]+)/.exec(message)?.[1];
  return {
    what: code ? `the browser reports ${code}` : 'the page could not be opened',
    next: 'Open it in an ordinary browser to see more.',
  };
}

/** One sentence for an outcome: `https://x/ could not be opened: nothing answers there`. */
export function navigationSentence(message: string, url: string): string {
  const { what } = navigationProblem(message);
  return url ? `${url} could not be opened: ${what}` : what;
}
