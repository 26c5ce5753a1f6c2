import { expect, test } from '@playwright/test';

import type { Action, Candidate, Outcome, SessionEvent } from '../../src/contract/index.js';
import type { BannerPolicy } from '../../src/policy/index.js';
import type { SessionSurface } from '../../src/session/index.js';
import { candidate, observation } from '../support/candidates.js';
import { changed, decides, runTestSession, page, report, says } from './doubles.js';

const link = candidate({ role: 'link', name: 'Docs' });
const banner = candidate({
  role: 'dialog',
  tag: 'div',
  text: 'We use cookies to measure how our pages are read.',
  interactive: false,
});
const accept = candidate({ name: 'Accept all', parent: banner.uid });
const reject = candidate({ name: 'Reject all', parent: banner.uid });
const settings = candidate({ name: 'Settings', parent: banner.uid });
const open: Action = { intent: 'click', uid: link.uid };
const navigated: Outcome = {
  status: 'done',
  effects: [{ type: 'navigated', url: 'http://127.0.0.1/docs', status: 200 }],
  settle: { reason: 'navigated', ms: 1 },
};

interface Site {
  surface: SessionSurface;
  clicks: string[];
}

/** A site whose pages show a banner until one of its buttons is clicked; `stubborn` ones reappear. */
function site(buttons: Candidate[], stubborn = false): Site {
  let shown = true;
  const clicks: string[] = [];
  const surface = page(changed, {
    observe: async () => observation([link, ...(shown ? [banner, ...buttons] : [])]),
    perform: async (action) => {
      const uid = 'uid' in action ? action.uid : '';
      const on = [link, ...buttons].find((c) => c.uid === uid);
      clicks.push(on?.name ?? action.intent);
      if (on === link) shown = true;
      else shown = stubborn;
      return { outcome: on === link ? navigated : changed, element: null, mouse: null };
    },
  });
  return { surface, clicks };
}

const notes = (events: SessionEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'note' ? [event.text] : []));

async function visit(banners: BannerPolicy | undefined, { surface, clicks }: Site) {
  let decisions = 0;
  const { events, log } = await runTestSession({
    surface,
    banners,
    startUrl: 'http://127.0.0.1/',
    instructor: says('open the docs'),
    navigator: decides(() => (decisions++ ? [report] : [open])),
  });
  return { clicks, events, log };
}

const both = [settings, accept, reject];

test('banners are left alone by default', async () => {
  expect((await visit(undefined, site(both))).clicks).toEqual(['Docs']);
  expect((await visit('leave', site(both))).clicks).toEqual(['Docs']);
});

test('the banner of each opened page is answered, in turns of the navigator', async () => {
  const { clicks, events, log } = await visit('decline', site(both));
  expect(clicks).toEqual(['Reject all', 'Docs', 'Reject all']);
  expect(log).toEqual([
    'page',
    'click done',
    'instructor: open the docs',
    'click done',
    'click done',
    'navigator: Saved.',
    'end done 0',
  ]);
  expect(events.filter((event) => event.type === 'action').map((event) => event.evidence?.note)).toEqual([
    'cookie banner, as asked by --banners decline',
    undefined,
    'cookie banner, as asked by --banners decline',
  ]);
  expect((await visit('accept', site(both))).clicks[0]).toBe('Accept all');
});

test('a banner that reappears is answered twice and then left alone', async () => {
  const { clicks } = await visit('decline', site(both, true));
  expect(clicks).toEqual(['Reject all', 'Reject all', 'Docs', 'Reject all', 'Reject all']);
});

test('a banner without a decline button is left alone and noted once per page', async () => {
  const { clicks, events } = await visit('decline', site([settings, accept]));
  expect(clicks).toEqual(['Docs']);
  const said = 'The cookie banner has no button that would decline everything at once, so I left it alone.';
  expect(notes(events)).toEqual([said, said]);
});

test('a banner opened on a page in use is left to the user', async () => {
  let shown = false;
  const clicks: string[] = [];
  const surface = page(changed, {
    observe: async () => observation([link, ...(shown ? [banner, ...both] : [])]),
    perform: async (action) => {
      clicks.push(action.intent);
      shown = true;
      return { outcome: changed, element: null, mouse: null };
    },
  });
  let decisions = 0;
  await runTestSession({
    surface,
    banners: 'decline',
    startUrl: 'http://127.0.0.1/',
    navigator: decides(() => (decisions++ ? [report] : [{ intent: 'click', uid: link.uid }])),
  });
  expect(clicks).toEqual(['click']);
});
