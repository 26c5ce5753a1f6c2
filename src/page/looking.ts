/**
 * Looking at the active tab whatever state it is in: an open dialog shows the tab as last seen, a dead process
 * is started again, a script that never ends is stopped. Ends with an observation or a Problem, never later
 * than its limits.
 */
import { setTimeout as pause } from 'node:timers/promises';

import type { Page } from 'playwright';

import type { Observation, ObservationSpec } from '../contract/index.js';
import { ParleyError } from '../contract/index.js';
import { ask } from './engine.js';
import { look, type Look } from './observe.js';
import { activeTab, blockedBy, recovered, troublesOf, type Parts, type Trouble } from './parts.js';
import { capped, firstOf } from './patience.js';
import { crashesAgainAndAgain } from './recover.js';
import { everNewDocuments, holdStill, killPage, stopScript } from './stuck.js';
import type { Tab } from './tabs.js';

const READY_MS = 5_000;
/** A look that the page broke off by loading something else is taken again, for this long and with pauses. */
const UNSETTLED_MS = 4_000;
const BETWEEN_MS = 40;

/** A page with more than this takes its time to be read, for which no script is to blame. */
const LARGE = 20_000;
const SIZE_MS = 5_000;
const LARGE_PATIENCE = 3;
const large = new WeakSet<Page>();

/** How often a page that loads itself again without end is held still for one look. */
const MOST_HELD = 3;

/** What is done about a page that does not answer, in this order; then it is given up. */
const WAYS_OUT = [stopScript, killPage];

export type Seen = { tab: Tab; look: Look } | { tab: Tab; blocked: NonNullable<Observation['dialog']> };

function unreadable(tab: Tab, cause: unknown): ParleyError {
  return new ParleyError(
    'infra',
    `The page at ${tab.page.url()} cannot be read: it does not answer.`,
    'It may be busy or have crashed; try again, or start at another page.',
    { cause },
  );
}

function tooLarge(tab: Tab, ms: number, cause: unknown): ParleyError {
  return new ParleyError(
    'infra',
    `The page at ${tab.page.url()} is too large to be read in ${Math.ceil(ms / 1000)} seconds.`,
    'Start at a part of it: a search, a filter, fewer entries on a page.',
    { cause },
  );
}

/** Not a script that never ends but much to read: it gets more time. */
async function isLarge(page: Page): Promise<boolean> {
  const size = await ask<number>(page.mainFrame(), 'size', SIZE_MS).catch(() => 0);
  if (size > LARGE) large.add(page);
  return size > LARGE;
}

interface Wanted {
  spec: ObservationSpec;
  /** On the side: what the page announced stays news for the next look. */
  peek: boolean;
  nextNumber(): number;
}

