/** Irreversible actions, such as placing an order, and the instructor's consent to them. */

/** Coarse class, the unit of the `--confirm` option: spend money, send something, delete something, change an account. */
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
  /** Question of the dialog or page that the control answers. */
  question?: string;
  /** Heading of the form or dialog that contains the control. */
  heading?: string;
  /** Text of the table row, list entry or card that contains the control. */
  row?: string;
  /** Names of the fields in the same form. */
  fields?: string[];
  /** Sums of money on the page: `Total: €24.90`. */
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
  /** The instructor's words in which a model found the order, if the rules found none. */
  orderWords?: string;
  /** The second opinion of a model, if one was asked for. */
  review?: ConsentOpinion;
} & ({ given: true; source: ConsentSource } | { given: false; reason: ConsentDenialReason });

/** The messages of the session, oldest first. */
export type ConsentConversation = readonly { speaker: 'instructor' | 'navigator'; text: string }[];

/** Input of a model that looks for an order. The model does not see the page, so no page can persuade it. */
export interface ConsentOrderRequest {
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
    /** Other text on the page, such as the items of an order. */
    texts: readonly string[];
  };
}

export interface ConsentOpinion {
  /** Whether the conversation orders the action. */
  ordered: boolean;
  /** What the conversation and the action differ in, a sentence or a few words; '' if nothing. */
  difference: string;
}

/** A model that helps to decide on consent. */
export interface ConsentReviewer {
  /**
   * Looks for an order that the rules did not recognise.
   * @returns the instructor's words that order such an action; null if there are none
   */
  findOrder(request: ConsentOrderRequest, signal: AbortSignal): Promise<string | null>;
  /** @returns null if there is no opinion, for example because the session repeats recorded answers */
  review(request: ConsentReviewRequest, signal: AbortSignal): Promise<ConsentOpinion | null>;
}

/** Reported to the navigator when an action is refused for lack of consent. */
export interface MissingConsent extends IrreversibleAction {
  reason: ConsentDenialReason;
  /** A question to the instructor that asks for consent; null if no answer can give it. */
  question: string | null;
}
