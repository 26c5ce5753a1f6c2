/** Detects a stuck navigator: the same action on the same page state, four times (WebLINX annotation handbook). */
import type { Observation, PageAction } from '../contract/index.js';

export const SAME_ACTION_LIMIT = 4;
/** Waits are capped by total duration on an unchanged page, not by repetition. */
export const MAX_TOTAL_WAIT_MS = 60_000;
export const MAX_WAITS = 30;

/** Returns a fingerprint of the page state: tab, URL, scroll position, open dialog and the state of every element. */
export function computeStateKey(observation: Observation): string {
  const { url, viewport, candidates, dialog, tabs } = observation;
  const tab = tabs.find((t) => t.active)?.id ?? '';
  const elementStates = candidates
    .map(
      (c) =>
        `${c.uid}${c.value ?? ''}${JSON.stringify(c.states)}${c.scroll ? `${c.scroll.x},${c.scroll.y}` : ''}`,
    )
    .join('|');
  return `${tab}@${url}#${viewport.scrollX},${viewport.scrollY}#${dialog?.message ?? ''}#${candidates.length}#${elementStates}`;
}

/**
 * Returns a fingerprint of what a user can see. It stays the same while nothing visible changes. Unlike
 * `computeStateKey`, it ignores focus and element ids, because a page may re-render its elements.
 */
export function computeVisibleStateKey(observation: Observation): string {
  const { url, viewport, candidates, text, dialog, tabs } = observation;
  const elementStates = candidates.map(({ role, name, value, states, scroll }) => {
    const { focused: _, ...otherStates } = states;
    return [
      role,
      name,
      value ?? '',
      JSON.stringify(otherStates),
      scroll ? `${scroll.x},${scroll.y}` : '',
    ].join(' ');
  });
  const tab = tabs.find((tab) => tab.active)?.id ?? '';
  return [
    `${tab}@${url}#${viewport.scrollX},${viewport.scrollY}#${dialog?.message ?? ''}`,
    ...text.map((block) => block.text),
    ...elementStates,
  ].join('\n');
}

/** Counts repeated actions on the same page state. */
export class RepeatCounter {
  readonly #counts = new Map<string, { count: number; waitedMs: number }>();

  /** Call this before each action. Returns a message once the navigator is stuck, otherwise null. */
  countAction(action: PageAction, state: string): string | null {
    const isWait = action.intent === 'wait';
    const key = `${isWait ? 'wait' : JSON.stringify(action)}@${state}`;
    const previousTotal = this.#counts.get(key) ?? { count: 0, waitedMs: 0 };
    const total = {
      count: previousTotal.count + 1,
      waitedMs: previousTotal.waitedMs + (isWait ? action.ms : 0),
    };
    this.#counts.set(key, total);
    if (!isWait)
      return total.count < SAME_ACTION_LIMIT
        ? null
        : `The navigator did the same thing ${SAME_ACTION_LIMIT} times and the page did not change.`;
    // A single wait may exceed the limit if the instructor asked for it.
    return previousTotal.waitedMs < MAX_TOTAL_WAIT_MS && previousTotal.count < MAX_WAITS
      ? null
      : `The navigator waited ${Math.round(previousTotal.waitedMs / 1000)} seconds and the page did not change.`;
  }

  /** Call this after each instructor line, which may ask for the same action again. */
  reset(): void {
    this.#counts.clear();
  }
}
