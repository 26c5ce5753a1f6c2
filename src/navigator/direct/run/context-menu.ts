/** "Delete the layer Garden" without such a button: tries the context menu, which things in editors often have. */
import type { Candidate } from '../../../contract/index.js';
import { scoreClickable, ground } from '../ground/ground.js';
import { isField } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { SpokenStep, StepOf } from '../language/steps.js';
import { createTarget, readTarget } from '../language/target.js';
import type { Context, Move } from './types.js';

const ORDER =
  /^(delete|remove|rename|duplicate|copy|cut|hide|disable|enable|lock|unlock) (?:the |this |my )?(.+)$/iu;
/** "the layer Garden": a word for the kind before the name. */
const KIND_FIRST = /^\p{Ll}+ (\p{Lu}.*)$/u;
/** Minimum score of the thing whose context menu is opened. */
const SURE = 0.93;

export function useContextMenu(step: StepOf<'click'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const match = step.how === 'command' && !step.target.quoted ? ORDER.exec(step.target.text) : null;
  if (!match || run.askedValueKey !== null) return null;
  const [, verb, thing] = match as unknown as [string, string, string];
  const suits = (c: Candidate): number =>
    c.visible && c.interactive && !c.behindModal && !isField(c) ? scoreClickable(c) : 0;
  for (const name of [thing, KIND_FIRST.exec(thing)?.[1]]) {
    const found = name ? ground({ target: readTarget(name, []), scoreSuitability: suits }, view) : null;
    const hits = found?.kind === 'one' ? [found.hit] : found?.kind === 'several' ? found.hits : [];
    const hit = hits[0];
    if (
      !hit ||
      hit.score < SURE ||
      hits.some(({ candidate }) => getName(candidate) !== getName(hit.candidate))
    )
      continue;
    const { clause } = run.spokenStep;
    const steps: SpokenStep[] = [
      { clause, step: { do: 'point', how: 'right', target: createTarget(getName(hit.candidate)) } },
      { clause, step: { do: 'click', how: 'click', target: createTarget(verb) } },
    ];
    return {
      kind: 'replace',
      steps,
      prepare: ([first]) => void (first && (first.pickedUid = hit.candidate.uid)),
    };
  }
  return null;
}
