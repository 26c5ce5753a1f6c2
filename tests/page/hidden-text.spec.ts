import type { HiddenReason, Observation } from '../../src/contract/index.js';
import { expect, signal, test } from '../support/browser.js';

/** Two pixels, and one that is transparent: pictures that are there without a server. */
const PIXEL = `data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=`;
const HERO = 'position:relative;height:60px;width:400px';
const FILL = 'position:absolute;inset:0;width:100%;height:100%';

/** Everything that a prompt may be made of. */
function shown({ text, candidates }: Observation): string {
  const names = candidates.map((c) => [c.text, c.hiddenName === undefined ? c.name : '']);
  return JSON.stringify([text.map((block) => block.text), names]);
}

interface Trick {
  why: HiddenReason;
  how: string;
  /** `@` is the text. */
  html: string;
}

/** Tricks of one kind, together on a page; each has words of its own. */
const TRICKS: Record<string, Trick[]> = {
  'opacity, filters and masks': [
    { why: 'transparent', how: 'product', html: '<div style="opacity:.3"><p style="opacity:.2">@</p></div>' },
    {
      why: 'transparent',
      how: 'product of three',
      html: '<div style="opacity:.4"><div style="opacity:.4"><p><b style="opacity:.4">@</b></p></div></div>',
    },
    { why: 'transparent', how: 'below a tenth', html: '<p style="opacity:.08">@</p>' },
    { why: 'transparent', how: 'filter', html: '<p style="filter:opacity(0)">@</p>' },
    {
      why: 'transparent',
      how: 'filter around',
      html: '<div style="filter:blur(0) opacity(5%)"><p>@</p></div>',
    },
    {
      why: 'transparent',
      how: 'filter and opacity',
      html: '<div style="filter:opacity(.2)"><p style="opacity:.4">@</p></div>',
    },
    {
      why: 'transparent',
      how: 'mask',
      html: '<p style="mask-image:linear-gradient(transparent,transparent)">@</p>',
    },
    {
      why: 'transparent',
      how: 'mask around',
      html: '<div style="-webkit-mask:linear-gradient(#0001,#0000)"><p>@</p></div>',
    },
    {
      why: 'transparent',
      how: 'mask of no size',
      html: `<p style="mask:url(${PIXEL}) 0 0/0 0 no-repeat">@</p>`,
    },
    {
      why: 'transparent',
      how: 'back',
      html: '<p style="backface-visibility:hidden;transform:rotateY(180deg)">@</p>',
    },
    {
      why: 'transparent',
      how: 'back of a turned card',
      html: '<div style="transform-style:preserve-3d;rotate:y 180deg"><p style="backface-visibility:hidden">@</p></div>',
    },
  ],
  'fills of letters': [
    { why: 'transparent', how: 'fill', html: '<p style="-webkit-text-fill-color:transparent">@</p>' },
    { why: 'transparent', how: 'inherited', html: '<div style="color:transparent"><p>@</p></div>' },
    { why: 'transparent', how: 'alpha', html: '<p style="color:rgb(0 0 0 / 6%)">@</p>' },
    { why: 'transparent', how: 'alpha in another space', html: '<p style="color:oklch(0 0 0 / .04)">@</p>' },
    {
      why: 'transparent',
      how: 'alpha and opacity',
      html: '<p style="color:#0003"><span style="opacity:.4">@</span></p>',
    },
    {
      why: 'transparent',
      how: 'letters are to be filled with nothing',
      html: '<p style="color:transparent;background-clip:text">@</p>',
    },
  ],
  clipping: [
    { why: 'clipped', how: 'circle', html: '<p style="clip-path:circle(0)">@</p>' },
    { why: 'clipped', how: 'circle at', html: '<p style="clip-path:circle(0% at 10px 10px)">@</p>' },
    { why: 'clipped', how: 'ellipse', html: '<p style="clip-path:ellipse(40px 0)">@</p>' },
    { why: 'clipped', how: 'inset in pixels', html: '<p style="clip-path:inset(500px)">@</p>' },
    { why: 'clipped', how: 'rect', html: '<p style="clip-path:rect(0 0 0 0)">@</p>' },
    {
      why: 'clipped',
      how: 'polygon on a line',
      html: '<p style="clip-path:polygon(0 0,100% 0,50% 0)">@</p>',
    },
    { why: 'clipped', how: 'path', html: `<p style='clip-path:path("M0 0")'>@</p>` },
    { why: 'clipped', how: 'around', html: '<div style="clip-path:inset(100%)"><div><p>@</p></div></div>' },
    { why: 'clipped', how: 'max-height', html: '<p style="max-height:0;overflow:hidden">@</p>' },
    {
      why: 'clipped',
      how: 'max-height around',
      html: '<div style="max-height:0;overflow:hidden"><p>@</p></div>',
    },
    {
      why: 'clipped',
      how: 'below its own edge',
      html: '<p style="height:0;padding-top:20px;overflow:hidden">@</p>',
    },
    { why: 'clipped', how: 'skipped', html: '<p style="content-visibility:hidden">@</p>' },
    {
      why: 'clipped',
      how: 'skipped with what it holds',
      html: '<div style="content-visibility:hidden"><p>@</p></div>',
    },
  ],
  'place and size': [
    { why: 'off-screen', how: 'indent', html: '<p style="text-indent:-9999px">@</p>' },
    {
      why: 'off-screen',
      how: 'indent in percent',
      html: '<p style="text-indent:100%;white-space:nowrap;overflow:hidden">@</p>',
    },
    { why: 'off-screen', how: 'moved', html: '<p style="transform:translateX(-9999px)">@</p>' },
    { why: 'tiny', how: 'scale 0', html: '<p style="transform:scale(0)">@</p>' },
    { why: 'tiny', how: 'scale 0 around', html: '<div style="scale:0"><p><b>@</b></p></div>' },
    {
      why: 'tiny',
      how: 'scaled lines',
      html: '<p style="scale:.1;width:90px;height:400px;font-size:12px">@</p>',
    },
    { why: 'tiny', how: 'zoom', html: '<p style="zoom:.05">@</p>' },
    { why: 'tiny', how: 'edge-on', html: '<p style="transform:rotateX(90deg)">@</p>' },
    { why: 'tiny', how: 'size 0 around', html: '<div style="font-size:0"><p>@</p></div>' },
    { why: 'tiny', how: 'size 1px', html: '<p style="font-size:1px">@</p>' },
  ],
  'the colour of the ground': [
    { why: 'same-colour', how: 'large', html: '<h1 style="color:#fff;font-size:48px">@</h1>' },
    { why: 'same-colour', how: 'nearly', html: '<p style="color:#fafafa">@</p>' },
    { why: 'same-colour', how: 'another space', html: '<p style="color:oklch(1 0 0)">@</p>' },
    { why: 'same-colour', how: 'fill', html: '<p style="-webkit-text-fill-color:white">@</p>' },
    {
      why: 'same-colour',
      how: 'of an ancestor',
      html: '<div style="background:#123"><div><p style="color:#123">@</p></div></div>',
    },
    {
      why: 'same-colour',
      how: 'of layers',
      html: '<div style="background:#fff"><div style="background:#0008"><p style="color:#777">@</p></div></div>',
    },
    {
      why: 'same-colour',
      how: 'of a gradient of one colour',
      html: '<p style="background:linear-gradient(#456,#456);color:#456">@</p>',
    },
    {
      why: 'same-colour',
      how: 'with a shadow that nobody sees',
      html: '<p style="color:#fff;text-shadow:0 0 1px #fff">@</p>',
    },
    {
      why: 'same-colour',
      how: 'fills its letters with the ground',
      html: '<p style="color:transparent;background:#fff;background-clip:text">@</p>',
    },
    {
      why: 'same-colour',
      how: 'below the fold',
      html: '<div style="height:3000px"></div><p style="color:#fff">@</p>',
    },
  ],
};

