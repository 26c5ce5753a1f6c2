/** Collects page events between observations, and the effects of the current action. */
import type { Effect, PageEvent } from '../contract/index.js';
import type { OmittedContent } from './observers/frames.js';

/** Maximum number of events or effects to keep. A page that causes them in a loop could otherwise fill the memory. */
const MAX_EVENT_COUNT = 50;

export class PageEventLog {
  #events: PageEvent[] = [];

  add(event: PageEvent): void {
    if (event.type === 'too-many-tabs') {
      const countedEvent = this.#events.find((other) => other.type === 'too-many-tabs');
      if (countedEvent) countedEvent.closed += event.closed;
      else this.#events.push({ ...event });
      return;
    }
    const json = JSON.stringify(event);
    if (
      this.#events.length < MAX_EVENT_COUNT &&
      !this.#events.some((other) => JSON.stringify(other) === json)
    )
      this.#events.push(event);
  }

  /** Removes an event that is reported elsewhere. */
  withdraw(event: PageEvent): void {
    const json = JSON.stringify(event);
    this.#events = this.#events.filter((other) => JSON.stringify(other) !== json);
  }

  /** Returns and clears the events since the last call. */
  take(): PageEvent[] {
    return this.#events.splice(0);
  }

  peek(): PageEvent[] {
    return this.#events.map((event) => ({ ...event }));
  }
}

/** Creates page events about content that is missing from an observation. */
export function createOmittedContentEvents(url: string, omitted: OmittedContent): PageEvent[] {
  const { unreadFrameCount, unresponsiveFrameCount, stoppedAtFrameCount, elementCountOfTruncatedDocuments } =
    omitted;
  return [
    ...(stoppedAtFrameCount > 0
      ? [{ type: 'loading-stopped' as const, url, frames: stoppedAtFrameCount }]
      : []),
    ...(elementCountOfTruncatedDocuments > 0
      ? [{ type: 'page-truncated' as const, url, elements: elementCountOfTruncatedDocuments }]
      : []),
    ...(unreadFrameCount + unresponsiveFrameCount > 0
      ? [
          {
            type: 'frames-skipped' as const,
            url,
            overLimit: unreadFrameCount,
            timedOut: unresponsiveFrameCount,
          },
        ]
      : []),
  ];
}

/** The effects of one action. An interrupted action has its own list, separate from the next action's. */
export class ActionEffects {
  #effects: Effect[] = [];
  /** Every dialog that opened during the action. */
  readonly dialogs: { type: string; message: string }[] = [];

  add(effect: Effect): void {
    if (effect.type === 'dialog') this.dialogs.push({ type: effect.dialog, message: effect.message });
    if (this.#effects.length < MAX_EVENT_COUNT) this.#effects.push(effect);
  }

  /** Removes the effect of a tab that closed before it showed a page. @returns whether this action opened that tab */
  withdrawTab(id: number): boolean {
    const index = this.#effects.findIndex((effect) => effect.type === 'tab-opened' && effect.opened === id);
    if (index >= 0) this.#effects.splice(index, 1);
    return index >= 0;
  }

  take(): Effect[] {
    return this.#effects.splice(0);
  }
}

/** Receives effects from tabs, dialogs and downloads. Effects between actions are dropped. */
export class EffectLog {
  #current: ActionEffects | null = null;

  /** Starts collecting the effects of a new action. */
  begin(): ActionEffects {
    this.#current = new ActionEffects();
    return this.#current;
  }

  end(): void {
    this.#current = null;
  }

  get current(): ActionEffects | null {
    return this.#current;
  }

  /** @returns false if no action is running */
  add(effect: Effect): boolean {
    this.#current?.add(effect);
    return this.#current !== null;
  }
}
