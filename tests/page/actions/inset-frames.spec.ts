/** Pointer positions in frames with a border, padding or scale, and in nested frames. */
import { expect, signal, test } from '../../support/browser.js';
import { answerWithPages, serve } from '../../support/server.js';
import type { Candidate } from '../../../src/contract/index.js';
import type { PageSurface } from '../../../src/page/index.js';
import {
  performOn,
  click,
  detailOf,
  effectTypes,
  findByName,
  pageText,
  POINTER_GESTURES,
} from './perform.js';

/** Small targets, so that an error of a few pixels is a miss; they report events to the top page. */
const INNER = `<body style="margin:0"><script>const say = (t) => top.postMessage(t, '*')</script>
  <div style="position:absolute;left:40px;top:20px"><button style="width:20px;height:20px;padding:0;overflow:hidden" onclick="say('clicked')" ondblclick="say('double')" oncontextmenu="say('menu')" onmouseenter="say('over')">Go</button></div>
  <div id=box role=button tabindex=0 aria-label=Box style="position:absolute;left:10px;top:150px;width:20px;height:20px;background:#ccc"></div>
  <div id=bin role=button tabindex=0 aria-label=Bin style="position:absolute;left:200px;top:150px;width:20px;height:20px;background:#eee"></div>
  <script>let held = false; box.onpointerdown = () => { held = true }; bin.onpointerup = () => { if (held) say('dropped') }</script>`;

const EVENT_LOG = `<p id=log></p><button onclick="lid.style.display = 'block'">Cover</button><div id=lid role=dialog aria-label=Consent style="display:none;position:fixed;inset:0;background:#fff">Agree?</div>
  <script>onmessage = ({ data }) => log.append(' ' + data + ' ')</script>`;

/** On a busy machine a frame may be missing from the first observations. */
async function findInFrame(surface: PageSurface, name: string): Promise<Candidate> {
  let found: Candidate | null = null;
  const find = async (): Promise<boolean> =>
    (found = await findByName(surface, name).catch(() => null)) !== null;
  await expect.poll(find, { timeout: 20_000 }).toBe(true);
  return found!;
}

const OTHER = 'localhost';
const SAME = '127.0.0.1';

/** `sites`: those of the frames from the outside in; `at`: the centre of a 20 px button at 40, 20. */
const LAYOUTS: { what: string; sites: string[][]; style: string; at: { x: number; y: number } }[] = [
  {
    what: 'border and padding',
    sites: [[SAME], [OTHER]],
    style: 'border:30px solid;padding:20px',
    at: { x: 100, y: 80 },
  },
  {
    what: 'half its size',
    sites: [[OTHER], [SAME]],
    style: 'border:10px solid;transform:scale(.5);transform-origin:0 0',
    at: { x: 30, y: 20 },
  },
  {
    what: 'stretched',
    sites: [[OTHER]],
    style: 'padding:8px;border:0;width:300.4px;transform:scale(1.5,.8);transform-origin:0 0',
    at: { x: 87, y: 30.4 },
  },
  {
    what: 'nested',
    sites: [
      [SAME, OTHER],
      [OTHER, OTHER],
      [OTHER, SAME],
    ],
    style: 'border:5px solid;padding:6px',
    at: { x: 72, y: 52 },
  },
  {
    what: 'nested, scaled',
    sites: [[OTHER, SAME]],
    style: 'border:10px solid;transform:scale(.8);transform-origin:0 0',
    at: { x: 46.4, y: 33.6 },
  },
];
const CASES = LAYOUTS.flatMap(({ sites, ...layout }) => sites.map((chain) => ({ ...layout, sites: chain })));

/** A frame whose URL gets the port of the page. */
const frame = (site: string, path: string, style: string): string =>
  `<iframe id=f width=420 height=260 style="display:block;${style}"></iframe><script>f.src = '//${site}:' + location.port + '${path}'</script>`;

