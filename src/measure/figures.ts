/** Results of scenarios and their runs, as numbers. */
import type { VerdictKind } from '../contract/index.js';

export interface RunFigures {
  verdict: VerdictKind;
  turns: number;
  actions: number;
  seconds: number;
  /** Tokens of all model calls; null if no model was called. */
  tokens: number | null;
  /** US dollars; null if the price is unknown or no model was called. */
  usd: number | null;
  seed: number;
  /** One short line per turn, for comparing runs; equal for equal turns. */
  steps: readonly string[];
}

export interface ScenarioFigures {
  /** Stable between runs of the suite: the path of the scenario, and the project if there are several. */
  id: string;
  /** Number of runs that must pass for the scenario to pass. */
  pass: number;
  runs: readonly RunFigures[];
  /** Whether the scenario runs and is reported, but does not count. */
  quarantined: boolean;
}

export function countPassedRuns(scenario: ScenarioFigures): number {
  return scenario.runs.filter(({ verdict }) => verdict === 'done').length;
}
