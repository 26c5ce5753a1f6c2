/** What an act did. Nothing that had no effect is ever `done`. */
import type { Uid } from './action.js';
import type { MissingConsent } from './consent.js';
import type { Box, Settle } from './observation.js';

export type Effect =
  /** The target's own value; both are '' where it was another control that changed, or a password. */
  | { type: 'value'; from: string; to: string }
  | { type: 'state'; what: string; to: string }
  | { type: 'dom'; mutations: number }
  | { type: 'url'; from: string; to: string }
  | { type: 'navigated'; url: string; status: number | null }
  | { type: 'tab'; opened: number; url: string }
  | { type: 'tab-closed'; closed: number; now: number }
  | { type: 'tab-switched'; from: number; to: number }
  /** A JavaScript dialog opened. */
  | { type: 'dialog'; dialog: string; message: string }
  /** The open dialog was answered. */
  | { type: 'answered'; answer: 'accepted' | 'dismissed' }
  | { type: 'download'; file: string }
  /** Where the page is scrolled to now, CSS px; with `uid`, that scroll container. */
  | { type: 'scroll'; x: number; y: number; uid?: Uid }
  /** What the session's clipboard holds now. */
  | { type: 'clipboard'; text: string }
  /** The page's process died; the tab shows this address again. */
  | { type: 'crashed'; url: string }
  | { type: 'focus' };

export type FailureReason =
  | 'vanished' // no longer in the page
  | 'changed' // another role or name than observed
  | 'covered' // something else would take the click
  | 'disabled'
  | 'not-editable'
  | 'no-option' // a choice that the control does not offer
  | 'bad-value' // a value that the field does not take
  | 'unreachable' // navigation failed
  | 'timeout'
  | 'page-gone' // tab closed or crashed
  | 'dialog' // a JavaScript dialog is open and has to be answered first
  | 'refused' // guard or policy
  | 'interrupted';

export type Outcome =
  /** `refusal`: what the page did not let happen, as a sentence. */
  | { status: 'done'; effects: [Effect, ...Effect[]]; settle: Settle; pageRefusal?: string }
  /** Performed, and nothing that could be seen came of it. */
  | { status: 'no-effect'; settle: Settle; pageRefusal?: string }
  /** The asked-for state already held, so nothing was done. */
  | { status: 'already'; detail: string }
  /** `consent`: it was not performed because it cannot be taken back and nobody said yes to it. */
  | { status: 'failed'; reason: FailureReason; detail: string; consent?: MissingConsent };

/** The target as it stood just before the act, with what a WebLINX turn says of an element (spec 1.3). */
export interface ElementSnapshot {
  /** `Element.tagName` as it is: upper case for HTML, lower case for SVG. */
  tagName: string;
  attributes: Record<string, string>;
  /** CSS px, viewport-relative. */
  box: Box;
  textContent: string;
  innerHTML: string;
  outerHTML: string;
  /** Chrome style: `id("x")/div[1]`, every step indexed. */
  xpath: string;
}

export interface ActionResult {
  outcome: Outcome;
  element: ElementSnapshot | null;
  /** Where the pointer was, CSS px in the viewport; null for acts without one. */
  mouse: { x: number; y: number } | null;
}
