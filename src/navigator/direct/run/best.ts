/** "the cheapest flight": finds the element by comparing the rows. */
import type { Candidate } from '../../../contract/index.js';
import { findBest } from '../ground/element-values.js';
import { findAll } from '../ground/find-all.js';
import { scoreClickable } from '../ground/ground.js';
import { isField } from '../ground/kinds.js';
import { listNamings } from '../ground/names.js';
import { SELECT_VERBS } from '../lexicon/superlatives.js';
import type { Step, Target } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { scoreAgreement } from '../text.js';
import type { Context } from './types.js';

const without = ({ superlative: _best, ...target }: Target): Target => target;

/** Returns the elements to compare: the buttons with that name, or the things themselves. */
function among(target: Target, verb: string | null, { view }: Context): Candidate[] {
  const usable = (c: Candidate): boolean => c.visible && c.interactive && !c.states.disabled && !isField(c);
  const verbs = verb === null ? [] : SELECT_VERBS.includes(verb) ? SELECT_VERBS : [verb];
  const buttons =
    verb === null
      ? []
      : view.candidates.filter(
          (c) =>
            usable(c) &&
            listNamings(c).some((n) => verbs.some((v) => scoreAgreement(v, n.text).coverage >= 0.85)),
        );
  if (buttons.length > 1) return buttons;
  return findAll(
    { target: without(target), scoreSuitability: (c) => (usable(c) ? scoreClickable(c) : 0) },
    view,
  );
}

/** Returns the step with the selected element; unchanged if the page does not allow a comparison. */
export function replaceComparison(step: Step, ctx: Context): Step {
  if (step.do !== 'click' && step.do !== 'choose' && step.do !== 'tick') return step;
  const { superlative: best } =
    step.do === 'click' && step.command?.object ? step.command.object : step.target;
  if (!best || ctx.run.pickedUid !== null) return step;
  const about = step.do === 'click' && step.command?.object ? step.command.object : step.target;
  const verb = step.do === 'click' && step.how === 'command' ? (step.command?.name ?? null) : null;
  const hit = findBest(among(about, verb, ctx), best, ctx.view);
  if (hit) {
    ctx.run.pickedUid = hit.uid;
    return step;
  }
  return verb === null ? { ...step, target: createTarget(about.text) } : step;
}
