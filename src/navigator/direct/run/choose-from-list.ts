/** Chooses from a list, native or custom: the list that is named, or else the list that offers the requested option. */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { scoreClickable, ground } from '../ground/ground.js';
import type { ScoredCandidate } from '../ground/score.js';
import { isField, isSelect, opensList } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { StepOf, Target } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { scoreAgreement, clip, toSentence } from '../text.js';
import { useFilter } from './filter-list.js';
import { findForm } from '../ground/form.js';
import { judgeOutcome } from './judge-outcome.js';
import { rememberMenuOpening } from './open-menu.js';
import { findOption, findOptionContaining, findTiedOptions } from '../ground/options.js';
import { findMismatch } from '../ground/control-values.js';
import { planSetAction } from './plan-set-action.js';
import { formatList } from './messages.js';
import { act, rememberTarget, done, fail, type Context, type Move } from './types.js';

type Choose = StepOf<'choose'>;

const GENERIC_LIST_NAME =
  /^(?:the )?(?:(?:(?:scroll(?:ing|able)?|selection|multi-?select) )?(?:drop-?\s?down|list|select|options|menu)(?: (?:box|list|menu))?|sort|filter|(?:entries|rows|items|results|records|products|lines)(?: (?:per|a) page| at once)?)$/iu;

/** Whether the words name no particular list: "the drop-down". */
export const isGenericListName = (text: string): boolean => GENERIC_LIST_NAME.test(text);

/** Finds the list control that a phrase names. */
export function findNamedList(listTarget: Target, value: string, ctx: Context): ScoredCandidate | null {
  const scoreList = (c: Candidate): number =>
    isSelect(c) ? 1 : opensList(c) || c.role === 'listbox' || c.states.expanded !== undefined ? 0.97 : 0;
  const grounding = ground({ target: listTarget, scoreSuitability: scoreList, asField: true }, ctx.view);
  if (grounding.kind === 'one') return grounding.hit;
  // Of several lists with the same name, uses the only one that offers the option.
  const listsWithOption =
    grounding.kind === 'several'
      ? grounding.hits.filter((h) => isSelect(h.candidate) && findOption(h.candidate, value))
      : [];
  return listsWithOption.length === 1 ? listsWithOption[0]! : null;
}

/** Returns the native lists that offer the requested option, best match first. */
function findListsWithOption(value: string, ctx: Context): { c: Candidate; label: string; score: number }[] {
  return ctx.view.candidates
    .filter((c) => isSelect(c) && c.visible && !c.states.disabled)
    .map((c) => ({ c, option: findOption(c, value) }))
    .filter((x) => x.option !== null)
    .map(({ c, option }) => ({ c, label: option!.label, score: option!.score }))
    .sort((a, b) => b.score - a.score);
}

/** Chooses the option from a native list. Asks if several options match equally well. */
export function chooseFromNativeList(list: Candidate, phrase: string, ctx: Context): Move {
  const value = ctx.run.givenValues.get('option') ?? phrase;
  const tiedLabels = findTiedOptions(list, value);
  if (tiedLabels.length > 1 && !ctx.run.givenValues.has('option')) {
    ctx.run.askedValueKey = 'option';
    return {
      kind: 'ask',
      text: `${toSentence(`${describe(list)} offers ${formatList(tiedLabels.map((t) => `“${t}”`))}`)} Which one should I choose?`,
      openQuestion: { kind: 'value', field: 'option' },
    };
  }
  const setAction = planSetAction(list, { value }, ctx.today);
  if (typeof setAction === 'string') return fail(setAction);
  rememberTarget(ctx, list, describe(list), getName(list));
  if (list.states.disabled) return fail(`${describe(list)} is disabled`);
  ctx.run.expectedValues.set(list.uid, { value: setAction.expectedValue, description: describe(list) });
  return act('list', setAction.action);
}

export function checkChoice(value: string, ctx: Context): Move {
  const { run } = ctx;
  const judgement = judgeOutcome(ctx.recentActions.at(-1)!);
  const uid = run.target!.uid;
  const mismatch =
    judgement.kind === 'ok' || judgement.kind === 'already'
      ? findMismatch(ctx.view, uid, run.expectedValues.get(uid)?.value ?? '')
      : null;
  if (mismatch) return fail(mismatch);
  const displayedValue = run.expectedValues.get(uid)?.value ?? value;
  if (judgement.kind === 'already')
    return done(`found “${clip(displayedValue, 60)}” already chosen in ${run.target!.description}`);
  if (judgement.kind === 'ok')
    return done(`chose “${clip(displayedValue, 60)}” in ${run.target!.description}`);
  return fail(
    `I tried to choose “${clip(value, 60)}” in ${run.target!.description}, but ${'detail' in judgement ? judgement.detail : 'nothing happened'}`,
  );
}

