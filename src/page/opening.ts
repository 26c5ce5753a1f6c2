/** Opening a page for the session itself: the start page, or one that the instructor names. */
import type { Response } from 'playwright';

import type { Settle } from '../contract/index.js';
import { ParleyError } from '../contract/index.js';
import { refusalSentence, type Guard } from './egress/guard.js';
import { goTo } from './go-to.js';
import { heardOfCrash } from './looking.js';
import { navigationProblem } from './navigation-errors.js';
import {
  activeTab,
  blockedBy,
  dialogSentence,
  recovered,
  settled,
  stopLoading,
  troublesOf,
  windowClosed,
  type Parts,
} from './parts.js';
import { firstOf } from './patience.js';
import { crashesAgainAndAgain } from './recover.js';
import { actOver } from './restlessness.js';
import { Activity } from './settle.js';
import { asksToSignIn, CREDENTIALS_HINT } from './sign-in.js';
import type { Tab } from './tabs.js';

export interface Opened {
  status: number | null;
  settle: Settle;
}

const ANSWER_FIRST = 'Answer the dialog first.';

async function assertNoDialog(parts: Parts, tab: Tab): Promise<void> {
  const blocking = await blockedBy(parts, tab);
  const dialog = blocking && parts.dialogs.shown(blocking);
  if (dialog)
    throw new ParleyError('infra', `Nothing can be opened while ${dialogSentence(dialog)}.`, ANSWER_FIRST);
}

function assertShown(url: string, response: Response | null): void {
  const status = response?.status() ?? 0;
  if (status >= 500)
    throw new ParleyError(
      'infra',
      `${url} answers with HTTP ${status}.`,
      'Look at the server’s own log, or try again later.',
    );
  if (response && asksToSignIn(response))
    throw new ParleyError(
      'infra',
      `${url} asks for a user name and a password, and shows nothing without the right ones.`,
      CREDENTIALS_HINT,
    );
}

/** @throws Problem `infra` when the page cannot be shown, the abort reason when `signal` aborts */
export async function open(
  parts: Parts,
  guard: Guard | null,
  url: string,
  signal: AbortSignal,
): Promise<Opened> {
  await recovered(activeTab(parts));
  const tab = activeTab(parts);
  await assertNoDialog(parts, tab);
  tab.lost = null;
  const activity = new Activity(tab.page);
  const effects = parts.effects.begin();
  const began = performance.now();
  guard?.admit(url);
  try {
    const going = goTo(tab.page, url, { timeout: parts.limits.open, signal });
    const came = await firstOf(going, parts.limits.open + 5_000, signal, troublesOf(parts, tab));
    if (came.how === 'aborted') throw signal.reason;
    if (came.how === 'failed' && /crash/i.test(String(came.error))) await heardOfCrash(parts, tab);
    if ((came.how === 'broken' && came.by === 'crash') || tab.recovering) {
      await recovered(tab);
      if (tab.lost) throw crashesAgainAndAgain(url);
      const rest = { reason: 'navigated' as const, ms: Math.round(performance.now() - began) };
      return { status: null, settle: rest };
    }
    if (came.how === 'broken')
      return { status: null, settle: { reason: 'dialog', ms: Math.round(performance.now() - began) } };
    if (came.how === 'failed') throw came.error;
    const response = came.how === 'done' ? came.value : null;
    assertShown(url, response);
    const rest = await settled(parts, tab, activity, signal);
    // A page that builds itself by scripts often begins again after its first rest.
    if (rest.reason === 'navigated') {
      const later = new Activity(tab.page);
      await settled(parts, tab, later, signal).finally(() => later.release());
    }
    if (rest.reason !== 'dialog') await actOver([tab.page.mainFrame()]);
    if (tab.lost) throw crashesAgainAndAgain(url);
    return { status: response?.status() ?? null, settle: rest };
  } catch (error) {
    if (error instanceof ParleyError) throw error;
    await stopLoading(tab);
    signal.throwIfAborted();
    if (/has been closed/.test(String(error))) throw windowClosed(error);
    const asked = effects.dialogs.find(({ type }) => type === 'beforeunload');
    if (asked)
      throw new ParleyError(
        'infra',
        `${url} was not opened: ${dialogSentence(asked)}, and unattended it stays.`,
        'Finish or undo what was begun on that page, or let dialogs be answered.',
        { cause: error },
      );
    const refused = guard?.refusedNavigation(tab.page, began);
    if (refused)
      throw new ParleyError('guard', `${url} leads on, and ${refusalSentence(refused)}.`, refused.next, {
        cause: error,
      });
    const { what, next } = navigationProblem(error instanceof Error ? error.message : String(error));
    throw new ParleyError('infra', `${url} could not be opened: ${what}.`, next, { cause: error });
  } finally {
    parts.effects.end();
    activity.release();
  }
}

/** One step back in history; false when there is nowhere to go or the page does not let itself be left. */
export async function back(parts: Parts, signal: AbortSignal): Promise<boolean> {
  await recovered(activeTab(parts));
  const tab = activeTab(parts);
  await assertNoDialog(parts, tab);
  const before = tab.page.url();
  const activity = new Activity(tab.page);
  try {
    const timeout = parts.limits.open;
    const going = tab.page.goBack({ waitUntil: 'commit', timeout, signal });
    const came = await firstOf(going, timeout + 5_000, signal, troublesOf(parts, tab));
    if (came.how === 'aborted') throw signal.reason;
    if (came.how === 'done') await settled(parts, tab, activity, signal);
    else await stopLoading(tab);
  } finally {
    activity.release();
  }
  return tab.page.url() !== before;
}
