/** Figures of each run. */
import type { VerdictKind } from '../contract/index.js';

export interface RunFigures {
  verdict: VerdictKind;
  turns: number;
  actions: number;
  seconds: number;
  /** Of all model calls; null where no model was asked. */
  tokens: number | null;
  /** US dollars; null where the price is not known or no model was asked. */
  usd: number | null;
  seed: number;
  /** One short line per turn, equal for equal turns, by which runs are compared. */
  steps: readonly string[];
}

export interface ScenarioFigures {
  /** Stable between runs of the suite: the path of the scenario, and the project if there are several. */
  id: string;
  /** Runs that must pass for the scenario to pass. */
  pass: number;
  runs: readonly RunFigures[];
  /** Held and shown, but not counted. */
  quarantined: boolean;
}

export function passedRuns(scenario: ScenarioFigures): number {
  return scenario.runs.filter(({ verdict }) => verdict === 'done').length;
}
