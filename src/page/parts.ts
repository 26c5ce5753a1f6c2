/** The components of one page surface, and the helpers that several of its operations share. */
import { ParleyError, type OpenDialog, type Settle } from '../contract/index.js';
import type { WirePageState } from './injected/wire.js';
import type { DialogHandler } from './dialogs.js';
import type { DownloadManager } from './downloads.js';
import { queryEngine } from './engine.js';
import type { EffectLog, PageEventLog } from './page-events.js';
import type { PageLimits } from './limits.js';
import { withTimeout, raceInterruptions } from './timeouts.js';
import type { CrashRecovery } from './crash-recovery.js';
import { NetworkActivity, settle } from './settle.js';
import type { Tab, Tabs } from './tabs.js';
import type { Page } from 'playwright';

export interface SurfaceParts {
  tabs: Tabs;
  dialogs: DialogHandler;
  downloads: DownloadManager;
  pageEvents: PageEventLog;
  effects: EffectLog;
  recovery: CrashRecovery;
  limits: PageLimits;
  /** Called when the page looks settled and only late effects are still waited for. */
  onIdle?: ((page: Page) => void) | undefined;
}

const READ_TIMEOUT_MS = 1_000;

/** What interrupted a wait. */
export type Interruption = 'dialog' | 'crash';

/** @throws ParleyError `infra` if every window was closed */
export function getActiveTab({ tabs }: SurfaceParts): Tab {
  const tab = tabs.active;
  if (tab && !tab.page.isClosed()) return tab;
  throw createWindowClosedError();
}

export function createWindowClosedError(cause?: unknown): ParleyError {
  return new ParleyError(
    'infra',
    'The browser window was closed.',
    'Start again. The demonstration contains everything up to this point.',
    cause === undefined ? {} : { cause },
  );
}

/**
 * The page whose open dialog blocks this tab: the tab's own page or a related page. A page and the pages that it opens
 * usually share a process.
 */
export async function findBlockingPage({ dialogs, tabs }: SurfaceParts, tab: Tab): Promise<Page | null> {
  if (dialogs.findOpen([tab.page])) return tab.page;
  const otherPage = dialogs.findOpen(tabs.listRelatedPages(tab));
  if (!otherPage) return null;
  const state = await queryEngine<WirePageState>(tab.page.mainFrame(), 'page-state', READ_TIMEOUT_MS).catch(
    () => null,
  );
  return state ? null : otherPage;
}

/** Returns a function that lists the pages whose dialogs interrupt a wait for this tab. */
export function trackRelatedPages({ dialogs, tabs }: SurfaceParts, tab: Tab): () => Page[] {
  // If a related page has an open dialog but this tab still answers, the dialog does not block this tab.
  const isUnrelatedDialogOpen =
    !dialogs.findOpen([tab.page]) && dialogs.findOpen(tabs.listRelatedPages(tab)) !== null;
  return () => (isUnrelatedDialogOpen ? [tab.page] : tabs.listRelatedPages(tab));
}

/** The events that interrupt a wait for this tab, in the form that `raceInterruptions` expects. */
export function interruptionsOf(
  parts: SurfaceParts,
  tab: Tab,
): ((notify: (event: Interruption) => void) => () => void)[] {
  const pages = trackRelatedPages(parts, tab);
  return [
    (notify) => parts.dialogs.onOpen(pages, () => notify('dialog')),
    (notify) =>
      parts.tabs.tabCrashed.listen((crashedTab) => {
        if (crashedTab === tab) notify('crash');
      }),
  ];
}

/** Waits until a crashed tab has reloaded its URL. */
export async function waitForRecovery({ limits }: Pick<SurfaceParts, 'limits'>, tab: Tab): Promise<void> {
  if (tab.recovery) await withTimeout(tab.recovery, limits.recoveryMs);
}

/** Like `settle`, but a dialog or a crash also ends the wait. @throws when `signal` aborts */
export async function settleTab(
  parts: SurfaceParts,
  tab: Tab,
  activity: NetworkActivity,
  signal: AbortSignal,
): Promise<Settle> {
  const startedAt = performance.now();
  const stopController = new AbortController();
  const settling = settle(tab.page, activity, stopController.signal, {
    onIdle: () => parts.onIdle?.(tab.page),
    limits: parts.limits,
  });
  const result = await raceInterruptions(
    settling,
    parts.limits.settleCapMs,
    signal,
    interruptionsOf(parts, tab),
  );
  stopController.abort();
  const ms = Math.round(performance.now() - startedAt);
  switch (result.status) {
    case 'done':
      return result.value;
    case 'interrupted':
      if (result.interruption === 'dialog') return { reason: 'dialog', ms };
      await waitForRecovery(parts, tab);
      return { reason: 'navigated', ms: Math.round(performance.now() - startedAt) };
    case 'failed':
      throw result.error;
    case 'aborted':
      throw signal.reason;
    case 'timeout':
      return { reason: 'timeout', ms };
  }
}

/** Waits until a tab that a page opened has a URL, because `window.open()` first shows a blank document. */
export async function waitForFirstUrl({ limits }: SurfaceParts, { page }: Tab): Promise<void> {
  const hasUrl = ({ href }: URL): boolean => href !== 'about:blank';
  // If the timeout passes or the tab closes, the wait simply ends.
  await page.waitForURL(hasUrl, { waitUntil: 'commit', timeout: limits.blankTabMs }).catch(() => undefined);
}

/** Waits until a tab that was just opened or activated has loaded and settled. */
export async function waitForTab(parts: SurfaceParts, tab: Tab, signal: AbortSignal): Promise<Settle> {
  await waitForRecovery(parts, tab);
  await withTimeout(tab.ready, parts.limits.tabLoadMs);
  if (tab.page.isClosed()) return { reason: 'closed', ms: 0 };
  if (await findBlockingPage(parts, tab)) return { reason: 'dialog', ms: 0 };
  const activity = new NetworkActivity(tab.page);
  try {
    const loadPromise = tab.page.waitForLoadState('domcontentloaded', { timeout: parts.limits.tabLoadMs });
    const result = await raceInterruptions(
      loadPromise,
      parts.limits.tabLoadMs,
      signal,
      interruptionsOf(parts, tab),
    );
    if (result.status === 'aborted') throw signal.reason;
    return await settleTab(parts, tab, activity, signal);
  } finally {
    activity.release();
  }
}

/** Stops loading after an interrupted action. Otherwise the next action would be slow. */
export async function stopLoading(tab: Tab): Promise<void> {
  if (tab.cdp) await withTimeout(tab.cdp.send('Page.stopLoading'), READ_TIMEOUT_MS);
}

export function describeDialog({ type, message }: Pick<OpenDialog, 'type' | 'message'>): string {
  return type === 'beforeunload'
    ? 'the page asks whether to leave it'
    : `the page shows a dialog (${type}): “${message.slice(0, 120)}”`;
}
