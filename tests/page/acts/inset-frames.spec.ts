import { expect, signal, test } from '../../support/browser.js';
import { pages, serve } from '../../support/server.js';
import { act, click, doubleClick, effects, hover, named, page, rightClick } from './acting.js';

const INNER = `<body style="margin:0"><script>const say = (t) => parent.postMessage(t, '*')</script>
  <div style="position:absolute;left:40px;top:20px"><button style="width:20px;height:20px;padding:0;overflow:hidden" onclick="say('clicked')" ondblclick="say('double')" oncontextmenu="say('menu')" onmouseenter="say('over')">Go</button></div>
  <div id=box role=button tabindex=0 aria-label=Box style="position:absolute;left:10px;top:150px;width:20px;height:20px;background:#ccc"></div>
  <div id=bin role=button tabindex=0 aria-label=Bin style="position:absolute;left:200px;top:150px;width:20px;height:20px;background:#eee"></div>
  <script>let held = false; box.onpointerdown = () => { held = true }; bin.onpointerup = () => { if (held) say('dropped') }</script>`;

for (const site of ['127.0.0.1', 'localhost'])
  test(`a frame with border and padding takes every gesture where it is meant (${site})`, async ({
    surface,
  }) => {
    const server = await serve(
      pages({
        '/in': INNER,
        '/': `<!doctype html><body style="margin:0"><iframe id=f width=400 height=250 style="border:30px solid #999;padding:20px"></iframe>
          <p id=log></p><button onclick="lid.style.display = 'block'">Cover</button><div id=lid role=dialog aria-label=Consent style="display:none;position:fixed;inset:0;background:#fff">Agree?</div>
          <script>f.src = '//${site}:' + location.port + '/in'; f.onload = () => { document.title = 'loaded' }
          onmessage = ({ data }) => log.append(' ' + data + ' ')</script>`,
      }),
    );
    try {
      await surface.open(`${server.url}/`, signal);
      expect(await act(surface, 'Go', hover)).toMatchObject({ status: 'done', effects: [{ type: 'dom' }] });
      const { uid } = await named(surface, 'Go');
      const { outcome, mouse } = await surface.perform(click(uid), signal);
      expect(effects(outcome)).toEqual(['dom']);
      expect(mouse).toEqual({ x: 100, y: 80 });
      expect(effects(await act(surface, 'Go', doubleClick))).toEqual(['dom']);
      expect(effects(await act(surface, 'Go', rightClick))).toEqual(['dom']);
      const bin = await named(surface, 'Bin');
      await act(surface, 'Box', (box) => ({ intent: 'drag', uid: box, to: { uid: bin.uid } }));
      const said = (await page(surface)).split(' ');
      expect(said).toEqual(expect.arrayContaining(['over', 'clicked', 'double', 'menu', 'dropped']));

      expect(await surface.covered([uid])).toEqual(new Map());
      await act(surface, 'Cover', click);
      expect((await surface.covered([uid])).get(uid)).toContain('Consent');
    } finally {
      await server.close();
    }
  });
