/**
 * What has to be opened on the way to a choice: an entry whose menu holds the next one is pointed at, for a click may
 * choose it; a drop-down that libraries draw in place of a list is opened before something in it is chosen.
 */
import type { Candidate } from '../../../contract/index.js';
import { describe, short } from '../ground/describe.js';
import { isField, isOption, isSelect, isTickable, opensList } from '../ground/kinds.js';
import { nameOf } from '../ground/names.js';
import { agreement, contentTokens } from '../text.js';
import { judge } from './judge.js';
import { noteOpening } from './menu.js';
import { act, aim, done, type Context, type Move } from './types.js';

const POINTED = 'submenu';

/** How libraries call what they draw in place of a list. */
const DRAWN_LIST = /select|drop-?down|combo-?box|chosen|picker|listbox/iu;

/** An entry with a menu of its own, where the line goes on with what is in that. */
export function submenuFirst(c: Candidate, ctx: Context): Move | null {
  const { run, plan } = ctx;
  const next = plan.steps[plan.cursor + 1]?.step.do;
  const goesOn = next === 'click' || next === 'choose';
  if (c.role !== 'menuitem' || !opensList(c) || !goesOn || run.given.has(POINTED)) return null;
  run.given.set(POINTED, c.uid);
  aim(ctx, c, describe(c), nameOf(c));
  return act(POINTED, { intent: 'hover', uid: c.uid });
}

/** After the pointing: the menu is open, or the entry wants a click after all. */
export function onTheWay(ctx: Context): Move | null {
  const { run, view } = ctx;
  const last = ctx.last.at(-1);
  if (run.stage !== POINTED || !last) return null;
  const c = view.byUid.get(run.given.get(POINTED) ?? '');
  if (!c) return null;
  if (judge(last).kind === 'ok' || c.states.expanded === true) return done(`opened ${short(c)}`);
  return act('act', { intent: 'click', uid: c.uid });
}

/** Something that shows more than the value, and by its markup is a list that is not open. */
export function closedList(c: Candidate, value: string, ctx: Context): Move | null {
  const { run, view } = ctx;
  if (isOption(c) || isTickable(c) || isSelect(c) || isField(c) || run.reveals.has(c.uid)) return null;
  const said = contentTokens(value).length;
  const whole = contentTokens(nameOf(c)).length > said || agreement(value, nameOf(c)).score < 0.95;
  const marks = [c, ...c.aliases].map((a) => a.attributes.class ?? '').join(' ');
  if (!whole || !DRAWN_LIST.test(marks) || view.address(c) !== '') return null;
  run.reveals.add(c.uid);
  noteOpening(ctx, c, 'menu');
  return act('reveal', { intent: 'click', uid: c.uid });
}
