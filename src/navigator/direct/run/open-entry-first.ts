/**
 * Opens a list entry before setting its field: "change the price of the Kettle to 31.50", if a list shows the Kettle
 * but no price field. Saves the entry's form afterwards.
 */
import { isLink } from '../ground/kinds.js';
import { ground } from '../ground/ground.js';
import { MIN_FULL_NAME_SCORE } from '../ground/score.js';
import type { StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { findSubmitButton, findForm } from '../ground/form.js';
import { scoreSettable } from '../ground/control-values.js';
import { StepVariable } from './step-variable.js';
import type { Context, Move } from './types.js';

const FIELD_OF_ENTRY = /^(.{2,40}?) (?:of|for) (?:the |my )?(.{2,60})$/iu;
const ENTRY_POSSESSIVE = /^(.{2,60}?)['’]s? (.{2,40})$/iu;
const submitsAfterwardsVariable = new StepVariable<true>();

/** Splits "the price of the Kettle" or "the Kettle's price" into the field and the entry. */
function splitFieldAndEntry(text: string): { field: string; entry: string } | null {
  const ofMatch = FIELD_OF_ENTRY.exec(text);
  if (ofMatch) return { field: ofMatch[1]!, entry: ofMatch[2]! };
  const possessiveMatch = ENTRY_POSSESSIVE.exec(text);
  return possessiveMatch ? { field: possessiveMatch[2]!, entry: possessiveMatch[1]! } : null;
}

/** Opens the entry and sets its field there; null if the page shows neither the entry nor a list with that column. */
export function openEntryFirst(step: StepOf<'set'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const fieldAndEntry =
    step.target && run.revealedUids.size === 0 ? splitFieldAndEntry(step.target.text) : null;
  if (!fieldAndEntry || submitsAfterwardsVariable.has(run)) return null;
  const fieldGrounding = ground(
    { target: createTarget(fieldAndEntry.field), scoreSuitability: scoreSettable, asField: true },
    view,
  );
  if (fieldGrounding.kind === 'one' && fieldGrounding.hit.score >= MIN_FULL_NAME_SCORE) return null;
  const entryTarget = createTarget(fieldAndEntry.entry.replace(/^(?:the|my) /iu, ''));
  const entryGrounding = ground(
    { target: entryTarget, scoreSuitability: (c) => (c.visible && isLink(c) ? 1 : 0) },
    view,
  );
  const isEntryShown = entryGrounding.kind === 'one' && entryGrounding.hit.score >= MIN_FULL_NAME_SCORE;
  // The entry may be on another page of the list if a column has the field's name.
  const hasFieldColumn = view.candidates.some(
    (c) =>
      c.visible &&
      /(?:^|\/)(?:thead|th)\b|columnheader/u.test(`${c.xpath}/${c.role}`) &&
      equalsIgnoringCase(c.text, fieldAndEntry.field),
  );
  if (!isEntryShown && !(hasFieldColumn && view.candidates.filter((c) => c.tag === 'tr').length > 2))
    return null;
  return {
    kind: 'replace',
    steps: [
      // Finds the entry by its name, not by the words of the whole instruction.
      {
        clause: { ...run.spokenStep.clause, text: `open ${entryTarget.text}` },
        step: { do: 'click', kind: 'open', target: entryTarget },
      },
      { ...run.spokenStep, step: { ...step, target: createTarget(fieldAndEntry.field) } },
    ],
    prepare: ([, second]) => submitsAfterwardsVariable.set(second!, true),
  };
}

const equalsIgnoringCase = (text: string, field: string): boolean =>
  text.trim().toLowerCase() === field.toLowerCase();

/** Saves the opened entry if its form has a submit button. */
export function submitAfterwards(move: Move, { run, view, plan }: Context): Move {
  const field = view.byUid.get(run.target?.uid ?? '');
  if (move.kind !== 'done' || !submitsAfterwardsVariable.has(run) || !field) return move;
  // The line itself says what to do next.
  if (plan.steps.length > plan.cursor + 1) return move;
  const button = findSubmitButton(findForm(field, view), [field], '', view);
  if (!button) return move;
  if (move.donePhrase) plan.donePhrases.push(move.donePhrase);
  return { kind: 'replace', steps: [{ ...run.spokenStep, step: { do: 'submit', target: null } }] };
}
