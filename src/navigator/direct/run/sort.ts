/**
 * Sorts a list in the requested order. Uses a control for exactly this order ("Price: low to high"), presses the
 * column's header until the rows are in order, or chooses first the column and then the direction.
 */
import type { Candidate } from '../../../contract/index.js';
import { listMeasuredValues } from '../answer/compare-rows.js';
import { readFacts } from '../answer/read-facts.js';
import { readTables } from '../answer/read-tables.js';
import { normalizeDates, readMeasure } from '../ground/element-values.js';
import { isField, isSelect } from '../ground/kinds.js';
import { describe } from '../ground/describe.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { createClick, type StepOf } from '../language/steps.js';
import {
  isReversal,
  parseSortPhrase,
  hasOnlyColumnAndOrder,
  scoreColumnMatch,
  type SortOrder,
  type SortPhrase,
} from '../language/sort-order.js';
import { findOption, findTiedOptions } from '../ground/options.js';
import { createTarget } from '../language/target.js';
import { isHeader } from '../ground/lists.js';
import { scoreAgreement, clip } from '../text.js';
import { chooseFromNativeList } from './choose-from-list.js';
import { uncoverElement } from './clear-obstruction.js';
import { judgeOutcome } from './judge-outcome.js';
import { SORT_NAME } from './may-sort.js';
import { act, rememberTarget, done, fail, type Context, type Move } from './types.js';

const MAX_PRESSES = 3;
/** Longer names do not belong to controls that sort. */
const MAX_LABEL_LENGTH = 40;

/** Handles a step that sorts; null if the page has no header or option for it. */
export function sortByColumn(step: StepOf<'choose'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  if (step.from?.text !== 'sort' || step.target.not || step.target.or) return null;
  const request = parseSortPhrase(step.value);
  if (ctx.recentActions.length && run.stage === 'sort') return checkSortOrder(request, ctx);
  if (!['', 'reveal', 'uncover'].includes(run.stage)) return null;
  if (request.column === '' && !request.impliedMeasure) return useOrderControl(request, ctx);
  const control = request.order && findSortControl(request, ctx);
  if (control) return useSortControl(control, ctx);
  const headers = findHeaders(request, view);
  if (headers.length > 1) return null;
  if (headers.length === 1) {
    if (request.order && readListOrder(request, view) === request.order && isMarkedSorted(headers[0]!, view))
      return done(`found the list sorted by “${clip(getName(headers[0]!), 60)}”, ${request.order}, already`);
    return pressHeader(headers[0]!, ctx);
  }
  const list = request.order ? null : findSortList(view);
  if (list && (findOption(list, step.value) || findTiedOptions(list, step.value).length > 1))
    return chooseFromNativeList(list, step.value, ctx);
  const column = request.order && findColumnOption(request, view);
  if (column) return sortByOption(column, step, request, ctx);
  return request.order && !mayOfferSorting(step.value, view)
    ? fail(`I found no control that sorts by ${clip(request.column || request.impliedMeasure!, 60)}`)
    : null;
}

/** Whether the page has a control for sorting, or a control whose name contains the requested order. */
const mayOfferSorting = (value: string, view: View): boolean =>
  view.candidates.some(
    (c) =>
      c.visible &&
      c.interactive &&
      (SORT_NAME.test(getName(c)) ||
        scoreAgreement(value, [getName(c), ...(c.options ?? []).map(({ label }) => label)].join(' '))
          .coverage >= MIN_COLUMN_SCORE),
  );

/** Returns the only native list for the order: “Order”, “Sort by”. */
function findSortList(view: View): Candidate | null {
  const lists = view.candidates.filter((c) => c.visible && isSelect(c) && SORT_NAME.test(getName(c)));
  return lists.length === 1 ? lists[0]! : null;
}

/** A control that sorts in one order, or an option of a list that does. */
interface SortControl {
  candidate: Candidate;
  label: string;
  isListOption: boolean;
}

const useSortControl = ({ candidate, label, isListOption }: SortControl, ctx: Context): Move =>
  isListOption
    ? chooseFromNativeList(candidate, label, ctx)
    : {
        kind: 'replace',
        steps: [{ ...ctx.run.spokenStep, step: createClick('click', createTarget(label)) }],
      };

