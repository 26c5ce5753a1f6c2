/**
 * Waits until the page has settled after an action, and returns why the wait ended. A page has settled when every
 * request that the action caused has its response, and the document has not changed, scrolled or run a finite
 * animation for `idleWindowMs`. A budget ends the wait for pages that never settle.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Page } from 'playwright';

import type { Settle } from '../contract/index.js';
import type { NetworkActivity } from './network-activity.js';
import type { DialogWatch } from './dialogs.js';
import type { WireActivity } from './injected/wire.js';
import { queryEngine } from './engine.js';
import { PAGE_LIMITS, type PageLimits } from './limits.js';
import { pendingUrlOf } from './pending-navigation.js';

export { NetworkActivity } from './network-activity.js';

/** If more than this many readings found a change, the full idle window applies: the next change may come late. */
const MAX_CHANGES_FOR_SHORT_WINDOW = 2;
const READ_TIMEOUT_MS = 500;
/** A page that took longer than this to answer was busy and may be about to render, so it is read again soon. */
const BUSY_MS = 120;
const BUSY_REREAD_DELAY_MS = 40;
const MAX_BUSY_READINGS = 3;
/** `onIdle` is not called if the remaining wait is shorter than this. */
const MIN_REMAINING_FOR_IDLE_MS = 100;
const POLL_MS = 30;
const MAX_POLL_MS = 140;

export interface SettleOptions {
  /** Ends the wait when a dialog opens: a page with an open dialog does not answer. */
  dialogs?: DialogWatch;
  /** The frame of the action's target. Changes in it and its parent frames count. */
  frame?: Frame;
  /** Mutations per millisecond that the page makes without any action. */
  backgroundMutationRate?: number;
  /** Called once, when the page looks settled and only late effects are still waited for. */
  onIdle?: (() => void) | undefined;
  limits?: PageLimits;
}

/** Everything that determines when the wait ends. Times come from `performance.now()`. */
interface SettleState {
  limits: PageLimits;
  now: number;
  startedAt: number;
  /** `readyState` of the main frame; null if it did not answer. */
  readyState: string | null;
  lastChangeAt: number;
  /** Number of readings that found a change since the previous reading. */
  changeCount: number;
  activity: Pick<
    NetworkActivity,
    | 'pendingCount'
    | 'lastResponseAt'
    | 'delayMs'
    | 'effectsStartedAt'
    | 'hasRequestedData'
    | 'hasNavigated'
    | 'documentState'
  >;
  /** Whether the tab has requested a document but does not show it yet. */
  isNavigationPending: boolean;
  /**
   * How long the page has been watched since its last response or document: the sum of the planned pauses between
   * readings. Delays on a busy machine do not count, because the page was not read during them.
   */
  watchedMs: number;
  hasBackgroundMutations: boolean;
}

/** The time at which the page will have settled if nothing else happens; null while a request or document is pending. */
function computeSettleTime({
  limits,
  startedAt,
  readyState,
  lastChangeAt,
  changeCount,
  activity,
}: SettleState): number | null {
  if (activity.pendingCount > 0 || readyState === null || readyState === 'loading') return null;
  const lastActivityAt = Math.max(lastChangeAt, activity.lastResponseAt) + activity.delayMs;
  const fullWindowEnd =
    lastActivityAt + (readyState === 'complete' ? limits.idleWindowMs : limits.interactiveIdleWindowMs);
  const shortWindowEnd =
    activity.hasRequestedData || changeCount > MAX_CHANGES_FOR_SHORT_WINDOW || readyState !== 'complete'
      ? fullWindowEnd
      : Math.max(
          lastActivityAt + limits.shortIdleWindowMs,
          activity.effectsStartedAt + limits.shortWindowAfterMs,
        );
  return Math.max(startedAt + limits.minSettleMs, Math.min(fullWindowEnd, shortWindowEnd));
}

function getBudgetEnd({
  limits,
  startedAt,
  isNavigationPending,
  activity: { documentState: document },
}: SettleState): number {
  if (isNavigationPending) return startedAt + limits.navigationMs;
  if (document === 'same') return startedAt + limits.settleBudgetMs;
  const end = startedAt + limits.navigationSettleBudgetMs;
  return document === 'loading'
    ? end
    : Math.min(end, Math.max(startedAt, document.loadedAt) + limits.settleBudgetMs);
}

/** Why the wait ends now; null if it continues. */
function findEndReason(state: SettleState): Settle['reason'] | null {
  const { limits, now } = state;
  const settleTime = computeSettleTime(state);
  if (settleTime !== null && now >= settleTime) return state.activity.hasNavigated ? 'navigated' : 'quiet';
  const maxChangingMs = state.hasBackgroundMutations ? limits.backgroundChangingMs : limits.stillChangingMs;
  if (state.watchedMs >= maxChangingMs && now - state.lastChangeAt < limits.idleWindowMs)
    return 'still-changing';
  return now >= getBudgetEnd(state) ? 'timeout' : null;
}

/** The frame and its ancestors up to the main frame. */
function listWithAncestors(frame: Frame): Frame[] {
  const parent = frame.parentFrame();
  return parent ? [frame, ...listWithAncestors(parent)] : [frame];
}

/** Reads the watched frames and records when any of them last changed. */
class FrameChangeReader {
  lastChangeAt: number;
  /** Whether a frame was still changing at the last reading, so that the end of the change is unknown. */
  isChanging = false;
  changeCount = 0;
  readyState: string | null = null;
  readonly #mutationCounts = new Map<Frame, number>();
  readonly #page: Page;

  constructor(page: Page, startedAt: number) {
    this.#page = page;
    this.lastChangeAt = startedAt;
  }

