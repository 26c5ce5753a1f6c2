/**
 * Performs one act: looks at the target again, acts through Playwright with a time limit, waits for the
 * page to settle, and says what came of it by comparing before and after. Nothing is called done that
 * had no effect.
 */
import type {
  Effect,
  ElementAction,
  ElementSnapshot,
  Outcome,
  PageAction,
  ActionResult,
  Settle,
} from '../../contract/index.js';
import { ask, question } from '../engine.js';
import type { WireProbe, WirePulse } from '../injected/wire.js';
import { navigationSentence } from '../navigation-errors.js';
import { Activity, settle } from '../settle.js';
import { ActFailure, failureOf, isTimeout, Missed } from './act-failure.js';
import type { ActContext } from './context.js';
import { copiedBetween, judge, pageEffects, stateEffects, type Standing } from './effects.js';
import { ASK_MS, Hand, type Deed } from './hand.js';
import { handlerOf } from './handlers.js';
import { pressOnPage } from './keys.js';
import { isJourney, Journeys, travel } from './navigate.js';
import { DialogOpened, Patience } from './patience.js';
import { pointer } from './pointer.js';
import { scrollPage } from './scrolling.js';
import { isTickBox } from './toggles.js';
import { waitForChange } from './waiting.js';

const TRAVEL_MS = 25_000;
const SETTLE_MS = 20_000;

export type { ActContext } from './context.js';

/** Acts whose target may be shown or hidden by style alone. */
const SHOWING = new Set<PageAction['intent']>(['hover']);
const POINTERLESS = new Set<PageAction['intent']>(['press', 'submit', 'scroll', 'reveal']);

const PRESSING = new Set<PageAction['intent']>(['click', 'doubleClick', 'rightClick']);

/** One act on its way: its page, what listens to it, and how it began. */
class Performance {
  readonly #act: PageAction;
  readonly #context: ActContext;
  readonly #patience: Patience;
  readonly #activity: Activity;
  readonly #journeys: Journeys;
  readonly #hand: Hand | null;
  readonly #began = performance.now();
  #mouse: ActionResult['mouse'] = null;
  /** That the page did not let the target change; '' when it did. */
  #refusal = '';
  /** The page has been touched: from now on what opens may be this act's doing. */
  #touched = false;

  constructor(act: PageAction, context: ActContext) {
    this.#act = act;
    this.#context = context;
    this.#patience = new Patience(context.dialogs, context.signal);
    this.#activity = new Activity(context.page);
    this.#journeys = new Journeys(context.page);
    this.#hand = context.target ? new Hand(context, context.target, this.#patience) : null;
  }

  async run(): Promise<ActionResult> {
    try {
      return this.#performed(await this.#attempt());
    } catch (error) {
      return this.#performed(await this.#failed(error));
    } finally {
      this.#patience.release();
      this.#activity.release();
      this.#journeys.release();
    }
  }

