/**
 * Changes how many of an item are in the basket: presses “Add” in its row, types into its quantity field, chooses from
 * its list, or presses its “+” and “−” buttons. Each change is verified on the page.
 */
import type { Candidate, PageAction } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import {
  findItems,
  findOnlyQuantity,
  findMainItem,
  findSimilarItems,
  type ItemControls,
} from '../ground/item-controls.js';
import { isSelect } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { createClick, type StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { clip } from '../text.js';
import { uncoverElement } from './clear-obstruction.js';
import { judgeOutcome } from './judge-outcome.js';
import { formatList, formatWhichQuestion, quoteWords } from './messages.js';
import { offerOptions } from './offer-options.js';
import { planSetAction } from './plan-set-action.js';
import { rememberRowControl } from './rows.js';
import { StepVariable } from './step-variable.js';
import {
  act,
  done,
  fail,
  failNotFound,
  rememberTarget,
  updateRun,
  type Context,
  type Move,
} from './types.js';

type QuantityStep = StepOf<'quantity'>;

const hasSetFieldVariable = new StepVariable<true>();
const requestedAmountVariable = new StepVariable<number>();

/** Maximum number of presses on a “+” or “−” button. Larger changes need a field. */
const MAX_PRESSES = 12;

export function changeQuantity(step: QuantityStep, ctx: Context): Move {
  const { run } = ctx;
  const phrase = run.pickedRow ?? step.item;
  const matchingItems = findRequestedItems(step, ctx);
  const similarItems =
    matchingItems.length > 0 || !step.mayAdd || run.stage !== '' ? [] : findSimilarItems(phrase, ctx.view);
  const items = [...matchingItems, ...similarItems];
  const [item] = items;
  if (run.stage !== '') return checkChange(item ?? null, step, ctx);
  if (!item) return step.isAdded ? done() : failNotFound(`I can't find “${clip(phrase, 60)}” on this page`);
  if (items.length > 1 || similarItems.length > 0) {
    const descriptions = items.map(({ name }) => `“${clip(name, 60)}”`);
    const question =
      similarItems.length > 0
        ? `I can't find ${quoteWords(phrase)} here. Do you mean ${formatList(descriptions.slice(0, 5), 'or')}?`
        : formatWhichQuestion(phrase, descriptions);
    return offerOptions(question, items.map(getMainControl), descriptions);
  }
  run.pickedRow = item.name;
  const amount = item.addButton ? null : item.quantity;
  if (amount === null && step.mayAdd && item.addButton) return addItem(item, step, ctx);
  return setAmount(item, computeRequestedAmount(step, item.quantity ?? 0), ctx);
}

const getMainControl = ({ addButton, quantityField, moreButton, lessButton }: ItemControls): Candidate =>
  (addButton ?? quantityField ?? moreButton ?? lessButton)!;

/** Returns the item that the instructor picked, or else all items that match the words. */
function findRequestedItems(step: QuantityStep, { run, view }: Context): ItemControls[] {
  const words = run.pickedRow ?? step.item;
  if (words === '') return [findMainItem(view) ?? findOnlyQuantity(view)].filter((item) => item !== null);
  const items = findItems(words, view);
  const pickedItem = [...items, ...(run.pickedUid ? findSimilarItems(words, view) : [])].find(
    (item) => getMainControl(item).uid === run.pickedUid,
  );
  return pickedItem ? [pickedItem] : items;
}

const computeRequestedAmount = ({ change }: QuantityStep, amount: number): number =>
  'to' in change ? change.to : 'by' in change ? amount + change.by : Math.ceil(amount * change.times);

/**
 * Presses “Add”, and then sets the amount if more than one is requested. If “Add” has a quantity field, sets that
 * first.
 */
function addItem(item: ItemControls, step: QuantityStep, ctx: Context): Move {
  const { run } = ctx;
  const addButton = item.addButton!;
  const requestedAmount = computeRequestedAmount(step, 0);
  if (item.quantityField && item.quantity !== requestedAmount && !hasSetFieldVariable.has(run)) {
    hasSetFieldVariable.set(run, true);
    return setAmount(item, requestedAmount, ctx);
  }
  const command = { name: 'add', object: createTarget(item.name) };
  const pressStep = { ...createClick('command', createTarget(getName(addButton))), command };
  const setStep: QuantityStep = {
    ...step,
    item: item.name,
    change: { to: requestedAmount },
    mayAdd: false,
    isAdded: true,
  };
  return {
    kind: 'replace',
    steps: [pressStep, ...(requestedAmount > 1 && !item.quantityField ? [setStep] : [])].map((s) => ({
      ...run.spokenStep,
      step: s,
    })),
    prepare: ([pressRun]) =>
      void updateRun(pressRun!, {
        pickedUid: addButton.uid,
        pickedRow: item.isMainItem ? null : item.name || null,
        usesOnlyPicked: true,
      }),
  };
}

const formatItemName = (item: ItemControls | null, { run }: Context): string =>
  `“${clip(item?.name || run.pickedRow || 'the item', 60)}”`;

function setAmount(item: ItemControls, requestedAmount: number, ctx: Context): Move {
  const { run } = ctx;
  const { quantityField, moreButton, lessButton } = item;
  const amount = item.quantity ?? 0;
  const quotedName = formatItemName(item, ctx);
  const step = run.step as QuantityStep;
  if (!quantityField && !(moreButton && lessButton))
    return fail(
      step.isAdded
        ? `I added only one, because I can't find where to set the quantity of ${quotedName}`
        : `I can't find where to change the quantity of ${quotedName} on this page`,
    );
  if (requestedAmount === amount)
    return done(`found that the quantity of ${quotedName} is ${amount} already`);
  if (requestedAmount < 0) return fail(`there are only ${amount} of ${quotedName}`);
  requestedAmountVariable.set(run, requestedAmount);
  const button = requestedAmount > amount ? moreButton : lessButton;
  const changesByOne = Math.abs(requestedAmount - amount) === 1;
  const usesButton =
    button && !button.states.disabled && (changesByOne || !quantityField || isReadOnly(quantityField));
  if (usesButton) {
    if (Math.abs(requestedAmount - amount) > MAX_PRESSES)
      return fail(
        `changing the quantity of ${quotedName} would take ${Math.abs(requestedAmount - amount)} presses, and there is no field to type in`,
      );
    run.decisionCount = Math.min(run.decisionCount, 2);
    return actOn(button, item, ctx, { intent: 'click', uid: button.uid });
  }
  if (!quantityField || isReadOnly(quantityField))
    return fail(`${describe(button ?? quantityField!)} of ${quotedName} is disabled`);
  if (requestedAmount === 0)
    return fail(`that would leave none of ${quotedName}. To take it out, say “remove” and its name`);
  const setAction = planSetAction(quantityField, { value: String(requestedAmount) }, ctx.today);
  if (typeof setAction === 'string') return fail(setAction);
  // Many pages save the quantity when the focus leaves the field.
  const leaveField = { intent: 'press', key: 'Tab', uid: quantityField.uid } as const;
  return actOn(quantityField, item, ctx, setAction.action, ...(isSelect(quantityField) ? [] : [leaveField]));
}

const isReadOnly = ({ states }: Candidate): boolean => states.readonly === true || states.disabled === true;

function actOn(
  c: Candidate,
  item: ItemControls,
  ctx: Context,
  ...actions: [PageAction, ...PageAction[]]
): Move {
  if (item.name && !item.isMainItem) rememberRowControl(ctx, c, item.name);
  else rememberTarget(ctx, c, describe(c), getName(c));
  ctx.run.handlerState = String(item.quantity ?? 0);
  return act('quantity', ...actions);
}

/** Compares the quantity that the page shows after the action with the requested one. */
function checkChange(item: ItemControls | null, step: QuantityStep, ctx: Context): Move {
  const { run } = ctx;
  const requestedAmount = requestedAmountVariable.get(run)!;
  const quotedName = formatItemName(item, ctx);
  const firstTurn = ctx.recentActions[0];
  const judgement = firstTurn && judgeOutcome(firstTurn);
  if (judgement?.kind === 'covered') return uncoverElement(ctx, judgement.detail);
  if (judgement?.kind === 'failed')
    return fail(`I tried to change the quantity of ${quotedName}, but ${judgement.detail}`);
  const amount = item?.quantity ?? null;
  if (requestedAmount === 0 && (amount === null || amount === 0))
    return done(`took the last ${quotedName} out`);
  if (amount === requestedAmount) {
    run.stage = 'done';
    const setPhrase = `set ${step.isAdded ? 'its quantity' : `the quantity of ${quotedName}`} to ${requestedAmount}`;
    if (!item!.addButton) return done(setPhrase);
    if (step.mayAdd) ctx.plan.donePhrases.push(setPhrase);
    return step.mayAdd
      ? addItem(item!, step, ctx)
      : done(`${setPhrase}, without pressing ${describe(item!.addButton)} again`);
  }
  if (
    amount !== null &&
    amount !== Number(run.handlerState) &&
    Math.abs(requestedAmount - amount) < MAX_PRESSES
  )
    return setAmount(item!, requestedAmount, ctx);
  return fail(
    amount === null
      ? `I changed the quantity of ${quotedName}, but the page no longer shows it`
      : `I tried to set the quantity of ${quotedName} to ${requestedAmount}, but the page shows ${amount}`,
  );
}
