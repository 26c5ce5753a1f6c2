import type { PageAction } from '../../../src/contract/index.js';
import { expect, signal, test } from '../../support/browser.js';
import { createPageListener, startServer } from '../../support/server.js';
import { performOnElement, click, listEffectTypes, findByName, readPageText, reveal } from './perform.js';

const scrollTo =
  (y: number) =>
  (uid: string): PageAction => ({ intent: 'scroll', uid, x: 0, y });

test('scrolling a container, or an element in it, scrolls the container and reports its scroll position', async ({
  surface,
  show,
}) => {
  await show(
    `<div role=listbox aria-label=Log tabindex=0 style="height:100px;width:200px;overflow:auto"><p style="height:900px"><button>Inner</button></p></div><p style="height:3000px">.</p>`,
  );
  expect(await performOnElement(surface, 'Log', scrollTo(300))).toMatchObject({
    status: 'done',
    effects: [{ type: 'scroll', x: 0, y: 300 }],
  });
  expect(await performOnElement(surface, 'Inner', scrollTo(10_000))).toMatchObject({
    status: 'done',
    effects: [{ type: 'scroll', x: 0, y: expect.any(Number) }],
  });
  expect(await performOnElement(surface, 'Log', scrollTo(10_000))).toMatchObject({ status: 'no-effect' });
  expect((await surface.observe({}, signal)).viewport.scrollY).toBe(0);
});

test('a page that scrolls only on wheel events receives them', async ({ surface, show }) => {
  await show(
    `<body style="margin:0;overflow:hidden;height:100vh"><main id=m style="height:100vh">Slide 1</main><script>addEventListener('wheel', (e) => { if (e.deltaY > 0) m.textContent = 'Slide 2' })</script>`,
  );
  expect(
    listEffectTypes((await surface.perform({ intent: 'scroll', x: 0, y: 600 }, signal)).outcome),
  ).toContain('dom');
  expect(await readPageText(surface)).toContain('Slide 2');
});

test('`reveal` scrolls an element in nested containers into view, below the sticky header', async ({
  surface,
  show,
}) => {
  await show(`<style>body{margin:0} header{position:sticky;top:0;height:90px;background:#ccc}</style><header>Bar</header><div style="height:1400px"></div>
    <div style="height:2000px;overflow:auto"><div style="height:1800px"></div><button>Deep</button><div style="height:1800px"></div></div><h2 style="height:1200px">Long</h2>`);
  expect(listEffectTypes(await performOnElement(surface, 'Deep', reveal))).toEqual(['scroll']);
  const deepElement = await findByName(surface, 'Deep');
  expect(deepElement.inViewport).toBe(true);
  expect(await performOnElement(surface, 'Deep', reveal)).toMatchObject({ status: 'already' });
  expect((await performOnElement(surface, 'Long', reveal)).status).toBe('done');
  const longElement = await findByName(surface, 'Long');
  expect(longElement.box.y).toBeGreaterThanOrEqual(90);
  expect(longElement.box.y).toBeLessThan(200);
});

test('waiting ends when the page changes; a wait without a change is reported as “no-effect”', async ({
  surface,
  show,
}) => {
  await show(`<p>loading</p><script>setTimeout(() => document.body.append('arrived'), 1_500)</script>`);
  const waitResult = await surface.perform({ intent: 'wait', ms: 30_000 }, signal);
  expect(listEffectTypes(waitResult.outcome)).toContain('dom');
  expect(await readPageText(surface)).toContain('arrived');
  expect((await surface.perform({ intent: 'wait', ms: 200 }, signal)).outcome).toMatchObject({
    status: 'no-effect',
  });
});

test('background mutations do not end a wait', async ({ surface, show }) => {
  await show(`<p id=t>0</p><script>setInterval(() => t.textContent++, 15)</script>`);
  expect((await surface.perform({ intent: 'wait', ms: 600 }, signal)).outcome).toMatchObject({
    status: 'no-effect',
  });
});

test('clicking a link to an unreachable server fails with a message; a response without content has no effect', async ({
  surface,
}) => {
  const closedServer = await startServer(() => undefined);
  await closedServer.close();
  const server = await startServer((request, response) => {
    if (request.url === '/empty') {
      response.writeHead(204);
      response.end();
      return;
    }
    createPageListener({
      '/': `<a href="${closedServer.url}/x">Dead</a> <a href=/empty>Empty</a> <a href=/two target=side>Side</a><iframe name=side src="/one"></iframe>`,
      '/one': '<p>One</p>',
      '/two': '<p>Two</p>',
    })(request, response);
  });
  try {
    const openPage = (): Promise<unknown> => surface.open(`${server.url}/`, signal);
    await openPage();
    expect(await performOnElement(surface, 'Side', click)).toMatchObject({
      status: 'done',
      effects: [{ type: 'navigated', url: `${server.url}/two` }],
    });
    expect(await performOnElement(surface, 'Empty', click)).toMatchObject({ status: 'no-effect' });
    expect(
      (await surface.perform({ intent: 'load', url: `${server.url}/empty` }, signal)).outcome,
    ).toMatchObject({ status: 'no-effect' });
    expect(await performOnElement(surface, 'Dead', click)).toEqual({
      status: 'failed',
      reason: 'unreachable',
      detail: expect.stringContaining(`${closedServer.url}/x`),
    });
    await openPage();
    expect(listEffectTypes((await surface.perform({ intent: 'reload' }, signal)).outcome)).toContain(
      'navigated',
    );
    await surface.perform({ intent: 'load', url: `${server.url}/one` }, signal);
    expect(listEffectTypes((await surface.perform({ intent: 'back' }, signal)).outcome)).toContain(
      'navigated',
    );
    expect(listEffectTypes((await surface.perform({ intent: 'forward' }, signal)).outcome)).toContain(
      'navigated',
    );
    expect((await surface.perform({ intent: 'forward' }, signal)).outcome).toMatchObject({
      status: 'no-effect',
    });
  } finally {
    await server.close();
  }
});
