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
  /** The folder or file that it was read from, as the user named it. */
  source: string;
  name: string;
  /** URL of the page that the session started on; '' for a blank page. */
  startUrl: string;
  /** Title of that page; '' if it is not known. */
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
  /** False if the session was killed, so that its last line may be incomplete. */
  isComplete: boolean;
}

export interface ReplayLine {
  text: string;
  /** The line answers a question of the navigator. */
  isAnswer: boolean;
  /** The instructor spoke before the navigator had finished. */
  isInterjection: boolean;
  /** URLs that the instructor opened before the line. */
  visitedUrls: string[];
  turns: ReplayedTurn[];
  /** Checks after the line. */
  checks: CheckResult[];
}

export type ReplayedTurn = ReplaySay | ReplayAction;

export interface ReplaySay {
  type: 'say';
  /** Number of the recorded turn. */
  turn: number;
  kind: SayKind;
  text: string;
  /** Numbers and quotations that the page must show for an answer to be true. */
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
  /** The tab that a tab action names. */
  tab?: RecordedTab;
  /** The part of the instructor's line that the action carries out. */
  request?: string;
  /** The recorded action changed nothing, so a replay skips it if its element is missing. */
  isOptional: boolean;
  /** The action could not be undone, so its element must match exactly. */
  isIrreversible: boolean;
  /** The model's answers, if the action had consent because a model found the order. */
  confirmedOrder?: ConfirmedOrder;
}

/** An order that a model found, and that a second opinion confirmed. */
export interface ConfirmedOrder {
  class: ConsentClass;
  /** What the action does, as in the consent. */
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
  /** Number of the recorded turn that could not be repeated; null if the line is not in the recording. */
  turn: number | null;
}

/** How the lines of a replay were completed. */
export interface ReplayTotals {
  /** Number of lines. */
  lines: number;
  /** Lines whose recorded actions all matched the page. */
  replayed: number;
  /** Lines that a navigator carried out instead of the recorded actions. */
  healed: number;
  /** Recorded actions that were performed. */
  actions: number;
  /** What changed, one sentence for each deviation. */
  changes: string[];
}
