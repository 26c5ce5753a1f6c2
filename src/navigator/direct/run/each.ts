/**
 * Steps for all matching elements ("tick all boxes in Toppings"): one action each, in reading order. After each action
 * the rest are looked up again. Each is judged like a single step, and the first failure ends the work.
 */
import type { Candidate } from '../../../contract/index.js';
import { PERMANENT_EFFECT } from '../../../policy/index.js';
import { findAll } from '../ground/find-all.js';
import { scoreClickable, ground } from '../ground/ground.js';
import { looksLikeIcon, isSelect, isTickable, getKindWord, opensList } from '../ground/kinds.js';
import { isColoured } from '../ground/looks.js';
import { getName } from '../ground/names.js';
import { findRowDepth, findRowText } from '../ground/own-row.js';
import { EXPLICIT_ALL } from '../lexicon/explicit-all.js';
import type { Step, Target } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { clip, toSentence } from '../text.js';
import { findNextItem } from './each-order.js';
import { formatEachDone, formatEachStopped, toPlural, type EachStep } from './each-speech.js';
import { hasChangedPage } from './judge-outcome.js';
import { scoreSettable } from '../ground/control-values.js';
import { formatList, formatNothingFound } from './messages.js';
import {
  done,
  fail,
  startRun,
  type Context,
  type EachItem,
  type Move,
  type StepRun,
  update,
} from './types.js';

type Handle = (step: Step, ctx: Context) => Promise<Move>;

/** Maximum number of elements per step. */
const MAX_ELEMENTS = 30;

/** Returns the step if it applies to all matching elements. */
export const asEachStep = (step: Step): EachStep | null =>
  (step.do === 'click' ||
    step.do === 'hover' ||
    step.do === 'tick' ||
    step.do === 'point' ||
    step.do === 'set' ||
    step.do === 'choose' ||
    step.do === 'copy') &&
  step.target?.each
    ? step
    : null;

const folds = (step: EachStep): boolean =>
  step.do === 'click' && (step.how === 'expand' || step.how === 'collapse');

function suitsFor(step: EachStep): (c: Candidate) => number {
  // Only one radio button of a group can be on.
  if (step.do === 'tick') return (c) => (isTickable(c) && c.role !== 'radio' && c.visible ? 1 : 0);
  if (step.do === 'set') return scoreSettable;
  if (folds(step))
    return (c) =>
      c.visible && !isSelect(c) && !opensList(c) && (c.states.expanded !== undefined || c.tag === 'summary')
        ? 1
        : 0;
  return (c) =>
    (c.interactive || looksLikeIcon(c) || isColoured(c)) && !c.states.disabled ? scoreClickable(c) : 0;
}

function setOf(step: EachStep, { view }: Context): Candidate[] {
  const narrow = step.do === 'tick' || folds(step);
  return findAll(
    {
      target: step.target!,
      scoreSuitability: suitsFor(step),
      selectsOneKind: narrow,
      asField: step.do === 'set',
    },
    view,
  );
}

const itemsOf = (list: readonly Candidate[], depth: number | null, { view }: Context): EachItem[] =>
  list.map((c) => ({ uid: c.uid, text: `${getName(c)} ${findRowText(c, depth, view)}` }));

/**
 * Removes the elements excluded at the start. They are known by then, and an ordinal would count again from the changed
 * list.
 */
function stillThere(step: EachStep, ctx: Context): Candidate[] {
  const { not: _not, ...target } = step.target!;
  return setOf({ ...step, target }, ctx);
}

/** Limits the matching elements to the first or last few if the target says so. */
function bounded(list: readonly Candidate[], { each, readings }: Target): readonly Candidate[] {
  const max = Math.min(each?.max ?? MAX_ELEMENTS, MAX_ELEMENTS);
  return (readings[0].nth ?? 1) < 0 ? list.slice(-max) : list.slice(0, max);
}

