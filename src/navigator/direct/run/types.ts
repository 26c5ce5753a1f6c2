/** The working state of one instructor line: its steps, how far each has come, what was said and asked. */
import type { Box, Candidate, Inspector, OpenDialog, PageAction, Turn } from '../../../contract/index.js';
import type { Scored } from '../ground/score.js';
import type { View } from '../ground/view.js';
import type { SpokenStep, Step } from '../language/steps.js';
import type { Deed, UndoState } from './deeds.js';

export type ActTurn = Extract<Turn, { type: 'action' }>;

/** What the next line of the instructor may answer. */
export type Pending =
  | { kind: 'which'; options: { uid: string; name: string; said: string }[] }
  | { kind: 'value'; field: string }
  /** Whether to go on: yes or no. */
  | { kind: 'confirm' }
  /** Whether to do what cannot be taken back: the act that was refused, as it is spoken of. */
  | { kind: 'consent'; act: PageAction; what: string }
  /** What a JavaScript dialog of the page asks. */
  | { kind: 'dialog'; dialog: OpenDialog }
  | { kind: 'what' };

/** A step that opened a menu, and the page as it stood before. */
export interface Opened {
  by: 'right-click' | 'menu';
  /** The element, and how it is spoken of. */
  uid: string;
  said: string;
  at: Box;
  url: string;
  /** Elements that stood there, by id and by what they looked like: pages draw lists anew. */
  before: ReadonlySet<string>;
  /** The step that it was, so that the one right after it is known. */
  since: number;
  cursor: number;
}

/** What outlives a line: the things that "it", "the other one" and "the second" speak of. */
export interface Memory {
  target?: { uid: string; name: string };
  value?: string;
  /** What else the last target could have been; `nth` of those that are called like it. */
  others: { uid: string; name: string; nth?: number }[];
  lastStep?: SpokenStep;
  /** What was done, the latest last, with what is needed to take it back. */
  deeds: Deed[];
  /** What was dropped on a drawing surface, by the name of what was dragged there. */
  dropped?: { uid: string; name: string }[];
  /** The deed that finished a form, which the page took, and the button that did it. */
  finished?: { deed: Deed; button: string };
  /** Menus that were opened in search of something that they did not hold. */
  left?: string[];
  /** The menu that was opened last, while it is spoken of. */
  opened?: Opened;
}

export interface StepRun {
  spoken: SpokenStep;
  step: Step;
  /** Elements that were tried and did nothing. */
  tried: Set<string>;
  /** Decisions spent on this step. */
  moves: number;
  /** What the last acts were for; each handler names its own. */
  stage: string;
  /** The element in work, and how it is spoken of. */
  target: { uid: string; said: string; name: string } | null;
  /** The instructor's pick among several, or the element a value was asked for. */
  picked: string | null;
  /** The pick is the only one that may be acted on. */
  only: boolean;
  /** How well the first element that was tried fitted. */
  fit: number | null;
  /** For steps that mean all that fit. */
  each: EachState | null;
  /** For steps that take something back: what is left of it, and what was done about each. */
  undo: UndoState | null;
  /** Values that the instructor gave when asked, by field name. */
  given: Map<string, string>;
  asked: string | null;
  /** Things done on the way that the report should mention ("closed the cookie banner"). */
  aside: string[];
  retries: number;
  /** What the order hangs on was seen to be so. */
  met: boolean;
  /** How often it was waited for, or done again. */
  repeats: number;
  reveals: Set<string>;
  /** Pages of a list that were turned in search of the target, and how many were counted on those before. */
  paged: number;
  passed: number;
  /** Fields of a form: uid → value to be seen there. */
  wanted: Map<string, { value: string; said: string }>;
  /** Address when the step began, to tell whether anything moved. */
  url: string;
  /** What the page showed before the step, for effects that outcomes do not tell. */
  before: string;
  /** Messages that stood on the page before the step. */
  notices: readonly string[] | null;
}

/** One of the set, as it shows now. */
export interface Item {
  uid: string;
  /** What it is called, with what its row says. */
  text: string;
}

export interface EachState {
  /** How many are to be done: never more than were seen at first. */
  total: number;
  /** How many there were. */
  seen: number;
  /** Those that may still be acted on. */
  open: Set<string>;
  /** The set as it was last looked at. */
  last: readonly Item[];
  acted: { item: Item; index: number } | null;
  /** The work on one of them. */
  inner: StepRun | null;
  /** Names of those that were done, and of those that needed nothing. */
  done: string[];
  already: string[];
  /** How far above each its row is, where it has one. */
  depth: number | null;
  /** Some are called alike, so that their rows tell them apart. */
  alike: boolean;
  /** What they are called together ("boxes"). */
  kind: string;
}

export interface Plan {
  line: string;
  /** Index of the instructor turn that it answers. */
  since: number;
  /** Index of the turn that it began with: answers to questions belong to it. */
  intention: number;
  steps: StepRun[];
  cursor: number;
  /** Past-tense phrases for the report. */
  did: string[];
  answers: string[];
  pending: Pending | null;
  /** Refused before, and allowed now. */
  redo?: PageAction;
  decisions: number;
}

export type Move =
  | { kind: 'act'; acts: [PageAction, ...PageAction[]]; stage: string }
  /** The step is met. `did` is a past-tense phrase, `answer` a sentence. */
  | { kind: 'done'; did?: string; answer?: string }
  | { kind: 'ask'; text: string; pending: Pending }
  | { kind: 'fail'; text: string }
  /** Other steps say it better. */
  | { kind: 'replace'; steps: SpokenStep[]; drop?: number; prepare?: (runs: StepRun[]) => void };

export interface Context {
  view: View;
  look: Inspector;
  memory: Memory;
  plan: Plan;
  run: StepRun;
  /** Acts performed since the last decision. */
  last: readonly ActTurn[];
  today: Date;
  /** For the record: the ranking that was looked at. */
  ranked: Scored[];
}

export function startRun(spoken: SpokenStep, url: string): StepRun {
  return {
    spoken,
    step: spoken.step,
    tried: new Set(),
    moves: 0,
    stage: '',
    target: null,
    picked: null,
    only: false,
    fit: null,
    each: null,
    undo: null,
    given: new Map(),
    asked: null,
    aside: [],
    retries: 0,
    met: false,
    repeats: 0,
    reveals: new Set(),
    paged: 0,
    passed: 0,
    wanted: new Map(),
    url,
    before: '',
    notices: null,
  };
}

export const done = (did?: string): Move => ({ kind: 'done', ...(did ? { did } : {}) });
export const fail = (text: string): Move => ({ kind: 'fail', text });
export const act = (stage: string, ...acts: [PageAction, ...PageAction[]]): Move => ({
  kind: 'act',
  stage,
  acts,
});

/** Makes a candidate the thing in work, for this step and for later lines. */
export function aim(ctx: Context, candidate: Candidate, said: string, name: string): void {
  ctx.run.target = { uid: candidate.uid, said, name };
  ctx.memory.target = { uid: candidate.uid, name };
}