for (const [kind, tricks] of Object.entries(TRICKS))
  test(`text that nobody sees is flagged and kept out: ${kind}`, async ({ surface, show }) => {
    const secrets = tricks.map(({ how }) => `SECRET ${how}`);
    const paragraphs = tricks.map(({ html }, i) => `<section>${html.replace('@', secrets[i]!)}</section>`);
    await show(`<p>Before</p>${paragraphs.join('\n')}<p>After</p>`);
    const seen = await surface.observe({ text: true }, signal);
    expect(seen.hiddenTexts).toEqual(tricks.map(({ why }, i) => ({ text: secrets[i], why })));
    expect(seen.text.map((block) => block.text).join(' / ')).toBe('Before / After');
    expect(shown(seen)).not.toContain('SECRET');
  });

test('a control with words that nobody sees has them as its hidden name, by whatever trick', async ({
  surface,
  show,
}) => {
  const tricks = Object.values(TRICKS)
    .flat()
    .filter(({ html }) => !html.includes('content-visibility') && !html.includes('3000px'));
  const inline = tricks.map(({ html }) =>
    html.replaceAll(/<(\/?)(p|div|h1)\b/g, '<$1span').replaceAll('style="', 'style="display:block;'),
  );
  await show(
    inline
      .map((html, i) => `<button style="background:#fff">Go ${html.replace('@', `SECRET${i}`)}</button><br>`)
      .join(''),
  );
  const { candidates } = await surface.observe({}, signal);
  const buttons = candidates.filter(({ role }) => role === 'button');
  expect(buttons.map(({ text, hiddenName }) => [text, hiddenName])).toEqual(
    tricks.map((_, i) => ['Go', `SECRET${i}`]),
  );
});

