/** Stuck: the same act on the same state, again and again (handbook: four times). */
import type { Observation, PageAction } from '../contract/index.js';

export const SAME_ACT_LIMIT = 4;
/** Waiting is no act on the page: what counts is how long it was waited for a page that stands still. */
export const MOST_WAITING_MS = 60_000;
export const MOST_WAITS = 30;

/** What tells one state of a page from another: where it is, what it asks, what it shows, what its controls hold. */
export function stateKey(observation: Observation): string {
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
 * As `stateKey`, by what people see of it: two prints are the same where nothing has changed for a reader. Elements
 * that were drawn anew are what they were, and where the focus is does not matter.
 */
export function statePrint(observation: Observation): string {
  const { url, viewport, candidates, text, dialog, tabs } = observation;
  const controls = candidates.map(({ role, name, value, states, scroll }) => {
    const { focused: _, ...others } = states;
    return [role, name, value ?? '', JSON.stringify(others), scroll ? `${scroll.x},${scroll.y}` : ''].join(
      ' ',
    );
  });
  const tab = tabs.find((one) => one.active)?.id ?? '';
  return [
    `${tab}@${url}#${viewport.scrollX},${viewport.scrollY}#${dialog?.message ?? ''}`,
    ...text.map((block) => block.text),
    ...controls,
  ].join('\n');
}

/** Counts acts on states; `stuck` gives the sentence when one was tried often enough. */
export class RepeatCounter {
  readonly #counts = new Map<string, { times: number; ms: number }>();

  /** To be called before each act. */
  stuck(act: PageAction, state: string): string | null {
    const waits = act.intent === 'wait';
    const key = `${waits ? 'wait' : JSON.stringify(act)}@${state}`;
    const before = this.#counts.get(key) ?? { times: 0, ms: 0 };
    const now = { times: before.times + 1, ms: before.ms + (waits ? act.ms : 0) };
    this.#counts.set(key, now);
    if (!waits)
      return now.times < SAME_ACT_LIMIT
        ? null
        : `The navigator did the same thing ${SAME_ACT_LIMIT} times and the page did not change.`;
    // The first wait may be as long as it was asked for.
    return before.ms < MOST_WAITING_MS && before.times < MOST_WAITS
      ? null
      : `The navigator waited ${Math.round(before.ms / 1000)} seconds and the page did not change.`;
  }

  /** A new instructor line may rightly ask for the same again. */
  reset(): void {
    this.#counts.clear();
  }
}
