/**
 * Performs one action on the active tab. An open dialog, a crash or the time limit interrupts it. An interrupted
 * action is aborted, and the next action waits until it has stopped.
 */
import type { Page } from 'playwright';

import type { Effect, Outcome, PageAction, PageEvent, ActionResult, Settle } from '../contract/index.js';
import type { ObservedElement, SessionClipboard, UploadPolicy } from './actions/context.js';
import { isNavigationAction } from './actions/navigate.js';
import { performAction } from './actions/perform-action.js';
import type { DownloadProblem } from './downloads.js';
import { applyRefusal, type EgressGuard } from './egress/guard.js';
import type { ActionEffects } from './page-events.js';
import { waitForCrashEvent } from './observe-tab.js';
import {
  getActiveTab,
  waitForFirstUrl,
  waitForTab,
  findBlockingPage,
  describeDialog,
  waitForRecovery,
  stopLoading,
  interruptionsOf,
  trackRelatedPages,
  type SurfaceParts,
} from './parts.js';
import { pendingUrlOf } from './pending-navigation.js';
import { withTimeout, raceInterruptions } from './timeouts.js';
import { markActionStart, markActionEnd, type MutationRate } from './background-mutations.js';
import type { Tab } from './tabs.js';

/** An interrupted action usually returns within this time. Its own result is more specific than “interrupted”. */
const RETURN_AFTER_INTERRUPTION_MS = 500;

export function createFailedResult(
  reason: Extract<Outcome, { status: 'failed' }>['reason'],
  detail: string,
): ActionResult {
  return { outcome: { status: 'failed', reason, detail }, element: null, mouse: null };
}

/** The result of an interrupted action: the effects seen so far, or `fallback` if there are none. */
function createInterruptedResult(
  effects: ActionEffects,
  settle: Settle,
  fallback: ActionResult,
): ActionResult {
  const [first, ...otherEffects] = effects.take();
  return first
    ? { ...fallback, outcome: { status: 'done', effects: [first, ...otherEffects], settle } }
    : fallback;
}

function addEffects(result: ActionResult, addedEffects: Effect[], settle: Settle): ActionResult {
  const { outcome } = result;
  const [first, ...otherEffects] = [...(outcome.status === 'done' ? outcome.effects : []), ...addedEffects];
  return first
    ? { ...result, outcome: { status: 'done', effects: [first, ...otherEffects], settle } }
    : result;
}

const countClosedTabs = (events: readonly PageEvent[]): number =>
  events.reduce((sum, event) => sum + (event.type === 'too-many-tabs' ? event.closed : 0), 0);

/** Effects that do not show whether the action achieved its purpose. */
const INCIDENTAL_EFFECTS: ReadonlySet<Effect['type']> = new Set(['focus', 'scroll', 'dom', 'download']);

/** Fails an action whose only relevant effect was a download that did not arrive or a tab that was closed at once. */
function failWithoutMainEffect(
  outcome: Outcome,
  downloadProblem: DownloadProblem | null,
  closedTabCount: number,
): Outcome {
  const isIncidental =
    outcome.status === 'no-effect' ||
    (outcome.status === 'done' && outcome.effects.every(({ type }) => INCIDENTAL_EFFECTS.has(type)));
  if (!isIncidental) return outcome;
  if (downloadProblem?.type === 'refused')
    return {
      status: 'failed',
      reason: 'refused',
      detail: `the download of “${downloadProblem.file}” was refused: ${downloadProblem.reason}`,
    };
  if (downloadProblem?.type === 'running')
    return {
      status: 'failed',
      reason: 'timeout',
      detail: `the download of “${downloadProblem.file}” has not finished yet; it continues in the background`,
    };
  if (
    closedTabCount > 0 &&
    (outcome.status === 'no-effect' || !outcome.effects.some(({ type }) => type === 'dom'))
  )
    return {
      status: 'failed',
      reason: 'refused',
      detail: 'it opened a new tab, which was closed because too many tabs are open',
    };
  return outcome;
}

/** What the session provides to its actions. */
export interface ActionSession {
  /** An element of the last observation. */
  findElement(uid: string): ObservedElement | null;
  clipboard: SessionClipboard;
  uploads: UploadPolicy;
  guard: EgressGuard | null;
}