/** Honest pages: what looks like a trick and is none. `@` is the text. */
const HONEST: Record<string, string> = {
  'gradient text': `<h2 style="background:linear-gradient(90deg,#f06,#06f);background-clip:text;color:transparent">@</h2>`,
  'gradient text, filled': `<h2 style="background:linear-gradient(90deg,#f06,#06f);-webkit-background-clip:text;-webkit-text-fill-color:transparent"><span>@</span></h2>`,
  'text filled with one colour': `<h2 style="background:#06c;background-clip:text;color:transparent">@</h2>`,
  'outlined text': `<h2 style="color:transparent;-webkit-text-stroke:1px #000">@</h2>`,
  'blurred by its shadow': `<p style="color:transparent;text-shadow:0 0 3px #000">@</p>`,
  'white with a dark shadow': `<p style="color:#fff;text-shadow:0 1px 2px #000">@</p>`,
  'white on a background picture': `<div style="background:url(${PIXEL})"><p style="color:#fff">@</p></div>`,
  'white on a picture behind': `<div style="${HERO}"><img src="${PIXEL}" style="${FILL}"><h1 style="position:relative;color:#fff">@</h1></div>`,
  'white on a picture in the same grid cell': `<div style="display:grid;height:60px"><img src="${PIXEL}" style="grid-area:1/1;width:100%;height:60px"><h1 style="grid-area:1/1;color:#fff;z-index:1">@</h1></div>`,
  'white on a box that takes no clicks': `<div style="${HERO}"><div style="${FILL};background:#123;pointer-events:none"></div><p style="position:relative;color:#fff">@</p></div>`,
  'white on a box after it': `<div style="${HERO};z-index:0"><p style="color:#fff">@</p><div style="${FILL};background:#123;z-index:-1"></div></div>`,
  'white on a box inside': `<button style="position:relative;z-index:0;background:none;border:0;color:#fff">@<i style="${FILL};background:#06c;z-index:-1"></i></button>`,
  'white on a generated box': `<style>.g::before{content:'';position:absolute;inset:0;background:#123;z-index:-1}</style><div class=g style="${HERO};z-index:0"><p style="color:#fff">@</p></div>`,
  'white on an inner shadow': `<p style="color:#fff;box-shadow:inset 0 0 0 99px #123">@</p>`,
  'white beside its own light box': `<div style="position:relative;height:60px;background:#123"><div style="position:absolute;width:20px;height:20px;background:#fff"><p style="position:absolute;left:60px;top:0;margin:0;color:#fff;white-space:nowrap">@</p></div></div>`,
  'white, scrolled away in a dark box': `<div style="height:40px;overflow:auto;background:#123"><div style="height:400px"></div><p style="color:#fff">@</p></div>`,
  'difference of what is behind': `<div style="background:#fff"><p style="color:#fff;mix-blend-mode:difference">@</p></div>`,
  inverted: `<div style="background:#fff"><p style="color:#fff;filter:invert(1)">@</p></div>`,
  disabled: `<button disabled style="opacity:.5">@</button>`,
  'faded twice': `<div style="opacity:.5"><p style="opacity:.5">@</p></div>`,
  'pale grey': `<p style="color:#ccc">@</p>`,
  'fading at its end': `<p style="mask-image:linear-gradient(#000,transparent)">@</p>`,
  'cut to a shape': `<p style="clip-path:polygon(0 0,100% 0,95% 100%,0 100%)">@</p>`,
  'hanging indent': `<p style="text-indent:-20px;padding-left:20px">@</p>`,
  indented: `<p style="text-indent:60px">@</p>`,
  'cut with dots': `<p style="width:200px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">@, and much more text than there is room for</p>`,
  'turned on its side': `<div style="height:150px;width:40px"><p style="transform:rotate(90deg);transform-origin:0 0;margin:0 0 0 30px;white-space:nowrap">@</p></div>`,
  'written from top to bottom': `<p style="writing-mode:vertical-rl;height:150px">@</p>`,
  'made smaller': `<p style="scale:.6">@</p>`,
  'mirrored twice': `<div style="transform-style:preserve-3d;rotate:y 180deg"><p style="backface-visibility:hidden;transform:rotateY(180deg)">@</p></div>`,
  'kept from flickering': `<p style="backface-visibility:hidden;transform:translateZ(0)">@</p>`,
  'an icon between': `<p><i style="font-size:0"></i><span style="font-family:icons">&#xe001;</span>@</p>`,
  'in a popover on its own ground': `<div popover=manual style="background:#123;color:#fff" data-open>@</div>`,
  'in a dialog on what lies behind all': `<style>dialog::backdrop{background:#123}</style><dialog style="background:none;color:#fff">@</dialog>`,
};

