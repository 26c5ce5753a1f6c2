import { readFileSync } from 'node:fs';
import { PNG } from 'pngjs';

import type { NumberedElement } from '../../../src/contract/index.js';
import { createSurface, createUnguardedContext, type PageSurface } from '../../../src/page/index.js';
import { getLabelCorner } from '../../../src/page/observers/draw-webvoyager-marks.js';
import { expect, FAST_LIMITS, signal, test as base } from '../../support/browser.js';

const FIXTURE_HTML = readFileSync(new URL('webvoyager-fixture.html', import.meta.url), 'utf8');

const test = base.extend<{ webvoyagerSurface: PageSurface }>({
  /** A surface with WebVoyager's window size. */
  webvoyagerSurface: async ({ chromium }, use) => {
    const context = await createUnguardedContext(chromium, { viewport: { width: 1024, height: 768 } });
    const surface = await createSurface(context, { limits: FAST_LIMITS });
    await use(surface);
    await surface.close();
  },
});

async function observeView(
  surface: PageSurface,
  html: string,
): Promise<{ elements: NumberedElement[]; picture: Uint8Array }> {
  await surface.open(`data:text/html;charset=utf-8,${encodeURIComponent(html)}`, signal);
  const { webvoyager } = await surface.observe({ webvoyager: true }, signal);
  return { elements: webvoyager!.elements, picture: webvoyager!.picture! };
}

/** Describes each element as `[number] tag text`. Adds the number of rectangles if there are several: ` ×3`. */
const describeElements = (elements: readonly NumberedElement[]): string[] =>
  elements.map(({ tag, text, boxes }, i) =>
    `[${i}] ${tag} ${text.slice(0, 20)}${boxes.length === 1 ? '' : ` ×${boxes.length}`}`.trim(),
  );

test('the fixture page has exactly the elements and rectangles that WebVoyager numbers', async ({
  webvoyagerSurface,
}) => {
  // The number of lines depends on the letter widths. This font has the same widths as Arial.
  const html = FIXTURE_HTML.replace('Arial', 'Arial, "DejaVu Sans Condensed"');
  const { elements } = await observeView(webvoyagerSurface, html);
  expect(describeElements(elements)).toEqual([
    '[0] button Save all',
    '[1] a Home',
    '[2] li Plain item',
    '[3] a Link item',
    '[4] td Cell',
    '[5] button x',
    '[6] b bold',
    '[7] select OneTwo',
    '[8] input',
    '[9] input',
    '[10] input',
    '[11] input',
    '[12] textarea',
    '[13] button',
    '[14] a a fairly long link t ×3',
    '[15] button Wrapped',
    '[16] span Emph',
    '[17] a w w w w w w w w w w  ×2',
    '[18] div handler div',
  ]);
  expect(elements.reduce((sum, { boxes }) => sum + boxes.length, 0)).toBe(22);
  expect(elements[17]!.text).toHaveLength(239);
  expect(elements.filter(({ ariaLabel }) => ariaLabel).map(({ ariaLabel }) => ariaLabel)).toEqual([
    'Delete row',
    'Search box',
    'agree',
    'Notes',
  ]);
  const types = elements.flatMap(({ tag, type }) => (/^(button|input|textarea)$/.test(tag) ? type : []));
  expect(types).toEqual('submit button text text checkbox submit textarea submit submit'.split(' '));
});

test('every numbered element of the fixture page can be clicked by its uid', async ({
  webvoyagerSurface,
}) => {
  const record = `<script>addEventListener('click', (event) => {
    event.preventDefault();
    document.title = event.target.closest('[id]').id;
  }, true)</script>`;
  const { elements } = await observeView(
    webvoyagerSurface,
    FIXTURE_HTML.replace('</body>', `${record}</body>`),
  );
  const receivedClicks: string[] = [];
  for (const [i, { tag }] of elements.entries()) {
    if (tag === 'select') continue;
    const { webvoyager } = await webvoyagerSurface.observe({ webvoyager: true }, signal);
    await webvoyagerSurface.perform({ intent: 'click', uid: webvoyager!.elements[i]!.uid! }, signal);
    receivedClicks.push(await webvoyagerSurface.probe.title());
  }
  expect(receivedClicks.join(' ')).toBe('b1s a1 l1 a2 t1 b2 d2b i1 i2 i3 i4 x1 b3 a3 b4 em2 a6 oc');
});

