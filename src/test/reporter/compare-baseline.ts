/** Compares a run with its baseline, or updates the baseline. */
import { compareSuites } from '../../measure/index.js';
import { getExitCode } from '../../policy/index.js';
import { readBaseline, writeBaseline } from '../baseline.js';
import { toScenarioFigures, mergeRuns } from './reliability.js';
import type { RunSummary } from './summary.js';

/** @throws ParleyError `usage` if the file is not a baseline */
export function compareWithBaseline(summary: RunSummary, file: string, shouldUpdate: boolean): RunSummary {
  const baselineFigures = readBaseline(file);
  const currentFigures = mergeRuns(summary.scenarios.map(toScenarioFigures));
  if (shouldUpdate) writeBaseline(file, baselineFigures ?? [], currentFigures);
  if (!baselineFigures || shouldUpdate) return summary;
  const comparison = compareSuites(baselineFigures, currentFigures);
  if (comparison.now.scenarios === 0) return summary;
  const exitStatus = comparison.rate === 'worse' && summary.exit === 0 ? getExitCode('check') : summary.exit;
  return { ...summary, comparison, exit: exitStatus };
}
