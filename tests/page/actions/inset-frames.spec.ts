/** Pointer positions in frames with a border, padding or scale, and in nested frames. */
import { expect, signal, test } from '../../support/browser.js';
import { createPageListener, startServer } from '../../support/server.js';
import type { Candidate } from '../../../src/contract/index.js';
import type { PageSurface } from '../../../src/page/index.js';
import {
  performOnElement,
  click,
  getDetail,
  listEffectTypes,
  findByName,
  readPageText,
  POINTER_GESTURES,
} from './perform.js';

/** Page with targets so small that an error of a few pixels misses them. The targets report events to the top page. */
const INNER = `<body style="margin:0"><script>const say = (t) => top.postMessage(t, '*')</script>
  <div style="position:absolute;left:40px;top:20px"><button style="width:20px;height:20px;padding:0;overflow:hidden" onclick="say('clicked')" ondblclick="say('double')" oncontextmenu="say('menu')" onmouseenter="say('over')">Go</button></div>
  <div id=box role=button tabindex=0 aria-label=Box style="position:absolute;left:10px;top:150px;width:20px;height:20px;background:#ccc"></div>
  <div id=bin role=button tabindex=0 aria-label=Bin style="position:absolute;left:200px;top:150px;width:20px;height:20px;background:#eee"></div>
  <script>let held = false; box.onpointerdown = () => { held = true }; bin.onpointerup = () => { if (held) say('dropped') }</script>`;

const EVENT_LOG = `<p id=log></p><button onclick="lid.style.display = 'block'">Cover</button><div id=lid role=dialog aria-label=Consent style="display:none;position:fixed;inset:0;background:#fff">Agree?</div>
  <script>onmessage = ({ data }) => log.append(' ' + data + ' ')</script>`;

/** Observes until the element is found. On a busy machine, the first observations may lack a slow frame. */
async function findInFrame(surface: PageSurface, name: string): Promise<Candidate> {
  let candidate: Candidate | null = null;
  const tryFind = async (): Promise<boolean> =>
    (candidate = await findByName(surface, name).catch(() => null)) !== null;
  await expect.poll(tryFind, { timeout: 20_000 }).toBe(true);
  return candidate!;
}

const CROSS_SITE_HOST = 'localhost';
const SAME_SITE_HOST = '127.0.0.1';

/** `hosts`: hosts of the nested frames, outermost first. `centre`: position of the 20 px button on the page. */
const LAYOUTS: { layout: string; hosts: string[][]; style: string; centre: { x: number; y: number } }[] = [
  {
    layout: 'border and padding',
    hosts: [[SAME_SITE_HOST], [CROSS_SITE_HOST]],
    style: 'border:30px solid;padding:20px',
    centre: { x: 100, y: 80 },
  },
  {
    layout: 'half its size',
    hosts: [[CROSS_SITE_HOST], [SAME_SITE_HOST]],
    style: 'border:10px solid;transform:scale(.5);transform-origin:0 0',
    centre: { x: 30, y: 20 },
  },
  {
    layout: 'stretched',
    hosts: [[CROSS_SITE_HOST]],
    style: 'padding:8px;border:0;width:300.4px;transform:scale(1.5,.8);transform-origin:0 0',
    centre: { x: 87, y: 30.4 },
  },
  {
    layout: 'nested',
    hosts: [
      [SAME_SITE_HOST, CROSS_SITE_HOST],
      [CROSS_SITE_HOST, CROSS_SITE_HOST],
      [CROSS_SITE_HOST, SAME_SITE_HOST],
    ],
    style: 'border:5px solid;padding:6px',
    centre: { x: 72, y: 52 },
  },
  {
    layout: 'nested, scaled',
    hosts: [[CROSS_SITE_HOST, SAME_SITE_HOST]],
    style: 'border:10px solid;transform:scale(.8);transform-origin:0 0',
    centre: { x: 46.4, y: 33.6 },
  },
];
const CASES = LAYOUTS.flatMap(({ hosts, ...layoutCase }) =>
  hosts.map((chain) => ({ ...layoutCase, hosts: chain })),
);

/** HTML of a frame that loads from another host on the page's port. */
const createFrame = (host: string, path: string, style: string): string =>
  `<iframe id=f width=420 height=260 style="display:block;${style}"></iframe><script>f.src = '//${host}:' + location.port + '${path}'</script>`;