test('what only looks like a trick is not flagged', async ({ surface, show }) => {
  const words = Object.keys(HONEST).map((name) => `Honest ${name}`);
  const parts = Object.values(HONEST).map((html, i) => `<section>${html.replace('@', words[i]!)}</section>`);
  await show(`<body>${parts.join('\n')}
    <script>document.querySelector('[data-open]').showPopover(); document.querySelector('dialog').showModal()</script>`);
  const seen = await surface.observe({ text: true }, signal);
  expect(seen.hiddenTexts).toEqual([]);
  const text = seen.text.map((block) => block.text).join(' / ');
  expect(words.filter((one) => !text.includes(one))).toEqual([]);
});

test('white text that scrolls over a ground that stays is not flagged', async ({ surface, show }) => {
  await show(`<div style="position:fixed;inset:0;background:#123;z-index:-1"></div>
    <div style="height:4000px"></div><p style="color:#fff">Far down</p>`);
  const { hiddenTexts: hidden } = await surface.observe({ text: true }, signal);
  expect(hidden).toEqual([]);
});

test('what a frame without a ground stands on is not known', async ({ surface, show }) => {
  await show(`<body style="background:#123"><iframe srcdoc="<p style='color:#fff'>On what is around</p>
    <div style='background:#fff'><p style='color:#fff'>SECRET</p></div>"></iframe>`);
  const { hiddenTexts: hidden } = await surface.observe({ text: true }, signal);
  expect(hidden).toEqual([{ text: 'SECRET', why: 'same-colour' }]);
});

test('labels for screen readers name their controls, and it is told that nobody sees them', async ({
  surface,
  show,
}) => {
  await show(`<style>.sr-only{position:absolute;width:1px;height:1px;padding:0;margin:-1px;overflow:hidden;clip:rect(0,0,0,0);white-space:nowrap;border:0}
      .visually-hidden{clip-path:inset(50%);height:1px;overflow:hidden;position:absolute;white-space:nowrap;width:1px}</style>
    <label class=sr-only for=q>Search</label><input id=q>
    <button><span class=visually-hidden>Close</span>×</button>`);
  const { candidates, hiddenTexts: hidden } = await surface.observe({ text: true }, signal);
  expect(candidates.filter((c) => c.interactive).map((c) => [c.name, c.hiddenName])).toEqual([
    ['Search', 'Search'],
    ['Close ×', 'Close'],
  ]);
  expect(hidden.map(({ reason: why }) => why)).toEqual(['clipped', 'clipped']);
});

test('what fades in, and the slides of a carousel that are not its turn, are hidden for now', async ({
  surface,
  show,
}) => {
  await show(`<style>@keyframes in{from{opacity:0}}</style>
    <p id=fade style="animation:in 1000s steps(1) both">Fades in</p>
    <div style="width:200px;overflow:hidden"><div id=track style="display:flex;width:400px"><p style="width:200px">First</p><p style="width:200px">Second</p></div></div>
    <button onclick="for (const animation of document.getAnimations()) animation.finish();
      track.style.transform = 'translateX(-200px)'">Next</button>`);
  const before = await surface.observe({ text: true }, signal);
  expect(before.hiddenTexts).toEqual([
    { text: 'Fades in', why: 'transparent' },
    { text: 'Second', why: 'clipped' },
  ]);
  const next = before.candidates.find((c) => c.name === 'Next')!;
  await surface.perform({ intent: 'click', uid: next.uid }, signal);
  const after = await surface.observe({ text: true }, signal);
  expect(after.hiddenTexts.map(({ text }) => text)).toEqual(['First']);
  expect(shown(after)).toContain('Fades in');
  expect(shown(after)).toContain('Second');
});
