/**
 * `score/` computes the metrics of the WebLINX paper from files and demonstrations. It does not run navigators or
 * rankers, and it writes no reports. `judge/` judges tasks with a model.
 */
export {
  type BrowserGymData,
  type BrowserGymSplit,
  type BrowserGymStep,
  findBrowserGymDemonstration,
  isBrowserGymData,
  readBrowserGymData,
  selectBrowserGymSplits,
} from './browsergym-records.js';
export { computeReward } from './browsergym-reward.js';
export { listTasks, type RewardedSplit, scoreBrowserGym } from './score-browsergym.js';
export { compareSession, type SessionComparison } from './compare-session.js';
export { type DataSet, type DataSplit, openDataSet } from './data-set.js';
export { type Prediction, readPredictions } from './predictions-file.js';
export { PUBLISHED_SCORES, type PublishedScore } from './published.js';
export { scoreRanker, scoreSplits, type ScoredSplit, selectSplits } from './score-data.js';
export { selectPredictedTurns } from './select-turns.js';
export {
  type CandidateRecord,
  type CandidateTurn,
  readCandidates,
  readCandidateTurns,
} from './candidate-file.js';
export { RankingTally, type RankingScores } from './ranking.js';
export { computeChrf } from './chrf.js';
export { aggregate, type AggregatedScore, type ScoreRow, formatScoresCsv } from './evaluate.js';
export { computeIou } from './iou.js';
export { ScoredPages } from './scored-pages.js';
export {
  formatReference,
  isValidReference,
  parsePrediction,
  toReference,
  type ScoredAction,
  type ScoredPage,
} from './references.js';
export { type Metric, scoreTurn, type TurnScores } from './turn-scores.js';
export { computeUrlf } from './urlf.js';
