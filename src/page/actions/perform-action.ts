/**
 * Performs one action: checks the target again, acts through Playwright with a time limit, waits for the page to
 * settle, and compares the page before and after. An action without an effect is never reported as done.
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
import type { WireProbe, WirePageState } from '../injected/wire.js';
import { navigationSentence } from '../navigation-errors.js';
import { NetworkActivity, settle } from '../settle.js';
import { ActionFailure, toFailedOutcome, isTimeout, MissedPress } from './action-failure.js';
import type { ActionContext } from './context.js';
import { findCopiedText, selectEffects, diffPage, diffTarget, type PageCheckpoint } from './effects.js';
import { TargetHandle, type HandlerResult } from './target-handle.js';
import { handlerFor } from './handlers.js';
import { pressOnPage } from './keys.js';
import { isNavigationAction, NavigationListener, navigate } from './navigate.js';
import { DialogOpened, ActionWaiter } from './action-waiter.js';
import { pointerPosition } from './pointer.js';
import { scrollPage } from './scrolling.js';
import { isCheckable } from './toggles.js';
import { waitForChange } from './wait-for-change.js';

export type { ActionContext } from './context.js';

/** Actions that may show elements by style alone. */
const MAY_SHOW_BY_STYLE = new Set<PageAction['intent']>(['hover']);
const POINTERLESS_INTENTS = new Set<PageAction['intent']>(['press', 'submit', 'scroll', 'reveal']);

const PRESS_INTENTS = new Set<PageAction['intent']>(['click', 'doubleClick', 'rightClick']);

/** One action while it runs: its page, its listeners and its start state. */
class ActionRun {
  readonly #action: PageAction;
  readonly #context: ActionContext;
  readonly #waiter: ActionWaiter;
  readonly #activity: NetworkActivity;
  readonly #navigations: NavigationListener;
  readonly #target: TargetHandle | null;
  readonly #began = performance.now();
  #mouse: ActionResult['mouse'] = null;
  /** Why the page refused the change; empty if it did not. */
  #refusal = '';
  /** Set once input was sent: dialogs that open later may be caused by this action. */
  #touched = false;

  constructor(action: PageAction, context: ActionContext) {
    this.#action = action;
    this.#context = context;
    this.#waiter = new ActionWaiter(context.dialogs, context.signal, context.limits);
    this.#activity = new NetworkActivity(context.page);
    this.#navigations = new NavigationListener(context.page);
    this.#target = context.target ? new TargetHandle(context, context.target, this.#waiter) : null;
  }

  async run(): Promise<ActionResult> {
    try {
      return this.#performed(await this.#attempt());
    } catch (error) {
      return this.#performed(await this.#failed(error));
    } finally {
      this.#waiter.release();
      this.#activity.release();
      this.#navigations.release();
    }
  }

