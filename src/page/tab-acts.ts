/** Acts that are done to the browser and not to a page: answering a dialog; opening, closing, showing tabs. */
import type { Effect, PageAction, ActionResult, Settle } from '../contract/index.js';
import { failed } from './acting.js';
import { ActFailure } from './actions/act-failure.js';
import { assertLoadable, goTo } from './go-to.js';
import { navigationSentence } from './navigation-errors.js';
import { activeTab, atRest, blockedBy, settled, type Parts } from './parts.js';
import { Activity } from './settle.js';
import type { Tab } from './tabs.js';

type TabAct = Extract<PageAction, { intent: 'dialog' | 'tabcreate' | 'tabremove' | 'tabswitch' }>;

export function isTabAct(act: PageAction): act is TabAct {
  return ['dialog', 'tabcreate', 'tabremove', 'tabswitch'].includes(act.intent);
}

function done(first: Effect, more: Effect[], settle: Settle): ActionResult {
  return { outcome: { status: 'done', effects: [first, ...more], settle }, element: null, mouse: null };
}

function noSuchTab({ tabs }: Parts, id: number): ActionResult {
  const there = tabs.list().map((tab) => `${tab.id} (${tab.url.slice(0, 80) || 'blank'})`);
  return failed('vanished', `there is no tab ${id}; there are ${there.join(', ')}`);
}

/** The effects of these acts that the listeners saw, the act's own left out. */
function others(parts: Parts, ...own: Effect['type'][]): Effect[] {
  return (parts.effects.current?.take() ?? []).filter((effect) => !own.includes(effect.type));
}

async function answer(
  parts: Parts,
  act: Extract<TabAct, { intent: 'dialog' }>,
  resumed: () => Promise<void>,
  signal: AbortSignal,
): Promise<ActionResult> {
  const tab = activeTab(parts);
  const page = await blockedBy(parts, tab);
  if (!page) return failed('vanished', 'no dialog is open');
  const before = tab.page.url();
  const activity = new Activity(tab.page);
  try {
    if (!(await parts.dialogs.answer(page, act.answer, act.text)))
      return failed('vanished', 'the dialog is no longer open');
    // The act that the dialog broke off comes to its end first; it may ask again.
    if (!parts.dialogs.where([page])) await resumed();
    activity.acted();
    const rest = await settled(parts, tab, activity, signal);
    const url = tab.page.url();
    const effects = others(parts);
    if (activity.navigated && activity.status !== null)
      effects.unshift({ type: 'navigated', url, status: activity.status });
    else if (url !== before) effects.unshift({ type: 'url', from: before, to: url });
    const now = parts.tabs.active;
    if (now && now !== tab) await atRest(parts, now, signal);
    return done(
      { type: 'answered', answer: act.answer === 'accept' ? 'accepted' : 'dismissed' },
      effects,
      rest,
    );
  } finally {
    activity.release();
  }
}

async function create(parts: Parts, url: string | undefined, signal: AbortSignal): Promise<ActionResult> {
  const { tabs, limits } = parts;
  if (tabs.full)
    return failed('refused', `there are ${tabs.all.length} tabs already; close one before opening another`);
  const before = activeTab(parts);
  try {
    if (url) assertLoadable(url, before.page.url());
  } catch (error) {
    if (error instanceof ActFailure) return failed(error.reason, error.message);
    throw error;
  }
  const tab = await tabs.create();
  if (!url || url === 'about:blank')
    return done({ type: 'tab', opened: tab.id, url: tab.page.url() }, others(parts, 'tab'), {
      reason: 'quiet',
      ms: 0,
    });
  const activity = new Activity(tab.page);
  try {
    await goTo(tab.page, url, { timeout: limits.open, signal });
    const rest = await settled(parts, tab, activity, signal);
    return done({ type: 'tab', opened: tab.id, url: tab.page.url() }, others(parts, 'tab'), rest);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const seen = others(parts, 'tab', 'tab-closed');
    await tabs.remove(tab);
    await tabs.show(before);
    const [first, ...more] = seen;
    if (/Download is starting/.test(message) && first) return done(first, more, { reason: 'quiet', ms: 0 });
    return signal.aborted
      ? failed('interrupted', 'stopped before it was finished')
      : failed('unreachable', navigationSentence(message, url));
  } finally {
    activity.release();
  }
}

async function remove(parts: Parts, id: number | undefined, signal: AbortSignal): Promise<ActionResult> {
  const { tabs } = parts;
  const tab = id === undefined ? activeTab(parts) : tabs.find(id);
  if (!tab) return noSuchTab(parts, id!);
  if (tabs.all.length === 1)
    return failed('refused', 'it is the only tab; open another one before closing it');
  await tabs.remove(tab);
  const now = activeTab(parts);
  const rest = await atRest(parts, now, signal);
  return done({ type: 'tab-closed', closed: tab.id, now: now.id }, others(parts, 'tab-closed'), rest);
}

async function change(parts: Parts, id: number, signal: AbortSignal): Promise<ActionResult> {
  const tab: Tab | null = parts.tabs.find(id);
  if (!tab) return noSuchTab(parts, id);
  const from = activeTab(parts);
  if (from === tab)
    return {
      outcome: { status: 'already', detail: `tab ${id} is the active one` },
      element: null,
      mouse: null,
    };
  await parts.tabs.show(tab);
  const rest = await atRest(parts, tab, signal);
  return done({ type: 'tab-switched', from: from.id, to: tab.id }, others(parts), rest);
}

/** @param resumed waits for an act that a dialog broke off */
export async function performTabAct(
  parts: Parts,
  act: TabAct,
  resumed: () => Promise<void>,
  signal: AbortSignal,
): Promise<ActionResult> {
  parts.effects.begin();
  try {
    switch (act.intent) {
      case 'dialog':
        return await answer(parts, act, resumed, signal);
      case 'tabcreate':
        return await create(parts, act.url, signal);
      case 'tabremove':
        return await remove(parts, act.tab, signal);
      case 'tabswitch':
        return await change(parts, act.tab, signal);
    }
  } catch (error) {
    if (signal.aborted) return failed('interrupted', 'stopped before it was finished');
    throw error;
  } finally {
    parts.effects.end();
  }
}
