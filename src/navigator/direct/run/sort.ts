/**
 * Sorts a list in the order that the line asks for: by the option of that meaning ("Price: low to high"), or by the
 * header of the column, which is pressed again if the rows then run the other way.
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
import { agreement, clip } from '../text.js';
import { chooseInList } from './choose-from-list.js';
import { judgeOutcome } from './judge-outcome.js';
import { act, rememberTarget, done, fail, type Context, type Move } from './types.js';

type Order = 'ascending' | 'descending';

const DOWN =
  /\b(?:newest|latest|most recent|highest|largest|biggest|greatest|longest|most expensive|most|dearest|descending|desc|down(?:wards)?|z ?(?:to|-|–) ?a|(?:high(?:est)?|large(?:st)?|new(?:est)?) to (?:low(?:est)?|small(?:est)?|old(?:est)?))\b/iu;
const UP =
  /\b(?:oldest|earliest|lowest|smallest|shortest|cheapest|least expensive|least|fewest|ascending|asc|up(?:wards)?|alphabetical(?:ly)?|a ?(?:to|-|–) ?z|(?:low(?:est)?|small(?:est)?|old(?:est)?) to (?:high(?:est)?|large(?:st)?|big(?:gest)?|new(?:est)?))\b/iu;
const MAX_PRESSES = 3;

/** The order that words name; null if they name none. */
const orderOf = (text: string): Order | null =>
  /\b(?:high|large|new|z)\S* ?(?:to|-|–)/iu.test(text)
    ? 'descending'
    : UP.test(text)
      ? 'ascending'
      : DOWN.test(text)
        ? 'descending'
        : null;

const withoutOrder = (text: string): string =>
  text
    .replace(new RegExp(DOWN.source, 'giu'), ' ')
    .replace(new RegExp(UP.source, 'giu'), ' ')
    .replace(/\b(?:first|order|column|from|in|the|with)\b/giu, ' ')
    .replace(/[,;()]+|\s+/gu, ' ')
    .trim();

/** Takes over a step that sorts, if the page has a header or an option for it; null otherwise. */
export function sortByColumn(step: StepOf<'choose'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  if (step.from?.text !== 'sort' || step.target.not || step.target.or) return null;
  const order = orderOf(step.value);
  const by = withoutOrder(step.value);
  if (run.stage === 'sort' && ctx.last.length) return pressed(by, order, ctx);
  if (run.stage !== '' || by === '') return null;
  const option = order && sortOption(by, order, view);
  if (option) return chooseInList(option.c, option.label, ctx);
  const headers = view.candidates.filter(
    (c) => isSortHeader(c, view) && agreement(by, getName(c)).score >= 0.9,
  );
  if (headers.length !== 1) return null;
  if (order && readColumnOrder(by, view) === order && isMarkedSorted(headers[0]!, view))
    return done(`found the list sorted by “${clip(getName(headers[0]!), 60)}”, ${order}, already`);
  return press(headers[0]!, ctx);
}

const isSortHeader = (c: Candidate, view: View): boolean =>
  c.visible && c.interactive && !c.states.disabled && getName(c) !== '' && isHeader(c, view);

const isMarkedSorted = (c: Candidate, view: View): boolean =>
  [c, ...c.folded, ...view.getAncestors(c).slice(0, 2)].some((a) =>
    /^(?:ascending|descending)$/u.test(a.attributes['aria-sort'] ?? ''),
  );

function press(c: Candidate, ctx: Context): Move {
  rememberTarget(ctx, c, describe(c), getName(c));
  ctx.run.repeats++;
  return act('sort', { intent: 'click', uid: c.uid });
}

/** Compares the rows with the order that was asked for. */
function pressed(by: string, order: Order | null, ctx: Context): Move {
  const { run, view } = ctx;
  const judged = judgeOutcome(ctx.last.at(-1)!);
  const name = clip(run.target!.name, 60);
  if (judged.kind !== 'ok')
    return fail(
      `I clicked ${run.target!.description} to sort, but ${'detail' in judged ? judged.detail : 'I saw no change'}`,
    );
  const now = readColumnOrder(by, view);
  run.stage = 'moved';
  if (order === null || now === order) return done(`sorted by “${name}”${now ? `, ${now}` : ''}`);
  const again = view.candidates.filter(
    (c) => isSortHeader(c, view) && agreement(by, getName(c)).score >= 0.9,
  );
  if (now !== null && again.length === 1 && run.repeats < MAX_PRESSES) return press(again[0]!, ctx);
  return fail(
    now === null
      ? `I sorted by “${name}”, but I can't tell whether the order is ${order}`
      : `I sorted by “${name}”, but the order is ${now}, not ${order}`,
  );
}

/** The only option that sorts so: "Price: low to high". */
function sortOption(by: string, order: Order, view: View): { c: Candidate; label: string } | null {
  const hits = view.candidates
    .filter((c) => c.visible && isSelect(c) && !c.states.disabled)
    .flatMap((c) =>
      (c.options ?? [])
        .filter((o) => !o.disabled && orderOf(o.label) === order && agreement(by, o.label).coverage >= 0.9)
        .map((o) => ({ c, label: o.label })),
    );
  return hits.length === 1 ? hits[0]! : null;
}

/** How the values of a column run; null if that is not clear. */
export function readColumnOrder(by: string, view: View): Order | null {
  const columns = readTables(view.observation.text).flatMap(({ keys, rows }) => {
    const key = keys.find((k) => agreement(by, k).score >= 0.9);
    const values = key
      ? rows.map((row) => row.find((cell) => cell.key === key)?.value ?? '').filter((v) => v !== '')
      : [];
    return values.length > 1 ? [values] : [];
  });
  const [values] = columns.sort((a, b) => b.length - a.length);
  if (!values) return null;
  const figures = values.map(figureOf);
  const compared = figures.every((f) => f !== null)
    ? runs(figures, (a, b) => a - b)
    : runs(values, (a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' }));
  return compared;
}

/** A value that is a date or begins with a figure. */
function figureOf(text: string): number | null {
  if (/^\D{0,3}\d[\d,]*(?:\.\d+)?\D*$/u.test(text)) return readMeasure(text, 'number');
  const date = /\d/u.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : date;
}

function runs<T>(list: readonly T[], compare: (a: T, b: T) => number): Order | null {
  const signs = list.slice(1).map((value, i) => Math.sign(compare(list[i]!, value)));
  const [up, down] = [signs.includes(-1), signs.includes(1)];
  return up === down ? null : up ? 'ascending' : 'descending';
}
