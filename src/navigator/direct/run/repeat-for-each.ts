/**
 * Repeats a step for all matching elements ("tick all boxes in Toppings"), in reading order. After each action, the
 * remaining elements are looked up again. Each action is judged like a single step. The first failure ends the step.
 */
import type { Candidate } from '../../../contract/index.js';
import { classifyAction, PERMANENT_EFFECT, readPageFacts } from '../../../policy/index.js';
import { findAll, findInRowsWithValue, hasOnlyKind, SELECT_ALL_NAME } from '../ground/find-all.js';
import { scoreClickable, ground } from '../ground/ground.js';
import { looksLikeIcon, isSelect, isTickable, getKindWord, opensList } from '../ground/kinds.js';
import { isColoured } from '../ground/looks.js';
import { getName } from '../ground/names.js';
import { findRowDepth, findRowName, findRowText } from '../ground/own-row.js';
import type { View } from '../ground/view.js';
import { EXPLICIT_ALL } from '../lexicon/explicit-all.js';
import type { Step, Target } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { clip, toSentence } from '../text.js';
import { findNextItem } from './find-next-item.js';
import {
  formatRepeatedStepDone,
  formatRepeatedStepStopped,
  toPlural,
  type RepeatedStep,
} from './describe-repeated-step.js';
import { hasChangedPage } from './judge-outcome.js';
import { scoreSettable } from '../ground/control-values.js';
import { formatList, formatNothingFound } from './messages.js';
import {
  done,
  fail,
  failNotFound,
  startRun,
  type Context,
  type RepetitionItem,
  type Move,
  type StepRun,
  updateRun,
} from './types.js';

type StepHandler = (step: Step, ctx: Context) => Promise<Move>;

/** Maximum number of elements per step. Further elements are reported but not processed. */
const MAX_ELEMENTS = 30;

/** Returns the step if it applies to all matching elements. */
export const getRepeatedStep = (step: Step): RepeatedStep | null =>
  (step.do === 'click' ||
    step.do === 'hover' ||
    step.do === 'tick' ||
    step.do === 'double-or-right-click' ||
    step.do === 'set' ||
    step.do === 'choose' ||
    step.do === 'copy') &&
  step.target?.each
    ? step
    : null;

const BEGINS_WITH_ALL = /^(?:all|every|each|everyone|everybody|everything|anyone|anything)\b/iu;

/**
 * Applies the step to every matching row if the line implies it: "remove everyone in Leeds", "delete the cakes except
 * the carrot cake".
 */
export function readImpliedEach(step: Step, view: View): Step {
  if (step.do !== 'click' || step.target.each || !step.command?.object) return step;
  const { target, command } = step;
  if (!target.not && !BEGINS_WITH_ALL.test(command.object!.text)) return step;
  const scoreSuitability = (c: Candidate): number => (c.interactive ? scoreClickable(c) : 0);
  return findInRowsWithValue({ target, scoreSuitability }, view).length > 0
    ? { ...step, target: { ...target, each: { max: null } } }
    : step;
}

const isExpandOrCollapse = (step: RepeatedStep): boolean =>
  step.do === 'click' && (step.kind === 'expand' || step.kind === 'collapse');

function createSuitabilityScorer(step: RepeatedStep): (c: Candidate) => number {
  // Only one radio button of a group can be on.
  if (step.do === 'tick') return (c) => (isTickable(c) && c.role !== 'radio' && c.visible ? 1 : 0);
  if (step.do === 'set') return scoreSettable;
  if (isExpandOrCollapse(step))
    return (c) =>
      c.visible && !isSelect(c) && !opensList(c) && (c.states.expanded !== undefined || c.tag === 'summary')
        ? 1
        : 0;
  return (c) =>
    (c.interactive || looksLikeIcon(c) || isColoured(c)) && !c.states.disabled ? scoreClickable(c) : 0;
}

function findMatchingElements(step: RepeatedStep, { view }: Context): Candidate[] {
  const selectsOneKind = step.do === 'tick' || isExpandOrCollapse(step);
  const elements = findAll(
    {
      target: step.target!,
      scoreSuitability: createSuitabilityScorer(step),
      selectsOneKind,
      asField: step.do === 'set',
    },
    view,
  );
  return step.do === 'tick' && ROW_VERB.test(step.verb) ? removeRowSwitches(elements, view) : elements;
}

const ROW_VERB = /^(?:tick|untick|select|unselect|deselect|mark|check|uncheck)$/u;

/** Removes switches from rows with a checkbox, because "tick the first three" means the checkboxes that select rows. */
function removeRowSwitches(elements: readonly Candidate[], view: View): Candidate[] {
  const findRow = (c: Candidate): Candidate | undefined => view.getAncestors(c).find((a) => a.role === 'row');
  const rowsWithCheckbox = new Set(elements.filter((c) => c.role === 'checkbox').map(findRow));
  return elements.filter((c) => c.role !== 'switch' || !findRow(c) || !rowsWithCheckbox.has(findRow(c)));
}

