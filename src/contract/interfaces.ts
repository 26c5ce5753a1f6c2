/** The interfaces between folders: instructor, navigator, ranker, browser surface, and the data that they exchange. */
import type { Action, PageAction, Uid } from './action.js';
import type { CheckResult } from './check.js';
import type { Exchange, State } from './exchange.js';
import type { Candidate, Observation, ObservationSpec, TextBlock } from './observation.js';
import type { ActionResult } from './outcome.js';
import type { StackEvent } from './step-policy.js';

/** What the instructor does on its turn. */
export type InstructorMove =
  /** `scriptPath`: position of the line in the scenario, such as `['dialogue', 1]`. */
  (
    | { type: 'say'; text: string; scriptPath?: readonly (string | number)[] }
    /** The session opens this URL; the navigator is not involved. */
    | { type: 'goto'; url: string }
    /** The session goes back in the tab's history. */
    | { type: 'back' }
    /** The session undoes the actions since the instructor's last line. */
    | { type: 'undo' }
    /**
     * The session undoes the last decision. The navigator then decides again and may not use the same element. If
     * `model` is set, another model decides.
     */
    | { type: 'retry'; model?: string }
    /** Ends the dialogue. `failed` says why a scripted dialogue failed. */
    | { type: 'stop'; failed?: { kind: 'check' | 'dialogue' | 'stuck'; reason: string } }
  ) & {
    /** Results of checks made before this move. They are stored in the session record. */
    checks?: CheckResult[];
  };

/** Reads the page for instructors and their checks. It never changes the page. */
export interface Probe {
  url(): string;
  title(): Promise<string>;
  /** Rendered text of the page, white space collapsed. */
  text(): Promise<string>;
  /** Waits up to `ms` milliseconds for a matching element; `description` says what was found last. */
  waitForElement(
    query: ElementQuery,
    ms: number,
    signal: AbortSignal,
  ): Promise<{ ok: boolean; description: string }>;
  /**
   * The text of each element in the main frame that matches a CSS selector, visible or not. `fault` says why the page
   * could not be read. It completes “expected …, found …”: `a page that did not answer in time`.
   */
  query(css: string): Promise<{ texts: string[] } | { fault: string }>;
  /** Evaluates an expression in the page. Returns a `fault` (see `query`) if it fails or would have side effects. */
  evaluate(expression: string): Promise<{ json: unknown } | { fault: string }>;
  /** Files saved during the session. */
  downloads(): readonly DownloadedFile[];
  /** PNG of the viewport. */
  screenshot(): Promise<Uint8Array>;
  observe(): Promise<Observation>;
}

export interface DownloadedFile {
  name: string;
  bytes: number;
}

export interface TextPattern {
  /**
   * Whether the text contains the substring (ignoring case, with white space collapsed) or matches the regular
   * expression.
   */
  test(text: string): boolean;
  toString(): string;
}

export interface ElementQuery {
  role?: string;
  name?: TextPattern;
  text?: TextPattern;
  css?: string;
  value?: TextPattern;
  state: 'visible' | 'hidden' | 'checked' | 'unchecked' | 'enabled' | 'disabled';
}

/** A person, a script or a scenario that gives instructions. */
export interface Instructor {
  /** Milliseconds that `conclude` may take beyond the session's own limit. */
  extraConcludeMs?: number;
  /** Called when it is the instructor's turn to speak. */
  next(exchange: Exchange, probe: Probe, signal: AbortSignal): Promise<InstructorMove>;
  /** Called after each action of the navigator; a move interrupts the navigator (barge-in). */
  interject?(exchange: Exchange, probe: Probe, signal: AbortSignal): Promise<InstructorMove | null>;
  /** Called once at the end of every session: makes the last checks and cleans up. */
  conclude?(exchange: Exchange, probe: Probe, signal: AbortSignal): Promise<CheckResult[]>;
}

export interface RankedCandidate {
  candidate: Candidate;
  /** Higher is better; comparable within one ranking only. */
  score: number;
  /** 1-based. */
  rank: number;
  /**
   * The evidence behind the score: one unweighted value for each kind of evidence. Absent if the ranker cannot explain
   * its scores.
   */
  evidence?: Readonly<Record<string, number>>;
  /** The element that covers the candidate and would receive a click. Tested only for the best candidates in view. */
  coveredBy?: string;
}

