import { expect, signal, test } from '../../support/browser.js';
import { performOnElement, click } from './perform.js';

const CLOCK = `<p id=clock>0</p><script>let t = 0; setInterval(() => { clock.textContent = ++t; }, 15)</script>`;

/** Lets the clock tick a few times before the first action. */
async function waitForTicks(surface: Parameters<typeof performOnElement>[0]): Promise<void> {
  await expect.poll(async () => Number(/\d+/.exec(await surface.probe.text())![0])).toBeGreaterThan(8);
  await surface.observe({}, signal);
}

test('on a page with a ticking clock, a small change outside the clock counts as an effect of the action', async ({
  surface,
  show,
}) => {
  await show(`${CLOCK}<button onclick="out.title = 'changed'">Change</button><i id=out></i>`);
  await waitForTicks(surface);
  expect(await performOnElement(surface, 'Change', click)).toMatchObject({
    status: 'done',
    effects: [{ type: 'dom', mutations: 1 }],
  });
});

test('a button without a handler has no effect, even on a page with a ticking clock', async ({
  surface,
  show,
}) => {
  await show(`${CLOCK}<button>Dead</button>`);
  await waitForTicks(surface);
  for (let i = 0; i < 3; i++)
    expect((await performOnElement(surface, 'Dead', click)).status).toBe('no-effect');
});

test('changes to the same node by several actions are not mistaken for background mutations', async ({
  surface,
  show,
}) => {
  await show(
    `<button onclick="n.textContent = ++count">Count</button><b id=n>0</b><script>let count = 0</script>`,
  );
  for (let i = 0; i < 4; i++)
    expect(await performOnElement(surface, 'Count', click)).toMatchObject({
      status: 'done',
      effects: [{ type: 'dom' }],
    });
});

test('changing a class or data attribute counts as an effect only if it changes how the page looks', async ({
  surface,
  show,
}) => {
  await show(
    `<style>
       .on { color: red } .hand { cursor: pointer } @media all { [data-open="no"] + p { display: none } }
       .badge::after { content: attr(data-count) }
     </style>
     <button onclick="this.dataset.clicked = '1'; this.classList.toggle('seen')">Add unused class</button>
     <button onclick="this.classList.add('hand')">Change cursor</button>
     <button onclick="this.classList.add('on'); this.classList.remove('on')">Add and remove class</button>
     <button onclick="this.classList.toggle('on')">Change colour</button>
     <button data-open="" onclick="this.dataset.open = 'no'">Fold</button><p>Part</p>
     <button class=badge onclick="this.dataset.count = '2'">Increase badge</button>
     <button aria-pressed=false onclick="this.setAttribute('aria-pressed', 'true')">Press</button>`,
  );
  for (const name of ['Add unused class', 'Change cursor', 'Add and remove class'])
    expect((await performOnElement(surface, name, click)).status, name).toBe('no-effect');
  for (const name of ['Change colour', 'Fold', 'Increase badge', 'Press'])
    expect((await performOnElement(surface, name, click)).status, name).toBe('done');
});
