/** Detects a stuck navigator: the same action on the same page state, four times (WebLINX annotation handbook). */
import type { Observation, PageAction } from '../contract/index.js';

export const SAME_ACTION_LIMIT = 4;
/** Waits are capped by total duration on an unchanged page, not by repetition. */
export const MAX_WAITING_MS = 60_000;
export const MAX_WAITS = 30;

/** Fingerprint of a page state: tab, URL, scroll position, open dialog and the state of every element. */
export function computeStateKey(observation: Observation): string {
  const { url, viewport, candidates, dialog, tabs } = observation;
  const tab = tabs.find((t) => t.active)?.id ?? '';
  const controls = candidates
    .map(
      (c) =>
        `${c.uid}${c.value ?? ''}${JSON.stringify(c.states)}${c.scroll ? `${c.scroll.x},${c.scroll.y}` : ''}`,
    )
    .join('|');
  return `${tab}@${url}#${viewport.scrollX},${viewport.scrollY}#${dialog?.message ?? ''}#${candidates.length}#${controls}`;
}

/**
 * Fingerprint of what a reader can see: equal if nothing visible changed. Unlike `computeStateKey`, it ignores the identity
 * of elements (a page may render them again) and the focus.
 */
export function visibleState(observation: Observation): string {
  const { url, viewport, candidates, text, dialog, tabs } = observation;
  const controls = candidates.map(({ role, name, value, states, scroll }) => {
    const { focused: _, ...others } = states;
    return [role, name, value ?? '', JSON.stringify(others), scroll ? `${scroll.x},${scroll.y}` : ''].join(
      ' ',
    );
  });
  const tab = tabs.find((tab) => tab.active)?.id ?? '';
  return [
    `${tab}@${url}#${viewport.scrollX},${viewport.scrollY}#${dialog?.message ?? ''}`,
    ...text.map((block) => block.text),
    ...controls,
  ].join('\n');
}

/** Counts repeated actions on the same page state. */
export class RepeatCounter {
  readonly #counts = new Map<string, { times: number; ms: number }>();

  /** Call before each action. Returns a message once the navigator is stuck, otherwise null. */
  countAction(action: PageAction, state: string): string | null {
    const isWait = action.intent === 'wait';
    const key = `${isWait ? 'wait' : JSON.stringify(action)}@${state}`;
    const previousTotal = this.#counts.get(key) ?? { times: 0, ms: 0 };
    const total = { times: previousTotal.times + 1, ms: previousTotal.ms + (isWait ? action.ms : 0) };
    this.#counts.set(key, total);
    if (!isWait)
      return total.times < SAME_ACTION_LIMIT
        ? null
        : `The navigator did the same thing ${SAME_ACTION_LIMIT} times and the page did not change.`;
    // A single wait may exceed the limit if the instructor asked for it.
    return previousTotal.ms < MAX_WAITING_MS && previousTotal.times < MAX_WAITS
      ? null
      : `The navigator waited ${Math.round(previousTotal.ms / 1000)} seconds and the page did not change.`;
  }

  /** Call after each instructor line: it may ask for the same action again. */
  reset(): void {
    this.#counts.clear();
  }
}
