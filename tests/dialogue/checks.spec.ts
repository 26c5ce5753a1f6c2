import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, test } from '@playwright/test';

import { ParleyError, type Turn } from '../../src/contract/index.js';
import { judgeCheck, type Check, resetSite } from '../../src/dialogue/index.js';
import { createFakeProbe } from './fake-probe.js';

const notAborted = new AbortController().signal;
const ONE_ATTEMPT = { timeoutMs: 0, intervalMs: 1 };
const MANY_ATTEMPTS = { timeoutMs: 5_000, intervalMs: 1 };

const pageProbe = createFakeProbe({
  url: 'http://crm.test/booking/KL3T9Q',
  text: 'Booking KL3T9Q\n is   cancelled',
  elements: [
    { role: 'status', text: 'Cancelled' },
    { role: 'textbox', name: 'Surname', value: 'Okafor' },
  ],
  selectors: { '#refund': ['120.00'], li: ['one', 'two', 'two and a half'] },
  values: { 'basket.items': [{ id: 1, name: 'Lamp' }], 'basket.paid': true },
  downloads: [{ name: 'invoice.pdf', bytes: 4_200 }],
});

const createActionTurn = (
  intent: 'click' | 'load',
  name: string,
  status: 'done' | 'failed',
  url = 'http://crm.test/',
): Turn => ({
  index: 0,
  speaker: 'navigator',
  type: 'action',
  action: intent === 'load' ? { intent, url } : { intent, uid: 'a' },
  target: { uid: 'a', tag: 'button', role: 'button', name, attributes: {}, xpath: '' },
  outcome:
    status === 'done'
      ? { status, effects: [{ type: 'focus' }], settle: { reason: 'quiet', ms: 1 } }
      : { status, reason: 'refused', detail: 'no' },
  url,
});
const TURNS: Turn[] = [
  { index: 0, speaker: 'instructor', type: 'say', text: 'Delete it.' },
  createActionTurn('click', 'Open', 'done'),
  createActionTurn('click', 'Delete account', 'failed'),
  createActionTurn('load', '', 'done', 'http://crm.test/admin'),
];

const QUERY_AND_RECORD_CHECKS: [check: Check, pass: boolean, label: string, actual: string][] = [
  [
    { query: { css: '#refund', text: '/120\\.00/' } },
    true,
    'the page has an element: #refund with the text /120\\.00/',
    '1 element',
  ],
  [
    { query: { css: '#refund', text: '130' } },
    false,
    'the page has an element: #refund with the text “130”',
    'no element (#refund has “120.00”)',
  ],
  [
    { query: { css: 'li', text: 'two', count: 2 } },
    true,
    'the page has 2 elements: li with the text “two”',
    '2 elements',
  ],
  [{ query: { css: 'li', count: 0 } }, false, 'the page has no element: li', '3 elements'],
  [{ query: { css: 'dl', count: 0 } }, true, 'the page has no element: dl', 'no element'],
  [{ js: 'basket.paid' }, true, 'basket.paid is true', 'true'],
  [
    { js: 'basket.items', equals: [{ name: 'Lamp' }] },
    true,
    'basket.items is [{"name":"Lamp"}]',
    '[{"id":1,"name":"Lamp"}]',
  ],
  [
    { js: 'basket.items', equals: [{ name: 'Rug' }] },
    false,
    'basket.items is [{"name":"Rug"}]',
    '[0].name is "Lamp"',
  ],
  [{ js: 'basket.lost', equals: null }, false, 'basket.lost is null', 'a fault'],
  [{ actions: { max: 3, min: 1 } }, true, 'the actions: at most 3 actions, at least 1 action', '3 actions'],
  [{ actions: { max: 2 } }, false, 'the actions: at most 2 actions', '3 actions'],
  [{ actions: { min: 4 } }, false, 'the actions: at least 4 actions', '3 actions'],
  [
    { actions: { never: [{ intent: 'load' }] } },
    false,
    'the actions: never load',
    'load on “” (then at http://crm.test/admin)',
  ],
  [
    { actions: { never: [{ target: 'delete account' }] } },
    true,
    'the actions: never an action on “delete account”',
    '3 actions',
  ],
  [
    { actions: { never: [{ url: '**/admin' }] } },
    false,
    'the actions: never an action that leads to **/admin',
    'load on “” (then at http://crm.test/admin)',
  ],
  [
    { actions: { some: [{ intent: 'click', target: 'open' }] } },
    true,
    'the actions: one click on “open”',
    '3 actions',
  ],
  [{ actions: { some: [{ intent: 'submit' }] } }, false, 'the actions: one submit', 'no submit'],
  [
    { download: { name: '/\\.pdf$/', size: { min: 1_000 } } },
    true,
    'there is a downloaded file named /\\.pdf$/ of 1000 bytes or more',
    'invoice.pdf (4200 bytes)',
  ],
  [
    { download: { size: { min: 4200, max: 4200 } } },
    true,
    'there is a downloaded file of 4200 bytes',
    'invoice.pdf (4200 bytes)',
  ],
  [
    { download: { name: 'invoice', size: { max: 100 } } },
    false,
    'there is a downloaded file named “invoice” of 100 bytes or fewer',
    'invoice.pdf (4200 bytes)',
  ],
];

