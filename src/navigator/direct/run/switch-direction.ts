/** Prevents clicks that would do the opposite of what the line says. */
import { isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { createTarget } from '../language/target.js';
import { type Context, type Move } from './types.js';

const TURNS_ON = /^(?:turn|switch) (?:.+ )?on\b|^(?:re-?)?(?:enable|activate)\b/iu;
const TURNS_OFF = /^(?:turn|switch) (?:.+ )?off\b|^(?:disable|deactivate)\b/iu;

/** Whether a button with this name turns something on; null if it turns nothing on or off. */
export const turnsOn = (name: string): boolean | null =>
  TURNS_ON.test(name) ? true : TURNS_OFF.test(name) ? false : null;

const NEGATION =
  /\b(?:not|never|none|without|(?:is|are|was|were|has|have|do|does|did|can|must|should|wo)n['’]?t|cannot)\b/iu;

/** "It has not been safety tested" unticks the checkbox “Safety tested” instead of clicking it. */
export function untickIfNegated(move: Move, { run, view }: Context): Move {
  if (move.kind !== 'act' || move.actions.length > 1 || move.actions[0].intent !== 'click') return move;
  const { uid } = move.actions[0];
  const c = uid === undefined ? undefined : view.byUid.get(uid);
  const { text } = run.spokenStep.clause;
  if (!c || !isTickable(c) || c.role === 'radio' || !NEGATION.test(text) || NEGATION.test(getName(c)))
    return move;
  return {
    kind: 'replace',
    steps: [
      {
        ...run.spokenStep,
        step: { do: 'tick', newState: false, target: createTarget(getName(c)), verb: 'untick' },
      },
    ],
    prepare: ([newRun]) => void (newRun && (newRun.pickedUid = c.uid)),
  };
}
