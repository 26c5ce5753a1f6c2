/** What an action did. `done` always lists at least one observed effect. */
import type { Uid } from './action.js';
import type { MissingConsent } from './consent.js';
import type { Box, Settle } from './observation.js';

export type Effect =
  /** The target's value changed. `from` and `to` are '' for a password, and if the value of another control changed. */
  | { type: 'value'; from: string; to: string }
  /** A state of the target changed: `name` is a key of `ElementStates`, or `shown`. */
  | { type: 'state'; name: string; to: string }
  /** DOM nodes were added, removed or changed. */
  | { type: 'dom'; mutations: number }
  /** The URL changed without a new document. */
  | { type: 'url'; from: string; to: string }
  /** A new document was loaded. `status` is the HTTP status, if known. */
  | { type: 'navigated'; url: string; status: number | null }
  | { type: 'tab-opened'; opened: number; url: string }
  | { type: 'tab-closed'; closed: number; now: number }
  | { type: 'tab-switched'; from: number; to: number }
  /** A JavaScript dialog opened. */
  | { type: 'dialog'; dialog: string; message: string }
  /** The open dialog was answered. */
  | { type: 'dialog-answered'; answer: 'accepted' | 'dismissed' }
  | { type: 'download'; file: string }
  /** New scroll offsets in CSS px, of the page or of the scroll container `uid`. */
  | { type: 'scroll'; x: number; y: number; uid?: Uid }
  /** New content of the session's clipboard. */
  | { type: 'clipboard'; text: string }
  /** The renderer process crashed; the tab was opened again at this URL. */
  | { type: 'crashed'; url: string }
  | { type: 'focus' };

export type FailureReason =
  | 'vanished' // no longer in the page
  | 'changed' // its role or name differs from the observation
  | 'covered' // another element would receive the click
  | 'disabled'
  | 'not-editable'
  | 'no-option' // the control does not offer the requested option
  | 'bad-value' // the field does not accept the value
  | 'unreachable' // navigation failed
  | 'timeout'
  | 'page-gone' // the tab was closed or crashed
  | 'dialog' // an open JavaScript dialog must be answered first
  | 'refused' // by a guard or policy of the session
  | 'interrupted';

export type Outcome =
  /**
   * `pageRefusal`: one sentence if the page itself rejected the action, such as an invalid form. `receivedBy`: the
   * control around the target, or inside it, that received the click.
   */
  | {
      status: 'done';
      effects: [Effect, ...Effect[]];
      settle: Settle;
      pageRefusal?: string;
      receivedBy?: string;
    }
  /** The action was performed without an observable effect. */
  | { status: 'no-effect'; settle: Settle; pageRefusal?: string; receivedBy?: string }
  /** The element or page was already in the requested state, so the action was not performed. */
  | { status: 'already'; detail: string }
  /** The action was not performed. `consent` is present if an irreversible action lacks consent. */
  | { status: 'failed'; reason: FailureReason; detail: string; consent?: MissingConsent };

/** The target just before the action, with the fields that WebLINX records for an element. */
export interface ElementSnapshot {
  /** `Element.tagName`: upper case for HTML, lower case for SVG. */
  tagName: string;
  attributes: Record<string, string>;
  /** CSS px, viewport-relative. */
  box: Box;
  textContent: string;
  innerHTML: string;
  outerHTML: string;
  /** In Chrome's style: `id("x")/div[1]`, with an index in every step. */
  xpath: string;
}

export interface ActionResult {
  outcome: Outcome;
  element: ElementSnapshot | null;
  /** Pointer position in CSS px, relative to the viewport; null for actions without a pointer. */
  mouse: { x: number; y: number } | null;
}