const toItems = (elements: readonly Candidate[], depth: number | null, { view }: Context): RepetitionItem[] =>
  elements.map((c) => ({
    uid: c.uid,
    text: `${getName(c)} ${findRowText(c, depth, view)}`,
    rowName: findRowName(c, depth, view),
  }));

/**
 * Finds the matching elements without applying the exclusions. Those were already applied at the start; by now, "except
 * the first" would exclude a different element.
 */
function findCurrentElements(step: RepeatedStep, ctx: Context): Candidate[] {
  const { not: _not, ...target } = step.target!;
  return findMatchingElements({ ...step, target }, ctx);
}

/** Limits the matching elements to the first or last few if the target says so, and to MAX_ELEMENTS. */
function limitElements(
  elements: readonly Candidate[],
  { each, interpretations }: Target,
): readonly Candidate[] {
  const max = Math.min(each?.max ?? MAX_ELEMENTS, MAX_ELEMENTS);
  return (interpretations[0].nth ?? 1) < 0 ? elements.slice(-max) : elements.slice(0, max);
}

export async function repeatForEach(
  step: RepeatedStep,
  ctx: Context,
  handleStep: StepHandler,
): Promise<Move> {
  const { run } = ctx;
  if (!run.repetitionState) {
    const startMove = startRepeating(step, ctx);
    if (startMove) return startMove;
  }
  const state = run.repetitionState!;
  for (;;) {
    if (!state.itemRun) {
      const currentItems = toItems(findCurrentElements(step, ctx), state.rowDepth, ctx);
      const processedCount = state.processedNames.length + state.unchangedNames.length;
      const nextItem = processedCount < state.selectedCount ? findNextItem(currentItems, state) : null;
      state.lastItems = currentItems;
      if (nextItem === 'lost')
        return stopRepeating(step, ctx, 'the page changed, so I did not continue with the rest');
      if (!nextItem) return done(formatRepeatedStepDone(step, state));
      const index = currentItems.indexOf(nextItem);
      state.lastProcessedItem = { item: nextItem, index };
      state.remainingUids.delete(nextItem.uid);
      state.itemRun = startInnerRun(step, nextItem.uid, ctx);
    }
    const { itemRun: innerRun } = state;
    const itemContext: Context = { ...ctx, run: innerRun };
    innerRun.decisionCount++;
    const move = await handleStep(innerRun.step, itemContext);
    ctx.rankedCandidates = itemContext.rankedCandidates;
    if (move.kind === 'act') {
      innerRun.stage = move.stage;
      return { ...move, stage: 'each' };
    }
    if (move.kind === 'fail') return stopRepeating(step, ctx, move.text);
    if (move.kind !== 'done')
      return stopRepeating(
        step,
        ctx,
        `${innerRun.target?.description ?? 'one of them'} needs a separate instruction`,
      );
    (innerRun.stage === '' ? state.unchangedNames : state.processedNames).push(getItemName(ctx));
    const hasPageChanged = ctx.recentActions.some(hasChangedPage);
    state.itemRun = null;
    // Attempts are counted for each element separately.
    run.decisionCount = 0;
    ctx.recentActions = [];
    if (
      hasPageChanged &&
      state.processedNames.length < state.selectedCount &&
      findCurrentElements(step, ctx).length === 0
    )
      return stopRepeating(step, ctx, 'that opened a page without the remaining elements');
  }
}

function stopRepeating(step: RepeatedStep, ctx: Context, reason: string): Move {
  const doneText = formatRepeatedStepStopped(step, ctx.run.repetitionState!);
  if (doneText) ctx.plan.donePhrases.push(doneText);
  return fail(reason);
}

