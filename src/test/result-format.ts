/** The format of the attachment with which a test passes its scenario's result to the reporters. */
import type { VerdictKind } from '../contract/index.js';

/** Tag of scenarios that are known to fail: they run and are shown, but do not fail the suite. */
export const QUARANTINE = 'quarantine';

/** Tag of scenarios that only a language model can follow. Without a model, they are skipped. */
export const NEEDS_MODEL = 'model';

export const RESULT_ATTACHMENT = 'parley-result.json';

/** Usage of the model that judges checks. */
export interface JudgeCost {
  calls: number;
  /** Prompt and answer tokens. */
  tokens: number;
  /** Dollars; null if the price is unknown. */
  usd: number | null;
}

export interface ReplayCounts {
  replayed: number;
  healed: number;
  /** What changed on the page, one sentence each. */
  changes: string[];
}

export interface RunResult {
  verdict: VerdictKind;
  reason: string;
  turns: number;
  actions: number;
  /** Prompt and answer tokens; 0 without a language model. */
  tokens: number;
  /** Dollars; null if the price is unknown. */
  usd: number | null;
  /** The judge's usage, which is not included in `tokens` and `usd`. Absent if no model judged. */
  judge?: JudgeCost;
  /**
   * Lines of the recording that were repeated, and those that the navigator completed instead. Absent without a
   * replay.
   */
  replay?: ReplayCounts;
  seconds: number;
  seed: number | null;
  /** One short line per turn; used to compare a scenario's runs. */
  transcript: string[];
  /** Number of repeated attempts after infrastructure errors (verdict `infra`). */
  retries: number;
  /** Folder of the demonstration, relative to the working directory; empty if there is none. */
  demonstration: string;
}

export interface ScenarioResult {
  v: 2;
  /** Path relative to the working directory. */
  scenario: string;
  id: string;
  verdict: VerdictKind;
  reason: string;
  /** Number of runs that must pass. */
  pass: number;
  runs: RunResult[];
}
