/** Actions on the browser rather than a page: answers dialogs; opens, closes and switches tabs. */
import type { Effect, PageAction, ActionResult, Settle } from '../contract/index.js';
import { createFailedResult } from './action-runner.js';
import { ActionFailure } from './actions/action-failure.js';
import { assertLoadable, goTo } from './go-to.js';
import { formatNavigationError } from './navigation-errors.js';
import { getActiveTab, waitForTab, findBlockingPage, settleTab, type SurfaceParts } from './parts.js';
import { NetworkActivity } from './settle.js';
import type { Tab } from './tabs.js';

type TabOrDialogAction = Extract<PageAction, { intent: 'dialog' | 'tabcreate' | 'tabremove' | 'tabswitch' }>;

export function isTabAction(action: PageAction): action is TabOrDialogAction {
  return ['dialog', 'tabcreate', 'tabremove', 'tabswitch'].includes(action.intent);
}

function createDoneResult(mainEffect: Effect, otherEffects: Effect[], settle: Settle): ActionResult {
  return {
    outcome: { status: 'done', effects: [mainEffect, ...otherEffects], settle },
    element: null,
    mouse: null,
  };
}

function createNoSuchTabResult({ tabs }: SurfaceParts, id: number): ActionResult {
  const openTabs = tabs.list().map((tab) => `${tab.id} (${tab.url.slice(0, 80) || 'blank'})`);
  return createFailedResult('vanished', `tab ${id} does not exist; the open tabs are ${openTabs.join(', ')}`);
}

/** Takes the effects that listeners recorded, except the types that the action reports itself. */
function takeOtherEffects(parts: SurfaceParts, ...reportedTypes: Effect['type'][]): Effect[] {
  return (parts.effects.current?.take() ?? []).filter((effect) => !reportedTypes.includes(effect.type));
}

async function answerDialog(
  parts: SurfaceParts,
  action: Extract<TabOrDialogAction, { intent: 'dialog' }>,
  waitForInterruptedAction: () => Promise<void>,
  signal: AbortSignal,
): Promise<ActionResult> {
  const tab = getActiveTab(parts);
  const page = await findBlockingPage(parts, tab);
  if (!page) return createFailedResult('vanished', 'no dialog is open');
  const previousUrl = tab.page.url();
  const activity = new NetworkActivity(tab.page);
  try {
    if (!(await parts.dialogs.answer(page, action.answer, action.text)))
      return createFailedResult('vanished', 'the dialog is no longer open');
    // The interrupted action must end first, because it may open another dialog.
    if (!parts.dialogs.findOpen([page])) await waitForInterruptedAction();
    activity.markActionEnd();
    const settleResult = await settleTab(parts, tab, activity, signal);
    const url = tab.page.url();
    const effects = takeOtherEffects(parts);
    if (activity.hasNavigated && activity.status !== null)
      effects.unshift({ type: 'navigated', url, status: activity.status });
    else if (url !== previousUrl) effects.unshift({ type: 'url', from: previousUrl, to: url });
    const newActiveTab = parts.tabs.active;
    if (newActiveTab && newActiveTab !== tab) await waitForTab(parts, newActiveTab, signal);
    return createDoneResult(
      { type: 'dialog-answered', answer: action.answer === 'accept' ? 'accepted' : 'dismissed' },
      effects,
      settleResult,
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
    return createFailedResult(
      'refused',
      `${tabs.all.length} tabs are already open; close one before you open another`,
    );
  const previousTab = getActiveTab(parts);
  try {
    if (url) assertLoadable(url, previousTab.page.url());
  } catch (error) {
    if (error instanceof ActionFailure) return createFailedResult(error.reason, error.message);
    throw error;
  }
  const tab = await tabs.create();
  if (!url || url === 'about:blank')
    return createDoneResult(
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
    const settleResult = await settleTab(parts, tab, activity, signal);
    return createDoneResult(
      { type: 'tab-opened', opened: tab.id, url: tab.page.url() },
      takeOtherEffects(parts, 'tab-opened'),
      settleResult,
    );
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const otherEffects = takeOtherEffects(parts, 'tab-opened', 'tab-closed');
    await tabs.remove(tab);
    await tabs.activate(previousTab);
    const [firstEffect, ...remainingEffects] = otherEffects;
    if (/Download is starting/.test(message) && firstEffect)
      return createDoneResult(firstEffect, remainingEffects, { reason: 'quiet', ms: 0 });
    return signal.aborted
      ? createFailedResult('interrupted', 'stopped before it finished')
      : createFailedResult('unreachable', formatNavigationError(message, url));
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
  const tab = id === undefined ? getActiveTab(parts) : tabs.find(id);
  if (!tab) return createNoSuchTabResult(parts, id!);
  if (tabs.all.length === 1)
    return createFailedResult('refused', 'it is the only tab; open another one before you close it');
  await tabs.remove(tab);
  const newActiveTab = getActiveTab(parts);
  const settleResult = await waitForTab(parts, newActiveTab, signal);
  return createDoneResult(
    { type: 'tab-closed', closed: tab.id, now: newActiveTab.id },
    takeOtherEffects(parts, 'tab-closed'),
    settleResult,
  );
}

async function switchTab(parts: SurfaceParts, id: number, signal: AbortSignal): Promise<ActionResult> {
  const tab: Tab | null = parts.tabs.find(id);
  if (!tab) return createNoSuchTabResult(parts, id);
  const previousTab = getActiveTab(parts);
  if (previousTab === tab)
    return {
      outcome: { status: 'already', detail: `tab ${id} is the active one` },
      element: null,
      mouse: null,
    };
  await parts.tabs.activate(tab);
  const settleResult = await waitForTab(parts, tab, signal);
  return createDoneResult(
    { type: 'tab-switched', from: previousTab.id, to: tab.id },
    takeOtherEffects(parts),
    settleResult,
  );
}

/** @param waitForInterruptedAction waits for an action that a dialog interrupted */
export async function performTabAction(
  parts: SurfaceParts,
  action: TabOrDialogAction,
  waitForInterruptedAction: () => Promise<void>,
  signal: AbortSignal,
): Promise<ActionResult> {
  parts.effects.begin();
  try {
    switch (action.intent) {
      case 'dialog':
        return await answerDialog(parts, action, waitForInterruptedAction, signal);
      case 'tabcreate':
        return await createTab(parts, action.url, signal);
      case 'tabremove':
        return await removeTab(parts, action.tab, signal);
      case 'tabswitch':
        return await switchTab(parts, action.tab, signal);
    }
  } catch (error) {
    if (signal.aborted) return createFailedResult('interrupted', 'stopped before it finished');
    throw error;
  } finally {
    parts.effects.end();
  }
}
