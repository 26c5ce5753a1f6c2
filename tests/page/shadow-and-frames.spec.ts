import type { Candidate } from '../../src/contract/index.js';
import { createSurface, createUnguardedContext, type PageSurface } from '../../src/page/index.js';
import {
  expect,
  FAST_LIMITS,
  observeAllFrames,
  signal,
  test as base,
  type TestFixtures,
} from '../support/browser.js';
import { createPageListener, startServer } from '../support/server.js';

/** `withFrameLimit`: a surface that reads at most eight frames per observation. */
const test = base.extend<{ withFrameLimit: TestFixtures }>({
  withFrameLimit: async ({ chromium }, use) => {
    const surface: PageSurface = await createSurface(await createUnguardedContext(chromium), {
      limits: { ...FAST_LIMITS, maxFrameCount: 8 },
    });
    await use({
      surface,
      show: async (html) => {
        await surface.open(`data:text/html;charset=utf-8,${encodeURIComponent(html)}`, signal);
      },
    });
    await surface.close();
  },
});

const findButton = (candidates: readonly Candidate[], name: string): Candidate => {
  const button = candidates.find((c) => c.role === 'button' && c.name === name);
  if (!button) throw new Error(`no ${name} among ${candidates.map((c) => c.name).join(', ')}`);
  return button;
};

test.describe('closed shadow roots', () => {
  const PAGE = `
    <x-card></x-card><div id=plain style="width:200px;height:40px"></div>
    <div><template shadowrootmode=closed><button onclick="this.textContent='Declared pressed'">Declared</button></template></div>
    <x-outer><b>light</b></x-outer>
    <script>
      customElements.define('x-card', class extends HTMLElement { constructor() { super();
        this.attachShadow({mode:'closed'}).innerHTML = '<p>Closed words</p><button onclick="this.textContent=\\'Pressed\\'">Closed</button><input aria-label=Field>'; } });
      plain.attachShadow({mode:'closed'}).innerHTML = '<button>On a plain host</button>';
      customElements.define('x-outer', class extends HTMLElement { constructor() { super();
        const inner = document.createElement('x-inner');
        this.attachShadow({mode:'closed'}).append(inner, document.createElement('slot')); } });
      customElements.define('x-inner', class extends HTMLElement { constructor() { super();
        this.attachShadow({mode:'closed'}).innerHTML = '<button>Nested</button>'; } });
    </script>`;

  test('are read, including nested and declarative ones', async ({ surface }) => {
    const server = await startServer(createPageListener({ '/': PAGE }));
    try {
      await surface.open(`${server.url}/`, signal);
      const firstObservation = await surface.observe({ text: true }, signal);
      const secondObservation = await surface.observe({ text: true }, signal);
      for (const { candidates, text } of [firstObservation, secondObservation]) {
        expect(
          candidates
            .filter((c) => c.role === 'button')
            .map((c) => c.name)
            .sort(),
        ).toEqual(['Closed', 'Declared', 'Nested', 'On a plain host']);
        expect(text.map((block) => block.text)).toContain('Closed words');
      }
      expect(secondObservation.candidates.map((c) => c.uid)).toEqual(
        firstObservation.candidates.map((c) => c.uid),
      );
    } finally {
      await server.close();
    }
  });

  test('contain elements that can be clicked and typed into', async ({ surface }) => {
    const server = await startServer(createPageListener({ '/': PAGE }));
    try {
      await surface.open(`${server.url}/`, signal);
      const { candidates } = await surface.observe({}, signal);
      const field = candidates.find((c) => c.name === 'Field')!;
      const clickResult = await surface.perform(
        { intent: 'click', uid: findButton(candidates, 'Closed').uid },
        signal,
      );
      expect(clickResult.outcome.status).toBe('done');
      const typeResult = await surface.perform(
        { intent: 'textInput', uid: field.uid, text: 'inside' },
        signal,
      );
      expect(typeResult.outcome.status).toBe('done');
      const nextObservation = await surface.observe({}, signal);
      expect(findButton(nextObservation.candidates, 'Pressed').uid).toBe(
        findButton(candidates, 'Closed').uid,
      );
      expect(nextObservation.candidates.find((c) => c.uid === field.uid)!.value).toBe('inside');
    } finally {
      await server.close();
    }
  });
});