export async function doEach(step: EachStep, ctx: Context, handle: Handle): Promise<Move> {
  const { run } = ctx;
  if (!run.eachState) {
    const begun = begin(step, ctx);
    if (begun) return begun;
  }
  const state = run.eachState!;
  for (;;) {
    if (!state.itemRun) {
      const now = itemsOf(stillThere(step, ctx), state.rowDepth, ctx);
      const counted = state.processedNames.length + state.unchangedNames.length;
      const next = counted < state.totalCount ? findNextItem(now, state) : null;
      state.lastItems = now;
      if (next === 'lost') return stop(step, ctx, 'the page changed, so I did not continue with the rest');
      if (!next) return done(formatEachDone(step, state));
      const index = now.indexOf(next);
      state.lastProcessedItem = { item: next, index };
      state.remainingUids.delete(next.uid);
      state.itemRun = innerRun(step, next.uid, ctx);
    }
    const { itemRun: inner } = state;
    const itemContext: Context = { ...ctx, run: inner };
    inner.decisionCount++;
    const move = await handle(inner.step, itemContext);
    ctx.rankedCandidates = itemContext.rankedCandidates;
    if (move.kind === 'act') {
      inner.stage = move.stage;
      return { ...move, stage: 'each' };
    }
    if (move.kind === 'fail') return stop(step, ctx, move.text);
    if (move.kind !== 'done')
      return stop(step, ctx, `${inner.target?.description ?? 'one of them'} needs more than that`);
    (inner.stage === '' ? state.unchangedNames : state.processedNames).push(nameFor(ctx));
    const moved = ctx.recentActions.some(hasChangedPage);
    state.itemRun = null;
    // Attempts are counted for each element separately.
    run.decisionCount = 0;
    ctx.recentActions = [];
    if (moved && state.processedNames.length < state.totalCount && stillThere(step, ctx).length === 0)
      return stop(step, ctx, 'that led to another page without the rest');
  }
}

function stop(step: EachStep, ctx: Context, why: string): Move {
  const so = formatEachStopped(step, ctx.run.eachState!);
  if (so) ctx.plan.donePhrases.push(so);
  return fail(why);
}

/** Finds the elements. Returns a move if there are none, or if the instructor must be asked first. */
function begin(step: EachStep, ctx: Context): Move | null {
  const { run, view } = ctx;
  const target = step.target!;
  const list = setOf(step, ctx);
  const whole = list.length > 1 ? null : wholeAtOnce(step, ctx);
  if (whole) return whole;
  if (!list.length) return fail(formatNothingFound(target.text, [], 'anything that fits'));
  const meant = bounded(list, target);
  const names = meant.map((c) => clip(getName(c), 40));
  const all = stillThere(step, ctx);
  const depth = findRowDepth(all, view);
  const verb = /^\p{L}+/u.exec(names[0] ?? '')?.[0] ?? '';
  const ask = meant.length > 1 && names.some((name) => PERMANENT_EFFECT.test(name));
  if (
    ask &&
    !EXPLICIT_ALL.test(`${run.spokenStep.clause.text} ${target.text}`) &&
    run.givenValues.get('all') !== 'yes'
  ) {
    run.askedValueKey = 'all';
    const rows = meant.map((c) => clip(findRowText(c, depth, view), 40)).filter(Boolean);
    const which =
      rows.length === meant.length ? ` That is ${formatList(rows.slice(0, 8).map((r) => `“${r}”`))}.` : '';
    return {
      kind: 'ask',
      text: `${toSentence(verb).slice(0, -1)} all ${meant.length}?${which}`,
      openQuestion: { kind: 'confirm' },
    };
  }
  run.eachState = {
    totalCount: meant.length,
    foundCount: list.length,
    remainingUids: new Set(meant.map((c) => c.uid)),
    lastItems: itemsOf(all, depth, ctx),
    rowDepth: depth,
    hasDuplicateNames: new Set(names).size < names.length,
    lastProcessedItem: null,
    itemRun: null,
    processedNames: [],
    unchangedNames: [],
    pluralNoun: toPlural(getKindWord(meant[0]!)),
  };
  return null;
}

/** "delete all messages", if one control has that name. */
function wholeAtOnce(step: EachStep, ctx: Context): Move | null {
  if (step.do !== 'click' || step.how !== 'command') return null;
  const spokenTarget = createTarget(ctx.run.spokenStep.clause.text);
  const found = ground(
    { target: spokenTarget, scoreSuitability: (c) => (c.interactive ? scoreClickable(c) : 0) },
    ctx.view,
  );
  if (found.kind !== 'one' || found.hit.score < 0.95) return null;
  return { kind: 'replace', steps: [{ ...ctx.run.spokenStep, step: { ...step, target: spokenTarget } }] };
}

function innerRun(step: EachStep, uid: string, ctx: Context): StepRun {
  const { each: _each, not: _not, or: _or, ...target } = step.target!;
  const { observation } = ctx.view;
  const one = { ...step, target } as Step;
  const inner = startRun({ ...ctx.run.spokenStep, step: one }, observation.url);
  // Its name is not joined with the next clause, which was tried for the whole set.
  return update(inner, {
    pickedUid: uid,
    usesOnlyPicked: true,
    decisionCount: 2,
    isConditionMet: true,
    noticesBefore: observation.notices,
  });
}

/** Describes the element by its row if all have the same name. */
function nameFor({ run }: Context): string {
  const state = run.eachState!;
  const { item } = state.lastProcessedItem!;
  const name = state.itemRun!.target?.name ?? '';
  const row = item.text.slice(name.length).trim();
  return state.hasDuplicateNames && row ? clip(row, 40) : clip(name || item.text, 40);
}
