/**
 * Reads lines about quantities on pages with items that can be ordered: "add 2 of the strawberries", "make it three".
 * On other pages, and for lines that are not about an item, the step stays as the parser read it.
 */
import {
  ALL_NAME,
  findItems,
  findOnlyQuantity,
  findMainItem,
  findSimilarItems,
  hasItems,
  isNumberInName,
} from '../ground/item-controls.js';
import type { View } from '../ground/view.js';
import { readQuantityLine, type QuantityLine } from '../language/quantities.js';
import type { Step, StepOf } from '../language/steps.js';
import { useControlForAll } from './control-for-all.js';
import { formatNothingFound } from './messages.js';
import { failNotFound, type Context, type Move } from './types.js';

type QuantityStep = StepOf<'quantity'>;

const SEPARATOR = /\s*,\s*(?:and\s+)?|\s+and\s+/iu;
const READABLE_STEPS: ReadonlySet<Step['do']> = new Set<Step['do']>([
  'click',
  'fill',
  'edit',
  'set',
  'choose',
  'again',
  'unknown',
  'tick',
]);
/** Steps that may have opened the page of an item. */
const LEADING_STEPS: ReadonlySet<Step['do']> = new Set<Step['do']>([
  'click',
  'search',
  'load',
  'history',
  'scroll',
]);
const BASKET_COMMAND = /^add\b/iu;

/** Whether the step adds an item or changes its quantity, as `readQuantity` understood the line. */
export const isBasketStep = (step: Step | undefined): boolean =>
  step?.do === 'quantity' ||
  (step?.do === 'click' && step.command?.name === 'add' && step.command.object !== null);

/** Returns null if the line is not about a quantity, or not about an item that the page shows. */
export function readQuantity(step: Step, ctx: Context): Move | null {
  const { run, view } = ctx;
  if (!READABLE_STEPS.has(step.do) || run.stage !== '' || run.pickedUid || ctx.recentActions.length)
    return null;
  const givesFields = step.do === 'fill' && step.fields.length > 0;
  const line = isAboutPositions(step) || givesFields ? null : readQuantityLine(run.spokenStep.clause.text);
  if (!line) return null;
  const isAll = ALL_NAME.test(line.item);
  const allMove = line.mayAdd && (isAll || line.namesBasket) ? useControlForAll(line.item, ctx) : null;
  if (allMove || isAll) return allMove;
  const steps = line.item === '' ? readLastItem(line, ctx) : readItems(line, view);
  if (steps) return { kind: 'replace', steps: steps.map((s) => ({ ...run.spokenStep, step: s })) };
  // "Make it 3 loaves" does not correct the last search, unless that search contained a number.
  const lastStep = ctx.memory.lastActionStep?.step;
  const replacesQuery = step.do === 'again' && lastStep?.do === 'search' && !/\d/u.test(lastStep.query ?? '');
  if (line.item === '' && (step.do === 'fill' || replacesQuery) && hasItems(view))
    return { kind: 'ask', text: 'Which item do you mean?', openQuestion: { kind: 'what' } };
  return line.namesBasket && line.item !== '' && findItems(getLastWord(line.item), view).length === 0
    ? failNotFound(formatNothingFound(line.item, [], ''))
    : null;
}

/** Whether the step is about rows ("add the first two", "add all cheddars") and not about a quantity. */
function isAboutPositions(step: Step): boolean {
  const target =
    step.do === 'click' ? (step.command?.object ?? step.target) : step.do === 'fill' ? step.item : null;
  return target !== null && (target.each?.max != null || target.interpretations[0].nth !== null);
}

const getLastWord = (text: string): string => text.split(' ').at(-1)!;

function createStep({ change, item, mayAdd }: QuantityLine, view: View): QuantityStep | null {
  const [foundItem] = [...findItems(item, view), ...(mayAdd ? findSimilarItems(item, view) : [])];
  return foundItem ? { do: 'quantity', item, change, mayAdd } : null;
}

/** Splits "the cheddar and 2 milks" into several items, unless one item has all of the words. */
function readItems(line: QuantityLine, view: View): QuantityStep[] | null {
  const wholeStep = createStep(line, view);
  if (wholeStep && findItems(line.item, view).length > 0) return [keepNumberInName(wholeStep, view)];
  const [first = '', ...others] = line.item.split(SEPARATOR).filter(Boolean);
  if (others.length === 0) return wholeStep && [wholeStep];
  const lines = others.map((words) => ({
    ...line,
    ...(readQuantityLine(`add ${words}`) ?? { item: words }),
    mayAdd: line.mayAdd,
  }));
  const steps = [{ ...line, item: first }, ...lines].map((part) => createStep(part, view));
  return steps.every((s) => s !== null) ? steps : null;
}

/** Keeps a number that belongs to the item's name: "add 2 litre milk" adds one “Milk 2 litres”. */
function keepNumberInName(step: QuantityStep, view: View): QuantityStep {
  const amount = 'by' in step.change ? step.change.by : 1;
  const [nextWord = ''] = step.item.split(' ');
  return amount > 1 && findItems(step.item, view).every((item) => isNumberInName(item, amount, nextWord))
    ? { ...step, change: { by: 1 } }
    : step;
}

/** For "make it three", returns the item of the last answer or action, or else the only item of the page. */
function readLastItem({ change, mayAdd }: QuantityLine, { view, memory }: Context): QuantityStep[] | null {
  const { lastTarget, lastActionStep, notFound, answeredEntry } = memory;
  if (notFound !== undefined) return null;
  // The instructor asks "which cheddar is the cheapest?" and then says "add it".
  const [answeredItem] = answeredEntry ? findItems(answeredEntry, view) : [];
  if (answeredItem) return [{ do: 'quantity', item: answeredItem.name, change, mayAdd }];
  const lastStep = lastActionStep?.step;
  const wasBasketStep =
    isBasketStep(lastStep) || (lastStep?.do === 'click' && BASKET_COMMAND.test(lastStep.command?.name ?? ''));
  const [item] = lastTarget?.row ? findItems(lastTarget.row, view) : [];
  const hasQuantity =
    item && (item.quantityField ?? item.moreButton ?? (wasBasketStep ? item.addButton : null));
  if (hasQuantity) return [{ do: 'quantity', item: item.name, change, mayAdd }];
  const mayMeanPageItem = wasBasketStep || lastStep === undefined || LEADING_STEPS.has(lastStep.do);
  const pageItem = mayMeanPageItem ? (findMainItem(view) ?? findOnlyQuantity(view)) : null;
  return pageItem && (mayAdd || pageItem.quantity !== null)
    ? [{ do: 'quantity', item: '', change, mayAdd }]
    : null;
}
