/** Everyday instructions on widgets of common libraries, in a real browser. */
import { expect, test } from '../../support/browser.js';
import { startConversation } from './browser-conversation.js';

/** A page that logs events in `#log`. */
const createWidgetPage = (body: string, script = ''): string => `<!doctype html><meta charset="utf-8">
<style>[hidden] { display: none } .ui-slider-handle { display: inline-block; width: 12px; height: 20px; background: #888 }</style>
${body}<p>Log: <output id="log"></output></p>
<script>
  const $ = (id) => document.getElementById(id);
  const log = (text) => $('log').append(text + ';');
  ${script}
</script>`;

test('values are set in custom sliders, read-only spin buttons, colour fields and native date fields', async ({
  surface,
  show,
}) => {
  await show(
    createWidgetPage(
      `<div class="ui-slider" style="width: 200px"><span class="ui-slider-handle" tabindex="0" id="handle"></span></div>
       <div id="shown">10</div>
       <p>Guests <input id="guests" role="spinbutton" value="2"></p>
       <p>Accent colour <input id="accent" class="jscolor" value="AB2567"></p>
       <p><label>Arrival <input type="date" id="arrival"></label> <label>Week <input type="week" id="week"></label></p>`,
      `$('handle').addEventListener('keydown', (e) => {
         const way = { ArrowRight: 1, ArrowLeft: -1 }[e.key] ?? 0;
         $('shown').textContent = Math.max(0, Math.min(60, Number($('shown').textContent) + way));
       });
       $('guests').addEventListener('keydown', (e) => {
         e.preventDefault();
         const way = { ArrowUp: 1, ArrowDown: -1 }[e.key] ?? 0;
         $('guests').value = Number($('guests').value) + way;
         $('guests').setAttribute('aria-valuenow', $('guests').value);
       });`,
    ),
  );
  const { say, actions } = startConversation(surface);
  expect((await say('set the slider to 47')).kind).toBe('report');
  expect(await surface.probe.text()).toContain('47');
  expect(await say('set the slider to 90')).toMatchObject({
    kind: 'unfinished',
    text: expect.stringMatching(/60/),
  });
  expect(await say('set Guests to 5')).toMatchObject({ kind: 'report' });
  expect((await say('select navy with the color picker')).kind).toBe('report');
  expect(actions.at(-1)).toMatchObject({ text: '000080' });
  expect((await say('set the week to 5 March 2026')).kind).toBe('report');
  expect(actions.at(-1)).toMatchObject({ value: '2026-W10' });
  expect((await say('select 5 March 2026 as the arrival')).kind).toBe('report');
  expect(actions.at(-1)).toMatchObject({ value: '2026-03-05' });
});

test('a custom drop-down is opened, and its entry is chosen', async ({ surface, show }) => {
  await show(
    createWidgetPage(
      `<div class="selectric-wrapper" id="wrap" style="cursor: pointer; width: 120px">
         <select style="position: absolute; width: 0; height: 0; overflow: hidden"><option>Small</option><option>Large</option></select>
         <span id="label">Size: Small, Large</span>
         <div id="items" tabindex="-1" hidden><ul><li>Small</li><li>Large</li></ul></div></div>
       <button onclick="log('order')">Order</button>`,
      `$('wrap').onclick = () => { $('items').hidden = !$('items').hidden; };
       for (const li of document.querySelectorAll('li'))
         li.onclick = (e) => { e.stopPropagation(); log(li.textContent); $('items').hidden = true; $('label').textContent = li.textContent; };`,
    ),
  );
  const { say } = startConversation(surface);
  expect((await say('choose Large from the dropdown, then click Order')).kind).toBe('report');
  expect(await surface.probe.text()).toContain('Large;order;');
});

test('menu entries with submenus are hovered, and only the last entry is clicked', async ({
  surface,
  show,
}) => {
  await show(
    createWidgetPage(
      `<button id="open" aria-haspopup="menu">Insert</button>
       <ul role="menu" id="menu" hidden>
         <li role="menuitem" tabindex="-1">Table</li>
         <li role="menuitem" tabindex="-1" aria-haspopup="true" id="media">Media
           <ul role="menu" id="sub" hidden><li role="menuitem" tabindex="-1">Video</li></ul></li>
       </ul>`,
      `$('open').onclick = () => { $('menu').hidden = false; };
       $('media').onmouseenter = () => { $('sub').hidden = false; };
       for (const item of document.querySelectorAll('[role=menuitem]'))
         item.onclick = (e) => { e.stopPropagation(); log('chose ' + item.firstChild.data.trim()); };`,
    ),
  );
  const { say } = startConversation(surface);
  await say('click Insert');
  expect((await say('select Media > Video')).kind).toBe('report');
  expect(await surface.probe.text()).toMatch(/Log: chose Video;/);
});

