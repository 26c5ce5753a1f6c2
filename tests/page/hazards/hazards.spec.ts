/**
 * Opens, observes and uses each misbehaving page in the list. Dialogs, tabs, downloads, crashes and endless scripts
 * have spec files of their own in this folder.
 */
import { createSurface } from '../../../src/page/index.js';
import { listEffectTypes, expect, signal, test, type Visit } from './visit.js';

interface Hazard {
  name: string;
  path: string;
  /** Title of the page after loading and redirects. */
  title: string;
  /** Set if the test keeps the machine busy for many seconds. */
  isLong?: true;
  usePage?(visit: Visit): Promise<void>;
}

const INFRA_ERROR = { kind: 'infra', next: expect.any(String) as unknown };

async function clickAndExpect(visit: Visit, name: string | RegExp, expectedText: string): Promise<void> {
  expect(listEffectTypes(await visit.click(name))).toContain('dom');
  expect(await visit.readText()).toContain(expectedText);
}

const HAZARDS: Hazard[] = [
  {
    name: 'a page that never finishes loading',
    path: '/hazards/stalled',
    title: 'Never finishes',
    usePage: (visit) => clickAndExpect(visit, 'Press me', 'Pressed'),
  },
  { name: 'a document that never ends', path: '/hazards/endless', title: 'Endless' },
  {
    name: 'a document whose body never arrives',
    path: '/hazards/hang',
    title: '',
  },
  { name: 'a blank page', path: '/hazards/blank', title: '' },
  { name: 'a slow page', path: '/hazards/slow?ms=1500', title: 'Slow page' },
  { name: 'a chain of redirects', path: '/hazards/redirects?n=8', title: 'Arrived' },
  {
    name: 'a meta refresh',
    path: '/hazards/refresh',
    title: 'Moving on',
    async usePage(visit) {
      expect((await visit.perform({ intent: 'reload' })).status).toBe('done');
      await expect.poll(async () => (await visit.observe()).title).toBe('Arrived');
    },
  },
  {
    name: 'a page that keeps refreshing itself',
    isLong: true,
    path: '/hazards/refresh-loop',
    title: 'Refreshing',
    async usePage(visit) {
      const url = `${visit.site}/hazards/window`;
      expect((await visit.perform({ intent: 'load', url })).status).toBe('done');
      expect((await visit.observe()).title).toBe('A window');
    },
  },
  {
    name: 'infinite scroll',
    path: '/hazards/infinite-scroll',
    title: 'Infinite scroll',
    async usePage(visit) {
      const initialCount = (await visit.observe()).elementCount;
      expect(listEffectTypes(await visit.perform({ intent: 'scroll', x: 0, y: 100_000 }))).toContain(
        'scroll',
      );
      expect((await visit.observe()).elementCount).toBeGreaterThan(initialCount);
    },
  },
  ...[10_000, 20_000].map((n): Hazard => ({
    name: `${n} elements`,
    path: `/hazards/elements?n=${n}`,
    title: `About ${n} elements`,
    ...(n > 10_000 && { isLong: true as const }),
    async usePage(visit) {
      const { elementCount, candidates } = await visit.observe();
      expect(elementCount).toBeGreaterThan(n * 0.9);
      expect(candidates.length).toBeGreaterThan(n / 6);
      await clickAndExpect(visit, 'Press me', 'Pressed');
    },
  })),
  {
    name: 'a document 600 levels deep',
    path: '/hazards/deep?n=600',
    title: 'Deep',
    usePage: (visit) => clickAndExpect(visit, 'At the top', 'Pressed'),
  },
  {
    name: 'frames that are removed while they are read',
    isLong: true,
    path: '/hazards/frames',
    title: 'Frames that come and go',
    async usePage(visit) {
      for (let i = 0; i < 3; i++) await visit.observe();
      await visit.click('Press me');
      expect(await visit.readText()).toContain('Pressed');
    },
  },
  {
    name: 'elements that are replaced on hover',
    path: '/hazards/hover',
    title: 'Replaced on hover',
  },
  {
    name: 'a target that slides in',
    path: '/hazards/animated',
    title: 'Moving targets',
    usePage: (visit) => clickAndExpect(visit, 'Slides in', 'Caught'),
  },
  {
    name: 'a target under a sticky header or footer',
    path: '/hazards/sticky',
    title: 'Under a sticky header',
    async usePage(visit) {
      await clickAndExpect(visit, 'Row 40', 'Pressed 40');
      await clickAndExpect(visit, 'Row 10', 'Pressed 10');
    },
  },
  {
    name: 'a page that redraws every 16 ms',
    path: '/hazards/redraw',
    title: 'Redrawn all the time',
    async usePage(visit) {
      await visit.click('Stands still');
      expect(await visit.readText()).toContain('Kept');
    },
  },
  {
    name: 'right-to-left and CJK text',
    path: '/hazards/scripts',
    title: 'Scripts of the world',
    async usePage(visit) {
      await clickAndExpect(visit, 'اشتر الآن', 'تم');
      await clickAndExpect(visit, 'הוסף לעגלה', 'נלחץ');
      await clickAndExpect(visit, 'カートに入れる', '押した');
      await clickAndExpect(visit, '加入购物车', '已添加');
      await clickAndExpect(visit, '장바구니에 담기', '담았음');
      await clickAndExpect(visit, /family/, 'Pressed');
      expect(await visit.type('お名前', '山田')).toMatchObject({
        effects: expect.arrayContaining([{ type: 'value', from: '', to: '山田' }]),
      });
    },
  },
  {
    name: 'huge attributes',
    path: '/hazards/attributes',
    title: 'Huge attributes',
    async usePage(visit) {
      expect((await visit.click('Press me')).status).toBe('done');
      expect((await visit.findCandidate('Pressed')).role).toBe('button');
      // Candidates stay small, no matter what the page contains.
      expect(JSON.stringify((await visit.observe()).candidates).length).toBeLessThan(100_000);
    },
  },
  {
    name: 'invalid UTF-16',
    path: '/hazards/utf16',
    title: 'Broken characters',
    async usePage(visit) {
      const observation = await visit.observe();
      // JSON escapes lone surrogates. The page's own script contains one such escape in its text.
      expect(JSON.stringify(observation)).not.toMatch(/(?<!\\)\\ud[89a-f][0-9a-f]{2}/i);
      await clickAndExpect(visit, /^Press/, 'Pressed');
    },
  },
  {
    name: 'a page with a <base> element',
    path: '/hazards/base',
    title: 'Base',
    async usePage(visit) {
      expect(listEffectTypes(await visit.click('Relative link'))).toContain('navigated');
      expect((await visit.observe()).url).toBe(`${visit.site}/hazards/window`);
    },
  },
  {
    name: 'blob: and data: frames and pages',
    path: '/hazards/blob',
    title: 'Pages without a server',
    async usePage(visit) {
      expect(listEffectTypes(await visit.click('In blob'))).toContain('dom');
      expect(listEffectTypes(await visit.click('In data'))).toContain('dom');
      await visit.click('Blob page');
      expect(await visit.observe()).toMatchObject({
        title: 'From a blob',
        url: expect.stringContaining('blob:'),
      });
      await visit.open('data:text/html,<title>Data</title><button onclick="this.textContent=1">0</button>');
      await clickAndExpect(visit, '0', '1');
    },
  },
  {
    name: 'a service worker that answers requests',
    path: '/hazards/service-worker',
    title: 'Service worker',
    async usePage(visit) {
      await expect.poll(() => visit.readText()).toContain('Installed');
      await visit.click('Ask the worker');
      expect((await visit.observe()).title).toBe('From the worker');
      expect(listEffectTypes(await visit.click('Home'))).toContain('navigated');
    },
  },
  {
    name: 'a file chooser',
    path: '/hazards/file-chooser',
    title: 'Choose a file',
    async usePage(visit) {
      await visit.click('Attach');
      expect((await visit.observe()).pageEvents).toEqual([{ type: 'file-chooser', multiple: true }]);
    },
  },
];

