import { CASES, type SettlingCase } from '../../fixtures/settling/cases.mjs';
import { startFixtures, type Fixtures } from '../../fixtures/server.mjs';
import type { PageSurface } from '../../src/page/index.js';
import { createUnguardedContext } from '../../src/page/index.js';
import { NetworkActivity, settle } from '../../src/page/settle.js';
import { expect, observeAllFrames, SHIPPED_LIMITS, signal, test } from '../support/browser.js';
import { startServer, type TestServer } from '../support/server.js';

test.use(SHIPPED_LIMITS);

let site: Fixtures;
test.beforeAll(async () => {
  site = await startFixtures();
});
test.afterAll(() => site.close());

/** Opens the page of a case and returns a function that clicks its start button. */
async function openCase(surface: PageSurface, { name, target = 'Go' }: SettlingCase) {
  await surface.open(`${site.url}/settling/${name}`, signal);
  return async () => {
    const { candidates } = await surface.observe({}, signal);
    const { uid } = candidates.find((candidate) => candidate.name === target)!;
    return (await surface.perform({ intent: 'click', uid }, signal)).outcome;
  };
}

async function readVisibleText(surface: PageSurface): Promise<string> {
  const { text } = await observeAllFrames(surface, { text: true });
  return text.map((block) => block.text).join('\n');
}

test.describe('settling', () => {
  for (const settlingCase of CASES)
    test(`${settlingCase.about} (${settlingCase.name})`, async ({ surface }) => {
      const clickStart = await openCase(surface, settlingCase);
      const outcome = await clickStart();
      expect(await readVisibleText(surface)).toContain(settlingCase.expected);
      if (outcome.status !== 'done' && outcome.status !== 'no-effect')
        throw new Error(JSON.stringify(outcome));
      expect(outcome.settle.reason).toBe(settlingCase.reason);
      // Other tests check which changes are attributed to the action.
      if (!settlingCase.changesInBackground)
        expect(outcome.status).toBe(settlingCase.expected === 'start' ? 'no-effect' : 'done');
    });
});

test('the next action does not wait again for a request that timed out', async ({ surface }) => {
  const clickStart = await openCase(
    surface,
    CASES.find(({ name }) => name === 'long-poll')!,
  );
  expect(await clickStart()).toMatchObject({ settle: { reason: 'timeout' } });
  expect(await clickStart()).toMatchObject({ settle: { reason: 'quiet' } });
});

test.describe('opening a page', () => {
  let server: TestServer;
  test.beforeAll(async () => {
    server = await startServer((request, response) => {
      const htmlHeaders = { 'content-type': 'text/html' };
      const { pathname } = new URL(request.url ?? '/', 'http://x');
      if (pathname === '/data') setTimeout(() => response.end('late data'), 600);
      else if (pathname === '/polling')
        response
          .writeHead(200, htmlHeaders)
          .end(`<p>polling</p><script>setInterval(() => fetch('/'), 100); fetch('/');</script>`);
      else if (pathname === '/fetching')
        response.writeHead(200, htmlHeaders).end(`<p id=out>loading</p><script>
          onload = () => setTimeout(() => fetch('/data').then((r) => r.text()).then((t) => { out.textContent = t; }), 100);
        </script>`);
      else response.writeHead(200, htmlHeaders).end('<p>other</p>');
    });
  });
  test.afterAll(() => server.close());

  test('waits until the page shows data that it fetches after loading', async ({ surface }) => {
    const { settle } = await surface.open(`${server.url}/fetching`, signal);
    expect(await surface.probe.text()).toContain('late data');
    expect(settle.reason).toBe('navigated');
  });

  test('ends even if the page polls constantly', async ({ surface }) => {
    const { settle } = await surface.open(`${server.url}/polling`, signal);
    expect(settle.reason).toBe('navigated');
  });
});

test.describe('settle', () => {
  test('ends as soon as a dialog opens', async ({ chromium }) => {
    const page = await (await createUnguardedContext(chromium)).newPage();
    await page.setContent(`<button onclick="setTimeout(() => confirm('Really?'), 100)">Go</button>`);
    let openDialog = (): void => undefined;
    const dialogOpened = new Promise<void>((resolve) => {
      openDialog = resolve;
    });
    const dialogs = { isOpen: false, waitForOpen: () => dialogOpened };
    page.on('dialog', () => {
      dialogs.isOpen = true;
      openDialog();
    });
    const activity = new NetworkActivity(page);
    await page.click('button');
    expect(await settle(page, activity, signal, { dialogs })).toMatchObject({ reason: 'dialog' });
    // The dialog is still open, so the next wait ends immediately.
    expect(await settle(page, activity, signal, { dialogs })).toMatchObject({ reason: 'dialog' });
    activity.release();
    await page.context().close();
  });

  test('ends when the page closes itself', async ({ chromium }) => {
    const context = await createUnguardedContext(chromium);
    const opener = await context.newPage();
    const [page] = await Promise.all([
      context.waitForEvent('page'),
      opener.evaluate(() => void window.open('about:blank')),
    ]);
    const activity = new NetworkActivity(page);
    const settlePromise = settle(page, activity, signal);
    await page.evaluate(() => window.close()).catch(() => undefined);
    expect(await settlePromise).toMatchObject({ reason: 'closed' });
    activity.release();
    await context.close();
  });

  test('ends when aborted, and removes its listeners', async ({ chromium }) => {
    const page = await (await createUnguardedContext(chromium)).newPage();
    const events = ['request', 'response', 'requestfinished', 'requestfailed', 'framenavigated'];
    events.push('framedetached', 'load', 'close');
    const countListeners = () =>
      events.map((event) => (page as unknown as NodeJS.EventEmitter).listenerCount(event));
    const initialCounts = countListeners();
    await page.goto(`${site.url}/settling/long-poll`);
    const activity = new NetworkActivity(page);
    await page.click('button');
    const stopController = new AbortController();
    const settlePromise = settle(page, activity, stopController.signal);
    stopController.abort(new Error('stopped by the test'));
    await expect(settlePromise).rejects.toThrow('stopped by the test');
    activity.release();
    expect(countListeners()).toEqual(initialCounts);
    await page.context().close();
  });
});
