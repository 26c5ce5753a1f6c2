/**
 * For the report, annotates a demonstration's turns with data from a data set's files: ranked candidates, and a model's
 * predictions with their scores.
 */
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { parseBrowserGymAction } from '../action/index.js';
import type { Annotations, OpenAnnotations, TurnAnnotation, TurnPrediction } from '../report/index.js';
import {
  type BrowserGymStep,
  type CandidateRecord,
  computeReward,
  formatReference,
  isBrowserGymData,
  openDataSet,
  parsePrediction,
  type Prediction,
  readBrowserGymData,
  readCandidateTurns,
  readPredictions,
  ScoredPages,
  type ScoredPage,
  scoreTurn,
  toReference,
} from '../score/index.js';

export interface DataSetFiles {
  /** The file of ranked candidates, by default the data set's `candidates/<split>.jsonl`. */
  candidates?: string | undefined;
  /** Files of a model's outputs, by default `predictions.jsonl` in the demonstration or in the data set. */
  predictions?: readonly string[] | undefined;
}

/** Maximum number of candidates per turn. More candidates would only make the report longer, not clearer. */
const MAX_CANDIDATES = 20;

/** @returns a function that annotates demonstrations. Files given by the user are read only once. */
export function createAnnotations({ candidates, predictions }: DataSetFiles): OpenAnnotations {
  const givenPredictions = predictions?.flatMap((file) => readPredictions(file));
  return async (dir, { turns }): Promise<Annotations> => {
    const name = basename(resolve(dir));
    const dataFolder = findDataFolder(dir);
    const file = candidates ?? findCandidatesFile(dataFolder, name);
    const rankedCandidates =
      file === null ? new Map<number, CandidateRecord[]>() : await readRankedCandidates(file, name);
    const predictionsByTurn = selectPredictions(
      givenPredictions ?? readNearbyPredictions(dir, dataFolder),
      name,
    );
    const steps = readSteps(dataFolder, name);
    const pages = new ScoredPages(dir);
    return {
      annotate(turn, index): TurnAnnotation {
        const page = pages.read(turn);
        const reference = toReference(turn, page);
        const prediction = predictionsByTurn.get(index);
        const step = steps?.get(index);
        return {
          reference: formatReference(reference),
          ranked: (rankedCandidates.get(index) ?? [])
            .slice(0, MAX_CANDIDATES)
            .map(({ uid, score, elem_dict: fields }) => ({ uid, score, name: describeCandidate(fields) })),
          prediction:
            prediction === undefined
              ? null
              : step
                ? scoreByReward(prediction, step, page)
                : scorePrediction(prediction, reference, page),
        };
      },
      remarks: [
        ...(rankedCandidates.size > 0 ? [] : [describeMissingCandidates(file, name)]),
        ...(givenPredictions !== undefined && predictionsByTurn.size === 0
          ? [`There are no predictions for ${name}. Give the file of its split with --predictions.`]
          : []),
        ...describeOutOfRange(predictionsByTurn, turns.length),
      ],
    };
  };
}

/**
 * Returns the parent of `demonstrations/` if the demonstration is in such a folder, or else the demonstration's parent.
 */
function findDataFolder(dir: string): string {
  const parent = dirname(resolve(dir));
  return basename(parent) === 'demonstrations' ? dirname(parent) : parent;
}

function findCandidatesFile(dataFolder: string, name: string): string | null {
  if (!existsSync(join(dataFolder, 'splits.json'))) return null;
  const splits = [...openDataSet(dataFolder).splits.values()];
  return (
    splits.find(({ demonstrations, candidatesFile }) => demonstrations.has(name) && candidatesFile !== null)
      ?.candidatesFile ?? null
  );
}

async function readRankedCandidates(file: string, name: string): Promise<Map<number, CandidateRecord[]>> {
  const rankedByTurn = new Map<number, CandidateRecord[]>();
  for await (const { turn, records } of readCandidateTurns(file, name))
    rankedByTurn.set(
      turn,
      records.toSorted((a, b) => a.rank - b.rank),
    );
  return rankedByTurn;
}

function describeCandidate({ tag = '', text = '' }: CandidateRecord['elem_dict']): string {
  return [tag, text.replace(/\s+/g, ' ').trim()].filter(Boolean).join(' ');
}

const describeMissingCandidates = (file: string | null, name: string): string =>
  file === null
    ? 'There are no ranked candidates, because the data set has no candidates/<split>.jsonl for it. Give a file with --candidates.'
    : `${file} has no candidates for ${name}. Give the file of its split with --candidates.`;

const PREDICTIONS_FILE = 'predictions.jsonl';

function readNearbyPredictions(dir: string, dataFolder: string): Prediction[] {
  const file = [dir, dataFolder]
    .map((folder) => join(folder, PREDICTIONS_FILE))
    .find((path) => existsSync(path));
  return file === undefined ? [] : readPredictions(file);
}

function selectPredictions(predictions: readonly Prediction[], name: string): Map<number, Prediction> {
  return new Map(
    predictions.filter(({ demo }) => demo === name).map((prediction) => [prediction.turn, prediction]),
  );
}

function describeOutOfRange(predictionsByTurn: ReadonlyMap<number, Prediction>, turnCount: number): string[] {
  const outOfRange = [...predictionsByTurn.values()].filter(({ turn }) => turn >= turnCount);
  const [first] = outOfRange;
  if (first === undefined) return [];
  return [
    `${first.position} predicts turn ${first.turn}, but the demonstration has ${turnCount} turns, counted from 0; ${outOfRange.length} such predictions are left out. They belong to another version of the data.`,
  ];
}

function readSteps(dataFolder: string, name: string): ReadonlyMap<number, BrowserGymStep> | null {
  if (!isBrowserGymData(dataFolder)) return null;
  const splits = [...readBrowserGymData(dataFolder).splits.values()];
  return splits.flatMap(({ demonstrations }) => demonstrations.get(name) ?? [])[0] ?? null;
}

function scorePrediction(
  { output }: Prediction,
  reference: ReturnType<typeof toReference>,
  page: ScoredPage,
): TurnPrediction {
  const predicted = parsePrediction(output, page);
  const scores = scoreTurn(predicted, reference);
  return {
    output,
    uid: predicted.element?.uid ?? null,
    missReason:
      scores['intent-match'] === 0 ? 'another kind of action' : scores.iou === 0 ? 'another element' : null,
    scores: (
      [
        ['IoU', scores.iou],
        ['chrF', scores.chrf],
        ['URLF', scores.urlf],
      ] as const
    ).flatMap(([metric, value]) => (value === null ? [] : [{ metric, value }])),
  };
}

/** Scores a WebLINX 1.1 prediction by its reward. */
function scoreByReward({ output }: Prediction, step: BrowserGymStep, page: ScoredPage): TurnPrediction {
  const action = parseBrowserGymAction(output);
  const reward = action === null ? 0 : computeReward(action, step, () => page);
  const bid = action?.args.get('bid');
  return {
    output,
    uid: typeof bid === 'string' ? bid : null,
    missReason: step.isTask && reward === 0 ? 'counts as 0' : null,
    scores: step.isTask ? [{ metric: 'reward', value: reward }] : [],
  };
}
