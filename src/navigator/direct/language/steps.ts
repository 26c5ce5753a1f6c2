/** The steps that an instructor's line is parsed into. Plain data. */
import type { Landmark, Relation, Side } from '../lexicon/places.js';
import type { RoleWord } from '../lexicon/roles.js';
import type { Spot } from '../lexicon/kind-words.js';

export interface Place {
  relation: Relation;
  words: string;
  landmarks?: readonly Landmark[];
  side?: Side;
}

/**
 * One interpretation of a target phrase. Names may contain prepositions and role words ("Terms of Service", "Search
 * box"), so the page decides which interpretation is right.
 */
export interface Interpretation {
  /** The name; '' if the phrase gives only role, position or place. */
  phrase: string;
  role: RoleWord | null;
  /** Position from 1; negative positions count from the end. */
  nth: number | null;
  place: Place | null;
  /** Probability of this interpretation, judged by the words alone, 0 to 1. */
  prior: number;
}

/** The plainest interpretation of a phrase. */
export interface TargetDescription {
  /** The name as given; '' if the phrase gives only kind, position or place. */
  name: string;
  kind: string | null;
  nth: number | null;
  /** Where the element is: "under Toppings". */
  spots: { spot: Spot; words: string }[];
}

export interface Target {
  /** The instructor's own words. */
  text: string;
  /** Most likely first, judged by the words alone. */
  interpretations: [Interpretation, ...Interpretation[]];
  /** Whether the name was in quotes, so that it is literal. */
  quoted: boolean;
  /** Whether the phrase is a pronoun ("it", "that one") for the target mentioned last. */
  pronoun: boolean;
  /** The plain interpretation, which `notation.ts` formats. */
  description?: TargetDescription;
  /** Exclusions: "not the first one", "except Archive". */
  not?: readonly Target[];
  /** Alternatives: "the red one or the blue one, either". */
  or?: readonly Target[];
  /** Set if the target is all matching elements, up to a maximum: "each", "all", "the first three". */
  each?: { max: number | null };
  /** Set if the target is the matching element with the most or least of something: "the cheapest flight". */
  superlative?: Superlative;
}

export interface Superlative {
  direction: 'most' | 'least';
  /** The quantity that is compared, in a word that pages use: "price", "duration". */
  measure: string;
}

/**
 * A value that the line does not spell out: one to be read from the page ("the value of Color", "the 2nd word in the
 * paragraph", "your answer"), or the one that was mentioned last ("enter it in the field"). For an answer, `question`
 * is '' if the last answer is meant.
 */
export type Source =
  | { read: 'value' | 'text'; of: Target }
  | { read: 'part'; part: string; nth: number; of: Target | null }
  | { read: 'answer'; question: string }
  | { read: 'mentioned' };

/** The condition of an instruction. */
export interface Condition {
  /** `when` waits for the condition, `until` repeats the instruction. */
  word: 'if' | 'unless' | 'when' | 'until';
  text: string;
  /** Whether only a new result of the instruction meets the condition, not earlier text. */
  needsNewResult?: true;
}

export interface FieldValue {
  field: Target;
  /** Null if the line only names the field. */
  value: string | null;
  /** The date or time in ISO format, if the value is one. */
  isoValue?: string;
  /** Whether the value is silently dropped if no such field exists ("in Room 5" may belong to the title). */
  optional?: boolean;
  /** The control, if the page's labels identified the field. */
  uid?: string;
  /** Whether the value is the new item's name. */
  isTitle?: true;
}

export type ScrollDirection = 'up' | 'down' | 'top' | 'bottom' | 'left' | 'right';

/** A browser tab, by position or relative to the active tab. */
export type TabReference = { nth: number } | 'this' | 'other' | 'others' | 'next' | 'previous';

/**
 * How the line asks for a click. `command`: by a verb that is probably the button's name ("delete the draft"). `bare`:
 * without a verb ("Settings"). `find`: only to find something ("find the invoice").
 */
export type ClickKind = 'click' | 'open' | 'expand' | 'collapse' | 'command' | 'bare' | 'find';

/** A command and its object: "delete the draft", "add the mug to the cart". */
export interface Command {
  name: string;
  object: Target | null;
  /** Fields to fill in before the command is complete: "reply with the text Hi", "forward it to Ana". */
  fields?: readonly FieldValue[];
  /** The amount, if more than one was requested. */
  amount?: number;
}

/**
 * `value` is in the instructor's words, with numbers in figures. If it is a date (`2026-11-27`), a time (`14:30`) or
 * both (`2026-11-27 14:30`), `isoValue` contains it in that format, for fields that need it.
 */
