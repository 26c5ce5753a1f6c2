/**
 * Changes how many of an item are in the basket: presses “Add” in its row, types into its quantity field, chooses from its
 * list, or presses the buttons around the quantity. Each change is verified on the page.
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
import { uncover } from './clear-obstruction.js';
import { judgeOutcome } from './judge-outcome.js';
import { formatList, formatWhichQuestion, quoteWords } from './messages.js';
import { offerOptions } from './offer-options.js';
import { planSetAction } from './plan-set-action.js';
import { rememberRowControl } from './rows.js';
import { Note } from './note.js';
import { act, done, fail, failNotFound, rememberTarget, update, type Context, type Move } from './types.js';

type QuantityStep = StepOf<'quantity'>;

const hasSetFieldNote = new Note<true>();
const requestedAmountNote = new Note<number>();

/** Maximum number of presses; larger amounts need a field. */
const MAX_PRESSES = 12;

export function changeQuantity(step: QuantityStep, ctx: Context): Move {
  const { run } = ctx;
  const phrase = run.pickedRow ?? step.item;
  const found = findMeantItems(step, ctx);
  const similar =
    found.length > 0 || !step.mayAdd || run.stage !== '' ? [] : findSimilarItems(phrase, ctx.view);
  const items = [...found, ...similar];
  const [item] = items;
  if (run.stage !== '') return checkChange(item ?? null, step, ctx);
  if (!item) return step.isAdded ? done() : failNotFound(`I can't find “${clip(phrase, 60)}” on this page`);
  if (items.length > 1 || similar.length > 0) {
    const descriptions = items.map(({ name }) => `“${clip(name, 60)}”`);
    const question =
      similar.length > 0
        ? `I can't find ${quoteWords(phrase)} here. Do you mean ${formatList(descriptions.slice(0, 5), 'or')}?`
        : formatWhichQuestion(phrase, descriptions);
    return offerOptions(question, items.map(getMainControl), descriptions);
  }
  run.pickedRow = item.name;
  const amount = item.addButton ? null : item.quantity;
  if (amount === null && step.mayAdd && item.addButton) return addFirst(item, step, ctx);
  return setAmount(item, readRequested(step, item.quantity ?? 0), ctx);
}

const getMainControl = ({ addButton, quantityField, moreButton, lessButton }: ItemControls): Candidate =>
  (addButton ?? quantityField ?? moreButton ?? lessButton)!;

/** Returns the picked item, or those that the words mean. */
function findMeantItems(step: QuantityStep, { run, view }: Context): ItemControls[] {
  const words = run.pickedRow ?? step.item;
  if (words === '') return [findMainItem(view) ?? findOnlyQuantity(view)].filter((item) => item !== null);
  const items = findItems(words, view);
  const picked = [...items, ...(run.pickedUid ? findSimilarItems(words, view) : [])].find(
    (item) => getMainControl(item).uid === run.pickedUid,
  );
  return picked ? [picked] : items;
}

const readRequested = ({ change }: QuantityStep, amount: number): number =>
  'to' in change ? change.to : 'by' in change ? amount + change.by : Math.ceil(amount * change.times);

/** Presses “Add”, and then sets the amount if more than one is requested. A field beside “Add” comes first. */
function addFirst(item: ItemControls, step: QuantityStep, ctx: Context): Move {
  const { run } = ctx;
  const add = item.addButton!;
  const requested = readRequested(step, 0);
  if (item.quantityField && item.quantity !== requested && !hasSetFieldNote.has(run)) {
    hasSetFieldNote.set(run, true);
    return setAmount(item, requested, ctx);
  }
  const command = { name: 'add', object: createTarget(item.name) };
  const pressStep = { ...createClick('command', createTarget(getName(add))), command };
  const setStep: QuantityStep = {
    ...step,
    item: item.name,
    change: { to: requested },
    mayAdd: false,
    isAdded: true,
  };
  return {
    kind: 'replace',
    steps: [pressStep, ...(requested > 1 && !item.quantityField ? [setStep] : [])].map((s) => ({
      ...run.spokenStep,
      step: s,
    })),
    prepare: ([pressRun]) =>
      void update(pressRun!, {
        pickedUid: add.uid,
        pickedRow: item.isMainItem ? null : item.name || null,
        usesOnlyPicked: true,
      }),
  };
}

