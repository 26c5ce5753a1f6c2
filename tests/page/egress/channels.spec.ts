/**
 * Every way in which a page can send a request, tested with an allowed host and a refused host. If the host is refused,
 * the guard reports the request, and the host receives no connection.
 */
import type { Page } from 'playwright';

import { egressGuardOf } from '../../../src/page/egress/guard.js';
import { expect, test as base } from '../../support/browser.js';
import { createEgress, startSite, type RecordingSite } from './guarded-sites.js';

interface Sites {
  home: RecordingSite;
  /** URL of the page that sends the request. */
  homeUrl: string;
}

const test = base.extend<Sites>({
  home: async ({}, use) => {
    const homeSite = await startSite('127.0.0.1', (request, response) => {
      const url = new URL(request.url ?? '/', 'http://x');
      if (url.pathname === '/hop') {
        response.writeHead(302, {
          location: url.searchParams.get('to')!,
          'access-control-allow-origin': '*',
        });
        response.end();
        return true;
      }
      if (!url.pathname.endsWith('.js')) return false;
      response.writeHead(200, { 'content-type': 'text/javascript' });
      response.end(
        url.pathname === '/service.js'
          ? "addEventListener('install', () => skipWaiting()); addEventListener('activate', (e) => e.waitUntil(clients.claim())); addEventListener('message', (e) => e.waitUntil(fetch(e.data, { mode: 'no-cors' }).catch(() => 0)))"
          : "onmessage = (e) => fetch(e.data, { mode: 'no-cors' }); onconnect = (e) => { e.ports[0].onmessage = (m) => fetch(m.data, { mode: 'no-cors' }) }",
      );
      return true;
    });
    await use(homeSite);
    await homeSite.close();
  },
  // Service workers require a secure origin.
  homeUrl: ({ home }, use) => use(`http://localhost:${home.port}`),
});

/** Each function makes the page send a request to `url`. */
const CHANNELS: Record<string, (page: Page, url: string, homeUrl: string) => Promise<unknown>> = {
  'location =': (page, url) => page.evaluate((to) => void (location.href = to), url),
  'a redirect of a navigation': (page, url, homeUrl) =>
    page.evaluate((to) => void (location.href = to), `${homeUrl}/hop?to=${encodeURIComponent(url)}`),
  'two redirects': (page, url, homeUrl) => {
    const createHopUrl = (to: string): string => `${homeUrl}/hop?to=${encodeURIComponent(to)}`;
    return page.evaluate((to) => void (location.href = to), createHopUrl(createHopUrl(url)));
  },
  'meta refresh': (page, url) =>
    page.evaluate((to) => {
      document.head.innerHTML += `<meta http-equiv="refresh" content="0;url=${to}">`;
    }, url),
  'a popup': (page, url) => page.evaluate((to) => void window.open(to), url),
  'a redirect in a popup': (page, url, homeUrl) =>
    page.evaluate((to) => void window.open(to), `${homeUrl}/hop?to=${encodeURIComponent(url)}`),
  'a link in a new tab without opener': (page, url) =>
    page.evaluate((to) => {
      document.body.innerHTML = `<a target="_blank" rel="noopener" href="${to}">x</a>`;
      document.querySelector('a')!.click();
    }, url),
  'a frame': (page, url) =>
    page.evaluate((to) => {
      document.body.innerHTML = `<iframe src="${to}"></iframe>`;
    }, url),
  'a redirect in a frame': (page, url, homeUrl) =>
    page.evaluate(
      (to) => {
        document.body.innerHTML = `<iframe src="${to}"></iframe>`;
      },
      `${homeUrl}/hop?to=${encodeURIComponent(url)}`,
    ),
  'an object': (page, url) =>
    page.evaluate((to) => {
      document.body.innerHTML = `<object data="${to}" type="text/html"></object>`;
    }, url),
  fetch: (page, url) => page.evaluate((to) => void fetch(to).catch(() => 0), url),
  'a redirect of fetch': (page, url, homeUrl) =>
    page.evaluate((to) => void fetch(to).catch(() => 0), `${homeUrl}/hop?to=${encodeURIComponent(url)}`),
  XMLHttpRequest: (page, url) =>
    page.evaluate((to) => {
      const request = new XMLHttpRequest();
      request.open('POST', to);
      request.send('x');
    }, url),
  WebSocket: (page, url) => page.evaluate((to) => void new WebSocket(to), url.replace(/^http/, 'ws')),
  EventSource: (page, url) => page.evaluate((to) => void new EventSource(to), url),
  sendBeacon: (page, url) => page.evaluate((to) => void navigator.sendBeacon(to, 'x'), url),
  'a ping': (page, url) =>
    page.evaluate((to) => {
      document.body.innerHTML = `<a href="#x" ping="${to}">x</a>`;
      document.querySelector('a')!.click();
    }, url),
  'a request that outlives its page': (page, url, homeUrl) =>
    page.evaluate(
      ([to, away]) => {
        addEventListener('pagehide', () => void fetch(to!, { keepalive: true, mode: 'no-cors' }));
        location.href = away!;
      },
      [url, `${homeUrl}/away`],
    ),
  'an image': (page, url) => page.evaluate((to) => void (new Image().src = to), url),
  'a video': (page, url) =>
    page.evaluate((to) => {
      document.body.innerHTML = `<video src="${to}" autoplay></video>`;
    }, url),
  'a stylesheet': (page, url) =>
    page.evaluate((to) => {
      document.head.innerHTML += `<link rel="stylesheet" href="${to}">`;
    }, url),
  'an image in a stylesheet': (page, url) =>
    page.evaluate((to) => {
      document.body.innerHTML = `<div style="width:9px;height:9px;background:url(${to})"></div>`;
    }, url),
  'a font': (page, url) =>
    page.evaluate((to) => {
      document.body.innerHTML = `<style>@font-face{font-family:f;src:url(${to})}</style><p style="font-family:f">x`;
    }, url),
  'a script': (page, url) => page.evaluate((to) => void import(to).catch(() => 0), `${url}.js`),
  'a form': (page, url) =>
    page.evaluate((to) => {
      document.body.innerHTML = `<form method="post" action="${to}"><input name="a" value="b"></form>`;
      document.forms[0]!.submit();
    }, url),
  'a download': (page, url) =>
    page.evaluate((to) => {
      document.body.innerHTML = `<a download href="${to}">x</a>`;
      document.querySelector('a')!.click();
    }, url),
  prefetch: (page, url) =>
    page.evaluate((to) => {
      document.head.innerHTML += `<link rel="prefetch" href="${to}">`;
    }, url),
  preload: (page, url) =>
    page.evaluate((to) => {
      document.head.innerHTML += `<link rel="preload" as="fetch" crossorigin href="${to}">`;
    }, url),
  'a dedicated worker': (page, url) =>
    page.evaluate((to) => new Worker('/worker.js').postMessage(to, []), url),
  'a shared worker': (page, url) =>
    page.evaluate((to) => new SharedWorker('/worker.js').port.postMessage(to, []), url),
  'a service worker': (page, url) =>
    page.evaluate(async (to) => {
      await navigator.serviceWorker.register('/service.js');
      (await navigator.serviceWorker.ready).active!.postMessage(to, []);
    }, url),
};

