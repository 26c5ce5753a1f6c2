/** Reports the results of one or more run folders. */
import { readJudgement, readResult, readRunDescription, readRunTasks, writeJson } from '../run-folder.js';
import { join } from 'node:path';
import { findSuite } from '../suites.js';
import { computeFigures, type SuiteRunFigures, type ScoredResult } from './figures.js';
import { formatTable } from './table.js';

/** @param runs the run's folder, or several folders if the run was split into shards */
export function reportRuns(runs: readonly string[]): { figures: SuiteRunFigures; text: string } {
  const scoredResults: ScoredResult[] = [];
  let taskCount = 0;
  for (const run of runs)
    for (const { id } of readRunTasks(run)) {
      taskCount++;
      const result = readResult(run, id);
      if (result) scoredResults.push({ result, judgement: readJudgement(run, id) });
    }
  const { suite: suiteName } = readRunDescription(runs[0]!);
  const suiteDefinition = findSuite(suiteName);
  const figures = computeFigures(scoredResults, taskCount, suiteDefinition);
  return { figures, text: formatTable(figures, suiteDefinition) };
}

/** Writes `report.json` beside the results. */
export function writeReport(run: string, figures: SuiteRunFigures): void {
  writeJson(join(run, 'report.json'), figures);
}
