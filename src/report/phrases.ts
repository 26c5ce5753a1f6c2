/** Descriptions from other modules. Callers pass them in, so that `report/` depends only on the record. */
import type { SessionEvent } from '../contract/index.js';

export type SayEvent = Extract<SessionEvent, { type: 'say' }>;
export type ActionEvent = Extract<SessionEvent, { type: 'action' }>;
export type CheckEvent = Extract<SessionEvent, { type: 'check' }>;
export type StartEvent = Extract<SessionEvent, { type: 'session' }>;
export type EndEvent = Extract<SessionEvent, { type: 'end' }>;

export interface ReportPhrases {
  /** `click button “Save”` */
  describeAction(event: ActionEvent): string;
}
