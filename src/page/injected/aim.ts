/**
 * Whether a press arrived. While a press is on its way to an element, one that would meet anything else instead is
 * swallowed: what moved, or was made anew under the pointer, can then be aimed at again without harm. Listeners of this
 * isolated world; pages cannot see them.
 */
import { scrollOffset } from './scroller.js';
import { standInOf } from './through.js';
import { elementByUid } from './uids.js';

const PRESSES = [
  'pointerdown',
  'mousedown',
  'pointerup',
  'mouseup',
  'click',
  'dblclick',
  'contextmenu',
  'auxclick',
];
const TRANSIENT_MS = 5_000;
/** A guard that nobody could call off, because the page stood still, ends by itself. */
const GUARD_MS = 10_000;

export interface Witnessed {
  /** A press reached the element. */
  hit: boolean;
  /** A press went elsewhere. */
  missed: boolean;
  /** The pointer went down, wherever that was, and listeners of the page may have heard it. */
  pressed: boolean;
  /** The page kept a click on the element from doing what clicks do by themselves. */
  cancelled: boolean;
  /** Where the page was scrolled to as the press arrived: what moved before was on the way there. */
  from: { scrollX: number; scrollY: number } | null;
}

interface Witness {
  seen: Witnessed;
  /** The pointer last moved on the element; null when it was not seen to move. */
  pointed: boolean | null;
  clicks: Event[];
  stop(): void;
}

const UNSEEN: Witnessed = { hit: true, missed: false, pressed: false, cancelled: false, from: null };

let witness: Witness | null = null;

/** The browser counts also presses that somebody keeps from going further before they get here. */
function pointerDowns(): number {
  return performance.eventCounts.get('pointerdown') ?? 0;
}

/** Something around it is animated without end. */
function moves(element: Element): boolean {
  return document.getAnimations().some((animation) => {
    if (animation.playState !== 'running') return false;
    const { target } = (animation.effect as KeyframeEffect | null) ?? { target: null };
    if (!target?.contains(element)) return false;
    return Number(animation.effect?.getComputedTiming().endTime ?? 0) > TRANSIENT_MS;
  });
}

/** A label and its control take each other's presses. */
function reaches(path: EventTarget[], element: Element): boolean {
  const control = element.localName === 'label' ? (element as HTMLLabelElement).control : null;
  return path.some(
    (node) =>
      node === element ||
      (control !== null && node === control) ||
      ((node as Element).localName === 'label' && (node as HTMLLabelElement).control === element),
  );
}

/** What of an element can be told from outside: events do not say what they met inside a closed shadow root. */
function seenFromOutside(element: Element): Element {
  let seen = element;
  let root = element.getRootNode();
  while (root instanceof ShadowRoot) {
    if (root.mode === 'closed') seen = root.host;
    root = root.host.getRootNode();
  }
  return seen;
}

/** Where presses for an element go: what lets the pointer through has a label or control around it take them. */
function takersOf(element: Element): Element[] {
  const standIn = standInOf(element);
  return [element, ...(standIn ? [standIn] : [])].map(seenFromOutside);
}

/** From now on only presses on this element go through, until the first one did. */
export function aim(id: string): { moves: boolean } {
  aimed();
  const found = elementByUid(id);
  if (!found) return { moves: false };
  const takers = takersOf(found);
  const arrives = (event: Event): boolean => {
    const path = event.composedPath();
    return takers.some((taker) => reaches(path, taker));
  };
  const seen: Witnessed = { hit: false, missed: false, pressed: false, cancelled: false, from: null };
  const downs = pointerDowns();
  const began = performance.now();
  const clicks: Event[] = [];
  const onPress = (event: Event): void => {
    // What the page presses by itself, because it is pointed at, is its own affair.
    if (!event.isTrusted) return;
    const own = arrives(event);
    if (own && event.type === 'click') clicks.push(event);
    if (!seen.hit && own) {
      seen.hit = true;
      const { scrollX, scrollY } = scrollOffset();
      seen.from = { scrollX, scrollY };
    }
    // What follows a press that arrived may end elsewhere: menus close, things are dragged.
    if (seen.hit || performance.now() - began > GUARD_MS) return;
    seen.missed = true;
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  const onMove = (event: Event): void => {
    if (event.isTrusted && witness) witness.pointed = arrives(event);
  };
  for (const type of PRESSES) window.addEventListener(type, onPress, { capture: true });
  window.addEventListener('pointermove', onMove, { capture: true, passive: true });
  witness = {
    seen,
    pointed: null,
    clicks,
    stop: () => {
      seen.pressed = seen.hit || seen.missed || pointerDowns() > downs;
      seen.cancelled = seen.hit && clicks.some((event) => event.defaultPrevented);
      for (const type of PRESSES) window.removeEventListener(type, onPress, { capture: true });
      window.removeEventListener('pointermove', onMove, { capture: true });
    },
  };
  return { moves: moves(found) };
}

/** Whether the pointer last moved on what is aimed at, since this was last asked; null when it did not move here. */
export function pointed(): boolean | null {
  const answer = witness?.pointed ?? null;
  if (witness) witness.pointed = null;
  return answer;
}

/** Stops listening. In a document where nothing was aimed at, nothing is known to have gone wrong. */
export function aimed(): Witnessed {
  witness?.stop();
  const seen = witness?.seen ?? UNSEEN;
  witness = null;
  return seen;
}
