import { expect, test } from '@playwright/test';

import type { Action, Candidate, Outcome, SessionEvent } from '../../src/contract/index.js';
import type { BannerPolicy } from '../../src/policy/index.js';
import type { SessionSurface } from '../../src/session/index.js';
import { createCandidate, createObservation } from '../support/candidates.js';
import {
  changedOutcome,
  createTestNavigator,
  runTestSession,
  createTestSurface,
  reportSaved,
  createTestInstructor,
} from './doubles.js';

const docsLink = createCandidate({ role: 'link', name: 'Docs' });
const banner = createCandidate({
  role: 'dialog',
  tag: 'div',
  text: 'We use cookies to measure how our pages are read.',
  interactive: false,
});
const acceptButton = createCandidate({ name: 'Accept all', parent: banner.uid });
const rejectButton = createCandidate({ name: 'Reject all', parent: banner.uid });
const settingsButton = createCandidate({ name: 'Settings', parent: banner.uid });
const clickDocs: Action = { intent: 'click', uid: docsLink.uid };
const navigatedOutcome: Outcome = {
  status: 'done',
  effects: [{ type: 'navigated', url: 'http://127.0.0.1/docs', status: 200 }],
  settle: { reason: 'navigated', ms: 1 },
};

interface BannerSite {
  surface: SessionSurface;
  clickedNames: string[];
}

/** Creates a site whose pages show a banner until a button is clicked. With `isStubborn` it reappears after each click. */
function createBannerSite(buttons: Candidate[], isStubborn = false): BannerSite {
  let isBannerShown = true;
  const clickedNames: string[] = [];
  const surface = createTestSurface(changedOutcome, {
    observe: async () => createObservation([docsLink, ...(isBannerShown ? [banner, ...buttons] : [])]),
    perform: async (action) => {
      const uid = 'uid' in action ? action.uid : '';
      const clickedControl = [docsLink, ...buttons].find((c) => c.uid === uid);
      clickedNames.push(clickedControl?.name ?? action.intent);
      if (clickedControl === docsLink) isBannerShown = true;
      else isBannerShown = isStubborn;
      return {
        outcome: clickedControl === docsLink ? navigatedOutcome : changedOutcome,
        element: null,
        mouse: null,
      };
    },
  });
  return { surface, clickedNames };
}

const listNotes = (events: SessionEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'note' ? [event.text] : []));

async function runWithBanners(banners: BannerPolicy | undefined, { surface, clickedNames }: BannerSite) {
  let decisionCount = 0;
  const { events, log } = await runTestSession({
    surface,
    banners,
    startUrl: 'http://127.0.0.1/',
    instructor: createTestInstructor('open the docs'),
    navigator: createTestNavigator(() => (decisionCount++ ? [reportSaved] : [clickDocs])),
  });
  return { clickedNames, events, log };
}

const ALL_BUTTONS = [settingsButton, acceptButton, rejectButton];

test('banners are left alone by default', async () => {
  expect((await runWithBanners(undefined, createBannerSite(ALL_BUTTONS))).clickedNames).toEqual(['Docs']);
  expect((await runWithBanners('leave', createBannerSite(ALL_BUTTONS))).clickedNames).toEqual(['Docs']);
});

test('the session answers the banner of each opened page', async () => {
  const { clickedNames, events, log } = await runWithBanners('decline', createBannerSite(ALL_BUTTONS));
  expect(clickedNames).toEqual(['Reject all', 'Docs', 'Reject all']);
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
    'cookie banner, requested by --banners decline',
    undefined,
    'cookie banner, requested by --banners decline',
  ]);
  expect((await runWithBanners('accept', createBannerSite(ALL_BUTTONS))).clickedNames[0]).toBe('Accept all');
});

test('a banner that reappears is answered twice and then left alone', async () => {
  const { clickedNames } = await runWithBanners('decline', createBannerSite(ALL_BUTTONS, true));
  expect(clickedNames).toEqual(['Reject all', 'Reject all', 'Docs', 'Reject all', 'Reject all']);
});

test('a banner without a decline button is left alone, and this is noted once per page', async () => {
  const { clickedNames, events } = await runWithBanners(
    'decline',
    createBannerSite([settingsButton, acceptButton]),
  );
  expect(clickedNames).toEqual(['Docs']);
  const note = expect.stringMatching(/cookie banner.*decline/);
  expect(listNotes(events)).toEqual([note, note]);
});

test('a banner that appears after an action on the page is left to the user', async () => {
  let isBannerShown = false;
  const clickedNames: string[] = [];
  const surface = createTestSurface(changedOutcome, {
    observe: async () => createObservation([docsLink, ...(isBannerShown ? [banner, ...ALL_BUTTONS] : [])]),
    perform: async (action) => {
      clickedNames.push(action.intent);
      isBannerShown = true;
      return { outcome: changedOutcome, element: null, mouse: null };
    },
  });
  let decisionCount = 0;
  await runTestSession({
    surface,
    banners: 'decline',
    startUrl: 'http://127.0.0.1/',
    navigator: createTestNavigator(() =>
      decisionCount++ ? [reportSaved] : [{ intent: 'click', uid: docsLink.uid }],
    ),
  });
  expect(clickedNames).toEqual(['click']);
});
