/** The parts of one surface, and what several of its doings need to know of them. */
import { ParleyError, type OpenDialog, type Settle } from '../contract/index.js';
import type { WirePulse } from './injected/wire.js';
import type { DialogDesk } from './dialogs.js';
import type { DownloadDesk } from './downloads.js';
import { ask } from './engine.js';
import type { EffectLog, IncidentLog } from './page-events.js';
import type { Limits } from './limits.js';
import { capped, firstOf } from './patience.js';
import type { Recovery } from './recover.js';
import { Activity, settle } from './settle.js';
import type { Tab, Tabs } from './tabs.js';
import type { Page } from 'playwright';

export interface Parts {
  tabs: Tabs;
  dialogs: DialogDesk;
  downloads: DownloadDesk;
  incidents: IncidentLog;
  effects: EffectLog;
  recovery: Recovery;
  limits: Limits;
  /** Called when a page is only waited for, and could be looked at meanwhile. */
  onLull?: ((page: Page) => void) | undefined;
}

const PULSE_MS = 1_000;
const LOADED_MS = 8_000;
const SETTLE_MS = 20_000;
const RECOVERY_MS = 40_000;

/** What broke off a wait. */
export type Trouble = 'dialog' | 'crash';

/** @throws Problem `infra` when every window was closed */
export function activeTab({ tabs }: Parts): Tab {
  const tab = tabs.active;
  if (tab && !tab.page.isClosed()) return tab;
  throw windowClosed();
}

export function windowClosed(cause?: unknown): ParleyError {
  return new ParleyError(
    'infra',
    'The browser window was closed.',
    'Start again; what was done so far is in the demonstration.',
    cause === undefined ? {} : { cause },
  );
}

/**
 * The page whose open dialog keeps this tab from answering: its own, or one of a window that it opened or was
 * opened by, for they share a process as a rule.
 */
export async function blockedBy({ dialogs, tabs }: Parts, tab: Tab): Promise<Page | null> {
  if (dialogs.where([tab.page])) return tab.page;
  const other = dialogs.where(tabs.family(tab));
  if (!other) return null;
  const pulse = await ask<WirePulse>(tab.page.mainFrame(), 'pulse', PULSE_MS).catch(() => null);
  return pulse ? null : other;
}

/** The pages whose dialogs end a wait for this tab. */
export function watched({ dialogs, tabs }: Parts, tab: Tab): () => Page[] {
  // One that is open elsewhere already and did not keep this tab from answering will not do so now.
  const elsewhere = !dialogs.where([tab.page]) && dialogs.where(tabs.family(tab)) !== null;
  return () => (elsewhere ? [tab.page] : tabs.family(tab));
}

/** What may break off a wait for this tab, for `firstOf`. */
export function troublesOf(parts: Parts, tab: Tab): ((ring: (what: Trouble) => void) => () => void)[] {
  const pages = watched(parts, tab);
  return [
    (ring) => parts.dialogs.hear(pages, () => ring('dialog')),
    (ring) =>
      parts.tabs.crashed.hear((crashed) => {
        if (crashed === tab) ring('crash');
      }),
  ];
}

/** A tab that crashed is waited for until it shows its address again. */
export async function recovered(tab: Tab): Promise<void> {
  if (tab.recovering) await capped(tab.recovering, RECOVERY_MS);
}

/** As `settle`, but ended by whatever makes the page stand still. @throws when `signal` aborts */
export async function settled(
  parts: Parts,
  tab: Tab,
  activity: Activity,
  signal: AbortSignal,
): Promise<Settle> {
  const began = performance.now();
  const lost = new AbortController();
  const onLull = (): void => parts.onLull?.(tab.page);
  const waiting = settle(tab.page, activity, lost.signal, { onLull });
  const came = await firstOf(waiting, SETTLE_MS, signal, troublesOf(parts, tab));
  lost.abort();
  const ms = Math.round(performance.now() - began);
  switch (came.how) {
    case 'done':
      return came.value;
    case 'broken':
      if (came.by === 'dialog') return { reason: 'dialog', ms };
      await recovered(tab);
      return { reason: 'navigated', ms: Math.round(performance.now() - began) };
    case 'failed':
      throw came.error;
    case 'aborted':
      throw signal.reason;
    case 'late':
      return { reason: 'budget', ms };
  }
}

/** A tab that has just been opened or come to the front gets a moment to load before it is looked at. */
export async function atRest(parts: Parts, tab: Tab, signal: AbortSignal): Promise<Settle> {
  await recovered(tab);
  await capped(tab.ready, LOADED_MS);
  if (tab.page.isClosed()) return { reason: 'closed', ms: 0 };
  if (await blockedBy(parts, tab)) return { reason: 'dialog', ms: 0 };
  const activity = new Activity(tab.page);
  try {
    const loaded = tab.page.waitForLoadState('domcontentloaded', { timeout: LOADED_MS });
    const came = await firstOf(loaded, LOADED_MS, signal, troublesOf(parts, tab));
    if (came.how === 'aborted') throw signal.reason;
    return await settled(parts, tab, activity, signal);
  } finally {
    activity.release();
  }
}

/** What was stopped half-way would go on loading, and hold up whatever comes next. */
export async function stopLoading(tab: Tab): Promise<void> {
  if (tab.cdp) await capped(tab.cdp.send('Page.stopLoading'), PULSE_MS);
}

export function dialogSentence({ type, message }: Pick<OpenDialog, 'type' | 'message'>): string {
  return type === 'beforeunload'
    ? 'the page asks whether it may be left'
    : `the page shows a dialog (${type}) that says “${message.slice(0, 120)}”`;
}
