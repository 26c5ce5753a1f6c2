/** What a navigator can do. WebLINX intents keep their WebLINX spelling; `action/` maps the others. */

/** Id of an element, WebLINX form (8-4-4 hex), stable while the node lives. */
export type Uid = string;

/**
 * What a navigator's utterance is for. `ask`, `answer` and `report` yield the floor, `ack` does not.
 * `unfinished` is a report that the intention could not be met, so that no reader has to guess it from words.
 */
export type SayKind = 'ask' | 'answer' | 'report' | 'unfinished' | 'ack';

export interface SayAct {
  intent: 'say';
  kind: SayKind;
  text: string;
}

/** An act on one element of the page. */
export type ElementAct =
  | { intent: 'click'; uid: Uid }
  | { intent: 'hover'; uid: Uid }
  /** The whole value of a field after typing, not keystrokes (spec 8.3). */
  | { intent: 'textInput'; uid: Uid; text: string }
  /** Option by value then label; `true`/`false` for check boxes, radios and switches; ISO text for date and time fields. */
  | { intent: 'change'; uid: Uid; value: string }
  | { intent: 'submit'; uid: Uid }
  /** A key or chord in Playwright's spelling (`Enter`, `Control+A`), on an element. */
  | { intent: 'press'; key: string; uid: Uid };

/** An act on the page as a whole. */
export type PlaceAct =
  | { intent: 'load'; url: string }
  | { intent: 'back' }
  | { intent: 'forward' }
  | { intent: 'reload' }
  /** Absolute offsets in CSS px (spec 1.3). */
  | { intent: 'scroll'; x: number; y: number }
  | { intent: 'press'; key: string; uid?: undefined };

export type PageAct = ElementAct | PlaceAct;
export type Act = SayAct | PageAct;
export type Intent = Act['intent'];
