/** Documents in `object` and `embed` elements can be observed and used like frames. */
import { expect, signal, test } from '../support/browser.js';
import { createPageListener, startServer } from '../support/server.js';

const INNER_PAGE = `<p>Inside words</p><button onclick="this.textContent = 'Pressed'">Inside</button>`;

for (const [tagName, html] of Object.entries({
  object: '<object type="text/html" data="/inside" width=300 height=120></object>',
  embed: '<embed type="text/html" src="/inside" width=300 height=120>',
}))
  test(`the document in an ${tagName} is read, and its button can be clicked`, async ({ surface }) => {
    const server = await startServer(
      createPageListener({ '/': `<h1>Outer</h1>${html}`, '/inside': INNER_PAGE }),
    );
    try {
      await surface.open(`${server.url}/`, signal);
      const { candidates, text } = await surface.observe({ text: true }, signal);
      const innerButton = candidates.find(({ name }) => name === 'Inside')!;
      expect(text.map((block) => block.text)).toContain('Inside words');
      expect(innerButton.frame).toEqual([`${server.url}/inside`]);
      const container = candidates.find(({ tag }) => tag === tagName);
      if (container) expect(innerButton.box.y).toBeGreaterThanOrEqual(container.box.y);
      const { outcome } = await surface.perform({ intent: 'click', uid: innerButton.uid }, signal);
      expect(outcome).toMatchObject({ status: 'done', effects: [{ type: 'dom' }] });
    } finally {
      await server.close();
    }
  });

test('an object with an image is not treated as a frame', async ({ surface, show }) => {
  await show(
    `<object type="image/gif" width=100 height=80 data="data:image/gif;base64,R0lGODlhAQABAAAAACw="></object><button>Beside</button>`,
  );
  const { candidates, pageEvents } = await surface.observe({}, signal);
  expect(candidates.map(({ name }) => name)).toContain('Beside');
  expect(pageEvents).toEqual([]);
});