/** Chooses from a native list, or opens a custom one. */
export function chooseFromList(step: Choose, ctx: Context): Move | null {
  if (step.from && !step.from.pronoun) {
    const filterMove = step.from.text === 'filter' ? useFilter(step, ctx) : null;
    if (filterMove) return filterMove;
    const namedList = findNamedList(step.from, step.value, ctx);
    const filterField = step.from.text === 'filter' && !namedList ? findFilterField(ctx) : null;
    if (filterField && !findBestListWithOption(step.value, ctx, 0.95))
      return {
        kind: 'replace',
        steps: [
          {
            ...ctx.run.spokenStep,
            step: { do: 'set', target: createTarget(getName(filterField)), value: step.value, verb: 'type' },
          },
        ],
      };
    if (namedList && isSelect(namedList.candidate))
      return chooseFromNativeList(namedList.candidate, step.value, ctx);
    const listWithOption = findBestListWithOption(step.value, ctx, 0.95);
    if (
      listWithOption &&
      (isGenericListName(step.from.text) ||
        scoreAgreement(
          step.from.text,
          `${getName(listWithOption)} ${listWithOption.section} ${listWithOption.document}`,
          true,
        ).coverage >= 0.5)
    )
      return chooseFromNativeList(listWithOption, step.value, ctx);
    if (namedList && namedList.candidate.states.expanded !== true && namedList.candidate.role !== 'listbox') {
      ctx.run.revealedUids.add(namedList.candidate.uid);
      rememberMenuOpening(ctx, namedList.candidate, 'menu');
      return act('reveal', { intent: 'click', uid: namedList.candidate.uid });
    }
    return null;
  }
  const bestList = findBestListWithOption(step.value, ctx, 0.93);
  const valueAndListName = /^(.+) (\S+)$/u.exec(step.value);
  const namedList =
    valueAndListName && !bestList
      ? findNamedList(createTarget(valueAndListName[2]!), valueAndListName[1]!, ctx)
      : null;
  if (namedList && isSelect(namedList.candidate) && findOption(namedList.candidate, valueAndListName![1]!))
    return chooseFromNativeList(namedList.candidate, valueAndListName![1]!, ctx);
  const matchingList = bestList ?? findOnlyListWithMatchingOption(step.value, ctx);
  if (!matchingList) return null;
  const clickableGrounding = ground(
    { target: step.target, scoreSuitability: (c) => (isSelect(c) ? 0 : scoreClickable(c)) },
    ctx.view,
  );
  const clickableScore =
    clickableGrounding.kind === 'one'
      ? clickableGrounding.hit.score
      : clickableGrounding.kind === 'several'
        ? clickableGrounding.hits[0]!.score
        : 0;
  return clickableScore < (bestList ? 0.95 : 0.8)
    ? chooseFromNativeList(matchingList, step.value, ctx)
    : null;
}

/** Returns the only list with an option that matches the words, such as “6 Mill Lane” for "number 6". */
function findOnlyListWithMatchingOption(words: string, { view }: Context): Candidate | null {
  const lists = view.candidates.filter(
    (c) => isSelect(c) && c.visible && !c.states.disabled && findOptionContaining(c.options ?? [], words),
  );
  return lists.length === 1 ? lists[0]! : null;
}

/**
 * Finds a field that filters while the user types. Excludes forms that also have lists, because those must be
 * submitted.
 */
const findFilterField = (ctx: Context): Candidate | null =>
  ctx.view.candidates.find((c) => {
    // A field in the navigation searches for pages; it does not filter a list.
    if (c.landmark === 'nav') return false;
    if (!c.visible || !isField(c) || !/\bfilter/iu.test(`${c.name} ${c.attributes.placeholder ?? ''}`))
      return false;
    const form = findForm(c, ctx.view);
    return !form || !ctx.view.candidates.some((o) => isSelect(o) && findForm(o, ctx.view)?.uid === form.uid);
  }) ?? null;

/** Returns the list whose option matches the value best; null if no list offers it, or if the best two are tied. */
function findBestListWithOption(value: string, ctx: Context, minScore: number): Candidate | null {
  const listsWithOption = findListsWithOption(value, ctx).filter((l) => l.score >= minScore);
  const bestMatch = listsWithOption[0];
  return bestMatch && (listsWithOption.length === 1 || listsWithOption[1]!.score < bestMatch.score - 0.01)
    ? bestMatch.c
    : null;
}
