/** What a replay repeats: the instructor's lines in a recorded session, each with the navigator's turns after it. */
import type { PageAction, SayKind } from './action.js';
import type { CheckResult } from './check.js';
import type { ConsentClass, ConsentOpinion } from './consent.js';
import type { ActionTarget } from './exchange.js';
import type { ElementFingerprint } from './fingerprint.js';
import type { OpenDialog } from './observation.js';
import type { Outcome } from './outcome.js';
import type { SessionStart } from './session-start.js';

export interface ReplayScript {
  /** The folder or file that the script was read from, as given by the user. */
  source: string;
  name: string;
  /** URL of the page that the session started on; '' for a blank page. */
  startUrl: string;
  /** Title of that page; '' if unknown. */
  startTitle: string;
  /** Settings of the first page that differ from Parley's defaults. Paths are relative to the session's folder. */
  start: SessionStart;
  /** Folder of the session; null if it was read from a file. */
  folder: string | null;
  /** The navigator that was recorded. */
  navigator: string;
  lines: ReplayLine[];
  /** Checks at the end of the session. */
  finalChecks: CheckResult[];
  /** How the session answered cookie banners: `accept` or `reject`; null if it answered none. */
  bannerPolicy: string | null;
  /** Duration of the recorded actions in milliseconds, including the observations before them and the waits after them. */
  recordedMs: number;
  /** Whether the session ended normally. If it was killed, its last line may be incomplete. */
  isComplete: boolean;
}

export interface ReplayLine {
  text: string;
  /** Whether the line answers the navigator's question. */
  isAnswer: boolean;
  /** Whether the instructor spoke before the navigator had finished. */
  isInterjection: boolean;
  /** URLs that the instructor opened before the line. */
  visitedUrls: string[];
  turns: ScriptTurn[];
  /** Checks after the line. */
  checks: CheckResult[];
}

export type ScriptTurn = ReplaySay | ReplayAction;

export interface ReplaySay {
  type: 'say';
  /** Number of the recorded turn. */
  turn: number;
  kind: SayKind;
  text: string;
  /** Numbers and quotations in an answer. The answer is repeated only if the page still shows them. */
  requiredFacts?: readonly string[];
}

export interface ReplayAction {
  type: 'action';
  /** Number of the recorded turn. */
  turn: number;
  action: PageAction;
  target: ActionTarget | null;
  drop?: ActionTarget;
  outcome: Outcome;
  /** URL of the page before the action. */
  url: string;
  /** The target, or the element that had the focus. Null if the action needs none or the record has none. */
  fingerprint: ElementFingerprint | null;
  dropFingerprint: ElementFingerprint | null;
  dialog?: OpenDialog;
  /** The tab that a tab action switches to or closes. */
  tab?: RecordedTab;
  /** The part of the instructor's line that the action performs. */
  request?: string;
  /** Whether the recorded action changed nothing. A replay then skips it if its element is missing. */
  isOptional: boolean;
  /** Whether the action could not be undone. Its element must then match exactly. */
  isIrreversible: boolean;
  /** Set if the action had consent because a model found an instruction to perform it: the model's answers. */
  confirmedInstruction?: ConfirmedInstruction;
}

/**
 * An instruction to perform an irreversible action. A model found it in the instructor's words, and a second opinion
 * confirmed it.
 */
export interface ConfirmedInstruction {
  class: ConsentClass;
  /** What the action does, as recorded with the consent: `place the order`. */
  what: string;
  /** The instructor's words. */
  words: string;
  review: ConsentOpinion;
}

/** Identifies a tab by its page. */
export interface RecordedTab {
  url: string;
  /** Index among the open tabs. */
  index: number;
}

/** A line or turn that a replay could not repeat as recorded. */
export interface ReplayDeviation {
  /** The instructor's line, from 1. */
  line: number;
  /** Number of the recorded turn that could not be repeated; null if the recording does not contain the line. */
  turn: number | null;
}

/** How the lines of a replay were completed. */
export interface ReplayTotals {
  /** Number of lines. */
  lines: number;
  /** Lines whose recorded actions all matched the page. */
  replayed: number;
  /** Lines that a navigator completed in place of the recorded actions. */
  healed: number;
  /** Recorded actions that were performed. */
  actions: number;
  /** What changed, one sentence for each deviation. */
  changes: string[];
}
