import type { HiddenReason, Observation } from '../../src/contract/index.js';
import { expect, signal, test } from '../support/browser.js';

/** Data URL of an image with one pixel. */
const PIXEL_URL = `data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=`;
const HERO_STYLE = 'position:relative;height:60px;width:400px';
const FILL_STYLE = 'position:absolute;inset:0;width:100%;height:100%';

/** Collects all text that a prompt may contain. */
function collectPromptText({ text, candidates }: Observation): string {
  const names = candidates.map((c) => [c.text, c.hiddenName === undefined ? c.name : '']);
  return JSON.stringify([text.map((block) => block.text), names]);
}

/** HTML that hides text, by technique, expected reason and name of the case. `@` stands for the text. */
const HIDING_HTML: Record<string, Partial<Record<HiddenReason, Record<string, string>>>> = {
  'opacity, filters and masks': {
    transparent: {
      product: '<div style="opacity:.3"><p style="opacity:.2">@</p></div>',
      'product of three':
        '<div style="opacity:.4"><div style="opacity:.4"><p><b style="opacity:.4">@</b></p></div></div>',
      'below a tenth': '<p style="opacity:.08">@</p>',
      filter: '<p style="filter:opacity(0)">@</p>',
      'filter around': '<div style="filter:blur(0) opacity(5%)"><p>@</p></div>',
      'filter and opacity': '<div style="filter:opacity(.2)"><p style="opacity:.4">@</p></div>',
      mask: '<p style="mask-image:linear-gradient(transparent,transparent)">@</p>',
      'mask around': '<div style="-webkit-mask:linear-gradient(#0001,#0000)"><p>@</p></div>',
      'mask with size 0': `<p style="mask:url(${PIXEL_URL}) 0 0/0 0 no-repeat">@</p>`,
      'hidden backface': '<p style="backface-visibility:hidden;transform:rotateY(180deg)">@</p>',
      'hidden backface in a rotated card':
        '<div style="transform-style:preserve-3d;rotate:y 180deg"><p style="backface-visibility:hidden">@</p></div>',
    },
  },
  'text fill': {
    transparent: {
      fill: '<p style="-webkit-text-fill-color:transparent">@</p>',
      inherited: '<div style="color:transparent"><p>@</p></div>',
      alpha: '<p style="color:rgb(0 0 0 / 6%)">@</p>',
      'alpha in another space': '<p style="color:oklch(0 0 0 / .04)">@</p>',
      'alpha and opacity': '<p style="color:#0003"><span style="opacity:.4">@</span></p>',
      'background-clip: text without a background': '<p style="color:transparent;background-clip:text">@</p>',
    },
  },
  clipping: {
    clipped: {
      circle: '<p style="clip-path:circle(0)">@</p>',
      'circle at': '<p style="clip-path:circle(0% at 10px 10px)">@</p>',
      ellipse: '<p style="clip-path:ellipse(40px 0)">@</p>',
      'inset in pixels': '<p style="clip-path:inset(500px)">@</p>',
      rect: '<p style="clip-path:rect(0 0 0 0)">@</p>',
      'polygon on a line': '<p style="clip-path:polygon(0 0,100% 0,50% 0)">@</p>',
      path: `<p style='clip-path:path("M0 0")'>@</p>`,
      around: '<div style="clip-path:inset(100%)"><div><p>@</p></div></div>',
      'max-height': '<p style="max-height:0;overflow:hidden">@</p>',
      'max-height around': '<div style="max-height:0;overflow:hidden"><p>@</p></div>',
      'below the edge of its box': '<p style="height:0;padding-top:20px;overflow:hidden">@</p>',
      'content-visibility': '<p style="content-visibility:hidden">@</p>',
      'content-visibility of an ancestor': '<div style="content-visibility:hidden"><p>@</p></div>',
    },
  },
  'position and size': {
    'off-screen': {
      indent: '<p style="text-indent:-9999px">@</p>',
      'indent in percent': '<p style="text-indent:100%;white-space:nowrap;overflow:hidden">@</p>',
      moved: '<p style="transform:translateX(-9999px)">@</p>',
    },
    tiny: {
      'scale 0': '<p style="transform:scale(0)">@</p>',
      'scale 0 around': '<div style="scale:0"><p><b>@</b></p></div>',
      'scaled lines': '<p style="scale:.1;width:90px;height:400px;font-size:12px">@</p>',
      zoom: '<p style="zoom:.05">@</p>',
      'edge-on': '<p style="transform:rotateX(90deg)">@</p>',
      'size 0 around': '<div style="font-size:0"><p>@</p></div>',
      'size 1px': '<p style="font-size:1px">@</p>',
    },
  },
  'background colour': {
    'same-colour': {
      large: '<h1 style="color:#fff;font-size:48px">@</h1>',
      nearly: '<p style="color:#fafafa">@</p>',
      'another space': '<p style="color:oklch(1 0 0)">@</p>',
      fill: '<p style="-webkit-text-fill-color:white">@</p>',
      'background of an ancestor':
        '<div style="background:#123"><div><p style="color:#123">@</p></div></div>',
      'background of several layers':
        '<div style="background:#fff"><div style="background:#0008"><p style="color:#777">@</p></div></div>',
      'gradient with one colour': '<p style="background:linear-gradient(#456,#456);color:#456">@</p>',
      'with a shadow in the background colour': '<p style="color:#fff;text-shadow:0 0 1px #fff">@</p>',
      'text filled with the page background':
        '<p style="color:transparent;background:#fff;background-clip:text">@</p>',
      'below the fold': '<div style="height:3000px"></div><p style="color:#fff">@</p>',
    },
  },
};

