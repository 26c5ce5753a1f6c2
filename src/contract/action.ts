/** What a navigator can do. WebLINX intents keep their WebLINX spelling; `action/` maps the others. */

/** Id of an element, WebLINX form (8-4-4 hex), stable while the node lives. */
export type Uid = string;

/**
 * What a navigator's utterance is for. `ask`, `answer` and `report` yield the floor, `ack` does not.
 * `unfinished` is a report that the intention could not be met, so that no reader has to guess it from words.
 */
export type SayKind = 'ask' | 'answer' | 'report' | 'unfinished' | 'ack';

export interface SayAction {
  intent: 'say';
  kind: SayKind;
  text: string;
}

/** An act on one element of the page. */
export type ElementAction =
  | { intent: 'click'; uid: Uid }
  | { intent: 'doubleClick'; uid: Uid }
  | { intent: 'rightClick'; uid: Uid }
  | { intent: 'hover'; uid: Uid }
  /** The whole value of a field after typing, not keystrokes (spec 8.3). */
  | { intent: 'textInput'; uid: Uid; text: string }
  /**
   * Option by value then label, of a native or an ARIA list; `true`/`false` for check boxes, radios and
   * switches; ISO text for date and time fields.
   */
  | { intent: 'change'; uid: Uid; value: string }
  | { intent: 'submit'; uid: Uid }
  /** A key or chord in Playwright's spelling (`Enter`, `Control+A`), on an element. */
  | { intent: 'press'; key: string; uid: Uid }
  /** Pressed at its centre, moved, let go. */
  | { intent: 'drag'; uid: Uid; to: DropTarget }
  /** Files for a file field, or for the control that opens a file chooser. Only allow-listed paths are given. */
  | { intent: 'upload'; uid: Uid; files: string[] }
  /** Inside a scroll container: absolute offsets in CSS px. */
  | { intent: 'scroll'; uid: Uid; x: number; y: number }
  /** Scrolls whatever must be scrolled until the element is in view. */
  | { intent: 'reveal'; uid: Uid }
  /** A field's value or an element's text, onto the session's own clipboard. */
  | { intent: 'copy'; uid: Uid }
  /** The session's clipboard, at the caret of a field or in place of its selection. */
  | { intent: 'paste'; uid: Uid };

/** Where a drag ends: on another element's centre, or so many CSS px from where it began. */
export type DropTarget = { uid: Uid } | { dx: number; dy: number };

/** An act on the page as a whole. */
export type TabAction =
  | { intent: 'load'; url: string }
  | { intent: 'back' }
  | { intent: 'forward' }
  | { intent: 'reload' }
  /** Absolute offsets in CSS px (spec 1.3). */
  | { intent: 'scroll'; x: number; y: number; uid?: undefined }
  | { intent: 'press'; key: string; uid?: undefined }
  /** At most `ms` milliseconds, less when the page changed and came to rest before. */
  | { intent: 'wait'; ms: number }
  /** Answers the JavaScript dialog that is open; `text` for a prompt. */
  | { intent: 'dialog'; answer: 'accept' | 'dismiss'; text?: string }
  | { intent: 'tabcreate'; url?: string }
  /** Without `tab` the active one. Ids as in `Observation.tabs`. */
  | { intent: 'tabremove'; tab?: number }
  | { intent: 'tabswitch'; tab: number };

export type PageAction = ElementAction | TabAction;
export type Action = SayAction | PageAction;
export type Intent = Action['intent'];
