/** What the writer is told of an act and of the end: data only. */
import type {
  Consent,
  Evidence,
  EventBody,
  Observation,
  PageAction,
  ActionResult,
  ActionTarget,
} from '../contract/index.js';

export interface ActionRecord {
  action: PageAction;
  target: ActionTarget | null;
  /** The element that a drag was to end on. */
  drop?: ActionTarget | null;
  result: ActionResult;
  /** The look that the act was decided on; its artefacts become the turn's state. */
  observation: Observation;
  evidence?: Evidence;
  /** Of an act that cannot be taken back. */
  consent?: Consent;
  /** Where the page stood once it had come to rest; names the address of `back` and `forward`. */
  pageAfter?: { url: string };
}

/** The `end` event without what the writer adds. */
export type EndRecord = Omit<Extract<EventBody, { type: 'end' }>, 'type'>;

/** Events that are not turns. */
export type SideEvent = Extract<EventBody, { type: 'page' | 'check' | 'note' }>;
