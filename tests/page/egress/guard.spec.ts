import { createSocket } from 'node:dgram';

import { Server } from 'proxy-chain';

import { expect, test } from '../../support/browser.js';
import { createSurface, openBrowser } from '../../../src/page/index.js';
import { egressGuardOf } from '../../../src/page/egress/guard.js';
import { signal } from '../../support/browser.js';
import {
  findUnusedPort,
  createEgress,
  openGuardedContext,
  startSite,
  type GuardOptions,
} from './guarded-sites.js';

/** Opens a surface behind an egress guard. */
async function openGuardedSurface(options: GuardOptions) {
  const openContext = await openGuardedContext(options);
  const surface = await createSurface(openContext.context, {
    page: openContext.page,
    ownsTab: openContext.ownsTab,
  });
  return {
    ...openContext,
    surface,
    close: async () => {
      await surface.close();
      await openContext.close();
    },
  };
}

const findUid = (observation: { candidates: { uid: string; name: string }[] }, name: string): string =>
  observation.candidates.find((candidate) => candidate.name === name)!.uid;

test.describe('a public page cannot reach this machine or the private network', () => {
  test('however its address is written', async () => {
    const localSite = await startSite('0.0.0.0');
    const openContext = await openGuardedContext({
      addressesByName: {
        'indoors.test': ['127.0.0.1'],
        'house.test': ['10.0.0.1'],
        'mixed.test': ['::ffff:127.0.0.1'],
      },
    });
    try {
      await openContext.page.setContent('<title>Elsewhere</title>');
      const hosts = [
        '127.0.0.1',
        '127.0.0.3',
        '2130706433',
        '0x7f.1',
        '0177.0.0.1',
        '0.0.0.0',
        'localhost',
        'localhost.',
        'app.localhost',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '169.254.169.254',
        '[fd00:ec2::254]',
        'metadata.google.internal',
        'indoors.test',
        'indoors.test.',
        'house.test',
        'mixed.test',
      ];
      const refusalsByHost = new Map<string, string>();
      for (const host of hosts) {
        await openContext.page.evaluate(
          (url) =>
            fetch(url, { mode: 'no-cors' }).then(
              () => 0,
              () => 0,
            ),
          `http://${host}:${localSite.port}/`,
        );
        for (const event of egressGuardOf(openContext.context)!.takeRefusals())
          if (event.type === 'request-refused') refusalsByHost.set(host, event.reason);
      }
      expect([...refusalsByHost.keys()]).toEqual(hosts);
      expect(refusalsByHost.get('0x7f.1')).toBe('it is an address of this machine');
      expect(refusalsByHost.get('house.test')).toBe('it resolves to 10.0.0.1, a private address');
      expect(refusalsByHost.get('169.254.169.254')).toContain('metadata');
      expect(localSite.connectionCount).toBe(0);
    } finally {
      await openContext.close();
      await localSite.close();
    }
  });

  test('through DNS rebinding, because the proxy connects to the address that it checked', async () => {
    const [publicSite, reboundSite] = [await startSite('127.0.0.2'), await startSite('127.0.0.3')];
    const dnsAnswers = [['127.0.0.2'], ['127.0.0.3']];
    const browser = await openBrowser();
    const openContext = await browser.openContext({
      egress: {
        ...createEgress({ allowPrivate: true }),
        lookup: () => Promise.resolve(dnsAnswers.shift() ?? ['127.0.0.3']),
      },
    });
    try {
      await openContext.page.goto(`http://fickle.test:${publicSite.port}/`);
      await openContext.page.evaluate(
        (url) =>
          fetch(url, { mode: 'no-cors' }).then(
            () => 0,
            () => 0,
          ),
        `http://fickle.test:${reboundSite.port}/`,
      );
      expect(publicSite.receivedRequests).toContain('GET /');
      expect(reboundSite.connectionCount).toBe(0);
    } finally {
      await openContext.close();
      await browser.close();
      await publicSite.close();
      await reboundSite.close();
    }
  });

  test('through WebRTC or WebTransport, which bypass proxies', async () => {
    const homeSite = await startSite('127.0.0.1');
    const udp = createSocket('udp4');
    let datagramCount = 0;
    udp.on('message', () => datagramCount++);
    await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
    const { port } = udp.address();
    const openContext = await openGuardedContext({ allowPrivate: true });
    try {
      await openContext.page.goto(`http://localhost:${homeSite.port}/`);
      const state = await openContext.page.evaluate(async (stunPort) => {
        const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${stunPort}` }] });
        peer.createDataChannel('x');
        const gathered = new Promise<string>((resolve) => {
          peer.onicegatheringstatechange = () => {
            if (peer.iceGatheringState === 'complete') resolve('complete');
          };
        });
        await peer.setLocalDescription(await peer.createOffer());
        return gathered;
      }, port);
      expect(state).toBe('complete');
      const transport = await openContext.page.evaluate(
        (url) =>
          new WebTransport(url).ready.then(
            () => 'ready',
            () => 'failed',
          ),
        `https://127.0.0.1:${port}/`,
      );
      expect(transport).toBe('failed');
      expect(datagramCount).toBe(0);
    } finally {
      await openContext.close();
      await homeSite.close();
      udp.close();
    }
  });
});

test.describe('refused requests are reported to the navigator', () => {
  test('a click on a link to a refused host fails, the page stays open, and the next observation reports the refusal once', async () => {
    const homeSite = await startSite('127.0.0.1', (request, response) => {
      if (request.url === '/hop') {
        response.writeHead(302, { location: 'http://other.test/' });
        response.end();
        return true;
      }
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        '<title>Home</title><a href="http://other.test/x">Direct</a> <a href="/hop">Hop</a> <button onclick="document.title=1">Fine</button>',
      );
      return true;
    });
    const { surface, close } = await openGuardedSurface({
      allow: ['localhost'],
      addressesByName: { 'other.test': ['127.0.0.2'] },
    });
    try {
      await surface.open(`http://localhost:${homeSite.port}/`, signal);
      for (const name of ['Direct', 'Hop']) {
        const { outcome } = await surface.perform(
          { intent: 'click', uid: findUid(await surface.observe({}, signal), name) },
          signal,
        );
        expect(outcome).toEqual({
          status: 'failed',
          reason: 'refused',
          detail:
            'other.test was not opened: it is not among the allowed hosts. Allow it with --allow-host other.test.',
        });
        const observation = await surface.observe({}, signal);
        expect(observation).toMatchObject({
          title: 'Home',
          pageEvents: [
            { type: 'request-refused', host: 'other.test', reason: 'it is not among the allowed hosts' },
          ],
        });
        expect((await surface.observe({}, signal)).pageEvents).toEqual([]);
      }
      const loadResult = await surface.perform({ intent: 'load', url: 'http://other.test/' }, signal);
      expect(loadResult.outcome).toMatchObject({ status: 'failed', reason: 'refused' });
      const allowedClick = await surface.perform(
        { intent: 'click', uid: findUid(await surface.observe({}, signal), 'Fine') },
        signal,
      );
      expect(allowedClick.outcome.status).not.toBe('failed');
    } finally {
      await close();
      await homeSite.close();
    }
  });

  test('a page that sends requests to many hosts causes at most twenty events', async () => {
    const { surface, page, close } = await openGuardedSurface({ allow: ['home.test'] });
    try {
      await page.setContent('<title>Scanner</title>');
      await page.evaluate(() =>
        Promise.all(
          Array.from({ length: 40 }, (_, i) =>
            fetch(`http://host${i}.test/`, { mode: 'no-cors' }).then(
              () => 0,
              () => 0,
            ),
          ),
        ),
      );
      expect((await surface.observe({}, signal)).pageEvents).toHaveLength(20);
    } finally {
      await close();
    }
  });

  test('opening a start page that redirects to a refused host fails with the kind “guard”', async () => {
    const homeSite = await startSite('127.0.0.1', (_request, response) => {
      response.writeHead(302, { location: 'http://10.0.0.1/' });
      response.end();
      return true;
    });
    const { surface, close } = await openGuardedSurface({});
    try {
      await expect(surface.open(`http://localhost:${homeSite.port}/`, signal)).rejects.toMatchObject({
        kind: 'guard',
        message: expect.stringContaining('10.0.0.1 was not opened: it is a private address'),
        next: 'Start on a page there, or pass --allow-private.',
      });
    } finally {
      await close();
      await homeSite.close();
    }
  });

  test('the instructor can open hosts that the navigator cannot', async () => {
    const homeSite = await startSite('127.0.0.1');
    const { surface, close } = await openGuardedSurface({ allow: ['example.com'] });
    try {
      const url = `http://127.0.0.1:${homeSite.port}/`;
      expect((await surface.perform({ intent: 'load', url }, signal)).outcome).toMatchObject({
        reason: 'refused',
      });
      await surface.open(url, signal);
      expect((await surface.observe({}, signal)).title).toBe('Reached');
    } finally {
      await close();
      await homeSite.close();
    }
  });
});

