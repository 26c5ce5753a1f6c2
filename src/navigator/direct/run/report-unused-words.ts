/** Tells the instructor, in a note after the report, which words of the line had no effect. */
import type { Observation } from '../../../contract/index.js';
import { readSortWords } from '../language/choices.js';
import { formatList } from './messages.js';
import type { PerformedAction } from './performed-actions.js';
import { isBasketStep } from './read-quantity.js';
import type { Plan } from './types.js';
import { findUnusedWords } from './unused-words.js';

/** @param performedActions all actions so far; only those of this line count */
export function addUnusedWordsNote(
  report: string,
  plan: Plan,
  { title, url }: Observation,
  performedActions: readonly PerformedAction[],
): string {
  const actions = performedActions.filter((a) => a.requestTurnIndex === plan.requestTurnIndex);
  // If a line gives values for a form, or changes the basket, all of its words are used.
  const usesEveryWord =
    plan.steps.some(({ step }) => step.do === 'fill' && step.fields.some(({ uid }) => uid)) ||
    plan.steps.every(({ step }) => isBasketStep(step));
  const words =
    !usesEveryWord && actions.length > 0 && actions.every(({ element }) => element)
      ? findUnusedWords(plan.line, actions, [
          report,
          title,
          url,
          ...plan.steps.map(({ spokenStep }) => readSortWords(spokenStep.clause.text)),
          ...plan.steps.flatMap(({ target }) => target?.words ?? []),
        ])
      : [];
  const note = words.length > 0 ? `I did nothing about ${formatList(words.map((word) => `“${word}”`))}.` : '';
  return [report || 'There was nothing to do.', note].filter(Boolean).join(' ');
}
