import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { chromium } from 'playwright';

import { expect, test } from '../../support/browser.js';
import { findInstalledBrowser } from '../../../src/page/browser/launch.js';
import { egressGuardOf } from '../../../src/page/egress/guard.js';
import {
  createSurface,
  findDevice,
  openBrowser,
  readStorageState,
  type BrowserOptions,
  type ContextOptions,
} from '../../../src/page/index.js';
import { FULL_BROWSER, signal } from '../../support/browser.js';
import { createPageListener, startServer } from '../../support/server.js';
import { findUnusedPort, createEgress, startSite } from '../egress/guarded-sites.js';

const PAGE_LISTENER = createPageListener({
  '/': '<title>Shop</title><button onclick="document.title=\'Bought\'">Buy</button>',
  '/popup': '<title>Popup</title><button onclick="window.open(\'/\')">Open</button>',
});

async function withContext<T>(
  browserOptions: BrowserOptions,
  contextOptions: ContextOptions,
  body: (opened: Awaited<ReturnType<Awaited<ReturnType<typeof openBrowser>>['openContext']>>) => Promise<T>,
): Promise<T> {
  const openedBrowser = await openBrowser(browserOptions);
  try {
    const openContext = await openedBrowser.openContext(contextOptions);
    try {
      return await body(openContext);
    } finally {
      await openContext.close();
    }
  } finally {
    await openedBrowser.close();
  }
}

interface RunningChrome {
  child: ChildProcess;
  url: string;
  /** Returns the URLs of all open tabs. */
  tabUrls(): Promise<string[]>;
  close(): Promise<void>;
}

/** Starts Chrome with remote debugging, as a user would. */
async function startChrome(profileFolder: string, startUrl: string): Promise<RunningChrome> {
  mkdirSync(profileFolder, { recursive: true });
  const child = spawn(
    findInstalledBrowser().path,
    ['--headless', '--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${profileFolder}`, startUrl],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stderr.on('data', (data: Buffer) => {
      text += data.toString();
      const port = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1];
      if (port) resolve(port);
    });
    child.once('exit', () => reject(new Error(`Chrome ended: ${text}`)));
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    child,
    url,
    tabUrls: async () => {
      const targets = (await (await fetch(`${url}/json/list`)).json()) as { type: string; url: string }[];
      return targets.filter(({ type }) => type === 'page').map((tab) => tab.url);
    },
    close: async () => {
      // The program may be a script that starts the browser, so the whole process group is killed.
      process.kill(-child.pid!, 'SIGKILL');
      await exit;
    },
  };
}

