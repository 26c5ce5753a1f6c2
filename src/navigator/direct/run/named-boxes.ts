/**
 * In "tick Photos and Search speed", a part that is the name of a checkbox is ticked, even if its first word is a verb.
 */
import { isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import type { SpokenStep, StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { fold } from '../text.js';

/** Replaces the steps after a tick with ticks if their clauses are names of checkboxes. */
export function readNamedBoxes(spokenSteps: readonly SpokenStep[], getView: () => View): SpokenStep[] {
  let previous: StepOf<'tick'> | null = null;
  return spokenSteps.map((spokenStep) => {
    const { step, clause } = spokenStep;
    const isBox =
      previous !== null &&
      step.do !== 'tick' &&
      getView().candidates.some((c) => c.visible && isTickable(c) && fold(getName(c)) === fold(clause.text));
    const tick: SpokenStep =
      previous && isBox
        ? { ...spokenStep, step: { ...previous, target: createTarget(clause.text) } }
        : spokenStep;
    previous = tick.step.do === 'tick' ? tick.step : null;
    return tick;
  });
}
