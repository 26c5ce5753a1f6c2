import { expect, signal, test } from '../../support/browser.js';
import { createPageListener, startServer } from '../../support/server.js';
import {
  performOnElement,
  click,
  getDetail,
  doubleClick,
  listEffectTypes,
  hover,
  findByName,
  readPageText,
  rightClick,
} from './perform.js';

const LOG = `<pre id=log></pre><script>const say = (t) => log.append(t + ' ')</script>`;

test('double click and right click send dblclick and contextmenu events', async ({ surface, show }) => {
  await show(
    `${LOG}<button ondblclick="say('double')" oncontextmenu="say('menu'); return false">Item</button>`,
  );
  expect(listEffectTypes(await performOnElement(surface, 'Item', doubleClick))).toEqual(['dom']);
  expect(listEffectTypes(await performOnElement(surface, 'Item', rightClick))).toEqual(['dom']);
  expect(await readPageText(surface)).toContain('double menu');
});

test('hovering has an effect even if only CSS opens a menu, and no effect if nothing changes', async ({
  surface,
  show,
}) => {
  await show(`<style>nav ul{display:none} nav:hover ul{display:block}</style>
    <nav><button>Products</button><ul><li><a href=#1>Shoes</a><li><button onclick="this.append(1)">Hats</button></ul></nav><button style="margin-top:200px">Dead</button>`);
  expect(await performOnElement(surface, 'Products', hover)).toMatchObject({
    status: 'done',
    effects: [{ type: 'state', name: 'shown' }],
  });
  expect(await performOnElement(surface, 'Hats', click)).toMatchObject({
    status: 'done',
    effects: [{ type: 'dom' }],
  });
  await show('<button>Dead</button>');
  expect(listEffectTypes(await performOnElement(surface, 'Dead', hover))).toEqual(['no-effect']);
});

test('a click is stopped if the label changes under the pointer, but not if a number in it counts up', async ({
  surface,
  show,
}) => {
  await show(
    `${LOG}<button onmouseenter="this.textContent = 'Unfollow'" onclick="say('clicked')">Following</button>`,
  );
  const outcome = await performOnElement(surface, 'Following', click);
  expect(outcome).toMatchObject({ status: 'failed', reason: 'changed' });
  expect(getDetail(outcome)).toContain('“Unfollow”');
  expect(await readPageText(surface)).not.toContain('clicked');
  await show(
    `${LOG}<button onmouseenter="this.textContent = 'Vote (8)'" onclick="say('voted')">Vote (7)</button>`,
  );
  expect(await performOnElement(surface, 'Vote (7)', click)).toMatchObject({ status: 'done' });
  expect(await readPageText(surface)).toContain('voted');
});

test('a disabled button is not clicked, but can be hovered over', async ({ surface, show }) => {
  await show(`<div onmouseenter="this.append(' not yet')"><button disabled>Pay</button></div>`);
  expect(await performOnElement(surface, 'Pay', click)).toMatchObject({
    status: 'failed',
    reason: 'disabled',
  });
  expect(listEffectTypes(await performOnElement(surface, 'Pay', hover))).toContain('dom');
});

test('an element behind fixed bars is scrolled to an uncovered position before the click', async ({
  surface,
  show,
}) => {
  await show(`${LOG}<style>body{margin:0}.bar{position:fixed;left:0;right:0;height:120px;background:#ccc}</style>
    <div class=bar style="top:0">Header</div><div class=bar style="bottom:0">Footer</div>
    <div style="height:1500px"></div><button onclick="say('clicked')">Deep</button><div style="height:60px"></div>
    <div style="height:1500px"></div>`);
  expect(listEffectTypes(await performOnElement(surface, 'Deep', click))).toContain('dom');
  expect(await readPageText(surface)).toContain('clicked');
});