test.describe('connecting to a running Chrome', () => {
  test('Parley opens a new tab with the user’s logins and does not touch other tabs', async ({}, info) => {
    const server = await startServer(PAGE_LISTENER);
    const chrome = await startChrome(info.outputPath('profile'), `${server.url}/mine`);
    try {
      await withContext(
        { connect: chrome.url },
        { egress: createEgress({ allowPrivate: true }) },
        async (opened) => {
          await opened.context.addCookies([{ name: 'login', value: 'yes', url: server.url }]);
          const surface = await createSurface(opened.context, { page: opened.page, ownsTab: opened.ownsTab });
          await surface.open(`${server.url}/`, signal);
          const observation = await surface.observe({}, signal);
          expect(observation.tabs).toHaveLength(1);
          const { outcome } = await surface.perform(
            { intent: 'click', uid: observation.candidates[0]!.uid },
            signal,
          );
          expect(outcome.status).toBe('done');
          expect(await surface.probe.title()).toBe('Bought');
          expect(await chrome.tabUrls()).toContain(`${server.url}/mine`);
          await surface.close();
        },
      );
      await expect.poll(() => chrome.tabUrls()).toEqual([`${server.url}/mine`]);
      expect(chrome.child.exitCode).toBeNull();
      await withContext({ connect: chrome.url }, {}, async ({ context }) => {
        expect((await context.cookies(server.url)).map(({ name }) => name)).toContain('login');
      });
    } finally {
      await chrome.close();
      await server.close();
    }
  });

  test('the session includes tabs that its pages open but not tabs that the user opens', async ({}, info) => {
    const server = await startServer(PAGE_LISTENER);
    const chrome = await startChrome(info.outputPath('profile'), 'about:blank');
    try {
      await withContext({ connect: chrome.url }, {}, async (opened) => {
        const surface = await createSurface(opened.context, { page: opened.page, ownsTab: opened.ownsTab });
        await surface.open(`${server.url}/popup`, signal);
        await fetch(`${chrome.url}/json/new?${server.url}/users`, { method: 'PUT' });
        await expect.poll(() => chrome.tabUrls()).toContain(`${server.url}/users`);
        const button = (await surface.observe({}, signal)).candidates[0]!;
        const { outcome } = await surface.perform({ intent: 'click', uid: button.uid }, signal);
        expect(outcome).toMatchObject({
          effects: expect.arrayContaining([expect.objectContaining({ type: 'tab-opened' })]),
        });
        const { tabs } = await surface.observe({}, signal);
        expect(tabs.map(({ url }) => url)).toEqual([`${server.url}/popup`, `${server.url}/`]);
        await surface.close();
      });
      await expect
        .poll(async () => (await chrome.tabUrls()).sort())
        .toEqual(['about:blank', `${server.url}/users`]);
    } finally {
      await chrome.close();
      await server.close();
    }
  });

  test('the egress guard applies to the session’s tabs, including redirects and frames', async ({}, info) => {
    const otherSite = await startSite('127.0.0.2');
    const server = await startServer((request, response) => {
      if (request.url === '/hop')
        response.writeHead(302, { location: `http://127.0.0.2:${otherSite.port}/` });
      else response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<title>Home</title>');
    });
    const chrome = await startChrome(info.outputPath('profile'), 'about:blank');
    try {
      await withContext(
        { connect: chrome.url },
        { egress: createEgress({ allow: ['127.0.0.1'] }) },
        async (opened) => {
          const guard = egressGuardOf(opened.context)!;
          guard.admit(server.url);
          await opened.page.goto(server.url);
          const refusedUrl = `http://127.0.0.2:${otherSite.port}/`;
          for (const url of [refusedUrl, `${server.url}/hop`]) {
            await opened.page.evaluate(
              (to) =>
                fetch(to, { mode: 'no-cors' }).then(
                  () => 0,
                  () => 0,
                ),
              url,
            );
            expect(guard.takeRefusals()).toMatchObject([{ host: '127.0.0.2' }]);
            await expect(opened.page.goto(url)).rejects.toThrow('ERR_ABORTED');
            expect(guard.findRefusedNavigation(opened.page, 0)?.host).toBe('127.0.0.2');
            guard.takeRefusals();
            await opened.page.evaluate((to) => {
              document.body.innerHTML = `<iframe src="${to}"></iframe>`;
            }, url);
            await expect.poll(() => guard.takeRefusals().length).toBe(1);
          }
          // A browser that Parley connects to may open a connection early, but it sends no request.
          expect(otherSite.receivedRequests).toEqual([]);
        },
      );
    } finally {
      await chrome.close();
      await server.close();
      await otherSite.close();
    }
  });

  test('an isolated context has no user data, uses the proxy and accepts every option', async ({}, info) => {
    const server = await startServer(PAGE_LISTENER);
    const chrome = await startChrome(info.outputPath('profile'), `${server.url}/mine`);
    try {
      await withContext(
        { connect: chrome.url, isolated: true },
        { locale: 'de-CH', egress: createEgress({}) },
        async ({ page, context }) => {
          expect(await page.evaluate(() => navigator.language)).toBe('de-CH');
          await expect(page.goto(`${server.url}/`)).rejects.toThrow('ERR_ABORTED');
          expect(egressGuardOf(context)!.takeRefusals()).toMatchObject([{ host: '127.0.0.1' }]);
        },
      );
      expect(await chrome.tabUrls()).toEqual([`${server.url}/mine`]);
    } finally {
      await chrome.close();
      await server.close();
    }
  });

  test('context options that a running browser does not support are refused, and the error names the flag', async ({}, info) => {
    const chrome = await startChrome(info.outputPath('profile'), 'about:blank');
    try {
      const browser = await openBrowser({ connect: chrome.url });
      await expect(browser.openContext({ locale: 'de-CH' })).rejects.toMatchObject({
        kind: 'usage',
        message: expect.stringContaining('--locale'),
        next: expect.stringContaining('--isolated'),
      });
      await browser.close();
    } finally {
      await chrome.close();
    }
  });

  test('if no browser runs at the address, the error explains how to start one', async () => {
    const unusedPort = await findUnusedPort();
    await expect(openBrowser({ connect: `http://127.0.0.1:${unusedPort}` })).rejects.toMatchObject({
      kind: 'infra',
      message: `No browser is responding at http://127.0.0.1:${unusedPort}.`,
      next: expect.stringContaining(`--remote-debugging-port=${unusedPort} --user-data-dir=`),
    });
    const server = await startServer(PAGE_LISTENER);
    await expect(openBrowser({ connect: server.url })).rejects.toMatchObject({
      kind: 'infra',
      message: expect.stringContaining(server.url),
    });
    await expect(openBrowser({ connect: `ws://127.0.0.1:${unusedPort}/` })).rejects.toMatchObject({
      kind: 'infra',
      next: expect.stringContaining('playwright run-server'),
    });
    await server.close();
  });
});

