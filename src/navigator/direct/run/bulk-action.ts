/** After rows were ticked, "delete them" presses “Delete selected”, or chooses “Delete” in the list of bulk actions. */
import { describe } from '../ground/describe.js';
import { isButton, isSelect, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { scoreAgreement } from '../text.js';
import { findForm } from '../ground/form.js';
import { act, rememberTarget, type Context, type Move, updateRun } from './types.js';
import { beginsWithCommand, isUsableControl } from './use-entry-control.js';

const SELECTED_WORDS = /\b(?:selected|ticked|checked|marked|chosen)\b/iu;
/** The instructor says "delete them". */
const PLURAL_PRONOUN_AT_END = /\b(?:them|these|those)$/iu;
const APPLY_BUTTON = /^(?:go|apply|ok|run|execute|submit|perform|do it)\b/iu;

/** Uses the page's control for the ticked rows: “Delete selected”, or an action in a list. */
export function useBulkAction(step: StepOf<'click'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const object = step.command?.object;
  const meansTickedRows =
    object &&
    (object.pronoun ||
      SELECTED_WORDS.test(object.text) ||
      PLURAL_PRONOUN_AT_END.test(run.spokenStep.clause.text));
  if (step.kind !== 'command' || !meansTickedRows) return null;
  const hasTickedCheckbox = view.candidates.some(
    (c) => c.visible && isTickable(c) && c.role !== 'radio' && c.states.checked === true,
  );
  if (!hasTickedCheckbox) return null;
  const [control, ...otherControls] = view.candidates.filter(
    (c) => isUsableControl(c) && beginsWithCommand(c, step.command!.name) && SELECTED_WORDS.test(getName(c)),
  );
  if (control && otherControls.length === 0) {
    rememberTarget(ctx, control, describe(control), getName(control));
    return act('act', { intent: 'click', uid: control.uid });
  }
  const matchingOptions = view.candidates
    .filter((c) => c.visible && isSelect(c) && !c.states.disabled)
    .flatMap((list) =>
      (list.options ?? [])
        .filter((o) => !o.disabled && scoreAgreement(step.command!.name, o.label).coverage >= 0.9)
        .map((option) => ({ list, option })),
    );
  const [match] = matchingOptions;
  if (!match || matchingOptions.length > 1) return null;
  const form = findForm(match.list, view);
  const applyButtons = view.candidates.filter(
    (c) => c.visible && isButton(c) && APPLY_BUTTON.test(getName(c)) && findForm(c, view)?.uid === form?.uid,
  );
  if (applyButtons.length !== 1) return null;
  const chooseStep = {
    ...run.spokenStep,
    step: {
      do: 'choose',
      value: match.option.label,
      from: createTarget(getName(match.list)),
      target: createTarget(match.option.label),
    },
  } as const;
  const applyStep = {
    ...run.spokenStep,
    step: { do: 'click', kind: 'click', target: createTarget(getName(applyButtons[0]!)) },
  } as const;
  return {
    kind: 'replace',
    steps: [chooseStep, applyStep],
    prepare: ([, runOfApplyStep]) =>
      void (
        runOfApplyStep && updateRun(runOfApplyStep, { pickedUid: applyButtons[0]!.uid, usesOnlyPicked: true })
      ),
  };
}
