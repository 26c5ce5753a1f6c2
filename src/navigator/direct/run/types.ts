/**
 * The state of an instructor's line: its steps, their progress, the open question and what later lines may refer to.
 */
import type { Box, Candidate, Inspector, OpenDialog, PageAction, Turn } from '../../../contract/index.js';
import type { Resolution } from '../../../reference/index.js';
import type { ScoredCandidate } from '../ground/score.js';
import type { View } from '../ground/view.js';
import type { SpokenStep, Step } from '../language/steps.js';
import type { PerformedAction, UndoState } from './performed-actions.js';

export type PageActionTurn = Extract<Turn, { type: 'action' }>;

/** The open question that the instructor's next line may answer. */
export type OpenQuestion =
  | { kind: 'which'; options: { uid: string; name: string; description: string }[] }
  | { kind: 'value'; field: string }
  /** Whether to continue: yes or no. */
  | { kind: 'confirm' }
  /** Whether to perform a refused irreversible action; `actionPhrase` is its verb phrase. */
  | { kind: 'consent'; action: PageAction; actionPhrase: string }
  /** The question of a JavaScript dialog. */
  | { kind: 'dialog'; dialog: OpenDialog }
  | { kind: 'what' };

/** The element that may have opened a menu, and the page's state before that. */
export interface MenuOpening {
  openedBy: 'right-click' | 'menu';
  /** The element, with its description for messages. */
  uid: string;
  description: string;
  box: Box;
  url: string;
  /** Elements that existed before, identified by uid and by appearance, because pages may re-render lists. */
  earlierElements: ReadonlySet<string>;
  /** The line and the step that opened it, so that the next step can be recognised. */
  instructorTurnIndex: number;
  cursor: number;
}

/** State that outlives a line: what "it", "the other one" and "the second" refer to. */
export interface Memory {
  lastTarget?: { uid: string; name: string; row?: string };
  /** The headers of the grid cell that was chosen or asked about last, and `lastTarget` at that time. */
  lastCell?: { column: string | null; row: string | null; targetUid: string | undefined };
  /**
   * The last value that was answered, typed, searched for or copied, except passwords. Undefined after an empty answer.
   */
  lastValue?: { text: string; isAnswer: boolean } | undefined;
  /** The list entry that the last answer was about, until the navigator acts or asks. */
  answeredEntry?: string | undefined;
  /** Alternatives to the last target. `nth` is the position among elements with the same name. */
  alternatives: { uid: string; name: string; nth?: number }[];
  lastStep?: SpokenStep;
  /** The last step that was not a question. A correction refers to it. */
  lastActionStep?: SpokenStep;
  /** What the last line asked for, if the page did not have it. "It" then refers to nothing on the page. */
  notFound?: string | undefined;
  /** Performed actions, latest last, with what is needed to undo them. */
  performedActions: PerformedAction[];
  /** Elements dropped on a canvas, under the names of what was dragged there. */
  droppedElements?: { uid: string; name: string }[];
  /** The action that successfully submitted a form, and its button. */
  submission?: { action: PerformedAction; button: string };
  /** Buttons of opened menus that did not contain the target. */
  unhelpfulMenuUids?: string[];
  /** Whether a message has given examples of requests. */
  hasGivenExamples?: boolean;
  /** The menu that was opened last, as long as steps choose from it. */
  openMenu?: MenuOpening;
}

/** The state of one step while it is carried out. */
export interface StepRun {
  spokenStep: SpokenStep;
  step: Step;
  /** Elements that were tried without effect. */
  triedUids: Set<string>;
  /** Number of decisions for this step. */
  decisionCount: number;
  /** The purpose of the last actions; each handler defines its own stages. */
  stage: string;
  /**
   * The current element, with its description for messages. `words` are the words of the line that identified it by
   * column and row, or by entry. These words do not count as unused.
   */
  target: {
    uid: string;
    description: string;
    name: string;
    row?: string;
    cell?: string;
    words?: string;
  } | null;
  /** The element that the instructor picked from several, or for which a value was asked. */
  pickedUid: string | null;
  /** The name of the picked element's row, if the report must name it. */
  pickedRow: string | null;
  /** Whether only the picked element may be used. */
  usesOnlyPicked: boolean;
  /** Score of the first element that was tried. */
  firstScore: number | null;
  /** State of a step that is repeated for all matching elements. */
  repetitionState: RepetitionState | null;
  /** State of an undo step: what remains, and what was done so far. */
  undoState: UndoState | null;
  /** Values that the instructor gave when asked. The key is the field's name, or `field:` and its uid. */
  givenValues: Map<string, string>;
  /** The values of the step's `StepVariable`s. */
  variables: Map<object, unknown>;
  /** Why lists refused a value, by the list's uid. The value was then typed. */
  refusals: Map<string, string>;
  /** The key in `givenValues` for the answer to the open question. */
  askedValueKey: string | null;
  /** Additional actions to mention in the report ("closed the cookie banner"). */
  sideActions: string[];
  retryCount: number;
  /** Whether the step's condition was met. */
  isConditionMet: boolean;
  /** How often the step waited or was repeated. */
  repeatCount: number;
  revealedUids: Set<string>;
  /** Number of list pages turned to find the target, and of entries on the pages before the current one. */
  turnedPageCount: number;
  passedEntryCount: number;
  /** Expected values of form fields, by uid. */
  expectedValues: Map<string, { value: string; description: string }>;
  /** What the submitted form creates ("invoice"), for the report; '' if the page does not name it. */
  createdKind: string;
  /** Whether a question has already reported what was filled in. */
  hasReportedFields: boolean;
  /** URL at the start of the step, to detect navigations. */
  startUrl: string;
  /**
   * Text that the step's handler keeps between decisions, such as what the page showed before. Each handler defines it.
   */
  handlerState: string;
  /**
   * The list entry that the step removes: its text, how many levels above the pressed control it is, and that control's
   * name.
   */
  removal: { entryText: string; entryDepth: number | null; controlName: string } | null;
  /** Messages on the page before the step. */
  noticesBefore: readonly string[] | null;
}

