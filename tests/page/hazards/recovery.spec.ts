import { listEffectTypes, expect, signal, test } from './visit.js';

test('a crashed tab keeps its id, reloads its URL and reports the crash', async ({ visit }) => {
  await visit.open('/hazards/window');
  await visit.crash();
  const { title, tabs, pageEvents } = await visit.observe();
  const url = `${visit.site}/hazards/window`;
  expect(title).toBe('A window');
  expect(tabs).toEqual([{ id: 1, url, active: true }]);
  expect(pageEvents).toEqual([{ type: 'crash', url }]);
  expect(listEffectTypes(await visit.click('Press me'))).toContain('dom');
  expect((await visit.observe()).pageEvents).toEqual([]);
});

test('a crash during an action is an effect of the action', async ({ visit }) => {
  await visit.open('/hazards/window');
  const actionPromise = visit.perform({ intent: 'load', url: `${visit.site}/hazards/slow?ms=30000` });
  await visit.crash();
  expect(await actionPromise).toMatchObject({
    status: 'done',
    effects: [{ type: 'crashed', url: `${visit.site}/hazards/window` }],
  });
  expect((await visit.observe()).title).toBe('A window');
});

test('a URL that keeps crashing is not reloaded; another URL can still be opened', async ({
  createVisit,
}) => {
  const visit = await createVisit({ limits: { maxCrashCount: 1 } });
  await visit.open('/hazards/window');
  await visit.crash();
  await visit.observe();
  await visit.crash();
  await expect(visit.observe()).rejects.toMatchObject({
    kind: 'infra',
    message: expect.stringContaining('crashes the browser tab each time'),
  });
  expect((await visit.perform({ intent: 'load', url: `${visit.site}/hazards/dialogs` })).status).toBe('done');
  expect((await visit.observe()).title).toBe('Dialogs');
});

test('crashes are counted separately for each URL', async ({ createVisit }) => {
  const visit = await createVisit({ limits: { maxCrashCount: 1 } });
  for (const path of ['/hazards/window', '/hazards/dialogs', '/hazards/window']) {
    await visit.open(path);
    await visit.crash();
    expect((await visit.observe()).url).toBe(visit.site + path);
  }
});

test('a link to a server that does not answer fails with its URL, and the page can be used again', async ({
  createVisit,
}) => {
  const visit = await createVisit({ limits: { navigationMs: 500 } });
  await visit.open('/hazards/window');
  await visit.addLink('Prices', '/hazards/slow?ms=30000');
  expect(await visit.click('Prices')).toMatchObject({
    status: 'failed',
    reason: 'unreachable',
    detail: `${visit.site}/hazards/slow?ms=30000 could not be opened: it did not answer in time`,
  });
  expect(listEffectTypes(await visit.click('Press me'))).toContain('dom');
});

test('if a page navigates to a server that does not answer, the navigation is stopped and the page is read', async ({
  createVisit,
}) => {
  const visit = await createVisit({ limits: { observeMs: 500 } });
  await visit.open('/hazards/window');
  await visit.navigateByScript('/hazards/slow?ms=30000');
  const { title, pageEvents } = await visit.observe();
  expect(title).toBe('A window');
  expect(pageEvents).toContainEqual({
    type: 'navigation-stopped',
    url: `${visit.site}/hazards/slow?ms=30000`,
    seconds: expect.any(Number),
  });
});

for (const name of ['Loop for ever', 'Loop at once'])
  test(`a script that never ends is stopped: ${name}`, async ({ createVisit }) => {
    const visit = await createVisit({ limits: { observeMs: 2_000 } });
    await visit.open('/hazards/busy');
    await visit.clickByScript(name);
    const { title, pageEvents } = await visit.observe();
    expect(title).toBe('Busy');
    expect(pageEvents).toEqual([{ type: 'stuck-script', seconds: expect.any(Number) }]);
  });

