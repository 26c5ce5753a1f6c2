/**
 * Selects rows with their checkboxes: "select all pending orders", "select 1062 and 1060". If the rows have no
 * checkboxes, "select" keeps its other meanings.
 */
import type { Candidate } from '../../../contract/index.js';
import { SELECT_ALL_NAME } from '../ground/find-all.js';
import { isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { findRowsWithValue } from '../ground/rows-by-value.js';
import { isListedNoun } from '../ground/topic.js';
import type { View } from '../ground/view.js';
import { readTicks } from '../language/choices.js';
import type { Step, StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { fold } from '../text.js';
import { findTickableInRow } from './rows.js';
import { updateRun, type Context, type Move } from './types.js';

const QUANTIFIED = /^(?:all|every|each)(?: of)?(?: the)? (.+?)(?: (?:on|of) (?:this|the) (?:page|list))?$/iu;
const COUNTED =
  /^(?:the )?((?:first|last)(?: (?:\d+|two|three|four|five|six|seven|eight|nine|ten))?) (\p{L}+)$/iu;

/** Returns the checkboxes in rows and list entries, without the one that selects all. */
export const listRowCheckboxes = (view: View): Candidate[] =>
  view.candidates.filter(
    (c) =>
      c.visible &&
      isTickable(c) &&
      c.role !== 'radio' &&
      !SELECT_ALL_NAME.test(getName(c)) &&
      view.getAncestors(c).some((a) => a.tag === 'tr' || a.role === 'row' || a.role === 'listitem'),
  );

/** Returns the steps that tick the checkboxes of several rows; null if the words do not mean rows. */
function readSeveralRows(words: string, view: View): readonly Step[] | null {
  const noun = QUANTIFIED.exec(words)?.[1];
  if (noun && isListedNoun(noun, view)) return readTicks('all of them', [], true, 'tick');
  if (noun && findRowsWithValue(noun, view).length > 0)
    return [
      { do: 'tick', newState: true, target: { ...createTarget(noun), each: { max: null } }, verb: 'tick' },
    ];
  const [, count, countedNoun] = COUNTED.exec(words) ?? [];
  return count && isListedNoun(countedNoun!, view) ? readTicks(`the ${count}`, [], true, 'tick') : null;
}

/** Whether a radio button or an option has exactly this name. It is then the one to choose. */
const isNameOfChoice = (words: string, view: View): boolean =>
  view.candidates.some((c) => {
    const names =
      c.options?.map(({ label }) => label) ?? (/^(?:option|radio)$/u.test(c.role) ? [getName(c)] : []);
    return c.visible && names.some((name) => fold(name) === fold(words));
  });

export function selectRows(step: StepOf<'choose'>, { run, view }: Context): Move | null {
  if (step.from || step.target.quoted || step.target.not || run.stage !== '' || run.pickedUid) return null;
  if (listRowCheckboxes(view).length < 2) return null;
  const words = step.target.each ? `all ${step.value}` : step.value;
  const tickSteps = readSeveralRows(words, view);
  if (tickSteps)
    return { kind: 'replace', steps: tickSteps.map((tickStep) => ({ ...run.spokenStep, step: tickStep })) };
  const checkbox = step.target.each || isNameOfChoice(words, view) ? null : findTickableInRow(words, view);
  return (
    checkbox && {
      kind: 'replace',
      steps: [{ ...run.spokenStep, step: { do: 'tick', newState: true, target: step.target, verb: 'tick' } }],
      prepare: ([tickRun]) => updateRun(tickRun!, { pickedUid: checkbox.uid, usesOnlyPicked: true }),
    }
  );
}
