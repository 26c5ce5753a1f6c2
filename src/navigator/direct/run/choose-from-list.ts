/** Chooses from a list, native or custom: the named list or the only one with the value. */
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

/** Finds the list control that a phrase names. */
export function findNamedList(listTarget: Target, value: string, ctx: Context): ScoredCandidate | null {
  const scoreList = (c: Candidate): number =>
    isSelect(c) ? 1 : opensList(c) || c.role === 'listbox' || c.states.expanded !== undefined ? 0.97 : 0;
  const grounding = ground({ target: listTarget, scoreSuitability: scoreList, asField: true }, ctx.view);
  if (grounding.kind === 'one') return grounding.hit;
  // Of several lists with the same name, uses the one with the value.
  const listsWithValue =
    grounding.kind === 'several'
      ? grounding.hits.filter((h) => isSelect(h.candidate) && findOption(h.candidate, value))
      : [];
  return listsWithValue.length === 1 ? listsWithValue[0]! : null;
}

/** Returns the native lists with the value, best match first. */
function findListsWithValue(value: string, ctx: Context): { c: Candidate; label: string; score: number }[] {
  return ctx.view.candidates
    .filter((c) => isSelect(c) && c.visible && !c.states.disabled)
    .map((c) => ({ c, option: findOption(c, value) }))
    .filter((x) => x.option !== null)
    .map(({ c, option }) => ({ c, label: option!.label, score: option!.score }))
    .sort((a, b) => b.score - a.score);
}

/** Chooses the option from a native list. Asks if several options match equally well. */
export function chooseInList(list: Candidate, phrase: string, ctx: Context): Move {
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
  const setting = planSetAction(list, { value }, ctx.today);
  if (typeof setting === 'string') return fail(setting);
  rememberTarget(ctx, list, describe(list), getName(list));
  if (list.states.disabled) return fail(`${describe(list)} is disabled`);
  ctx.run.expectedValues.set(list.uid, { value: setting.expectedValue, description: describe(list) });
  return act('list', setting.action);
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
    const list = findNamedList(step.from, step.value, ctx);
    const filterField = step.from.text === 'filter' && !list ? findFilterField(ctx) : null;
    if (filterField && !findOnlyListWithValue(step.value, ctx, 0.95))
      return {
        kind: 'replace',
        steps: [
          {
            ...ctx.run.spokenStep,
            step: { do: 'set', target: createTarget(getName(filterField)), value: step.value, verb: 'type' },
          },
        ],
      };
    if (list && isSelect(list.candidate)) return chooseInList(list.candidate, step.value, ctx);
    const listWithValue = findOnlyListWithValue(step.value, ctx, 0.95);
    const isGenericName =
      /^(?:the )?(?:(?:(?:scroll(?:ing|able)?|selection|multi-?select) )?(?:drop-?\s?down|list|select|options|menu)(?: (?:box|list|menu))?|sort|filter|(?:entries|rows|items|results|records|products|lines)(?: (?:per|a) page| at once)?)$/iu.test(
        step.from.text,
      );
    if (
      listWithValue &&
      (isGenericName ||
        scoreAgreement(
          step.from.text,
          `${getName(listWithValue)} ${listWithValue.section} ${listWithValue.document}`,
          true,
        ).coverage >= 0.5)
    )
      return chooseInList(listWithValue, step.value, ctx);
    if (list && list.candidate.states.expanded !== true && list.candidate.role !== 'listbox') {
      ctx.run.revealedUids.add(list.candidate.uid);
      rememberMenuOpening(ctx, list.candidate, 'menu');
      return act('reveal', { intent: 'click', uid: list.candidate.uid });
    }
    return null;
  }
  const onlyList = findOnlyListWithValue(step.value, ctx, 0.93);
  const valueAndListName = /^(.+) (\S+)$/u.exec(step.value);
  const list =
    valueAndListName && !onlyList
      ? findNamedList(createTarget(valueAndListName[2]!), valueAndListName[1]!, ctx)
      : null;
  if (list && isSelect(list.candidate) && findOption(list.candidate, valueAndListName![1]!))
    return chooseInList(list.candidate, valueAndListName![1]!, ctx);
  const listWithWords = onlyList ?? findOnlyListWithWords(step.value, ctx);
  if (!listWithWords) return null;
  const otherGrounding = ground(
    { target: step.target, scoreSuitability: (c) => (isSelect(c) ? 0 : scoreClickable(c)) },
    ctx.view,
  );
  const otherScore =
    otherGrounding.kind === 'one'
      ? otherGrounding.hit.score
      : otherGrounding.kind === 'several'
        ? otherGrounding.hits[0]!.score
        : 0;
  return otherScore < (onlyList ? 0.95 : 0.8) ? chooseInList(listWithWords, step.value, ctx) : null;
}

/** Returns the only list with an option that contains the words: "number 6" for “6 Mill Lane”. */
function findOnlyListWithWords(words: string, { view }: Context): Candidate | null {
  const lists = view.candidates.filter(
    (c) => isSelect(c) && c.visible && !c.states.disabled && findOptionContaining(c.options ?? [], words),
  );
  return lists.length === 1 ? lists[0]! : null;
}

/** Finds a field that filters while the user types. A field next to lists belongs to a form that must be submitted. */
const findFilterField = (ctx: Context): Candidate | null =>
  ctx.view.candidates.find((c) => {
    // A field in the navigation finds pages and does not filter a list.
    if (c.landmark === 'nav') return false;
    if (!c.visible || !isField(c) || !/\bfilter/iu.test(`${c.name} ${c.attributes.placeholder ?? ''}`))
      return false;
    const form = findForm(c, ctx.view);
    return !form || !ctx.view.candidates.some((o) => isSelect(o) && findForm(o, ctx.view)?.uid === form.uid);
  }) ?? null;

/** Returns the only list with the value, or the best of several; null if the best two are tied. */
function findOnlyListWithValue(value: string, ctx: Context, minScore: number): Candidate | null {
  const listsWithValue = findListsWithValue(value, ctx).filter((l) => l.score >= minScore);
  const bestMatch = listsWithValue[0];
  return bestMatch && (listsWithValue.length === 1 || listsWithValue[1]!.score < bestMatch.score - 0.01)
    ? bestMatch.c
    : null;
}