test('waiting ends when a toast disappears, and the next click reaches the button', async ({ surface }) => {
  let isToastShown = true;
  const html = `${LOG}<button onclick="say('saved')">Save</button>
    <div id=toast role=status style="position:fixed;inset:0;background:#eee">Welcome</div>
    <script>const timer = setInterval(async () => {
      if (await (await fetch('/toast')).text() === 'shown') return;
      clearInterval(timer); toast.remove(); }, 100)</script>`;
  const server = await startServer((request, response) => {
    if (request.url === '/toast') response.end(isToastShown ? 'shown' : 'gone');
    else createPageListener({ '/': html })(request, response);
  });
  try {
    await surface.open(`${server.url}/`, signal);
    const { uid } = await findByName(surface, 'Save');
    const waitAction = surface.perform({ intent: 'wait', ms: 15_000 }, signal);
    // The toast must not disappear before the wait begins.
    setTimeout(() => (isToastShown = false), 1_000);
    expect((await waitAction).outcome.status).toBe('done');
    expect(listEffectTypes((await surface.perform({ intent: 'click', uid }, signal)).outcome)).toContain(
      'dom',
    );
  } finally {
    await server.close();
  }
});

test('the uncovered part of a button is clicked', async ({ surface, show }) => {
  await show(`${LOG}<button style="width:300px;height:60px" onclick="say('button')">Wide</button>
    <div onclick="say('cover')" style="position:absolute;left:80px;top:0;width:200px;height:100px;background:#ddd">chat</div>`);
  await performOnElement(surface, 'Wide', click);
  expect(await readPageText(surface)).toContain('button');
  expect(await readPageText(surface)).not.toContain('cover');
});

test('a click on a card avoids the button at the centre of the card', async ({ surface, show }) => {
  await show(`${LOG}<div role=link tabindex=0 aria-label=Card onclick="say(event.target === inner ? 'inner' : 'card')"
    style="width:300px;height:100px;display:grid;place-items:center;background:#eee"><button id=inner>Buy</button></div>`);
  const card = await findByName(surface, 'Card');
  expect(card.role).toBe('link');
  await surface.perform(click(card.uid), signal);
  expect(await readPageText(surface)).toMatch(/card/);
  expect(await readPageText(surface)).not.toMatch(/inner/);
});

test('if a control inside the element receives the click instead, the click fails, and the error names the control', async ({
  surface,
  show,
}) => {
  await show(`${LOG}<div role=button tabindex=0 aria-label="Acme Ltd" onclick="say('card')" style="width:200px;height:60px">
    <button onclick="say('removed')" style="width:200px;height:60px">Remove</button></div>`);
  const outcome = await performOnElement(surface, 'Acme Ltd', click);
  expect(outcome).toMatchObject({ status: 'failed', reason: 'covered' });
  expect(getDetail(outcome)).toMatch(/“Remove”.* receives the click on the button “Acme Ltd”/);
  expect(await readPageText(surface)).not.toContain('removed');
});

test('if a control around the element receives the click, the outcome names that control', async ({
  surface,
  show,
}) => {
  await show(`${LOG}<div role=button tabindex=0 aria-label="Show more" onclick="say('more')">
    <span role=button aria-label="Arrow" style="pointer-events:none">v</span></div>`);
  expect(await performOnElement(surface, 'Arrow', click)).toMatchObject({
    status: 'done',
    receivedBy: 'button “Show more”',
  });
});

test('a click fails if the target moves away from the pointer', async ({ surface, show }) => {
  await show(`${LOG}<button onclick="say('hit')"
    onmousemove="this.style.cssText='position:fixed;left:'+(300-this.offsetLeft)+'px;top:200px'">Catch me</button>`);
  const outcome = await performOnElement(surface, 'Catch me', click);
  expect(outcome).toMatchObject({ status: 'failed' });
  expect(getDetail(outcome)).toContain('“Catch me”');
  expect(await readPageText(surface)).not.toContain('hit');
});