for (const [check, pass, label, actual] of QUERY_AND_RECORD_CHECKS)
  test(`${label} – ${pass ? 'passes' : 'fails'}`, async () => {
    const result = await judgeCheck(check, pageProbe, notAborted, { ...ONE_ATTEMPT, turns: TURNS });
    expect(result).toMatchObject({ pass, label, actual });
    expect(
      await judgeCheck({ ...check, gate: false }, pageProbe, notAborted, { ...ONE_ATTEMPT, turns: TURNS }),
    ).toEqual({
      ...result,
      soft: true,
    });
  });

const PAGE_CHECKS: { check: Check; pass: boolean; label: string; actual: string }[] = [
  {
    check: { url: '**/booking/*' },
    pass: true,
    label: 'the address is **/booking/*',
    actual: 'http://crm.test/booking/KL3T9Q',
  },
  {
    check: { url: '**/edit' },
    pass: false,
    label: 'the address is **/edit',
    actual: 'http://crm.test/booking/KL3T9Q',
  },
  {
    check: { text: 'kl3t9q is cancelled' },
    pass: true,
    label: 'the page says “kl3t9q is cancelled”',
    actual: 'Booking KL3T9Q is cancelled',
  },
  {
    check: { text: '/active/' },
    pass: false,
    label: 'the page says /active/',
    actual: 'Booking KL3T9Q is cancelled',
  },
  {
    check: { element: { role: 'status', text: '/cancelled/i', state: 'visible' } },
    pass: true,
    label: 'status with the text /cancelled/i is visible',
    actual: 'visible',
  },
  {
    check: { element: { role: 'status', text: 'open', state: 'visible' } },
    pass: false,
    label: 'status with the text “open” is visible',
    actual: '“Cancelled”, “Surname”',
  },
  {
    check: { element: { role: 'status', state: 'hidden' } },
    pass: false,
    label: 'status is hidden',
    actual: '“Cancelled”, “Surname”',
  },
  {
    check: { element: { name: 'Surname', value: { equals: 'Okafor' }, state: 'visible' } },
    pass: true,
    label: 'an element named “Surname” with the value exactly “Okafor” is visible',
    actual: 'visible',
  },
];

for (const { check, pass, label, actual } of PAGE_CHECKS) {
  test(`${pass ? 'passes' : 'fails'}: ${label}`, async () => {
    expect(await judgeCheck(check, pageProbe, notAborted, ONE_ATTEMPT)).toMatchObject({
      pass,
      label,
      actual,
    });
  });
}

test('waits for the expected URL', async () => {
  let attempts = 0;
  const probe = createFakeProbe({ url: () => (++attempts < 5 ? 'http://a.test/' : 'http://a.test/done') });
  expect(await judgeCheck({ url: '**/done' }, probe, notAborted, MANY_ATTEMPTS)).toMatchObject({
    pass: true,
  });
  expect(attempts).toBe(5);
});

