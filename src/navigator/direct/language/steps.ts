/** What one clause of an instructor line means: steps with slots. Plain data. */
import type { Landmark, Relation, Side } from '../lexicon/places.js';
import type { RoleWord } from '../lexicon/roles.js';
import type { Spot } from '../lexicon/things.js';

export interface Place {
  relation: Relation;
  words: string;
  landmarks?: readonly Landmark[];
  side?: Side;
}

/** One way to understand a target phrase. Names contain prepositions and role words ("Terms of Service", "Search box"), so the page decides which reading holds. */
export interface Reading {
  /** What its name says; '' where only role, order or place are given. */
  phrase: string;
  role: RoleWord | null;
  /** 1-based; negative counts from the end. */
  nth: number | null;
  place: Place | null;
  /** How much the reading is trusted before the page is looked at, 0…1. */
  prior: number;
}

/** What a phrase plainly says of a thing, as people write it down. */
export interface Thing {
  /** As said, '' where only kind, order or place were. */
  name: string;
  kind: string | null;
  nth: number | null;
  spots: { spot: Spot; words: string }[];
}

export interface Target {
  /** The instructor's words. */
  text: string;
  /** Likeliest first, as far as words can tell. */
  readings: [Reading, ...Reading[]];
  /** The name was in quotes, so it is exactly that. */
  quoted: boolean;
  /** "it", "that one": the last thing spoken of. */
  pronoun: boolean;
  /** The one plain reading of the words, as notation writes it down. */
  thing?: Thing;
  /** What must not be meant: "not the first one", "except Archive". */
  not?: readonly Target[];
  /** Others that would do as well: "the red one or the blue one, either". */
  or?: readonly Target[];
  /** All that fit are meant, at most so many: "each", "all", "the first three". */
  each?: { max: number | null };
  /** Of those that fit the one that has the most or the least of something: "the cheapest flight". */
  best?: Best;
}

export interface Best {
  way: 'most' | 'least';
  /** What is compared, as the page may call it: "price", "duration". */
  by: string;
}

/** A value that is read on the page: "the value of Color", "the 2nd word in the paragraph", "your answer". */
export type Source =
  | { read: 'value' | 'text'; of: Target }
  | { read: 'part'; part: string; nth: number; of: Target | null }
  | { read: 'answer'; to: string };

/** What has to be so before an order counts. */
export interface Condition {
  /** `when` waits for it, `until` repeats the order. */
  word: 'if' | 'unless' | 'when' | 'until';
  text: string;
  /** Only what comes of the order counts, not what stood there before. */
  fresh?: true;
}

export interface FieldValue {
  field: Target;
  /** Missing where the line names the field only. */
  value: string | null;
  /** A date or time in figures where the words say one. */
  meant?: string;
  /** Left out without complaint where no such field exists ("in Room 5" may belong to the title). */
  optional?: boolean;
  /** One of a list, as it was said ("supplier Nordlys AS"): the page tells where the name of its field ends. */
  piece?: string;
}

export type ScrollWay = 'up' | 'down' | 'top' | 'bottom' | 'left' | 'right';

/** A tab of the browser: by its place in the row, or as it stands to the one in front. */
export type WhichTab = { nth: number } | 'this' | 'other' | 'others' | 'next' | 'previous';

export type ClickHow = 'click' | 'open' | 'expand' | 'collapse' | 'command' | 'bare' | 'find';

/** What a command does and to what: "delete the draft", "add the mug to the cart". */
export interface Command {
  name: string;
  object: Target | null;
  /** What is written on the way: "reply with the text Hi", "forward it to Ana". */
  fields?: readonly FieldValue[];
  /** How many of it, where more than one was said. */
  amount?: number;
}

/**
 * `value` is as it was said, numbers in figures; `meant` beside it holds the date (`2026-11-27`), the time (`14:30`) or
 * both (`2026-11-27 14:30`) that it says, for fields that take them so.
 */
export type Step =
  /** `through`: what may be opened one after another to find it ("go through the tabs"). */
  | { do: 'click'; how: ClickHow; target: Target; command?: Command; through?: Target }
  | { do: 'hover'; target: Target }
  | {
      do: 'set';
      target: Target | null;
      value: string | null;
      meant?: string;
      source?: Source;
      verb: string;
    }
  /** Where the thing of the next step is to be looked for. */
  | { do: 'look'; through: Target }
  /** `within` a part of the site ("in Videos"). */
  | { do: 'search'; query: string | null; target: Target | null; within?: Target }
  /** `or`: other values that would do as well. */
  | {
      do: 'choose';
      value: string;
      meant?: string;
      or?: readonly string[];
      from: Target | null;
      target: Target;
    }
  | { do: 'tick'; to: boolean | 'toggle'; target: Target; verb: string }
  /** `purpose`: what is signed up for. */
  | {
      do: 'fill';
      fields: FieldValue[];
      thing: Target | null;
      how: 'fill' | 'create' | 'enter';
      purpose?: Target;
    }
  | { do: 'submit'; target: Target | null }
  | { do: 'press'; key: string; target: Target | null; name: string }
  /** `within` a part of the page that scrolls by itself. */
  | { do: 'scroll'; to: ScrollWay | Target; within: Target | null }
  | { do: 'point'; how: 'double' | 'right'; target: Target }
  | { do: 'drag'; target: Target; to: Target | { dx: number; dy: number }; beside?: true }
  | { do: 'upload'; files: string[]; target: Target | null }
  | { do: 'copy'; target: Target }
  | { do: 'paste'; target: Target | null }
  | { do: 'tab'; way: 'open'; url: string | null; said?: string; target: Target | null }
  | { do: 'tab'; way: 'close'; which: WhichTab; target: Target }
  | { do: 'tab'; way: 'switch'; which: WhichTab; target: Target }
  | { do: 'history'; way: 'back' | 'forward' | 'reload' }
  | { do: 'load'; url: string; said?: string }
  | { do: 'close'; target: Target | null }
  | { do: 'cookies'; choice: 'accept' | 'reject' | 'close'; said?: string }
  | { do: 'question'; text: string }
  | { do: 'wait'; ms: number }
  /** Takes the last act back. */
  | { do: 'undo' }
  /** What was done or asked for last, once more and otherwise: another one, the second one, another value or name. */
  | { do: 'again'; with: { other: true } | { nth: number } | { value: string; meant?: string } }
  /** To what the navigator has asked. */
  | { do: 'reply'; to: 'yes' | 'no' | 'stop' | { answer: string; meant?: string } }
  | { do: 'unknown'; text: string };

/** The steps of one kind. */
export type StepOf<K extends Step['do']> = Extract<Step, { do: K }>;

/** Quoted passages of the line, by their marks. */
export type Quotes = readonly string[];

export const click = (how: ClickHow, target: Target): Step => ({ do: 'click', how, target });

export interface Clause {
  /** The clause without politeness, quotes restored. */
  text: string;
  /** The clause as it stood, with what joined it to the one before (", then "). */
  raw: string;
  joint: string;
}

/** A step with the words it came from; `joint` and `raw` let names such as "Save and close" be put together again. */
export interface SpokenStep {
  step: Step;
  clause: Clause;
  /** The verb was said with the step before: "A as x and B as y". */
  sameBreath?: true;
  on?: Condition;
}