test('connection errors are the same with and without the proxy', async () => {
  const unusedPort = await findUnusedPort();
  const { surface, close } = await openGuardedSurface({
    addressesByName: { 'dead.test': ['127.0.0.1'] },
    allowPrivate: true,
  });
  try {
    for (const [url, expectedText] of [
      [`http://127.0.0.1:${unusedPort}/`, 'nothing is listening at that address'],
      [`https://127.0.0.1:${unusedPort}/`, 'nothing is listening at that address'],
      [`http://dead.test:${unusedPort}/`, 'nothing is listening at that address'],
      ['http://nowhere.test/', 'the host name cannot be resolved'],
      ['https://nowhere.test/', 'the host name cannot be resolved'],
    ] as const) {
      await expect(surface.open(url, signal), url).rejects.toMatchObject({
        kind: 'infra',
        message: expect.stringContaining(expectedText),
      });
      expect((await surface.perform({ intent: 'load', url }, signal)).outcome).toMatchObject({
        reason: 'unreachable',
        detail: expect.stringContaining(expectedText),
      });
    }
  } finally {
    await close();
  }
});

test('two sessions in one browser do not share cookies or storage', async () => {
  const homeSite = await startSite('127.0.0.1');
  const browser = await openBrowser();
  const contexts = [
    await browser.openContext({ egress: createEgress({ allowPrivate: true }) }),
    await browser.openContext({ egress: createEgress({ allowPrivate: true }) }),
  ];
  try {
    const initialStorage = [];
    for (const { page } of contexts) {
      await page.goto(`http://localhost:${homeSite.port}/`);
      initialStorage.push(await page.evaluate(() => document.cookie + JSON.stringify(localStorage)));
      await page.evaluate(() => {
        document.cookie = 'who=me';
        localStorage.setItem('who', 'me');
      });
    }
    expect(initialStorage).toEqual(['{}', '{}']);
  } finally {
    for (const openContext of contexts) await openContext.close();
    await browser.close();
    await homeSite.close();
  }
});

