/** Explains navigation errors, mostly Chromium's `net::ERR_…` codes, and suggests a next step. */
import { CREDENTIALS_HINT } from './sign-in.js';

const KNOWN_ERRORS: [RegExp, string, string][] = [
  [
    /ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/,
    'the host name cannot be resolved',
    'Check the address and the network connection.',
  ],
  [
    /ERR_CONNECTION_REFUSED/,
    'nothing is listening at that address',
    'Check that the server is running and that the port is right.',
  ],
  [
    /ERR_CONNECTION_(RESET|CLOSED|ABORTED)|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED/,
    'the server closed the connection',
    'Try again, or check the server’s log.',
  ],
  [
    /ERR_(CONNECTION_)?TIMED_OUT|Timeout \d+ms exceeded/,
    'it did not answer in time',
    'Check the address, or try again later.',
  ],
  [
    /ERR_CERT_|ERR_SSL_|SSL_ERROR/,
    'its certificate is not valid',
    'Check the address; for your own test server, pass --ignore-https-errors.',
  ],
  [/ERR_TOO_MANY_REDIRECTS/, 'it redirects in a loop', 'Open it in an ordinary browser to see why.'],
  [/ERR_INVALID_AUTH_CREDENTIALS/, 'it requires a valid user name and password', CREDENTIALS_HINT],
  [
    /Download is starting/,
    'it is a download, not a page',
    'Start at the page that links to it and ask for the file there.',
  ],
  [/Page crashed|Target crashed/, 'it crashes the browser tab', 'Start at another page of the site.'],
  [/ERR_UNSAFE_PORT/, 'browsers do not open that port', 'Serve it on another port.'],
  [/ERR_FILE_NOT_FOUND/, 'the file does not exist', 'Check the path.'],
  [/ERR_ACCESS_DENIED|ERR_BLOCKED/, 'access to it is blocked', 'Check permissions and proxies.'],
  [
    /ERR_ADDRESS_(UNREACHABLE|INVALID)|ERR_PROXY/,
    'the address cannot be reached',
    'Check the address and the proxy settings.',
  ],
  [
    /invalid URL|ERR_INVALID_URL|Cannot navigate to invalid/,
    'it is not a valid URL',
    'Give a complete URL, such as https://example.org/.',
  ],
  [/ERR_UNKNOWN_URL_SCHEME/, 'the browser cannot open this kind of URL', 'Use http:, https: or file:.'],
  [/ERR_ABORTED|interrupted by another navigation/, 'loading was interrupted', 'Try again.'],
  [
    /ERR_HTTP_RESPONSE_CODE_FAILURE/,
    'the server responded with an error but no page',
    'Check the server’s log.',
  ],
];

export interface NavigationProblem {
  reason: string;
  next: string;
}

export function explainNavigationError(message: string): NavigationProblem {
  const knownError = KNOWN_ERRORS.find(([pattern]) => pattern.test(message));
  if (knownError) return { reason: knownError[1], next: knownError[2] };
  const code = /net::(ERR_[A-Z_]+)/.exec(message)?.[1];
  return {
    reason: code ? `the browser reports ${code}` : 'the page could not be opened',
    next: 'Open it in an ordinary browser for details.',
  };
}

/** Formats a message for an action's outcome: `https://x/ could not be opened: it is not a valid URL`. */
export function formatNavigationError(message: string, url: string): string {
  const { reason } = explainNavigationError(message);
  return url ? `${url} could not be opened: ${reason}` : reason;
}