/** Returns every control that might sort: the options of lists, and clickable elements with short names. */
function listSortControls(view: View): SortControl[] {
  return view.candidates
    .filter((c) => c.visible && !c.states.disabled)
    .flatMap((candidate): SortControl[] => {
      if (isSelect(candidate))
        return (candidate.options ?? [])
          .filter((o) => !o.disabled)
          .map(({ label }) => ({ candidate, label, isListOption: true }));
      const label = getName(candidate);
      return candidate.interactive && !isField(candidate) && label.length <= MAX_LABEL_LENGTH
        ? [{ candidate, label, isListOption: false }]
        : [];
    });
}

/** Returns the only control that sorts by the requested column in the requested order: "Price: low to high". */
function findSortControl(request: SortPhrase, { view }: Context): SortControl | null {
  const scoredControls = listSortControls(view)
    .map((control) => ({ control, phrase: parseSortPhrase(control.label) }))
    .filter(({ control, phrase }) => phrase.order === request.order && !isSortHeader(control.candidate, view))
    .filter(({ control, phrase }) => control.isListOption || hasOnlyColumnAndOrder(request, phrase))
    .map(({ control, phrase }) => ({ control, score: scoreColumnMatch(request, phrase) }))
    .filter(({ score }) => score >= MIN_COLUMN_SCORE);
  // Options of lists take precedence. Other controls with a matching name may do something else.
  const listOptions = scoredControls.filter(({ control }) => control.isListOption);
  const best = findOnlyBest(listOptions.length ? listOptions : scoredControls);
  return best?.control ?? null;
}

/** Returns the only option that names the requested column and no order: "Price" in a list called "Sort by". */
function findColumnOption(request: SortPhrase, view: View): SortControl | null {
  const scoredControls = listSortControls(view)
    .filter(({ candidate, isListOption }) => isListOption && SORT_NAME.test(getName(candidate)))
    .map((control) => ({ control, phrase: parseSortPhrase(control.label) }))
    .filter(({ phrase }) => phrase.order === null)
    .map(({ control, phrase }) => ({ control, score: scoreColumnMatch(request, phrase) }))
    .filter(({ score }) => score >= MIN_COLUMN_SCORE);
  return findOnlyBest(scoredControls)?.control ?? null;
}

const MIN_COLUMN_SCORE = 0.9;

function findOnlyBest<T extends { score: number }>(scoredItems: readonly T[]): T | null {
  const [best, second] = [...scoredItems].sort((a, b) => b.score - a.score);
  return best && (!second || second.score < best.score) ? best : null;
}

/** Chooses an option that names only the column. If the list is then not in the requested order, chooses the order. */
function sortByOption(
  { candidate, label }: SortControl,
  step: StepOf<'choose'>,
  request: SortPhrase,
  ctx: Context,
): Move {
  const { view } = ctx;
  if (candidate.value !== label) {
    const chooseColumn = {
      ...step,
      value: label,
      from: createTarget(getName(candidate)),
      target: createTarget(label),
    };
    return {
      kind: 'replace',
      steps: [{ ...ctx.run.spokenStep, step: chooseColumn }, ctx.run.spokenStep],
    };
  }
  const currentOrder = readListOrder(request, view);
  if (currentOrder === request.order) return done(`found the list in ${request.order} order`);
  return (
    useOrderControl(request, ctx) ??
    fail(
      currentOrder === null
        ? `I can't tell whether the list is in ${request.order} order, and I found no control for the order`
        : `The list is in ${currentOrder} order, and I found no control that reverses it`,
    )
  );
}

/** Uses the only control that sets just the order, such as "Descending" in a list called "Direction". */
function useOrderControl(request: SortPhrase, ctx: Context): Move | null {
  const controls = listSortControls(ctx.view).filter(({ label }) => {
    const { order, column, impliedMeasure } = parseSortPhrase(label);
    return order !== null && order === request.order && column === '' && impliedMeasure === null;
  });
  return controls.length === 1 ? useSortControl(controls[0]!, ctx) : null;
}

const isSortHeader = (c: Candidate, view: View): boolean =>
  c.visible && c.interactive && !c.states.disabled && getName(c) !== '' && isHeader(c, view);

const isMarkedSorted = (c: Candidate, view: View): boolean =>
  [c, ...c.folded, ...view.getAncestors(c).slice(0, 2)].some((a) =>
    /^(?:ascending|descending)$/u.test(a.attributes['aria-sort'] ?? ''),
  );

