/** Splits "delete the mug and the tea" into one command for each object, if each object has its own control. */
import { ground, scoreClickable } from '../ground/ground.js';
import { MIN_FULL_NAME_SCORE } from '../ground/score.js';
import { isField } from '../ground/kinds.js';
import type { View } from '../ground/view.js';
import { createNamedCommand } from '../language/commands.js';
import type { Step } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { fold } from '../text.js';

const SEPARATOR = /\s*,\s*(?:and\s+)?|\s+and\s+/iu;
const MAX_OBJECTS = 8;

/** Prefers a control “Delete carrot cake” to a control “Delete” near the carrot cake. */
function preferControlForObject(step: Step, command: string, object: string): Step {
  if (step.do !== 'click') return step;
  const [namedInterpretation] = createTarget(`${command} ${object}`).interpretations;
  return {
    ...step,
    target: { ...step.target, interpretations: [namedInterpretation, ...step.target.interpretations] },
  };
}

/**
 * Returns one step for each object; null unless each object has its own control with the command's name.
 *
 * @param object for example "the drill and the saw"
 */
export function splitObjects(command: string, object: string, view: View): Step[] | null {
  const objects = object.split(SEPARATOR).filter(Boolean);
  const isOneName = view.candidates.some((c) => fold(c.text).includes(fold(object)));
  if (objects.length < 2 || objects.length > MAX_OBJECTS || isOneName) return null;
  const steps = objects.map((words) =>
    preferControlForObject(createNamedCommand(command, words, []), command, words),
  );
  const uids = steps.map((step) => {
    const grounding =
      step.do === 'click'
        ? ground(
            {
              target: step.target,
              scoreSuitability: (c) => (isField(c) || !c.visible ? 0 : scoreClickable(c)),
            },
            view,
          )
        : null;
    return grounding?.kind === 'one' && grounding.hit.score >= MIN_FULL_NAME_SCORE
      ? grounding.hit.candidate.uid
      : null;
  });
  return uids.includes(null) || new Set(uids).size < uids.length ? null : steps;
}
