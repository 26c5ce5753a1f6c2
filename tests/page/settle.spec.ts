import { expect, signal, test } from '../support/browser.js';
import { serve, type TestServer } from '../support/server.js';

/** The cases of a settle laboratory: what a click starts, and what must be on the page when settling ends. */
const CASES: { name: string; script: string; expected: string; reason?: string }[] = [
  { name: 'nothing happens', script: '', expected: 'start' },
  {
    name: 'a fetch and a delayed render',
    script: `fetch('/slow?300').then(() => setTimeout(() => show('rendered'), 60))`,
    expected: 'rendered',
  },
  { name: 'a slow fetch', script: `fetch('/slow?1500').then(() => show('rendered'))`, expected: 'rendered' },
  {
    name: 'pushState and text a little later',
    script: `history.pushState({}, '', '/pushed'); setTimeout(() => show('pushed'), 150)`,
    expected: 'pushed',
  },
  {
    name: 'a finite animation',
    script: `out.animate([{opacity:.9},{opacity:1}], 400).finished.then(() => show('moved'))`,
    expected: 'moved',
  },
  {
    name: 'a delayed location',
    script: `setTimeout(() => location = '/other', 250)`,
    expected: 'other page',
    reason: 'navigated',
  },
  { name: 'a slow link', script: `location = '/slow?400'`, expected: 'slow answer', reason: 'navigated' },
  { name: 'a poller', script: `setInterval(() => fetch('/slow?1'), 100)`, expected: 'start' },
  {
    name: 'a page that ticks without end',
    script: `setInterval(() => show('tick ' + (window.n = (window.n ?? 0) + 1)), 30)`,
    expected: 'tick',
    reason: 'still-moving',
  },
  { name: 'an event source', script: `new EventSource('/events')`, expected: 'start' },
  { name: 'an empty answer (204)', script: `location = '/empty'`, expected: 'start' },
];

let server: TestServer;
test.beforeAll(async () => {
  server = await serve((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    const html = { 'content-type': 'text/html' };
    if (url.pathname === '/empty') response.writeHead(204).end();
    else if (url.pathname === '/events')
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
    else if (url.pathname === '/slow')
      setTimeout(() => response.writeHead(200, html).end('<p>slow answer</p>'), Number(url.search.slice(1)));
    else if (url.pathname === '/other') response.writeHead(200, html).end('<p>other page</p>');
    else {
      const script = CASES[Number(url.searchParams.get('case'))]?.script ?? '';
      response.writeHead(200, html)
        .end(`<p id=out>start</p><script>const show = (t) => { out.textContent = t; };</script><button id=b>Go</button>
        <script>b.onclick = () => { ${script} };</script>`);
    }
  });
});
test.afterAll(() => server.close());

for (const [i, { name, script, expected, reason }] of CASES.entries())
  test(`settles rightly: ${name}`, async ({ surface }) => {
    await surface.open(`${server.url}/?case=${i}`, signal);
    const { candidates } = await surface.observe({}, signal);
    const { uid } = candidates.find((c) => c.name === 'Go')!;
    const { outcome } = await surface.perform({ intent: 'click', uid }, signal);
    expect(await surface.probe.text()).toContain(expected);
    if (script === '' || expected === 'start') expect(outcome.status).toBe('no-effect');
    else expect(outcome.status).toBe('done');
    if (reason && outcome.status === 'done') expect(outcome.settle.reason).toBe(reason);
  });