for (const { name, path, title, isLong, usePage } of HAZARDS)
  test(
    `${name} can be opened${usePage ? ', observed and used' : ' and observed'}`,
    { tag: isLong ? '@long' : [] },
    async ({ visit }) => {
      await visit.open(path);
      expect((await visit.observe()).title).toBe(title);
      await usePage?.(visit);
    },
  );

const FAILING_PAGES = [
  { name: 'a server error', path: '/hazards/500', message: 'answers with HTTP 500' },
  { name: 'redirects in a loop', path: '/hazards/redirect-loop', message: 'it redirects in a loop' },
  { name: 'a page that never answers', path: '/hazards/slow?ms=60000', message: 'it did not answer in time' },
];

for (const { name, path, message } of FAILING_PAGES)
  test(`opening ${name} fails with an error message, and another page can be opened after it`, async ({
    createVisit,
  }) => {
    const visit = await createVisit({ limits: { openMs: 2_000 } });
    await expect(visit.open(path)).rejects.toMatchObject({
      ...INFRA_ERROR,
      message: expect.stringContaining(message),
    });
    await visit.open('/hazards/window');
    expect((await visit.observe()).title).toBe('A window');
  });

test('opening a document that crashes the browser tab fails with an error message', async ({
  createVisit,
}) => {
  const visit = await createVisit({ limits: { maxCrashCount: 1 } });
  const observationPromise = visit.open('/hazards/deep?n=20000').then(() => visit.observe());
  await expect(observationPromise).rejects.toMatchObject({
    ...INFRA_ERROR,
    message: expect.stringContaining('crashes the browser tab'),
  });
  await visit.open('/hazards/window');
  expect((await visit.observe()).title).toBe('A window');
});

test('HTTP authentication without credentials is a page event, and the error names the option', async ({
  visit,
}) => {
  const host = new URL(visit.site).host;
  await expect(visit.open('/hazards/sign-in')).rejects.toMatchObject({
    ...INFRA_ERROR,
    message: expect.stringContaining('requires a valid user name and password'),
    next: expect.stringContaining('--http-credentials-env NAME'),
  });
  expect((await visit.observe()).pageEvents).toEqual([{ type: 'sign-in', host }]);
  await visit.open('/');
  await visit.click('Browser sign-in prompt');
  expect((await visit.observe()).pageEvents).toEqual([{ type: 'sign-in', host }]);
});

test('with wrong HTTP credentials the page cannot be opened; with correct credentials it opens', async ({
  chromium,
  fixtureSites,
}) => {
  for (const { password, works } of [
    { password: 'wrong', works: false },
    { password: 'lantern', works: true },
  ]) {
    const context = await chromium.newContext({ httpCredentials: { username: 'reader', password } });
    const surface = await createSurface(context);
    const openPromise = surface.open(`${fixtureSites.url}/hazards/sign-in`, signal);
    if (works) expect((await openPromise).status).toBe(200);
    else
      await expect(openPromise).rejects.toMatchObject({
        message: expect.stringContaining('requires a valid user name'),
      });
    await surface.close();
  }
});
