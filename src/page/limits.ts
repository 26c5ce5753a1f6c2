/** Time and size limits of the page. Tests override them through the surface's options. */

import { ACTION_LIMITS, type ActionLimits } from './actions/action-limits.js';
import { OBSERVER_LIMITS, type ObserverLimits } from './observers/observer-limits.js';

/** When a page counts as settled after an action. Times in milliseconds. */
export interface SettleLimits {
  /** A page settles after this long without changes or pending requests. */
  idleWindowMs: number;
  /** The idle window after `shortWindowAfterMs`, for actions that requested no data and changed little. */
  shortIdleWindowMs: number;
  /** The short idle window applies only after this time since the action. */
  shortWindowAfterMs: number;
  /** The idle window while the `load` event has not fired, usually because of a slow image. */
  interactiveIdleWindowMs: number;
  /** Minimum wait. Late effects, such as a timer or a delayed navigation, start within it. */
  minSettleMs: number;
  /** The wait ends after this time if the page has no pending requests but keeps changing. */
  stillChangingMs: number;
  /** `stillChangingMs` for a page that already changed on its own before the action. */
  backgroundChangingMs: number;
  /** Maximum wait if the action leads to no new document. */
  settleBudgetMs: number;
  /** Maximum wait for a new document. */
  navigationSettleBudgetMs: number;
  /** Extra wait for a new document that shows a loading indicator. */
  loadingMs: number;
}

/** Times in milliseconds. A comment “Until X” means the maximum time to wait for X. */
export interface PageLimits extends SettleLimits, ActionLimits, ObserverLimits {
  /** Until a page begins to load. */
  openMs: number;
  /** One observation. If it takes longer, a running page script is stopped. */
  observeMs: number;
  /** Maximum time for retries of an observation that navigations interrupt. */
  observeRetryMs: number;
  /** One action, including its effects. */
  actionMs: number;
  /** How long the next action waits for an interrupted one to stop. */
  abandonedActionMs: number;
  /** Hard limit of the wait for settling, in case the settle budgets do not end it. */
  settleCapMs: number;
  /** Until a tab that was just opened or activated has parsed its document. */
  tabLoadMs: number;
  /** Until a blank tab that a page opened has a URL. */
  blankTabMs: number;
  /** Until a new tab has its size and debugging session. */
  tabReadyMs: number;
  /** Until a crashed tab shows its URL again. */
  recoveryMs: number;
  /** Until a crashed page begins to load again. */
  reloadMs: number;
  /** Each step of closing the session. */
  closeMs: number;
  /** How long closing the session waits for running downloads. */
  downloadsAtCloseMs: number;
  /** How long an action waits for its downloads to arrive. */
  downloadWaitMs: number;
  /** Until the download of a displayed PDF begins. */
  pdfDownloadMs: number;
  /** One download. */
  downloadMs: number;
  /** Until the browser accepts the answer to a dialog. */
  dialogAnswerMs: number;
  /** Reading the page for a check. */
  probeMs: number;
  /** Reading elements by a CSS selector for a check. */
  probeSelectorMs: number;
  /** Maximum number of child frames that one observation reads, largest first. */
  maxFrameCount: number;
  /** Maximum number of open tabs. Further tabs are closed at once. */
  maxTabCount: number;
  /** Consecutive crashes at one URL before Parley gives up on the tab. */
  maxCrashCount: number;
}

export const PAGE_LIMITS: PageLimits = {
  ...ACTION_LIMITS,
  ...OBSERVER_LIMITS,
  idleWindowMs: 150,
  shortIdleWindowMs: 60,
  shortWindowAfterMs: 440,
  interactiveIdleWindowMs: 800,
  minSettleMs: 280,
  stillChangingMs: 1_200,
  backgroundChangingMs: 500,
  settleBudgetMs: 4_000,
  navigationSettleBudgetMs: 10_000,
  loadingMs: 2_500,
  openMs: 30_000,
  observeMs: 15_000,
  observeRetryMs: 4_000,
  actionMs: 60_000,
  abandonedActionMs: 6_000,
  settleCapMs: 30_000,
  tabLoadMs: 8_000,
  blankTabMs: 1_500,
  tabReadyMs: 5_000,
  recoveryMs: 40_000,
  reloadMs: 15_000,
  closeMs: 5_000,
  downloadsAtCloseMs: 10_000,
  downloadWaitMs: 20_000,
  pdfDownloadMs: 4_000,
  downloadMs: 10 * 60_000,
  dialogAnswerMs: 3_000,
  probeMs: 5_000,
  probeSelectorMs: 15_000,
  maxFrameCount: 40,
  maxTabCount: 20,
  maxCrashCount: 3,
};
