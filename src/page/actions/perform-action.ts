/**
 * Performs one action: verifies that the target is unchanged, acts through Playwright within a time limit, waits for
 * the page to settle, and compares the page before and after. An action without an effect is never reported as done.
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
import { queryEngine, formatQuery } from '../engine.js';
import type { WireElementSnapshot, WirePageState, WireScroller } from '../injected/wire.js';
import { formatNavigationError } from '../navigation-errors.js';
import { pendingUrlOf } from '../pending-navigation.js';
import { NetworkActivity, settle } from '../settle.js';
import { ActionFailure, toFailedOutcome, isTimeout, MissedPress, TargetMovedAway } from './action-failure.js';
import type { ActionContext } from './context.js';
import { findCopiedText, selectEffects, diffPage, diffTarget, type PageCheckpoint } from './effects.js';
import { TargetHandle, type HandlerResult } from './target-handle.js';
import { getHandler } from './handlers.js';
import { pressOnPage, typeIntoFocusedField } from './keys.js';
import { isNavigationAction, NavigationListener, navigate } from './navigate.js';
import { DialogOpened, ActionWaiter } from './action-waiter.js';
import { getPointerPosition } from './pointer.js';
import { scrollPage } from './scrolling.js';
import { isCheckable } from './toggles.js';
import { waitForChange } from './wait-for-change.js';

export type { ActionContext } from './context.js';

/** Actions that may reveal elements merely by changing styles. */
const STYLE_REVEALING_INTENTS = new Set<PageAction['intent']>(['hover']);
const POINTERLESS_INTENTS = new Set<PageAction['intent']>(['press', 'submit', 'scroll', 'reveal']);

const PRESS_INTENTS = new Set<PageAction['intent']>(['click', 'doubleClick', 'rightClick']);

/** Whether an effect may have occurred before the actual input, for example by scrolling to the target. */
const isIncidental = (effectType: Effect['type'], error: unknown): boolean =>
  effectType === 'scroll' ||
  effectType === 'focus' ||
  (effectType === 'dom' && error instanceof TargetMovedAway);

