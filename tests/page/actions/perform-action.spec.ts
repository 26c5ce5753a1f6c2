import type { PageAction } from '../../../src/contract/index.js';
import { createSurface, createUnguardedContext } from '../../../src/page/index.js';
import { expect, FAST_LIMITS, SHIPPED_LIMITS, signal, test } from '../../support/browser.js';
import { createPageListener, startServer } from '../../support/server.js';
import { performOnElement, click, listEffectTypes, findByName } from './perform.js';

test('a click that changes the page is reported as “done”; a click that changes nothing as “no-effect”', async ({
  surface,
  show,
}) => {
  await show(`<button onclick="document.body.append('more')">Works</button><button>Dead</button>`);
  expect(listEffectTypes(await performOnElement(surface, 'Works', click))).toEqual(['dom']);
  expect(listEffectTypes(await performOnElement(surface, 'Dead', click))).toEqual(['no-effect']);
});

test('a button without a handler has no effect on a page with background mutations', async ({
  surface,
  show,
}) => {
  await show(`<p id=t>0</p><button>Dead</button><script>setInterval(() => t.textContent++, 40)</script>`);
  expect(listEffectTypes(await performOnElement(surface, 'Dead', click))).toEqual(['no-effect']);
});

test('a covered target is not clicked, and the error names the covering element', async ({
  surface,
  show,
}) => {
  await show(`<button onclick="document.title='clicked'">Under</button>
    <div role=dialog aria-label=Cookies style="position:fixed;inset:0;background:#fff"><p>We use cookies</p></div>`);
  const outcome = await performOnElement(surface, 'Under', click);
  expect(outcome).toMatchObject({ status: 'failed', reason: 'covered' });
  expect(outcome.status === 'failed' && outcome.detail).toContain('Cookies');
  expect(await surface.probe.title()).toBe('');
});

test('clicking an element that was renamed or removed fails with a reason', async ({ surface, show }) => {
  await show(
    `<button id=a>Buy</button><button id=b>Gone</button><button onclick="a.textContent='Sell'; b.remove()">Switch</button>`,
  );
  const renamedButton = await findByName(surface, 'Buy');
  const removedButton = await findByName(surface, 'Gone');
  const switchButton = await findByName(surface, 'Switch');
  await surface.perform(click(switchButton.uid), signal);
  expect((await surface.perform(click(renamedButton.uid), signal)).outcome).toMatchObject({
    status: 'failed',
    reason: 'changed',
  });
  expect((await surface.perform(click(removedButton.uid), signal)).outcome).toMatchObject({
    status: 'failed',
    reason: 'vanished',
  });
});

test('typing sets the whole value; an invalid value is refused with an example', async ({
  surface,
  show,
}) => {
  await show(
    `<input aria-label=Name value=old><input type=date aria-label=Day><input aria-label=Fixed readonly value=x><div contenteditable aria-label=Note>a</div>`,
  );
  const type =
    (value: string) =>
    (uid: string): PageAction => ({ intent: 'textInput', uid, text: value });
  expect(await performOnElement(surface, 'Name', type('new'))).toMatchObject({
    status: 'done',
    effects: expect.arrayContaining([{ type: 'value', from: 'old', to: 'new' }]),
  });
  expect(await performOnElement(surface, 'Name', type('new'))).toMatchObject({ status: 'already' });
  expect(listEffectTypes(await performOnElement(surface, 'Day', type('2026-03-05')))).toContain('value');
  expect(await performOnElement(surface, 'Day', type('next Friday'))).toMatchObject({
    status: 'failed',
    reason: 'bad-value',
    detail: expect.stringContaining('2026-03-05'),
  });
  expect(await performOnElement(surface, 'Fixed', type('y'))).toMatchObject({
    status: 'failed',
    reason: 'not-editable',
  });
  expect(listEffectTypes(await performOnElement(surface, 'Note', type('b')))).toContain('value');
});

test('`change` chooses options and ticks checkboxes; the status is “already” if nothing needs to change', async ({
  surface,
  show,
}) => {
  await show(`<select aria-label=Size><option value=s>Small<option value=l>Large size</select>
    <label><input type=checkbox> News</label>
    <style>.h{position:absolute;opacity:0}</style><label><input class=h type=checkbox id=c> Drawn</label>
    <div role=switch aria-checked=false tabindex=0 aria-label=Dark onclick="this.setAttribute('aria-checked','true')">.</div>`);
  const set =
    (value: string) =>
    (uid: string): PageAction => ({ intent: 'change', uid, value });
  expect(listEffectTypes(await performOnElement(surface, 'Size', set('Large size')))).toContain('value');
  expect(await performOnElement(surface, 'Size', set('large'))).toMatchObject({ status: 'already' });
  expect(await performOnElement(surface, 'Size', set('Huge'))).toMatchObject({
    status: 'failed',
    reason: 'no-option',
    detail: expect.stringContaining('Small, Large size'),
  });
  expect(await performOnElement(surface, 'News', set('true'))).toMatchObject({
    status: 'done',
    effects: expect.arrayContaining([{ type: 'state', name: 'checked', to: 'true' }]),
  });
  expect(await performOnElement(surface, 'News', set('true'))).toMatchObject({ status: 'already' });
  expect((await performOnElement(surface, 'Drawn', set('true'))).status).toBe('done');
  expect(listEffectTypes(await performOnElement(surface, 'Dark', set('true')))).toContain('state');
});

