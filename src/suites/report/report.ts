/** Reports the results of one or more run folders. */
import { readJudgement, readResult, readRunDescription, readRunTasks, writeJson } from '../run-folder.js';
import { join } from 'node:path';
import { findSuite } from '../suites.js';
import { computeStatistics, type SuiteRunStatistics, type ScoredResult } from './statistics.js';
import { formatTable } from './table.js';

/** @param runFolders the run's folder, or several folders if the run was split into shards */
export function reportRun(runFolders: readonly string[]): { statistics: SuiteRunStatistics; text: string } {
  const scoredResults: ScoredResult[] = [];
  let taskCount = 0;
  for (const runFolder of runFolders)
    for (const { id } of readRunTasks(runFolder)) {
      taskCount++;
      const result = readResult(runFolder, id);
      if (result) scoredResults.push({ result, judgement: readJudgement(runFolder, id) });
    }
  const { suite: suiteName } = readRunDescription(runFolders[0]!);
  const suiteDefinition = findSuite(suiteName);
  const statistics = computeStatistics(scoredResults, taskCount, suiteDefinition);
  return { statistics, text: formatTable(statistics, suiteDefinition) };
}

/** Writes `report.json` into the run's folder. */
export function writeReport(runFolder: string, statistics: SuiteRunStatistics): void {
  writeJson(join(runFolder, 'report.json'), statistics);
}