test('an element that is re-rendered under the pointer is clicked', async ({ surface, show }) => {
  await show(`${LOG}<ul id=list></ul><script>
    const draw = (hot) => { list.innerHTML = ['One','Two'].map((n) => '<li><button data-n=' + n + (hot === n ? ' class=hot' : '') + '>Open</button> ' + n + '</li>').join('');
      for (const b of list.querySelectorAll('button')) { b.onmouseover = () => { if (hot !== b.dataset.n) draw(b.dataset.n) }; b.onclick = () => say('opened ' + b.dataset.n) } };
    draw()</script>`);
  const { candidates } = await surface.observe({}, signal);
  const secondButton = candidates.filter((c) => c.name === 'Open')[1]!;
  expect((await surface.perform(click(secondButton.uid), signal)).outcome.status).toBe('done');
  expect(await readPageText(surface)).toContain('opened Two');
});

test('after the page re-renders, a unique element is found again, but one of several identical elements is not', async ({
  surface,
  show,
}) => {
  await show(`${LOG}<div id=app></div><script>
    const draw = (rows) => { app.innerHTML = '<button class=save>Save</button>' + rows.map((r) => '<p>' + r + ' <button class=del>Delete</button></p>').join('');
      app.querySelector('.save').onclick = () => say('saved');
      app.querySelectorAll('.del').forEach((b) => b.onclick = () => say('deleted ' + b.parentElement.textContent)) };
    draw(['a', 'b', 'c']); window.addEventListener('keydown', () => draw(['b', 'c']))</script>`);
  const { candidates } = await surface.observe({}, signal);
  const saveButton = candidates.find((c) => c.name === 'Save')!;
  const firstDeleteButton = candidates.find((c) => c.name === 'Delete')!;
  await surface.perform({ intent: 'press', key: 'x' }, signal);
  expect((await surface.perform(click(firstDeleteButton.uid), signal)).outcome).toMatchObject({
    status: 'failed',
    reason: 'vanished',
  });
  expect(listEffectTypes((await surface.perform(click(saveButton.uid), signal)).outcome)).toContain('dom');
  expect(await readPageText(surface)).not.toContain('deleted');
});

test('an element is found again after its closed shadow root was re-rendered', async ({ surface }) => {
  const server = await startServer(
    createPageListener({
      '/': `${LOG}<x-card></x-card><script>
        customElements.define('x-card', class extends HTMLElement { constructor() { super();
          const root = this.attachShadow({ mode: 'closed' });
          const draw = () => { root.innerHTML = '<div><button>Save</button></div>'; root.querySelector('button').onclick = () => say('saved') };
          draw(); addEventListener('keydown', draw) } })</script>`,
    }),
  );
  try {
    await surface.open(`${server.url}/`, signal);
    // On a busy machine the first observation may lack closed shadow roots.
    const listNames = async () => (await surface.observe({}, signal)).candidates.map(({ name }) => name);
    await expect.poll(listNames).toContain('Save');
    const { uid } = await findByName(surface, 'Save');
    await surface.perform({ intent: 'press', key: 'x' }, signal);
    expect(listEffectTypes((await surface.perform(click(uid), signal)).outcome)).toContain('dom');
    expect(await readPageText(surface)).toContain('saved');
  } finally {
    await server.close();
  }
});

test('an endlessly animated button is clicked', async ({ surface, show }) => {
  await show(`${LOG}<style>@keyframes p{to{transform:scale(1.2) translateX(30px)}} .p{animation:p .5s infinite alternate}</style>
    <button class=p onclick="say('bought')">Buy</button><button onclick="say('wrong')">Other</button>`);
  expect(listEffectTypes(await performOnElement(surface, 'Buy', click))).toContain('dom');
  expect(await readPageText(surface)).toContain('bought');
  expect(listEffectTypes(await performOnElement(surface, 'Other', click))).toContain('dom');
});

test('clicking an element that was hidden after the observation fails with the reason “vanished”', async ({
  surface,
  show,
}) => {
  await show(
    `<button id=a>Gone</button><script>addEventListener('keydown', () => { a.style.display = 'none' })</script>`,
  );
  const { uid } = await findByName(surface, 'Gone');
  await surface.perform({ intent: 'press', key: 'x' }, signal);
  expect((await surface.perform(click(uid), signal)).outcome).toMatchObject({
    status: 'failed',
    reason: 'vanished',
  });
});

