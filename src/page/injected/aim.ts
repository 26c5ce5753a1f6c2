/**
 * Hitting what never stands still: whether an element moves by itself, and a guard that keeps a press which
 * missed it from reaching anything else. Listeners of this isolated world; pages cannot see them.
 */
import { elementByUid } from './uids.js';

const PRESSES = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick', 'contextmenu', 'auxclick'];
const TRANSIENT_MS = 5_000;

let armed: { release(): void; missed: boolean } | null = null;

/** Something around it is animated without end. */
export function moves(id: string): boolean {
  const element = elementByUid(id);
  if (!element) return false;
  return document.getAnimations().some((animation) => {
    if (animation.playState !== 'running') return false;
    const { target } = (animation.effect as KeyframeEffect | null) ?? { target: null };
    if (!target?.contains(element)) return false;
    return Number(animation.effect?.getComputedTiming().endTime ?? 0) > TRANSIENT_MS;
  });
}

/** From now on presses that are not the element's are swallowed. */
export function arm(id: string): boolean {
  disarm();
  const element = elementByUid(id);
  if (!element) return false;
  const state = { missed: false, release: () => undefined as void };
  const onPress = (event: Event): void => {
    if (event.composedPath().includes(element)) return;
    state.missed = true;
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  for (const type of PRESSES) window.addEventListener(type, onPress, { capture: true });
  state.release = () => {
    for (const type of PRESSES) window.removeEventListener(type, onPress, { capture: true });
  };
  armed = state;
  return true;
}

export function disarm(): { missed: boolean } {
  const missed = armed?.missed ?? false;
  armed?.release();
  armed = null;
  return { missed };
}
