/**
 * Whether a press arrived: a witness that hears presses on an element, and, for what never stands still, a guard that
 * keeps a press which missed it from reaching anything else. Listeners of this isolated world; pages cannot
 * see them.
 */
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
}

let witness: { stop(): void; seen: Witnessed } | null = null;

/** Something around it is animated without end. */
function moves(element: Element): boolean {
  return document.getAnimations().some((animation) => {
    if (animation.playState !== 'running') return false;
    const { target } = (animation.effect as KeyframeEffect | null) ?? { target: null };
    if (!target?.contains(element)) return false;
    return Number(animation.effect?.getComputedTiming().endTime ?? 0) > TRANSIENT_MS;
  });
}

/** Listens for presses from now on; with `guard` those that are not the element's are swallowed. */
export function aim(id: string, guard: boolean): { moves: boolean } {
  aimed();
  const element = elementByUid(id);
  if (!element) return { moves: false };
  const seen: Witnessed = { hit: false, missed: false };
  const began = performance.now();
  const onPress = (event: Event): void => {
    if (event.composedPath().includes(element)) {
      seen.hit = true;
      return;
    }
    seen.missed = true;
    if (!guard || performance.now() - began > GUARD_MS) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  for (const type of PRESSES) window.addEventListener(type, onPress, { capture: true });
  witness = {
    seen,
    stop: () => {
      for (const type of PRESSES) window.removeEventListener(type, onPress, { capture: true });
    },
  };
  return { moves: moves(element) };
}

/** Stops listening. In a document where nothing was aimed at, nothing is known to have gone wrong. */
export function aimed(): Witnessed {
  const seen = witness?.seen ?? { hit: true, missed: false };
  witness?.stop();
  witness = null;
  return seen;
}
