/** Chooses an option from a list, or a radio button, tab, switch or button by its name. */
import type { Candidate } from '../../../contract/index.js';
import { hasOnlyKind } from '../ground/find-all.js';
import { scoreClickable } from '../ground/ground.js';
import { MIN_FULL_NAME_SCORE } from '../ground/score.js';
import { isField, isOption, isSelect, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { Reading, StepOf, Target } from '../language/steps.js';
import { addPlaceToTarget, createTarget, readPlace } from '../language/target.js';
import { clip, tokenizeContent } from '../text.js';
import { typeInstead, offersInstead } from './choose-instead.js';
import { checkChoice, chooseFromNativeList, findNamedList } from './choose-list.js';
import { useElement } from './element.js';
import {
  openClosedList,
  createCustomListFilter,
  openOnlyCustomList,
  finishOpeningSubmenu,
  openSubmenuFirst,
} from './open-before-choosing.js';
import { findOpenMenu, reportNotInMenu, type Menu } from './open-menu.js';
import { findMismatch } from '../ground/control-values.js';
import type { Context, Move } from './types.js';
import { sortByColumn } from './sort.js';
import { listAlternatives, chooseAlternative } from './choose-alternative.js';

type Choose = StepOf<'choose'>;

export async function chooseOption(step: Choose, ctx: Context): Promise<Move> {
  const { run } = ctx;
  if (run.stage === 'list' && ctx.recentActions.length) return checkChoice(step.value, ctx);
  const sorted = sortByColumn(step, ctx);
  if (sorted) return sorted;
  const way = finishOpeningSubmenu(ctx);
  if (way) return way;
  const menu = findOpenMenu(ctx);
  if (menu) return chooseByName(step, ctx, menu);
  const untouched = run.target === null && run.revealedUids.size === 0;
  if ((untouched || run.givenValues.has('option')) && !run.pickedUid) {
    const meant = step.target.not || listAlternatives(step).length ? meantOption(step, ctx) : null;
    const list = meant ?? chooseFromNativeList(step, ctx) ?? (step.from ? typeInstead(step, ctx) : null);
    if (list) return list;
  }
  return chooseByName(step, ctx);
}

function meantOption(step: Choose, ctx: Context): Move | null {
  const { not: _not, or: _or, ...plain } = step.target;
  const from =
    step.from && !step.from.pronoun ? step.from : hasOnlyKind(plain) || !step.target.not ? null : plain;
  const list = from ? findNamedList(from, step.value, ctx) : null;
  return step.from && !list ? null : chooseAlternative(step, list?.candidate ?? null, ctx);
}

/** Chooses an option, tab, entry or button by its name; if a menu is open for the step, only from that menu. */
function chooseByName(step: Choose, ctx: Context, menu: Menu | null = null): Promise<Move> {
  const from = step.from && !step.from.pronoun && !menu ? step.from : null;
  const arranging = from && /^(?:sort|filter)$/u.test(from.text);
  // A column's header sorts by it, whatever else has that name.
  const sorts = from?.text === 'sort' && ctx.view.candidates.some((c) => HEAD.test(c.xpath) && c.interactive);
  const { not } = step.target;
  const or = listAlternatives(step);
  const value: Target = hasOnlyKind(step.target)
    ? step.target
    : { ...createTarget(step.value), ...(or.length ? { or } : {}), ...(not ? { not } : {}) };
  const placed =
    from && !arranging
      ? withReadings(
          addPlaceToTarget(value, readPlace('in', from.text)),
          step.target.readings.filter(
            (r) => r.place !== null || tokenizeContent(r.phrase).length > tokenizeContent(step.value).length,
          ),
        )
      : step.target;
  const target = arranging
    ? withReadings(value, [
        { phrase: `${from.text} by ${step.value}`, role: null, nth: null, place: null, prior: 1 },
      ])
    : placed;
  const fits = (c: Candidate): number =>
    sorts && !HEAD.test(c.xpath)
      ? scoreClickable(c) * 0.92
      : isOption(c) || isTickable(c)
        ? 1
        : isSelect(c) || isField(c)
          ? 0.7
          : scoreClickable(c) * 0.97;
  const drawn = createCustomListFilter(step.value, ctx);
  return useElement(
    {
      target: drawn || (menu && step.from) ? value : target,
      scoreSuitability: drawn ?? ((c) => (menu && !menu.uids.has(c.uid) ? 0 : fits(c))),
      acts: (c) =>
        isTickable(c) && c.states.checked !== undefined
          ? [{ intent: 'change', uid: c.uid, value: 'true' }]
          : [{ intent: 'click', uid: c.uid }],
      holds: (c) =>
        c.states.checked === true || (c.states.selected === true && c.role !== 'tab')
          ? `found “${clip(getName(c), 60)}” already chosen`
          : null,
      did: ({ name, description }, judged) =>
        `chose ${name ? `“${clip(name, 60)}”` : description}${judged.kind === 'ok' ? judged.extra : ''}`,
      verify: (c, t) =>
        isTickable(c.view.byUid.get(t.uid) ?? NONE) ? findMismatch(c.view, t.uid, 'true') : null,
      redirect: (c) => openSubmenuFirst(c, ctx) ?? openClosedList(c, step.value, ctx),
      kindPhrase: 'a choice called',
      otherwise: (closest) =>
        menu
          ? reportNotInMenu(menu, step.value, ctx)
          : (closest[0]?.score ?? 0) < MIN_FULL_NAME_SCORE
            ? (openOnlyCustomList(step.value, step.from, ctx) ??
              offersInstead(step, ctx) ??
              typeInstead(step, ctx))
            : null,
    },
    ctx,
  );
}

const HEAD = /\/thead(?:\/|\[|$)/u;
const NONE = { role: '', tag: '', attributes: {}, states: {} } as unknown as Candidate;

const withReadings = (target: Target, more: readonly Reading[]): Target => ({
  ...target,
  readings: [target.readings[0], ...target.readings.slice(1), ...more],
});