test(
  'a page whose endless script restarts after being stopped is reloaded',
  { tag: '@long' },
  async ({ createVisit }) => {
    const visit = await createVisit({ limits: { observeMs: 2_000 } });
    await visit.open('/hazards/busy');
    await visit.clickByScript('Loop again and again');
    const { title, pageEvents } = await visit.observe();
    expect(title).toBe('Busy');
    expect(pageEvents).toEqual([
      { type: 'stuck-script', seconds: expect.any(Number) },
      { type: 'crash', url: `${visit.site}/hazards/busy` },
    ]);
    expect(listEffectTypes(await visit.click('Press me'))).toContain('dom');
  },
);

test('a page can be used after its endless script was stopped', { tag: '@long' }, async ({ createVisit }) => {
  const visit = await createVisit({
    limits: { observeMs: 2_000, elementActionMs: 4_000, settleBudgetMs: 1_000 },
  });
  await visit.open('/hazards/busy');
  await visit.click('Loop for ever');
  expect(listEffectTypes(await visit.click('Press me'))).toContain('dom');
});

test(
  'a page whose script runs for a long time while it loads can be read',
  { tag: '@long' },
  async ({ createVisit }) => {
    const visit = await createVisit({ limits: { observeMs: 4_000 } });
    await visit.open('/hazards/busy-on-load');
    expect((await visit.observe()).text.map(({ text }) => text)).toContain('Read me.');
  },
);

test('the surface can be closed while a page is busy or recovering from a crash', async ({ createVisit }) => {
  const busyVisit = await createVisit({});
  await busyVisit.open('/hazards/busy');
  await busyVisit.clickByScript('Loop for ever');
  await busyVisit.surface.close();
  expect(busyVisit.context.pages()).toEqual([]);
  const crashedVisit = await createVisit({});
  await crashedVisit.open('/hazards/window');
  await crashedVisit.crash();
  await crashedVisit.surface.close();
  expect(crashedVisit.context.pages()).toEqual([]);
});

test('an abort ends the observation of a busy page', async ({ visit }) => {
  await visit.open('/hazards/busy');
  await visit.clickByScript('Loop for ever');
  const stopController = new AbortController();
  const observationPromise = visit.surface.observe({}, AbortSignal.any([signal, stopController.signal]));
  stopController.abort(new Error('stopped by the test'));
  await expect(observationPromise).rejects.toThrow('stopped by the test');
});

test('if a page is too large to read in time, the error says so and does not blame a script', async ({
  createVisit,
}) => {
  const visit = await createVisit({ limits: { observeMs: 40 } });
  await visit.open('/hazards/elements?n=25000');
  await expect(visit.observe()).rejects.toMatchObject({
    kind: 'infra',
    message: expect.stringContaining('too large to read in'),
  });
});

test('a page with very many frames also counts as too large', async ({ createVisit }) => {
  const visit = await createVisit({ limits: { observeMs: 40 } });
  await visit.open('/hazards/elements?n=10');
  await visit.context.pages()[0]!.evaluate(() => {
    for (let i = 0; i < 250; i++) document.body.append(document.createElement('iframe'));
  });
  await expect(visit.observe()).rejects.toMatchObject({
    message: expect.stringContaining('too large to read in'),
  });
});

test('only part of a very long page is read; a page event reports this, and no HTML is recorded', async ({
  createVisit,
}) => {
  const visit = await createVisit({});
  await visit.open('/hazards/elements?n=10');
  await visit.context.pages()[0]!.evaluate(() => document.body.append('more and more '.repeat(300_000)));
  const observation = await visit.surface.observe({ text: true, weblinx: true }, signal);
  expect(observation.pageEvents).toEqual([
    { type: 'page-truncated', url: expect.any(String), elements: expect.any(Number) },
  ]);
  expect(observation.weblinx?.html).toBe('');
  expect(observation.candidates.length).toBeGreaterThan(0);
});