test.describe('with the default limits', () => {
  test.use(SHIPPED_LIMITS);

  test('navigations, new tabs, dialogs and downloads are reported as effects of a click', async ({
    surface,
  }) => {
    const server = await startServer((request, response) => {
      if (request.url === '/file') {
        response.writeHead(200, {
          'content-disposition': 'attachment; filename="report.csv"',
          'content-type': 'text/csv',
        });
        response.end('a,b');
        return;
      }
      createPageListener({
        '/': `<a href=/two>Go</a>
        <a href=/two target=_blank>Tab</a> <button onclick="document.title = confirm('Sure?')">Ask</button> <a href=/file>Get</a>`,
        '/two': '<title>Two</title><h1>Two</h1>',
      })(request, response);
    });
    try {
      const openPage = (): Promise<unknown> => surface.open(`${server.url}/`, signal);
      await openPage();
      expect(await performOnElement(surface, 'Go', click)).toMatchObject({
        status: 'done',
        effects: [{ type: 'navigated', url: `${server.url}/two`, status: 200 }],
      });
      expect((await surface.perform({ intent: 'back' }, signal)).outcome.status).toBe('done');
      await openPage();
      expect(await performOnElement(surface, 'Ask', click)).toMatchObject({
        status: 'done',
        effects: expect.arrayContaining([{ type: 'dialog', dialog: 'confirm', message: 'Sure?' }]),
      });
      expect(await surface.probe.title()).toBe('false');
      expect(listEffectTypes(await performOnElement(surface, 'Get', click))).toContain('download');
      expect(listEffectTypes(await performOnElement(surface, 'Tab', click))).toContain('tab-opened');
      expect((await surface.observe({}, signal)).title).toBe('Two');
    } finally {
      await server.close();
    }
  });

  test('a redirect 250 ms after a click is an effect of the click', async ({ surface }) => {
    const server = await startServer(
      createPageListener({
        '/': `<button onclick="setTimeout(() => location = '/two', 250)">Late</button>`,
        '/two': '<title>Two</title>',
      }),
    );
    try {
      await surface.open(`${server.url}/`, signal);
      expect(listEffectTypes(await performOnElement(surface, 'Late', click))).toContain('navigated');
    } finally {
      await server.close();
    }
  });
});

test('scrolling works in the document and in a container that fills the page', async ({ surface, show }) => {
  const scroll: PageAction = { intent: 'scroll', x: 0, y: 300 };
  await show('<p style="height:4000px">long</p>');
  expect(listEffectTypes((await surface.perform(scroll, signal)).outcome)).toContain('scroll');
  await show(
    '<body style="margin:0"><main style="height:100vh;overflow:auto"><p style="height:4000px">long</p></main>',
  );
  expect(listEffectTypes((await surface.perform(scroll, signal)).outcome)).toContain('scroll');
  expect((await surface.observe({}, signal)).viewport.scrollY).toBe(300);
});

test('a key that scrolls a container has a `scroll` effect with the container’s uid', async ({
  surface,
  show,
}) => {
  await show(
    `<div aria-label=Box role=region style="height:200px;overflow:auto"><a href=#x>Inside</a><p style="height:2000px"></div>`,
  );
  const press = (uid: string): PageAction => ({ intent: 'press', key: 'Alt+ArrowDown', uid });
  const outcome = await performOnElement(surface, 'Inside', press);
  const { uid } = await findByName(surface, 'Box');
  expect(outcome).toMatchObject({ status: 'done', effects: [{ type: 'scroll', x: 0, uid }] });
});

test('the `submit` action and the Enter key both submit a form; if a URL is unreachable, the error contains it', async ({
  surface,
}) => {
  const server = await startServer(
    createPageListener({
      '/': '<form action=/found><input name=q aria-label=Query></form>',
      '/found': '<h1>Found</h1>',
    }),
  );
  await surface.open(`${server.url}/`, signal);
  expect(
    listEffectTypes(
      await performOnElement(surface, 'Query', (uid) => ({ intent: 'press', key: 'Enter', uid })),
    ),
  ).toContain('navigated');
  await surface.open(`${server.url}/`, signal);
  expect(
    listEffectTypes(await performOnElement(surface, 'Query', (uid) => ({ intent: 'submit', uid }))),
  ).toContain('navigated');
  await server.close();
  expect((await surface.perform({ intent: 'load', url: `${server.url}/` }, signal)).outcome).toEqual({
    status: 'failed',
    reason: 'unreachable',
    detail: expect.stringContaining(`${server.url}/`),
  });
});

test('an abort ends a pending action at once', async ({ surface }) => {
  const server = await startServer(() => undefined);
  const controller = new AbortController();
  const pendingAction = surface.perform({ intent: 'load', url: `${server.url}/never` }, controller.signal);
  controller.abort();
  expect((await pendingAction).outcome).toMatchObject({ status: 'failed', reason: 'interrupted' });
  await server.close();
});

test('a click that times out has the status “done” if it changed the page', async ({ chromium }) => {
  const surface = await createSurface(await createUnguardedContext(chromium), {
    limits: { ...FAST_LIMITS, elementActionMs: 1_000 },
  });
  const show = (html: string): Promise<unknown> =>
    surface.open(`data:text/html,${encodeURIComponent(html)}`, signal);
  // The handler blocks the page for longer than the click's time limit.
  await show(
    `<button onclick="const end = Date.now() + 2500; while (Date.now() < end); document.body.append('did it')">Slow</button>`,
  );
  const outcome = await performOnElement(surface, 'Slow', click);
  expect(outcome.status).toBe('done');
  expect(await surface.probe.text()).toContain('did it');
  await surface.close();
});