test('a second surface on the same page also reads closed shadow roots', async ({ chromium }) => {
  const context = await createUnguardedContext(chromium);
  const page = await context.newPage();
  const html = `<x-card></x-card><script>customElements.define('x-card', class extends HTMLElement { constructor() {
    super(); this.attachShadow({ mode: 'closed' }).innerHTML = '<button>Closed</button>' } })</script>`;
  for (const title of ['First', 'Second']) {
    const surface = await createSurface(context, { page, keepContextOpen: true, limits: FAST_LIMITS });
    await surface.open(`data:text/html,<title>${title}</title>${html}`, signal);
    const { candidates } = await surface.observe({}, signal);
    expect(candidates.map(({ name }) => name)).toContain('Closed');
    await surface.close();
  }
  await context.close();
});

test('the XPath of a slotted element follows the light DOM', async ({ surface, show }) => {
  await show(`<x-tabs><button>First</button><button>Second</button></x-tabs><script>
    customElements.define('x-tabs', class extends HTMLElement { constructor() { super();
      this.attachShadow({mode:'open'}).innerHTML = '<div><slot></slot></div>'; } })</script>`);
  const { candidates } = await surface.observe({}, signal);
  expect(candidates.filter((c) => c.role === 'button').map((c) => c.xpath)).toEqual([
    '/html/body/x-tabs/button[1]',
    '/html/body/x-tabs/button[2]',
  ]);
});

