/** Actions on the browser rather than a page: answers dialogs; opens, closes and switches tabs. */
import type { Effect, PageAction, ActionResult, Settle } from '../contract/index.js';
import { failedResult } from './action-runner.js';
import { ActionFailure } from './actions/action-failure.js';
import { assertLoadable, goTo } from './go-to.js';
import { navigationSentence } from './navigation-errors.js';
import { activeTab, waitForTab, findBlockingPage, settleTab, type SurfaceParts } from './parts.js';
import { NetworkActivity } from './settle.js';
import type { Tab } from './tabs.js';

type TabOrDialogAction = Extract<PageAction, { intent: 'dialog' | 'tabcreate' | 'tabremove' | 'tabswitch' }>;

export function isTabAction(action: PageAction): action is TabOrDialogAction {
  return ['dialog', 'tabcreate', 'tabremove', 'tabswitch'].includes(action.intent);
}

function doneResult(mainEffect: Effect, otherEffects: Effect[], settle: Settle): ActionResult {
  return {
    outcome: { status: 'done', effects: [mainEffect, ...otherEffects], settle },
    element: null,
    mouse: null,
  };
}

function noSuchTabResult({ tabs }: SurfaceParts, id: number): ActionResult {
  const open = tabs.list().map((tab) => `${tab.id} (${tab.url.slice(0, 80) || 'blank'})`);
  return failedResult('vanished', `tab ${id} does not exist; the open tabs are ${open.join(', ')}`);
}

/** Takes the effects that listeners recorded, except the types that the action reports itself. */
function takeOtherEffects(parts: SurfaceParts, ...reportedTypes: Effect['type'][]): Effect[] {
  return (parts.effects.current?.take() ?? []).filter((effect) => !reportedTypes.includes(effect.type));
}

async function answerDialog(
  parts: SurfaceParts,
  action: Extract<TabOrDialogAction, { intent: 'dialog' }>,
  waitForInterrupted: () => Promise<void>,
  signal: AbortSignal,
): Promise<ActionResult> {
  const tab = activeTab(parts);
  const page = await findBlockingPage(parts, tab);
  if (!page) return failedResult('vanished', 'no dialog is open');
  const before = tab.page.url();
  const activity = new NetworkActivity(tab.page);
  try {
    if (!(await parts.dialogs.answer(page, action.answer, action.text)))
      return failedResult('vanished', 'the dialog is no longer open');
    // The interrupted action must end first, because it may open another dialog.
    if (!parts.dialogs.findOpen([page])) await waitForInterrupted();
    activity.markActionEnd();
    const settled = await settleTab(parts, tab, activity, signal);
    const url = tab.page.url();
    const effects = takeOtherEffects(parts);
    if (activity.navigated && activity.status !== null)
      effects.unshift({ type: 'navigated', url, status: activity.status });
    else if (url !== before) effects.unshift({ type: 'url', from: before, to: url });
    const newActiveTab = parts.tabs.active;
    if (newActiveTab && newActiveTab !== tab) await waitForTab(parts, newActiveTab, signal);
    return doneResult(
      { type: 'dialog-answered', answer: action.answer === 'accept' ? 'accepted' : 'dismissed' },
      effects,
      settled,
    );
  } finally {
    activity.release();
  }
}

async function createTab(
  parts: SurfaceParts,
  url: string | undefined,
  signal: AbortSignal,
): Promise<ActionResult> {
  const { tabs, limits } = parts;
  if (tabs.isFull)
    return failedResult(
      'refused',
      `${tabs.all.length} tabs are open already; close one before you open another`,
    );
  const before = activeTab(parts);
  try {
    if (url) assertLoadable(url, before.page.url());
  } catch (error) {
    if (error instanceof ActionFailure) return failedResult(error.reason, error.message);
    throw error;
  }
  const tab = await tabs.create();
  if (!url || url === 'about:blank')
    return doneResult(
      { type: 'tab-opened', opened: tab.id, url: tab.page.url() },
      takeOtherEffects(parts, 'tab-opened'),
      {
        reason: 'quiet',
        ms: 0,
      },
    );
  const activity = new NetworkActivity(tab.page);
  try {
    await goTo(tab.page, url, { timeout: limits.openMs, signal });
    const settled = await settleTab(parts, tab, activity, signal);
    return doneResult(
      { type: 'tab-opened', opened: tab.id, url: tab.page.url() },
      takeOtherEffects(parts, 'tab-opened'),
      settled,
    );
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const otherEffects = takeOtherEffects(parts, 'tab-opened', 'tab-closed');
    await tabs.remove(tab);
    await tabs.show(before);
    const [first, ...more] = otherEffects;
    if (/Download is starting/.test(message) && first)
      return doneResult(first, more, { reason: 'quiet', ms: 0 });
    return signal.aborted
      ? failedResult('interrupted', 'stopped before it finished')
      : failedResult('unreachable', navigationSentence(message, url));
  } finally {
    activity.release();
  }
}

async function removeTab(
  parts: SurfaceParts,
  id: number | undefined,
  signal: AbortSignal,
): Promise<ActionResult> {
  const { tabs } = parts;
  const tab = id === undefined ? activeTab(parts) : tabs.find(id);
  if (!tab) return noSuchTabResult(parts, id!);
  if (tabs.all.length === 1)
    return failedResult('refused', 'it is the only tab; open another one before you close it');
  await tabs.remove(tab);
  const newActiveTab = activeTab(parts);
  const settled = await waitForTab(parts, newActiveTab, signal);
  return doneResult(
    { type: 'tab-closed', closed: tab.id, now: newActiveTab.id },
    takeOtherEffects(parts, 'tab-closed'),
    settled,
  );
}

async function switchTab(parts: SurfaceParts, id: number, signal: AbortSignal): Promise<ActionResult> {
  const tab: Tab | null = parts.tabs.find(id);
  if (!tab) return noSuchTabResult(parts, id);
  const from = activeTab(parts);
  if (from === tab)
    return {
      outcome: { status: 'already', detail: `tab ${id} is the active one` },
      element: null,
      mouse: null,
    };
  await parts.tabs.show(tab);
  const settled = await waitForTab(parts, tab, signal);
  return doneResult({ type: 'tab-switched', from: from.id, to: tab.id }, takeOtherEffects(parts), settled);
}

/** @param waitForInterrupted waits for an action that a dialog interrupted */
export async function performTabAction(
  parts: SurfaceParts,
  action: TabOrDialogAction,
  waitForInterrupted: () => Promise<void>,
  signal: AbortSignal,
): Promise<ActionResult> {
  parts.effects.begin();
  try {
    switch (action.intent) {
      case 'dialog':
        return await answerDialog(parts, action, waitForInterrupted, signal);
      case 'tabcreate':
        return await createTab(parts, action.url, signal);
      case 'tabremove':
        return await removeTab(parts, action.tab, signal);
      case 'tabswitch':
        return await switchTab(parts, action.tab, signal);
    }
  } catch (error) {
    if (signal.aborted) return failedResult('interrupted', 'stopped before it finished');
    throw error;
  } finally {
    parts.effects.end();
  }
}