for (const { what, sites, style, at } of CASES)
  test(`every gesture reaches its target in a frame: ${what} (${sites.join(' > ')})`, async ({ surface }) => {
    const [first, second] = sites as [string, string?];
    const server = await serve(
      answerWithPages({
        '/in': INNER,
        '/middle': `<!doctype html><body style="margin:0">${second ? frame(second, '/in', style) : ''}`,
        '/': `<!doctype html><body style="margin:0">${frame(first, second ? '/middle' : '/in', style)}${EVENT_LOG}`,
      }),
    );
    try {
      await surface.open(`${server.url}/`, signal);
      const go = await findInFrame(surface, 'Go');
      expect(Math.abs(go.box.x + go.box.width / 2 - at.x)).toBeLessThan(0.1);
      expect(Math.abs(go.box.y + go.box.height / 2 - at.y)).toBeLessThan(0.1);
      for (const gesture of POINTER_GESTURES) {
        const { outcome, mouse } = await surface.perform(gesture(go.uid), signal);
        expect(effectTypes(outcome)).toEqual(['dom']);
        expect(mouse).toEqual({ x: Math.round(at.x), y: Math.round(at.y) });
      }
      const bin = await findInFrame(surface, 'Bin');
      const box = await findInFrame(surface, 'Box');
      await surface.perform({ intent: 'drag', uid: box.uid, to: { uid: bin.uid } }, signal);
      const events = (await pageText(surface)).split(' ');
      expect(events).toEqual(expect.arrayContaining(['over', 'clicked', 'double', 'menu', 'dropped']));

      expect(await surface.findCovered([go.uid])).toEqual(new Map());
      await performOn(surface, 'Cover', click);
      expect((await surface.findCovered([go.uid])).get(go.uid)).toContain('Consent');
      const covered = (await surface.perform(click(go.uid), signal)).outcome;
      expect(covered).toMatchObject({ status: 'failed', reason: 'covered' });
      expect(detailOf(covered)).toContain('Consent');
    } finally {
      await server.close();
    }
  });

test('clicks reach a cross-origin frame that must be scrolled into view, and elements scrolled inside it', async ({
  surface,
}) => {
  const server = await serve(
    answerWithPages({
      '/in': `<body style="margin:0"><div style="height:900px"></div><button onclick="top.postMessage('clicked', '*')">Go</button><div style="height:900px"></div>`,
      '/': `<!doctype html><body style="margin:0"><div style="height:1700px"></div>${frame(OTHER, '/in', 'border:30px solid;padding:20px')}<div style="height:1700px"></div>${EVENT_LOG}`,
    }),
  );
  try {
    await surface.open(`${server.url}/`, signal);
    const { uid } = await findInFrame(surface, 'Go');
    for (const _ of [1, 2, 3]) {
      await surface.perform({ intent: 'scroll', x: 0, y: 0 }, signal);
      expect(effectTypes((await surface.perform(click(uid), signal)).outcome)).toContain('dom');
    }
    expect((await pageText(surface)).match(/clicked/g)).toHaveLength(3);
  } finally {
    await server.close();
  }
});

test('if the page covers a part of an element in a frame, the uncovered part is clicked', async ({
  surface,
}) => {
  const server = await serve(
    answerWithPages({
      '/in': `<body style="margin:0"><button style="width:300px;height:60px" onclick="top.postMessage('own', '*')">Wide</button>`,
      '/': `<!doctype html><body style="margin:0">${frame(OTHER, '/in', 'border:10px solid')}
        <div onclick="log.append('cover')" style="position:absolute;left:80px;top:0;width:200px;height:100px;background:#ddd">chat</div>${EVENT_LOG}`,
    }),
  );
  try {
    await surface.open(`${server.url}/`, signal);
    const { uid } = await findInFrame(surface, 'Wide');
    expect(await surface.findCovered([uid])).toEqual(new Map());
    const { mouse } = await surface.perform(click(uid), signal);
    expect(mouse!.x < 80 || mouse!.x > 280).toBe(true);
    expect(await pageText(surface)).toContain('own');
    expect(await pageText(surface)).not.toContain('cover');
  } finally {
    await server.close();
  }
});

test('the failure names a frame with pointer-events: none', async ({ surface, show }) => {
  await show(`<iframe style="pointer-events:none" srcdoc="<button>Go</button>"></iframe>`);
  const { uid } = await findInFrame(surface, 'Go');
  const { outcome } = await surface.perform(click(uid), signal);
  expect(outcome).toMatchObject({ status: 'failed', reason: 'covered' });
  expect(detailOf(outcome)).toContain('its frame lets the pointer through');
});