const formatName = (item: ItemControls | null, { run }: Context): string =>
  `“${clip(item?.name || run.pickedRow || 'the item', 60)}”`;

function setAmount(item: ItemControls, requested: number, ctx: Context): Move {
  const { run } = ctx;
  const { quantityField, moreButton, lessButton } = item;
  const amount = item.quantity ?? 0;
  const name = formatName(item, ctx);
  const step = run.step as QuantityStep;
  if (!quantityField && !(moreButton && lessButton))
    return fail(
      step.isAdded
        ? `I added only one, because I can't find where to set the quantity of ${name}`
        : `I can't find where to change the quantity of ${name} on this page`,
    );
  if (requested === amount) return done(`found that the quantity of ${name} is ${amount} already`);
  if (requested < 0) return fail(`there are only ${amount} of ${name}`);
  requestedAmountNote.set(run, requested);
  const button = requested > amount ? moreButton : lessButton;
  const isByOne = Math.abs(requested - amount) === 1;
  const usesButton =
    button && !button.states.disabled && (isByOne || !quantityField || isReadOnly(quantityField));
  if (usesButton) {
    if (Math.abs(requested - amount) > MAX_PRESSES)
      return fail(
        `the quantity of ${name} would take ${Math.abs(requested - amount)} presses, and it has no quantityField to type in`,
      );
    run.decisionCount = Math.min(run.decisionCount, 2);
    return actOn(button, item, ctx, { intent: 'click', uid: button.uid });
  }
  if (!quantityField || isReadOnly(quantityField))
    return fail(`${describe(button ?? quantityField!)} of ${name} is disabled`);
  if (requested === 0)
    return fail(`that would leave none of ${name}. To take it out, say “remove” and its name`);
  const setting = planSetAction(quantityField, { value: String(requested) }, ctx.today);
  if (typeof setting === 'string') return fail(setting);
  // Many pages save the quantity when the focus leaves the field.
  const leave = { intent: 'press', key: 'Tab', uid: quantityField.uid } as const;
  return actOn(quantityField, item, ctx, setting.action, ...(isSelect(quantityField) ? [] : [leave]));
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
  ctx.run.pageStateBefore = String(item.quantity ?? 0);
  return act('quantity', ...actions);
}

/** Compares the quantity that the page shows after the action with the requested one. */
function checkChange(item: ItemControls | null, step: QuantityStep, ctx: Context): Move {
  const { run } = ctx;
  const requested = requestedAmountNote.get(run)!;
  const name = formatName(item, ctx);
  const firstTurn = ctx.recentActions[0];
  const judgement = firstTurn && judgeOutcome(firstTurn);
  if (judgement?.kind === 'covered') return uncover(ctx, judgement.detail);
  if (judgement?.kind === 'failed')
    return fail(`I tried to change the quantity of ${name}, but ${judgement.detail}`);
  const amount = item?.quantity ?? null;
  if (requested === 0 && (amount === null || amount === 0)) return done(`took the last ${name} out`);
  if (amount === requested) {
    run.stage = 'done';
    const setPhrase = `set ${step.isAdded ? 'its quantity' : `the quantity of ${name}`} to ${requested}`;
    if (!item!.addButton) return done(setPhrase);
    if (step.mayAdd) ctx.plan.donePhrases.push(setPhrase);
    return step.mayAdd
      ? addFirst(item!, step, ctx)
      : done(`${setPhrase}, without pressing ${describe(item!.addButton)} again`);
  }
  if (amount !== null && amount !== Number(run.pageStateBefore) && Math.abs(requested - amount) < MAX_PRESSES)
    return setAmount(item!, requested, ctx);
  return fail(
    amount === null
      ? `I changed the quantity of ${name}, but the page no longer shows it`
      : `I tried to set the quantity of ${name} to ${requested}, but the page shows ${amount}`,
  );
}
