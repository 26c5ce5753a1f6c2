/**
 * One act on the active tab, raced against what may break it off: a dialog that stays open, a crash, the end
 * of patience. What loses the race is told to stop, and the next act waits until it has.
 */
import type { Frame, Page } from 'playwright';

import type { Candidate, Effect, Outcome, PageAction, ActionResult, Settle } from '../contract/index.js';
import type { Clipboard, UploadPolicy } from './actions/context.js';
import { perform } from './actions/perform.js';
import { withRefusal, type Guard } from './egress/guard.js';
import type { ActEffects } from './page-events.js';
import { heardOfCrash } from './looking.js';
import {
  activeTab,
  atRest,
  blockedBy,
  dialogSentence,
  recovered,
  stopLoading,
  troublesOf,
  watched,
  type Parts,
} from './parts.js';
import { capped, firstOf } from './patience.js';
import { actBegins, actOver, type OwnMovement } from './restlessness.js';
import type { Tab } from './tabs.js';

/** An act that knows of dialogs and aborts ends by itself within this time, and says more than can be said here. */
const GRACE_MS = 500;
const ABANDONED_MS = 6_000;

export interface Target {
  candidate: Candidate;
  frame: Frame;
}

export function failed(
  reason: Extract<Outcome, { status: 'failed' }>['reason'],
  detail: string,
): ActionResult {
  return { outcome: { status: 'failed', reason, detail }, element: null, mouse: null };
}

function navigates(act: PageAction): boolean {
  return ['load', 'back', 'forward', 'reload'].includes(act.intent);
}

/** What was seen to come of an act that was broken off. */
function brokenOff(effects: ActEffects, settle: Settle, otherwise: ActionResult): ActionResult {
  const [first, ...more] = effects.take();
  return first ? { ...otherwise, outcome: { status: 'done', effects: [first, ...more], settle } } : otherwise;
}

function withEffects(performed: ActionResult, added: Effect[], settle: Settle): ActionResult {
  const { outcome } = performed;
  const [first, ...more] = [...(outcome.status === 'done' ? outcome.effects : []), ...added];
  return first ? { ...performed, outcome: { status: 'done', effects: [first, ...more], settle } } : performed;
}

/** What a session lends to its acts. */
export interface Means {
  /** An element of the last look. */
  find(uid: string): Target | null;
  clipboard: Clipboard;
  uploads: UploadPolicy;
  guard: Guard | null;
}

export class Acting {
  /** What an act that was broken off still does. */
  #abandoned: Promise<unknown> | null = null;

  constructor(
    private readonly parts: Parts,
    private readonly means: Means,
  ) {}

  /** An act that was broken off must not go on while the next one runs. */
  async undisturbed(): Promise<void> {
    const abandoned = this.#abandoned;
    if (!abandoned) return;
    this.#abandoned = null;
    await capped(abandoned, ABANDONED_MS);
  }

  async perform(act: PageAction, signal: AbortSignal): Promise<ActionResult> {
    const { parts } = this;
    await recovered(activeTab(parts));
    const tab = activeTab(parts);
    const blocking = await blockedBy(parts, tab);
    const dialog = blocking && parts.dialogs.shown(blocking);
    if (dialog) return failed('dialog', `${dialogSentence(dialog)}; it has to be answered first`);
    if (tab.lost && act.intent !== 'load')
      return failed('page-gone', `the page at ${tab.lost} crashes each time it is opened`);
    const { uid } = act as { uid?: string };
    const target = uid === undefined ? null : this.means.find(uid);
    if (uid !== undefined && !target)
      return failed('vanished', 'that element was not on the page when it was last read');
    if (target && target.frame.page() !== tab.page) {
      const other = parts.tabs.of(target.frame.page());
      return failed('vanished', other ? `that element is in tab ${other.id}` : 'its page is gone');
    }
    await this.undisturbed();
    const { page } = tab;
    const effects = parts.effects.begin();
    const frames = [page.mainFrame(), ...(target ? [target.frame] : [])];
    try {
      const movement = await actBegins(frames);
      const began = performance.now();
      const performed = await this.#race(act, tab, page, target, movement, effects, signal);
      const ended = await this.#after(act, tab, page, performed, effects, signal);
      const refused = this.means.guard?.refusedNavigation(page, began) ?? null;
      return { ...ended, outcome: withRefusal(ended.outcome, refused) };
    } finally {
      parts.effects.end();
      if (!parts.dialogs.where([tab.page])) await actOver([tab.page.mainFrame(), ...frames.slice(1)]);
    }
  }

