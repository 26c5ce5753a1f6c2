/**
 * Settling: wait until the page has come to rest after an act, and say why the waiting ended. At rest means
 * 150 ms without a change of the document, its scroll or its animations, and no answer outstanding to a
 * request that the act may have caused. What never rests is cut off by a budget.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Page, Request } from 'playwright';

import type { Settle } from '../contract/index.js';
import type { WirePulse } from './injected/wire.js';
import { ask } from './engine.js';

/** Requests that start this long after the act are taken as caused by it. */
const CAUSED_MS = 400;
const QUIET_MS = 150;
/** Late effects (a timer, a delayed `location =`) get at least this long to begin. */
const GRACE_MS = 280;
const MOVING_MS = 1_200;
const BUDGET_MS = 4_000;
const NAVIGATION_BUDGET_MS = 10_000;
/** A document that is usable but whose `load` never fires is not waited for longer than this. */
const INTERACTIVE_MS = 2_500;
const STEP_MS = 25;

const AWAITED = new Set(['document', 'stylesheet', 'script', 'xhr', 'fetch']);

/** Listens from before an act until its effects are judged; `release()` removes every listener. */
export class Activity {
  readonly #page: Page;
  /** When the act had been performed; until then every request may be its doing. */
  #acted = Infinity;
  readonly #open = new Set<Request>();
  #lastAnswer = 0;
  /** The main frame committed a navigation, to a new document or within this one. */
  navigated = false;
  /** HTTP status of the newest main-frame document. */
  status: number | null = null;
  navigating = false;

  constructor(page: Page) {
    this.#page = page;
    page.on('request', this.#onRequest);
    page.on('requestfinished', this.#onAnswer);
    page.on('requestfailed', this.#onAnswer);
    page.on('framenavigated', this.#onNavigated);
  }

  readonly #onRequest = (request: Request): void => {
    const mainDocument = request.isNavigationRequest() && request.frame() === this.#page.mainFrame();
    if (mainDocument) this.navigating = true;
    // A navigation is waited for whenever it starts, and so is what the new document needs.
    const caused =
      performance.now() - this.#acted < CAUSED_MS || request.isNavigationRequest() || this.navigated;
    if (caused && AWAITED.has(request.resourceType())) this.#open.add(request);
  };

  readonly #onAnswer = (request: Request): void => {
    if (this.#open.delete(request)) this.#lastAnswer = performance.now();
    if (request.isNavigationRequest() && request.frame() === this.#page.mainFrame()) {
      this.navigating = false;
      void request
        .response()
        .then((response) => {
          this.status = response?.status() ?? null;
        })
        .catch(() => undefined);
    }
  };

  readonly #onNavigated = (frame: Frame): void => {
    if (frame !== this.#page.mainFrame()) return;
    this.navigated = true;
    this.#lastAnswer = performance.now();
  };

  /** The act itself is over; what starts much later has other causes. */
  acted(): void {
    this.#acted = performance.now();
  }

  get pending(): number {
    return this.#open.size;
  }

  get lastAnswer(): number {
    return this.#lastAnswer;
  }

  release(): void {
    this.#page.off('request', this.#onRequest);
    this.#page.off('requestfinished', this.#onAnswer);
    this.#page.off('requestfailed', this.#onAnswer);
    this.#page.off('framenavigated', this.#onNavigated);
  }
}

function moved(a: WirePulse, b: WirePulse): boolean {
  return (
    a.mutations !== b.mutations ||
    a.scrollX !== b.scrollX ||
    a.scrollY !== b.scrollY ||
    a.url !== b.url ||
    a.ready !== b.ready
  );
}

/** @throws when `signal` aborts */
export async function settle(page: Page, activity: Activity, signal: AbortSignal): Promise<Settle> {
  const began = performance.now();
  let lastChange = began;
  let previous: WirePulse | null = null;
  for (;;) {
    signal.throwIfAborted();
    if (page.isClosed()) return { reason: 'closed', ms: Math.round(performance.now() - began) };
    const pulse: WirePulse | null = await ask<WirePulse>(page.mainFrame(), 'pulse', 500).catch(() => null);
    const now = performance.now();
    const elapsed = now - began;
    const done = (reason: Settle['reason']): Settle => ({ reason, ms: Math.round(elapsed) });
    // No answer means that a document is being replaced, or that the page is busy: both are movement.
    if (!pulse || pulse.animations > 0 || (previous && moved(previous, pulse))) lastChange = now;
    previous = pulse ?? previous;
    const loading = activity.navigated || activity.navigating;
    const usable =
      pulse !== null &&
      (pulse.ready === 'complete' || (pulse.ready === 'interactive' && elapsed > INTERACTIVE_MS));
    const answered = activity.pending === 0 && now - activity.lastAnswer >= QUIET_MS;
    const still = now - lastChange >= QUIET_MS;
    if (usable && answered && still && elapsed >= GRACE_MS)
      return done(activity.navigated ? 'navigated' : 'quiet');
    if (usable && answered && !still && elapsed >= MOVING_MS && !activity.navigating)
      return done('still-moving');
    if (elapsed >= (loading ? NAVIGATION_BUDGET_MS : BUDGET_MS)) return done('budget');
    await pause(STEP_MS);
  }
}
