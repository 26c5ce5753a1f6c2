import { pathToFileURL } from 'node:url';
import { writeFileSync } from 'node:fs';

import { expect, signal, test } from '../../support/browser.js';
import { createPageListener, startServer } from '../../support/server.js';

test('an action cannot open a local file, a browser-internal page or a script URL', async ({
  surface,
}, info) => {
  const file = info.outputPath('secret.html');
  writeFileSync(file, '<title>Secret</title>');
  const server = await startServer(createPageListener({ '/': '<title>Web</title><p>web' }));
  try {
    await surface.open(`${server.url}/`, signal);
    const fileUrl = pathToFileURL(file).href;
    for (const url of [
      fileUrl,
      `view-source:${fileUrl}`,
      'chrome://version',
      'javascript:document.title="run"',
    ])
      for (const action of [
        { intent: 'load' as const, url },
        { intent: 'tabcreate' as const, url },
      ])
        expect((await surface.perform(action, signal)).outcome).toMatchObject({
          status: 'failed',
          reason: 'refused',
        });
    const observation = await surface.observe({}, signal);
    expect([observation.title, observation.tabs.length]).toEqual(['Web', 1]);
  } finally {
    await server.close();
  }
});

test('if the session starts on a local file, an action may open another local file', async ({
  surface,
}, info) => {
  const [firstUrl, secondUrl] = ['one', 'two'].map((name) => {
    const file = info.outputPath(`${name}.html`);
    writeFileSync(file, `<title>${name}</title><p>x`);
    return pathToFileURL(file).href;
  });
  await surface.open(firstUrl!, signal);
  expect((await surface.perform({ intent: 'load', url: secondUrl! }, signal)).outcome.status).toBe('done');
  expect((await surface.observe({}, signal)).title).toBe('two');
});
