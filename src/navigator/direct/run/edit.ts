/** Changes values in a form that has to be opened first: opens it, reads the line with its fields, and saves it. */
import type { Candidate } from '../../../contract/index.js';
import { findRows, readValuesForForm } from '../assign/index.js';
import { describe } from '../ground/describe.js';
import { getName } from '../ground/names.js';
import type { StepOf } from '../language/steps.js';
import { clip } from '../text.js';
import { judgeOutcome } from './judge-outcome.js';
import { findClosedEditor } from '../ground/collapsed.js';
import { askWhichRow, findRowEditor } from './row-control.js';
import { uncover } from './clear-obstruction.js';
import { act, rememberTarget, fail, type Context, type Move } from './types.js';

export function editRow(step: StepOf<'edit'>, ctx: Context): Move {
  const { run, view } = ctx;
  const last = ctx.recentActions.at(-1);
  if (last && run.stage === 'opening') {
    const judged = judgeOutcome(last);
    if (judged.kind === 'covered') return uncover(ctx, judged.detail);
    if (judged.kind !== 'ok')
      return fail(
        `I clicked ${run.target!.description} to edit it, but ${'detail' in judged ? judged.detail : 'I saw no change'}`,
      );
    return fillIn(step, ctx);
  }
  const editor = step.row === null ? findClosedEditor(view) : ofRow(step.row, ctx);
  if (!editor) return fail('I found no form for that on this page');
  if ('kind' in editor) return editor;
  if (step.row === null) rememberTarget(ctx, editor, describe(editor), getName(editor));
  return act('opening', { intent: 'click', uid: editor.uid });
}

/** Reads the line again with the form that is open now. */
function fillIn(step: StepOf<'edit'>, { run, view, today }: Context): Move {
  const fill = readValuesForForm(step.line, view, today, step.row === null ? [] : [step.row]);
  if (fill)
    return {
      kind: 'replace',
      steps: [{ ...run.spokenStep, step: { ...fill, ...(step.row === null ? {} : { row: step.row }) } }],
    };
  return step.fallbackSteps.length > 0
    ? { kind: 'replace', steps: [...step.fallbackSteps] }
    : fail(
        `I opened the form of “${clip(step.row ?? '', 60)}”, but I can't tell which of its fields you mean`,
      );
}

/** The control that opens the form of the row; a question or failure if the row is not clear. */
function ofRow(words: string, ctx: Context): Candidate | Move {
  const { run, view } = ctx;
  const rows = findRows(words, view);
  const picked = rows.find(({ row }) => row.uid === run.pickedUid);
  const [only] = picked ? [picked] : rows;
  if (!only) return fail(`I can't find a row called “${clip(words, 60)}” on this page`);
  if (!picked && rows.length > 1)
    return askWhichRow(
      words,
      rows.map(({ row }) => ({ uid: row.uid, row })),
    );
  const editor = findRowEditor(only.row, view);
  if (!editor) return fail(`The row “${clip(only.row.text, 60)}” has no control to edit it`);
  const name = only.cells.find((cell) => /\p{L}{2}/u.test(cell)) ?? words;
  rememberTarget(ctx, editor, `${describe(editor)} in the row of “${clip(name, 60)}”`, getName(editor));
  return editor;
}
