/** Scores the outputs of a model against the demonstrations of a data set, turn by turn. */
import { ParleyError } from '../contract/index.js';
import { readDemonstration, type WeblinxTurn } from '../demonstration/index.js';
import type { ScoreRow } from './evaluate.js';
import type { Prediction } from './predictions-file.js';
import { isValidReference, parsePrediction, toReference } from './references.js';
import { ScoredPages } from './scored-pages.js';
import { scoreTurn } from './turn-scores.js';

export interface ScoredPredictions {
  /** In the order of the predictions; turns without a valid reference are left out. */
  rows: ScoreRow[];
  /** Number of predictions whose reference is not valid. */
  unscored: number;
}

/**
 * @param demonstrations folders by name
 * @throws ParleyError `usage` for a prediction of an unknown demonstration or turn
 */
export function scorePredictions(
  predictions: readonly Prediction[],
  demonstrations: ReadonlyMap<string, string>,
): ScoredPredictions {
  const demonstrationsByName = new Map<string, { turns: readonly WeblinxTurn[]; pages: ScoredPages }>();
  const getDemonstration = (name: string, position: string) => {
    const cachedDemonstration = demonstrationsByName.get(name);
    if (cachedDemonstration) return cachedDemonstration;
    const folder = demonstrations.get(name);
    if (folder === undefined)
      throw new ParleyError(
        'usage',
        `${position}: there is no demonstration “${name}” among the ${demonstrations.size} that are scored.`,
        'Choose the split of the predictions with --split, or complete the data set.',
      );
    const demonstration = { turns: readDemonstration(folder).turns, pages: new ScoredPages(folder) };
    demonstrationsByName.set(name, demonstration);
    return demonstration;
  };
  const rows: ScoreRow[] = [];
  for (const { demo: nameInPrediction, turn: index, output, position } of predictions) {
    const demo = demonstrations.has(nameInPrediction)
      ? nameInPrediction
      : toDemonstrationName(nameInPrediction);
    const { turns, pages } = getDemonstration(demo, position);
    const turn = turns[index];
    if (turn === undefined)
      throw new ParleyError(
        'usage',
        `${position} predicts turn ${index}, but ${demo} has ${turns.length} turns, counted from 0.`,
        'The predictions belong to another version of the data, or are damaged.',
      );
    const page = pages.read(turn);
    const reference = toReference(turn, page);
    if (!isValidReference(reference, turns[index + 1])) continue;
    const prediction = parsePrediction(output, page);
    rows.push({
      demo,
      turn: index,
      predicted: prediction.intent,
      reference: reference.intent,
      scores: scoreTurn(prediction, reference),
    });
  }
  return { rows, unscored: predictions.length - rows.length };
}

/** Older outputs have a prefix before the name: `split_aaabtsd`. */
const toDemonstrationName = (nameInPrediction: string): string =>
  nameInPrediction.slice(nameInPrediction.lastIndexOf('_') + 1);
