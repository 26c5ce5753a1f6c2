/** Both element lists work on hostile pages, and neither leaves a trace on the page. */
import type { ElementListStyle } from '../../../src/contract/index.js';
import { createSurface, createUnguardedContext } from '../../../src/page/index.js';
import { expect, FAST_LIMITS, signal, test } from '../../support/browser.js';

const STYLES: ElementListStyle[] = ['miniwob', 'salient'];

for (const style of STYLES) {
  test(`${style}: listing does not change the page, and it works even if the page has overwritten built-ins`, async ({
    surface,
    show,
  }) => {
    await show(`<script>
      window.seen = [];
      new MutationObserver((records) => seen.push(...records)).observe(document,
        {subtree: true, childList: true, attributes: true, characterData: true});
      const names = () => Object.getOwnPropertyNames(window).length;
      window.before = 0;
      addEventListener('load', () => setTimeout(() => { seen.length = 0; before = names(); }));
      const spoiled = () => { throw new Error('spoiled'); };
      Array.prototype.map = Array.prototype.filter = Array.prototype.every = spoiled;
      String.prototype.trim = Range.prototype.getClientRects = Document.prototype.createRange = spoiled;
      Element.prototype.getBoundingClientRect = () => ({ x: 0, y: 0, width: 0, height: 0 });
      for (const name of ['nodeType', 'childNodes', 'firstChild', 'nextSibling'])
        Object.defineProperty(Node.prototype, name, { get: spoiled });
    </script><p>Some <i>words</i></p><button onclick="document.title =
      seen.length + ' ' + (Object.getOwnPropertyNames(window).length - before)">Count</button>`);
    const { elementList } = await surface.observe({ elementList: style }, signal);
    await surface.observe({ elementList: style }, signal);
    const button = elementList!.lines.find(({ text }) => /^<button id=\d+ val=Count \/>$/.test(text))!;
    expect(elementList!.text).toContain('Some');
    expect(button.box.width).toBeGreaterThan(10);
    await surface.perform({ intent: 'click', uid: button.uid! }, signal);
    expect(await surface.probe.title()).toBe('0 0');
  });

  test(`${style}: the content of a form is listed even if the form's fields shadow its properties`, async ({
    surface,
    show,
  }) => {
    const names = 'id tagName localName childNodes firstChild getBoundingClientRect getAttribute'.split(' ');
    await show(
      `<form>${names.map((name) => `<input name=${name} aria-label="Field ${name}">`).join('')}<button>Go</button></form><p>After</p>`,
    );
    const { elementList } = await surface.observe({ elementList: style }, signal);
    const text = elementList!.text;
    expect(text.match(/<input_text /g)).toHaveLength(names.length);
    expect(text).toContain('val=Go />');
    expect(text).toContain('val=After />');
  });

  test(`${style}: a deeply nested page is listed`, async ({ surface, show }) => {
    await show(`<div id=top></div><script>
      let place = document.querySelector('#top');
      for (let i = 0; i < 500; i++) place = place.appendChild(document.createElement('div'));
      place.textContent = 'bottom';
    </script><button>Last</button>`);
    const { elementList } = await surface.observe({ elementList: style }, signal);
    expect(elementList!.text).toContain('val=Last />');
  });
}

test('a list is read only if it is requested', async ({ surface, show }) => {
  await show('<button>Ask</button>');
  expect((await surface.observe({}, signal)).elementList).toBeUndefined();
  expect((await surface.observe({ text: true }, signal)).elementList).toBeUndefined();
});

test('while a dialog is open, the list comes from the previous observation', async ({ chromium }) => {
  const surface = await createSurface(await createUnguardedContext(chromium), {
    limits: FAST_LIMITS,
    dialogs: 'ask',
  });
  const url = 'data:text/html,<button onclick="alert(1)">Ask</button>';
  await surface.open(url, signal);
  const { elementList } = await surface.observe({ elementList: 'salient' }, signal);
  await surface.perform({ intent: 'click', uid: elementList!.lines[0]!.uid! }, signal);
  const laterObservation = await surface.observe({ elementList: 'salient' }, signal);
  expect(laterObservation.dialog).not.toBeNull();
  expect(laterObservation.elementList!.text).toBe('<button id=1 val=Ask />');
  await surface.close();
});
