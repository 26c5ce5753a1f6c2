/**
 * Sorts a list in the requested order: chooses the matching option ("Price: low to high"), or presses the column's
 * header, and presses it again if the rows are then in the opposite order.
 */
import type { Candidate } from '../../../contract/index.js';
import { readTables } from '../answer/read-tables.js';
import { readMeasure } from '../ground/element-values.js';
import { isSelect } from '../ground/kinds.js';
import { describe } from '../ground/describe.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import type { StepOf } from '../language/steps.js';
import { isHeader } from '../assign/table-rows.js';
import { scoreAgreement, clip } from '../text.js';
import { chooseInList } from './choose-from-list.js';
import { judgeOutcome } from './judge-outcome.js';
import { act, rememberTarget, done, fail, type Context, type Move } from './types.js';

type SortOrder = 'ascending' | 'descending';

const DESCENDING =
  /\b(?:newest|latest|most recent|highest|largest|biggest|greatest|longest|most expensive|most|dearest|descending|desc|down(?:wards)?|z ?(?:to|-|–) ?a|(?:high(?:est)?|large(?:st)?|new(?:est)?) to (?:low(?:est)?|small(?:est)?|old(?:est)?))\b/iu;
const ASCENDING =
  /\b(?:oldest|earliest|lowest|smallest|shortest|cheapest|least expensive|least|fewest|ascending|asc|up(?:wards)?|alphabetical(?:ly)?|a ?(?:to|-|–) ?z|(?:low(?:est)?|small(?:est)?|old(?:est)?) to (?:high(?:est)?|large(?:st)?|big(?:gest)?|new(?:est)?))\b/iu;
const MAX_PRESSES = 3;

/** Returns the order that the text names; null if it names none. */
const readOrder = (text: string): SortOrder | null =>
  /\b(?:high|large|new|z)\S* ?(?:to|-|–)/iu.test(text)
    ? 'descending'
    : ASCENDING.test(text)
      ? 'ascending'
      : DESCENDING.test(text)
        ? 'descending'
        : null;

const removeOrderWords = (text: string): string =>
  text
    .replace(new RegExp(DESCENDING.source, 'giu'), ' ')
    .replace(new RegExp(ASCENDING.source, 'giu'), ' ')
    .replace(/\b(?:first|order|column|from|in|the|with)\b/giu, ' ')
    .replace(/[,;()]+|\s+/gu, ' ')
    .trim();

/** Handles a step that sorts; null if the page has no header or option for it. */
export function sortByColumn(step: StepOf<'choose'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  if (step.from?.text !== 'sort' || step.target.not || step.target.or) return null;
  const order = readOrder(step.value);
  const columnName = removeOrderWords(step.value);
  if (run.stage === 'sort' && ctx.recentActions.length) return checkSortOrder(columnName, order, ctx);
  if (run.stage !== '' || columnName === '') return null;
  const option = order && findSortOption(columnName, order, view);
  if (option) return chooseInList(option.candidate, option.label, ctx);
  const headers = view.candidates.filter(
    (c) => isSortHeader(c, view) && scoreAgreement(columnName, getName(c)).score >= 0.9,
  );
  if (headers.length !== 1) return null;
  if (order && readColumnOrder(columnName, view) === order && isMarkedSorted(headers[0]!, view))
    return done(`found the list sorted by “${clip(getName(headers[0]!), 60)}”, ${order}, already`);
  return pressHeader(headers[0]!, ctx);
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

/** Compares the order of the rows with the requested order. */
function checkSortOrder(columnName: string, order: SortOrder | null, ctx: Context): Move {
  const { run, view } = ctx;
  const judgement = judgeOutcome(ctx.recentActions.at(-1)!);
  const name = clip(run.target!.name, 60);
  if (judgement.kind !== 'ok')
    return fail(
      `I clicked ${run.target!.description} to sort, but ${'detail' in judgement ? judgement.detail : 'I saw no change'}`,
    );
  const currentOrder = readColumnOrder(columnName, view);
  run.stage = 'moved';
  if (order === null || currentOrder === order)
    return done(`sorted by “${name}”${currentOrder ? `, ${currentOrder}` : ''}`);
  const headers = view.candidates.filter(
    (c) => isSortHeader(c, view) && scoreAgreement(columnName, getName(c)).score >= 0.9,
  );
  if (currentOrder !== null && headers.length === 1 && run.repeatCount < MAX_PRESSES)
    return pressHeader(headers[0]!, ctx);
  return fail(
    currentOrder === null
      ? `I sorted by “${name}”, but I can't tell whether the order is ${order}`
      : `I sorted by “${name}”, but the order is ${currentOrder}, not ${order}`,
  );
}

/** Returns the only option for that order: "Price: low to high". */
function findSortOption(
  columnName: string,
  order: SortOrder,
  view: View,
): { candidate: Candidate; label: string } | null {
  const options = view.candidates
    .filter((c) => c.visible && isSelect(c) && !c.states.disabled)
    .flatMap((c) =>
      (c.options ?? [])
        .filter(
          (o) =>
            !o.disabled &&
            readOrder(o.label) === order &&
            scoreAgreement(columnName, o.label).coverage >= 0.9,
        )
        .map((o) => ({ candidate: c, label: o.label })),
    );
  return options.length === 1 ? options[0]! : null;
}

/** Returns the order of a column's values; null if that is not clear. */
export function readColumnOrder(columnName: string, view: View): SortOrder | null {
  const columns = readTables(view.observation.text).flatMap(({ keys, rows }) => {
    const key = keys.find((k) => scoreAgreement(columnName, k).score >= 0.9);
    const values = key
      ? rows.map((row) => row.find((cell) => cell.key === key)?.value ?? '').filter((v) => v !== '')
      : [];
    return values.length > 1 ? [values] : [];
  });
  const [values] = columns.sort((a, b) => b.length - a.length);
  if (!values) return null;
  const numbers = values.map(parseComparable);
  const valueOrder = numbers.every((f) => f !== null)
    ? findOrder(numbers, (a, b) => a - b)
    : findOrder(values, (a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' }));
  return valueOrder;
}

/** Returns a number to compare a value by, if the value is a date or contains one number; null otherwise. */
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
