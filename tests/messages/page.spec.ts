/** The messages of `page/`: failed navigations and actions, and browsers that do not start. */
import { expect, test } from '@playwright/test';

import type { PageAction, ParleyError } from '../../src/contract/index.js';
import { ActionTimeout, toFailedOutcome } from '../../src/page/actions/action-failure.js';
import { parseEndpoint } from '../../src/page/browser/connect.js';
import { toBrowserStartError } from '../../src/page/browser/start-error.js';
import { explainNavigationError, formatNavigationError } from '../../src/page/navigation-errors.js';
import { createWindowClosedError } from '../../src/page/parts.js';

const FAILED_NAVIGATIONS: readonly [message: string, reason: string, next: string][] = [
  [
    'net::ERR_NAME_NOT_RESOLVED',
    'the host name cannot be resolved',
    'Check the address and the network connection.',
  ],
  [
    'net::ERR_CONNECTION_REFUSED',
    'nothing is listening at that address',
    'Check that the server is running and that the port is right.',
  ],
  [
    'net::ERR_CERT_DATE_INVALID',
    'its certificate is not valid',
    'Check the address; for your own test server, pass --ignore-https-errors.',
  ],
  ['Timeout 1000ms exceeded', 'it did not answer in time', 'Check the address, or try again later.'],
  ['net::ERR_TOO_MANY_REDIRECTS', 'it redirects in a loop', 'Open it in an ordinary browser to see why.'],
  ['net::ERR_SOMETHING', 'the browser reports ERR_SOMETHING', 'Open it in an ordinary browser for details.'],
  ['boom', 'the page could not be opened', 'Open it in an ordinary browser for details.'],
];

test('messages about failed navigations', () => {
  for (const [message, reason, next] of FAILED_NAVIGATIONS) {
    expect
      .soft(formatNavigationError(message, 'http://x/'), message)
      .toBe(`http://x/ could not be opened: ${reason}`);
    expect.soft(explainNavigationError(message).next, message).toBe(next);
  }
});

const CLICK: PageAction = { intent: 'click', uid: 'u' };
const signal = new AbortController().signal;

const FAILED_ACTIONS: readonly [description: string, error: Error, action: PageAction, detail: string][] = [
  ['a timeout', new ActionTimeout(), CLICK, 'the page did not respond in time'],
  [
    'a covered target',
    new Error('<div class="shade">…</div> intercepts pointer events'),
    CLICK,
    'another element receives the click: <div class="shade">',
  ],
  [
    'a closed page',
    new Error('Target page, context or browser has been closed'),
    CLICK,
    'the page was closed or crashed',
  ],
  [
    'an unknown key',
    new Error('keyboard.press: Unknown key: "Foo"'),
    { intent: 'press', key: 'Foo' },
    'Unknown key: "Foo"',
  ],
  [
    'an unreachable page',
    new Error('net::ERR_CONNECTION_REFUSED'),
    { intent: 'load', url: 'http://x/' },
    'http://x/ could not be opened: nothing is listening at that address',
  ],
];

test('messages about failed actions', () => {
  for (const [description, error, action, detail] of FAILED_ACTIONS)
    expect.soft(toFailedOutcome(error, action, signal).detail, description).toBe(detail);
  const interruptedOutcome = toFailedOutcome(new Error('x'), CLICK, AbortSignal.abort());
  expect.soft(interruptedOutcome.detail).toBe('stopped before it finished');
});

const INSTALL_HINT =
  'Run `npx playwright install chromium`, or install Chromium or Chrome with your package manager (`apt-get install chromium`), or give its path with --browser-path or PARLEY_BROWSER.';

const FAILED_STARTS: readonly [report: string, message: string, next: string][] = [
  [
    'mkdtemp ENOSPC: no space left, mkdtemp /tmp/x',
    'The browser cannot create its temporary files: mkdtemp ENOSPC: no space left, mkdtemp /tmp/x',
    'Set TMPDIR to a folder that you can write to, on a disk with free space.',
  ],
  [
    '[pid=1] <process did exit: exitCode=null, signal=SIGKILL>',
    'The browser at /bin/chromium was killed by SIGKILL while it was starting.',
    'Try again. If it happens every time, the machine or container may be short of memory, or something kills its processes.',
  ],
  [
    '[pid=1] <process did exit: exitCode=127, signal=null>\n[pid=1][err] error while loading shared libraries: libnss3.so',
    'The browser at /bin/chromium does not start: error while loading shared libraries: libnss3.so',
    INSTALL_HINT,
  ],
  [
    '[pid=1] <process did exit: exitCode=1, signal=null>',
    'The browser at /bin/chromium does not start: it exited immediately with code 1 and reported no reason.',
    INSTALL_HINT,
  ],
  [
    'Missing X server or $DISPLAY',
    'The browser at /bin/chromium does not start: Missing X server or $DISPLAY',
    'This machine has no display. Remove --headed.',
  ],
];

test('messages about browsers that do not start, were closed or have an invalid endpoint', () => {
  for (const [report, message, next] of FAILED_STARTS) {
    const error = toBrowserStartError(new Error(report), '/bin/chromium', true);
    expect.soft([error.message, error.next], report).toEqual([message, next]);
  }
  const windowClosedError: ParleyError = createWindowClosedError();
  expect
    .soft([windowClosedError.message, windowClosedError.next])
    .toEqual([
      'The browser window was closed.',
      'Start again. The demonstration contains everything up to this point.',
    ]);
  expect.soft(() => parseEndpoint('chrome')).toThrow('--connect needs the URL of a browser, not “chrome”.');
});
