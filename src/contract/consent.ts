/**
 * Irreversible actions, such as buying something, and the instructor's consent to them. A "command" is an instruction
 * to perform such an action; recorded fields call it an "order".
 */

/**
 * A group of irreversible actions: spending money, sending something, deleting something, changing an account. The
 * option `--confirm` allows or denies each group.
 */
export type ConsentClass = 'buy' | 'send' | 'delete' | 'account';

/** What exactly the action does. Consent to one kind does not cover another kind of the same class. */
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

export interface IrreversibleAction {
  class: ConsentClass;
  kind: ConsentKind;
  /** A verb phrase that completes “Shall I …?”: `place the order`, `send the message to Ana`. */
  what: string;
}

/** Facts on the page that make an action irreversible. They are never taken from the navigator's own text. */
export interface ConsentFacts {
  /** The control that the action uses. */
  control: { role: string; name: string };
  /** Title of the page. */
  title: string;
  /** The question that the control answers, asked by a dialog or by the page. */
  question?: string;
  /** Heading of the form or dialog that contains the control. */
  heading?: string;
  /** Text of the table row, list entry or card that contains the control. */
  row?: string;
  /** Names of the fields in the same form. */
  fields?: string[];
  /** Amounts of money on the page: `Total: €24.90`. */
  amounts?: string[];
}

/** Who gave the consent. `turn` and `question` are turn numbers of the session. */
export type ConsentSource =
  /** The policy of the session allows this class. */
  | { by: 'policy' }
  /** The instruction in turn `turn` asked for the action. */
  | { by: 'instruction'; turn: number }
  /** The instructor's answer in turn `turn` agreed to the navigator's question in turn `question`. */
  | { by: 'answer'; turn: number; question: number };

/** Why consent is missing. */
export type ConsentDenialReason =
  | 'not-requested' // no instruction asked for the action
  | 'already-used' // the instruction covers one such action, which has been performed
  | 'doubted' // an instruction asked for it, but a model found a difference
  | 'forbidden' // the instructor ruled it out
  | 'policy'; // the policy of the session denies this class

/** The decision about one irreversible action, as recorded. */
export type Consent = IrreversibleAction & {
  facts: ConsentFacts;
  /** The instructor's words that a model recognised as a command, if the rules recognised none. */
  orderWords?: string;
  /** The second opinion of a model, if one was asked for. */
  review?: ConsentOpinion;
} & ({ given: true; source: ConsentSource } | { given: false; reason: ConsentDenialReason });

/** The messages of the session, oldest first. */
export type ConsentConversation = readonly { speaker: 'instructor' | 'navigator'; text: string }[];

/** Input of a model that looks for a command. The model does not see the page, so a page cannot influence it. */
export interface ConsentSearchRequest {
  conversation: ConsentConversation;
  class: ConsentClass;
}

/** Input of a model that gives a second opinion on consent. */
export interface ConsentReviewRequest {
  conversation: ConsentConversation;
  /** What the action does: `place the order`. */
  what: string;
  /** What the page shows around the control. A string is empty if the page has no such text. */
  page: {
    title: string;
    /** Null for the browser's own dialog. */
    control: { role: string; name: string } | null;
    heading: string;
    question: string;
    row: string;
    fields: readonly { name: string; value: string; isPassword: boolean }[];
    /** Other text on the page, such as the items in the basket. */
    texts: readonly string[];
  };
}

export interface ConsentOpinion {
  /** Whether the instructor requested the action. */
  ordered: boolean;
  /** How the action differs from what the conversation asks for, in a few words or a sentence; '' if it does not. */
  difference: string;
}

/** A model that helps to decide on consent. */
export interface ConsentReviewer {
  /**
   * Looks for a command that the rules did not recognise.
   * @returns the instructor's words that request such an action; null if there are none
   */
  findCommandWords(request: ConsentSearchRequest, signal: AbortSignal): Promise<string | null>;
  /** @returns null if there is no opinion, for example because the session repeats recorded answers */
  review(request: ConsentReviewRequest, signal: AbortSignal): Promise<ConsentOpinion | null>;
}

/** Reported to the navigator when an action is refused for lack of consent. */
export interface MissingConsent extends IrreversibleAction {
  reason: ConsentDenialReason;
  /** A question that asks the instructor for consent; null if the instructor cannot give it. */
  question: string | null;
}