test('tabs and list pages are opened until the target is found, and a section is expanded', async ({
  surface,
  show,
}) => {
  await show(
    createWidgetPage(
      `<div role="tablist">
         <button role="tab" aria-selected="true" data-of="t1">First</button>
         <button role="tab" aria-selected="false" data-of="t2">Second</button>
         <button role="tab" aria-selected="false" data-of="t3">Third</button></div>
       <div id="t1">one</div><div id="t2" hidden>two</div>
       <div id="t3" hidden><button onclick="log('quokka')">Quokka</button></div>
       <section><h2><button aria-expanded="false" id="fold">Terms</button></h2><div id="terms" hidden>All rights</div></section>
       <ol id="list" class="results"></ol><nav class="pagination"><a href="#" id="next">Next</a></nav>`,
      `for (const tab of document.querySelectorAll('[role=tab]'))
         tab.onclick = () => { for (const t of document.querySelectorAll('[role=tab]')) {
           t.ariaSelected = String(t === tab); $(t.dataset.of).hidden = t !== tab; } };
       $('fold').onclick = () => { $('fold').ariaExpanded = 'true'; $('terms').hidden = false; };
       let at = 0;
       const draw = () => { $('list').innerHTML = [1, 2, 3].map((n) =>
         '<li><a href="#hit' + (at * 3 + n) + '" onclick="log(this.textContent)">Result number ' + 'abcdefghi'[at * 3 + n - 1] + '</a></li>').join(''); };
       $('next').onclick = (e) => { e.preventDefault(); at = Math.min(2, at + 1); draw(); };
       draw();`,
    ),
  );
  const { say } = startConversation(surface);
  expect((await say('click Quokka')).kind).toBe('report');
  expect((await say('expand the section below')).kind).toBe('report');
  expect(await surface.probe.text()).toContain('All rights');
  expect((await say('click the 8th search result')).kind).toBe('report');
  expect(await surface.probe.text()).toContain('quokka;Result number h;');
});

test('list items are dragged to positions, and shapes are found by their appearance', async ({
  surface,
  show,
}) => {
  await show(
    createWidgetPage(
      `<ul id="list" style="width: 200px; list-style: none">
         <li draggable="true">Ada</li><li draggable="true">Bo</li><li draggable="true">Cy</li><li draggable="true">Di</li></ul>
       <svg width="200" height="80">
         <circle cx="20" cy="30" r="10" fill="red" style="cursor: pointer" onclick="log('small red circle')"/>
         <circle cx="80" cy="40" r="30" fill="#ff0000" style="cursor: pointer" onclick="log('large red circle')"/>
         <rect x="130" y="10" width="40" height="40" fill="rgb(10, 120, 20)" style="cursor: pointer" onclick="log('green square')"/></svg>
       <div style="background-color: teal; width: 40px; height: 40px" id="tile"></div>`,
      `let dragged;
       $('list').ondragstart = (e) => { dragged = e.target; };
       $('list').ondragover = (e) => e.preventDefault();
       $('list').ondrop = (e) => {
         const on = e.target.closest('li');
         const after = [...on.parentNode.children].indexOf(dragged) < [...on.parentNode.children].indexOf(on);
         on[after ? 'after' : 'before'](dragged);
       };
       $('tile').addEventListener('click', () => log('teal tile'));`,
    ),
  );
  const { say } = startConversation(surface);
  const readOrder = async (): Promise<string> =>
    /Ada|Bo|Cy|Di/.test(await surface.probe.text())
      ? (await surface.probe.text()).match(/Ada|Bo|Cy|Di/g)!.join(' ')
      : '';
  expect((await say('drag Di to the 2nd position')).kind).toBe('report');
  expect(await readOrder()).toBe('Ada Di Bo Cy');
  expect((await say('drag Ada down by two positions')).kind).toBe('report');
  expect(await readOrder()).toBe('Di Bo Ada Cy');
  expect((await say('drag Cy to the top')).kind).toBe('report');
  expect(await readOrder()).toBe('Cy Di Bo Ada');
  await say('click the small red circle');
  await say('click the large circle');
  await say('click on the green shape');
  await say('click the teal box');
  expect(await surface.probe.text()).toContain('small red circle;large red circle;green square;teal tile;');
});