/** The text to rank candidates for, with its context. */
export interface RankQuery {
  text: string;
  /** Previous actions and utterances, oldest first, a few words each ("clicked Menu", "typed in E-mail"). */
  history: readonly string[];
}

/** The best candidates of one observation for one query. */
export interface Ranking {
  best: RankedCandidate[];
  /** Number of candidates in the observation. */
  total: number;
  /** Number of candidates scored by embedding; the others are scored by word overlap only. */
  scored: number;
  /** Whether embedding stopped early because of the time limit or an interrupt. */
  partial: boolean;
  /** Duration in milliseconds. */
  ms: number;
}

/** Enough of an observation to start ranking while the page is still settling. */
export type EarlySnapshot = Pick<Observation, 'candidates'> &
  Partial<Pick<Observation, 'viewport' | 'weblinx'>>;

/** Orders candidates, or any strings, by how well they match a query. */
export interface Ranker {
  readonly name: string;
  /** The parts of the observation that the ranker reads. */
  readonly needs: ObservationSpec;
  /** Starts embedding these candidates in the background. */
  warm(snapshot: EarlySnapshot): void;
  /** @throws only when `signal` is aborted */
  rank(query: RankQuery, observation: Observation, k: number, signal?: AbortSignal): Promise<Ranking>;
  /** Ranks arbitrary strings against a query, best first. */
  rankPassages(
    query: string,
    texts: readonly string[],
    k: number,
  ): Promise<{ index: number; score: number }[]>;
  close(): Promise<void>;
}

/**
 * Candidates and text blocks of the page, each in reading order. `TextBlock.order` is the block's position among the
 * candidates.
 */
export interface Excerpt {
  candidates: Candidate[];
  blocks: TextBlock[];
  /** Number of matching candidates and blocks, including those beyond the limit. */
  total: number;
  /** True if no candidate or block contains all the words. Each result then contains only some of the words. */
  partial?: true;
}

/** The section below a heading, the whole page (`heading: null`), or the surroundings of an element. */
export type ReadTarget = { heading: string | null } | { aroundUid: Uid };

/** Finds and reads text on an observed page. */
export interface TextSearch {
  /**
   * At most `k` candidates and blocks that contain these words, in reading order. If more than `k` match, the best
   * matches are returned; matches of the whole phrase are the best.
   */
  find(page: Pick<Observation, 'candidates' | 'text'>, words: string, k: number): Excerpt;
  /** `k` candidates and blocks of a page section, starting at index `from`; null if the section does not exist. */
  read(
    page: Pick<Observation, 'candidates' | 'text' | 'title'>,
    target: ReadTarget,
    from: number,
    k: number,
  ): (Excerpt & { title: string }) | null;
}

/** Read-only queries about the current page for a navigator. Their number and size are limited. */
export interface Inspector {
  rank(query: string, k: number): Promise<RankedCandidate[]>;
  /**
   * PNG of the viewport with a number drawn next to each of these elements that is in view. Null if the browser did
   * not take it in time.
   */
  takeNumberedScreenshot(numbers: ReadonlyMap<Uid, number>): Promise<Uint8Array | null>;
  /** The `k` text blocks that best match a question. */
  rankPassages(question: string, k: number): Promise<{ block: TextBlock; score: number }[]>;
  /** At most `k` candidates and blocks that contain these words (see `TextSearch.find`). */
  find(words: string, k: number): Promise<Excerpt>;
  /** `k` candidates and blocks of a page section, starting at index `from`; null if the section does not exist. */
  read(target: ReadTarget, from: number, k: number): Promise<(Excerpt & { title: string }) | null>;
  /** Returns which of these elements are covered, each with a description of what covers it. */
  findCovered(uids: readonly Uid[]): Promise<ReadonlyMap<Uid, string>>;
  /**
   * Text of a file that was downloaded in this session; `file` is its name in the effect `download`. The file's pages
   * are ordered, the best match for the question first.
   */
  readDownload(file: string, question: string): Promise<DownloadText>;
}

/** The text of a downloaded PDF or text file, or the reason why it cannot be read. */
export type DownloadText =
  | {
      status: 'read';
      /** Number of pages of the file. A text file without form feeds has pages of a few thousand characters. */
      pageCount: number;
      /** Pages with text; `number` counts from 1. */
      pages: { number: number; text: string }[];
      /** A sentence that says how much was read; present if the file was not read completely. */
      incomplete?: string;
    }
  /** `reason` is one sentence. */
  | { status: 'unreadable'; reason: string };

