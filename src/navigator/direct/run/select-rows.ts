/**
 * Selects rows with their check boxes: "select all pending orders", "select 1062 and 1060". Without boxes in the rows,
 * "select" keeps its other meanings.
 */
import type { Candidate } from '../../../contract/index.js';
import { SELECT_ALL_NAME } from '../ground/find-all.js';
import { isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { findRowsWithValue } from '../ground/rows-by-value.js';
import { isListed } from '../ground/topic.js';
import type { View } from '../ground/view.js';
import { readTicks } from '../language/choices.js';
import type { Step, StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { fold } from '../text.js';
import { findTickableInRow } from './rows.js';
import { update, type Context, type Move } from './types.js';

const QUANTIFIED = /^(?:all|every|each)(?: of)?(?: the)? (.+?)(?: (?:on|of) (?:this|the) (?:page|list))?$/iu;
const COUNTED =
  /^(?:the )?((?:first|last)(?: (?:\d+|two|three|four|five|six|seven|eight|nine|ten))?) (\p{L}+)$/iu;

/** Returns the check boxes in rows and list entries, without the box for all of them. */
export const listRowBoxes = (view: View): Candidate[] =>
  view.candidates.filter(
    (c) =>
      c.visible &&
      isTickable(c) &&
      c.role !== 'radio' &&
      !SELECT_ALL_NAME.test(getName(c)) &&
      view.getAncestors(c).some((a) => a.tag === 'tr' || a.role === 'row' || a.role === 'listitem'),
  );

/** Returns the steps that tick the boxes of several rows; null if the words mean no rows. */
function readSeveralBoxes(words: string, view: View): readonly Step[] | null {
  const noun = QUANTIFIED.exec(words)?.[1];
  if (noun && isListed(noun, view)) return readTicks('all of them', [], true, 'tick');
  if (noun && findRowsWithValue(noun, view).length > 0)
    return [{ do: 'tick', to: true, target: { ...createTarget(noun), each: { max: null } }, verb: 'tick' }];
  const [, count, countedNoun] = COUNTED.exec(words) ?? [];
  return count && isListed(countedNoun!, view) ? readTicks(`the ${count}`, [], true, 'tick') : null;
}

/** Whether a radio button or an option has exactly this name, so that it is meant. */
const isNameOfChoice = (words: string, view: View): boolean =>
  view.candidates.some((c) => {
    const names =
      c.options?.map(({ label }) => label) ?? (/^(?:option|radio)$/u.test(c.role) ? [getName(c)] : []);
    return c.visible && names.some((name) => fold(name) === fold(words));
  });

export function selectRows(step: StepOf<'choose'>, { run, view }: Context): Move | null {
  if (step.from || step.target.quoted || step.target.not || run.stage !== '' || run.pickedUid) return null;
  if (listRowBoxes(view).length < 2) return null;
  const words = step.target.each ? `all ${step.value}` : step.value;
  const tickSteps = readSeveralBoxes(words, view);
  if (tickSteps)
    return { kind: 'replace', steps: tickSteps.map((tickStep) => ({ ...run.spokenStep, step: tickStep })) };
  const box = step.target.each || isNameOfChoice(words, view) ? null : findTickableInRow(words, view);
  return (
    box && {
      kind: 'replace',
      steps: [{ ...run.spokenStep, step: { do: 'tick', to: true, target: step.target, verb: 'tick' } }],
      prepare: ([tickRun]) => update(tickRun!, { pickedUid: box.uid, usesOnlyPicked: true }),
    }
  );
}
