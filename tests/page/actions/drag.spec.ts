import type { PageAction } from '../../../src/contract/index.js';
import { expect, signal, test } from '../../support/browser.js';
import { performOnElement, listEffectTypes, findByName, readPageText } from './perform.js';

type Surface = Parameters<Parameters<typeof test>[2]>[0]['surface'];

async function dragTo(surface: Surface, from: string, to: string) {
  const target = await findByName(surface, to);
  return performOnElement(surface, from, (uid): PageAction => ({
    intent: 'drag',
    uid,
    to: { uid: target.uid },
  }));
}

test('native drag and drop moves a card and transfers its data', async ({ surface, show }) => {
  await show(`<button id=card draggable=true ondragstart="event.dataTransfer.setData('text', 'card 7')">Card</button>
    <div id=bin role=button aria-label=Bin style="width:200px;height:120px;background:#eee;margin-top:80px"
      ondragover="event.preventDefault()" ondrop="event.preventDefault(); this.append('got ' + event.dataTransfer.getData('text'))"></div>`);
  expect(listEffectTypes(await dragTo(surface, 'Card', 'Bin'))).toContain('dom');
  expect(await readPageText(surface)).toContain('got card 7');
});

test('an item is moved in a list that users reorder by dragging (pointer events)', async ({
  surface,
  show,
}) => {
  await show(`<style>li{height:40px;background:#eee;margin:2px;touch-action:none}</style><ul id=l>${['One', 'Two', 'Three', 'Four'].map((n) => `<li role=button tabindex=0>${n}</li>`).join('')}</ul><script>
    let held = null, moveCount = 0; l.onpointerdown = (e) => { held = e.target; moveCount = 0 };
    addEventListener('pointermove', (e) => { if (!held || ++moveCount < 3) return; const over = [...l.children].find((c) => c !== held && e.clientY > c.getBoundingClientRect().top && e.clientY < c.getBoundingClientRect().bottom);
      if (over) over.compareDocumentPosition(held) & 4 ? over.before(held) : over.after(held) });
    addEventListener('pointerup', () => held = null)</script>`);
  expect(listEffectTypes(await dragTo(surface, 'One', 'Three'))).toContain('dom');
  expect((await readPageText(surface)).replace(/\s+/g, ' ')).toContain('Two Three One Four');
});

test('a column border that is marked only by a resize cursor can be dragged, and the new width is an effect', async ({
  surface,
  show,
}) => {
  await show(`<style>i{position:absolute;right:0;top:0;width:6px;height:20px;cursor:col-resize}</style>
    <div id=head style="position:relative;width:120px;background:#eee;cursor:pointer">Name<i id=border></i></div><script>
    let start = null; border.onmousedown = (e) => { start = e.clientX - head.offsetWidth; e.preventDefault() };
    onmousemove = (e) => { if (start !== null) head.style.width = e.clientX - start + 'px' }; onmouseup = () => start = null</script>`);
  const { candidates } = await surface.observe({}, signal);
  const border = candidates.find(({ resizes }) => resizes === 'columns')!;
  const { outcome } = await surface.perform(
    { intent: 'drag', uid: border.uid, to: { dx: 80, dy: 0 } },
    signal,
  );
  expect(listEffectTypes(outcome)).toContain('dom');
  const widenedColumn = (await surface.observe({}, signal)).candidates.find(({ text }) => text === 'Name')!;
  expect(widenedColumn.box.width).toBeCloseTo(200, 0);
});

test('a slider handle is dragged by an offset', async ({ surface, show }) => {
  await show(`<div style="position:relative;width:400px;height:20px;background:#ddd;margin:50px"><div id=h role=slider aria-label=Price aria-valuenow=0 tabindex=0 style="position:absolute;left:0;width:20px;height:20px;background:#36c"></div></div><script>
    let on = false; h.onmousedown = (e) => { on = true; e.preventDefault() }; onmouseup = () => on = false;
    onmousemove = (e) => { if (!on) return; const x = Math.max(0, Math.min(380, e.clientX - h.parentElement.getBoundingClientRect().left - 10)); h.style.left = x + 'px'; h.setAttribute('aria-valuenow', Math.round(x)) }</script>`);
  const outcome = await performOnElement(surface, 'Price', (uid) => ({
    intent: 'drag',
    uid,
    to: { dx: 150, dy: 0 },
  }));
  expect(outcome).toMatchObject({
    status: 'done',
    effects: expect.arrayContaining([{ type: 'value', from: '0', to: '150' }]),
  });
});

test('dragging scrolls to a drop target that is out of view', async ({ surface, show }) => {
  await show(`<div id=card role=button tabindex=0 draggable=true ondragstart="event.dataTransfer.setData('text', 'far')" style="width:80px">Card</div><div style="height:1600px"></div>
    <div role=button aria-label=Bin style="height:100px;background:#eee" ondragover="event.preventDefault()" ondrop="event.preventDefault(); this.append('got ' + event.dataTransfer.getData('text'))"></div>`);
  expect(listEffectTypes(await dragTo(surface, 'Card', 'Bin'))).toContain('dom');
  expect(await readPageText(surface)).toContain('got far');
});

test('a drag that changes nothing is reported as “no-effect”; a drag to an unknown drop target fails', async ({
  surface,
  show,
}) => {
  await show('<button>Fixed</button>');
  expect(
    listEffectTypes(
      await performOnElement(surface, 'Fixed', (uid) => ({ intent: 'drag', uid, to: { dx: 60, dy: 60 } })),
    ),
  ).toEqual(['no-effect']);
  const { uid } = await findByName(surface, 'Fixed');
  expect((await surface.perform({ intent: 'drag', uid, to: { uid: 'none' } }, signal)).outcome).toMatchObject(
    { status: 'failed', reason: 'vanished' },
  );
});