/** Finds the elements. Returns a move if there are none, or if the instructor must be asked first. */
function startRepeating(step: RepeatedStep, ctx: Context): Move | null {
  const { run, view } = ctx;
  const target = step.target!;
  const tickMove = tickInsteadOfClicking(step, ctx);
  if (tickMove) return tickMove;
  const matchingElements = findMatchingElements(step, ctx);
  const singleControlMove = matchingElements.length > 1 ? null : useSingleControl(step, ctx);
  if (singleControlMove) return singleControlMove;
  if (!matchingElements.length)
    return failNotFound(formatNothingFound(target.text, [], 'anything that fits'));
  const elements = limitElements(matchingElements, target);
  const names = elements.map((c) => clip(getName(c), 40));
  const currentElements = findCurrentElements(step, ctx);
  const depth = findRowDepth(currentElements, view);
  const verb = /^\p{L}+/u.exec(names[0] ?? '')?.[0] ?? '';
  const needsConfirmation =
    step.do === 'click' && elements.length > 1 && names.some((name) => PERMANENT_EFFECT.test(name));
  const isExplicit =
    EXPLICIT_ALL.test(`${run.spokenStep.clause.text} ${target.text}`) &&
    !(dependsOnInterpretation(step, view) && elements.some((c) => isIrreversible(c, view)));
  if (needsConfirmation && !isExplicit && run.givenValues.get('all') !== 'yes') {
    run.askedValueKey = 'all';
    const rowTexts = elements
      .map((c) => clip(findRowName(c, depth, view) || findRowText(c, depth, view), 40))
      .filter(Boolean);
    const rowsSentence =
      rowTexts.length === elements.length
        ? ` That is ${formatList(rowTexts.slice(0, 8).map((r) => `“${r}”`))}.`
        : '';
    return {
      kind: 'ask',
      text: `${toSentence(verb).slice(0, -1)} all ${elements.length}?${rowsSentence}`,
      openQuestion: { kind: 'confirm' },
    };
  }
  run.repetitionState = {
    selectedCount: elements.length,
    foundCount: matchingElements.length,
    remainingUids: new Set(elements.map((c) => c.uid)),
    lastItems: toItems(currentElements, depth, ctx),
    rowDepth: depth,
    hasDuplicateNames: new Set(names).size < names.length,
    lastProcessedItem: null,
    itemRun: null,
    processedNames: [],
    unchangedNames: [],
    pluralNoun: toPlural(getKindWord(elements[0]!)),
  };
  return null;
}

/** Whether the elements had to be interpreted, as for "all cakes" and "all but the first", but not "all of them". */
const dependsOnInterpretation = (step: RepeatedStep, view: View): boolean =>
  step.target!.not !== undefined ||
  findInRowsWithValue({ target: step.target!, scoreSuitability: createSuitabilityScorer(step) }, view)
    .length > 0;

function isIrreversible(c: Candidate, { observation }: View): boolean {
  const facts = readPageFacts({ intent: 'click', uid: c.uid }, observation);
  return facts !== null && classifyAction(facts) !== null;
}

/** "Select all of them" ticks the entries' checkboxes, or the one that selects all; it does not click links. */
function tickInsteadOfClicking(step: RepeatedStep, { run, view }: Context): Move | null {
  if (step.do !== 'choose' || step.from || !hasOnlyKind(step.target)) return null;
  const checkboxes = view.candidates.filter((c) => c.visible && isTickable(c) && c.role !== 'radio');
  const checkboxForAll = checkboxes.find((c) => SELECT_ALL_NAME.test(getName(c)));
  const hasLimit = step.target.each?.max !== null || step.target.not !== undefined;
  if (!checkboxes.length) return null;
  const target =
    checkboxForAll && !hasLimit ? { ...createTarget(getName(checkboxForAll)), quoted: true } : step.target;
  return {
    kind: 'replace',
    steps: [{ ...run.spokenStep, step: { do: 'tick', newState: true, target, verb: 'tick' } }],
  };
}

/** For "delete all messages", uses the control with this name, if there is one. */
function useSingleControl(step: RepeatedStep, ctx: Context): Move | null {
  if (step.do !== 'click' || step.kind !== 'command') return null;
  const spokenTarget = createTarget(ctx.run.spokenStep.clause.text);
  const grounding = ground(
    { target: spokenTarget, scoreSuitability: (c) => (c.interactive ? scoreClickable(c) : 0) },
    ctx.view,
  );
  if (grounding.kind !== 'one' || grounding.hit.score < 0.95) return null;
  return { kind: 'replace', steps: [{ ...ctx.run.spokenStep, step: { ...step, target: spokenTarget } }] };
}

function startInnerRun(step: RepeatedStep, uid: string, ctx: Context): StepRun {
  const { each: _each, not: _not, or: _or, ...target } = step.target!;
  const { observation } = ctx.view;
  const singleStep = { ...step, target } as Step;
  const innerRun = startRun({ ...ctx.run.spokenStep, step: singleStep }, observation.url);
  // Skips the attempts of the first decisions, such as joining the name with the next clause.
  return updateRun(innerRun, {
    pickedUid: uid,
    usesOnlyPicked: true,
    decisionCount: 2,
    isConditionMet: true,
    noticesBefore: observation.notices,
  });
}

/** Returns the element's name, or its row's name if several elements have the same name. */
function getItemName({ run }: Context): string {
  const state = run.repetitionState!;
  const { item } = state.lastProcessedItem!;
  const name = state.itemRun!.target?.name ?? '';
  const rowName = item.rowName || item.text.slice(name.length).trim();
  return clip((state.hasDuplicateNames && rowName) || name || item.text, 40);
}
