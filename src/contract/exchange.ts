/** The turns so far, and the state `s_t` that a navigator bases its decision on. */
import type { PageAction, SayKind } from './action.js';
import type { Observation } from './observation.js';
import type { Outcome } from './outcome.js';

export type Speaker = 'instructor' | 'navigator';

/** The element of an action, as observed before the action. */
export interface ActionTarget {
  uid: string;
  tag: string;
  role: string;
  name: string;
  /** The place of an element without a name: `2nd textbox of row “1080 Lamp”`. */
  place?: string;
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
      /** The element that a drag ends on. */
      drop?: ActionTarget;
      outcome: Outcome;
      /** URL of the page before the action. */
      url: string;
    };

/** All utterances and actions so far, oldest first. */
export interface Exchange {
  turns: readonly Turn[];
  /**
   * Number of consecutive actions without an effect, counted back from the latest. `Infinity` if the session is about
   * to end because the navigator repeats itself.
   */
  idleActionCount?: number;
}

/** State `s_t`: the current observation and the exchange before it. */
export interface State {
  observation: Observation;
  exchange: Exchange;
}