interface HidingCase {
  reason: HiddenReason;
  name: string;
  html: string;
}

const HIDING_CASES: Record<string, HidingCase[]> = Object.fromEntries(
  Object.entries(HIDING_HTML).map(([technique, byReason]) => [
    technique,
    Object.entries(byReason).flatMap(([reason, byName]) =>
      Object.entries(byName).map(([name, html]) => ({ reason: reason as HiddenReason, name, html })),
    ),
  ]),
);

for (const [technique, cases] of Object.entries(HIDING_CASES))
  test(`hidden text is reported and left out of the page text: ${technique}`, async ({ surface, show }) => {
    const secrets = cases.map(({ name }) => `SECRET ${name}`);
    const paragraphs = cases.map(({ html }, i) => `<section>${html.replace('@', secrets[i]!)}</section>`);
    await show(`<p>Before</p>${paragraphs.join('\n')}<p>After</p>`);
    const observation = await surface.observe({ text: true }, signal);
    expect(observation.hiddenTexts).toEqual(cases.map(({ reason }, i) => ({ text: secrets[i], reason })));
    expect(observation.text.map((block) => block.text).join(' / ')).toBe('Before / After');
    expect(collectPromptText(observation)).not.toContain('SECRET');
  });

test('hidden text in a control becomes the control’s hidden name, however it is hidden', async ({
  surface,
  show,
}) => {
  const cases = Object.values(HIDING_CASES)
    .flat()
    .filter(({ html }) => !html.includes('content-visibility') && !html.includes('3000px'));
  const inlineHtml = cases.map(({ html }) =>
    html.replaceAll(/<(\/?)(p|div|h1)\b/g, '<$1span').replaceAll('style="', 'style="display:block;'),
  );
  await show(
    inlineHtml
      .map((html, i) => `<button style="background:#fff">Go ${html.replace('@', `SECRET${i}`)}</button><br>`)
      .join(''),
  );
  const { candidates } = await surface.observe({}, signal);
  const buttons = candidates.filter(({ role }) => role === 'button');
  expect(buttons.map(({ text, hiddenName }) => [text, hiddenName])).toEqual(
    cases.map((_, i) => ['Go', `SECRET${i}`]),
  );
});

