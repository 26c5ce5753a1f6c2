/**
 * Settling: wait until the page has come to rest after an act, and say why the waiting ended. At rest means
 * 150 ms without a change of the document, without scrolling or a passing animation, and no answer outstanding
 * to a request that the act caused. What never rests is cut off by a budget.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Page } from 'playwright';

import type { Settle } from '../contract/index.js';
import type { Activity } from './activity.js';
import type { DialogWatch } from './dialogs.js';
import type { WireRest } from './injected/wire.js';
import { ask } from './engine.js';

export { Activity } from './activity.js';

const QUIET_MS = 150;
/** Where no data was asked for, what the act has started is over by then, and a short rest is enough. */
const LATE_MS = 440;
const LATE_QUIET_MS = 60;
/** A page that keeps changing gets no such discount: the next change may just be late. */
const FEW_STIRS = 2;
/** Late effects (a timer, a delayed `location =`) get at least this long to begin. */
const GRACE_MS = 280;
/** A page that has all its answers and moves on and on is left to it after this time. */
const MOVING_MS = 1_200;
/** A page that already moved by itself before the act will not stop for it. */
const RESTLESS_MS = 500;
const BUDGET_MS = 4_000;
const NAVIGATION_BUDGET_MS = 10_000;
/** A document whose `load` does not fire, mostly for an image, is taken as it is after this long without news. */
const INTERACTIVE_QUIET_MS = 800;
const ANSWER_MS = 500;
/** What kept a page from answering this long may be about to show; it is looked at once more, so much later. */
const BUSY_MS = 120;
const AFTER_BUSY_MS = 40;
const MOST_BUSY = 3;
/** A wait shorter than this is not worth doing anything in. */
const LULL_MS = 100;
const STEP_MS = 30;
const LONGEST_STEP_MS = 140;

export interface SettleOptions {
  /** Ends the wait when a dialog opens: until it is answered the page says nothing. */
  dialogs?: DialogWatch;
  /** The frame of the act's target; what moves there and around it counts. */
  frame?: Frame;
  /** Mutations per millisecond that the page makes by itself. */
  restlessness?: number;
  /** Called once when nothing is left to do but to wait whether something comes late. */
  onLull?: (() => void) | undefined;
}

/** Everything that the end of the wait depends on. Times are of one clock, milliseconds. */
interface Standing {
  now: number;
  began: number;
  /** `readyState` of the main frame; null when it gave no answer. */
  ready: string | null;
  lastChange: number;
  /** In how many readings something had changed since the one before. */
  stirs: number;
  activity: Pick<Activity, 'pending' | 'lastAnswer' | 'since' | 'asked' | 'navigated' | 'document'>;
  /** Since when there has been nothing to wait for but movement; null while there is. */
  idleSince: number | null;
  restless: boolean;
}

/** When the page will be at rest if nothing happens until then; null while something has to happen first. */
function restAt({ began, ready, lastChange, stirs, activity }: Standing): number | null {
  if (activity.pending > 0 || ready === null || ready === 'loading') return null;
  const last = Math.max(lastChange, activity.lastAnswer);
  const quiet = last + (ready === 'complete' ? QUIET_MS : INTERACTIVE_QUIET_MS);
  const short =
    activity.asked || stirs > FEW_STIRS || ready !== 'complete'
      ? quiet
      : Math.max(last + LATE_QUIET_MS, activity.since + LATE_MS);
  return Math.max(began + GRACE_MS, Math.min(quiet, short));
}

function budgetEnd({ began, activity: { document } }: Standing): number {
  if (document === 'same') return began + BUDGET_MS;
  const end = began + NAVIGATION_BUDGET_MS;
  return document === 'loading' ? end : Math.min(end, Math.max(began, document.loadedAt) + BUDGET_MS);
}

function verdict(at: Standing): Settle['reason'] | null {
  const rest = restAt(at);
  if (rest !== null && at.now >= rest) return at.activity.navigated ? 'navigated' : 'quiet';
  const patience = at.restless ? RESTLESS_MS : MOVING_MS;
  if (at.idleSince !== null && at.now - at.idleSince >= patience && at.now - at.lastChange < QUIET_MS)
    return 'still-moving';
  return at.now >= budgetEnd(at) ? 'budget' : null;
}

/** The frame and those around it, the main frame included. */
function around(frame: Frame): Frame[] {
  const parent = frame.parentFrame();
  return parent ? [frame, ...around(parent)] : [frame];
}

