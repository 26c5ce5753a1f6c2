/** The interfaces that everything hangs on: who speaks, who decides, who acts, who ranks. */
import type { Act, PageAct, Uid } from './action.js';
import type { CheckResult } from './check.js';
import type { Exchange, State } from './exchange.js';
import type { Candidate, Observation, ObservationSpec, TextBlock } from './observation.js';
import type { Performed } from './outcome.js';

export type InstructorMove = (
  | { type: 'say'; text: string }
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
  /** PNG of the viewport. */
  screenshot(): Promise<Uint8Array>;
  observe(): Promise<Observation>;
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
}

export interface Ranked {
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
  before: readonly string[];
}

/** The best of one look for one query, and how they were found. */
export interface Ranking {
  best: Ranked[];
  /** Candidates of the look. */
  of: number;
  /** Those whose meaning was compared; the others were judged by their words alone. */
  scored: number;
  /** The time ran out, or it was interrupted, before all that should be compared were. */
  partial: boolean;
  ms: number;
}

/** As much of a look as ranking may begin with: all of it, or the candidates alone. */
export type Glimpse = Pick<Observation, 'candidates'> & Partial<Pick<Observation, 'viewport' | 'weblinx'>>;

export interface Ranker {
  readonly name: string;
  /** What it reads of a look. */
  readonly needs: ObservationSpec;
  /** Begins with what will be needed to rank these, in the background. */
  warm(seen: Glimpse): void;
  /** @throws only when `signal` is aborted */
  rank(query: RankQuery, observation: Observation, k: number, signal?: AbortSignal): Promise<Ranking>;
  /** Texts of any kind against a query, best first: for finding the passage that answers a question. */
  passages(query: string, texts: readonly string[], k: number): Promise<{ index: number; score: number }[]>;
  close(): Promise<void>;
}

/** Read-only, counted, bounded views of the current page for a navigator. */
export interface Inspector {
  rank(query: string, k: number): Promise<Ranked[]>;
  /** Text blocks that best match a question. */
  passages(question: string, k: number): Promise<{ block: TextBlock; score: number }[]>;
}

/** What a decision rests on, for the record. */
export interface Evidence {
  /** The step being worked on, in the navigator's own short words. */
  step?: string;
  query?: string;
  ranked?: { uid: string; score: number; name: string }[];
  note?: string;
  /** How the last ranking that was asked for came about. */
  ranking?: Pick<Ranking, 'of' | 'scored' | 'partial'>;
}

export interface Decision {
  acts: [Act, ...Act[]];
  evidence: Evidence;
}

export interface Navigator {
  readonly name: string;
  readonly needs: ObservationSpec;
  /** JavaScript dialogs stay open for it to answer; for others they are dismissed as unattended. */
  readonly answersDialogs?: boolean;
  decide(state: State, look: Inspector, signal: AbortSignal): Promise<Decision>;
}

export interface Surface {
  observe(spec: ObservationSpec, signal: AbortSignal): Promise<Observation>;
  perform(act: PageAct, signal: AbortSignal): Promise<Performed>;
  /** Of elements of the last look those that something else covers, and what that is. */
  covered(uids: readonly Uid[]): Promise<ReadonlyMap<Uid, string>>;
  readonly probe: Probe;
  /**
   * From here on `use` is given the candidates of the main frame each time that a page is only waited for after
   * an act, before the look that follows; their uids mean nothing. Null ends it.
   */
  onGlimpse(use: ((candidates: Candidate[]) => void) | null): void;
  close(): Promise<void>;
}
