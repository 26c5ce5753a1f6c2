/**
 * Finds what belongs to a menu that a step opened, so that "right-click X and choose Y" chooses only in that menu. A
 * button with the same name elsewhere on the page is not meant.
 */
import type { Box, Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { isField, isSelect, opensList } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { clip } from '../text.js';
import type { Target } from '../language/steps.js';
import { formatList } from './speech.js';
import { act, fail, type Context, type Move, type Opened } from './types.js';

/** What the step may choose from. */
export interface Menu {
  parts: ReadonlySet<string>;
  /** Whether its roles identify it as a menu or list. */
  marked: boolean;
  opened: Opened;
}

const MENUS = new Set(['menu', 'listbox']);
const ITEMS = new Set(['menuitem', 'menuitemcheckbox', 'menuitemradio', 'option']);
/** Maximum distance in CSS px from the clicked element to its menu, and between menu entries. */
const NEAR = 40;
const NEXT = 24;
const MAX_OFFERED = 12;

const roles = (c: Candidate): string[] => [c.role, ...c.folded.map((a) => a.role)];
const isMenu = (c: Candidate): boolean =>
  roles(c).some((role) => MENUS.has(role)) || c.attributes['popover'] !== undefined;
const isItem = (c: Candidate): boolean => roles(c).some((role) => ITEMS.has(role));
const looks = (c: Candidate): string =>
  `${c.role} ${getName(c)} ${Math.round(c.box.x)} ${Math.round(c.box.y)}`;
const simplify = (url: string): string => url.replace(/#.*$/u, '');

function openerKind({ run }: Context, c: Candidate): Opened['by'] | null {
  const { step } = run;
  if (step.do === 'point') return step.how === 'right' ? 'right-click' : null;
  if (step.do !== 'click' || isField(c) || isSelect(c)) return null;
  const called = step.target.readings.some((r) => r.role === 'menu');
  return called || (opensList(c) && c.attributes['aria-haspopup'] !== 'dialog') ? 'menu' : null;
}

/** Called before every action on an element, which may open a menu or close the open one. */
export function rememberOpening(ctx: Context, c: Candidate, by = openerKind(ctx, c)): void {
  const { memory, view, run, plan } = ctx;
  if (!by) {
    if (memory.openMenu && !findOpenMenu(ctx)?.parts.has(c.uid)) delete memory.openMenu;
    return;
  }
  const before = view.candidates.filter((x) => x.visible).flatMap((x) => [x.uid, looks(x)]);
  memory.openMenu = {
    by,
    uid: c.uid,
    description: run.step.do === 'choose' ? describe(c) : (run.target?.description ?? describe(c)),
    at: c.box,
    url: view.observation.url,
    before: new Set(before),
    since: plan.since,
    cursor: plan.cursor,
  };
}

/** Returns the menu that this step must choose from; null if the whole page is allowed. */
export function findOpenMenu(ctx: Context): Menu | null {
  const { memory, view, plan, run } = ctx;
  const { openMenu } = memory;
  if (!openMenu || (run.step.do !== 'choose' && run.step.do !== 'click')) return null;
  const isOwn = openMenu.since === plan.since && openMenu.cursor === plan.cursor;
  const next = openMenu.since === plan.since && openMenu.cursor === plan.cursor - 1;
  // A separate line or a later step refers to the menu as long as it is visible.
  const looked = isOwn && run.revealedUids.has(openMenu.uid);
  if (run.step.do === 'click' && !next && !looked) return null;
  const found = partsOf(openMenu, view);
  const menu: Menu = { ...found, opened: openMenu };
  if (looked && run.step.do === 'click') return menu.parts.size ? menu : null;
  if (next && openMenu.by === 'right-click') return menu;
  if (next && run.step.do === 'choose') return menu.parts.size ? menu : null;
  return menu.marked && (isOwn || next || run.step.do === 'choose') ? menu : null;
}

function partsOf(opened: Opened, view: View): Pick<Menu, 'parts' | 'marked'> {
  const shown = view.candidates.filter((c) => c.visible);
  const fresh = shown.filter(
    (c) => !opened.before.has(c.uid) && (isMenu(c) || isItem(c) || !opened.before.has(looks(c))),
  );
  const inMenu = (c: Candidate): boolean => isMenu(c) || isItem(c) || view.getAncestors(c).some(isMenu);
  const uids = (list: readonly Candidate[]): ReadonlySet<string> => new Set(list.map((c) => c.uid));
  const marked = fresh.filter(inMenu);
  if (opened.by === 'menu') {
    if (marked.length) return { parts: uids(marked), marked: true };
    // New elements on another page are not a menu.
    return {
      parts: uids(simplify(opened.url) === simplify(view.observation.url) ? fresh : []),
      marked: false,
    };
  }
  if (marked.length) {
    const near = together(marked, opened.at, view);
    // On a small screen, the menu may be a sheet at the edge.
    return { parts: uids(near.length ? near : marked), marked: true };
  }
  // The same menu, opened again at the same place.
  const again = together(
    shown.filter(
      (c) => roles(c).includes('menu') || view.getAncestors(c).some((a) => roles(a).includes('menu')),
    ),
    opened.at,
    view,
  );
  if (again.length) return { parts: uids(again), marked: true };
  // A menu must contain something to press, or be a list, unlike a message.
  const here = together(fresh, opened.at, view);
  const list = here.some((c) => c.interactive) || here.filter((c) => c.text !== '').length > 1;
  return { parts: uids(list ? here : []), marked: false };
}

const gap = (a: Box, b: Box): number =>
  Math.hypot(
    Math.max(0, a.x - (b.x + b.width), b.x - (a.x + a.width)),
    Math.max(0, a.y - (b.y + b.height), b.y - (a.y + a.height)),
  );

/** Returns the elements at the pointer, and those adjacent to them. */
function together(list: readonly Candidate[], at: Box, view: View): Candidate[] {
  const pointer: Box = { x: at.x + at.width / 2, y: at.y + at.height / 2, width: 0, height: 0 };
  const first = list
    .filter((c) => gap(c.box, at) <= NEAR)
    .sort((a, b) => gap(a.box, pointer) - gap(b.box, pointer))[0];
  if (!first) return [];
  const above = new Map(list.map((c) => [c.uid, new Set(view.getAncestors(c).map((a) => a.uid))]));
  const joins = (a: Candidate, b: Candidate): boolean =>
    above.get(a.uid)!.has(b.uid) ||
    above.get(b.uid)!.has(a.uid) ||
    ((a.parent === b.parent || isMenu(a) || isMenu(b) || (isItem(a) && isItem(b))) &&
      gap(a.box, b.box) <= NEXT);
  const out = new Set([first]);
  // Elements added to a set during iteration are visited too.
  for (const member of out) for (const c of list) if (!out.has(c) && joins(c, member)) out.add(c);
  return [...out];
}

const AGAIN = 'open:again';

/** Returns the element whose press opened nothing. Images that change on hover may swallow the first press. */
export function findUnopenedMenu({ memory, run, view }: Context): Candidate | null {
  const { openMenu } = memory;
  if (
    !openMenu ||
    run.stage !== 'reveal' ||
    !run.revealedUids.has(openMenu.uid) ||
    run.givenValues.has(AGAIN)
  )
    return null;
  if (partsOf(openMenu, view).parts.size) return null;
  run.givenValues.set(AGAIN, '');
  return view.byUid.get(openMenu.uid) ?? null;
}

/**
 * Whether it is an entry of the menu, even without any sign of being clickable. A box around several entries is not
 * one.
 */
export const isEntry = (c: Candidate, { parts }: Menu, view: View): boolean =>
  parts.has(c.uid) &&
  c.visible &&
  c.text !== '' &&
  c.text.length <= 60 &&
  !view.candidates.some((o) => o.text !== c.text && parts.has(o.uid) && view.getAncestors(o).includes(c));

/** The menu has no such entry: looks again, in case the menu appears late, and then reports its entries. */
export function reportNotInMenu(menu: Menu, value: string, ctx: Context): Move {
  const { opened, parts } = menu;
  const { view, run } = ctx;
  if (!parts.size && !run.givenValues.has(LOOKED)) {
    run.givenValues.set(LOOKED, '');
    return act('look', { intent: 'wait', ms: 1_500 });
  }
  const how = opened.by === 'right-click' ? 'right-clicking' : 'opening';
  if (!parts.size)
    return fail(
      `${opened.description} opened no menu, so I did not choose “${clip(value, 60)}”; I can't use the browser’s own context menu`,
    );
  const entries = view.candidates.filter(
    (c) => parts.has(c.uid) && c.interactive && !isMenu(c) && getName(c) !== '',
  );
  const offers = [...new Set(entries.map((c) => `“${clip(getName(c), 40)}”`))];
  const more = offers.length > MAX_OFFERED;
  const phrase = more ? `${offers.slice(0, MAX_OFFERED).join(', ')} …` : formatList(offers);
  return fail(
    `the menu from ${how} ${opened.description} does not offer “${clip(value, 60)}”${offers.length ? `; it offers ${phrase}` : ''}`,
  );
}

/** Of several elements with the same name, returns the only one that the last expansion revealed. */
export function findUnfolded(list: readonly Candidate[], { memory, view }: Context): Candidate | null {
  const { openMenu } = memory;
  if (!openMenu || simplify(openMenu.url) !== simplify(view.observation.url)) return null;
  const { parts } = partsOf(openMenu, view);
  const ownElements = list.filter((c) => parts.has(c.uid));
  return ownElements.length === 1 ? ownElements[0]! : null;
}

const LOOKED = 'look:menu';

/** Whether the menu was opened only as a guess, so that a missing entry may be elsewhere. */
export const isGuessedMenu = ({ opened }: Menu, { readings }: Target, { run, view }: Context): boolean =>
  run.revealedUids.has(opened.uid) &&
  (!readings.some((r) => r.place) ||
    ['nav', 'header', 'aside'].includes(view.byUid.get(opened.uid)?.landmark ?? ''));