test('clicks reach cross-origin frames and shadow roots; if an element covers the frame, the error names that element', async ({
  surface,
}) => {
  const innerServer = await startServer(
    createPageListener({
      '/': `<title>In</title><p id=o>-</p><button onclick="o.textContent='inner clicked'">Inside</button><div id=h></div>
        <script>h.attachShadow({mode:'open'}).innerHTML='<button onclick="o.textContent=\\'shadow clicked\\'">Shade</button>'</script>`,
    }),
  );
  const outerServer = await startServer(
    createPageListener({
      '/': `<h1>Out</h1><div style="height:1200px"></div><iframe src="${innerServer.url.replace('127.0.0.1', 'localhost')}/" width=400 height=200></iframe>
        <div id=lid role=dialog aria-label=Consent style="display:none;position:fixed;inset:0;background:#fff">Agree?</div>
        <script>addEventListener('keydown', () => lid.style.display = 'block')</script>`,
    }),
  );
  try {
    await surface.open(`${outerServer.url}/`, signal);
    expect(listEffectTypes(await performOnElement(surface, 'Inside', click))).toContain('dom');
    expect(listEffectTypes(await performOnElement(surface, 'Shade', click))).toContain('dom');
    const { uid } = await findByName(surface, 'Inside');
    await surface.perform({ intent: 'scroll', x: 0, y: 0 }, signal);
    const { outcome, mouse } = await surface.perform(click(uid), signal);
    expect(listEffectTypes(outcome)).toContain('dom');
    expect(mouse!.y).toBeGreaterThan(100);
    await surface.perform({ intent: 'press', key: 'x' }, signal).catch(() => undefined);
    await performOnElement(surface, 'Out', click);
    await surface.perform({ intent: 'press', key: 'x' }, signal);
    const coveredOutcome = (await surface.perform(click(uid), signal)).outcome;
    expect(coveredOutcome).toMatchObject({ status: 'failed', reason: 'covered' });
    expect(getDetail(coveredOutcome)).toContain('Consent');
  } finally {
    await innerServer.close();
    await outerServer.close();
  }
});

test('a click by a script during a hover is not cancelled', async ({ surface, show }) => {
  await show(
    `${LOG}<button onmouseenter="h.click()">Point</button><button id=h onclick="say('helped')">Help</button>`,
  );
  expect(listEffectTypes(await performOnElement(surface, 'Point', hover))).toContain('dom');
  expect(await readPageText(surface)).toContain('helped');
});

test('effects of the page’s listeners are reported even if the target is replaced under the pointer', async ({
  surface,
  show,
}) => {
  await show(`${LOG}<p><button id=b>Same</button></p><button>Same</button><script>
    addEventListener('pointerdown', () => say('pressed'), true);
    b.onpointermove = () => { b.outerHTML = '<i style="display:inline-block;width:80px;height:20px">-</i>' }</script>`);
  expect(await performOnElement(surface, 'Same', click)).toMatchObject({
    status: 'done',
    effects: [{ type: 'dom' }],
  });
  expect(await readPageText(surface)).toContain('pressed');
});

test('scrolling to the target is not an effect of the click, but following a link to an anchor is', async ({
  surface,
}) => {
  const html = `<div style="content-visibility:auto;margin-top:4000px"><button>CV</button></div>
    <a href="#end">Jump</a><div style="height:4000px"></div><p id=end>End</p>`;
  const server = await startServer(createPageListener({ '/': html }));
  try {
    await surface.open(`${server.url}/`, signal);
    for (const gesture of [hover, click, doubleClick, rightClick]) {
      await surface.perform({ intent: 'scroll', x: 0, y: 0 }, signal);
      expect(listEffectTypes(await performOnElement(surface, 'CV', gesture))).toEqual(['no-effect']);
    }
    expect(listEffectTypes(await performOnElement(surface, 'Jump', click))).toEqual(
      expect.arrayContaining(['url', 'scroll']),
    );
  } finally {
    await server.close();
  }
});
