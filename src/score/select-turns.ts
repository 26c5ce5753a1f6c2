/** Selects the turns that the paper's evaluation predicts. Pure. */
import type { WeblinxTurn } from '../demonstration/index.js';

const PREDICTED_INTENTS: ReadonlySet<string> = new Set([
  'click',
  'change',
  'textInput',
  'scroll',
  'load',
  'submit',
]);
const INTENTS_WITH_ELEMENT: ReadonlySet<string> = new Set(['click', 'change', 'submit']);

/** @returns indices in `replay.json` */
export function selectPredictedTurns(turns: readonly WeblinxTurn[]): number[] {
  let hasGoodScreenshot = false;
  const selectedIndexes: number[] = [];
  turns.forEach((turn, index) => {
    if (turn.type === 'chat') {
      // A chat turn inherits the screenshot of the turn before it.
      if (hasGoodScreenshot && turn.speaker === 'navigator') selectedIndexes.push(index);
      return;
    }
    const { intent, arguments: args } = turn.action;
    if (turn.state.screenshot) hasGoodScreenshot = turn.state.screenshot_status === 'good';
    if (!PREDICTED_INTENTS.has(intent)) return;
    if (!turn.state.screenshot || turn.state.screenshot_status !== 'good') return;
    if (INTENTS_WITH_ELEMENT.has(intent) && !args.element) return;
    selectedIndexes.push(index);
  });
  return selectedIndexes;
}
