/** The conversation so far, and the state `s_t` that a navigator decides on. */
import type { PageAction, SayKind } from './action.js';
import type { Observation } from './observation.js';
import type { Outcome } from './outcome.js';

export type Speaker = 'instructor' | 'navigator';

/** The element an act was aimed at, as it was observed. */
export interface ActionTarget {
  uid: string;
  tag: string;
  role: string;
  name: string;
  attributes: Record<string, string>;
  xpath: string;
}

export type Turn =
  | { index: number; speaker: 'instructor'; type: 'say'; text: string }
  | { index: number; speaker: 'navigator'; type: 'say'; kind: SayKind; text: string }
  | {
      index: number;
      speaker: 'navigator';
      type: 'action';
      action: PageAction;
      target: ActionTarget | null;
      /** The element that a drag was to end on. */
      drop?: ActionTarget;
      outcome: Outcome;
      url: string;
    };

/** Everything said and done so far, oldest first. */
export interface Exchange {
  turns: readonly Turn[];
  /**
   * Acts in a row, up to now, that changed nothing. Infinite where the navigator would now be ended for doing the
   * same over and over.
   */
  idleActions?: number;
}

/** State `s_t`: the look at the page and the exchange that led here. */
export interface State {
  observation: Observation;
  exchange: Exchange;
}
