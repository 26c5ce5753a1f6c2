/**
 * Checks that a press reaches its target. While the guard is active, it suppresses presses on other elements, so that
 * Node can safely try again if the target moved or was re-rendered. It also suppresses a press on a target whose
 * label changed under the pointer ("Following" becomes "Unfollow"). The listeners belong to the isolated world, so
 * pages cannot see them.
 */
import { readScrollOffset } from './scroller.js';
import { clickReceiverOf } from './pointer-events.js';
import { findElementByUid } from './uids.js';

const PRESS_EVENTS = [
  'pointerdown',
  'mousedown',
  'pointerup',
  'mouseup',
  'click',
  'dblclick',
  'contextmenu',
  'auxclick',
];
const MAX_ANIMATION_MS = 5_000;
/** A guard expires after this time, because Node cannot end it while the page is blocked. */
const MAX_GUARD_MS = 10_000;

export interface PressOutcome {
  /** Whether a press reached the target. */
  hasReachedTarget: boolean;
  /** Whether a press on another element was suppressed. */
  hasMissedTarget: boolean;
  /** The target's new label if it changed under the pointer, so that the press was suppressed; otherwise ''. */
  newLabel: string;
  /** Whether a pointer button was pressed anywhere in the document. The page's listeners may then have run. */
  wasPressed: boolean;
  /** Whether the page called `preventDefault()` on the click. */
  isClickCancelled: boolean;
  /** The page's scroll offset when the press arrived. Earlier scrolling only brought the target into view. */
  scrollOffset: { scrollX: number; scrollY: number } | null;
}

interface PressGuard {
  outcome: PressOutcome;
  /** Whether the last pointer move was over the target; null if there was none. */
  isPointerOnTarget: boolean | null;
  clicks: Event[];
  stop(): void;
}

const UNGUARDED_OUTCOME: PressOutcome = {
  hasReachedTarget: true,
  hasMissedTarget: false,
  newLabel: '',
  wasPressed: false,
  isClickCancelled: false,
  scrollOffset: null,
};

let guard: PressGuard | null = null;

/** Number of presses, including those that the page's listeners hide by stopping propagation. */
function countPointerDowns(): number {
  return performance.eventCounts.get('pointerdown') ?? 0;
}

/** Whether a long or infinite animation moves the element. */
function isAnimated(element: Element): boolean {
  return document.getAnimations().some((animation) => {
    if (animation.playState !== 'running') return false;
    const { target } = (animation.effect as KeyframeEffect | null) ?? { target: null };
    if (!target?.contains(element)) return false;
    return Number(animation.effect?.getComputedTiming().endTime ?? 0) > MAX_ANIMATION_MS;
  });
}

/** Whether an event's path contains the element. A label and its control count as the same element. */
function doesPathReach(path: EventTarget[], element: Element): boolean {
  const control = element.localName === 'label' ? (element as HTMLLabelElement).control : null;
  return path.some(
    (node) =>
      node === element ||
      (control !== null && node === control) ||
      ((node as Element).localName === 'label' && (node as HTMLLabelElement).control === element),
  );
}

/** The element that represents `element` in event paths, which end at the host of a closed shadow root. */
function findOutermostEventTarget(element: Element): Element {
  let target = element;
  let root = element.getRootNode();
  while (root instanceof ShadowRoot) {
    if (root.mode === 'closed') target = root.host;
    root = root.host.getRootNode();
  }
  return target;
}

/** Event targets of presses on an element: the element itself and the element that receives its clicks. */
function eventTargetsOf(element: Element): Element[] {
  const clickReceiver = clickReceiverOf(element);
  return [element, ...(clickReceiver ? [clickReceiver] : [])].map(findOutermostEventTarget);
}

/** The letters of a control's label, because numbers in labels may keep changing; '' for large elements. */
function labelOf(element: Element): string {
  const text =
    element.getAttribute('aria-label') ??
    (element.localName === 'input' ? element.getAttribute('value') : element.textContent) ??
    '';
  return text.length > 300 ? '' : text.replace(/[^\p{L}]+/gu, ' ').trim();
}

/**
 * Suppresses presses on other elements until one reaches this element.
 *
 * @returns `isMoving`: whether a long animation moves the element
 */
export function beginPressGuard(id: string): { isMoving: boolean } {
  endPressGuard();
  const element = findElementByUid(id);
  if (!element) return { isMoving: false };
  const targets = eventTargetsOf(element);
  const doesReachTarget = (event: Event): boolean => {
    const path = event.composedPath();
    return targets.some((target) => doesPathReach(path, target));
  };
  const outcome: PressOutcome = {
    hasReachedTarget: false,
    hasMissedTarget: false,
    newLabel: '',
    wasPressed: false,
    isClickCancelled: false,
    scrollOffset: null,
  };
  const pointerDownCountBefore = countPointerDowns();
  const startedAt = performance.now();
  const label = labelOf(element);
  const clicks: Event[] = [];
  const onPress = (event: Event): void => {
    // Events dispatched by page scripts are not suppressed.
    if (!event.isTrusted) return;
    const isOnTarget = doesReachTarget(event);
    if (isOnTarget && event.type === 'click') clicks.push(event);
    if (!outcome.hasReachedTarget && isOnTarget && labelOf(element) !== label)
      outcome.newLabel ||= labelOf(element) || 'nothing';
    else if (!outcome.hasReachedTarget && isOnTarget) {
      outcome.hasReachedTarget = true;
      const { scrollX, scrollY } = readScrollOffset();
      outcome.scrollOffset = { scrollX, scrollY };
    }
    // The later events of a successful press may have other targets: menus close, elements are dragged.
    if (outcome.hasReachedTarget || performance.now() - startedAt > MAX_GUARD_MS) return;
    outcome.hasMissedTarget ||= outcome.newLabel === '';
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  const onMove = (event: Event): void => {
    if (event.isTrusted && guard) guard.isPointerOnTarget = doesReachTarget(event);
  };
  for (const type of PRESS_EVENTS) window.addEventListener(type, onPress, { capture: true });
  window.addEventListener('pointermove', onMove, { capture: true, passive: true });
  guard = {
    outcome,
    isPointerOnTarget: null,
    clicks,
    stop: () => {
      outcome.wasPressed =
        outcome.hasReachedTarget ||
        outcome.hasMissedTarget ||
        outcome.newLabel !== '' ||
        countPointerDowns() > pointerDownCountBefore;
      outcome.isClickCancelled = outcome.hasReachedTarget && clicks.some((event) => event.defaultPrevented);
      for (const type of PRESS_EVENTS) window.removeEventListener(type, onPress, { capture: true });
      window.removeEventListener('pointermove', onMove, { capture: true });
    },
  };
  return { isMoving: isAnimated(element) };
}

/** Whether the last pointer move since the previous query was over the target; null if there was no move. */
export function takePointerState(): boolean | null {
  const isOnTarget = guard?.isPointerOnTarget ?? null;
  if (guard) guard.isPointerOnTarget = null;
  return isOnTarget;
}

/** Ends the guard and returns its outcome. Without a guard, the press counts as successful. */
export function endPressGuard(): PressOutcome {
  guard?.stop();
  const outcome = guard?.outcome ?? UNGUARDED_OUTCOME;
  guard = null;
  return outcome;
}
