/** Measures the cost of ranking in a separate process, so that the figures include nothing else. */
import { fork } from 'node:child_process';

import type { Observation, RankQuery } from '../../src/contract/index.js';

export interface RankingWorkload {
  observation: Pick<Observation, 'candidates' | 'viewport'>;
  /** The same elements in the paper's document format; empty if that is not measured. */
  paperDocuments: string[];
  query: RankQuery;
  rounds: number;
}

export interface RankingCost {
  /** Starting the encoder. */
  loadMs: number;
  /** Ranking a new page. */
  coldMs: number;
  /** Ranking the page again after a tenth of its elements has changed. */
  cachedMs: number;
  /** Encoding the paper's documents; 0 if that is not measured. */
  paperMs: number;
  rssMb: number;
  /** Longest delay of the event loop during the first ranking. */
  maxDelayMs: number;
  /** Candidates that the encoder compared. */
  scoredCount: number;
}

/** The compiled `rank-cost-process.ts`, in the same folder as the bundle with this file. */
const CHILD_URL = new URL('rank-cost-process.js', import.meta.url);

export function measureRankingCost(workload: RankingWorkload): Promise<RankingCost> {
  return new Promise((resolve, reject) => {
    const child = fork(CHILD_URL, { serialization: 'advanced' });
    child.once('message', (cost) => resolve(cost as RankingCost));
    child.once('exit', (code) => reject(new Error(`The measuring process exited with code ${code}.`)));
    child.send(workload);
  });
}
