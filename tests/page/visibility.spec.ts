import type { Candidate, Observation } from '../../src/contract/index.js';
import { expect, signal, test } from '../support/browser.js';

const listNames = (candidates: readonly Candidate[], role = 'button'): string[] =>
  candidates.filter((c) => c.role === role).map((c) => c.name);

const joinText = (observation: Observation): string =>
  observation.text.map((block) => block.text).join(' / ');

test.describe('invisible text is reported as hidden and left out of the page text', () => {
  const CASES: [reason: string, html: string][] = [
    ['transparent', '<p style="opacity:0">HIDDEN</p>'],
    ['transparent', '<div style="opacity:0.01"><p>HIDDEN</p></div>'],
    ['transparent', '<p style="color:transparent">HIDDEN</p>'],
    ['off-screen', '<p style="position:absolute;left:-9999px">HIDDEN</p>'],
    ['off-screen', '<p style="position:absolute;top:-500px">HIDDEN</p>'],
    ['off-screen', '<p style="text-indent:-9999px;white-space:nowrap;overflow:hidden">HIDDEN</p>'],
    ['tiny', '<p style="font-size:0">HIDDEN</p>'],
    ['tiny', '<p style="font-size:1px">HIDDEN</p>'],
    ['same-colour', '<p style="color:#fff;font-size:10px">HIDDEN</p>'],
    [
      'same-colour',
      '<div style="background:#223344"><p><span style="color:#223344;font-size:12px">HIDDEN</span></p></div>',
    ],
    ['clipped', '<p style="position:absolute;width:1px;height:1px;overflow:hidden">HIDDEN</p>'],
    ['clipped', '<p style="clip-path:inset(100%)">HIDDEN</p>'],
    ['clipped', '<p style="clip-path:inset(50%);position:absolute">HIDDEN</p>'],
    ['clipped', '<div style="height:0;overflow:hidden"><p>HIDDEN</p></div>'],
    ['clipped', '<p style="position:absolute;clip:rect(0,0,0,0)">HIDDEN</p>'],
    ['clipped', '<p style="clip-path:inset(0 100% 0 0)">HIDDEN</p>'],
    ['clipped', '<p style="clip-path:polygon(0 0, 0 0, 0 0)">HIDDEN</p>'],
    ['transparent', '<p style="color:rgba(0,0,0,.01)">HIDDEN</p>'],
    ['tiny', '<p style="transform:scale(.001)">HIDDEN</p>'],
    ['same-colour', '<p style="color:#fefefe;font-size:10px">HIDDEN</p>'],
    [
      'clipped',
      '<div style="width:200px;height:20px;overflow:hidden;position:relative"><p style="position:absolute;left:400px">HIDDEN</p></div>',
    ],
  ];
  for (const [i, [reason, html]] of CASES.entries())
    test(`case ${i + 1}: ${reason}`, async ({ surface, show }) => {
      await show(`<p>Shown</p>${html}<p>Also shown</p>`);
      const observation = await surface.observe({ text: true }, signal);
      expect(observation.hiddenTexts).toEqual([{ text: 'HIDDEN', reason }]);
      expect(joinText(observation)).toBe('Shown / Also shown');
      expect(JSON.stringify(observation.candidates.map(({ text, name }) => [text, name]))).not.toContain(
        'HIDDEN',
      );
    });
});

test('visible text is not reported as hidden', async ({ surface, show }) => {
  await show(`<body style="direction:ltr">
    <p style="opacity:0.4">Pale</p><p style="font-size:6px">Small</p>
    <div style="background:#000"><p style="color:#fff;font-size:12px">White on black</p></div>
    <div style="background-image:linear-gradient(#000,#000)"><p style="color:#fff;font-size:12px">On a gradient</p></div>
    <div style="position:relative"><i style="position:absolute;inset:0;background:#123"></i><p style="position:relative;color:#fff;font-size:11px">On a dark sibling</p></div>
    <style>.g::before{content:'';position:absolute;inset:0;background:#123;z-index:-1}</style>
    <div class=g style="position:relative;z-index:0"><p style="color:#fff;font-size:11px">On a generated ground</p></div>
    <div style="height:0"><p>Spills out of a box without height</p></div>
    <div style="width:100px;height:40px;overflow:auto"><p style="height:300px">Top</p><p>Scrolled to</p></div>
    <div style="height:3000px"></div><p>Far down</p>
    <div style="position:relative;overflow:hidden;height:30px"><p style="margin:0">Inside</p></div>
    <div style="overflow:hidden;height:10px"><div style="position:absolute;left:20px;top:900px">Placed outside of what clips</div></div>
    <div style="display:contents">Contents</div>`);
  const observation = await surface.observe({ text: true }, signal);
  expect(observation.hiddenTexts).toEqual([]);
  for (const text of [
    'Pale',
    'Small',
    'White on black',
    'On a gradient',
    'On a dark sibling',
    'On a generated ground',
    'Spills',
    'Scrolled to',
    'Far down',
    'Inside',
    'Placed outside',
    'Contents',
  ])
    expect(joinText(observation)).toContain(text);
});

test('on a right-to-left page, content to the left of the viewport can be scrolled into view; content to the right cannot', async ({
  surface,
  show,
}) => {
  await show(`<html dir=rtl><body><div style="width:3000px">עברית <button style="position:absolute;right:2500px">רחוק</button>
    <button style="position:absolute;right:-900px">נעלם</button></div>`);
  const { candidates } = await surface.observe({}, signal);
  expect(listNames(candidates)).toEqual(['רחוק']);
});