/** How the watched frames stand, and when any of them last changed as far as is known. */
class Watch {
  lastChange: number;
  /** Something moved while it was last read, so that its end is still to be seen. */
  moving = false;
  stirs = 0;
  ready: string | null = null;
  readonly #mutations = new Map<Frame, number>();
  readonly #page: Page;

  constructor(page: Page, began: number) {
    this.#page = page;
    this.lastChange = began;
  }

  async read(frames: Iterable<Frame>): Promise<void> {
    const main = this.#page.mainFrame();
    this.moving = false;
    let stirred = false;
    await Promise.all(
      [...new Set([main, ...frames])].map(async (frame) => {
        if (frame.isDetached()) return;
        const rest = await ask<WireRest>(frame, 'rest', ANSWER_MS).catch(() => null);
        if (frame === main) this.ready = rest?.ready ?? null;
        stirred = this.#take(frame, rest) || stirred;
      }),
    );
    if (stirred) this.stirs++;
  }

  /** @returns whether it has changed since the last reading */
  #take(frame: Frame, rest: WireRest | null): boolean {
    const now = performance.now();
    if (rest ? !rest.shown : frame.isDetached()) return false;
    // No answer means that a document is being replaced, or that the page is busy: both are movement.
    const moving = !rest || rest.animations > 0;
    this.lastChange = Math.max(this.lastChange, moving ? now : now - rest.still);
    this.moving ||= moving;
    if (!rest) return false;
    const before = this.#mutations.get(frame);
    this.#mutations.set(frame, rest.mutations);
    return before !== undefined && before !== rest.mutations;
  }
}

interface Gate {
  passed: Promise<void>;
  isOpen: boolean;
  open(): void;
}

function openable(): Gate {
  let resolve = (): void => undefined;
  const gate: Gate = {
    passed: new Promise<void>((pass) => {
      resolve = pass;
    }),
    isOpen: false,
    open: () => {
      gate.isOpen = true;
      resolve();
    },
  };
  return gate;
}

/** @throws when `signal` aborts */
export async function settle(
  page: Page,
  activity: Activity,
  signal: AbortSignal,
  { dialogs, frame, restlessness = 0, onLull }: SettleOptions = {},
): Promise<Settle> {
  activity.acted();
  const began = performance.now();
  const watch = new Watch(page, began);
  const aimed = frame ? around(frame) : [];
  let idleSince: number | null = null;
  let busy = 0;
  let lulled = false;
  let readSince = NaN;
  // Gates of this wait alone: races against promises of dialogs and signals, which live on, would pile up.
  let gate = openable();
  const stop = (): void => gate.open();
  void dialogs?.opened().then(stop);
  signal.addEventListener('abort', stop);
  page.on('close', stop);
  const ended = (reason: Settle['reason']): Settle => ({
    reason,
    ms: Math.round(performance.now() - began),
  });
  try {
    for (;;) {
      signal.throwIfAborted();
      if (page.isClosed()) return ended('closed');
      if (dialogs?.open) return ended('dialog');
      // The dialog that opened it has gone again.
      if (gate.isOpen) gate = openable();
      const asked = performance.now();
      // While answers are outstanding the page cannot be at rest, whatever it would say; but a document that is
      // not watched from its beginning would be taken to have moved until it is.
      if (activity.pending === 0 || readSince !== activity.since) {
        readSince = activity.since;
        await Promise.race([watch.read([...aimed, ...activity.frames]), gate.passed]);
        if (gate.isOpen) continue;
      }
      const now = performance.now();
      if (now - asked >= BUSY_MS && ++busy <= MOST_BUSY)
        watch.lastChange = Math.max(watch.lastChange, now - QUIET_MS + AFTER_BUSY_MS);
      const readable = watch.ready === 'complete' || watch.ready === 'interactive';
      const idle = readable && activity.pending === 0 && !activity.navigating;
      idleSince = idle ? Math.max(idleSince ?? now, activity.lastAnswer) : null;
      const standing: Standing = {
        now,
        began,
        ready: watch.ready,
        lastChange: watch.lastChange,
        stirs: watch.stirs,
        activity,
        idleSince,
        restless: restlessness * QUIET_MS >= 1,
      };
      const reason = verdict(standing);
      if (reason) return ended(reason);
      const rest = watch.moving ? null : restAt(standing);
      if (rest !== null && rest - now >= LULL_MS && !lulled) {
        lulled = true;
        onLull?.();
      }
      const step = rest === null ? STEP_MS : Math.min(LONGEST_STEP_MS, Math.max(1, Math.ceil(rest - now)));
      await Promise.race([pause(step), gate.passed]);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    page.off('close', stop);
  }
}
