/** What a test leaves of its scenario for reporters, in one small attachment. */
import type { VerdictKind } from '../contract/index.js';

/** The tag of scenarios that are known to fail: held and shown, but no failure of the suite. */
export const QUARANTINE = 'quarantine';

/** The attachment's name. */
export const RESULT = 'parley-result.json';

export interface RunResult {
  verdict: VerdictKind;
  reason: string;
  turns: number;
  acts: number;
  /** Of prompts and answers; 0 where no language model was asked. */
  tokens: number;
  /** Dollars; null where the price is unknown. */
  usd: number | null;
  seconds: number;
  seed: number | null;
  /** Each turn in a few words: runs of one scenario can be compared by them. */
  said: string[];
  /** Times that the run was begun anew because of trouble around it (kind `infra`). */
  retries: number;
  /** The record's folder, from where the tests were started; empty where it did not come to one. */
  demonstration: string;
}

export interface ScenarioResult {
  v: 1;
  /** As people write it, from where the tests ran. */
  scenario: string;
  id: string;
  verdict: VerdictKind;
  reason: string;
  /** How many runs had to pass. */
  pass: number;
  runs: RunResult[];
}