/** Visible text with styles like those of hiding techniques. `@` stands for the text. */
const VISIBLE_HTML: Record<string, string> = {
  'gradient text': `<h2 style="background:linear-gradient(90deg,#f06,#06f);background-clip:text;color:transparent">@</h2>`,
  'gradient text, filled': `<h2 style="background:linear-gradient(90deg,#f06,#06f);-webkit-background-clip:text;-webkit-text-fill-color:transparent"><span>@</span></h2>`,
  'text filled with one colour': `<h2 style="background:#06c;background-clip:text;color:transparent">@</h2>`,
  'outlined text': `<h2 style="color:transparent;-webkit-text-stroke:1px #000">@</h2>`,
  'blurred by its shadow': `<p style="color:transparent;text-shadow:0 0 3px #000">@</p>`,
  'white with a dark shadow': `<p style="color:#fff;text-shadow:0 1px 2px #000">@</p>`,
  'white on a background picture': `<div style="background:url(${PIXEL_URL})"><p style="color:#fff">@</p></div>`,
  'white on a picture behind': `<div style="${HERO_STYLE}"><img src="${PIXEL_URL}" style="${FILL_STYLE}"><h1 style="position:relative;color:#fff">@</h1></div>`,
  'white on a picture in the same grid cell': `<div style="display:grid;height:60px"><img src="${PIXEL_URL}" style="grid-area:1/1;width:100%;height:60px"><h1 style="grid-area:1/1;color:#fff;z-index:1">@</h1></div>`,
  'white on a box that takes no clicks': `<div style="${HERO_STYLE}"><div style="${FILL_STYLE};background:#123;pointer-events:none"></div><p style="position:relative;color:#fff">@</p></div>`,
  'white on a box after it': `<div style="${HERO_STYLE};z-index:0"><p style="color:#fff">@</p><div style="${FILL_STYLE};background:#123;z-index:-1"></div></div>`,
  'white on a box inside': `<button style="position:relative;z-index:0;background:none;border:0;color:#fff">@<i style="${FILL_STYLE};background:#06c;z-index:-1"></i></button>`,
  'white on a generated box': `<style>.g::before{content:'';position:absolute;inset:0;background:#123;z-index:-1}</style><div class=g style="${HERO_STYLE};z-index:0"><p style="color:#fff">@</p></div>`,
  'white on an inner shadow': `<p style="color:#fff;box-shadow:inset 0 0 0 99px #123">@</p>`,
  'white text outside its light parent box': `<div style="position:relative;height:60px;background:#123"><div style="position:absolute;width:20px;height:20px;background:#fff"><p style="position:absolute;left:60px;top:0;margin:0;color:#fff;white-space:nowrap">@</p></div></div>`,
  'white, scrolled away in a dark box': `<div style="height:40px;overflow:auto;background:#123"><div style="height:400px"></div><p style="color:#fff">@</p></div>`,
  'blend mode difference': `<div style="background:#fff"><p style="color:#fff;mix-blend-mode:difference">@</p></div>`,
  inverted: `<div style="background:#fff"><p style="color:#fff;filter:invert(1)">@</p></div>`,
  disabled: `<button disabled style="opacity:.5">@</button>`,
  'nested opacity': `<div style="opacity:.5"><p style="opacity:.5">@</p></div>`,
  'pale grey': `<p style="color:#ccc">@</p>`,
  'fading at its end': `<p style="mask-image:linear-gradient(#000,transparent)">@</p>`,
  'clipped to a shape': `<p style="clip-path:polygon(0 0,100% 0,95% 100%,0 100%)">@</p>`,
  'hanging indent': `<p style="text-indent:-20px;padding-left:20px">@</p>`,
  indented: `<p style="text-indent:60px">@</p>`,
  'truncated with an ellipsis': `<p style="width:200px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">@, and much more text than there is room for</p>`,
  'rotated by 90 degrees': `<div style="height:150px;width:40px"><p style="transform:rotate(90deg);transform-origin:0 0;margin:0 0 0 30px;white-space:nowrap">@</p></div>`,
  'written from top to bottom': `<p style="writing-mode:vertical-rl;height:150px">@</p>`,
  'scaled down': `<p style="scale:.6">@</p>`,
  'mirrored twice': `<div style="transform-style:preserve-3d;rotate:y 180deg"><p style="backface-visibility:hidden;transform:rotateY(180deg)">@</p></div>`,
  'hidden backface, not rotated': `<p style="backface-visibility:hidden;transform:translateZ(0)">@</p>`,
  'with an icon': `<p><i style="font-size:0"></i><span style="font-family:icons">&#xe001;</span>@</p>`,
  'in a popover with its own background': `<div popover=manual style="background:#123;color:#fff" data-open>@</div>`,
  'in a dialog over its backdrop': `<style>dialog::backdrop{background:#123}</style><dialog style="background:none;color:#fff">@</dialog>`,
};