/** @throws Problem `infra` when the page cannot be read, the abort reason when `signal` aborts */
export async function lookPatiently(
  parts: Parts,
  { spec, peek, nextNumber }: Wanted,
  signal: AbortSignal,
): Promise<Seen> {
  const { dialogs, limits } = parts;
  let stuck = 0;
  let unsettledSince: number | null = null;
  let held = 0;
  for (;;) {
    signal.throwIfAborted();
    await recovered(activeTab(parts));
    const tab = activeTab(parts);
    if (tab.lost) throw crashesAgainAndAgain(tab.lost);
    const blocking = await blockedBy(parts, tab);
    const blocked = blocking && dialogs.shown(blocking);
    if (blocked) return { tab, blocked };
    await capped(tab.ready, READY_MS);
    const { page, cdp } = tab;
    if (!cdp) {
      if (tab.recovering || page.isClosed()) continue;
      throw unreadable(tab, new Error('the browser gives no debugging session'));
    }
    const began = performance.now();
    const restless = (ring: (what: 'restless') => void): (() => void) =>
      everNewDocuments(page, () => ring('restless'));
    const patience = large.has(page) ? limits.look * LARGE_PATIENCE : limits.look;
    const looking = look(page, cdp, { spec, peek, number: nextNumber(), patience, most: limits.frames });
    const came = await firstOf<Look, Trouble | 'restless'>(looking, patience, signal, [
      ...troublesOf(parts, tab),
      ...(held < MOST_HELD ? [restless] : []),
    ]);
    if (came.how === 'done') {
      parts.recovery.alive(tab);
      return { tab, look: withoutViewer(came.value, page) };
    }
    if (came.how === 'broken' && came.by === 'restless') {
      held++;
      await holdStill(page, cdp);
      continue;
    }
    // A dialog, a crash, a tab that closed: the next round sees which.
    if (came.how === 'aborted' || came.how === 'broken') continue;
    if (tab.page !== page || tab.recovering || page.isClosed()) continue;
    const error = came.how === 'failed' ? came.error : new Error(`no answer in ${patience} ms`);
    if (came.how === 'late' || /Timeout \d+ms exceeded/.test(String(error))) {
      if (large.has(page)) throw tooLarge(tab, patience, error);
      const way = WAYS_OUT[stuck++];
      if (!way) throw unreadable(tab, error);
      await way(page, cdp);
      if (way === stopScript && (await isLarge(page))) continue;
      const seconds = Math.round((performance.now() - began) / 1000);
      if (stuck === 1) parts.incidents.note({ type: 'stuck-script', seconds });
      if (way === killPage) await heardOfCrash(parts, tab);
      continue;
    }
    unsettledSince ??= began;
    if (performance.now() - unsettledSince > UNSETTLED_MS) throw unreadable(tab, error);
    // A crash is heard of a moment after the call that it broke.
    if (/crash/i.test(String(error))) await heardOfCrash(parts, tab);
    else await pause(BETWEEN_MS);
  }
}

const VIEWER = /^chrome-extension:/;

/** A PDF is shown by a viewer of the browser’s own: its buttons are no part of any site. */
function withoutViewer(seen: Look, page: Page): Look {
  if (!page.frames().some((frame) => VIEWER.test(frame.url()))) return seen;
  const { observation } = seen;
  const candidates = observation.candidates.filter(({ frame }) => !frame.some((url) => VIEWER.test(url)));
  return {
    ...seen,
    observation: { ...observation, candidates, text: [], notices: [], newNotices: [], hiddenTexts: [] },
  };
}

const CRASH_HEARD_MS = 1_000;

/** Waits for the news that a page crashed, where an error said so first. */
export async function heardOfCrash(parts: Parts, tab: Tab): Promise<void> {
  if (tab.recovering) return;
  await firstOf(new Promise<never>(() => undefined), CRASH_HEARD_MS, null, [
    (ring) =>
      parts.tabs.crashed.hear((crashed) => {
        if (crashed === tab) ring(null);
      }),
  ]);
}

/** The tab as last seen, while a dialog keeps it from being looked at: pictures cannot be had, the rest may be old. */
export function asLastSeen(tab: Tab, spec: ObservationSpec): Observation {
  const before = tab.seen;
  const url = tab.page.url();
  const same = before?.url === url ? before : null;
  const size = tab.page.viewportSize() ?? { width: 0, height: 0 };
  const unscrolled = { scrollX: 0, scrollY: 0, scrollWidth: size.width, scrollHeight: size.height };
  const observation: Observation = {
    url,
    title: same?.title ?? '',
    viewport: same?.viewport ?? { ...size, ...unscrolled },
    candidates: same?.candidates ?? [],
    elements: same?.elements ?? 0,
    text: (spec.text && same?.text) || [],
    hiddenTexts: same?.hiddenTexts ?? [],
    notices: same?.notices ?? [],
    newNotices: [],
    dialogs: [],
    dialog: null,
    pageEvents: [],
    tabs: [],
    stable: false,
    timings: { total: 0 },
  };
  if (spec.screenshot) observation.screenshot = null;
  if (spec.weblinx) {
    const { html = '', boxes = {} } = same?.weblinx ?? {};
    observation.weblinx = { html, boxes, screenshot: null };
  }
  if (spec.accessibility) observation.accessibility = same?.accessibility ?? '';
  if (spec.marks) observation.marks = { marks: same?.marks?.marks ?? [], picture: null };
  if (spec.plain) observation.plainText = same?.plainText ?? '';
  return observation;
}