  async #attempt(): Promise<Outcome> {
    const { signal, dialogs } = this.#context;
    signal.throwIfAborted();
    if (dialogs?.open) throw new ActionFailure('dialog', 'a JavaScript dialog is open; answer it first');
    const target = this.#target;
    if (target) await handlerFor(this.#action as ElementAction).prepare(target);
    const before = await this.#checkpoint();
    const controlBefore = target ? await this.#control(target) : null;
    if (target && !POINTERLESS_INTENTS.has(this.#action.intent))
      this.#mouse = (await pointerPosition(target)).mouse ?? null;
    /** Set after a timeout or a missed press; the effects then decide whether the action succeeded. */
    let uncertainError: unknown = null;
    this.#touched = true;
    const result = await this.#do().catch((error: unknown): HandlerResult => {
      const mayHaveHappened =
        isTimeout(error) || (error instanceof MissedPress && PRESS_INTENTS.has(this.#action.intent));
      if (!mayHaveHappened || signal.aborted) throw error;
      uncertainError = error;
      return {};
    });
    if (result.mouse !== undefined) this.#mouse = result.mouse;
    if (result.already) return { status: 'already', detail: result.already };
    this.#activity.markActionEnd();
    const rest = result.settle ?? (await this.#settle());
    const effects = await this.#effects(result, before, controlBefore);
    // Scrolling to the target and focusing it are not effects of the action.
    if (uncertainError && effects.every((effect) => effect.type === 'scroll' || effect.type === 'focus'))
      throw uncertainError;
    const refusal = this.#refusal ? { pageRefusal: this.#refusal } : {};
    return effects.length > 0
      ? { status: 'done', effects: effects as [Effect, ...Effect[]], settle: rest, ...refusal }
      : { status: 'no-effect', settle: rest, ...refusal };
  }

  async #do(): Promise<HandlerResult> {
    const action = this.#action;
    const { page, limits, unusualMutationRate = 0 } = this.#context;
    const waiter = this.#waiter;
    if (this.#target)
      return handlerFor(action as ElementAction).perform(this.#target, action as ElementAction);
    if (isNavigationAction(action)) {
      await waiter
        .run(navigate(action, page, waiter.signal, limits.navigationMs), limits.navigationMs + 5_000)
        .catch((error: unknown) => {
          // A response without content is not a failure; the page stays.
          if (!(this.#navigations.hasNoContent && /ERR_ABORTED/.test(String(error)))) throw error;
        });
      return {};
    }
    switch (action.intent) {
      case 'scroll':
        await scrollPage(this.#context, waiter, action.x, action.y);
        return {};
      case 'press':
        return (await pressOnPage(this.#context, waiter, action.key)) ?? {};
      case 'wait': {
        const changed = await waitForChange(
          page,
          waiter,
          Math.min(action.ms, limits.maxWaitMs),
          unusualMutationRate,
        );
        return changed
          ? {}
          : { settle: { reason: 'quiet', ms: Math.round(performance.now() - this.#began) } };
      }
      default:
        throw new ActionFailure(
          'refused',
          `${action.intent} needs an element, or is not an action on the page`,
        );
    }
  }

  async #settle(): Promise<Settle> {
    const { page, target, backgroundMutationRate, onIdle, limits } = this.#context;
    const options = { backgroundMutationRate, onIdle, limits, ...(target ? { frame: target.frame } : {}) };
    const settled = settle(page, this.#activity, this.#waiter.signal, options);
    const rest = await this.#waiter.run(settled, limits.settleCapMs);
    const { failed } = this.#navigations;
    if (!page.isClosed() && page.url().startsWith('chrome-error:'))
      throw new ActionFailure('unreachable', navigationSentence(failed?.error ?? '', failed?.url ?? ''));
    return rest;
  }

  async #settleQuietly(): Promise<Settle> {
    try {
      return await this.#settle();
    } catch {
      return { reason: 'quiet', ms: 0 };
    }
  }

  async #pulse(inner: boolean): Promise<WirePageState | null> {
    const { page, target } = this.#context;
    const frame = inner ? target?.frame : page.mainFrame();
    if (!frame || (inner && frame === page.mainFrame())) return null;
    return this.#waiter.run(
      ask<WirePageState>(frame, 'page-state', this.#context.limits.queryMs).catch(() => null),
    );
  }

  async #checkpoint(): Promise<PageCheckpoint> {
    const { page, target } = this.#context;
    const { intent } = this.#action;
    const frame = target?.frame ?? page.mainFrame();
    const about = <T>(verb: string): Promise<T | null> =>
      this.#waiter.run(ask<T>(frame, question(verb), this.#context.limits.queryMs).catch(() => null));
    return {
      main: await this.#pulse(false),
      inner: await this.#pulse(true),
      shown: MAY_SHOW_BY_STYLE.has(intent) ? await about<number>('count-shown') : null,
      focus:
        intent === 'press' ? ((await about<{ description: string }>('focus'))?.description ?? null) : null,
    };
  }

  /** Reads the control; for a label, the labelled control. */
  #control(target: TargetHandle): Promise<WireProbe | null> {
    return target.controlUid === target.uid
      ? Promise.resolve(target.probe)
      : target.readProbe(target.controlUid);
  }

  async #effects(
    result: HandlerResult,
    before: PageCheckpoint,
    controlBefore: WireProbe | null,
  ): Promise<Effect[]> {
    const { page, sideEffects, unusualMutationRate = 0 } = this.#context;
    const target = this.#target;
    const after: PageCheckpoint = page.isClosed()
      ? { main: null, inner: null, shown: null, focus: null }
      : await this.#checkpoint();
    const stays =
      after.main?.timeOrigin === before.main?.timeOrigin &&
      after.inner?.timeOrigin === before.inner?.timeOrigin &&
      !page.isClosed();
    const now = target && stays ? await target.readProbe(target.controlUid) : null;
    if (controlBefore && now && result.cancelled)
      this.#refusal = describeRefusal(target!, controlBefore, now);
    const ownMutations = unusualMutationRate * (performance.now() - this.#began);
    // Scrolling before the press is not an effect of the press.
    const pressedAt = (at: PageCheckpoint): PageCheckpoint =>
      at.main && result.scrollAtPress && target?.frame === page.mainFrame()
        ? { ...at, main: { ...at.main, ...result.scrollAtPress } }
        : at;
    const noticed: Effect[] = [
      ...diffTarget(controlBefore, now),
      ...diffPage(pressedAt(before), after, ownMutations, this.#activity.status),
      ...(controlBefore && now?.states.focused && !controlBefore.states.focused
        ? [{ type: 'focus' } as const]
        : []),
      ...sideEffects.take(),
    ];
    const effects = selectEffects(
      this.#action,
      [...(result.effects ?? []), ...this.#copied(before, after)],
      noticed,
      controlBefore?.editable === true,
    );
    // A link may open in another frame, so that this document does not change.
    const { childFrameUrl: inner } = this.#navigations;
    if (!effects.length && inner && /^(click|submit|press)$/.test(this.#action.intent))
      return [{ type: 'navigated', url: inner, status: null }];
    return effects;
  }

  /** Text that a copy button of the page copied also goes to the session's clipboard. */
  #copied(before: PageCheckpoint, after: PageCheckpoint): Effect[] {
    const text = findCopiedText(before, after);
    const { clipboard } = this.#context;
    if (text === null || !clipboard) return [];
    clipboard.text = text;
    return [{ type: 'clipboard', text }];
  }

  async #failed(error: unknown): Promise<Outcome> {
    const { sideEffects, signal } = this.#context;
    if (error instanceof DialogOpened && !this.#touched)
      return { status: 'failed', reason: 'dialog', detail: 'a JavaScript dialog opened before the action' };
    if (error instanceof DialogOpened) {
      const effects = sideEffects.take();
      if (!effects.some((effect) => effect.type === 'dialog'))
        effects.unshift({ type: 'dialog', dialog: 'alert', message: '' });
      const rest: Settle = { reason: 'dialog', ms: Math.round(performance.now() - this.#began) };
      return { status: 'done', effects: effects as [Effect, ...Effect[]], settle: rest };
    }
    // A page that closes itself cannot answer any more.
    if (this.#context.page.isClosed() && !signal.aborted) {
      const [first, ...more] = sideEffects.take();
      if (first) return { status: 'done', effects: [first, ...more], settle: { reason: 'closed', ms: 0 } };
    }
    if (/Download is starting/.test(String(error))) {
      const rest = await this.#settleQuietly();
      const effects = sideEffects.take();
      if (effects.length) return { status: 'done', effects: effects as [Effect, ...Effect[]], settle: rest };
    }
    return toFailedOutcome(error, this.#action, signal, this.#navigations.failed?.url);
  }

  #performed(outcome: Outcome): ActionResult {
    const target = this.#target;
    return {
      outcome,
      element: target?.lastProbe ? toElementSnapshot(target.lastProbe, target.candidate.uid) : null,
      mouse: this.#mouse,
    };
  }
}

/** Describes a change that the page reverted by cancelling the click; empty if it did not. */
function describeRefusal(target: TargetHandle, controlBefore: WireProbe, now: WireProbe): string {
  const { checked } = now.states;
  if (!isCheckable(now) || checked !== controlBefore.states.checked) return '';
  const state = checked === 'mixed' ? 'half on' : checked ? 'on' : 'off';
  return `the page refused the change: it cancelled the click, and ${target.title} is still ${state}`;
}

function toElementSnapshot(probe: WireProbe, uid: string): ElementSnapshot {
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

/** Performs `action`. Failures are returned as outcomes; only programming errors are thrown. */
export function performAction(action: PageAction, context: ActionContext): Promise<ActionResult> {
  return new ActionRun(action, context).run();
}
