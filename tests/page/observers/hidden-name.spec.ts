import { createUnguardedContext } from '../../../src/page/index.js';
import { bundlePageScript } from '../../support/accessibility.js';
import { expect, test } from '../../support/browser.js';

const SCREEN_READER_ONLY = 'position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)';
const LONG_NAME = 'and so on '.repeat(15).trim();

/** The attribute `t` marks the element, and `data-seen` contains its visible text. */
const CASES: { name: string; html: string; hidden: string | null }[] = [
  { name: 'plain text', html: `<button t data-seen="Save">Save</button>`, hidden: null },
  {
    name: 'different letter case',
    html: `<button t data-seen="SAVE" style="text-transform:uppercase">Save</button>`,
    hidden: null,
  },
  {
    name: 'screen-reader text beside visible text',
    html: `<a t href=# data-seen="More">More <span style="${SCREEN_READER_ONLY}">about us</span></a>`,
    hidden: 'about us',
  },
  {
    name: 'only screen-reader text',
    html: `<button t data-seen=""><span style="${SCREEN_READER_ONLY}">Close</span></button>`,
    hidden: 'Close',
  },
  {
    name: 'clip-path',
    html: `<button t data-seen=""><span style="position:absolute;clip-path:inset(50%)">Close</span></button>`,
    hidden: 'Close',
  },
  {
    name: 'transparent text',
    html: `<a t href=# data-seen="Buy">Buy <span style="opacity:0">now or else</span></a>`,
    hidden: 'now or else',
  },
  {
    name: 'off-screen text',
    html: `<a t href=# data-seen="Buy">Buy <span style="position:absolute;left:-9999px">elsewhere</span></a>`,
    hidden: 'elsewhere',
  },
  {
    name: 'text hidden by indentation',
    html: `<a t href=# data-seen="" style="display:block;text-indent:-9999px;overflow:hidden">Logo</a>`,
    hidden: 'Logo',
  },
  {
    name: 'text too small to read',
    html: `<a t href=# data-seen="Buy">Buy <span style="font-size:1px">small print</span></a>`,
    hidden: 'small print',
  },
  {
    name: 'alternative text of an image',
    html: `<a t href=# data-seen=""><img alt="Home" width=9 height=9></a>`,
    hidden: null,
  },
  {
    name: 'title of a drawing',
    html: `<button t data-seen=""><svg width=9 height=9><title>Search</title><path d="M0 0h9v9z"/></svg></button>`,
    hidden: null,
  },
  {
    name: 'a visible label',
    html: `<label for=a>Mail</label><input id=a t data-seen="">`,
    hidden: null,
  },
  {
    name: 'a label for screen readers',
    html: `<label for=a style="${SCREEN_READER_ONLY}">Mail</label><input id=a t data-seen="">`,
    hidden: 'Mail',
  },
  {
    name: 'a label inside screen-reader text',
    html: `<div style="${SCREEN_READER_ONLY}"><label for=a>Mail</label></div><input id=a t data-seen="">`,
    hidden: 'Mail',
  },
  {
    name: 'a reference to visible text',
    html: `<b id=b>Mail</b><input t aria-labelledby=b data-seen="">`,
    hidden: null,
  },
  {
    name: 'a reference to hidden text',
    html: `<b id=b hidden>Mail</b><input t aria-labelledby=b data-seen="">`,
    hidden: 'Mail',
  },
  {
    name: 'aria-label of an icon',
    html: `<button t aria-label="Close" data-seen="×">×</button>`,
    hidden: null,
  },
  { name: 'aria-label of a field', html: `<input t aria-label="Amount" data-seen="">`, hidden: null },
  {
    name: 'aria-label of a region',
    html: `<nav t aria-label="Main" data-seen="Home Help">Home Help</nav>`,
    hidden: null,
  },
  {
    name: 'aria-label equal to the visible text',
    html: `<button t aria-label="save" data-seen="Save">Save</button>`,
    hidden: null,
  },
  {
    name: 'aria-label longer than the visible text',
    html: `<button t aria-label="Delete row 5" data-seen="Delete">Delete</button>`,
    hidden: 'row 5',
  },
  {
    name: 'aria-label different from the visible text',
    html: `<button t aria-label="Pay now" data-seen="Cancel">Cancel</button>`,
    hidden: 'Pay now',
  },
  {
    name: 'a very long aria-label',
    html: `<button t aria-label="${LONG_NAME}" data-seen=""></button>`,
    hidden: LONG_NAME,
  },
  { name: 'a tooltip', html: `<a t href=# title="Settings" data-seen=""><i></i></a>`, hidden: null },
  { name: 'a placeholder', html: `<input t placeholder="Your name" data-seen="">`, hidden: null },
  {
    name: 'generated text',
    html: `<style>.n::before{content:"New "}</style><a t href=# class=n data-seen="Item">Item</a>`,
    hidden: null,
  },
];

test('hiddenNameOf returns the part of a name that users cannot see', async ({ chromium }) => {
  const context = await createUnguardedContext(chromium);
  const page = await context.newPage();
  await page.setContent('<!doctype html><body></body>');
  await page.evaluate(
    bundlePageScript(`export * from './names.js'; export { clearStyleCache } from './computed-style.js';`),
  );
  const results: [string, string | null][] = [];
  for (const { name, html } of CASES) {
    const hidden = await page.evaluate((markup) => {
      const { parts } = window as unknown as {
        parts: {
          clearStyleCache(): void;
          roleOf(element: Element): string;
          nameOf(element: Element, role: string): string;
          hiddenNameOf(element: Element, name: string, seen: string): string | undefined;
        };
      };
      document.body.innerHTML = markup;
      parts.clearStyleCache();
      const element = document.querySelector('[t]')!;
      const name = parts.nameOf(element, parts.roleOf(element));
      return parts.hiddenNameOf(element, name, element.getAttribute('data-seen')!) ?? null;
    }, html);
    results.push([name, hidden]);
  }
  expect(results).toEqual(CASES.map(({ name, hidden }) => [name, hidden]));
  await context.close();
});