test('waits for the expected text', async () => {
  let attempts = 0;
  const probe = createFakeProbe({
    url: 'http://a.test/',
    text: () => (++attempts < 5 ? 'Loading' : 'Ready'),
  });
  expect(await judgeCheck({ text: 'ready' }, probe, notAborted, MANY_ATTEMPTS)).toMatchObject({ pass: true });
});

test('the probe waits for elements', async () => {
  const probe = createFakeProbe({ url: 'http://a.test/', elements: [{ role: 'status' }] });
  await judgeCheck({ element: { role: 'status', state: 'visible' } }, probe, notAborted);
  expect(probe.waitCalls.map(({ ms }) => ms)).toEqual([5_000]);
});

test('an unreadable page fails the check with the reason', async () => {
  const probe = createFakeProbe({
    url: 'http://a.test/',
    text: () => Promise.reject(new Error('the tab is closed')),
  });
  const result = await judgeCheck({ text: 'x' }, probe, notAborted, ONE_ATTEMPT);
  expect(result).toMatchObject({ pass: false, actual: 'the page could not be read (the tab is closed)' });
});

test('a page that never answers does not hang the check', async () => {
  const probe = createFakeProbe({ url: 'http://a.test/', text: () => new Promise(() => {}) });
  const result = await judgeCheck({ text: 'x' }, probe, notAborted, { ...ONE_ATTEMPT, requestTimeoutMs: 5 });
  expect(result.pass).toBe(false);
  expect(result.actual).toContain('no answer from the page');
});

test('an abort ends the wait and throws its reason', async () => {
  const stop = new AbortController();
  const probe = createFakeProbe({
    url: () => {
      stop.abort(new Error('stopped'));
      return 'http://a.test/';
    },
  });
  await expect(judgeCheck({ url: '**/done' }, probe, stop.signal, MANY_ATTEMPTS)).rejects.toThrow('stopped');
});

test('only an excerpt of a long page is quoted', async () => {
  const probe = createFakeProbe({ url: 'http://a.test/', text: 'word '.repeat(10_000) });
  expect((await judgeCheck({ text: 'x' }, probe, notAborted, ONE_ATTEMPT)).actual.length).toBeLessThan(220);
});

