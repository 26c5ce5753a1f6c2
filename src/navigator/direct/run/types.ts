/** The working state of a line: its steps, their progress, the conversation and open questions. */
import type { Box, Candidate, Inspector, OpenDialog, PageAction, Turn } from '../../../contract/index.js';
import type { Resolution } from '../../../reference/index.js';
import type { ScoredCandidate } from '../ground/score.js';
import type { View } from '../ground/view.js';
import type { SpokenStep, Step } from '../language/steps.js';
import type { PerformedAction, UndoState } from './performed-actions.js';

export type ActTurn = Extract<Turn, { type: 'action' }>;

/** The open question that the instructor's next line may answer. */
export type OpenQuestion =
  | { kind: 'which'; options: { uid: string; name: string; description: string }[] }
  | { kind: 'value'; field: string }
  /** Whether to continue: yes or no. */
  | { kind: 'confirm' }
  /** Whether to perform a refused irreversible action; `what` describes it. */
  | { kind: 'consent'; act: PageAction; what: string }
  /** The question of a JavaScript dialog. */
  | { kind: 'dialog'; dialog: OpenDialog }
  | { kind: 'what' };

/** The element that may have opened a menu, and the page's state before that. */
export interface MenuOpening {
  by: 'right-click' | 'menu';
  /** The element, with its description for messages. */
  uid: string;
  description: string;
  at: Box;
  url: string;
  /** Elements that existed before, by uid and by appearance, because pages may re-render lists. */
  before: ReadonlySet<string>;
  /** The step that opened it, so that the next step can be recognised. */
  since: number;
  cursor: number;
}

/** State that outlives a line: what "it", "the other one" and "the second" refer to. */
export interface Memory {
  target?: { uid: string; name: string };
  /** The value that was read, typed or copied last; undefined if the last answer had several or none. */
  value?: string | undefined;
  /** Alternatives to the last target; `nth` is the position among elements with the same name. */
  others: { uid: string; name: string; nth?: number }[];
  lastStep?: SpokenStep;
  /** Performed actions, latest last, with what is needed to undo them. */
  performedActions: PerformedAction[];
  /** Elements dropped on a canvas, under the names of what was dragged there. */
  dropped?: { uid: string; name: string }[];
  /** The action that successfully submitted a form, and its button. */
  submission?: { action: PerformedAction; button: string };
  /** Menus that were opened in vain. */
  closedMenus?: string[];
  /** The menu that was opened last, while lines refer to it. */
  openMenu?: MenuOpening;
}

export interface StepRun {
  spoken: SpokenStep;
  step: Step;
  /** Elements that were tried without effect. */
  triedUids: Set<string>;
  /** Number of decisions for this step. */
  decisionCount: number;
  /** The purpose of the last actions; each handler defines its own stages. */
  stage: string;
  /** The current element, with its description for messages. */
  target: { uid: string; description: string; name: string } | null;
  /** The element that the instructor picked from several, or for which a value was asked. */
  pickedUid: string | null;
  /** Whether only the picked element may be used. */
  usesOnlyPicked: boolean;
  /** Score of the first element that was tried. */
  firstScore: number | null;
  /** State of a step for all matching elements. */
  each: EachState | null;
  /** State of an undo step: what remains, and what was done so far. */
  undo: UndoState | null;
  /** Values that the instructor gave when asked, by field name. */
  givenValues: Map<string, string>;
  askedFor: string | null;
  /** Additional actions to mention in the report ("closed the cookie banner"). */
  sideActions: string[];
  retries: number;
  /** Whether the step's condition was met. */
  isConditionMet: boolean;
  /** How often the step waited or was repeated. */
  repeats: number;
  revealedUids: Set<string>;
  /** Number of list pages turned in search of the target, and of entries counted on them. */
  pagesTurned: number;
  passedEntries: number;
  /** Expected values of form fields, by uid. */
  expectedValues: Map<string, { value: string; description: string }>;
  /** The kind of thing that the submitted form creates, as a report may name it; '' if the page does not show it. */
  createdKind: string;
  /** Whether a question has already reported what was filled in. */
  hasReportedFields: boolean;
  /** URL at the start of the step, to notice navigations. */
  url: string;
  /** What the page showed before the step, for effects that outcomes do not contain. */
  pageBefore: string;
  /**
   * The list entry that the step is to remove, how many levels above its control it is, and the name of the control that
   * was pressed for it.
   */
  removal: { entry: string; depth: number | null; control: string } | null;
  /** Messages on the page before the step. */
  notices: readonly string[] | null;
}

