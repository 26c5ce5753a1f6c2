/** Resolves superlatives such as "the cheapest flight" by comparing the page's rows. */
import type { Candidate } from '../../../contract/index.js';
import { findBestRow } from '../answer/compare-rows.js';
import { readFacts } from '../answer/read-facts.js';
import { findElementWithBestValue } from '../ground/element-values.js';
import { findAll } from '../ground/find-all.js';
import { scoreClickable } from '../ground/ground.js';
import { isField } from '../ground/kinds.js';
import { listWeightedNames } from '../ground/names.js';
import { findOwnRow } from '../ground/own-row.js';
import type { View } from '../ground/view.js';
import { SELECT_VERBS } from '../lexicon/superlatives.js';
import type { Step, Superlative, Target } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { scoreAgreement } from '../text.js';
import type { Context } from './types.js';

/** Returns the element in the best row; null if the page's tables do not show which row that is. */
function findInBestRow(list: readonly Candidate[], superlative: Superlative, view: View): Candidate | null {
  const cells = list.length > 1 ? findBestRow(superlative, readFacts(view)) : null;
  const hits = list.filter((c) => {
    const row = findOwnRow(c, list, view);
    return row && cells?.every(({ value }) => row.text.includes(value));
  });
  return hits.length === 1 ? hits[0]! : null;
}

/** Returns the element whose entry is the best; null if the page does not show which one that is. */
export const findBestElement = (
  list: readonly Candidate[],
  superlative: Superlative,
  view: View,
): Candidate | null =>
  findElementWithBestValue(list, superlative, view) ?? findInBestRow(list, superlative, view);

const withoutSuperlative = ({ superlative: _superlative, ...target }: Target): Target => target;

/** Returns the elements to compare: the buttons that the verb names, or the elements that the target names. */
function findComparedElements(target: Target, verb: string | null, { view }: Context): Candidate[] {
  const isUsableControl = (c: Candidate): boolean =>
    c.visible && c.interactive && !c.states.disabled && !isField(c);
  const buttonVerbs = verb === null ? [] : SELECT_VERBS.includes(verb) ? SELECT_VERBS : [verb];
  const buttons =
    verb === null
      ? []
      : view.candidates.filter(
          (c) =>
            isUsableControl(c) &&
            listWeightedNames(c).some((n) =>
              buttonVerbs.some((v) => scoreAgreement(v, n.text).coverage >= 0.85),
            ),
        );
  if (buttons.length > 1) return buttons;
  return findAll(
    {
      target: withoutSuperlative(target),
      scoreSuitability: (c) => (isUsableControl(c) ? scoreClickable(c) : 0),
    },
    view,
  );
}

/**
 * Picks the best element for the step. If the page's entries cannot be compared, the superlative becomes a part of the
 * target's name, except in a command.
 */
export function resolveSuperlative(step: Step, ctx: Context): Step {
  if (step.do !== 'click' && step.do !== 'choose' && step.do !== 'tick') return step;
  const { superlative } = step.do === 'click' && step.command?.object ? step.command.object : step.target;
  if (!superlative || ctx.run.pickedUid !== null) return step;
  const comparedTarget = step.do === 'click' && step.command?.object ? step.command.object : step.target;
  const verb = step.do === 'click' && step.kind === 'command' ? (step.command?.name ?? null) : null;
  const elements = findComparedElements(comparedTarget, verb, ctx);
  const bestElement = findBestElement(elements, superlative, ctx.view);
  if (bestElement) {
    ctx.run.pickedUid = bestElement.uid;
    return step;
  }
  return verb === null ? { ...step, target: createTarget(comparedTarget.text) } : step;
}