const createResponder =
  (status: number, body: unknown): RequestListener =>
  (_request, response) => {
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const judgeHttpCheck = (http: NonNullable<Check['http']>) =>
  judgeCheck({ http }, pageProbe, notAborted, ONE_ATTEMPT);

test.describe('over HTTP', () => {
  let server: Server;
  let base: string;
  let handle: RequestListener;
  const requests: { method: string; url: string; type: string; body: string }[] = [];

  test.beforeEach(async () => {
    requests.length = 0;
    const receive = async (request: IncomingMessage): Promise<void> => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      const { method = '', url = '', headers } = request;
      requests.push({ method, url, type: headers['content-type'] ?? '', body });
    };
    server = createServer((request, response) => {
      void receive(request).then(() => handle(request, response));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  test.afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test('any success status passes if the check expects nothing else of the response', async () => {
    handle = createResponder(204, '');
    expect(await judgeHttpCheck({ get: `${base}/x` })).toMatchObject({
      pass: true,
      label: `GET ${base}/x answers as expected`,
      expected: 'status 2xx',
    });
  });

  test('an error status fails and shows what the server said', async () => {
    handle = createResponder(500, 'database is gone');
    expect(await judgeHttpCheck({ get: `${base}/x` })).toMatchObject({
      pass: false,
      actual: 'status 500: database is gone',
    });
  });

  test('a check can expect an error status', async () => {
    handle = createResponder(404, 'no such booking');
    expect(
      await judgeHttpCheck({ get: `${base}/x`, expect: { status: 404, text: 'NO SUCH' } }),
    ).toMatchObject({
      pass: true,
    });
  });

  test('a POST request sends its JSON once', async () => {
    handle = createResponder(200, { success: false });
    const result = await judgeCheck(
      { http: { post: `${base}/evaluate`, json: { ref: 'K' }, expect: { json: { success: true } } } },
      pageProbe,
      notAborted,
      MANY_ATTEMPTS,
    );
    expect(result).toMatchObject({ pass: false, actual: 'success is false' });
    expect(requests).toEqual([
      { method: 'POST', url: '/evaluate', type: 'application/json', body: '{"ref":"K"}' },
    ]);
  });

  test('a GET request is repeated until it passes', async () => {
    handle = (request, response) => createResponder(200, { ready: requests.length > 3 })(request, response);
    expect(
      await judgeCheck(
        { http: { get: base, expect: { json: { ready: true } } } },
        pageProbe,
        notAborted,
        MANY_ATTEMPTS,
      ),
    ).toMatchObject({ pass: true });
    expect(requests).toHaveLength(4);
  });

  for (const [name, expected, actual] of [
    ['additional keys are ignored', { booking: { status: 'cancelled' } }, null],
    [
      'a differing value is named by its path',
      { booking: { status: 'open' } },
      'booking.status is "cancelled"',
    ],
    ['a missing key is named', { booking: { refund: 1 } }, 'booking.refund is missing'],
    ['lists are compared entry by entry', { legs: [{ to: 'OSL' }, { to: 'BGO' }] }, 'legs[1].to is "TRD"'],
    ['lists must have the same length', { legs: [{ to: 'OSL' }] }, 'legs has 2 entries, not 1'],
    ['a text does not equal a number', { seats: '2' }, 'seats is 2'],
    ['null equals null', { note: null }, null],
  ] as const) {
    test(`when JSON is compared, ${name}`, async () => {
      handle = createResponder(200, {
        booking: { status: 'cancelled', ref: 'K' },
        legs: [{ to: 'OSL' }, { to: 'TRD' }],
        seats: 2,
        note: null,
      });
      const result = await judgeHttpCheck({ get: base, expect: { json: expected } });
      expect(result.pass).toBe(actual === null);
      if (actual !== null) expect(result.actual).toBe(actual);
    });
  }

  test('a response that is HTML instead of JSON is quoted', async () => {
    handle = createResponder(200, '<h1>Sign in</h1>');
    expect(await judgeHttpCheck({ get: base, expect: { json: {} } })).toMatchObject({
      pass: false,
      actual: 'no JSON, but <h1>Sign in</h1>',
    });
  });

  test('a server that never answers fails the check in time', async () => {
    handle = () => {};
    const result = await judgeCheck({ http: { get: base } }, pageProbe, notAborted, {
      ...ONE_ATTEMPT,
      requestTimeoutMs: 30,
    });
    expect(result).toMatchObject({ pass: false, actual: 'no answer within 0.03 s' });
  });

  test('a dropped connection fails the check', async () => {
    handle = (request) => request.socket.destroy();
    expect(await judgeHttpCheck({ get: base })).toMatchObject({
      pass: false,
      actual: 'the connection was closed',
    });
  });

  test('an unreachable server fails the check', async () => {
    await new Promise((resolve) => server.close(resolve));
    expect(await judgeHttpCheck({ get: base })).toMatchObject({
      pass: false,
      actual: 'connection refused',
    });
    server.listen(0);
  });

  test('an abort does not count as a failed check', async () => {
    const stop = new AbortController();
    handle = () => stop.abort(new Error('stopped'));
    await expect(judgeCheck({ http: { get: base } }, pageProbe, stop.signal, MANY_ATTEMPTS)).rejects.toThrow(
      'stopped',
    );
  });

  test('a reset sends the given JSON', async () => {
    handle = createResponder(200, 'ok');
    await resetSite({ post: `${base}/reset`, json: { ref: 'K' } }, notAborted);
    expect(requests[0]).toMatchObject({ method: 'POST', url: '/reset', body: '{"ref":"K"}' });
  });

  test('a site that cannot be reset causes an infrastructure error', async () => {
    handle = createResponder(503, 'busy');
    const error = await resetSite({ post: `${base}/reset` }, notAborted).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ParleyError);
    expect(error).toMatchObject({
      kind: 'infra',
      message: `The site could not be reset (POST ${base}/reset): it answered with status 503.`,
    });
  });
});
