/** Computes the paper's result table: one row per turn, then means. */
import type { EvalIntent } from '../action/index.js';
import { METRICS, type Metric, type TurnScores } from './turn-scores.js';

export interface ScoreRow {
  demo: string;
  turn: number;
  predicted: EvalIntent;
  reference: EvalIntent;
  scores: TurnScores;
}

export interface AggregatedScore {
  intent: string;
  metric: string;
  /** Mean over the turns whose intent matches; null if there are none. */
  score: number | null;
  /** Mean in which every turn with the wrong intent counts as 0, as reported in the paper. */
  unconditional: number | null;
}

const METRICS_BY_INTENT: Readonly<Partial<Record<EvalIntent, readonly Metric[]>>> = {
  change: ['exact-match', 'intent-match', 'iou'],
  click: ['exact-match', 'intent-match', 'iou'],
  load: ['exact-match', 'intent-match', 'urlf'],
  say: ['exact-match', 'intent-match', 'chrf'],
  scroll: ['exact-match', 'intent-match'],
  submit: ['exact-match', 'intent-match', 'iou'],
  textinput: ['exact-match', 'intent-match', 'chrf', 'iou'],
};

/** Formats the rows like `eval_scores.csv`. */
export function formatScoresCsv(rows: readonly ScoreRow[]): string {
  const lines = rows.map(({ demo, turn, predicted, reference, scores }) =>
    [demo, turn, predicted, reference, ...METRICS.map((metric) => formatCell(metric, scores[metric]))].join(
      ',',
    ),
  );
  return [`demo_name,turn_index,pred_intent,ref_intent,${METRICS.join(',')}`, ...lines, ''].join('\n');
}

function formatCell(metric: Metric, score: number | null): string {
  if (score === null) return '';
  const rounded = roundToHundredths(score);
  if (metric === 'exact-match' || metric === 'intent-match') return String(rounded);
  return Number.isInteger(rounded) ? `${rounded}.0` : String(rounded);
}

/** A turn's rounded scores and two combined scores, for averaging. */
type AveragedScores = Record<Metric | 'overall' | 'text', number | null>;

/** Turns whose intent the paper does not evaluate count only in the group rows; the Python code fails on them. */
export function aggregate(rows: readonly ScoreRow[]): AggregatedScore[] {
  const averagedRows = rows.map(({ scores }) => toAveragedScores(scores));
  const unconditionalRows = rows.map(({ scores }, i) =>
    scores['intent-match'] === 0 ? ZERO_SCORES : averagedRows[i]!,
  );
  const toAggregatedScore = (
    intent: string,
    metric: string,
    key: keyof AveragedScores,
    matches: (row: ScoreRow) => boolean = () => true,
  ): AggregatedScore => {
    const computeGroupMean = (allScores: readonly AveragedScores[]): number | null =>
      computeMean(allScores.filter((_, i) => matches(rows[i]!)).map((scores) => scores[key]));
    return {
      intent,
      metric,
      score: computeGroupMean(averagedRows),
      unconditional: computeGroupMean(unconditionalRows),
    };
  };
  const intents = [...new Set(rows.map(({ reference }) => reference))];
  return [
    ...intents.flatMap((intent) =>
      (METRICS_BY_INTENT[intent] ?? []).map((metric) =>
        toAggregatedScore(intent, metric, metric, (row) => row.reference === intent),
      ),
    ),
    toAggregatedScore('overall', 'overall', 'overall'),
    toAggregatedScore('overall', 'intent-match', 'intent-match'),
    toAggregatedScore('element-group', 'iou', 'iou'),
    toAggregatedScore('text-group', 'chrf-urlf', 'text'),
  ];
}

const ZERO_SCORES: AveragedScores = {
  'exact-match': 0,
  'intent-match': 0,
  chrf: 0,
  iou: 0,
  urlf: 0,
  overall: 0,
  text: 0,
};

function toAveragedScores(scores: TurnScores): AveragedScores {
  const [exact, intent, chrf, iou, urlf] = METRICS.map((metric) => {
    const score = scores[metric];
    return score === null ? null : roundToHundredths(score);
  }) as [number | null, number | null, number | null, number | null, number | null];
  return {
    'exact-match': exact,
    'intent-match': intent,
    chrf,
    iou,
    urlf,
    overall: iou !== null && chrf !== null ? iou * chrf : (urlf ?? chrf ?? iou),
    text: chrf === null ? urlf : Math.max(chrf, urlf ?? chrf),
  };
}

function computeMean(values: readonly (number | null)[]): number | null {
  const knownValues = values.filter((value) => value !== null);
  return knownValues.length === 0
    ? null
    : knownValues.reduce((sum, value) => sum + value, 0) / knownValues.length;
}

/** Rounds to hundredths, half to even like numpy. */
function roundToHundredths(value: number): number {
  const hundredths = value * 100;
  const roundedDown = Math.floor(hundredths);
  const remainder = hundredths - roundedDown;
  const roundsUp = remainder > 0.5 || (remainder === 0.5 && roundedDown % 2 !== 0);
  return (roundedDown + (roundsUp ? 1 : 0)) / 100;
}