  async read(frames: Iterable<Frame>): Promise<void> {
    const mainFrame = this.#page.mainFrame();
    this.isChanging = false;
    let anyChanged = false;
    await Promise.all(
      [...new Set([mainFrame, ...frames])].map(async (frame) => {
        if (frame.isDetached()) return;
        const state = await queryEngine<WireActivity>(frame, 'activity', READ_TIMEOUT_MS).catch(() => null);
        if (frame === mainFrame) this.readyState = state?.readyState ?? null;
        anyChanged = this.#update(frame, state) || anyChanged;
      }),
    );
    if (anyChanged) this.changeCount++;
  }

  /** @returns whether the frame has changed since the last reading */
  #update(frame: Frame, state: WireActivity | null): boolean {
    const now = performance.now();
    if (state ? !state.visible : frame.isDetached()) return false;
    // No answer means that the document is being replaced or the page is busy. Both count as changing.
    const isChanging = !state || state.animationCount > 0;
    this.lastChangeAt = Math.max(this.lastChangeAt, isChanging ? now : now - state.idleMs);
    this.isChanging ||= isChanging;
    if (!state) return false;
    const previousCount = this.#mutationCounts.get(frame);
    this.#mutationCounts.set(frame, state.mutationCount);
    return previousCount !== undefined && previousCount !== state.mutationCount;
  }
}

/** A promise that is resolved from outside. */
interface WakeUp {
  promise: Promise<void>;
  isTriggered: boolean;
  trigger(): void;
}

function createWakeUp(): WakeUp {
  let resolve = (): void => undefined;
  const wakeUp: WakeUp = {
    promise: new Promise<void>((done) => {
      resolve = done;
    }),
    isTriggered: false,
    trigger: () => {
      wakeUp.isTriggered = true;
      resolve();
    },
  };
  return wakeUp;
}

/** @throws when `signal` aborts */
export async function settle(
  page: Page,
  activity: NetworkActivity,
  signal: AbortSignal,
  { dialogs, frame, backgroundMutationRate = 0, onIdle, limits = PAGE_LIMITS }: SettleOptions = {},
): Promise<Settle> {
  activity.markActionEnd();
  const startedAt = performance.now();
  const reader = new FrameChangeReader(page, startedAt);
  const targetFrames = frame ? listWithAncestors(frame) : [];
  let watchedMs = 0;
  let lastResponseAt = activity.lastResponseAt;
  let busyReadingCount = 0;
  let hasCalledOnIdle = false;
  let readEffectsStartedAt = NaN;
  // Each wait has its own promise: races against long-lived promises of dialogs and signals would leak memory.
  let wakeUp = createWakeUp();
  const wake = (): void => wakeUp.trigger();
  void dialogs?.waitForOpen().then(wake);
  signal.addEventListener('abort', wake);
  page.on('close', wake);
  const toResult = (reason: Settle['reason']): Settle => ({
    reason,
    ms: Math.round(performance.now() - startedAt),
  });
  try {
    for (;;) {
      signal.throwIfAborted();
      if (page.isClosed()) return toResult('closed');
      if (dialogs?.isOpen) return toResult('dialog');
      // The dialog that woke this wait has been answered already.
      if (wakeUp.isTriggered) wakeUp = createWakeUp();
      const readStartedAt = performance.now();
      // A page with pending requests has not settled, so it need not be read. A new document is read at once, because
      // it counts as changing until its first reading.
      if (activity.pendingCount === 0 || readEffectsStartedAt !== activity.effectsStartedAt) {
        readEffectsStartedAt = activity.effectsStartedAt;
        const reading = reader.read([...targetFrames, ...activity.navigatedFrames]);
        await activity.measureDelay(Promise.race([reading, wakeUp.promise]));
        if (wakeUp.isTriggered) continue;
      }
      const now = performance.now();
      if (now - readStartedAt >= BUSY_MS && ++busyReadingCount <= MAX_BUSY_READINGS)
        reader.lastChangeAt = Math.max(reader.lastChangeAt, now - limits.idleWindowMs + BUSY_REREAD_DELAY_MS);
      const isReadable = reader.readyState === 'complete' || reader.readyState === 'interactive';
      const isIdle = isReadable && activity.pendingCount === 0 && !activity.isNavigating;
      if (!isIdle || activity.lastResponseAt !== lastResponseAt) watchedMs = 0;
      lastResponseAt = activity.lastResponseAt;
      const state: SettleState = {
        limits,
        now,
        startedAt,
        readyState: reader.readyState,
        lastChangeAt: reader.lastChangeAt,
        changeCount: reader.changeCount,
        activity,
        isNavigationPending: pendingUrlOf(page) !== null,
        watchedMs,
        hasBackgroundMutations: backgroundMutationRate * limits.idleWindowMs >= 1,
      };
      const reason = findEndReason(state);
      if (reason) return toResult(reason);
      const expectedEnd = reader.isChanging ? null : computeSettleTime(state);
      if (expectedEnd !== null && expectedEnd - now >= MIN_REMAINING_FOR_IDLE_MS && !hasCalledOnIdle) {
        hasCalledOnIdle = true;
        onIdle?.();
      }
      const pauseMs =
        expectedEnd === null ? POLL_MS : Math.min(MAX_POLL_MS, Math.max(1, Math.ceil(expectedEnd - now)));
      await Promise.race([pause(pauseMs), wakeUp.promise]);
      watchedMs += pauseMs;
      activity.recordLateWakeUp(performance.now() - now - pauseMs);
    }
  } finally {
    signal.removeEventListener('abort', wake);
    page.off('close', wake);
  }
}