for (const [channel, sendRequest] of Object.entries(CHANNELS)) {
  test(`${channel}: reaches an allowed host`, async ({ guardedBrowser, homeUrl }) => {
    const otherSite = await startSite('127.0.0.2');
    const openContext = await guardedBrowser.openContext({
      egress: createEgress({
        allow: ['localhost', 'other.test'],
        allowPrivate: true,
        addressesByName: { 'other.test': ['127.0.0.2'] },
      }),
    });
    try {
      await openContext.page.goto(`${homeUrl}/`);
      // `evaluate` may never return if its code navigates.
      void sendRequest(openContext.page, `http://other.test:${otherSite.port}/target`, homeUrl).catch(
        () => undefined,
      );
      await expect.poll(() => otherSite.receivedRequests.join()).toContain('/target');
    } finally {
      await openContext.close();
      await otherSite.close();
    }
  });

  test(`${channel}: does not reach a refused host`, async ({ guardedBrowser, homeUrl }) => {
    const otherSite = await startSite('127.0.0.2');
    const openContext = await guardedBrowser.openContext({
      egress: createEgress({
        allow: ['localhost'],
        allowPrivate: true,
        addressesByName: { 'other.test': ['127.0.0.2'] },
      }),
    });
    try {
      await openContext.page.goto(`${homeUrl}/`);
      // `evaluate` may never return if its code navigates.
      void sendRequest(openContext.page, `http://other.test:${otherSite.port}/target`, homeUrl).catch(
        () => undefined,
      );
      const refusedHosts: string[] = [];
      await expect
        .poll(() => {
          for (const event of egressGuardOf(openContext.context)!.takeRefusals())
            if (event.type === 'request-refused') refusedHosts.push(event.host);
          return refusedHosts;
        })
        .toContain('other.test');
      expect(otherSite.connectionCount).toBe(0);
    } finally {
      await openContext.close();
      await otherSite.close();
    }
  });
}
