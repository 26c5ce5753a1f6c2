/**
 * The verbs of the SteP paper's action grammars: syntax, number of arguments, and explanation in prompts.
 * Prompts and the parser of replies use the same table, so a prompt cannot list a verb that is not executable. Pure.
 */
import type { StepGrammar, StepVerb } from '../contract/index.js';

/** The heading under which a prompt lists the verb. */
export type StepVerbGroup = 'Page' | 'Tabs and addresses' | 'Notes and questions' | 'End';

export interface StepVerbEntry {
  group: StepVerbGroup;
  syntax: string;
  explanation: string;
  /** Minimum and maximum number of arguments. */
  arity: readonly [number, number];
  /** Whether the first argument is the id of an element. */
  takesId?: true;
  /** An action for the list of examples. */
  example: string;
}

const TYPE_WITH_ENTER: StepVerbEntry = {
  group: 'Page',
  syntax: 'type [id] [text] [0 or 1]',
  explanation:
    'replaces the content of the field with the text; with 1, Enter is pressed afterwards, with 0 it is not',
  arity: [2, 3],
  takesId: true,
  example: 'type [15] [red shoes] [1]',
};

const VERB_ENTRIES: Readonly<Record<StepVerb, StepVerbEntry>> = {
  click: {
    group: 'Page',
    syntax: 'click [id]',
    explanation: 'clicks the element with this id',
    arity: [1, 1],
    takesId: true,
    example: 'click [7]',
  },
  hover: {
    group: 'Page',
    syntax: 'hover [id]',
    explanation: 'moves the mouse over the element, for menus that open without a click',
    arity: [1, 1],
    takesId: true,
    example: 'hover [7]',
  },
  type: TYPE_WITH_ENTER,
  press: {
    group: 'Page',
    syntax: 'press [key]',
    explanation: 'presses a key or a combination of keys',
    arity: [1, 1],
    example: 'press [Control+A]',
  },
  scroll: {
    group: 'Page',
    syntax: 'scroll [up or down]',
    explanation: 'scrolls the page by one screen',
    arity: [0, 1],
    example: 'scroll [down]',
  },
  select: {
    group: 'Page',
    syntax: 'select [id] [option]',
    explanation: 'chooses the option with this text in a list or drop-down field',
    arity: [2, 2],
    takesId: true,
    example: 'select [21] [Canada]',
  },
  goto: {
    group: 'Tabs and addresses',
    syntax: 'goto [url]',
    explanation: 'opens the address in this tab',
    arity: [1, 1],
    example: 'goto [example.org/news]',
  },
  open: {
    group: 'Tabs and addresses',
    syntax: 'open [url]',
    explanation: 'opens the address in a new tab',
    arity: [1, 1],
    example: 'open [example.org/news]',
  },
  go_back: {
    group: 'Tabs and addresses',
    syntax: 'go_back',
    explanation: 'returns to the previous page',
    arity: [0, 0],
    example: 'go_back',
  },
  go_forward: {
    group: 'Tabs and addresses',
    syntax: 'go_forward',
    explanation: 'undoes go_back',
    arity: [0, 0],
    example: 'go_forward',
  },
  new_tab: {
    group: 'Tabs and addresses',
    syntax: 'new_tab',
    explanation: 'opens an empty tab',
    arity: [0, 0],
    example: 'new_tab',
  },
  tab_focus: {
    group: 'Tabs and addresses',
    syntax: 'tab_focus [number]',
    explanation: 'makes the tab with this number the current one; the first tab is 0',
    arity: [1, 1],
    example: 'tab_focus [0]',
  },
  close_tab: {
    group: 'Tabs and addresses',
    syntax: 'close_tab',
    explanation: 'closes the current tab',
    arity: [0, 0],
    example: 'close_tab',
  },
  note: {
    group: 'Notes and questions',
    syntax: 'note [text]',
    explanation:
      'keeps the text in PREVIOUS ACTIONS, so that you still know it on other pages; the page stays as it is',
    arity: [1, 1],
    example: 'note [order 170 cost $25.99]',
  },
  copy: {
    group: 'Notes and questions',
    syntax: 'copy [text]',
    explanation: 'the same as note',
    arity: [1, 1],
    example: 'copy [ABC123]',
  },
  ask: {
    group: 'Notes and questions',
    syntax: 'ask [question]',
    explanation: 'asks the user and waits for the answer',
    arity: [1, 1],
    example: 'ask [Which of the two dates do you mean?]',
  },
  stop: {
    group: 'End',
    syntax: 'stop [answer]',
    explanation: 'ends your task and returns the answer; without an answer: stop [N/A]',
    arity: [0, 1],
    example: 'stop [N/A]',
  },
};

/** Typing in MiniWoB++ has no argument for Enter. */
const TYPE_WITHOUT_ENTER: StepVerbEntry = {
  ...TYPE_WITH_ENTER,
  syntax: 'type [id] [text]',
  explanation: 'types the text into the field with this id',
  arity: [2, 2],
  example: 'type [15] [Cierra]',
};

const WEBARENA_VERBS: readonly StepVerb[] = [
  'click',
  'hover',
  'type',
  'press',
  'scroll',
  'goto',
  'go_back',
  'go_forward',
  'new_tab',
  'tab_focus',
  'close_tab',
  'note',
  'ask',
  'stop',
];

/** The executable verbs of each grammar, in the order in which prompts list them. */
export const STEP_VERBS_BY_GRAMMAR: Readonly<Record<StepGrammar, readonly StepVerb[]>> = {
  webarena: WEBARENA_VERBS,
  miniwob: ['click', 'type', 'ask', 'stop'],
  live: Object.keys(VERB_ENTRIES) as StepVerb[],
};

/** All verbs. The type is a non-empty tuple, which schemas need. */
export const STEP_VERBS = Object.keys(VERB_ENTRIES) as [StepVerb, ...StepVerb[]];

export const isStepVerb = (word: string): word is StepVerb => Object.hasOwn(VERB_ENTRIES, word);

/** Without a grammar, returns the general form of the verb. */
export const getStepVerbEntry = (verb: StepVerb, grammar?: StepGrammar): StepVerbEntry =>
  verb === 'type' && grammar === 'miniwob' ? TYPE_WITHOUT_ENTER : VERB_ENTRIES[verb];