export class ActionRunner {
  /** An interrupted action that may still be running. */
  #abandonedAction: Promise<unknown> | null = null;

  constructor(
    private readonly parts: SurfaceParts,
    private readonly session: ActionSession,
  ) {}

  /** Waits until an interrupted action has stopped. Otherwise it would overlap with the next one. */
  async waitForAbandonedAction(): Promise<void> {
    const abandonedAction = this.#abandonedAction;
    if (!abandonedAction) return;
    this.#abandonedAction = null;
    await withTimeout(abandonedAction, this.parts.limits.abandonedActionMs);
  }

  async perform(action: PageAction, signal: AbortSignal): Promise<ActionResult> {
    const { parts } = this;
    await waitForRecovery(parts, getActiveTab(parts));
    const tab = getActiveTab(parts);
    const blockingPage = await findBlockingPage(parts, tab);
    const dialog = blockingPage && parts.dialogs.describe(blockingPage);
    if (dialog) return createFailedResult('dialog', `${describeDialog(dialog)}; answer it first`);
    if (tab.crashingUrl && action.intent !== 'load')
      return createFailedResult('page-gone', `the page at ${tab.crashingUrl} crashes each time it is opened`);
    const { uid } = action as { uid?: string };
    const target = uid === undefined ? null : this.session.findElement(uid);
    if (uid !== undefined && !target)
      return createFailedResult('vanished', 'that element is not in the last observation of the page');
    if (target && target.frame.page() !== tab.page) {
      const targetTab = parts.tabs.findByPage(target.frame.page());
      return createFailedResult(
        'vanished',
        targetTab ? `that element is in tab ${targetTab.id}` : 'its page is gone',
      );
    }
    await this.waitForAbandonedAction();
    const { page } = tab;
    const effects = parts.effects.begin();
    const downloads = parts.downloads.beginAction();
    parts.tabs.forgetAnnouncedTabs();
    const closedTabCountBefore = countClosedTabs(parts.pageEvents.peek());
    const frames = [page.mainFrame(), ...(target ? [target.frame] : [])];
    try {
      const mutationRate = await markActionStart(frames);
      const startedAt = performance.now();
      const result = await this.#performUntilInterrupted(
        action,
        tab,
        page,
        target,
        mutationRate,
        effects,
        signal,
      );
      const completedResult = await this.#addLateEffects(action, tab, page, result, effects, signal);
      const refusedNavigation = this.session.guard?.findRefusedNavigation(page, startedAt) ?? null;
      const downloadProblem = await downloads.findProblem(parts.limits.downloadWaitMs, signal);
      const closedTabCount = countClosedTabs(parts.pageEvents.peek()) - closedTabCountBefore;
      const outcome = applyRefusal(completedResult.outcome, refusedNavigation);
      return { ...completedResult, outcome: failWithoutMainEffect(outcome, downloadProblem, closedTabCount) };
    } finally {
      parts.effects.end();
      if (!parts.dialogs.findOpen([tab.page]))
        await markActionEnd([tab.page.mainFrame(), ...frames.slice(1)]);
    }
  }

  async #performUntilInterrupted(
    action: PageAction,
    tab: Tab,
    page: Page,
    target: ObservedElement | null,
    mutationRate: MutationRate,
    effects: ActionEffects,
    signal: AbortSignal,
  ): Promise<ActionResult> {
    const { parts } = this;
    const startedAt = performance.now();
    if (isNavigationAction(action)) tab.crashingUrl = null;
    const abortController = new AbortController();
    const onAbort = (): void => abortController.abort(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    const dialogWatch = parts.dialogs.watch(trackRelatedPages(parts, tab));
    try {
      const context = {
        page,
        target,
        sideEffects: { take: () => effects.take() },
        backgroundMutationRate: mutationRate.total,
        unusualMutationRate: mutationRate.unusual,
        unusualMutationRateInTarget: mutationRate.unusualInTarget,
        signal: abortController.signal,
        dialogs: dialogWatch,
        findElement: this.session.findElement,
        clipboard: this.session.clipboard,
        uploads: this.session.uploads,
        limits: parts.limits,
        onIdle: () => parts.onIdle?.(page),
      };
      const work = performAction(action, context);
      const maxMs = parts.limits.actionMs + (action.intent === 'wait' ? action.ms : 0);
      const result = await raceInterruptions(work, maxMs, signal, interruptionsOf(parts, tab));
      if (result.status === 'done') return result.value;
      if (result.status === 'failed') throw result.error;
      const hasCrashed = result.status === 'interrupted' && result.interruption === 'crash';
      const returnedResult =
        result.status === 'timeout' || hasCrashed
          ? null
          : await withTimeout(work, RETURN_AFTER_INTERRUPTION_MS);
      if (returnedResult && (result.status === 'aborted' || returnedResult.outcome.status === 'done'))
        return returnedResult;
      abortController.abort();
      this.#abandonedAction = work.catch(() => undefined);
      const ms = Math.round(performance.now() - startedAt);
      if (result.status === 'aborted') return createFailedResult('interrupted', 'stopped before it finished');
      if (result.status === 'interrupted')
        return createInterruptedResult(
          effects,
          { reason: hasCrashed ? 'closed' : 'dialog', ms },
          createFailedResult('page-gone', 'the page crashed'),
        );
      const seconds = Math.round(maxMs / 1000);
      return createInterruptedResult(
        effects,
        { reason: 'timeout', ms },
        createFailedResult('timeout', `the action did not finish within ${seconds} seconds`),
      );
    } finally {
      signal.removeEventListener('abort', onAbort);
      dialogWatch.release();
    }
  }

  /** Waits for crashes and new tabs that the action caused, and adds effects that occurred after it returned. */
  async #addLateEffects(
    action: PageAction,
    tab: Tab,
    page: Page,
    result: ActionResult,
    effects: ActionEffects,
    signal: AbortSignal,
  ): Promise<ActionResult> {
    const { parts } = this;
    const { outcome } = result;
    if (signal.aborted) {
      await stopLoading(tab);
      return result;
    }
    const isPageGone = outcome.status === 'failed' && outcome.reason === 'page-gone';
    if (isPageGone && tab.page === page && !page.isClosed()) await waitForCrashEvent(parts, tab);
    if (tab.recovery || tab.page !== page) {
      await waitForRecovery(parts, tab);
      const settle = await waitForTab(parts, tab, signal);
      return addEffects(result, effects.take(), settle);
    }
    if (outcome.status === 'failed' && (isNavigationAction(action) || pendingUrlOf(page) !== null)) {
      await stopLoading(tab);
      const leaveDialog = effects.dialogs.find(({ type }) => type === 'beforeunload');
      if (outcome.reason === 'unreachable' && leaveDialog)
        return createFailedResult(
          'dialog',
          `${describeDialog(leaveDialog)}, and Parley stays on it because no user can answer`,
        );
    }
    const resultWithTabs = await this.#addAnnouncedTabs(result, effects, signal);
    const newActiveTab = parts.tabs.active;
    if (newActiveTab && newActiveTab !== tab && !newActiveTab.page.isClosed()) {
      await waitForFirstUrl(parts, newActiveTab);
      await waitForTab(parts, newActiveTab, signal);
      if (newActiveTab.page.url().startsWith('chrome-error:'))
        return createFailedResult('unreachable', 'it opened a tab whose page could not be loaded');
    }
    return resultWithTabs;
  }

  /** Waits for tabs that Chromium has announced for this action, and adds them as effects. */
  async #addAnnouncedTabs(
    result: ActionResult,
    effects: ActionEffects,
    signal: AbortSignal,
  ): Promise<ActionResult> {
    const { tabs, limits } = this.parts;
    const { outcome } = result;
    if (outcome.status !== 'done' && outcome.status !== 'no-effect') return result;
    const startedAt = performance.now();
    if (!(await tabs.waitForAnnouncedTabs(limits.tabLoadMs, signal))) return result;
    const { reason, ms } = outcome.settle;
    return addEffects(result, effects.take(), {
      reason,
      ms: Math.round(ms + performance.now() - startedAt),
    });
  }
}
