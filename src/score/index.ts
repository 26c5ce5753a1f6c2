/**
 * `score/` measures with the metrics of the WebLINX paper, from files and demonstrations alone. What does not
 * belong here: running navigators or rankers, opinions of a model (`judge/`), and reports.
 */
export {
  type CandidateRecord,
  type CandidateTurn,
  readCandidates,
  readCandidateTurns,
} from './candidate-file.js';
export { RankingTally, type RankingScores } from './ranking.js';
