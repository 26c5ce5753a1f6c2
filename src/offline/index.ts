/**
 * `offline/` works on recorded turns without a browser: it rebuilds the prompt of a turn as a live session builds it,
 * and lets a model predict the turns of demonstrations one by one. Scoring the predictions belongs to `score/`.
 */
export { assertTurn, rebuildPromptInput } from './prompt-input.js';
export { createPromptRanking } from './prompt-ranking.js';
export { createRecordedRanking } from './recorded-ranking.js';
export {
  type PlannedTurn,
  planTasks,
  planTurns,
  predictTurns,
  type PredictionLine,
} from './predict-turns.js';