test('visible text is not reported as hidden, despite its unusual styles', async ({ surface, show }) => {
  const visibleTexts = Object.keys(VISIBLE_HTML).map((name) => `Visible ${name}`);
  const sections = Object.values(VISIBLE_HTML).map(
    (html, i) => `<section>${html.replace('@', visibleTexts[i]!)}</section>`,
  );
  await show(`<body>${sections.join('\n')}
    <script>document.querySelector('[data-open]').showPopover(); document.querySelector('dialog').showModal()</script>`);
  const observation = await surface.observe({ text: true }, signal);
  expect(observation.hiddenTexts).toEqual([]);
  const text = observation.text.map((block) => block.text).join(' / ');
  expect(visibleTexts.filter((expected) => !text.includes(expected))).toEqual([]);
});

test('white text that scrolls over a fixed background is not reported as hidden', async ({
  surface,
  show,
}) => {
  await show(`<div style="position:fixed;inset:0;background:#123;z-index:-1"></div>
    <div style="height:4000px"></div><p style="color:#fff">Far down</p>`);
  const { hiddenTexts } = await surface.observe({ text: true }, signal);
  expect(hiddenTexts).toEqual([]);
});

test('text in a frame without a background is not compared with a background colour', async ({
  surface,
  show,
}) => {
  await show(`<body style="background:#123"><iframe srcdoc="<p style='color:#fff'>On what is around</p>
    <div style='background:#fff'><p style='color:#fff'>SECRET</p></div>"></iframe>`);
  const { hiddenTexts } = await surface.observe({ text: true }, signal);
  expect(hiddenTexts).toEqual([{ text: 'SECRET', reason: 'same-colour' }]);
});

test('labels for screen readers name their controls, and the names are reported as hidden', async ({
  surface,
  show,
}) => {
  await show(`<style>.sr-only{position:absolute;width:1px;height:1px;padding:0;margin:-1px;overflow:hidden;clip:rect(0,0,0,0);white-space:nowrap;border:0}
      .visually-hidden{clip-path:inset(50%);height:1px;overflow:hidden;position:absolute;white-space:nowrap;width:1px}</style>
    <label class=sr-only for=q>Search</label><input id=q>
    <button><span class=visually-hidden>Close</span>×</button>`);
  const { candidates, hiddenTexts } = await surface.observe({ text: true }, signal);
  expect(candidates.filter((c) => c.interactive).map((c) => [c.name, c.hiddenName])).toEqual([
    ['Search', 'Search'],
    ['Close ×', 'Close'],
  ]);
  expect(hiddenTexts.map(({ reason }) => reason)).toEqual(['clipped', 'clipped']);
});

test('text that has not faded in yet counts as hidden, and so do inactive carousel slides', async ({
  surface,
  show,
}) => {
  await show(`<style>@keyframes in{from{opacity:0}}</style>
    <p id=fade style="animation:in 1000s steps(1) both">Fades in</p>
    <div style="width:200px;overflow:hidden"><div id=track style="display:flex;width:400px"><p style="width:200px">First</p><p style="width:200px">Second</p></div></div>
    <button onclick="for (const animation of document.getAnimations()) animation.finish();
      track.style.transform = 'translateX(-200px)'">Next</button>`);
  const initialObservation = await surface.observe({ text: true }, signal);
  expect(initialObservation.hiddenTexts).toEqual([
    { text: 'Fades in', reason: 'transparent' },
    { text: 'Second', reason: 'clipped' },
  ]);
  const nextButton = initialObservation.candidates.find((c) => c.name === 'Next')!;
  await surface.perform({ intent: 'click', uid: nextButton.uid }, signal);
  const nextObservation = await surface.observe({ text: true }, signal);
  expect(nextObservation.hiddenTexts.map(({ text }) => text)).toEqual(['First']);
  expect(collectPromptText(nextObservation)).toContain('Fades in');
  expect(collectPromptText(nextObservation)).toContain('Second');
});
