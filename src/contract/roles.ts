/** The interfaces that everything hangs on: who speaks, who decides, who acts, who ranks. */
import type { Action, PageAction, Uid } from './action.js';
import type { CheckResult } from './check.js';
import type { Exchange, State } from './exchange.js';
import type { Candidate, Observation, ObservationSpec, TextBlock } from './observation.js';
import type { ActionResult } from './outcome.js';

export type InstructorMove =
  /** `written`: of a script, where in it this stands: `['dialogue', 1]`. */
  (
    | { type: 'say'; text: string; scriptPath?: readonly (string | number)[] }
    /** Something for the session, not the navigator: look elsewhere, go back. */
    | { type: 'goto'; url: string }
    | { type: 'back' }
    /** The dialogue is over. `failed` carries why a script is not content. */
    | { type: 'stop'; failed?: { kind: 'check' | 'dialogue' | 'stuck'; reason: string } }
  ) & {
    /** Checks that were made before this move; the session records them. */
    checks?: CheckResult[];
  };

/** Reads the page for instructors and their checks; changes nothing. */
export interface Probe {
  url(): string;
  title(): Promise<string>;
  /** Rendered text of the page, white space collapsed. */
  text(): Promise<string>;
  /** Waits up to `ms` for what `query` describes; returns whether it came, and what was there instead. */
  element(query: ElementQuery, ms: number, signal: AbortSignal): Promise<{ ok: boolean; found: string }>;
  /** Texts of all elements of the main frame that a selector finds, seen or not, or why there is no answer. */
  query(css: string): Promise<{ texts: string[] } | { fault: string }>;
  /** What an expression gives in the page, as JSON. One that would change something is not carried out. */
  evaluate(expression: string): Promise<{ json: unknown } | { fault: string }>;
  /** Files that were downloaded and kept so far. */
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
  /** Contains (ignoring case, white space collapsed), or a regular expression. */
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

export interface Instructor {
  /** The instructor has the floor. */
  next(exchange: Exchange, probe: Probe, signal: AbortSignal): Promise<InstructorMove>;
  /** Called after each act of the navigator: may break in (barge-in). */
  interject?(exchange: Exchange, probe: Probe, signal: AbortSignal): Promise<InstructorMove | null>;
  /** The conversation is over, however it ended: last checks, and what has to be cleaned up. */
  conclude?(exchange: Exchange, probe: Probe, signal: AbortSignal): Promise<CheckResult[]>;
}

export interface RankedCandidate {
  candidate: Candidate;
  /** Higher is better; comparable within one ranking only. */
  score: number;
  /** 1-based. */
  rank: number;
  /** What lies over it and would take a click. Known of the first ones in view only, for it has to be tried out. */
  coveredBy?: string;
}

/** What was said, and what went before it. */
export interface RankQuery {
  text: string;
  /** Acts and lines before it in a few words each ("clicked Menu", "typed in E-mail"), the latest last. */
  history: readonly string[];
}

/** The best of one look for one query, and how they were found. */
export interface Ranking {
  best: RankedCandidate[];
  /** Candidates of the look. */
  total: number;
  /** Those whose meaning was compared; the others were judged by their words alone. */
  scored: number;
  /** The time ran out, or it was interrupted, before all that should be compared were. */
  partial: boolean;
  ms: number;
}

/** As much of a look as ranking may begin with: all of it, or the candidates alone. */
export type EarlySnapshot = Pick<Observation, 'candidates'> &
  Partial<Pick<Observation, 'viewport' | 'weblinx'>>;

export interface Ranker {
  readonly name: string;
  /** What it reads of a look. */
  readonly needs: ObservationSpec;
  /** Begins with what will be needed to rank these, in the background. */
  warm(seen: EarlySnapshot): void;
  /** @throws only when `signal` is aborted */
  rank(query: RankQuery, observation: Observation, k: number, signal?: AbortSignal): Promise<Ranking>;
  /** Texts of any kind against a query, best first: for finding the passage that answers a question. */
  passages(query: string, texts: readonly string[], k: number): Promise<{ index: number; score: number }[]>;
  close(): Promise<void>;
}

/** Part of the page, candidates and text in reading order (`TextBlock.order` interleaves them). */
export interface Excerpt {
  candidates: Candidate[];
  blocks: TextBlock[];
  /** How many candidates and blocks there are in all, of which these are some. */
  total: number;
  /** Nothing holds all of the words that were looked for; these hold some. */
  partial?: true;
}

/** A section by its heading (or the whole page: null), or what stands around an element. */
export type ReadTarget = { heading: string | null } | { around: Uid };

/** Read-only, counted, bounded views of the current page for a navigator. */
export interface Inspector {
  rank(query: string, k: number): Promise<RankedCandidate[]>;
  /** The next `n` of the last ranking. */
  more(n: number): Promise<RankedCandidate[]>;
  /** Text blocks that best match a question. */
  passages(question: string, k: number): Promise<{ block: TextBlock; score: number }[]>;
  /** Candidates and text that hold these words, whole phrases before single words; at most `k`. */
  find(words: string, k: number): Promise<Excerpt>;
  /** `k` candidates and blocks of a place, from the `from`-th on; null where there is no such place. */
  read(place: ReadTarget, from: number, k: number): Promise<(Excerpt & { title: string }) | null>;
}

/** What a language model had to do with a decision. */
export interface ModelUsage {
  name: string;
  /** Answers that were asked for: looks and repairs are counted too. */
  calls: number;
  promptTokens: number;
  answerTokens: number;
  /** Of the prompts: read from the provider's cache. */
  cachedTokens: number;
  /** The server did not say; these are Parley's own counts. */
  estimated: boolean;
  /** Dollars; null where the price is unknown. */
  cost: number | null;
  /** Answered from a cassette. */
  recorded: boolean;
  /** Which form of the prompt, and why (WebLINX). */
  shape?: string;
  /** What the model asked to see before it decided. */
  lookups?: string[];
  /** What had to be mended in its answers, a sentence each. */
  repairs?: string[];
  /** The last answer as it came, secrets masked; cut where it is long. */
  raw: string;
}

/** What a language model had to do with a whole session. */
export interface ModelTotals {
  /** Answers that were asked for and paid for. */
  calls: number;
  promptTokens: number;
  answerTokens: number;
  /** Of the prompts: read from the provider's cache. */
  cachedTokens: number;
  /** Dollars; null where the price of any of them is unknown. */
  cost: number | null;
  /** Of the answers: from a cassette. They are counted all the same, and were paid for when they were recorded. */
  recorded: number;
}

/** What a decision rests on, for the record. */
export interface Evidence {
  /** The step being worked on, in the navigator's own short words. */
  step?: string;
  query?: string;
  ranked?: { uid: string; score: number; name: string }[];
  note?: string;
  /** How the last ranking that was asked for came about. */
  ranking?: Pick<Ranking, 'total' | 'scored' | 'partial'>;
  model?: ModelUsage;
}

export interface Decision {
  actions: [Action, ...Action[]];
  evidence: Evidence;
}

export interface Navigator {
  readonly name: string;
  readonly needs: ObservationSpec;
  /** JavaScript dialogs stay open for it to answer; for others they are dismissed as unattended. */
  readonly answersDialogs?: boolean;
  /** Asks by itself for a consent that is missing; for others the session asks in their name. */
  readonly asksConsent?: boolean;
  decide(state: State, look: Inspector, signal: AbortSignal): Promise<Decision>;
}

export interface Surface {
  observe(spec: ObservationSpec, signal: AbortSignal): Promise<Observation>;
  perform(act: PageAction, signal: AbortSignal): Promise<ActionResult>;
  /** Of elements of the last look those that something else covers, and what that is. */
  covered(uids: readonly Uid[]): Promise<ReadonlyMap<Uid, string>>;
  readonly probe: Probe;
  /**
   * From here on `use` is given the candidates of the main frame each time that a page is only waited for after
   * an act, before the look that follows; their uids mean nothing. Null ends it.
   */
  onEarlySnapshot(use: ((candidates: Candidate[]) => void) | null): void;
  close(): Promise<void>;
}
