/** Computes the metrics of one prediction; null if a metric does not apply. */
import { ELEMENT_INTENTS, TEXT_INTENTS } from '../action/index.js';
import { computeChrf } from './chrf.js';
import { computeIou } from './iou.js';
import type { ScoredAction } from './references.js';
import { computeUrlf } from './urlf.js';

export const METRICS = ['exact-match', 'intent-match', 'chrf', 'iou', 'urlf'] as const;
export type Metric = (typeof METRICS)[number];
export type TurnScores = Readonly<Record<Metric, number | null>>;

export function scoreTurn(prediction: ScoredAction, reference: ScoredAction): TurnScores {
  const isSameIntent = prediction.intent === reference.intent;
  const { intent } = prediction;
  return {
    'exact-match': isSameIntent && isExactMatch(prediction, reference) ? 1 : 0,
    'intent-match': isSameIntent ? 1 : 0,
    chrf: isSameIntent && TEXT_INTENTS.has(intent) ? scoreTexts(prediction, reference, computeChrf) : null,
    iou: isSameIntent && ELEMENT_INTENTS.has(intent) ? scoreOverlap(prediction, reference) : null,
    urlf: isSameIntent && intent === 'load' ? scoreTexts(prediction, reference, computeUrlf) : null,
  };
}

/** Arguments that must be equal. */
const EXACT_ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  say: ['utterance'],
  textinput: ['text'],
  change: ['value'],
  load: ['url'],
  scroll: ['x', 'y'],
};

/** Scrolling never matches exactly: it counts as an action on an element but has none. */
function isExactMatch(prediction: ScoredAction, reference: ScoredAction): boolean {
  const { intent, element } = prediction;
  if (ELEMENT_INTENTS.has(intent) && (element?.uid == null || element.uid !== reference.element?.uid))
    return false;
  return (EXACT_ARGUMENTS[intent] ?? []).every(
    (name) => prediction.args.get(name) === reference.args.get(name),
  );
}

function scoreOverlap(prediction: ScoredAction, reference: ScoredAction): number {
  const [a, b] = [prediction.element?.box, reference.element?.box];
  return a == null || b == null ? 0 : computeIou(a, b);
}

/** The text argument that is compared; copy and paste have none. */
const TEXT_ARGUMENTS: Readonly<Record<string, string>> = {
  textinput: 'text',
  say: 'utterance',
  load: 'url',
  change: 'value',
};

function scoreTexts(
  prediction: ScoredAction,
  reference: ScoredAction,
  score: (a: string, b: string) => number,
): number {
  const [predictedText, expectedText] = [prediction, reference].map(({ intent, args }) => {
    const name = TEXT_ARGUMENTS[intent] ?? '';
    return intent === 'textinput' && !args.has(name) ? args.get('value') : args.get(name);
  });
  return typeof predictedText === 'string' && typeof expectedText === 'string'
    ? score(predictedText, expectedText)
    : 0;
}
