import { listEffectTypes, expect, test } from './visit.js';

test('a popup window has the session’s viewport size and can be used', async ({ visit }) => {
  await visit.open('/hazards/windows');
  const initialViewport = (await visit.observe()).viewport;
  expect(await visit.click('Small window')).toMatchObject({
    effects: expect.arrayContaining([{ type: 'tab-opened', opened: 2, url: expect.any(String) }]),
  });
  const { viewport, title, tabs } = await visit.observe();
  expect([viewport.width, viewport.height]).toEqual([initialViewport.width, initialViewport.height]);
  expect(title).toBe('A window');
  expect(tabs.map(({ id, active }) => [id, active])).toEqual([
    [1, false],
    [2, true],
  ]);
  expect(listEffectTypes(await visit.click('Press me'))).toContain('dom');
});

for (const name of ['New tab', 'Blank at first'])
  test(`a tab that a page opens becomes active after it has loaded: ${name}`, async ({ visit }) => {
    await visit.open('/hazards/windows');
    expect(listEffectTypes(await visit.click(name))).toContain('tab-opened');
    expect((await visit.observe()).title).toBe('A window');
  });

test('a tab is an effect of the click that opened it, even if its server answers slowly', async ({
  visit,
}) => {
  await visit.open('/hazards/window');
  await visit.addLink('Prices', '/hazards/slow?ms=1500');
  await visit.context.pages()[0]!.evaluate(() => {
    Object.assign(document.links[0]!, { target: '_blank', rel: 'noopener' });
  });
  expect(listEffectTypes(await visit.click('Prices'))).toContain('tab-opened');
  expect((await visit.observe()).title).toBe('Slow page');
});

test('closing a popup activates its opener, not an adjacent tab', async ({ visit }) => {
  await visit.open('/hazards/windows');
  await visit.perform({ intent: 'tabcreate' });
  await visit.perform({ intent: 'tabswitch', tab: 1 });
  await visit.click('Small window');
  expect(await visit.click('Close this window')).toMatchObject({
    status: 'done',
    effects: [{ type: 'tab-closed', closed: 3, now: 1 }],
  });
  expect((await visit.observe()).title).toBe('Windows');
});

test('a popup that closes itself at once leaves the opener active', async ({ visit }) => {
  await visit.open('/hazards/windows');
  await visit.click('Closes itself');
  await expect.poll(async () => (await visit.observe()).tabs.length).toBe(1);
  expect((await visit.observe()).title).toBe('Windows');
});

test('tabs are opened, activated and closed by id', async ({ visit }) => {
  await visit.open('/hazards/window');
  const url = `${visit.site}/hazards/redirects?n=0`;
  expect(await visit.perform({ intent: 'tabcreate', url })).toMatchObject({
    status: 'done',
    effects: [{ type: 'tab-opened', opened: 2, url }],
  });
  expect((await visit.observe()).title).toBe('Arrived');
  expect(await visit.perform({ intent: 'tabswitch', tab: 1 })).toMatchObject({
    effects: [{ type: 'tab-switched', from: 2, to: 1 }],
  });
  expect((await visit.observe()).title).toBe('A window');
  expect(await visit.perform({ intent: 'tabswitch', tab: 1 })).toMatchObject({ status: 'already' });
  expect(await visit.perform({ intent: 'tabswitch', tab: 9 })).toMatchObject({
    status: 'failed',
    reason: 'vanished',
    detail: expect.stringMatching(/tab 9 does not exist.* 1 \(.*\), 2 \(.*\)/),
  });
  expect(await visit.perform({ intent: 'tabremove', tab: 1 })).toMatchObject({
    effects: [{ type: 'tab-closed', closed: 1, now: 2 }],
  });
  expect(await visit.perform({ intent: 'tabremove' })).toMatchObject({ status: 'failed', reason: 'refused' });
  // Ids are not reused.
  expect(await visit.perform({ intent: 'tabcreate' })).toMatchObject({ effects: [{ opened: 3 }] });
});

test('a background tab has the title of its last observation', async ({ visit }) => {
  await visit.open('/hazards/windows');
  await visit.observe();
  await visit.click('Small window');
  expect((await visit.observe()).tabs).toEqual([
    { id: 1, url: expect.any(String), active: false, title: 'Windows' },
    { id: 2, url: expect.any(String), active: true },
  ]);
});

test('a new tab whose URL cannot be opened is closed', async ({ visit }) => {
  await visit.open('/hazards/window');
  expect(await visit.perform({ intent: 'tabcreate', url: 'http://127.0.0.1:9/' })).toMatchObject({
    status: 'failed',
    reason: 'unreachable',
  });
  const { tabs, title } = await visit.observe();
  expect(tabs).toHaveLength(1);
  expect(title).toBe('A window');
});

test('an element of another tab cannot be clicked', async ({ visit }) => {
  await visit.open('/hazards/window');
  const { uid } = await visit.findCandidate('Press me');
  await visit.perform({ intent: 'tabcreate' });
  expect(await visit.perform({ intent: 'click', uid })).toMatchObject({
    status: 'failed',
    reason: 'vanished',
    detail: 'that element is in tab 1',
  });
});

for (const name of ['Very many tabs', 'Tabs without end'])
  test(`the limit on tabs holds for a page that opens tabs in a loop: ${name}`, async ({ createVisit }) => {
    const visit = await createVisit({ limits: { maxTabCount: 4 } });
    await visit.open('/hazards/windows?n=25');
    await visit.click(name);
    const { tabs } = await visit.observe();
    expect(tabs.length).toBeGreaterThan(1);
    expect(tabs.length).toBeLessThanOrEqual(4);
    await visit.perform({ intent: 'tabswitch', tab: 1 });
    expect((await visit.observe()).title).toBe('Windows');
  });

test('clicking a link fails if the new tab is closed because too many tabs are open', async ({
  createVisit,
}) => {
  const visit = await createVisit({ limits: { maxTabCount: 1 } });
  await visit.open('/hazards/window');
  await visit.addLink('Prices', '/hazards/windows');
  await visit.context.pages()[0]!.evaluate(() => document.links[0]!.setAttribute('target', '_blank'));
  expect(await visit.click('Prices')).toMatchObject({
    status: 'failed',
    reason: 'refused',
    detail: expect.stringContaining('too many tabs are open'),
  });
});

test('tabs beyond the limit are closed at once and counted', async ({ createVisit }) => {
  const visit = await createVisit({ limits: { maxTabCount: 3 } });
  await visit.open('/hazards/windows');
  const [page] = visit.context.pages();
  for (let i = 0; i < 5; i++) await page!.evaluate(() => void window.open('/hazards/window'));
  await expect.poll(() => visit.context.pages().length).toBe(3);
  const { tabs, pageEvents } = await visit.observe();
  expect(tabs).toHaveLength(3);
  expect(pageEvents).toEqual([{ type: 'too-many-tabs', closed: 3 }]);
  expect(await visit.perform({ intent: 'tabcreate' })).toMatchObject({ status: 'failed', reason: 'refused' });
});
