/** The metrics of one prediction (spec 7.3). Null where a metric does not apply. */
import { ELEMENT_INTENTS, TEXT_INTENTS } from '../action/index.js';
import { chrf } from './chrf.js';
import { iou } from './iou.js';
import type { ScoredAction } from './references.js';
import { urlf } from './urlf.js';

export const METRICS = ['exact-match', 'intent-match', 'chrf', 'iou', 'urlf'] as const;
export type Metric = (typeof METRICS)[number];
export type TurnScores = Readonly<Record<Metric, number | null>>;

export function turnScores(prediction: ScoredAction, reference: ScoredAction): TurnScores {
  const same = prediction.intent === reference.intent;
  const { intent } = prediction;
  return {
    'exact-match': same && isExact(prediction, reference) ? 1 : 0,
    'intent-match': same ? 1 : 0,
    chrf: same && TEXT_INTENTS.has(intent) ? ofTexts(prediction, reference, chrf) : null,
    iou: same && ELEMENT_INTENTS.has(intent) ? overlap(prediction, reference) : null,
    urlf: same && intent === 'load' ? ofTexts(prediction, reference, urlf) : null,
  };
}

/** Arguments that have to be equal. */
const EXACT: Readonly<Record<string, readonly string[]>> = {
  say: ['utterance'],
  textinput: ['text'],
  change: ['value'],
  load: ['url'],
  scroll: ['x', 'y'],
};

/** Scrolling is an act on an element here and has none, so that it never is. */
function isExact(prediction: ScoredAction, reference: ScoredAction): boolean {
  const { intent, element } = prediction;
  if (ELEMENT_INTENTS.has(intent) && (element?.uid == null || element.uid !== reference.element?.uid))
    return false;
  return (EXACT[intent] ?? []).every((name) => prediction.args.get(name) === reference.args.get(name));
}

function overlap(prediction: ScoredAction, reference: ScoredAction): number {
  const [a, b] = [prediction.element?.box, reference.element?.box];
  return a == null || b == null ? 0 : iou(a, b);
}

/** The argument that is compared; copies and pastes have none. */
const TEXT: Readonly<Record<string, string>> = {
  textinput: 'text',
  say: 'utterance',
  load: 'url',
  change: 'value',
};

function ofTexts(
  prediction: ScoredAction,
  reference: ScoredAction,
  score: (a: string, b: string) => number,
): number {
  const [ours, theirs] = [prediction, reference].map(({ intent, args }) => {
    const name = TEXT[intent] ?? '';
    return intent === 'textinput' && !args.has(name) ? args.get('value') : args.get(name);
  });
  return typeof ours === 'string' && typeof theirs === 'string' ? score(ours, theirs) : 0;
}