test.describe('frames', () => {
  /** Poll options for observations that may lack a slow frame at first. */
  const LONG_POLL = { timeout: 40_000 };
  const createInnerPage = (name: string, more = ''): string =>
    `<body style="margin:0"><button style="margin:0;width:100px;height:20px" onclick="this.textContent='${name} pressed'">${name}</button>${more}`;

  test('elements in nested and cross-site frames have page coordinates and frame URLs, and can be clicked', async ({
    surface,
  }) => {
    const otherServer = await startServer(createPageListener({ '/leaf': createInnerPage('Leaf') }));
    // A different host name is a different site, so the frame has its own process.
    const leafUrl = `${otherServer.url.replace('127.0.0.1', 'localhost')}/leaf`;
    const server = await startServer(
      createPageListener({
        '/': `<body style="margin:0"><div style="height:50px"></div><iframe src=/middle style="border:3px solid;padding:7px;margin-left:20px" width=400 height=300></iframe>`,
        '/middle': createInnerPage(
          'Middle',
          `<div style="height:40px"></div><iframe src="${leafUrl}" width=200 height=100 style="border:0;display:block"></iframe>`,
        ),
      }),
    );
    try {
      await surface.open(`${server.url}/`, signal);
      const { candidates } = await observeAllFrames(surface, {});
      const middleButton = findButton(candidates, 'Middle');
      expect([middleButton.box.x, middleButton.box.y]).toEqual([30, 60]);
      expect(middleButton.frame).toEqual([`${server.url}/middle`]);
      const leafButton = findButton(candidates, 'Leaf');
      expect(leafButton.box.x).toBe(30);
      expect(leafButton.box.y).toBeGreaterThanOrEqual(60 + 20 + 40);
      expect(leafButton.frame).toEqual([`${server.url}/middle`, leafUrl]);
      for (const { uid } of [middleButton, leafButton]) {
        const { outcome } = await surface.perform({ intent: 'click', uid }, signal);
        expect(outcome.status).toBe('done');
      }
      const nextObservation = await observeAllFrames(surface, {});
      expect(findButton(nextObservation.candidates, 'Leaf pressed').uid).toBe(leafButton.uid);
      expect(findButton(nextObservation.candidates, 'Middle pressed').uid).toBe(middleButton.uid);
    } finally {
      await server.close();
      await otherServer.close();
    }
  });

  test('content below a frame’s lower edge counts as off-screen, and hidden frames are not read', async ({
    surface,
    show,
  }) => {
    await show(`<body style="margin:0"><iframe width=200 height=100 style="border:0" srcdoc="<div style='height:400px'>top</div><button>Below</button>"></iframe>
      <iframe style="display:none" srcdoc="<button>Nowhere</button>"></iframe><iframe width=1 height=1 srcdoc="<button>Pixel</button>"></iframe>
      <iframe width=200 height=100 srcdoc="<button>Seen</button>"></iframe>`);
    const { candidates } = await surface.observe({}, signal);
    expect(candidates.filter((c) => c.role === 'button').map((c) => [c.name, c.inViewport])).toEqual([
      ['Below', false],
      ['Seen', true],
    ]);
  });

  const repeatFrame = (count: number, attributes: string, name: string): string =>
    `<iframe ${attributes} srcdoc="<body style='margin:0'><button>${name}</button>"></iframe>`.repeat(count);

  test('if there are too many frames, the main page is read completely and frames in view are read first', async ({
    withFrameLimit: { surface, show },
  }) => {
    await show(`<button>Main</button>${repeatFrame(9, 'hidden', 'Hidden')}${repeatFrame(3, 'width=3 height=3', 'Tiny')}
      <div style="position:absolute;top:5000px">${repeatFrame(16, 'width=20 height=20', 'Far')}</div>
      <iframe width=100 height=50 srcdoc="<button>Near</button>"></iframe>`);
    const listNames = async (): Promise<string[]> => {
      const { candidates } = await surface.observe({}, signal);
      return candidates.filter(({ role }) => role === 'button').map(({ name }) => name);
    };
    // Reading frames has a time budget, so on a slow machine some frames need another observation.
    await expect.poll(listNames, { timeout: 30_000 }).toContain('Near');
    const namesRead = await listNames();
    expect(namesRead).toContain('Main');
    expect(namesRead.filter((name) => name !== 'Main' && name !== 'Near' && name !== 'Far')).toEqual([]);
    expect(namesRead.filter((name) => name === 'Far').length).toBeLessThan(8);
  });

  test('the largest visible frames are read first, and each observation reports how many frames it skipped', async ({
    withFrameLimit: { surface, show },
  }) => {
    await show(`<button>Main</button><div>${repeatFrame(12, 'width=20 height=20', 'Small')}</div>
      <iframe width=600 height=200 srcdoc="<button>Large</button>"></iframe>`);
    const framesSkipped = { type: 'frames-skipped', overLimit: 5, timedOut: 0, url: expect.any(String) };
    for (let i = 0; i < 2; i++)
      await expect
        .poll(async () => {
          const { candidates, pageEvents } = await surface.observe({}, signal);
          return [pageEvents, candidates.some(({ name }) => name === 'Large')];
        }, LONG_POLL)
        .toEqual([[framesSkipped], true]);
  });

  test.describe('frames that keep the browser busy', () => {
    // These tests run one after the other, because reading 1,050 frames keeps two cores busy for half a minute.
    test.describe.configure({ mode: 'default' });

    test(
      'an observation works while frames appear and disappear',
      { tag: '@long' },
      async ({ surface, show }) => {
        test.slow();
        await show(`<button>Stays</button><div id=d></div><script>
      const html = '<button>Framed</button>'.repeat(50);
      setInterval(() => { d.replaceChildren(); for (let i = 0; i < 3; i++) { const f = document.createElement('iframe'); f.srcdoc = html; d.append(f); } }, 20);
    </script>`);
        for (let i = 0; i < 2; i++) {
          const { candidates, stable } = await surface.observe({}, signal);
          expect(findButton(candidates, 'Stays').visible).toBe(true);
          expect(stable).toBe(false);
        }
      },
    );

    test(
      'a page with more frames than the browser allows can be observed',
      { tag: '@long' },
      async ({ surface }) => {
        test.slow();
        const server = await startServer(
          createPageListener({
            '/': `<button>Main</button>${'<iframe width=100 height=50></iframe>'.repeat(1050)}`,
          }),
        );
        try {
          await surface.open(`${server.url}/`, signal);
          const { candidates, pageEvents } = await surface.observe({}, signal);
          expect(findButton(candidates, 'Main').visible).toBe(true);
          const framesSkipped = pageEvents.find((event) => event.type === 'frames-skipped');
          expect(framesSkipped?.overLimit).toBeGreaterThan(100);
          expect(pageEvents.map(({ type }) => type)).not.toContain('stuck-script');
        } finally {
          await server.close();
        }
      },
    );

    test(
      'a frame that keeps navigating does not prevent other frames from being read',
      { tag: '@long' },
      async ({ surface }) => {
        test.slow();
        const server = await startServer(
          createPageListener({
            '/': `<button>Main</button><iframe srcdoc="<button>Beside</button>"></iframe><iframe id=f></iframe>
          <script>setInterval(() => { f.src = '/away?' + Math.random(); }, 5)</script>`,
            '/away': '<button>Away</button>',
          }),
        );
        try {
          await surface.open(`${server.url}/`, signal);
          const listNames = async (): Promise<string[]> => {
            const { candidates, pageEvents } = await surface.observe({}, signal);
            const timedOutCounts = pageEvents.flatMap((event) =>
              event.type === 'frames-skipped' ? [event.timedOut] : [],
            );
            // Only the two child frames may be skipped.
            expect(Number(timedOutCounts[0] ?? 0)).toBeLessThanOrEqual(2);
            return candidates.map(({ name }) => name);
          };
          await expect
            .poll(listNames, { timeout: 120_000 })
            .toEqual(expect.arrayContaining(['Main', 'Beside']));
        } finally {
          await server.close();
        }
      },
    );
  });

  const FRAME_STYLES: { style: string; box: number[] }[] = [
    { style: 'transform:scale(.5);transform-origin:0 0', box: [5, 10, 40, 15] },
    { style: 'zoom:2', box: [20, 40, 160, 60] },
    { style: 'zoom:2;border:3px solid;padding:2px', box: [30, 50, 160, 60] },
    { style: 'transform:scale(2,.5);transform-origin:0 0;padding:4px', box: [28, 12, 160, 15] },
    { style: 'width:200.4px', box: [10, 20, 80, 30] },
  ];

  test('the boxes of elements in frames match their rendered positions', async ({ surface, show }) => {
    const escapeAttribute = (html: string): string => html.replace(/&/g, '&amp;').replace(/"/g, '&quot;');
    const createButtonPage = (i: number): string =>
      `<body style="margin:0"><button style="position:absolute;left:10px;top:20px;width:80px;height:30px">In ${i}</button>`;
    const createPageWithNestedFrame = (i: number): string =>
      `<body style="margin:0"><iframe style="display:block;border:0" width=150 height=80 srcdoc="${escapeAttribute(createButtonPage(i))}"></iframe>`;
    const createFrame = ({ style }: { style: string }, i: number, content: string): string =>
      `<div style="position:absolute;left:0;top:${i * 120}px"><iframe width=200 height=100 style="display:block;border:0;${style}" srcdoc="${escapeAttribute(content)}"></iframe></div>`;
    for (const createContent of [createButtonPage, createPageWithNestedFrame]) {
      await show(
        `<body style="margin:0">${FRAME_STYLES.map((frame, i) => createFrame(frame, i, createContent(i))).join('')}`,
      );
      const { candidates, marks } = await observeAllFrames(surface, { marks: true });
      for (const [i, { style, box }] of FRAME_STYLES.entries()) {
        const [x, y, ...size] = box as [number, number, number, number];
        const expected = [x, y + i * 120, ...size];
        const { uid, box: actualBox } = findButton(candidates, `In ${i}`);
        expect([actualBox.x, actualBox.y, actualBox.width, actualBox.height], style).toEqual(expected);
        const [mark] = marks!.marks.find((mark) => mark.uid === uid)!.boxes;
        expect([mark!.x, mark!.y, mark!.width, mark!.height], style).toEqual(expected);
      }
    }
  });

  test('elements in a frame that is inert or behind a modal dialog are reported as blocked and get no marks', async ({
    surface,
    show,
  }) => {
    await show(`<iframe inert srcdoc="<button>Inert</button>"></iframe>
      <div inert><iframe srcdoc="<button>Inside inert</button>"></iframe></div>
      <iframe srcdoc="<button>Free</button>"></iframe>`);
    const initialObservation = await observeAllFrames(surface, { marks: true });
    const buttons = ['Inert', 'Inside inert', 'Free'].map((name) =>
      findButton(initialObservation.candidates, name),
    );
    expect(buttons.map(({ behindModal }) => behindModal)).toEqual([true, true, undefined]);
    expect(initialObservation.marks!.marks.map(({ uid }) => uid)).toEqual([buttons[2]!.uid]);

    await show(`<button>Outside</button><iframe srcdoc="<iframe srcdoc='<button>Deep</button>'></iframe>"></iframe>
      <dialog id=d><button>Own</button><iframe srcdoc="<button>Within</button>"></iframe></dialog><script>d.showModal()</script>`);
    const { candidates, marks } = await observeAllFrames(surface, { marks: true });
    const [outside, deep, inDialog, inDialogFrame] = ['Outside', 'Deep', 'Own', 'Within'].map((name) =>
      findButton(candidates, name),
    );
    expect([
      outside!.behindModal,
      deep!.behindModal,
      inDialog!.behindModal,
      inDialogFrame!.behindModal,
    ]).toEqual([true, true, undefined, undefined]);
    const markedUids = marks!.marks.map(({ uid }) => uid);
    expect(markedUids).toEqual(expect.arrayContaining([inDialog!.uid, inDialogFrame!.uid]));
    expect(markedUids).not.toContain(outside!.uid);
    expect(markedUids).not.toContain(deep!.uid);
  });
});