for (const { layout, hosts, style, centre } of CASES)
  test(`every gesture reaches its target in a frame: ${layout} (${hosts.join(' > ')})`, async ({
    surface,
  }) => {
    const [first, second] = hosts as [string, string?];
    const server = await startServer(
      createPageListener({
        '/in': INNER,
        '/middle': `<!doctype html><body style="margin:0">${second ? createFrame(second, '/in', style) : ''}`,
        '/': `<!doctype html><body style="margin:0">${createFrame(first, second ? '/middle' : '/in', style)}${EVENT_LOG}`,
      }),
    );
    try {
      await surface.open(`${server.url}/`, signal);
      const go = await findInFrame(surface, 'Go');
      expect(Math.abs(go.box.x + go.box.width / 2 - centre.x)).toBeLessThan(0.1);
      expect(Math.abs(go.box.y + go.box.height / 2 - centre.y)).toBeLessThan(0.1);
      for (const gesture of POINTER_GESTURES) {
        const { outcome, mouse } = await surface.perform(gesture(go.uid), signal);
        expect(listEffectTypes(outcome)).toEqual(['dom']);
        expect(mouse).toEqual({ x: Math.round(centre.x), y: Math.round(centre.y) });
      }
      const bin = await findInFrame(surface, 'Bin');
      const box = await findInFrame(surface, 'Box');
      await surface.perform({ intent: 'drag', uid: box.uid, to: { uid: bin.uid } }, signal);
      const events = (await readPageText(surface)).split(' ');
      expect(events).toEqual(expect.arrayContaining(['over', 'clicked', 'double', 'menu', 'dropped']));

      expect(await surface.findCovered([go.uid])).toEqual(new Map());
      await performOnElement(surface, 'Cover', click);
      expect((await surface.findCovered([go.uid])).get(go.uid)).toContain('Consent');
      const coveredOutcome = (await surface.perform(click(go.uid), signal)).outcome;
      expect(coveredOutcome).toMatchObject({ status: 'failed', reason: 'covered' });
      expect(getDetail(coveredOutcome)).toContain('Consent');
    } finally {
      await server.close();
    }
  });

test('clicks reach a cross-origin frame that is out of view, and elements inside it that are out of view', async ({
  surface,
}) => {
  const server = await startServer(
    createPageListener({
      '/in': `<body style="margin:0"><div style="height:900px"></div><button onclick="top.postMessage('clicked', '*')">Go</button><div style="height:900px"></div>`,
      '/': `<!doctype html><body style="margin:0"><div style="height:1700px"></div>${createFrame(CROSS_SITE_HOST, '/in', 'border:30px solid;padding:20px')}<div style="height:1700px"></div>${EVENT_LOG}`,
    }),
  );
  try {
    await surface.open(`${server.url}/`, signal);
    const { uid } = await findInFrame(surface, 'Go');
    for (const _ of [1, 2, 3]) {
      await surface.perform({ intent: 'scroll', x: 0, y: 0 }, signal);
      expect(listEffectTypes((await surface.perform(click(uid), signal)).outcome)).toContain('dom');
    }
    expect((await readPageText(surface)).match(/clicked/g)).toHaveLength(3);
  } finally {
    await server.close();
  }
});

test('if the page covers part of an element in a frame, the uncovered part is clicked', async ({
  surface,
}) => {
  const server = await startServer(
    createPageListener({
      '/in': `<body style="margin:0"><button style="width:300px;height:60px" onclick="top.postMessage('own', '*')">Wide</button>`,
      '/': `<!doctype html><body style="margin:0">${createFrame(CROSS_SITE_HOST, '/in', 'border:10px solid')}
        <div onclick="log.append('cover')" style="position:absolute;left:80px;top:0;width:200px;height:100px;background:#ddd">chat</div>${EVENT_LOG}`,
    }),
  );
  try {
    await surface.open(`${server.url}/`, signal);
    const { uid } = await findInFrame(surface, 'Wide');
    expect(await surface.findCovered([uid])).toEqual(new Map());
    const { mouse } = await surface.perform(click(uid), signal);
    expect(mouse!.x < 80 || mouse!.x > 280).toBe(true);
    expect(await readPageText(surface)).toContain('own');
    expect(await readPageText(surface)).not.toContain('cover');
  } finally {
    await server.close();
  }
});

test('a click in a frame with pointer-events: none fails, and the error explains why', async ({
  surface,
  show,
}) => {
  await show(`<iframe style="pointer-events:none" srcdoc="<button>Go</button>"></iframe>`);
  const { uid } = await findInFrame(surface, 'Go');
  const { outcome } = await surface.perform(click(uid), signal);
  expect(outcome).toMatchObject({ status: 'failed', reason: 'covered' });
  expect(getDetail(outcome)).toContain('its frame lets the pointer through');
});
