/** For "delete the layer Garden", tries the layer's context menu, as in many editors, if no such button is visible. */
import type { Candidate } from '../../../contract/index.js';
import { scoreClickable, ground } from '../ground/ground.js';
import { isField } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { SpokenStep, StepOf } from '../language/steps.js';
import { createTarget, readTarget } from '../language/target.js';
import { THIS_OBJECT } from './object-commands.js';
import type { Context, Move } from './types.js';

const MENU_COMMAND =
  /^(delete|remove|rename|duplicate|copy|cut|hide|disable|enable|lock|unlock) (?:the |this |my )?(.+)$/iu;
/** In "layer Garden", the first word is the kind and the rest is the name. */
const KIND_BEFORE_NAME = /^\p{Ll}+ (\p{Lu}.*)$/u;
/** Minimum score of the element on which the context menu is opened. */
const MIN_SCORE = 0.93;

export function tryContextMenu(step: StepOf<'click'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const match = step.kind === 'command' && !step.target.quoted ? MENU_COMMAND.exec(step.target.text) : null;
  if (!match || run.askedValueKey !== null || THIS_OBJECT.test(run.spokenStep.clause.text)) return null;
  const [, verb, objectPhrase] = match as unknown as [string, string, string];
  const scoreElement = (c: Candidate): number =>
    c.visible && c.interactive && !c.behindModal && !isField(c) ? scoreClickable(c) : 0;
  for (const name of [objectPhrase, KIND_BEFORE_NAME.exec(objectPhrase)?.[1]]) {
    const grounding = name
      ? ground({ target: readTarget(name, []), scoreSuitability: scoreElement }, view)
      : null;
    const hits =
      grounding?.kind === 'one' ? [grounding.hit] : grounding?.kind === 'several' ? grounding.hits : [];
    const hit = hits[0];
    if (
      !hit ||
      hit.score < MIN_SCORE ||
      hits.some(({ candidate }) => getName(candidate) !== getName(hit.candidate))
    )
      continue;
    const { clause } = run.spokenStep;
    const steps: SpokenStep[] = [
      {
        clause,
        step: { do: 'double-or-right-click', kind: 'right', target: createTarget(getName(hit.candidate)) },
      },
      { clause, step: { do: 'click', kind: 'click', target: createTarget(verb) } },
    ];
    return {
      kind: 'replace',
      steps,
      prepare: ([firstRun]) => void (firstRun && (firstRun.pickedUid = hit.candidate.uid)),
    };
  }
  return null;
}
