/** Scores actions of BrowserGym against the records of WebLINX 1.1, task by task. */
import { parseBrowserGymAction, parseStrictly, UNKNOWN_INTENT } from '../action/index.js';
import { ParleyError } from '../contract/index.js';
import { readDemonstration, type WeblinxTurn } from '../demonstration/index.js';
import {
  type BrowserGymData,
  type BrowserGymSplit,
  type BrowserGymStep,
  findBrowserGymDemonstration,
} from './browsergym-records.js';
import { computeReward } from './browsergym-reward.js';
import type { Prediction } from './predictions-file.js';
import { assertPredicted } from './score-data.js';
import { ScoredPages } from './scored-pages.js';

export interface RewardRow {
  demo: string;
  turn: number;
  /** Name of the predicted action; empty if the output is not exactly one valid action. */
  predicted: string;
  reference: string;
  reward: number;
}

export interface RewardedSplit {
  split: string;
  rows: RewardRow[];
  /** Number of predictions for steps that are not tasks. */
  unscored: number;
  /** Number of tasks without a prediction, in demonstrations that have any. */
  unpredicted: number;
  /** Number of outputs in the syntax of WebLINX 1.0, which count as 0. */
  wrongSyntax: number;
}

/** @throws ParleyError `usage` if a prediction has no matching record, or if all of them are in the syntax of 1.0 */
export function scoreBrowserGym(
  predictions: readonly Prediction[],
  data: BrowserGymData,
  splits: readonly BrowserGymSplit[],
): RewardedSplit[] {
  if (predictions.length > 0 && predictions.every(({ output }) => isWeblinxSyntax(output)))
    throw new ParleyError(
      'usage',
      `The predictions are written like WebLINX 1.0, but ${data.folder} is WebLINX 1.1.`,
      'Give predictions in BrowserGym’s syntax, such as click("a1b2"), or the data set of WebLINX 1.0.',
    );
  const unmatchedPrediction = predictions.find(
    ({ demo }) => !splits.some((split) => split.demonstrations.has(demo)),
  );
  if (unmatchedPrediction)
    throw new ParleyError(
      'usage',
      `${unmatchedPrediction.position}: there is no demonstration “${unmatchedPrediction.demo}” in ${splits.map(({ name }) => name).join(', ')}.`,
      'Choose the split of the predictions with --split, or complete the data set.',
    );
  return splits.map((split) => {
    const splitPredictions = predictions.filter(({ demo }) => split.demonstrations.has(demo));
    return scoreSplit(assertPredicted(splitPredictions, split), data, split);
  });
}

function scoreSplit(
  predictions: readonly Prediction[],
  data: BrowserGymData,
  { name, demonstrations }: BrowserGymSplit,
): RewardedSplit {
  const pages = new StepPages(data);
  const rows: RewardRow[] = [];
  const predictedTurns = new Set(predictions.map(({ demo, turn }) => `${turn} ${demo}`));
  for (const { demo, turn, output, position } of predictions) {
    const step = demonstrations.get(demo)!.get(turn);
    if (step === undefined)
      throw new ParleyError(
        'usage',
        `${position} predicts step ${turn}, but ${demo} has no such step.`,
        'The predictions belong to another version of the data, or are damaged.',
      );
    if (!step.isTask) continue;
    const action = parseBrowserGymAction(output);
    const reward = action === null ? 0 : computeReward(action, step, () => pages.read(demo, turn));
    rows.push({ demo, turn, predicted: action?.name ?? '', reference: step.intent, reward });
  }
  const unpredictedTurns = [...new Set(predictions.map(({ demo }) => demo))].flatMap((demo) =>
    listTasks(demonstrations.get(demo)!).filter((turn) => !predictedTurns.has(`${turn} ${demo}`)),
  );
  return {
    split: name,
    rows,
    unscored: predictions.length - rows.length,
    unpredicted: unpredictedTurns.length,
    wrongSyntax: predictions.filter(({ output }) => isWeblinxSyntax(output)).length,
  };
}

export const listTasks = (steps: ReadonlyMap<number, BrowserGymStep>): number[] =>
  [...steps].flatMap(([turn, { isTask }]) => (isTask ? [turn] : []));

/** Whether the output is an action of WebLINX 1.0, such as `click(uid="a1")`, and not of 1.1. */
const isWeblinxSyntax = (output: string): boolean =>
  parseBrowserGymAction(output) === null && parseStrictly(output).intent !== UNKNOWN_INTENT;

/** Reads the pages of steps; neighbouring steps belong to the same demonstration. */
class StepPages {
  #last: { demo: string; turns: readonly WeblinxTurn[]; pages: ScoredPages } | null = null;

  constructor(private readonly data: BrowserGymData) {}

  read(demo: string, index: number): ReturnType<ScoredPages['read']> {
    if (this.#last?.demo !== demo) {
      const folder = findBrowserGymDemonstration(this.data, demo);
      this.#last = { demo, turns: readDemonstration(folder).turns, pages: new ScoredPages(folder) };
    }
    const { turns, pages } = this.#last;
    const turn = turns[index];
    if (turn) return pages.read(turn);
    throw new ParleyError(
      'usage',
      `The demonstration ${demo} has ${turns.length} turns, but the records refer to step ${index}.`,
      'The demonstration belongs to another version of the data; download it again.',
    );
  }
}
