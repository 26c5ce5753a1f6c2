/** Connects to a running browser: Chrome with a debugging port, or a Playwright server. */
import type { Browser } from 'playwright';

import { ParleyError } from '../../contract/index.js';
import { registerEngine } from '../engine.js';
import { loadPlaywright } from './playwright.js';

const CONNECT_TIMEOUT_MS = 15_000;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/i;

export type BrowserEndpoint =
  | { type: 'chrome'; url: string; isLocal: boolean }
  | { type: 'playwright'; url: string; isLocal: boolean };

const ENDPOINT_HINT =
  'Use http://127.0.0.1:9222 for Chrome with a debugging port, or the ws:// address that the Playwright server prints.';

/** Determines the type of endpoint from its URL. @throws ParleyError `usage` if the text is not the URL of a browser */
export function parseEndpoint(text: string): BrowserEndpoint {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^(https?|wss?):$/.test(url.protocol))
    throw new ParleyError('usage', `--connect needs the URL of a browser, not “${text}”.`, ENDPOINT_HINT);
  const isLocal = LOOPBACK.test(url.hostname);
  const isChrome = url.protocol.startsWith('http') || /^\/devtools\/browser\b/.test(url.pathname);
  return { type: isChrome ? 'chrome' : 'playwright', url: text, isLocal };
}

/** Formats the endpoint for messages and records. Drops the path, which may contain a token. */
export function formatEndpoint(text: string): string {
  const { protocol, host } = new URL(text);
  return `${protocol}//${host}`;
}

function toConnectError(error: unknown, { type, url }: BrowserEndpoint): ParleyError {
  const message = error instanceof Error ? error.message : String(error);
  const displayedUrl = formatEndpoint(url);
  const port = new URL(url).port || '9222';
  const startHint =
    type === 'chrome'
      ? `Start Chrome with --remote-debugging-port=${port} --user-data-dir=<new folder>, and leave it running.`
      : 'Start a server there with npx playwright run-server --port <port>.';
  if (/ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|EAI_AGAIN/.test(message))
    return new ParleyError('infra', `No browser is responding at ${displayedUrl}.`, startHint, {
      cause: error,
    });
  if (/version mismatch|428 /i.test(message))
    return new ParleyError(
      'infra',
      `The Playwright server at ${displayedUrl} runs a different version of Playwright than Parley.`,
      'Start that server with the same Playwright version as Parley (see npx playwright --version).',
      { cause: error },
    );
  if (/Timeout \d+ms exceeded/.test(message))
    return new ParleyError('infra', `The browser at ${displayedUrl} did not answer in time.`, startHint, {
      cause: error,
    });
  return new ParleyError(
    'infra',
    `Could not connect to a browser at ${displayedUrl}: ${message
      .split('\n')[0]!
      .replace(/^\w+(\.\w+)*: /, '')
      .slice(0, 120)}.`,
    startHint,
    { cause: error },
  );
}

/** @throws ParleyError `infra` if the connection fails */
export async function connectBrowser(endpoint: BrowserEndpoint): Promise<Browser> {
  let browser: Browser;
  try {
    browser =
      endpoint.type === 'chrome'
        ? await loadPlaywright().chromium.connectOverCDP(endpoint.url, {
            timeout: CONNECT_TIMEOUT_MS,
            // Leaves the user's windows unchanged: no emulated focus, no changed fonts, no redirected downloads.
            noDefaults: true,
            isLocal: endpoint.isLocal,
          })
        : await loadPlaywright().chromium.connect(endpoint.url, { timeout: CONNECT_TIMEOUT_MS });
  } catch (error) {
    throw toConnectError(error, endpoint);
  }
  await registerEngine(endpoint.type === 'chrome');
  return browser;
}

/**
 * Reads the URL of the Selenium Grid on which Playwright starts browsers; null if none is set.
 *
 * @throws ParleyError `usage` if the variable is not a URL
 */
export function readGridUrl(env: NodeJS.ProcessEnv = process.env): string | null {
  const url = env.SELENIUM_REMOTE_URL;
  if (!url) return null;
  if (!URL.canParse(url))
    throw new ParleyError(
      'usage',
      `The environment variable SELENIUM_REMOTE_URL is not a URL: “${url}”.`,
      'Set it to a URL such as http://grid.example.com:4444, or unset it to use a local browser.',
    );
  return url;
}