test('an upstream proxy receives its credentials and all requests except those to this machine', async () => {
  const [homeSite, remoteSite] = [await startSite('127.0.0.1'), await startSite('127.0.0.2')];
  const proxiedHosts: string[] = [];
  const upstream = new Server({
    port: 0,
    host: '127.0.0.1',
    prepareRequestFunction: ({ hostname, username, password }) => {
      proxiedHosts.push(`${username}:${password}@${hostname}`);
      return {
        requestAuthentication: username !== 'me',
        dnsLookup: ((_host: string, options: { all?: boolean }, done: Function) =>
          options.all
            ? done(null, [{ address: '127.0.0.2', family: 4 }])
            : done(null, '127.0.0.2', 4)) as never,
      };
    },
  });
  await upstream.listen();
  // Only the upstream proxy can resolve the name.
  const openContext = await openGuardedContext({ upstream: `http://me:secret@127.0.0.1:${upstream.port}` });
  try {
    egressGuardOf(openContext.context)!.admit('http://localhost/');
    await openContext.page.goto(`http://localhost:${homeSite.port}/`);
    expect(proxiedHosts).toEqual([]);
    await openContext.page.goto(`http://far.test:${remoteSite.port}/`);
    await openContext.page.evaluate(
      (url) => new Promise((resolve) => new WebSocket(url).addEventListener('error', resolve)),
      `ws://far.test:${remoteSite.port}/socket`,
    );
    expect(remoteSite.receivedRequests).toContain('GET /');
    expect(remoteSite.receivedRequests).toContain('WS /socket');
    expect(new Set(proxiedHosts)).toEqual(new Set(['me:secret@far.test']));
    expect(await openContext.page.goto('http://10.0.0.1/').catch((error: Error) => error.message)).toContain(
      'ERR_ABORTED',
    );
  } finally {
    await openContext.close();
    await upstream.close(true);
    await homeSite.close();
    await remoteSite.close();
  }
});

test('after the proxy is closed, it no longer listens', async () => {
  const initialCount = process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap').length;
  const openContext = await openGuardedContext({});
  expect(process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap').length).toBe(
    initialCount + 1,
  );
  await openContext.close();
  expect(process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap').length).toBe(
    initialCount,
  );
});
