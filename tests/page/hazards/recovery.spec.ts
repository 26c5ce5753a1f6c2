import { effects, expect, signal, test } from './visit.js';

test('a crashed tab shows its address again, under its number, and says so', async ({ visit }) => {
  await visit.open('/hazards/window');
  await visit.crash();
  const { title, tabs, pageEvents: incidents } = await visit.look();
  const url = `${visit.site}/hazards/window`;
  expect(title).toBe('A window');
  expect(tabs).toEqual([{ id: 1, url, active: true }]);
  expect(incidents).toEqual([{ type: 'crash', url }]);
  expect(effects(await visit.press('Press me'))).toContain('dom');
  expect((await visit.look()).pageEvents).toEqual([]);
});

test('a crash during an act is its effect', async ({ visit }) => {
  await visit.open('/hazards/window');
  const acting = visit.act({ intent: 'load', url: `${visit.site}/hazards/slow?ms=30000` });
  await visit.crash();
  expect(await acting).toMatchObject({
    status: 'done',
    effects: [{ type: 'crashed', url: `${visit.site}/hazards/window` }],
  });
  expect((await visit.look()).title).toBe('A window');
});

test('an address that crashes again and again is given up, another one works', async ({ visitWith }) => {
  const visit = await visitWith({ limits: { crashCount: 1 } });
  await visit.open('/hazards/window');
  await visit.crash();
  await visit.look();
  await visit.crash();
  await expect(visit.look()).rejects.toMatchObject({
    kind: 'infra',
    message: expect.stringContaining('crashes the browser tab each time'),
  });
  expect((await visit.act({ intent: 'load', url: `${visit.site}/hazards/dialogs` })).status).toBe('done');
  expect((await visit.look()).title).toBe('Dialogs');
});

test('crashes at different addresses are not in a row', async ({ visitWith }) => {
  const visit = await visitWith({ limits: { crashCount: 1 } });
  for (const path of ['/hazards/window', '/hazards/dialogs', '/hazards/window']) {
    await visit.open(path);
    await visit.crash();
    expect((await visit.look()).url).toBe(visit.site + path);
  }
});

for (const name of ['Loop for ever', 'Loop at once'])
  test(`a script that never ends is stopped: ${name}`, async ({ visitWith }) => {
    const visit = await visitWith({ limits: { observeMs: 2_000 } });
    await visit.open('/hazards/busy');
    await visit.begin(name);
    const { title, pageEvents: incidents } = await visit.look();
    expect(title).toBe('Busy');
    expect(incidents).toEqual([{ type: 'stuck-script', seconds: expect.any(Number) }]);
  });

test('a page that begins its loop again and again is started anew', async ({ visitWith }) => {
  const visit = await visitWith({ limits: { observeMs: 2_000 } });
  await visit.open('/hazards/busy');
  await visit.press('Loop again and again');
  const { title, pageEvents: incidents } = await visit.look();
  expect(title).toBe('Busy');
  expect(incidents).toEqual([
    { type: 'stuck-script', seconds: expect.any(Number) },
    { type: 'crash', url: `${visit.site}/hazards/busy` },
  ]);
  expect(effects(await visit.press('Press me'))).toContain('dom');
});

test('a page is worked with again when its script has been stopped', async ({ visitWith }) => {
  const visit = await visitWith({ limits: { observeMs: 2_000 } });
  await visit.open('/hazards/busy');
  await visit.press('Loop for ever');
  expect(effects(await visit.press('Press me'))).toContain('dom');
});

test('a page that is busy from the start is read all the same', async ({ visitWith }) => {
  const visit = await visitWith({ limits: { observeMs: 2_000 } });
  await visit.open('/hazards/busy-on-load');
  expect((await visit.look()).text.map(({ text }) => text)).toContain('Read me.');
});

test('closing ends while a page is busy, and while one is being opened again', async ({ visitWith }) => {
  const busy = await visitWith({});
  await busy.open('/hazards/busy');
  await busy.begin('Loop for ever');
  await busy.surface.close();
  expect(busy.context.pages()).toEqual([]);
  const crashed = await visitWith({});
  await crashed.open('/hazards/window');
  await crashed.crash();
  await crashed.surface.close();
  expect(crashed.context.pages()).toEqual([]);
});

test('an abort ends a look at a busy page', async ({ visit }) => {
  await visit.open('/hazards/busy');
  await visit.begin('Loop for ever');
  const stop = new AbortController();
  const looking = visit.surface.observe({}, AbortSignal.any([signal, stop.signal]));
  stop.abort(new Error('enough'));
  await expect(looking).rejects.toThrow('enough');
});

test('a page that is too large to be read in time is said to be one, and no script is blamed', async ({
  visitWith,
}) => {
  const visit = await visitWith({ limits: { observeMs: 40 } });
  await visit.open('/hazards/elements?n=25000');
  await expect(visit.look()).rejects.toMatchObject({
    kind: 'infra',
    message: expect.stringContaining('too large to be read in'),
  });
});

test('a page without end is read in part, which is said, and not kept whole', async ({ visitWith }) => {
  const visit = await visitWith({});
  await visit.open('/hazards/elements?n=10');
  await visit.context.pages()[0]!.evaluate(() => document.body.append('more and more '.repeat(300_000)));
  const seen = await visit.surface.observe({ text: true, weblinx: true }, signal);
  expect(seen.pageEvents).toEqual([
    { type: 'page-truncated', url: expect.any(String), elements: expect.any(Number) },
  ]);
  expect(seen.weblinx?.html).toBe('');
  expect(seen.candidates.length).toBeGreaterThan(0);
});
