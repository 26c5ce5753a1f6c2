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
export { chrf } from './chrf.js';
export { aggregate, type AggregatedScore, type ScoreRow, scoresCsv } from './evaluate.js';
export { iou } from './iou.js';
export {
  isValidReference,
  predictionOf,
  referenceOf,
  type ScoredAction,
  type ScoredPage,
} from './references.js';
export { type Metric, turnScores, type TurnScores } from './turn-scores.js';
export { urlf } from './urlf.js';
