/**
 * Observes the active tab in any state: waits for a crashed tab to reload, stops an endless script, and reports an
 * open dialog. Returns an observation or throws within its time limits.
 */
import { setTimeout as pause } from 'node:timers/promises';

import type { Page } from 'playwright';

import type { Observation, ObservationSpec } from '../contract/index.js';
import { ParleyError } from '../contract/index.js';
import { queryEngine } from './engine.js';
import { observePage, type PageObservation } from './observe.js';
import {
  getActiveTab,
  findBlockingPage,
  waitForRecovery,
  interruptionsOf,
  stopLoading,
  type SurfaceParts,
  type Interruption,
} from './parts.js';
import { isPdfViewerUrl, showsPdf } from './pdf-viewer.js';
import { pendingUrlOf } from './pending-navigation.js';
import { withTimeout, raceInterruptions } from './timeouts.js';
import { createRepeatedCrashError } from './crash-recovery.js';
import { onReloadLoop, stopReloading, killPage, stopScript } from './unresponsive-page.js';
import type { Tab } from './tabs.js';

const RETRY_PAUSE_MS = 40;

/** Larger pages are slow to read even if no script blocks them. */
const LARGE_PAGE_ELEMENT_COUNT = 20_000;
const LARGE_PAGE_FRAME_COUNT = 200;
const SIZE_TIMEOUT_MS = 5_000;
/** Large pages get this multiple of the time limit. */
const LARGE_PAGE_FACTOR = 3;
const largePages = new WeakSet<Page>();

/** How often one observation may stop a page that keeps reloading itself. */
const MAX_RELOAD_STOPS = 3;

/**
 * Ways to recover an unresponsive page, in order. If the last one does not help, the observation fails. `stopScript` is
 * repeated, because a killed page loads again and may run the same script.
 */
const REMEDIES = [stopScript, killPage, stopScript];

export type TabObservation =
  | { tab: Tab; result: PageObservation }
  | { tab: Tab; dialog: NonNullable<Observation['dialog']> };

function createUnreadablePageError(tab: Tab, cause: unknown): ParleyError {
  return new ParleyError(
    'infra',
    `The page at ${pendingUrlOf(tab.page) ?? tab.page.url()} does not respond, so Parley cannot read it.`,
    'It may be busy, or it may have crashed. Try again, or start at another page.',
    { cause },
  );
}

function createPageTooLargeError(tab: Tab, ms: number, cause: unknown): ParleyError {
  return new ParleyError(
    'infra',
    `The page at ${tab.page.url()} is too large to read in ${Math.ceil(ms / 1000)} seconds.`,
    'Start at a smaller page: use a search, a filter or fewer entries per page.',
    { cause },
  );
}

/** Whether the page is slow because of its size rather than a script. Large pages get more time. */
async function isLargePage(page: Page): Promise<boolean> {
  const isLarge =
    page.frames().length > LARGE_PAGE_FRAME_COUNT ||
    (await queryEngine<number>(page.mainFrame(), 'size', SIZE_TIMEOUT_MS).catch(() => 0)) >
      LARGE_PAGE_ELEMENT_COUNT;
  if (isLarge) largePages.add(page);
  return isLarge;
}

interface ObserveTabOptions {
  spec: ObservationSpec;
  /** Leaves new notices unread for the next observation. */
  keepNotices: boolean;
  takeObservationNumber(): number;
}