export type Step =
  /** `through`: elements to open one after another until the target is found ("go through the tabs"). */
  | { do: 'click'; kind: ClickKind; target: Target; command?: Command; through?: Target }
  | { do: 'hover'; target: Target }
  | {
      do: 'set';
      target: Target | null;
      value: string | null;
      isoValue?: string;
      source?: Source;
      verb: string;
    }
  /** The places to search for the next step's target. */
  | { do: 'look'; through: Target }
  /** `within`: a section of the site ("in Videos"). `source`: where the query comes from ("search for it"). */
  | { do: 'search'; query: string | null; target: Target | null; within?: Target; source?: Source }
  /** `or`: alternative values. */
  | {
      do: 'choose';
      value: string;
      isoValue?: string;
      or?: readonly string[];
      from: Target | null;
      target: Target;
    }
  | { do: 'tick'; newState: boolean | 'toggle'; target: Target; verb: string }
  /** `purpose`: what the user signs up for. */
  | {
      do: 'fill';
      fields: FieldValue[];
      item: Target | null;
      /** `save`: fills in and submits. `run`: executes what is typed, without creating an entry. */
      kind: 'fill' | 'save' | 'create' | 'enter' | 'run';
      /** The button that submits, if the line names one. */
      button?: string;
      /** The table row that contains the form, in the line's words. */
      row?: string;
      purpose?: Target;
      /** Words of the line that belong to none of the fields. */
      unplaced?: string;
      /** Whether the line names each field or one of its options. */
      isCertain?: true;
    }
  /**
   * Changes values in a form that is not open yet: the form of the table row that `row` names, or of the page's item.
   * `values`: what the line says about the row's columns. `fallbackSteps` are used if the form does not explain the
   * line.
   */
  | {
      do: 'edit';
      row: string | null;
      line: string;
      values?: readonly { column: string; value: string }[];
      fallbackSteps: readonly SpokenStep[];
    }
  | { do: 'submit'; target: Target | null }
  | { do: 'press'; key: string; target: Target | null; name: string }
  /** `within`: a scrollable container. */
  | { do: 'scroll'; destination: ScrollDirection | Target; within: Target | null }
  | { do: 'double-or-right-click'; kind: 'double' | 'right'; target: Target }
  | { do: 'drag'; target: Target; destination: Target | { dx: number; dy: number }; isBeside?: true }
  | { do: 'upload'; files: string[]; target: Target | null }
  | { do: 'copy'; target: Target }
  | { do: 'paste'; target: Target | null }
  | { do: 'tab'; way: 'open'; url: string | null; originalText?: string; target: Target | null }
  | { do: 'tab'; way: 'close'; which: TabReference; target: Target }
  | { do: 'tab'; way: 'switch'; which: TabReference; target: Target }
  | { do: 'history'; way: 'back' | 'forward' | 'reload' }
  | { do: 'load'; url: string; originalText?: string }
  | { do: 'close'; target: Target | null }
  | { do: 'cookies'; choice: 'accept' | 'reject' | 'close'; originalText?: string }
  | { do: 'question'; text: string }
  | { do: 'wait'; ms: number }
  /**
   * Changes how many of a listed item are in the basket. `item` is in the line's words; '' is the only item. `mayAdd`:
   * an item that is not in the basket is added. `isAdded`: it was added just now.
   */
  | { do: 'quantity'; item: string; change: QuantityChange; mayAdd: boolean; isAdded?: true }
  /** Undoes the last action. */
  | { do: 'undo' }
  /** Repeats the last step or question with a change: another element, the second one, another value or name. */
  | { do: 'again'; with: { other: true } | { nth: number } | { value: string; isoValue?: string } }
  /** Answers the navigator's question. */
  | {
      do: 'reply';
      utterance: 'yes' | 'no' | 'stop' | 'thanks' | 'greeting' | { answer: string; isoValue?: string };
      /** The verb of what should stop: "delete" in "no, don't delete it". */
      unwantedVerb?: string;
    }
  | { do: 'unknown'; text: string };

/** "Make it three", "two more", "double it". */
export type QuantityChange = { to: number } | { by: number } | { times: number };

/** The steps of one kind. */
export type StepOf<K extends Step['do']> = Extract<Step, { do: K }>;

/** The line's quotations, in order. In the masked text, a private-use character stands for each. */
export type Quotes = readonly string[];

export const createClick = (kind: ClickKind, target: Target): Step => ({ do: 'click', kind, target });

export interface Clause {
  /** The clause without polite phrases, with its quotations. */
  text: string;
  /** The original clause. */
  raw: string;
  /** The text that connects the clause to the previous one: ", then ". */
  joint: string;
}

/** A step with its original words. `joint` and `raw` allow split names such as "Save and close" to be rejoined. */
export interface SpokenStep {
  step: Step;
  clause: Clause;
  /** Whether the step shares its verb with the previous step: "A as x and B as y". */
  sharesVerb?: true;
  condition?: Condition;
}
