/**
 * Changes values in a form that must be opened first: opens the form, parses the line with its fields, and fills it in.
 */
import type { Candidate } from '../../../contract/index.js';
import { findRows, readValuesForForm } from '../assign/index.js';
import { describe } from '../ground/describe.js';
import { isButton, isField, isLink, isNativeValueField, isSelect } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { findOwnRow, findRowName } from '../ground/own-row.js';
import { createClick, type StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { clip, scoreAgreement } from '../text.js';
import { judgeOutcome } from './judge-outcome.js';
import { findClosedEditor } from '../ground/collapsed.js';
import { findRowEditor } from './find-row.js';
import { askWhichRow } from './row-control.js';
import { uncoverElement } from './clear-obstruction.js';
import { act, rememberTarget, fail, type Context, type Move } from './types.js';

export function editRow(step: StepOf<'edit'>, ctx: Context): Move {
  const { run, view } = ctx;
  const lastTurn = ctx.recentActions.at(-1);
  if (lastTurn && run.stage === 'opening') {
    const judgement = judgeOutcome(lastTurn);
    if (judgement.kind === 'covered') return uncoverElement(ctx, judgement.detail);
    if (judgement.kind !== 'ok')
      return fail(
        `I clicked ${run.target!.description} to edit it, but ${'detail' in judgement ? judgement.detail : 'I saw no change'}`,
      );
    return fillOpenedForm(step, ctx);
  }
  const editor = step.row === null ? findClosedEditor(view) : findRowEditorOrAsk(step, step.row, ctx);
  if (!editor) return fail("I can't find a form for that on this page");
  if ('kind' in editor) return editor;
  if (step.row === null) rememberTarget(ctx, editor, describe(editor), getName(editor));
  return act('opening', { intent: 'click', uid: editor.uid });
}

/** Parses the line again with the fields of the form that is open now. */
function fillOpenedForm(step: StepOf<'edit'>, ctx: Context): Move {
  const { run, view, today } = ctx;
  const fillStep = readValuesForForm(step.line, view, today, step.row === null ? [] : [step.row]);
  if (fillStep)
    return {
      kind: 'replace',
      steps: [{ ...run.spokenStep, step: { ...fillStep, ...(step.row === null ? {} : { row: step.row }) } }],
    };
  const tab = findNextTab(ctx);
  if (tab) return act('opening', { intent: 'click', uid: tab.uid });
  return step.fallbackSteps.length > 0
    ? { kind: 'replace', steps: [...step.fallbackSteps] }
    : fail(
        `I opened the form of “${clip(step.row ?? '', 60)}”, but I can't tell which of its fields you mean. The form is still open`,
      );
}

/** Returns the open dialog's next tab that the step has not opened. */
function findNextTab({ run, view }: Context): Candidate | null {
  const tab = view.candidates.find(
    (c) =>
      c.role === 'tab' &&
      c.visible &&
      !c.states.disabled &&
      c.states.selected !== true &&
      view.isInDialog(c) &&
      !run.revealedUids.has(c.uid),
  );
  if (tab) run.revealedUids.add(tab.uid);
  return tab ?? null;
}

const MIN_COLUMN_COVERAGE = 0.9;

/**
 * Sets fields inside the row itself, such as the list “Role for Tom”. Returns null unless the row has a field for each
 * value.
 */
function setFieldsOfRow(
  { values = [] }: StepOf<'edit'>,
  row: Candidate,
  { run, view }: Context,
): Move | null {
  const fields = view.candidates.filter(
    (c) =>
      c.visible &&
      !c.states.disabled &&
      (isField(c) || isSelect(c) || isNativeValueField(c)) &&
      view.getAncestors(c).includes(row),
  );
  const assignments = values.flatMap(({ column, value }) => {
    const [field, ...others] = fields.filter(
      (c) => scoreAgreement(column, getName(c), true).coverage >= MIN_COLUMN_COVERAGE,
    );
    return field && !others.length ? [{ field, value }] : [];
  });
  if (!assignments.length || assignments.length < values.length) return null;
  return {
    kind: 'replace',
    steps: assignments.map(({ field, value }) => ({
      ...run.spokenStep,
      step: { do: 'set', target: createTarget(getName(field)), value, verb: 'set' },
    })),
    prepare: (runs) => runs.forEach((newRun, i) => (newRun.pickedUid = assignments[i]!.field.uid)),
  };
}

/** Returns the control that opens the row's form; a question or failure if the row is not clear. */
function findRowEditorOrAsk(step: StepOf<'edit'>, rowWords: string, ctx: Context): Candidate | Move {
  const { run, view } = ctx;
  const matches = findRows(rowWords, view);
  const pickedMatch = matches.find(({ row }) => row.uid === run.pickedUid);
  const [match] = pickedMatch ? [pickedMatch] : matches;
  if (!match) return fail(`I can't find a row called “${clip(rowWords, 60)}” on this page`);
  if (!pickedMatch && matches.length > 1)
    return askWhichRow(
      rowWords,
      matches.map(({ row }) => ({ uid: row.uid, row })),
    );
  const fieldsMove = setFieldsOfRow(step, match.row, ctx);
  if (fieldsMove) return fieldsMove;
  const editor = findRowEditor(match.row, view);
  if (!editor) return fail(`The row “${clip(match.row.text, 60)}” has no control to edit it`);
  const name = match.cells.find((cell) => /\p{L}{2}/u.test(cell)) ?? rowWords;
  rememberTarget(ctx, editor, `${describe(editor)} in the row of “${clip(name, 60)}”`, getName(editor));
  return editor;
}

/**
 * Names of controls such as “Change name”, on a page that lists the user's answers. They open the form of one answer.
 */
const CHANGE_NAME = /^(?:change|edit|amend|update)\b\s*/iu;

/**
 * For "change my name to Ana", presses “Change” beside the listed answer “Name” and sets the field in the form that
 * opens.
 */
export function openListedAnswerFirst({ run, plan, view }: Context): Move | null {
  const { step, spokenStep } = run;
  if (step.do !== 'set' || !step.target || step.target.pronoun || run.pickedUid) return null;
  const phrase = step.target.text;
  const controls = view.candidates.filter(
    (c) => c.visible && c.interactive && (isLink(c) || isButton(c)) && CHANGE_NAME.test(getName(c)),
  );
  const [control, ...others] = controls.filter((c) => {
    const row = findOwnRow(c, controls, view);
    const label =
      getName(c).replace(CHANGE_NAME, '') ||
      (row ? findRowName(c, view.getAncestors(c).indexOf(row), view) : '');
    return scoreAgreement(phrase, label).score >= 0.95;
  });
  if (!control || others.length || plan.steps[plan.cursor - 1]?.pickedUid === control.uid) return null;
  const click = createClick('click', { ...createTarget(getName(control)), quoted: true });
  return {
    kind: 'replace',
    steps: [{ ...spokenStep, step: click }, spokenStep],
    prepare: ([first]) => void (first && (first.pickedUid = control.uid)),
  };
}