/** One element of the set, as the page shows it now. */
export interface Item {
  uid: string;
  /** Its name, with the text of its row. */
  text: string;
}

export interface EachState {
  /** Number of elements to process; never more than were found at the start. */
  total: number;
  /** Number of elements found at the start. */
  foundCount: number;
  /** Elements that remain to be processed. */
  remainingUids: Set<string>;
  /** The set at the last observation. */
  lastItems: readonly Item[];
  lastActed: { item: Item; index: number } | null;
  /** State of the current element. */
  inner: StepRun | null;
  /** Names of elements that were processed, and of those that needed nothing. */
  doneNames: string[];
  unchangedNames: string[];
  /** How many levels above each element its row is; null without rows. */
  depth: number | null;
  /** Whether some have the same name, so that rows distinguish them. */
  haveSameName: boolean;
  /** Their plural noun ("boxes"). */
  kind: string;
}

export interface Plan {
  line: string;
  /** Index of the instructor's turn that it responds to. */
  since: number;
  /** Index of the turn with which the intention began; answers to questions belong to it. */
  intention: number;
  steps: StepRun[];
  cursor: number;
  /** Past-tense phrases for the report. */
  doneParts: string[];
  answers: string[];
  pending: OpenQuestion | null;
  /** An action that was refused before and is allowed now. */
  allowedAction?: PageAction;
  decisions: number;
}

export type Move =
  | { kind: 'act'; acts: [PageAction, ...PageAction[]]; stage: string }
  /** The step is done. `did` is a past-tense phrase, `answer` a sentence. */
  | { kind: 'done'; did?: string; answer?: string }
  | { kind: 'ask'; text: string; pending: OpenQuestion }
  | { kind: 'fail'; text: string }
  /** Replaces the step with others. */
  | { kind: 'replace'; steps: SpokenStep[]; drop?: number; prepare?: (runs: StepRun[]) => void };

export interface Context {
  view: View;
  look: Inspector;
  memory: Memory;
  plan: Plan;
  run: StepRun;
  /** Actions performed since the last decision. */
  last: readonly ActTurn[];
  today: Date;
  /** The ranking that was used, for the record. */
  ranked: ScoredCandidate[];
  /** What the clause most probably refers to, if the names alone did not decide. */
  resolved: Resolution | null;
}

export function startRun(spoken: SpokenStep, url: string): StepRun {
  return {
    spoken,
    step: spoken.step,
    triedUids: new Set(),
    decisionCount: 0,
    stage: '',
    createdKind: '',
    target: null,
    pickedUid: null,
    usesOnlyPicked: false,
    firstScore: null,
    each: null,
    undo: null,
    givenValues: new Map(),
    askedFor: null,
    sideActions: [],
    retries: 0,
    isConditionMet: false,
    repeats: 0,
    revealedUids: new Set(),
    pagesTurned: 0,
    passedEntries: 0,
    expectedValues: new Map(),
    hasReportedFields: false,
    url,
    pageBefore: '',
    removal: null,
    notices: null,
  };
}

/** Changes fields of a step's state. */
export const update = (run: StepRun, change: Partial<StepRun>): StepRun => Object.assign(run, change);

export const done = (did?: string): Move => ({ kind: 'done', ...(did ? { did } : {}) });
export const fail = (text: string): Move => ({ kind: 'fail', text });
export const act = (stage: string, ...acts: [PageAction, ...PageAction[]]): Move => ({
  kind: 'act',
  stage,
  acts,
});

/** Makes a candidate the current element, for this step and for later lines. */
export function rememberTarget(ctx: Context, candidate: Candidate, description: string, name: string): void {
  ctx.run.target = { uid: candidate.uid, description, name };
  ctx.memory.target = { uid: candidate.uid, name };
}