/** The language model calls behind one decision. */
export interface ModelUsage {
  /** Name of the model. */
  name: string;
  /** Number of answers requested, including those for lookups and retries. */
  calls: number;
  promptTokens: number;
  answerTokens: number;
  /** Prompt tokens read from the provider's cache. */
  cachedTokens: number;
  /** True if the server reported no token counts, so Parley estimated them. */
  estimated: boolean;
  /** US dollars; null if the price is unknown. */
  cost: number | null;
  /** True if the answers were replayed from a cassette (a file of recorded answers). */
  recorded: boolean;
  /** The shape of the prompt, and why it was chosen (WebLINX models). */
  promptShape?: string;
  /** What the model asked to see before its decision, one phrase each. */
  lookups?: string[];
  /** Corrections to the model's answers, and steps that were dropped; one sentence each. */
  repairs?: string[];
  /** The last answer with secrets masked, truncated if long. */
  rawAnswer: string;
}

/** The language model calls of a whole session. */
export interface ModelTotals {
  /** Number of answers. */
  calls: number;
  promptTokens: number;
  answerTokens: number;
  /** Prompt tokens read from the provider's cache. */
  cachedTokens: number;
  /** US dollars; null if the price of any call is unknown. */
  cost: number | null;
  /**
   * Number of answers replayed from a cassette. The other fields include them, although they cost nothing in this
   * session.
   */
  recorded: number;
}

/** What a decision is based on. It is stored in the session record. */
export interface Evidence {
  /** The step that the navigator is working on, in its own words. */
  step?: string;
  /** The text that candidates were ranked for. */
  query?: string;
  /** The best candidates for `query`. */
  ranked?: { uid: string; score: number; name: string }[];
  /** The element that `query` most probably refers to, and what the probability (0 to 1) was computed from. */
  reference?: { uid: string; probability: number; features: Record<string, number> };
  note?: string;
  /** How many candidates the latest ranking scored. */
  ranking?: Pick<Ranking, 'total' | 'scored' | 'partial'>;
  model?: ModelUsage;
  /** The uid of the element behind each label that the model saw. Keys are labels. */
  labels?: Record<string, string>;
  /** What happened on the stack of policies, oldest first (navigator `step`). */
  stack?: StackEvent[];
  /** The recorded turn that a replay repeats. `healed`: the navigator performed the line in another way. */
  replay?: { turn: number; healed?: true };
}

/** The next actions, performed in order until one has an unexpected outcome. */
export interface Decision {
  actions: [Action, ...Action[]];
  evidence: Evidence;
  /** True if the actions were left over from the previous decision. They do not count against a budget of decisions. */
  isContinuation?: boolean;
}

/** Decides what to do next in a conversation. */
export interface Navigator {
  readonly name: string;
  /** The parts of the observation that the navigator reads. */
  readonly needs: ObservationSpec;
  /** If true, JavaScript dialogs stay open for the navigator to answer; otherwise they are dismissed. */
  readonly answersDialogs?: boolean;
  /** If true, the navigator asks for missing consent itself; otherwise the session asks on its behalf. */
  readonly asksConsent?: boolean;
  decide(state: State, inspector: Inspector, signal: AbortSignal): Promise<Decision>;
}

/** A browser that a session observes and acts on. */
export interface Surface {
  observe(spec: ObservationSpec, signal: AbortSignal): Promise<Observation>;
  perform(action: PageAction, signal: AbortSignal): Promise<ActionResult>;
  /** PNG of the viewport with a number next to each of these elements that is in view; null if it took too long. */
  takeNumberedScreenshot(numbers: ReadonlyMap<Uid, number>, signal: AbortSignal): Promise<Uint8Array | null>;
  /** Returns which of these elements of the latest observation are covered, each with what covers it. */
  findCovered(uids: readonly Uid[]): Promise<ReadonlyMap<Uid, string>>;
  /** Text of a file that was downloaded in this session, with its pages in order. */
  readDownload(file: string, signal: AbortSignal): Promise<DownloadText>;
  readonly probe: Probe;
  /**
   * Registers a listener for early snapshots: the main frame's candidates while the page settles after an action.
   * Their uids are not valid for actions. Null removes the listener.
   */
  onEarlySnapshot(listener: ((candidates: Candidate[]) => void) | null): void;
  close(): Promise<void>;
}
