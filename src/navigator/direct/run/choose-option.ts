/** Chooses an option from a list, or a radio button, tab, switch or button by its name. */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { hasOnlyKind } from '../ground/find-all.js';
import { scoreClickable } from '../ground/ground.js';
import { MIN_FULL_NAME_SCORE } from '../ground/score.js';
import { isField, isOption, isSelect, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { readDate } from '../language/dates.js';
import type { Interpretation, StepOf, Target } from '../language/steps.js';
import { addPlaceToTarget, createTarget, readPlace } from '../language/target.js';
import { findTopicWords } from '../ground/topic.js';
import type { View } from '../ground/view.js';
import { clip, fold, stem, tokenizeContent } from '../text.js';
import { setFieldInsteadOfChoosing, reportMissingOption } from './choose-fallbacks.js';
import { checkChoice, chooseFromList, findNamedList } from './choose-from-list.js';
import { chooseFromFieldBeforeValue, mayBeChosen } from './field-before-value.js';
import { filterByOpenedList } from './filter-by-opened-list.js';
import { useFilter } from './filter-list.js';
import { useElement } from './use-element.js';
import {
  openClosedList,
  createCustomListFilter,
  openOnlyCustomList,
  finishOpeningSubmenu,
  openSubmenuFirst,
} from './open-before-choosing.js';
import { findOpenMenu, reportNotInMenu, type Menu } from './open-menu.js';
import { describeMismatch } from '../ground/control-values.js';
import { act, rememberTarget, type Context, type Move } from './types.js';
import { chooseInGroup, setChoiceGroup } from './set-choice-group.js';
import { selectEntry } from './select-entry.js';
import { maySort } from './may-sort.js';
import { sortByColumn } from './sort.js';
import { listAlternatives, chooseAlternative } from './choose-alternative.js';

type ChooseStep = StepOf<'choose'>;

export async function chooseOption(step: ChooseStep, ctx: Context): Promise<Move> {
  const { run } = ctx;
  if (run.stage === 'list' && ctx.recentActions.length) return checkChoice(step.value, ctx);
  const sortMove = sortByColumn(step, ctx);
  if (sortMove) return sortMove;
  const submenuMove = finishOpeningSubmenu(ctx);
  if (submenuMove) return submenuMove;
  const dayControl = step.isoValue && run.stage !== 'act' ? findCalendarDay(step.isoValue, ctx) : null;
  if (dayControl) {
    rememberTarget(ctx, dayControl, describe(dayControl), getName(dayControl));
    return act('act', { intent: 'click', uid: dayControl.uid });
  }
  const filterMove =
    run.stage === '' && step.from?.text === 'filter'
      ? (useFilter(step, ctx) ?? filterByOpenedList(step, ctx))
      : filterByOpenedList(step, ctx);
  if (filterMove) return filterMove;
  const menu = findOpenMenu(ctx);
  if (menu) {
    const entryName = findEntryIgnoringTopicWords(step.value, menu, ctx.view);
    return chooseByName(
      entryName === null ? step : { ...step, value: entryName, target: createTarget(entryName) },
      ctx,
      menu,
    );
  }
  const isFirstAttempt = run.target === null && run.revealedUids.size === 0;
  const fieldMove = isFirstAttempt ? chooseFromFieldBeforeValue(step, ctx) : null;
  if (fieldMove) return fieldMove;
  const entryMove = isFirstAttempt && !step.from ? selectEntry(step.value, ctx) : null;
  if (entryMove) return entryMove;
  if ((isFirstAttempt || run.givenValues.has('option')) && !run.pickedUid) {
    const alternativeMove =
      step.target.not || listAlternatives(step).length ? resolveAlternatives(step, ctx) : null;
    const listMove =
      alternativeMove ??
      (step.from ? setChoiceGroup(step.from.text, step.value, ctx) : chooseInGroup(step.value, ctx)) ??
      chooseFromList(step, ctx) ??
      (step.from ? setFieldInsteadOfChoosing(step, ctx) : null);
    if (listMove) return listMove;
  }
  return chooseByName(step, ctx);
}

/** Returns the only calendar control whose name gives this day, such as “Friday, 4 December 2026” for "next Friday". */
function findCalendarDay(isoDay: string, { view, today }: Context): Candidate | null {
  const days = view.candidates.filter(
    (c) => c.visible && c.interactive && !c.states.disabled && readDate(getName(c), today) === isoDay,
  );
  return days.length === 1 ? days[0]! : null;
}

/**
 * On a page of tickets, "closed tickets" means the entry “Closed” of the menu “Status”. Returns the only entry whose
 * words all occur in the value, if the value's other words come from the page's topic or the menu's name.
 */
function findEntryIgnoringTopicWords(value: string, menu: Menu, view: View): string | null {
  const words = tokenizeContent(value);
  const topicWords = findTopicWords(view);
  const menuWords = tokenizeContent(menu.opening.description);
  const names = view.candidates.filter((c) => menu.uids.has(c.uid) && c.interactive).map((c) => getName(c));
  if (names.some((name) => fold(name) === fold(value))) return null;
  const matchingNames = new Set(
    names.filter((name) => {
      const nameWords = tokenizeContent(name);
      const otherWords = words.filter((word) => !nameWords.includes(word));
      return (
        otherWords.length > 0 &&
        nameWords.every((word) => words.includes(word)) &&
        otherWords.every((word) => topicWords.has(stem(word)) || menuWords.includes(word))
      );
    }),
  );
  return matchingNames.size === 1 ? [...matchingNames][0]! : null;
}

function resolveAlternatives(step: ChooseStep, ctx: Context): Move | null {
  const { not: _not, or: _or, ...targetWithoutAlternatives } = step.target;
  const listTarget =
    step.from && !step.from.pronoun
      ? step.from
      : hasOnlyKind(targetWithoutAlternatives) || !step.target.not
        ? null
        : targetWithoutAlternatives;
  const namedList = listTarget ? findNamedList(listTarget, step.value, ctx) : null;
  return step.from && !namedList ? null : chooseAlternative(step, namedList?.candidate ?? null, ctx);
}

/**
 * Chooses an option, tab, entry or button by its name. If a menu was opened for the step, chooses only from that menu.
 */
function chooseByName(step: ChooseStep, ctx: Context, menu: Menu | null = null): Promise<Move> {
  const listTarget = step.from && !step.from.pronoun && !menu ? step.from : null;
  const sortsOrFilters = listTarget && /^(?:sort|filter)$/u.test(listTarget.text);
  // If the table can be sorted by its headers, prefers a header to another element with the same name.
  const sortsByHeader =
    listTarget?.text === 'sort' && ctx.view.candidates.some((c) => TABLE_HEAD.test(c.xpath) && c.interactive);
  const { not: exclusions } = step.target;
  const alternatives = listAlternatives(step);
  const valueTarget: Target = hasOnlyKind(step.target)
    ? step.target
    : {
        ...createTarget(step.value),
        ...(alternatives.length ? { or: alternatives } : {}),
        ...(exclusions ? { not: exclusions } : {}),
      };
  const targetInPlace =
    listTarget && !sortsOrFilters
      ? addInterpretations(
          addPlaceToTarget(valueTarget, readPlace('in', listTarget.text)),
          step.target.interpretations.filter(
            (r) => r.place !== null || tokenizeContent(r.phrase).length > tokenizeContent(step.value).length,
          ),
        )
      : step.target;
  const target = sortsOrFilters
    ? addInterpretations(valueTarget, [
        { phrase: `${listTarget.text} by ${step.value}`, role: null, nth: null, place: null, prior: 1 },
      ])
    : targetInPlace;
  const isSorting = listTarget?.text === 'sort';
  const scoreOption = (c: Candidate): number =>
    (isSorting && !menu && (isAnchorLink(c, ctx.view) || !maySort(c, step.value, ctx.view))) ||
    !mayBeChosen(c, step, menu)
      ? 0
      : sortsByHeader && !TABLE_HEAD.test(c.xpath)
        ? scoreClickable(c) * 0.92
        : isOption(c) || isTickable(c)
          ? 1
          : isSelect(c) || isField(c)
            ? 0.7
            : scoreClickable(c) * 0.97;
  const customListFilter = createCustomListFilter(step.value, ctx);
  return useElement(
    {
      target: customListFilter || (menu && step.from) ? valueTarget : target,
      scoreSuitability: customListFilter ?? ((c) => (menu && !menu.uids.has(c.uid) ? 0 : scoreOption(c))),
      createActions: (c) =>
        isTickable(c) && c.states.checked !== undefined
          ? [{ intent: 'change', uid: c.uid, value: 'true' }]
          : [{ intent: 'click', uid: c.uid }],
      reportAlreadyDone: (c) =>
        c.states.checked === true || (c.states.selected === true && c.role !== 'tab')
          ? `found “${clip(getName(c), 60)}” already chosen`
          : null,
      describeDone: ({ name, description }, judgement) =>
        `chose ${name ? `“${clip(name, 60)}”` : description}${judgement.kind === 'ok' ? judgement.extra : ''}`,
      verify: ({ view }, { uid }) =>
        isTickable(view.byUid.get(uid) ?? ABSENT_ELEMENT) ? describeMismatch(view, uid, 'true') : null,
      redirect: (c) => openSubmenuFirst(c, ctx) ?? openClosedList(c, step.value, ctx),
      notFoundPrefix: isSorting ? 'a control that sorts by' : 'a choice called',
      tryFallbacks: (closest) =>
        menu
          ? reportNotInMenu(menu, step.value, ctx)
          : (closest[0]?.score ?? 0) < MIN_FULL_NAME_SCORE
            ? (openOnlyCustomList(step.value, step.from, ctx) ??
              reportMissingOption(step, ctx) ??
              setFieldInsteadOfChoosing(step, ctx))
            : null,
    },
    ctx,
  );
}

/** Whether the element is a link to a place on the same page. Such a link does not sort anything. */
const isAnchorLink = (c: Candidate, { candidates }: View): boolean => {
  const id = /^#(.+)$/u.exec(c.attributes.href ?? '')?.[1];
  return id !== undefined && candidates.some(({ attributes }) => attributes.id === id);
};

const TABLE_HEAD = /\/thead(?:\/|\[|$)/u;
const ABSENT_ELEMENT = { role: '', tag: '', attributes: {}, states: {} } as unknown as Candidate;

const addInterpretations = (target: Target, moreInterpretations: readonly Interpretation[]): Target => ({
  ...target,
  interpretations: [target.interpretations[0], ...target.interpretations.slice(1), ...moreInterpretations],
});
