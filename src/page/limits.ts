/** Time and size limits of the page. Tests override them through the surface's options. */

import { ACTION_LIMITS, type ActionLimits } from './actions/action-limits.js';
import { OBSERVER_LIMITS, type ObserverLimits } from './observers/observer-limits.js';

/** When a page counts as settled after an action. Times in milliseconds. */
export interface SettleLimits {
  /** A page without changes and pending requests for this long has settled. */
  idleWindowMs: number;
  /** The idle window after `shortWindowAfterMs`, if the action requested no data and the page changed little. */
  shortIdleWindowMs: number;
  /** From this time after the action the short idle window is enough. */
  shortWindowAfterMs: number;
  /** The idle window of a document whose `load` event does not fire, usually because of an image. */
  interactiveIdleWindowMs: number;
  /** The shortest wait: late effects such as a timer or a delayed navigation begin within it. */
  minSettleMs: number;
  /** How long a page without pending requests may keep moving before the wait ends. */
  stillMovingMs: number;
  /** The same for a page that already changed on its own before the action. */
  backgroundMovingMs: number;
  /** Maximum wait without a new document. */
  settleBudgetMs: number;
  /** Maximum wait for a new document. */
  navigationSettleBudgetMs: number;
  /** How much longer a new document is waited for that shows that it is still loading. */
  loadingMs: number;
}

/** Times in milliseconds. */
export interface PageLimits extends SettleLimits, ActionLimits, ObserverLimits {
  /** Until a page begins to load. */
  openMs: number;
  /** One observation; then the page's script is stopped. */
  observeMs: number;
  /** How long an observation that the page interrupts by navigating is repeated. */
  observeRetryMs: number;
  /** One action including its effects. */
  actionMs: number;
  /** How long the next action waits for an interrupted one to stop. */
  abandonedActionMs: number;
  /** A safety net above the budgets of settling. */
  settleCapMs: number;
  /** Until a tab that was just opened or activated has parsed its document. */
  tabLoadMs: number;
  /** Until a blank tab that a page opened gets a URL. */
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
  downloadsMs: number;
  /** How long an action waits for its downloads to arrive. */
  downloadWaitMs: number;
  /** Until the download of a PDF begins that the browser shows. */
  pdfDownloadMs: number;
  /** One download. */
  downloadMs: number;
  /** Until the browser has accepted the answer to a dialog. */
  dialogAnswerMs: number;
  /** Reading the page for a check. */
  probeMs: number;
  /** Reading elements by a CSS selector for a check. */
  probeSelectorMs: number;
  /** Child frames that one observation reads; the largest come first. */
  maxFrameCount: number;
  /** Open tabs; a further tab is closed at once. */
  maxTabCount: number;
  /** Crashes in a row at one URL before the tab is given up. */
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
  stillMovingMs: 1_200,
  backgroundMovingMs: 500,
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
  downloadsMs: 10_000,
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