test('a Playwright server provides a context with the egress guard and keeps running afterwards', async () => {
  const localSite = await startSite('127.0.0.1');
  const server = await chromium.launchServer({ executablePath: findInstalledBrowser().path });
  try {
    for (let round = 0; round < 2; round++)
      await withContext({ connect: server.wsEndpoint() }, { egress: createEgress({}) }, async (opened) => {
        const surface = await createSurface(opened.context, { page: opened.page, ownsTab: opened.ownsTab });
        await opened.page.setContent('<button>Works</button>');
        expect((await surface.observe({}, signal)).candidates[0]!.name).toBe('Works');
        await opened.page.evaluate(
          (url) =>
            fetch(url).then(
              () => 0,
              () => 0,
            ),
          `http://127.0.0.1:${localSite.port}/`,
        );
        expect((await surface.observe({}, signal)).pageEvents).toMatchObject([{ host: '127.0.0.1' }]);
        await surface.close();
      });
    expect(localSite.connectionCount).toBe(0);
  } finally {
    await server.close();
    await localSite.close();
  }
});

test.describe('a persistent profile', () => {
  test('keeps its data between sessions, and the egress guard applies', async ({}, info) => {
    const localSite = await startSite('127.0.0.1');
    const profile = info.outputPath('profile');
    const url = `http://localhost:${localSite.port}/`;
    const options = { egress: createEgress({ allowPrivate: true, allow: ['localhost'] }) };
    await withContext({ profile }, options, async ({ page, context }) => {
      await page.goto(url);
      await page.evaluate(() => localStorage.setItem('who', 'me'));
      expect(context.pages()).toHaveLength(1);
      await expect(page.goto('http://other.test/')).rejects.toThrow('ERR_ABORTED');
    });
    await withContext({ profile }, options, async ({ page }) => {
      await page.goto(url);
      expect(await page.evaluate(() => localStorage.getItem('who'))).toBe('me');
    });
    await localSite.close();
  });

  test('that is in use by another browser causes an error that contains its path', async ({}, info) => {
    const profile = info.outputPath('profile');
    // The headless shell does not lock profiles.
    await withContext({ profile, browserPath: FULL_BROWSER }, {}, async () => {
      const secondBrowser = await openBrowser({ profile, browserPath: FULL_BROWSER });
      await expect(secondBrowser.openContext({})).rejects.toMatchObject({
        kind: 'infra',
        message: `The profile ${profile} is in use by another browser.`,
        next: expect.stringContaining('Close that browser'),
      });
    });
  });
});