  async #race(
    act: PageAction,
    tab: Tab,
    page: Page,
    target: Target | null,
    movement: OwnMovement,
    effects: ActEffects,
    signal: AbortSignal,
  ): Promise<ActionResult> {
    const { parts } = this;
    const began = performance.now();
    if (navigates(act)) tab.lost = null;
    const stop = new AbortController();
    const onAbort = (): void => stop.abort(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    const watch = parts.dialogs.watch(watched(parts, tab));
    try {
      const context = {
        page,
        target,
        sideEffects: { take: () => effects.take() },
        restlessness: movement.all,
        oddness: movement.odd,
        signal: stop.signal,
        dialogs: watch,
        find: this.means.find,
        clipboard: this.means.clipboard,
        uploads: this.means.uploads,
        onLull: () => parts.onLull?.(page),
      };
      const work = perform(act, context);
      const longest = parts.limits.act + (act.intent === 'wait' ? act.ms : 0);
      const came = await firstOf(work, longest, signal, troublesOf(parts, tab));
      if (came.how === 'done') return came.value;
      if (came.how === 'failed') throw came.error;
      const crashed = came.how === 'broken' && came.by === 'crash';
      const inTime = came.how === 'late' || crashed ? null : await capped(work, GRACE_MS);
      if (inTime && (came.how === 'aborted' || inTime.outcome.status === 'done')) return inTime;
      stop.abort();
      this.#abandoned = work.catch(() => undefined);
      const ms = Math.round(performance.now() - began);
      if (came.how === 'aborted') return failed('interrupted', 'stopped before it was finished');
      if (came.how === 'broken')
        return brokenOff(
          effects,
          { reason: crashed ? 'closed' : 'dialog', ms },
          failed('page-gone', 'the page crashed'),
        );
      const seconds = Math.round(longest / 1000);
      return brokenOff(
        effects,
        { reason: 'budget', ms },
        failed('timeout', `the page did not come to an end with it in ${seconds} seconds`),
      );
    } finally {
      signal.removeEventListener('abort', onAbort);
      watch.release();
    }
  }

  /** What an act has left behind is put in order, and what it can not have seen itself is added. */
  async #after(
    act: PageAction,
    tab: Tab,
    page: Page,
    performed: ActionResult,
    effects: ActEffects,
    signal: AbortSignal,
  ): Promise<ActionResult> {
    const { parts } = this;
    const { outcome } = performed;
    if (signal.aborted) {
      await stopLoading(tab);
      return performed;
    }
    const gone = outcome.status === 'failed' && outcome.reason === 'page-gone';
    if (gone && tab.page === page && !page.isClosed()) await heardOfCrash(parts, tab);
    if (tab.recovering || tab.page !== page) {
      await recovered(tab);
      const rest = await atRest(parts, tab, signal);
      return withEffects(performed, effects.take(), rest);
    }
    if (outcome.status === 'failed' && navigates(act)) {
      await stopLoading(tab);
      const asked = effects.dialogs.find(({ type }) => type === 'beforeunload');
      if (outcome.reason === 'unreachable' && asked)
        return failed('dialog', `${dialogSentence(asked)}, and unattended it stays`);
    }
    const now = parts.tabs.active;
    if (now && now !== tab && !now.page.isClosed()) {
      await atRest(parts, now, signal);
      if (now.page.url().startsWith('chrome-error:'))
        return failed('unreachable', 'it opened a tab, and the page for that could not be loaded');
    }
    return performed;
  }
}
