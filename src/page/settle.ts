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
import { ask } from './engine.js';
import { PAGE_LIMITS, type PageLimits } from './limits.js';
import { pendingUrlOf } from './pending-navigation.js';

export { NetworkActivity } from './network-activity.js';

/** After changes in more readings than this, the full idle window applies, because the next change may be late. */
const MAX_CHANGES_FOR_SHORT_WINDOW = 2;
const READ_TIMEOUT_MS = 500;
/** A page that took longer than this to answer was busy and may be about to render, so the next reading comes soon. */
const BUSY_MS = 120;
const REREAD_AFTER_BUSY_MS = 40;
const MAX_BUSY_READINGS = 3;
/** `onIdle` is not called if less of the wait than this remains. */
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
  ready: string | null;
  lastChange: number;
  /** Number of readings that found a change since the previous reading. */
  changeCount: number;
  activity: Pick<
    NetworkActivity,
    'pending' | 'lastAnswer' | 'delayMs' | 'effectsSince' | 'requestedData' | 'navigated' | 'documentState'
  >;
  /** Whether the tab has requested a document that it does not show yet. */
  isNavigationPending: boolean;
  /**
   * How long the page has been watched since its last response or document: the sum of the planned pauses between
   * readings. Delays on a busy machine do not count, because the page was not read during them.
   */
  watchedMs: number;
  hasBackgroundMutations: boolean;
}

/** When the page will have settled if nothing else happens; null while a request or a document is pending. */
function settledAt({
  limits,
  startedAt,
  ready,
  lastChange,
  changeCount,
  activity,
}: SettleState): number | null {
  if (activity.pending > 0 || ready === null || ready === 'loading') return null;
  const lastActivity = Math.max(lastChange, activity.lastAnswer) + activity.delayMs;
  const fullWindowEnd =
    lastActivity + (ready === 'complete' ? limits.idleWindowMs : limits.interactiveIdleWindowMs);
  const shortWindowEnd =
    activity.requestedData || changeCount > MAX_CHANGES_FOR_SHORT_WINDOW || ready !== 'complete'
      ? fullWindowEnd
      : Math.max(lastActivity + limits.shortIdleWindowMs, activity.effectsSince + limits.shortWindowAfterMs);
  return Math.max(startedAt + limits.minSettleMs, Math.min(fullWindowEnd, shortWindowEnd));
}

function budgetEnd({
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
function endReason(state: SettleState): Settle['reason'] | null {
  const { limits, now } = state;
  const settled = settledAt(state);
  if (settled !== null && now >= settled) return state.activity.navigated ? 'navigated' : 'quiet';
  const maxMovingMs = state.hasBackgroundMutations ? limits.backgroundMovingMs : limits.stillMovingMs;
  if (state.watchedMs >= maxMovingMs && now - state.lastChange < limits.idleWindowMs) return 'still-changing';
  return now >= budgetEnd(state) ? 'timeout' : null;
}

/** The frame and its ancestors up to the main frame. */
function withAncestors(frame: Frame): Frame[] {
  const parent = frame.parentFrame();
  return parent ? [frame, ...withAncestors(parent)] : [frame];
}

/** Reads the watched frames and records when any of them last changed. */
class FrameChangeReader {
  lastChange: number;
  /** Whether a frame was still changing at the last reading, so that the end of the change is unknown. */
  moving = false;
  changeCount = 0;
  ready: string | null = null;
  readonly #mutations = new Map<Frame, number>();
  readonly #page: Page;

  constructor(page: Page, startedAt: number) {
    this.#page = page;
    this.lastChange = startedAt;
  }

  async read(frames: Iterable<Frame>): Promise<void> {
    const main = this.#page.mainFrame();
    this.moving = false;
    let changed = false;
    await Promise.all(
      [...new Set([main, ...frames])].map(async (frame) => {
        if (frame.isDetached()) return;
        const state = await ask<WireActivity>(frame, 'activity', READ_TIMEOUT_MS).catch(() => null);
        if (frame === main) this.ready = state?.readyState ?? null;
        changed = this.#update(frame, state) || changed;
      }),
    );
    if (changed) this.changeCount++;
  }

  /** @returns whether the frame has changed since the last reading */
  #update(frame: Frame, state: WireActivity | null): boolean {
    const now = performance.now();
    if (state ? !state.visible : frame.isDetached()) return false;
    // No answer means that the document is being replaced or the page is busy. Both count as changing.
    const moving = !state || state.animationCount > 0;
    this.lastChange = Math.max(this.lastChange, moving ? now : now - state.idleMs);
    this.moving ||= moving;
    if (!state) return false;
    const before = this.#mutations.get(frame);
    this.#mutations.set(frame, state.mutationCount);
    return before !== undefined && before !== state.mutationCount;
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
  const targetFrames = frame ? withAncestors(frame) : [];
  let watchedMs = 0;
  let lastAnswer = activity.lastAnswer;
  let busyReadings = 0;
  let calledOnIdle = false;
  let readEffectsSince = NaN;
  // Each wait has its own promise: races against long-lived promises of dialogs and signals would leak memory.
  let wakeUp = createWakeUp();
  const wake = (): void => wakeUp.trigger();
  void dialogs?.opened().then(wake);
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
      if (dialogs?.open) return toResult('dialog');
      // The dialog that woke this wait has been answered already.
      if (wakeUp.isTriggered) wakeUp = createWakeUp();
      const readStartedAt = performance.now();
      // A page with pending requests has not settled, so it need not be read. A new document is read at once, because
      // it counts as changing until its first reading.
      if (activity.pending === 0 || readEffectsSince !== activity.effectsSince) {
        readEffectsSince = activity.effectsSince;
        const reading = reader.read([...targetFrames, ...activity.frames]);
        await activity.measureReading(Promise.race([reading, wakeUp.promise]));
        if (wakeUp.isTriggered) continue;
      }
      const now = performance.now();
      if (now - readStartedAt >= BUSY_MS && ++busyReadings <= MAX_BUSY_READINGS)
        reader.lastChange = Math.max(reader.lastChange, now - limits.idleWindowMs + REREAD_AFTER_BUSY_MS);
      const isReadable = reader.ready === 'complete' || reader.ready === 'interactive';
      const isIdle = isReadable && activity.pending === 0 && !activity.navigating;
      if (!isIdle || activity.lastAnswer !== lastAnswer) watchedMs = 0;
      lastAnswer = activity.lastAnswer;
      const state: SettleState = {
        limits,
        now,
        startedAt,
        ready: reader.ready,
        lastChange: reader.lastChange,
        changeCount: reader.changeCount,
        activity,
        isNavigationPending: pendingUrlOf(page) !== null,
        watchedMs,
        hasBackgroundMutations: backgroundMutationRate * limits.idleWindowMs >= 1,
      };
      const reason = endReason(state);
      if (reason) return toResult(reason);
      const expectedEnd = reader.moving ? null : settledAt(state);
      if (expectedEnd !== null && expectedEnd - now >= MIN_REMAINING_FOR_IDLE_MS && !calledOnIdle) {
        calledOnIdle = true;
        onIdle?.();
      }
      const pauseMs =
        expectedEnd === null ? POLL_MS : Math.min(MAX_POLL_MS, Math.max(1, Math.ceil(expectedEnd - now)));
      await Promise.race([pause(pauseMs), wakeUp.promise]);
      watchedMs += pauseMs;
      activity.noteLateWakeUp(performance.now() - now - pauseMs);
    }
  } finally {
    signal.removeEventListener('abort', wake);
    page.off('close', wake);
  }
}