test.describe('storage state', () => {
  test('is saved at the end and loaded at the start', async ({}, info) => {
    const localSite = await startSite('127.0.0.1');
    const file = join(info.outputPath('deep'), 'state.json');
    const url = `http://localhost:${localSite.port}/`;
    await withContext({}, { saveStorageState: file }, async ({ page }) => {
      await page.goto(url);
      await page.evaluate(() => {
        document.cookie = 'login=yes';
        localStorage.setItem('who', 'me');
      });
    });
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, 'utf8')).toContain('login');
    await withContext({}, { storageState: file }, async ({ page }) => {
      await page.goto(url);
      expect(await page.evaluate(() => document.cookie + localStorage.getItem('who'))).toBe('login=yesme');
    });
    await localSite.close();
  });

  const INVALID_FILES: [name: string, text: string, reason: string][] = [
    ['text that is not JSON', 'cookies: []', 'it is not JSON'],
    ['a list', '[]', 'it is not a JSON object'],
    ['an incomplete cookie', '{"cookies":[{"name":"a"}]}', 'cookie 1 has no name or no value'],
    ['origins that are not a list', '{"origins":{}}', '“origins” is not a list'],
  ];
  for (const [name, text, reason] of INVALID_FILES)
    test(`a file with ${name} is refused; the error contains the path and the reason`, ({}, info) => {
      const file = info.outputPath('state.json');
      writeFileSync(file, text);
      expect(() => readStorageState(file)).toThrow(
        expect.objectContaining({ kind: 'usage', message: expect.stringContaining(reason) }),
      );
      expect(() => readStorageState(file)).toThrow(file);
    });
});

test('language, time zone, location, device, colour scheme and user agent are emulated', async () => {
  const localSite = await startSite('127.0.0.1');
  await withContext(
    {},
    {
      device: 'pixel 7',
      locale: 'de-CH',
      timezone: 'Asia/Tokyo',
      geolocation: { latitude: 59.91, longitude: 10.75 },
      colorScheme: 'dark',
      userAgent: 'Somebody/1.0',
      egress: createEgress({ allowPrivate: true }),
    },
    async ({ page }) => {
      await page.goto(`http://localhost:${localSite.port}/`);
      const emulatedValues = await page.evaluate(async () => ({
        language: navigator.language,
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        agent: navigator.userAgent,
        touch: navigator.maxTouchPoints > 0,
        width: innerWidth,
        dark: matchMedia('(prefers-color-scheme: dark)').matches,
        place: await new Promise((resolve) =>
          navigator.geolocation.getCurrentPosition(
            ({ coords }) => resolve([coords.latitude, coords.longitude]),
            (error) => resolve(error.message),
          ),
        ),
      }));
      expect(emulatedValues).toMatchObject({
        language: 'de-CH',
        zone: 'Asia/Tokyo',
        agent: 'Somebody/1.0',
        touch: true,
        dark: true,
        place: [59.91, 10.75],
      });
      expect(page.viewportSize()).toEqual(findDevice('Pixel 7').viewport);
    },
  );
  await localSite.close();
});

test('HTTP authentication uses the given credentials; blocked service workers are not registered', async () => {
  const server = await startServer((request, response) => {
    if (request.headers.authorization !== `Basic ${Buffer.from('me:secret').toString('base64')}`)
      response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' });
    else
      response.writeHead(200, { 'content-type': request.url === '/sw.js' ? 'text/javascript' : 'text/html' });
    response.end(request.url === '/sw.js' ? '' : '<title>In</title>');
  });
  await withContext(
    {},
    {
      httpCredentials: { username: 'me', password: 'secret' },
      blockServiceWorkers: true,
      egress: createEgress({ allowPrivate: true }),
    },
    async ({ page, context }) => {
      await page.goto(server.url);
      expect(await page.title()).toBe('In');
      await page.evaluate(() => void navigator.serviceWorker.register('/sw.js'));
      expect(context.serviceWorkers()).toEqual([]);
      expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
        0,
      );
    },
  );
  await server.close();
});

test('the error for an unknown device name suggests the most similar one', () => {
  expect(() => findDevice('Pixle 7')).toThrow(
    expect.objectContaining({ kind: 'usage', next: 'Did you mean --device "Pixel 7"?' }),
  );
});