test('clipped elements are not candidates; elements that were scrolled out of view are off-screen candidates', async ({
  surface,
  show,
}) => {
  await show(`<style>.slide{display:inline-block;width:200px} .box{width:200px;height:60px;white-space:nowrap}</style>
    <div class=box style="overflow:hidden"><span class=slide><button>One</button></span><span class=slide><button>Two</button></span></div>
    <div class=box style="overflow:auto"><span class=slide><button>Three</button></span><span class=slide><button>Four</button></span></div>
    <dialog id=d>x</dialog>
    <div style="overflow:hidden;height:20px"><div popover id=p><button>In a popover</button></div></div>
    <script>p.showPopover()</script>`);
  const { candidates } = await surface.observe({}, signal);
  const buttons = candidates.filter((c) => c.role === 'button').map((c) => [c.name, c.inViewport]);
  expect(buttons).toEqual([
    ['One', true],
    ['Three', true],
    ['Four', false],
    ['In a popover', true],
  ]);
  const scroller = candidates.find((c) => c.scroll)!;
  expect(scroller.scroll).toEqual({ x: 0, y: 0, maxX: expect.any(Number), maxY: 0 });
  expect(scroller.scroll!.maxX).toBeGreaterThan(150);
});

test('an element that its container can scroll into view is a candidate, even if an ancestor clips the container', async ({
  surface,
  show,
}) => {
  await show(`<div style="position:absolute;height:200px;width:200px;overflow:hidden"><div style="height:100%;overflow:auto">
      <p style="height:600px"></p><button>Scrolled to</button><span id=d draggable=true>Drag me</span></div></div>
    <div style="position:absolute;left:300px;height:50px;width:200px;overflow:hidden"><p style="height:100px"></p><div style="height:60px;overflow:auto"><p style="height:90px"></p><button>Clipped with it</button></div></div>`);
  const { candidates, hiddenTexts } = await surface.observe({ text: true }, signal);
  expect(candidates.filter((c) => c.role === 'button').map((c) => [c.name, c.inViewport])).toEqual([
    ['Scrolled to', false],
  ]);
  expect(candidates.find((c) => c.text === 'Drag me')!.interactive).toBe(true);
  expect(hiddenTexts).toEqual([{ text: 'Clipped with it', reason: 'clipped' }]);
});

test('elements behind a modal dialog are marked', async ({ surface, show }) => {
  await show(
    `<button>Behind</button><dialog id=d><button>In front</button></dialog><script>d.showModal()</script>`,
  );
  const { candidates } = await surface.observe({}, signal);
  expect(candidates.filter((c) => c.role === 'button').map((c) => [c.name, c.behindModal === true])).toEqual([
    ['Behind', true],
    ['In front', false],
  ]);
});

test('a transparent select over visible text is a candidate, unless it receives no clicks', async ({
  surface,
  show,
}) => {
  await show(`<div style="position:relative;width:120px;height:30px">Size: L
      <select aria-label=Size style="position:absolute;inset:0;opacity:0"><option>S<option selected>L</select></div>
    <select aria-label=Ghost style="opacity:0;position:absolute;left:300px;top:300px;pointer-events:none"><option>x</select>`);
  const { candidates } = await surface.observe({}, signal);
  expect(listNames(candidates, 'combobox')).toEqual(['Size']);
});

test('only interactive SVG shapes are candidates', async ({ surface, show }) => {
  await show(`<svg width=200 height=100><rect width=50 height=50 role=button tabindex=0 aria-label="Bar 2024"></rect>
      <a href=#x><circle cx=100 cy=50 r=20></circle><title>Point</title></a>
      <path d="M0 0 L10 10" stroke=red></path><rect x=150 width=40 height=40 style="cursor:pointer"></rect></svg>
    <button aria-label=Icon><svg width=16 height=16><path d="M0 0 L10 10"></path></svg></button><canvas width=60 height=40 role=img aria-label=Chart></canvas>`);
  const { candidates } = await surface.observe({}, signal);
  expect(candidates.filter((c) => c.interactive).map((c) => [c.tag, c.name])).toEqual([
    ['rect', 'Bar 2024'],
    ['a', expect.any(String)],
    ['rect', ''],
    ['button', 'Icon'],
  ]);
  expect(candidates.find((c) => c.tag === 'canvas')!.name).toBe('Chart');
});

test('findCovered returns the name of the covering element for each covered element', async ({
  surface,
  show,
}) => {
  await show(`<button style="position:absolute;left:10px">Free</button><button style="position:absolute;left:200px">Under</button>
    <div role=dialog aria-label=Cookies style="position:fixed;left:150px;top:0;width:600px;height:40px;background:#eee">Cookies?</div>
    <iframe style="margin-top:60px" width=300 height=60 srcdoc="<button>Framed</button><div style='position:fixed;inset:0;background:#fff'>Veil</div>"></iframe>`);
  const { candidates } = await surface.observe({}, signal);
  const findUid = (name: string): string => candidates.find((c) => c.name === name)!.uid;
  const coverNames = await surface.findCovered(['Free', 'Under', 'Framed'].map(findUid));
  expect(coverNames.get(findUid('Free'))).toBeUndefined();
  expect(coverNames.get(findUid('Under'))).toBe('dialog “Cookies”');
  expect(coverNames.get(findUid('Framed'))).toBe('div “Veil”');
});

test('the page text does not include the content of a closed details element', async ({ surface, show }) => {
  await show(
    `<details><summary>Closed</summary>BARE<p>WRAPPED</p></details><details open><summary>Open</summary>bare <b>wrapped</b></details>`,
  );
  const observation = await surface.observe({ text: true }, signal);
  expect(joinText(observation)).toBe('Closed / Open / bare wrapped');
});