/** A running action: its page, its listeners and the state when it began. */
class ActionRun {
  readonly #action: PageAction;
  readonly #context: ActionContext;
  readonly #waiter: ActionWaiter;
  readonly #activity: NetworkActivity;
  readonly #navigations: NavigationListener;
  readonly #target: TargetHandle | null;
  readonly #startedAt = performance.now();
  #mouse: ActionResult['mouse'] = null;
  /** Why the page refused the change; empty if it was not refused. */
  #refusal = '';
  /** Set once input has been sent. A dialog that opens later may be an effect of this action. */
  #hasSentInput = false;

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
      return this.#toResult(await this.#attempt());
    } catch (error) {
      return this.#toResult(await this.#toOutcome(error));
    } finally {
      this.#waiter.release();
      this.#activity.release();
      this.#navigations.release();
    }
  }

  async #attempt(): Promise<Outcome> {
    const { signal, dialogs } = this.#context;
    signal.throwIfAborted();
    if (dialogs?.isOpen) throw new ActionFailure('dialog', 'a JavaScript dialog is open; answer it first');
    const target = this.#target;
    if (target) await getHandler(this.#action as ElementAction).prepare(target);
    const before = await this.#takeCheckpoint();
    const controlBefore = target ? await this.#readControl(target) : null;
    if (target && !POINTERLESS_INTENTS.has(this.#action.intent))
      this.#mouse = (await getPointerPosition(target)).mouse ?? null;
    /** Set after a timeout or a missed press. The effects then show whether the action succeeded. */
    let uncertainError: unknown = null;
    this.#hasSentInput = true;
    const result = await this.#performInput().catch((error: unknown): HandlerResult => {
      const mayHaveSucceeded =
        isTimeout(error) || (error instanceof MissedPress && PRESS_INTENTS.has(this.#action.intent));
      if (!mayHaveSucceeded || signal.aborted) throw error;
      uncertainError = error;
      return {};
    });
    if (result.mouse !== undefined) this.#mouse = result.mouse;
    if (result.noActionReason) return { status: 'already', detail: result.noActionReason };
    this.#activity.markActionEnd();
    const settleResult = result.settle ?? (await this.#settle());
    const effects = await this.#collectEffects(result, before, controlBefore);
    const error = uncertainError ?? result.failure;
    if (error && effects.every(({ type }) => isIncidental(type, error))) throw error;
    const receiver = PRESS_INTENTS.has(this.#action.intent) ? target?.snapshot.receiver : undefined;
    const details = {
      ...(this.#refusal ? { pageRefusal: this.#refusal } : {}),
      ...(receiver ? { receivedBy: receiver } : {}),
    };
    return effects.length > 0
      ? { status: 'done', effects: effects as [Effect, ...Effect[]], settle: settleResult, ...details }
      : { status: 'no-effect', settle: settleResult, ...details };
  }

  async #performInput(): Promise<HandlerResult> {
    const action = this.#action;
    const { page, limits, unusualMutationRate = 0 } = this.#context;
    const waiter = this.#waiter;
    if (this.#target)
      return getHandler(action as ElementAction).perform(this.#target, action as ElementAction);
    if (isNavigationAction(action)) {
      await waiter
        .run(navigate(action, page, waiter.signal, limits.navigationMs), limits.navigationMs + 5_000)
        .catch((error: unknown) => {
          // A response without content is not a failure: the current page stays open.
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
      case 'textInput':
        await typeIntoFocusedField(this.#context, waiter, action.text);
        return {};
      case 'wait': {
        const hasChanged = await waitForChange(
          page,
          waiter,
          Math.min(action.ms, limits.maxWaitMs),
          unusualMutationRate,
        );
        return hasChanged
          ? { effects: [{ type: 'dom', mutations: 1 }] }
          : { settle: { reason: 'quiet', ms: Math.round(performance.now() - this.#startedAt) } };
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
    const settling = settle(page, this.#activity, this.#waiter.signal, options);
    const result = await this.#waiter.run(settling, limits.settleCapMs);
    const pendingUrl = pendingUrlOf(page);
    if (result.reason === 'timeout' && pendingUrl !== null)
      throw new ActionFailure(
        'unreachable',
        formatNavigationError(`Timeout ${limits.navigationMs}ms exceeded`, pendingUrl),
      );
    const { failedNavigation } = this.#navigations;
    if (!page.isClosed() && page.url().startsWith('chrome-error:'))
      throw new ActionFailure(
        'unreachable',
        formatNavigationError(failedNavigation?.error ?? '', failedNavigation?.url ?? ''),
      );
    return result;
  }

  async #settleIfPossible(): Promise<Settle> {
    try {
      return await this.#settle();
    } catch {
      return { reason: 'quiet', ms: 0 };
    }
  }

  async #readPageState(ofTargetFrame: boolean): Promise<WirePageState | null> {
    const { page, target } = this.#context;
    const frame = ofTargetFrame ? target?.frame : page.mainFrame();
    if (!frame || (ofTargetFrame && frame === page.mainFrame())) return null;
    return this.#waiter.run(
      queryEngine<WirePageState>(frame, 'page-state', this.#context.limits.queryMs).catch(() => null),
    );
  }

  async #takeCheckpoint(): Promise<PageCheckpoint> {
    const { page, target } = this.#context;
    const { intent } = this.#action;
    const frame = target?.frame ?? page.mainFrame();
    const queryFrame = <T>(queryName: string): Promise<T | null> =>
      this.#waiter.run(
        queryEngine<T>(frame, formatQuery(queryName), this.#context.limits.queryMs).catch(() => null),
      );
    return {
      mainFrameState: await this.#readPageState(false),
      targetFrameState: await this.#readPageState(true),
      url: page.url(),
      visibleElementCount: STYLE_REVEALING_INTENTS.has(intent)
        ? await queryFrame<number>('count-shown')
        : null,
      ...(intent === 'press'
        ? await this.#readFocus(queryFrame)
        : { focus: null, caret: null, scroller: null }),
    };
  }

  async #readFocus(
    queryFrame: <T>(queryName: string) => Promise<T | null>,
  ): Promise<Pick<PageCheckpoint, 'focus' | 'caret' | 'scroller'>> {
    const focusState = await queryFrame<{
      description: string;
      caret: string;
      scroller: WireScroller | null;
    }>('focus');
    return {
      focus: focusState?.description ?? null,
      caret: focusState?.caret ?? null,
      scroller: focusState?.scroller ?? null,
    };
  }

  /** Reads the state of the target or, if the target is a label, of the control that it labels. */
  #readControl(target: TargetHandle): Promise<WireElementSnapshot | null> {
    return target.controlUid === target.uid
      ? Promise.resolve(target.snapshot)
      : target.readSnapshot(target.controlUid);
  }

  async #collectEffects(
    result: HandlerResult,
    before: PageCheckpoint,
    controlBefore: WireElementSnapshot | null,
  ): Promise<Effect[]> {
    const { page, sideEffects, unusualMutationRate = 0, unusualMutationRateInTarget = 0 } = this.#context;
    const target = this.#target;
    const after: PageCheckpoint = page.isClosed()
      ? {
          mainFrameState: null,
          targetFrameState: null,
          url: before.url,
          visibleElementCount: null,
          focus: null,
          caret: null,
          scroller: null,
        }
      : await this.#takeCheckpoint();
    const isSameDocument =
      after.mainFrameState?.timeOrigin === before.mainFrameState?.timeOrigin &&
      after.targetFrameState?.timeOrigin === before.targetFrameState?.timeOrigin &&
      !page.isClosed();
    const controlAfter = target && isSameDocument ? await target.readSnapshot(target.controlUid) : null;
    if (controlBefore && controlAfter && result.isClickCancelled)
      this.#refusal = describeRefusal(target!, controlBefore, controlAfter);
    const durationMs = performance.now() - this.#startedAt;
    const backgroundMutations = {
      mainFrame: unusualMutationRate * durationMs,
      targetFrame: unusualMutationRateInTarget * durationMs,
    };
    // Uses the scroll position at the time of the press, because earlier scrolling is not an effect.
    const applyScrollAtPress = (checkpoint: PageCheckpoint): PageCheckpoint =>
      checkpoint.mainFrameState && result.scrollAtPress && target?.frame === page.mainFrame()
        ? { ...checkpoint, mainFrameState: { ...checkpoint.mainFrameState, ...result.scrollAtPress } }
        : checkpoint;
    const observedEffects: Effect[] = [
      ...diffTarget(controlBefore, controlAfter),
      ...diffPage(applyScrollAtPress(before), after, backgroundMutations, this.#activity.status),
      ...(controlBefore && controlAfter?.states.focused && !controlBefore.states.focused
        ? [{ type: 'focus' } as const]
        : []),
      ...sideEffects.take(),
    ];
    const effects = selectEffects(
      this.#action,
      [...(result.effects ?? []), ...this.#takeCopiedText(before, after)],
      observedEffects,
      controlBefore?.editable === true,
    );
    // A link may open in another frame, which leaves this document unchanged.
    const { childFrameUrl } = this.#navigations;
    if (!effects.length && childFrameUrl && /^(click|submit|press)$/.test(this.#action.intent))
      return [{ type: 'navigated', url: childFrameUrl, status: null }];
    return effects;
  }

  /** If the page itself copied text, for example with a copy button, puts the text on the session's clipboard. */
  #takeCopiedText(before: PageCheckpoint, after: PageCheckpoint): Effect[] {
    const text = findCopiedText(before, after);
    const { clipboard } = this.#context;
    if (text === null || !clipboard) return [];
    clipboard.text = text;
    return [{ type: 'clipboard', text }];
  }

  async #toOutcome(error: unknown): Promise<Outcome> {
    const { sideEffects, signal } = this.#context;
    if (error instanceof DialogOpened && !this.#hasSentInput)
      return { status: 'failed', reason: 'dialog', detail: 'a JavaScript dialog opened before the action' };
    if (error instanceof DialogOpened) {
      const effects = sideEffects.take();
      if (!effects.some((effect) => effect.type === 'dialog'))
        effects.unshift({ type: 'dialog', dialog: 'alert', message: '' });
      const settleResult: Settle = { reason: 'dialog', ms: Math.round(performance.now() - this.#startedAt) };
      return { status: 'done', effects: effects as [Effect, ...Effect[]], settle: settleResult };
    }
    // A page that closes itself can no longer answer.
    if (this.#context.page.isClosed() && !signal.aborted) {
      const [firstEffect, ...remainingEffects] = sideEffects.take();
      if (firstEffect)
        return {
          status: 'done',
          effects: [firstEffect, ...remainingEffects],
          settle: { reason: 'closed', ms: 0 },
        };
    }
    if (/Download is starting/.test(String(error))) {
      const settleResult = await this.#settleIfPossible();
      const effects = sideEffects.take();
      if (effects.length)
        return { status: 'done', effects: effects as [Effect, ...Effect[]], settle: settleResult };
    }
    return toFailedOutcome(error, this.#action, signal, this.#navigations.failedNavigation?.url);
  }

  #toResult(outcome: Outcome): ActionResult {
    const target = this.#target;
    return {
      outcome,
      element: target?.lastSnapshot ? toElementSnapshot(target.lastSnapshot, target.candidate.uid) : null,
      mouse: this.#mouse,
    };
  }
}

/** Describes the change that the page reverted by cancelling the click; empty if it did not revert a change. */
function describeRefusal(
  target: TargetHandle,
  controlBefore: WireElementSnapshot,
  controlAfter: WireElementSnapshot,
): string {
  const { checked } = controlAfter.states;
  if (!isCheckable(controlAfter) || checked !== controlBefore.states.checked) return '';
  const state = checked === 'mixed' ? 'partly on' : checked ? 'on' : 'off';
  return `the page refused the change: it cancelled the click, and ${target.description} is still ${state}`;
}

function toElementSnapshot(snapshot: WireElementSnapshot, uid: string): ElementSnapshot {
  const { tagName, attributes, box, textContent, innerHTML, outerHTML, xpath } = snapshot;
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

/** Performs `action`. Returns failures as outcomes and throws only programming errors. */
export function performAction(action: PageAction, context: ActionContext): Promise<ActionResult> {
  return new ActionRun(action, context).run();
}