/** @throws ParleyError `infra` if the page cannot be read; the abort reason if `signal` aborts */
export async function observeTab(
  parts: SurfaceParts,
  { spec, keepNotices, takeObservationNumber }: ObserveTabOptions,
  signal: AbortSignal,
): Promise<TabObservation> {
  const { dialogs, limits } = parts;
  let remedyCount = 0;
  let failingSince: number | null = null;
  let reloadStopCount = 0;
  const stoppedUrls = new Set<string>();
  for (;;) {
    signal.throwIfAborted();
    await waitForRecovery(parts, getActiveTab(parts));
    const tab = getActiveTab(parts);
    if (tab.crashingUrl) throw createRepeatedCrashError(tab.crashingUrl);
    const blockingPage = await findBlockingPage(parts, tab);
    const dialog = blockingPage && dialogs.describe(blockingPage);
    if (dialog) return { tab, dialog };
    await withTimeout(tab.ready, limits.tabReadyMs);
    const { page, cdp } = tab;
    if (!cdp) {
      if (tab.recovery || page.isClosed()) continue;
      throw createUnreadablePageError(tab, new Error('the browser opened no debugging session'));
    }
    const startedAt = performance.now();
    const onReload = (notify: (event: 'reload-loop') => void): (() => void) =>
      onReloadLoop(page, () => notify('reload-loop'));
    const maxMs = largePages.has(page) ? limits.observeMs * LARGE_PAGE_FACTOR : limits.observeMs;
    const observationPromise = observePage(page, cdp, {
      spec,
      keepNotices,
      observationNumber: takeObservationNumber(),
      mainFrameTimeoutMs: maxMs,
      limits,
    });
    const raceResult = await raceInterruptions<PageObservation, Interruption | 'reload-loop'>(
      observationPromise,
      maxMs,
      signal,
      [...interruptionsOf(parts, tab), ...(reloadStopCount < MAX_RELOAD_STOPS ? [onReload] : [])],
    );
    if (raceResult.status === 'done') {
      parts.recovery.markResponsive(tab);
      return { tab, result: removePdfViewer(raceResult.value, page) };
    }
    if (raceResult.status === 'interrupted' && raceResult.interruption === 'reload-loop') {
      reloadStopCount++;
      await stopReloading(page, cdp);
      continue;
    }
    // The next iteration finds out whether a dialog, a crash or a closed tab caused the interruption.
    if (raceResult.status === 'aborted' || raceResult.status === 'interrupted') continue;
    if (tab.page !== page || tab.recovery || page.isClosed()) continue;
    const error = raceResult.status === 'failed' ? raceResult.error : new Error(`no answer in ${maxMs} ms`);
    if (raceResult.status === 'timeout' || /Timeout \d+ms exceeded/.test(String(error))) {
      const pendingUrl = pendingUrlOf(page);
      if (pendingUrl !== null && !stoppedUrls.has(pendingUrl)) {
        stoppedUrls.add(pendingUrl);
        await stopLoading(tab);
        const seconds = Math.round((performance.now() - startedAt) / 1000);
        parts.pageEvents.add({ type: 'navigation-stopped', url: pendingUrl, seconds });
        continue;
      }
      if (largePages.has(page)) throw createPageTooLargeError(tab, maxMs, error);
      const remedy = REMEDIES[remedyCount++];
      if (!remedy) throw createUnreadablePageError(tab, error);
      await remedy(page, cdp);
      if (remedyCount === 1 && (await isLargePage(page))) continue;
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      if (remedyCount === 1) parts.pageEvents.add({ type: 'stuck-script', seconds });
      if (remedy === killPage) await waitForCrashEvent(parts, tab);
      continue;
    }
    failingSince ??= startedAt;
    if (performance.now() - failingSince > limits.observeRetryMs) throw createUnreadablePageError(tab, error);
    // The crash event arrives shortly after the error of the call.
    if (/crash/i.test(String(error))) await waitForCrashEvent(parts, tab);
    else await pause(RETRY_PAUSE_MS);
  }
}

/** If the page shows a PDF, removes the buttons and text of the browser's PDF viewer, which are not part of the site. */
function removePdfViewer(result: PageObservation, page: Page): PageObservation {
  if (!showsPdf(page)) return result;
  const { observation } = result;
  const candidates = observation.candidates.filter(({ frame }) => !frame.some(isPdfViewerUrl));
  const emptyFields = { text: [], notices: [], newNotices: [], hiddenTexts: [] };
  const outline = observation.outline && { outline: { ...observation.outline, content: [] } };
  return { ...result, observation: { ...observation, candidates, ...emptyFields, ...outline } };
}

const CRASH_EVENT_TIMEOUT_MS = 1_000;

/** Waits for a page's crash event after an error that mentions a crash. */
export async function waitForCrashEvent(parts: SurfaceParts, tab: Tab): Promise<void> {
  if (tab.recovery) return;
  await raceInterruptions(new Promise<never>(() => undefined), CRASH_EVENT_TIMEOUT_MS, null, [
    (notify) =>
      parts.tabs.tabCrashed.listen((crashedTab) => {
        if (crashedTab === tab) notify(null);
      }),
  ]);
}

/** The tab's last observation, for use while a dialog blocks the page. It has no screenshots and may be outdated. */
export function restoreLastObservation(tab: Tab, spec: ObservationSpec): Observation {
  const lastObservation = tab.lastObservation;
  const url = tab.page.url();
  const sameUrlObservation = lastObservation?.url === url ? lastObservation : null;
  const size = tab.page.viewportSize() ?? { width: 0, height: 0 };
  const scrollRange = { scrollX: 0, scrollY: 0, scrollWidth: size.width, scrollHeight: size.height };
  const observation: Observation = {
    url,
    title: sameUrlObservation?.title ?? '',
    viewport: sameUrlObservation?.viewport ?? { ...size, ...scrollRange },
    candidates: sameUrlObservation?.candidates ?? [],
    elementCount: sameUrlObservation?.elementCount ?? 0,
    text: (spec.text && sameUrlObservation?.text) || [],
    hiddenTexts: sameUrlObservation?.hiddenTexts ?? [],
    notices: sameUrlObservation?.notices ?? [],
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
    const { html = '', boxes = {} } = sameUrlObservation?.weblinx ?? {};
    observation.weblinx = { html, boxes, screenshot: null };
  }
  if (spec.accessibility) observation.accessibility = sameUrlObservation?.accessibility ?? '';
  if (spec.webvoyager)
    observation.webvoyager = {
      elements: sameUrlObservation?.webvoyager?.elements ?? [],
      picture: null,
      screenshot: null,
    };
  if (spec.accessibilityTree)
    observation.accessibilityTree = sameUrlObservation?.accessibilityTree ?? { text: '', nodes: [] };
  if (spec.elementList) observation.elementList = sameUrlObservation?.elementList ?? { text: '', lines: [] };
  if (spec.marks) observation.marks = { marks: sameUrlObservation?.marks?.marks ?? [], picture: null };
  if (spec.outline)
    observation.outline = sameUrlObservation?.outline ?? {
      uid: '',
      tag: 'html',
      role: 'document',
      inline: false,
      content: [],
    };
  if (spec.plainText) observation.plainText = sameUrlObservation?.plainText ?? '';
  return observation;
}
