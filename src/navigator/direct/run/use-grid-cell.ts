/** Chooses the cell of a grid that a line names by its column and row: "take the Saturday morning slot". */
import type { Candidate } from '../../../contract/index.js';
import { findCellOfControl, formatCellPlace, type GridCell } from '../ground/grid.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { createClick, type Step } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { clip, fold } from '../text.js';
import { formatWhichQuestion } from './messages.js';
import { offerOptions } from './offer-options.js';
import { readCellRequest } from './read-cell-request.js';
import { fail, rememberTarget, updateRun, type Context, type Move } from './types.js';

/** Kinds of step that the parser may mistake the choice of a cell for. */
const CHOOSING_STEPS: ReadonlySet<Step['do']> = new Set([
  'click',
  'choose',
  'fill',
  'again',
  'set',
  'edit',
  'unknown',
]);

export const mayChooseCell = (step: Step): boolean => CHOOSING_STEPS.has(step.do);

const describeCell = ({ control, text, ...place }: GridCell): string =>
  `“${clip(text || getName(control!), 40)}” for ${formatCellPlace(place)}`;

/** Whether the line ends with the name of a control outside the cells, such as a tab “Friday” or a column's button. */
const namesOtherControl = (text: string, view: View): boolean =>
  view.candidates.some((c) => {
    const name = fold(getName(c));
    return (
      c.visible &&
      c.interactive &&
      name.length > 2 &&
      ` ${fold(text)}`.endsWith(` ${name}`) &&
      !findCellOfControl(c, view)
    );
  });

export function useGridCell(step: Step, ctx: Context): Move | null {
  const { run, view, memory, today } = ctx;
  if (
    !mayChooseCell(step) ||
    run.stage !== '' ||
    run.pickedUid ||
    run.triedUids.size ||
    ctx.recentActions.length
  )
    return null;
  const { spokenStep } = run;
  const { text } = spokenStep.clause;
  const request = readCellRequest(text, view, memory, today);
  if (!request || (request.kind !== 'one' && namesOtherControl(text, view))) return null;
  if (request.kind === 'none') return fail(request.reason);
  if (request.kind === 'one') {
    const target = { ...createTarget(request.cell.text), quoted: true };
    return {
      kind: 'replace',
      steps: [{ ...spokenStep, step: createClick('click', target) }],
      prepare: ([cellRun]) =>
        updateRun(cellRun!, { pickedUid: request.cell.control!.uid, usesOnlyPicked: true }),
    };
  }
  // Asks as a click step, because that step can use the cell that the answer picks.
  if (step.do !== 'click' || step.kind !== 'click')
    return { kind: 'replace', steps: [{ ...spokenStep, step: createClick('click', createTarget(text)) }] };
  memory.lastCell = { ...request.place, targetUid: memory.lastTarget?.uid };
  const controls = request.cells.map(({ control }) => control!);
  const descriptions = request.cells.map(describeCell);
  return offerOptions(formatWhichQuestion(text, descriptions), controls, descriptions);
}

/**
 * Remembers the column and row of a control in a grid, for the report and later lines. False if it is not in a grid.
 */
export function rememberCell(control: Candidate, ctx: Context): boolean {
  const cell = findCellOfControl(control, ctx.view);
  if (!cell) return false;
  const name = getName(control);
  rememberTarget(ctx, control, describeCell(cell), name);
  Object.assign(ctx.run.target!, { cell: formatCellPlace(cell), words: ctx.run.spokenStep.clause.text });
  ctx.memory.lastCell = { column: cell.column, row: cell.row, targetUid: control.uid };
  return true;
}