test('elements with handlers set by scripts are numbered, and a shape in an icon is numbered instead of the control around it', async ({
  webvoyagerSurface,
}) => {
  const { elements } = await observeView(
    webvoyagerSurface,
    `<p id=plain>plain</p><p id=set>set by script</p>
     <span style="cursor:pointer" class=icon><svg width=20 height=20><rect width=20 height=20 /></svg></span>
     <form style="cursor:pointer"><input name=parentNode><input name=getClientRects></form>
     <script>document.getElementById('set').onclick = () => 1</script>`,
  );
  expect(elements.map(({ tag }) => tag)).toEqual(['p', 'rect', 'input', 'input']);
  expect(elements.every(({ uid }) => uid)).toBe(true);
});

test('a transparent control has a number and receives clicks', async ({ webvoyagerSurface }) => {
  const { elements } = await observeView(
    webvoyagerSurface,
    `<button style="opacity:0" aria-label=Copy onclick="document.title = 'copied'"></button>`,
  );
  expect(elements).toMatchObject([{ ariaLabel: 'Copy' }]);
  const { outcome } = await webvoyagerSurface.perform({ intent: 'click', uid: elements[0]!.uid! }, signal);
  expect(outcome).toMatchObject({ status: 'done' });
  expect(await webvoyagerSurface.probe.title()).toBe('copied');
  expect(
    (await webvoyagerSurface.observe({}, signal)).candidates.filter(({ tag }) => tag === 'button'),
  ).toEqual([]);
});

test('the page cannot detect that its elements are being numbered', async ({ webvoyagerSurface }) => {
  const html = `<button onclick="1">A</button><div onclick="2">B</div><script>
    const changes = [];
    new MutationObserver((records) => changes.push(...records))
      .observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const calls = [];
    const getter = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'onclick');
    for (const [owner, name] of [[Document.prototype, 'querySelectorAll'], [Array, 'from'], [Array.prototype, 'filter'],
      [Element.prototype, 'getClientRects'], [Document.prototype, 'elementFromPoint'], [window, 'getComputedStyle']]) {
      const original = owner[name];
      owner[name] = function (...args) { calls.push(name); return original.apply(this, args); };
    }
    Object.defineProperty(HTMLElement.prototype, 'onclick',
      { get() { calls.push('onclick'); return getter.get.call(this); } });
  </script>`;
  const { elements } = await observeView(webvoyagerSurface, html);
  expect(elements.map(({ text }) => text)).toEqual(['A', 'B']);
  expect(
    await webvoyagerSurface.probe.evaluate('[calls.length, changes.length, document.querySelectorAll.name]'),
  ).toEqual({
    json: [0, 0, ''],
  });
});

test('labels are at the top left of their rectangle but stay inside the viewport', () => {
  const formatCorner = (x: number, y: number, width: number): string => {
    const { x: left, y: top } = getLabelCorner({ x, y, width, height: 20 });
    return `${left} ${top}`;
  };
  expect.soft(formatCorner(100, 100, 50), 'above the rectangle').toBe('102 81');
  expect.soft(formatCorner(100, 100, 7), 'a narrow rectangle').toBe('101 81');
  expect.soft(formatCorner(100, 5, 50), 'at the top of the viewport').toBe('102 0');
});

test('a dashed outline and a black label are drawn, and the rest of the screenshot stays unchanged', async ({
  webvoyagerSurface,
}) => {
  const html = `<body style="margin:0"><button style="position:absolute;left:100px;top:100px;width:80px;height:30px">Go`;
  await webvoyagerSurface.open(`data:text/html,${encodeURIComponent(html)}`, signal);
  const { webvoyager } = await webvoyagerSurface.observe({ webvoyager: true }, signal);
  const labelledScreenshot = PNG.sync.read(Buffer.from(webvoyager!.picture!));
  const screenshot = PNG.sync.read(Buffer.from(webvoyager!.screenshot!));
  const getColour = ({ data, width }: PNG, x: number, y: number): string =>
    data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3).toString('hex');
  expect.soft(getColour(labelledScreenshot, 98, 98), 'corner of the outline').toBe('000000');
  expect.soft(getColour(labelledScreenshot, 105, 131), 'gap of the outline').toBe('ffffff');
  expect.soft(getColour(labelledScreenshot, 104, 83), 'label').toBe('000000');
  const isChanged = (x: number, y: number): boolean =>
    getColour(labelledScreenshot, x, y) !== getColour(screenshot, x, y);
  const changedPixels: string[] = [];
  for (let y = 0; y < labelledScreenshot.height; y++)
    for (let x = 0; x < labelledScreenshot.width; x++)
      if (isChanged(x, y) && (x < 98 || x > 181 || y < 81 || y > 131)) changedPixels.push(`${x} ${y}`);
  expect(changedPixels).toEqual([]);
});
