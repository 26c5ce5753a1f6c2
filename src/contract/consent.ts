/** Acts that cannot be taken back, and an instructor's yes to them. */

/** What is at stake: money, something said to others, something that will be gone, who one is to a site. */
export type ConsentClass = 'buy' | 'send' | 'delete' | 'account';

/** What exactly is done: a yes to one of these is no yes to another of the same class. */
export type ConsentKind =
  | 'buy'
  | 'book'
  | 'send'
  | 'delete'
  | 'cancel'
  | 'create-account'
  | 'close-account'
  | 'password'
  | 'grant';

/** An act at the point of no return. */
export interface IrreversibleAction {
  class: ConsentClass;
  kind: ConsentKind;
  /** Continues “Shall I …?”: `place the order`, `send the message to Ana`. */
  what: string;
}

/** What of the page made it one: read from the page, never from what a navigator says of it. */
export interface ConsentFacts {
  control: { role: string; name: string };
  title: string;
  /** What a dialog, or the page, asks with this control as the answer. */
  question?: string;
  /** Of the form or dialog that the control belongs to. */
  heading?: string;
  /** Names of the fields beside it. */
  fields?: string[];
  /** Sums that the page names: `Total: €24.90`. */
  amounts?: string[];
}

/** Where a yes came from. Turns are those of the conversation. */
export type ConsentSource =
  | { by: 'policy' }
  | { by: 'line'; turn: number }
  | { by: 'answer'; turn: number; question: number };

/**
 * Why there is none: nobody named the act; the line that did was about one that is done; the instructor said
 * not to; the policy of the session forbids it.
 */
export type ConsentDenialReason = 'unsaid' | 'used-up' | 'forbidden' | 'policy';

export type Consent = IrreversibleAction & { facts: ConsentFacts } & (
    | { given: true; source: ConsentSource }
    | { given: false; reason: ConsentDenialReason }
  );

/** Of a refused act, as its navigator sees it. */
export interface MissingConsent extends IrreversibleAction {
  reason: ConsentDenialReason;
  /** The question that would bring the consent; null where no answer would. */
  question: string | null;
}