  async #attempt(): Promise<Outcome> {
    const { signal, dialogs } = this.#context;
    signal.throwIfAborted();
    if (dialogs?.open)
      throw new ActFailure('dialog', 'a JavaScript dialog is open and has to be answered first');
    const hand = this.#hand;
    if (hand) await handlerOf(this.#act as ElementAction).ready(hand);
    const before = await this.#stand();
    const stood = hand ? await this.#control(hand) : null;
    if (hand && !POINTERLESS.has(this.#act.intent)) this.#mouse = (await pointer(hand)).mouse ?? null;
    /** Ran out of time, or the press met something else, which does not say that nothing was done: the effects do. */
    let late: unknown = null;
    this.#touched = true;
    const deed = await this.#do().catch((error: unknown): Deed => {
      const unsure = isTimeout(error) || (error instanceof Missed && PRESSING.has(this.#act.intent));
      if (!unsure || signal.aborted) throw error;
      late = error;
      return {};
    });
    if (deed.mouse !== undefined) this.#mouse = deed.mouse;
    if (deed.already) return { status: 'already', detail: deed.already };
    this.#activity.acted();
    const rest = deed.rest ?? (await this.#settle());
    const effects = await this.#effects(deed, before, stood);
    // Bringing the target into view and focusing it come before the act itself.
    if (late && effects.every((effect) => effect.type === 'scroll' || effect.type === 'focus')) throw late;
    const refusal = this.#refusal ? { refusal: this.#refusal } : {};
    return effects.length > 0
      ? { status: 'done', effects: effects as [Effect, ...Effect[]], settle: rest, ...refusal }
      : { status: 'no-effect', settle: rest, ...refusal };
  }

  async #do(): Promise<Deed> {
    const act = this.#act;
    const { page, oddness = 0 } = this.#context;
    const patience = this.#patience;
    if (this.#hand) return handlerOf(act as ElementAction).perform(this.#hand, act as ElementAction);
    if (isJourney(act)) {
      await patience.run(travel(act, page, patience.signal), TRAVEL_MS).catch((error: unknown) => {
        // An answer that there is nothing to show is no failure: the page stays as it is.
        if (!(this.#journeys.empty && /ERR_ABORTED/.test(String(error)))) throw error;
      });
      return {};
    }
    switch (act.intent) {
      case 'scroll':
        await scrollPage(this.#context, patience, act.x, act.y);
        return {};
      case 'press':
        return (await pressOnPage(this.#context, patience, act.key)) ?? {};
      case 'wait': {
        const changed = await waitForChange(page, patience, act.ms, oddness);
        return changed ? {} : { rest: { reason: 'quiet', ms: Math.round(performance.now() - this.#began) } };
      }
      default:
        throw new ActFailure('refused', `${act.intent} needs an element, or is none of the page’s business`);
    }
  }

  async #settle(): Promise<Settle> {
    const { page, target, restlessness, onLull } = this.#context;
    const options = { restlessness, onLull, ...(target ? { frame: target.frame } : {}) };
    const settled = settle(page, this.#activity, this.#patience.signal, options);
    const rest = await this.#patience.run(settled, SETTLE_MS);
    const { failed } = this.#journeys;
    if (!page.isClosed() && page.url().startsWith('chrome-error:'))
      throw new ActFailure('unreachable', navigationSentence(failed?.error ?? '', failed?.url ?? ''));
    return rest;
  }

  async #settleQuietly(): Promise<Settle> {
    try {
      return await this.#settle();
    } catch {
      return { reason: 'quiet', ms: 0 };
    }
  }

  async #pulse(inner: boolean): Promise<WirePulse | null> {
    const { page, target } = this.#context;
    const frame = inner ? target?.frame : page.mainFrame();
    if (!frame || (inner && frame === page.mainFrame())) return null;
    return this.#patience.run(ask<WirePulse>(frame, 'pulse', ASK_MS).catch(() => null));
  }

  async #stand(): Promise<Standing> {
    const { page, target } = this.#context;
    const { intent } = this.#act;
    const frame = target?.frame ?? page.mainFrame();
    const about = <T>(verb: string): Promise<T | null> =>
      this.#patience.run(ask<T>(frame, question(verb), ASK_MS).catch(() => null));
    return {
      main: await this.#pulse(false),
      inner: await this.#pulse(true),
      shown: SHOWING.has(intent) ? await about<number>('shown') : null,
      focus: intent === 'press' ? ((await about<{ what: string }>('focus'))?.what ?? null) : null,
    };
  }

  /** The control as it stands: of a label the one that it stands for. */
  #control(hand: Hand): Promise<WireProbe | null> {
    return hand.control === hand.uid ? Promise.resolve(hand.probe) : hand.look(hand.control);
  }

  async #effects(deed: Deed, before: Standing, stood: WireProbe | null): Promise<Effect[]> {
    const { page, sideEffects, oddness = 0 } = this.#context;
    const hand = this.#hand;
    const after: Standing = page.isClosed()
      ? { main: null, inner: null, shown: null, focus: null }
      : await this.#stand();
    const stays =
      after.main?.born === before.main?.born && after.inner?.born === before.inner?.born && !page.isClosed();
    const now = hand && stays ? await hand.look(hand.control) : null;
    if (stood && now && deed.cancelled) this.#refusal = refusalOf(hand!, stood, now);
    const byItself = oddness * (performance.now() - this.#began);
    // The way to the target, which may have moved the page even late, is not what came of the press.
    const pressedAt = (at: Standing): Standing =>
      at.main && deed.from && hand?.frame === page.mainFrame()
        ? { ...at, main: { ...at.main, ...deed.from } }
        : at;
    const seen: Effect[] = [
      ...stateEffects(stood, now),
      ...pageEffects(pressedAt(before), after, byItself, this.#activity.status),
      ...(stood && now?.states.focused && !stood.states.focused ? [{ type: 'focus' } as const] : []),
      ...sideEffects.take(),
    ];
    const effects = judge(
      this.#act,
      [...(deed.effects ?? []), ...this.#copied(before, after)],
      seen,
      stood?.editable === true,
    );
    // A link may show its page in a frame beside it: nothing in this document changes.
    const { inner } = this.#journeys;
    if (!effects.length && inner && /^(click|submit|press)$/.test(this.#act.intent))
      return [{ type: 'navigated', url: inner, status: null }];
    return effects;
  }

  /** A copy button of the page fills the session's clipboard as well. */
  #copied(before: Standing, after: Standing): Effect[] {
    const text = copiedBetween(before, after);
    const { clipboard } = this.#context;
    if (text === null || !clipboard) return [];
    clipboard.text = text;
    return [{ type: 'clipboard', text }];
  }

  async #failed(error: unknown): Promise<Outcome> {
    const { sideEffects, signal } = this.#context;
    if (error instanceof DialogOpened && !this.#touched)
      return { status: 'failed', reason: 'dialog', detail: 'a JavaScript dialog opened before it was done' };
    if (error instanceof DialogOpened) {
      const effects = sideEffects.take();
      if (!effects.some((effect) => effect.type === 'dialog'))
        effects.unshift({ type: 'dialog', dialog: 'alert', message: '' });
      const rest: Settle = { reason: 'dialog', ms: Math.round(performance.now() - this.#began) };
      return { status: 'done', effects: effects as [Effect, ...Effect[]], settle: rest };
    }
    // Windows that close themselves take the answer to the click with them.
    if (this.#context.page.isClosed() && !signal.aborted) {
      const [first, ...more] = sideEffects.take();
      if (first) return { status: 'done', effects: [first, ...more], settle: { reason: 'closed', ms: 0 } };
    }
    if (/Download is starting/.test(String(error))) {
      const rest = await this.#settleQuietly();
      const effects = sideEffects.take();
      if (effects.length) return { status: 'done', effects: effects as [Effect, ...Effect[]], settle: rest };
    }
    return failureOf(error, this.#act, signal, this.#journeys.failed?.url);
  }

  #performed(outcome: Outcome): ActionResult {
    const hand = this.#hand;
    return {
      outcome,
      element: hand?.looked ? snapshot(hand.looked, hand.candidate.uid) : null,
      mouse: this.#mouse,
    };
  }
}

/** A tick that the page took back by cancelling the click. */
function refusalOf(hand: Hand, stood: WireProbe, now: WireProbe): string {
  const { checked } = now.states;
  if (!isTickBox(now) || checked !== stood.states.checked) return '';
  const state = checked === 'mixed' ? 'half on' : checked ? 'on' : 'off';
  return `the page refused the change: it cancelled the click, and ${hand.title} is still ${state}`;
}

function snapshot(probe: WireProbe, uid: string): ElementSnapshot {
  const { tagName, attributes, box, textContent, innerHTML, outerHTML, xpath } = probe;
  return {
    tagName,
    attributes: { ...attributes, 'data-webtasks-id': uid },
    box,
    textContent,
    innerHTML,
    outerHTML,
    xpath,
  };
}

/** Performs `act`; failures are outcomes, only programming errors are thrown. */
export function perform(act: PageAction, context: ActContext): Promise<ActionResult> {
  return new Performance(act, context).run();
}
