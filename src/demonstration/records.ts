/** Input of the writer for actions and the end of a session. */
import type {
  Consent,
  Evidence,
  EventBody,
  Observation,
  PageAction,
  ActionResult,
  ActionTarget,
  ElementFingerprint,
  RecordedTab,
} from '../contract/index.js';

export interface ActionRecord {
  action: PageAction;
  target: ActionTarget | null;
  /** The element that a drag ends on. */
  drop?: ActionTarget | null;
  fingerprint?: ElementFingerprint;
  dropFingerprint?: ElementFingerprint;
  /** The tab that a tab action names. */
  tab?: RecordedTab;
  /** The session acted by itself. */
  automatic?: true;
  /** Duration of the action in milliseconds. */
  ms?: number;
  result: ActionResult;
  /** The observation before the action; its artefacts become the turn's state. */
  observation: Observation;
  evidence?: Evidence;
  /** Present for irreversible actions. */
  consent?: Consent;
  /** URL after the page settled; the URL of `back` and `forward` turns. */
  pageAfter?: { url: string };
}

/** The `end` event without the fields that the writer adds. */
export type EndRecord = Omit<Extract<EventBody, { type: 'end' }>, 'type' | 'screenshot'> & {
  /** PNG of the page at the end; null if it could not be taken. */
  picture?: Uint8Array | null;
};

/** Events that are not turns. */
export type SideEvent = Extract<EventBody, { type: 'page' | 'check' | 'note' }>;
