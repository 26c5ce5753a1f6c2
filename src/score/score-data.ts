/** Scores predictions by split, as the paper reports them. */
import { ParleyError } from '../contract/index.js';
import { readDemonstration } from '../demonstration/index.js';
import { readCandidates } from './candidate-file.js';
import { type DataSet, type DataSplit, getSplit, WHOLE_SPLIT } from './data-set.js';
import { aggregate, type AggregatedScore, type ScoreRow } from './evaluate.js';
import type { Prediction } from './predictions-file.js';
import { RankingTally, type RankingScores } from './ranking.js';
import { parseBrowserGymAction } from '../action/index.js';
import { scorePredictions } from './score-predictions.js';
import { selectPredictedTurns } from './select-turns.js';

/** The scores of one split, or of all sessions together. */
export interface ScoredSplit {
  split: string;
  rows: ScoreRow[];
  means: AggregatedScore[];
  /** Number of predictions whose reference is not valid. */
  unscored: number;
  /** Number of turns that the paper evaluates and that have no prediction. */
  unpredicted: number;
}

/** @throws ParleyError `usage` if the data set has no such split */
export function selectSplits({ folder, splits }: DataSet, names: readonly string[] | undefined): DataSplit[] {
  if (names === undefined) return [mergeSplits([...splits.values()])];
  return names.map((name) => getSplit(splits, name, folder));
}

/** All demonstrations once; a demonstration may belong to several splits (`dev` is `valid` and `test_iid`). */
function mergeSplits(splits: readonly DataSplit[]): DataSplit {
  if (splits.length === 1) return splits[0]!;
  const files = splits.flatMap(({ candidatesFile }) => candidatesFile ?? []);
  return {
    name: WHOLE_SPLIT,
    demonstrations: new Map(splits.flatMap(({ demonstrations }) => [...demonstrations])),
    missing: [...new Set(splits.flatMap(({ missing }) => missing))],
    candidatesFile: files.length === 1 ? files[0]! : null,
  };
}

/** @throws ParleyError `usage` if a prediction belongs to none of the splits, or if a split has no prediction */
export function scoreSplits(predictions: readonly Prediction[], splits: readonly DataSplit[]): ScoredSplit[] {
  if (predictions.length > 0 && predictions.every(({ output }) => parseBrowserGymAction(output) !== null))
    throw new ParleyError(
      'usage',
      'The predictions are BrowserGym actions, but the data set is WebLINX 1.0.',
      'Give the folder of WebLINX 1.1. It contains metadata.json and no splits.json.',
    );
  const isInSplit = ({ demonstrations }: DataSplit, { demo }: Prediction): boolean =>
    demonstrations.has(demo) || demonstrations.has(demo.slice(demo.lastIndexOf('_') + 1));
  const [unmatchedPrediction] = predictions.filter(
    (prediction) => !splits.some((split) => isInSplit(split, prediction)),
  );
  if (unmatchedPrediction && splits.length === 1) return [scoreSplit(predictions, splits[0]!)];
  return splits.map((split) =>
    scoreSplit(
      assertPredicted(
        predictions.filter((prediction) => isInSplit(split, prediction)),
        split,
      ),
      split,
    ),
  );
}

/** @throws ParleyError `usage` if a split has no prediction */
export function assertPredicted(
  predictions: readonly Prediction[],
  { name }: { name: string },
): readonly Prediction[] {
  if (predictions.length > 0) return predictions;
  throw new ParleyError(
    'usage',
    `There are no predictions for the split “${name}”.`,
    'Remove the split, or add the predictions for it.',
  );
}

function scoreSplit(predictions: readonly Prediction[], split: DataSplit): ScoredSplit {
  const { rows, unscored } = scorePredictions(predictions, split.demonstrations);
  const predictedTurns = new Set(predictions.map(({ demo, turn }) => `${turn} ${demo}`));
  const predictedDemos = new Set(rows.map(({ demo }) => demo));
  const unpredictedCount = [...predictedDemos].flatMap((name) =>
    selectPredictedTurns(readDemonstration(split.demonstrations.get(name)!).turns).filter(
      (turn) => !predictedTurns.has(`${turn} ${name}`),
    ),
  ).length;
  return { split: split.name, rows, means: aggregate(rows), unscored, unpredicted: unpredictedCount };
}

/** @throws ParleyError `usage` if the split has no file of candidates */
export async function scoreRanker(split: DataSplit): Promise<RankingScores> {
  if (split.candidatesFile === null)
    throw new ParleyError(
      'usage',
      `There are no candidates for the split “${split.name}”.`,
      `They should be in candidates/${split.name}.jsonl. Use --split to choose splits that have such a file.`,
    );
  const tally = new RankingTally();
  for await (const record of readCandidates(split.candidatesFile)) tally.add(record);
  return tally.computeScores();
}
