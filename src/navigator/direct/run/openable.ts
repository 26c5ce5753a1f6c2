/**
 * Opens what is on the way to a choice. An entry with a submenu is hovered, because a click may choose it. A custom
 * drop-down is opened before something in it is chosen.
 */
import type { Candidate } from '../../../contract/index.js';
import { describe, describeBriefly } from '../ground/describe.js';
import { isField, isOption, isSelect, isTickable, opensList } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { Target } from '../language/steps.js';
import { agreement, contentTokens } from '../text.js';
import { judgeOutcome } from './judge.js';
import { rememberOpening } from './menu.js';
import { act, rememberTarget, done, type Context, type Move } from './types.js';

const POINTED = 'submenu';
const DRAWN = 'drawn-list';

/** Class names that libraries use for custom lists. */
const DRAWN_LIST = /select|drop-?down|combo-?box|chosen|picker|listbox/iu;

/** An entry with a submenu, if the line continues with something in it. */
export function openSubmenuFirst(c: Candidate, ctx: Context): Move | null {
  const { run, plan } = ctx;
  const next = plan.steps[plan.cursor + 1]?.step.do;
  const goesOn = next === 'click' || next === 'choose';
  if (c.role !== 'menuitem' || !opensList(c) || !goesOn || run.givenValues.has(POINTED)) return null;
  run.givenValues.set(POINTED, c.uid);
  rememberTarget(ctx, c, describe(c), getName(c));
  return act(POINTED, { intent: 'hover', uid: c.uid });
}

/** After hovering: the submenu is open, or the entry needs a click after all. */
export function finishOpening(ctx: Context): Move | null {
  const { run, view } = ctx;
  const last = ctx.last.at(-1);
  if (run.stage !== POINTED || !last) return null;
  const c = view.byUid.get(run.givenValues.get(POINTED) ?? '');
  if (!c) return null;
  if (judgeOutcome(last).kind === 'ok' || c.states.expanded === true)
    return done(`opened ${describeBriefly(c)}`);
  return act('act', { intent: 'click', uid: c.uid });
}

/** An element that shows more than the value and whose markup is that of a closed list. */
export function openClosedList(c: Candidate, value: string, ctx: Context): Move | null {
  const { run, view } = ctx;
  if (isOption(c) || isTickable(c) || isSelect(c) || isField(c) || run.givenValues.has(DRAWN)) return null;
  const coverage = contentTokens(value).length;
  const whole = contentTokens(getName(c)).length > coverage || agreement(value, getName(c)).score < 0.95;
  if (!whole || !DRAWN_LIST.test(marks(c)) || view.getUrl(c) !== '') return null;
  run.givenValues.set(DRAWN, c.uid);
  run.revealedUids.add(c.uid);
  rememberOpening(ctx, c, 'menu');
  return act('reveal', { intent: 'click', uid: c.uid });
}

/** The only custom drop-down with the value, open or not, if none has the given name. */
export function openOnlyDrawnList(value: string, from: Target | null, ctx: Context): Move | null {
  const { run, view } = ctx;
  if (
    run.givenValues.has(DRAWN) ||
    (from && !/^(?:drop-?\s?down|list|select|options|menu|combo ?box)s?$/iu.test(from.text))
  )
    return null;
  const drawn = view.candidates.filter(
    (c) =>
      c.visible && c.interactive && DRAWN_LIST.test(marks(c)) && agreement(value, c.text).coverage >= 0.95,
  );
  // A drop-down inside another is part of it.
  const outer = drawn.filter((c) => !view.getAncestors(c).some((a) => drawn.includes(a)));
  return outer.length === 1 ? openClosedList(outer[0]!, value, ctx) : null;
}

const marks = (c: Candidate): string => [c, ...c.folded].map((a) => a.attributes.class ?? '').join(' ');

/**
 * Returns what may be chosen from an opened drop-down: its entries, even without any sign of being clickable, but
 * neither the opener nor containers. Null if none was opened, or nothing in it has that name.
 */
export function createDrawnListFilter(value: string, ctx: Context): ((c: Candidate) => number) | null {
  const { run, view } = ctx;
  const opener = run.givenValues.get(DRAWN);
  if (opener === undefined) return null;
  const called = view.candidates.filter(
    (c) => c.visible && c.uid !== opener && agreement(value, c.name || c.text).score >= 0.95,
  );
  const ancestorUids = new Set(called.flatMap((c) => view.getAncestors(c).map((a) => a.uid)));
  const entries = new Set(called.filter((c) => !ancestorUids.has(c.uid)).map((c) => c.uid));
  return entries.size ? (c) => (entries.has(c.uid) ? 1 : 0) : null;
}
