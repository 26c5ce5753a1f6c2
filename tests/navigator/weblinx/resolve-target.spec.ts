import type { Observation } from '../../../src/contract/index.js';
import { parseHtml } from '../../../src/lxml/index.js';
import { resolveLiveTarget } from '../../../src/navigator/weblinx/resolve-target.js';
import { expect, signal, test } from '../../support/browser.js';

const PAGE = `<!doctype html><title>T</title><style>body{margin:0} .box{position:absolute;left:10px;width:200px;height:30px}</style>
  <a id="link" class="box" style="top:10px" href="#x"><b id="inner">Prices</b></a>
  <ul><li id="item" class="box" style="top:60px;list-style:none"><span>&nbsp;</span><button id="go" style="width:180px;height:26px">Go</button></li></ul>
  <form id="form" class="box" style="top:110px"><fieldset id="set" style="border:0;margin:0;padding:0"><input id="name" aria-label="Name"><input type="submit" value="Send" id="send"></fieldset></form>
  <iframe id="frame" class="box" style="top:160px;border:0" srcdoc="<body style='margin:0'><button style='width:200px;height:30px'>Inside</button>"></iframe>
  <p id="bare" hidden>Nobody sees this</p>`;

/** Finds the uid of the element with this id. */
const findUidById = ({ weblinx }: Observation, id: string): string =>
  new RegExp(`<[^>]*\\sid="${id}"[^>]*data-webtasks-id="([^"]+)"`).exec(weblinx!.html)![1]!;

const BY_UID: [id: string, candidate: RegExp | null][] = [
  ['link', /Prices/],
  ['inner', /Prices/],
  ['item', /Go/],
  ['go', /Go/],
  ['name', /Name/],
];

const BY_POINT: [x: number, y: number, candidate: RegExp | null][] = [
  [30, 25, /Prices/],
  [60, 75, /Go/],
  [60, 175, /Inside/],
  [20, 130, /Name/],
  [900, 700, null],
];

async function observe(surface: Parameters<Parameters<typeof test>[2]>[0]['surface']): Promise<Observation> {
  return surface.observe({ weblinx: true }, signal);
}

test('an element resolves to the candidate that represents it', async ({ surface, show }) => {
  await show(PAGE);
  const observation = await observe(surface);
  const html = parseHtml(observation.weblinx!.html);
  for (const [id, candidate] of BY_UID) {
    const target = resolveLiveTarget({ uid: findUidById(observation, id) }, observation, html);
    const resolvedCandidate = target.ok
      ? observation.candidates.find(({ uid }) => uid === target.uid)
      : undefined;
    if (candidate === null) expect([id, target.ok]).toEqual([id, false]);
    else expect(`${id}: ${resolvedCandidate?.name || resolvedCandidate?.text}`).toMatch(candidate);
  }
});

test('a point resolves to the smallest element at that point, even in a frame', async ({ surface, show }) => {
  await show(PAGE);
  const observation = await observe(surface);
  const html = parseHtml(observation.weblinx!.html);
  for (const [x, y, candidate] of BY_POINT) {
    const target = resolveLiveTarget({ x, y }, observation, html);
    const resolvedCandidate = target.ok
      ? observation.candidates.find(({ uid }) => uid === target.uid)
      : undefined;
    if (candidate === null) expect([x, y, target.ok]).toEqual([x, y, false]);
    else expect(`${x},${y}: ${resolvedCandidate?.name || resolvedCandidate?.text}`).toMatch(candidate);
  }
});

test('an unknown element and an element without a candidate give different messages', async ({
  surface,
  show,
}) => {
  await show(PAGE);
  const observation = await observe(surface);
  const html = parseHtml(observation.weblinx!.html);
  expect(resolveLiveTarget({ uid: 'made-up' }, observation, html)).toEqual({
    ok: false,
    message: 'The model named an element that is not on the page (uid = made-up).',
  });
  const hiddenUid = findUidById(observation, 'bare');
  expect(resolveLiveTarget({ uid: hiddenUid }, observation, html)).toEqual({
    ok: false,
    message: `The model named an element that cannot be acted on (uid = ${hiddenUid}).`,
  });
});
