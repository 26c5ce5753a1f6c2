/** Opens the start page or a page that the instructor asks for, and goes back in history. */
import type { Response } from 'playwright';

import type { Settle } from '../contract/index.js';
import { ParleyError } from '../contract/index.js';
import { describeRefusal, type EgressGuard } from './egress/guard.js';
import { goTo } from './go-to.js';
import { waitForCrashEvent } from './observe-tab.js';
import { explainNavigationError } from './navigation-errors.js';
import {
  getActiveTab,
  findBlockingPage,
  describeDialog,
  waitForRecovery,
  settleTab,
  stopLoading,
  interruptionsOf,
  createWindowClosedError,
  type SurfaceParts,
} from './parts.js';
import { raceInterruptions } from './timeouts.js';
import { createRepeatedCrashError } from './crash-recovery.js';
import { markActionEnd } from './background-mutations.js';
import { NetworkActivity } from './settle.js';
import { requiresSignIn, CREDENTIALS_HINT } from './sign-in.js';
import type { Tab } from './tabs.js';

/** Leaves time for Playwright's own timeout error, which is more specific. */
const OPEN_MARGIN_MS = 5_000;

export interface OpenedPage {
  status: number | null;
  settle: Settle;
}

async function assertNoDialog(parts: SurfaceParts, tab: Tab): Promise<void> {
  const blockingPage = await findBlockingPage(parts, tab);
  const dialog = blockingPage && parts.dialogs.describe(blockingPage);
  if (dialog)
    throw new ParleyError(
      'infra',
      `Parley cannot open a page while ${describeDialog(dialog)}.`,
      'Answer the dialog first.',
    );
}

function assertUsableResponse(url: string, response: Response | null): void {
  const status = response?.status() ?? 0;
  if (status >= 500)
    throw new ParleyError(
      'infra',
      `${url} answers with HTTP ${status}.`,
      'Check the server’s log, or try again later.',
    );
  if (response && requiresSignIn(response))
    throw new ParleyError('infra', `${url} requires a valid user name and password.`, CREDENTIALS_HINT);
}

/** @throws ParleyError `infra` if the page cannot be shown; the abort reason if `signal` aborts */
export async function openPage(
  parts: SurfaceParts,
  guard: EgressGuard | null,
  url: string,
  signal: AbortSignal,
): Promise<OpenedPage> {
  await waitForRecovery(parts, getActiveTab(parts));
  const tab = getActiveTab(parts);
  await assertNoDialog(parts, tab);
  tab.crashingUrl = null;
  const activity = new NetworkActivity(tab.page);
  const effects = parts.effects.begin();
  const startedAt = performance.now();
  guard?.admit(url);
  try {
    const navigation = goTo(tab.page, url, { timeout: parts.limits.openMs, signal });
    const result = await raceInterruptions(
      navigation,
      parts.limits.openMs + OPEN_MARGIN_MS,
      signal,
      interruptionsOf(parts, tab),
    );
    if (result.status === 'aborted') throw signal.reason;
    if (result.status === 'failed' && /crash/i.test(String(result.error)))
      await waitForCrashEvent(parts, tab);
    if ((result.status === 'interrupted' && result.interruption === 'crash') || tab.recovery) {
      await waitForRecovery(parts, tab);
      if (tab.crashingUrl) throw createRepeatedCrashError(url);
      const settleResult = { reason: 'navigated' as const, ms: Math.round(performance.now() - startedAt) };
      return { status: null, settle: settleResult };
    }
    if (result.status === 'interrupted')
      return { status: null, settle: { reason: 'dialog', ms: Math.round(performance.now() - startedAt) } };
    if (result.status === 'failed') throw result.error;
    const response = result.status === 'done' ? result.value : null;
    assertUsableResponse(url, response);
    const settleResult = await settleTab(parts, tab, activity, signal);
    // A page rendered by scripts often starts loading again after it first settles.
    if (settleResult.reason === 'navigated') {
      const laterActivity = new NetworkActivity(tab.page);
      await settleTab(parts, tab, laterActivity, signal).finally(() => laterActivity.release());
    }
    if (settleResult.reason !== 'dialog') await markActionEnd([tab.page.mainFrame()]);
    if (tab.crashingUrl) throw createRepeatedCrashError(url);
    return { status: response?.status() ?? null, settle: settleResult };
  } catch (error) {
    if (error instanceof ParleyError) throw error;
    await stopLoading(tab);
    signal.throwIfAborted();
    if (/has been closed/.test(String(error))) throw createWindowClosedError(error);
    const leaveDialog = effects.dialogs.find(({ type }) => type === 'beforeunload');
    if (leaveDialog)
      throw new ParleyError(
        'infra',
        `${url} was not opened: ${describeDialog(leaveDialog)}. No user can answer, so Parley stays on that page.`,
        'Finish or undo the changes on that page, or answer its dialogs.',
        { cause: error },
      );
    const refusedNavigation = guard?.findRefusedNavigation(tab.page, startedAt);
    if (refusedNavigation)
      throw new ParleyError(
        'guard',
        `${url} redirects, and ${describeRefusal(refusedNavigation)}.`,
        refusedNavigation.next,
        {
          cause: error,
        },
      );
    const { reason, next } = explainNavigationError(error instanceof Error ? error.message : String(error));
    throw new ParleyError('infra', `${url} could not be opened: ${reason}.`, next, { cause: error });
  } finally {
    parts.effects.end();
    activity.release();
  }
}

/** Goes back in history. @returns false if there is no earlier page or the current page refuses to close */
export async function goBack(parts: SurfaceParts, signal: AbortSignal): Promise<boolean> {
  await waitForRecovery(parts, getActiveTab(parts));
  const tab = getActiveTab(parts);
  await assertNoDialog(parts, tab);
  const previousUrl = tab.page.url();
  const activity = new NetworkActivity(tab.page);
  try {
    const timeout = parts.limits.openMs;
    const navigation = tab.page.goBack({ waitUntil: 'commit', timeout, signal });
    const result = await raceInterruptions(
      navigation,
      timeout + OPEN_MARGIN_MS,
      signal,
      interruptionsOf(parts, tab),
    );
    if (result.status === 'aborted') throw signal.reason;
    if (result.status === 'done') await settleTab(parts, tab, activity, signal);
    else await stopLoading(tab);
  } finally {
    activity.release();
  }
  return tab.page.url() !== previousUrl;
}
