import { pathToFileURL } from 'node:url';
import { writeFileSync } from 'node:fs';

import { expect, signal, test } from '../../support/browser.js';
import { answerWithPages, serve } from '../../support/server.js';

test('an action opens no local file, no browser page and no script URL', async ({ surface }, info) => {
  const file = info.outputPath('secret.html');
  writeFileSync(file, '<title>Secret</title>');
  const server = await serve(answerWithPages({ '/': '<title>Web</title><p>web' }));
  try {
    await surface.open(`${server.url}/`, signal);
    const address = pathToFileURL(file).href;
    for (const url of [
      address,
      `view-source:${address}`,
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

test('from a local file that the user opened, an action may open another one', async ({ surface }, info) => {
  const [one, two] = ['one', 'two'].map((name) => {
    const file = info.outputPath(`${name}.html`);
    writeFileSync(file, `<title>${name}</title><p>x`);
    return pathToFileURL(file).href;
  });
  await surface.open(one!, signal);
  expect((await surface.perform({ intent: 'load', url: two! }, signal)).outcome.status).toBe('done');
  expect((await surface.observe({}, signal)).title).toBe('two');
});
