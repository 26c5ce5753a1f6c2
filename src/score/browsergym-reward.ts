/** Computes the reward of WebLINX 1.1 like the package `weblinx-browsergym`, including its quirks. Pure. */
import type { BrowserGymAction, BrowserGymValue } from '../action/index.js';
import { parsePythonFloat } from '../python/index.js';
import type { BrowserGymStep } from './browsergym-records.js';
import { computeChrf } from './chrf.js';
import { computeIou } from './iou.js';
import type { ScoredPage } from './references.js';
import { computeUrlf } from './urlf.js';

/** A scroll that misses by this many pixels scores 0. */
const MAX_SCROLL_DISTANCE = 100;

/**
 * The package compares intents only if there is neither an element nor a text to compare. For example, a click on the
 * field that the reference fills gets the full reward.
 *
 * @param readPage reads the page of the step, if it is needed
 * @returns a value from 0 to 1
 */
export function computeReward(
  { name, args }: BrowserGymAction,
  reference: BrowserGymStep,
  readPage: () => ScoredPage,
): number {
  const expectedArgs = reference.args;
  switch (name) {
    case 'click':
    case 'hover':
      return scoreElement(args.get('bid'), reference, readPage);
    case 'fill':
      return (
        scoreText(args.get('value'), 'text' in expectedArgs ? expectedArgs['text'] : expectedArgs['value']) *
        scoreElement(args.get('bid'), reference, readPage)
      );
    case 'send_msg_to_user':
      return scoreText(args.get('text'), expectedArgs['utterance']);
    case 'goto':
      return scoreText(args.get('url'), expectedArgs['url'], computeUrlf);
    case 'scroll':
      return reference.intent === 'scroll'
        ? scoreDistance(args.get('delta_x'), expectedArgs['x']) *
            scoreDistance(args.get('delta_y'), expectedArgs['y'])
        : 0;
    case 'new_tab':
      return reference.intent === 'tabcreate' ? 1 : 0;
    case 'tab_close':
      return reference.intent === 'tabremove' ? 1 : 0;
    case 'tab_focus':
      return reference.intent === 'tabswitch' && toTabId(args.get('index')) === expectedArgs['target']
        ? 1
        : 0;
  }
}

function scoreElement(
  bid: BrowserGymValue | undefined,
  { box }: BrowserGymStep,
  readPage: () => ScoredPage,
): number {
  if (typeof bid !== 'string' || bid === '' || box === null) return 0;
  const { uids, boxes } = readPage();
  const predictedBox = uids.has(bid) ? boxes.get(bid) : undefined;
  return predictedBox === undefined ? 0 : clip(computeIou(predictedBox, box));
}

function scoreText(
  predicted: BrowserGymValue | undefined,
  expected: unknown,
  compute: (predicted: string, expected: string) => number = computeChrf,
): number {
  return typeof predicted === 'string' && typeof expected === 'string' ? compute(predicted, expected) : 0;
}

function scoreDistance(predicted: BrowserGymValue | undefined, expected: unknown): number {
  const position = toFloat(predicted);
  if (position === null || typeof expected !== 'number') return 0;
  const score = 1 - Math.abs(position - expected) / MAX_SCROLL_DISTANCE;
  return Number.isNaN(score) ? 0 : clip(score);
}

/** Like Python's `float(value)`: accepts numbers in strings, and True as 1. */
function toFloat(value: BrowserGymValue | undefined): number | null {
  if (typeof value === 'string') return parsePythonFloat(value);
  return typeof value === 'number' || typeof value === 'boolean' ? Number(value) : null;
}

const toTabId = (value: BrowserGymValue | undefined): unknown =>
  typeof value === 'boolean' ? Number(value) : value;

const clip = (value: number): number => Math.max(0, Math.min(1, value));
