import type { Page } from 'playwright';

import { newContext } from '../../../src/page/index.js';
import { bundle } from '../../support/accessibility.js';
import { expect, test as base } from '../../support/browser.js';

interface Live {
  notices: string[];
  news: string[];
}

/** A fresh document with this body, its live regions not yet looked at. */
const test = base.extend<{ open(html: string): Promise<Page> }>({
  open: async ({ chromium }, use) => {
    const context = await newContext(chromium);
    const page = await context.newPage();
    await use(async (html) => {
      await page.setContent(`<!doctype html><body>${html}</body>`);
      await page.evaluate(
        bundle(
          `export { liveRegions } from './live.js'; export { renderedText } from './text.js'; export { forgetStyles } from './style.js';`,
        ),
      );
      return page;
    });
    await context.close();
  },
});

/** Changes the page, then looks. */
async function look(page: Page, change = '', peek = false): Promise<Live> {
  await page.evaluate(change);
  return page.evaluate((only) => {
    const { parts } = window as unknown as {
      parts: {
        liveRegions(read: (element: Element, max: number) => string, options: { peek: boolean }): Live;
        renderedText(element: Element, max: number): string;
        forgetStyles(): void;
      };
    };
    parts.forgetStyles();
    return parts.liveRegions((element, max) => parts.renderedText(element, max), { peek: only });
  }, peek);
}

test('every kind of region is noticed, what is not shown is not', async ({ open }) => {
  const page = await open(`
    <div role=alert>Alarm</div><div role=status>Saved</div><div role=log>Line</div>
    <div aria-live=polite>Polite</div><div aria-live=assertive>At once</div><output>42</output>
    <div aria-live=off role=status>Off</div><div role=status aria-busy=true>Busy</div>
    <div role=status hidden>Hidden</div><div style="display:none"><p role=status>In hidden</p></div>
    <div role=status style="opacity:0">Clear</div><div role=status></div>
    <div role=status style="position:absolute;width:1px;height:1px;overflow:hidden">For readers</div>
    <div style="position:fixed;bottom:0"><div class="MuiSnackbar-root">Undo?</div></div>
    <div class="toaster-offers">Toasters from € 20</div>`);
  const { notices } = await look(page);
  expect(notices).toEqual(['Alarm', 'Saved', 'Line', 'Polite', 'At once', '42', 'Undo?']);
});

test('when a document is first looked at only alerts are news', async ({ open }) => {
  const page = await open(`<div role=alert>Alarm</div><div role=status>Saved</div>`);
  expect(await look(page)).toEqual({ notices: ['Alarm', 'Saved'], news: ['Alarm'] });
  expect(await look(page)).toEqual({ notices: ['Alarm', 'Saved'], news: [] });
});

test('what appears, changes or comes back is news; what goes is not', async ({ open }) => {
  const page = await open(`<div id=a role=status></div><div id=b role=status>Two items</div>`);
  expect((await look(page)).news).toEqual([]);
  expect((await look(page, `a.textContent = 'Saved'`)).news).toEqual(['Saved']);
  expect((await look(page, `b.textContent = 'Three items'`)).news).toEqual(['Three items']);
  expect((await look(page, `a.hidden = true`)).news).toEqual([]);
  expect((await look(page, `a.hidden = false`)).news).toEqual(['Saved']);
  expect(
    (await look(page, `document.body.insertAdjacentHTML('beforeend', '<p role=alert>Wrong</p>')`)).news,
  ).toEqual(['Wrong']);
});

test('of a log the new lines are news, however long it is', async ({ open }) => {
  const page = await open(`<div id=l role=log>${'<p>an older line</p>'.repeat(60)}</div>`);
  await look(page);
  const { news, notices } = await look(page, `l.insertAdjacentHTML('beforeend', '<p>the newest line</p>')`);
  expect(news).toEqual(['the newest line']);
  expect(notices[0]).toMatch(/an older line the newest line$/);
});

test('messages of one region are told apart, a region with words of its own is not', async ({ open }) => {
  const page = await open(`
    <div id=box aria-live=polite style="position:fixed"><div class=toast>First</div></div>
    <div role=status>Total <output>3</output></div>`);
  expect((await look(page)).notices).toEqual(['First', 'Total 3']);
  const more = await look(page, `box.insertAdjacentHTML('beforeend', '<div class=toast>Second</div>')`);
  expect(more).toEqual({ notices: ['First', 'Second', 'Total 3'], news: ['Second'] });
});

test('a look on the side leaves the news for the next', async ({ open }) => {
  const page = await open(`<div id=a role=status></div>`);
  await look(page);
  expect((await look(page, `a.textContent = 'Saved'`, true)).news).toEqual(['Saved']);
  expect((await look(page)).news).toEqual(['Saved']);
  expect((await look(page)).news).toEqual([]);
});
