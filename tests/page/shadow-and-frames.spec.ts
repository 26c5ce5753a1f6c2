import type { Candidate } from '../../src/contract/index.js';
import { expect, signal, test } from '../support/browser.js';
import { pages, serve } from '../support/server.js';

const button = (candidates: readonly Candidate[], name: string): Candidate => {
  const found = candidates.find((c) => c.role === 'button' && c.name === name);
  if (!found) throw new Error(`no ${name} among ${candidates.map((c) => c.name).join(', ')}`);
  return found;
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

  test('what is in them is seen and read, nested ones and declared ones too', async ({ surface }) => {
    const server = await serve(pages({ '/': PAGE }));
    try {
      await surface.open(`${server.url}/`, signal);
      const seen = await surface.observe({ text: true }, signal);
      const again = await surface.observe({ text: true }, signal);
      for (const { candidates, text } of [seen, again]) {
        expect(
          candidates
            .filter((c) => c.role === 'button')
            .map((c) => c.name)
            .sort(),
        ).toEqual(['Closed', 'Declared', 'Nested', 'On a plain host']);
        expect(text.map((block) => block.text)).toContain('Closed words');
      }
      expect(again.candidates.map((c) => c.uid)).toEqual(seen.candidates.map((c) => c.uid));
    } finally {
      await server.close();
    }
  });

  test('what is in them can be clicked and typed into', async ({ surface }) => {
    const server = await serve(pages({ '/': PAGE }));
    try {
      await surface.open(`${server.url}/`, signal);
      const { candidates } = await surface.observe({}, signal);
      const field = candidates.find((c) => c.name === 'Field')!;
      const clicked = await surface.perform(
        { intent: 'click', uid: button(candidates, 'Closed').uid },
        signal,
      );
      expect(clicked.outcome.status).toBe('done');
      const typed = await surface.perform({ intent: 'textInput', uid: field.uid, text: 'inside' }, signal);
      expect(typed.outcome.status).toBe('done');
      const after = await surface.observe({}, signal);
      expect(button(after.candidates, 'Pressed').uid).toBe(button(candidates, 'Closed').uid);
      expect(after.candidates.find((c) => c.uid === field.uid)!.value).toBe('inside');
    } finally {
      await server.close();
    }
  });
});

test('an element that a slot shows keeps the path that it has in the page', async ({ surface, show }) => {
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
  const inner = (name: string, more = ''): string =>
    `<body style="margin:0"><button style="margin:0;width:100px;height:20px" onclick="this.textContent='${name} pressed'">${name}</button>${more}`;

  test('nested and cross-site ones stand in page coordinates, with their chain, and can be acted on', async ({
    surface,
  }) => {
    const other = await serve(pages({ '/leaf': inner('Leaf') }));
    // Another host name on the same machine is another site, with a process of its own.
    const leaf = `${other.url.replace('127.0.0.1', 'localhost')}/leaf`;
    const server = await serve(
      pages({
        '/': `<body style="margin:0"><div style="height:50px"></div><iframe src=/middle style="border:3px solid;padding:7px;margin-left:20px" width=400 height=300></iframe>`,
        '/middle': inner(
          'Middle',
          `<div style="height:40px"></div><iframe src="${leaf}" width=200 height=100 style="border:0;display:block"></iframe>`,
        ),
      }),
    );
    try {
      await surface.open(`${server.url}/`, signal);
      const { candidates } = await surface.observe({}, signal);
      const middle = button(candidates, 'Middle');
      expect([middle.box.x, middle.box.y]).toEqual([30, 60]);
      expect(middle.frame).toEqual([`${server.url}/middle`]);
      const deep = button(candidates, 'Leaf');
      expect(deep.box.x).toBe(30);
      expect(deep.box.y).toBeGreaterThanOrEqual(60 + 20 + 40);
      expect(deep.frame).toEqual([`${server.url}/middle`, leaf]);
      for (const { uid } of [middle, deep]) {
        const { outcome } = await surface.perform({ intent: 'click', uid }, signal);
        expect(outcome.status).toBe('done');
      }
      const after = await surface.observe({}, signal);
      expect(button(after.candidates, 'Leaf pressed').uid).toBe(deep.uid);
      expect(button(after.candidates, 'Middle pressed').uid).toBe(middle.uid);
    } finally {
      await server.close();
      await other.close();
    }
  });

  test('what a frame has below its own edge is out of sight, hidden frames are not read', async ({
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

  test('frames that come and go while the page is read do not spoil the look', async ({ surface, show }) => {
    await show(`<button>Stays</button><div id=d></div><script>
      const html = '<button>Framed</button>'.repeat(50);
      setInterval(() => { d.replaceChildren(); for (let i = 0; i < 5; i++) { const f = document.createElement('iframe'); f.srcdoc = html; d.append(f); } }, 7);
    </script>`);
    for (let i = 0; i < 3; i++) {
      const { candidates, stable } = await surface.observe({}, signal);
      expect(button(candidates, 'Stays').visible).toBe(true);
      expect(stable).toBe(false);
    }
  });
});