/** One of the elements that a step is repeated for, as the page shows it now. */
export interface RepetitionItem {
  uid: string;
  /** The element's name with its row's text. */
  text: string;
  /** '' if the element is in no row, or if the row has no name. */
  rowName: string;
}

export interface RepetitionState {
  /** Number of the found elements that are to be processed. */
  selectedCount: number;
  /** Number of elements found at the start. */
  foundCount: number;
  /** Elements that remain to be processed. */
  remainingUids: Set<string>;
  /** The elements at the last observation. */
  lastItems: readonly RepetitionItem[];
  lastProcessedItem: { item: RepetitionItem; index: number } | null;
  /** State of the current element. */
  itemRun: StepRun | null;
  /** Names of elements that were processed, and of those that already had the requested state. */
  processedNames: string[];
  unchangedNames: string[];
  /** How many levels above each element its row is; null without rows. */
  rowDepth: number | null;
  /** Whether some elements have the same name, so that only their rows distinguish them. */
  hasDuplicateNames: boolean;
  /** The elements' plural noun ("checkboxes"). */
  pluralNoun: string;
}

/** How an instructor's line is carried out. */
export interface Plan {
  line: string;
  /** Index of the instructor's turn that the plan responds to. */
  instructorTurnIndex: number;
  /** Index of the turn with the request. Later turns may only answer questions about it. */
  requestTurnIndex: number;
  steps: StepRun[];
  cursor: number;
  /** Past-tense phrases for the report. */
  donePhrases: string[];
  answers: string[];
  openQuestion: OpenQuestion | null;
  /** An action that was refused before and is allowed now. */
  allowedAction?: PageAction;
  decisionCount: number;
  /** The page's title before the line. */
  startTitle?: string;
  /** The move that ends the line after a menu that did not help has been closed. */
  finalMove?: Move;
}

/** What to do next for a step. */
export type Move =
  | { kind: 'act'; actions: [PageAction, ...PageAction[]]; stage: string }
  /** The step is done. `donePhrase` is in the past tense, `answer` is a sentence. */
  | { kind: 'done'; donePhrase?: string; answer?: string }
  | { kind: 'ask'; text: string; openQuestion: OpenQuestion }
  /** `isNotFound`: the page seems to have no such element. */
  | { kind: 'fail'; text: string; isNotFound?: true }
  /** Replaces the step, and `droppedStepCount` steps after it, with others. `prepare` gets their new runs. */
  | { kind: 'replace'; steps: SpokenStep[]; droppedStepCount?: number; prepare?: (runs: StepRun[]) => void };

export interface Context {
  view: View;
  inspector: Inspector;
  memory: Memory;
  plan: Plan;
  run: StepRun;
  /** Actions performed since the last decision. */
  recentActions: readonly PageActionTurn[];
  today: Date;
  /** The best candidates of this decision, for its evidence. */
  rankedCandidates: ScoredCandidate[];
  /** What the clause most probably refers to, if names alone did not identify the element. */
  resolution: Resolution | null;
}

export function startRun(spokenStep: SpokenStep, url: string): StepRun {
  return {
    spokenStep,
    step: spokenStep.step,
    triedUids: new Set(),
    decisionCount: 0,
    stage: '',
    createdKind: '',
    target: null,
    pickedUid: null,
    pickedRow: null,
    usesOnlyPicked: false,
    firstScore: null,
    repetitionState: null,
    undoState: null,
    givenValues: new Map(),
    variables: new Map(),
    refusals: new Map(),
    askedValueKey: null,
    sideActions: [],
    retryCount: 0,
    isConditionMet: false,
    repeatCount: 0,
    revealedUids: new Set(),
    turnedPageCount: 0,
    passedEntryCount: 0,
    expectedValues: new Map(),
    hasReportedFields: false,
    startUrl: url,
    handlerState: '',
    removal: null,
    noticesBefore: null,
  };
}

/** Changes fields of a step's state. */
export const updateRun = (run: StepRun, changes: Partial<StepRun>): StepRun => Object.assign(run, changes);

export const done = (donePhrase?: string): Move => ({ kind: 'done', ...(donePhrase ? { donePhrase } : {}) });
export const fail = (text: string): Move => ({ kind: 'fail', text });
export const failNotFound = (text: string): Move => ({ kind: 'fail', text, isNotFound: true });
export const act = (stage: string, ...actions: [PageAction, ...PageAction[]]): Move => ({
  kind: 'act',
  stage,
  actions,
});

/** Makes a candidate the current element, for this step and for later lines. */
export function rememberTarget(ctx: Context, candidate: Candidate, description: string, name: string): void {
  ctx.run.target = { uid: candidate.uid, description, name };
  ctx.memory.lastTarget = { uid: candidate.uid, name };
}
