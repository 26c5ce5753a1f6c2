/** What a navigator can do. WebLINX intents keep their WebLINX names; `action/` maps the others to WebLINX. */

/** Id of an element in WebLINX form (8-4-4 hex digits). It stays the same as long as the DOM node exists. */
export type Uid = string;

/**
 * The purpose of a navigator's utterance. After `ask`, `answer`, `report` and `unfinished` the instructor speaks
 * next; after `ack` the navigator continues. `unfinished` reports that the instruction could not be completed.
 */
export type SayKind = 'ask' | 'answer' | 'report' | 'unfinished' | 'ack';

export interface SayAction {
  intent: 'say';
  kind: SayKind;
  text: string;
}

/** An action on one element of the page. */
export type ElementAction =
  | { intent: 'click'; uid: Uid }
  | { intent: 'doubleClick'; uid: Uid }
  | { intent: 'rightClick'; uid: Uid }
  | { intent: 'hover'; uid: Uid }
  /**
   * Without `edit`, `text` is the complete value of the field after typing, not the keystrokes. A grid cell counts as a
   * field.
   */
  | { intent: 'textInput'; uid: Uid; text: string; edit?: TextEdit }
  /**
   * Sets a control. `value` is an option's value or label (native and ARIA lists), `true` or `false` (checkboxes,
   * radio buttons, switches), or an ISO 8601 string (date and time fields). In a list that accepts several options,
   * `value` contains options separated by commas. They are added to the selection, unless `among` says otherwise.
   */
  | { intent: 'change'; uid: Uid; value: string; among?: ChoiceChange }
  | { intent: 'submit'; uid: Uid }
  /** Presses a key or chord in Playwright's notation (`Enter`, `Control+A`) while the element has the focus. */
  | { intent: 'press'; key: string; uid: Uid }
  /** Drags the element by its centre. */
  | { intent: 'drag'; uid: Uid; to: DropTarget }
  /** Uploads files through a file field or a control that opens a file chooser. The user must have allowed the paths. */
  | { intent: 'upload'; uid: Uid; files: string[] }
  /** Scrolls a scroll container to absolute offsets in CSS px. */
  | { intent: 'scroll'; uid: Uid; x: number; y: number }
  /** Scrolls the page and its containers until the element is in view. */
  | { intent: 'reveal'; uid: Uid }
  /** Copies a field's value or an element's text to the session's own clipboard. */
  | { intent: 'copy'; uid: Uid }
  /** Pastes the session's clipboard at the caret of a field, replacing the selection. */
  | { intent: 'paste'; uid: Uid };

/**
 * An edit that keeps the rest of the field's content: `text` is added at the end or at the caret, or replaces a passage
 * that occurs once.
 */
export type TextEdit = { at: 'end' } | { at: 'caret' } | { passage: string };

/**
 * How `change` alters the selection in a list that accepts several options: `remove` deselects the given options, `only`
 * deselects all others.
 */
export type ChoiceChange = 'remove' | 'only';

/** Where a drag ends: at the centre of another element, or at an offset in CSS px from its starting point. */
export type DropTarget = { uid: Uid } | { dx: number; dy: number };

/** An action on the page as a whole, or on tabs. */
export type TabAction =
  | { intent: 'load'; url: string }
  | { intent: 'back' }
  | { intent: 'forward' }
  | { intent: 'reload' }
  /** Scrolls the page to absolute offsets in CSS px. */
  | { intent: 'scroll'; x: number; y: number; uid?: undefined }
  | { intent: 'press'; key: string; uid?: undefined }
  /** Types into whatever has the focus. */
  | { intent: 'textInput'; text: string; uid?: undefined; edit: { at: 'caret' } }
  /** Waits until the page has changed and settled, at most `ms` milliseconds. */
  | { intent: 'wait'; ms: number }
  /** Answers the open JavaScript dialog. `text` is the input of a `prompt()`. */
  | { intent: 'dialog'; answer: 'accept' | 'dismiss'; text?: string }
  | { intent: 'tabcreate'; url?: string }
  /** Closes a tab by its id in `Observation.tabs`, or the active tab. */
  | { intent: 'tabremove'; tab?: number }
  | { intent: 'tabswitch'; tab: number };

export type PageAction = ElementAction | TabAction;
export type Action = SayAction | PageAction;
export type Intent = Action['intent'];