function pressHeader(c: Candidate, ctx: Context): Move {
  rememberTarget(ctx, c, describe(c), getName(c));
  ctx.run.repeatCount++;
  return act('sort', { intent: 'click', uid: c.uid });
}

/** Finds the column's headers. A header may be called “Sort by total ascending”, after what the next click does. */
const findHeaders = ({ column }: SortPhrase, view: View): Candidate[] =>
  view.candidates.filter(
    (c) =>
      isSortHeader(c, view) &&
      [getName(c), c.text, parseSortPhrase(getName(c)).column].some(
        (name) => name !== '' && scoreAgreement(column, name).score >= MIN_COLUMN_SCORE,
      ),
  );

/** Reverses the order for "the other way round" after a line that sorted the list. */
export function reverseSort({ run, view, memory }: Context): Move | null {
  const lastStep = memory.lastActionStep?.step;
  if (lastStep?.do !== 'choose' || lastStep.from?.text !== 'sort') return null;
  if (!isReversal(run.spokenStep.clause.text)) return null;
  const request = parseSortPhrase(lastStep.value);
  const order = readListOrder(request, view) ?? request.order ?? 'ascending';
  const value = `${request.column || request.impliedMeasure || ''} ${order === 'ascending' ? 'descending' : 'ascending'}`;
  return {
    kind: 'replace',
    steps: [{ ...run.spokenStep, step: { ...lastStep, value, target: createTarget(value) } }],
  };
}

/** Compares the order of the rows with the requested order. */
function checkSortOrder(request: SortPhrase, ctx: Context): Move {
  const { run, view } = ctx;
  const { order } = request;
  const judgement = judgeOutcome(ctx.recentActions.at(-1)!);
  const name = clip(run.target!.name, 60);
  if (judgement.kind === 'covered') return uncoverElement(ctx, judgement.detail);
  if (judgement.kind !== 'ok')
    return fail(
      `I clicked ${run.target!.description} to sort, but ${'detail' in judgement ? judgement.detail : 'I saw no change'}`,
    );
  const currentOrder = readListOrder(request, view);
  run.stage = 'moved';
  if (order === null || currentOrder === order)
    return done(`sorted by “${name}”${currentOrder ? `, ${currentOrder}` : ''}`);
  const headers = findHeaders(request, view);
  if (currentOrder !== null && headers.length === 1 && run.repeatCount < MAX_PRESSES)
    return pressHeader(headers[0]!, ctx);
  return fail(
    currentOrder === null
      ? `I sorted by “${name}”, but I can't tell whether the order is ${order}`
      : `I sorted by “${name}”, but the order is ${currentOrder}, not ${order}`,
  );
}

/** Returns the order that the page's rows have by the requested column; null if that is not clear. */
function readListOrder({ column, impliedMeasure }: SortPhrase, view: View): SortOrder | null {
  const values = normalizeDates(
    readColumn(column, view) ?? listMeasuredValues(impliedMeasure ?? column, column, readFacts(view)),
  );
  const numbers = values.map(parseComparable);
  return numbers.every((f) => f !== null)
    ? findOrder(numbers, (a, b) => a - b)
    : findOrder(values, (a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' }));
}

/** Returns the values of the table column with that name; null if there is none. */
function readColumn(columnName: string, view: View): string[] | null {
  const columns = readTables(view.observation.text).flatMap(({ keys, rows }) => {
    const key = keys.find((k) => scoreAgreement(columnName, k).score >= MIN_COLUMN_SCORE);
    const values = key
      ? rows.map((row) => row.find((cell) => cell.key === key)?.value ?? '').filter((v) => v !== '')
      : [];
    return values.length > 1 ? [values] : [];
  });
  return columns.sort((a, b) => b.length - a.length)[0] ?? null;
}

/**
 * Returns a number for comparing the value with others; null if it is neither a date nor contains exactly one number.
 */
function parseComparable(text: string): number | null {
  if (/^\D{0,3}\d[\d,]*(?:\.\d+)?\D*$/u.test(text)) return readMeasure(text, 'number');
  const date = /\d/u.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : date;
}

function findOrder<T>(list: readonly T[], compare: (a: T, b: T) => number): SortOrder | null {
  const signs = list.slice(1).map((value, i) => Math.sign(compare(list[i]!, value)));
  const [hasIncrease, hasDecrease] = [signs.includes(-1), signs.includes(1)];
  return hasIncrease === hasDecrease ? null : hasIncrease ? 'ascending' : 'descending';
}
