import type { Page } from 'playwright';

import { createUnguardedContext } from '../../../src/page/index.js';
import { bundlePageScript } from '../../support/accessibility.js';
import { expect, test as base } from '../../support/browser.js';

interface LiveNotices {
  notices: string[];
  newNotices: string[];
}

/** `open` loads a new document with the given body, whose live regions have not been read yet. */
const test = base.extend<{ open(html: string): Promise<Page> }>({
  open: async ({ chromium }, use) => {
    const context = await createUnguardedContext(chromium);
    const page = await context.newPage();
    await use(async (html) => {
      await page.setContent(`<!doctype html><body>${html}</body>`);
      await page.evaluate(
        bundlePageScript(
          `export { readLiveNotices } from './live-regions.js'; export { readRenderedText } from './text.js'; export { clearStyleCache } from './computed-style.js';`,
        ),
      );
      return page;
    });
    await context.close();
  },
});

/** Changes the page, then reads the live regions. */
async function readNotices(page: Page, change = '', peek = false): Promise<LiveNotices> {
  await page.evaluate(change);
  return page.evaluate((peek) => {
    const { parts } = window as unknown as {
      parts: {
        readLiveNotices(
          read: (element: Element, max: number) => string,
          options: { peek: boolean },
        ): LiveNotices;
        readRenderedText(element: Element, max: number): string;
        clearStyleCache(): void;
      };
    };
    parts.clearStyleCache();
    return parts.readLiveNotices((element, max) => parts.readRenderedText(element, max), { peek });
  }, peek);
}

test('every kind of visible live region is read; hidden regions are not', async ({ open }) => {
  const page = await open(`
    <div role=alert>Alarm</div><div role=status>Saved</div><div role=log>Line</div>
    <div aria-live=polite>Polite</div><div aria-live=assertive>At once</div><output>42</output>
    <div aria-live=off role=status>Off</div><div role=status aria-busy=true>Busy</div>
    <div role=status hidden>Hidden</div><div style="display:none"><p role=status>In hidden</p></div>
    <div role=status style="opacity:0">Clear</div><div role=status></div>
    <div role=status style="position:absolute;width:1px;height:1px;overflow:hidden">For readers</div>
    <div style="position:fixed;bottom:0"><div class="MuiSnackbar-root">Undo?</div></div>
    <div class="toaster-offers">Toasters from € 20</div>`);
  const { notices } = await readNotices(page);
  expect(notices).toEqual(['Alarm', 'Saved', 'Line', 'Polite', 'At once', '42', 'Undo?']);
});

test('in the first snapshot of a document, only alerts are new', async ({ open }) => {
  const page = await open(`<div role=alert>Alarm</div><div role=status>Saved</div>`);
  expect(await readNotices(page)).toEqual({ notices: ['Alarm', 'Saved'], newNotices: ['Alarm'] });
  expect(await readNotices(page)).toEqual({ notices: ['Alarm', 'Saved'], newNotices: [] });
});

test('text that appears, changes or reappears is a new notice; removed text is not', async ({ open }) => {
  const page = await open(`<div id=a role=status></div><div id=b role=status>Two items</div>`);
  expect((await readNotices(page)).newNotices).toEqual([]);
  expect((await readNotices(page, `a.textContent = 'Saved'`)).newNotices).toEqual(['Saved']);
  expect((await readNotices(page, `b.textContent = 'Three items'`)).newNotices).toEqual(['Three items']);
  expect((await readNotices(page, `a.hidden = true`)).newNotices).toEqual([]);
  expect((await readNotices(page, `a.hidden = false`)).newNotices).toEqual(['Saved']);
  expect(
    (await readNotices(page, `document.body.insertAdjacentHTML('beforeend', '<p role=alert>Wrong</p>')`))
      .newNotices,
  ).toEqual(['Wrong']);
});

test('only the added lines of a log are new notices, however long the log is', async ({ open }) => {
  const page = await open(`<div id=l role=log>${'<p>an older line</p>'.repeat(60)}</div>`);
  await readNotices(page);
  const { newNotices, notices } = await readNotices(
    page,
    `l.insertAdjacentHTML('beforeend', '<p>the newest line</p>')`,
  );
  expect(newNotices).toEqual(['the newest line']);
  expect(notices[0]).toMatch(/an older line the newest line$/);
});

test('nested messages are reported separately, unless the outer region also contains text', async ({
  open,
}) => {
  const page = await open(`
    <div id=box aria-live=polite style="position:fixed"><div class=toast>First</div></div>
    <div role=status>Total <output>3</output></div>`);
  expect((await readNotices(page)).notices).toEqual(['First', 'Total 3']);
  const secondNotices = await readNotices(
    page,
    `box.insertAdjacentHTML('beforeend', '<div class=toast>Second</div>')`,
  );
  expect(secondNotices).toEqual({ notices: ['First', 'Second', 'Total 3'], newNotices: ['Second'] });
});

test('new notices that were read with `peek` are still new in the next observation', async ({ open }) => {
  const page = await open(`<div id=a role=status></div>`);
  await readNotices(page);
  expect((await readNotices(page, `a.textContent = 'Saved'`, true)).newNotices).toEqual(['Saved']);
  expect((await readNotices(page)).newNotices).toEqual(['Saved']);
  expect((await readNotices(page)).newNotices).toEqual([]);
});
