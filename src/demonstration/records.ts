/** The writer's input for actions and for the session's end. */
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
  /** The element where a drag ends. */
  drop?: ActionTarget | null;
  fingerprint?: ElementFingerprint;
  dropFingerprint?: ElementFingerprint;
  /** The tab to which a tab action refers. */
  tab?: RecordedTab;
  /** Set if the session, not the navigator, decided on the action. */
  automatic?: true;
  /** Duration of the action in milliseconds. */
  ms?: number;
  result: ActionResult;
  /** The observation before the action. Its files become the turn's state. */
  observation: Observation;
  evidence?: Evidence;
  /** Present for irreversible actions. */
  consent?: Consent;
  /** The page's URL after it settled. `back` and `forward` turns contain it. */
  pageAfter?: { url: string };
}

/** The `end` event without the fields that the writer adds. */
export type EndRecord = Omit<Extract<EventBody, { type: 'end' }>, 'type' | 'screenshot'> & {
  /** PNG of the page at the end; null if it could not be taken. */
  lastScreenshot?: Uint8Array | null;
};

/** Events that are not turns. */
export type SideEvent = Extract<EventBody, { type: 'page' | 'check' | 'note' }>;
