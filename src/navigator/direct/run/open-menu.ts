/**
 * Finds the elements of a menu that a step opened. "Right-click X and choose Y" chooses only from that menu, not a
 * button with the same name elsewhere on the page.
 */
import type { Box, Candidate } from '../../../contract/index.js';
import { FRAME_LANDMARKS } from '../ground/collapsed.js';
import { describe } from '../ground/describe.js';
import { isField, isSelect, opensList } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { hasWordsInRow } from '../ground/own-row.js';
import type { View } from '../ground/view.js';
import { clip, scoreAgreement, tokenizeContent } from '../text.js';
import type { Target } from '../language/steps.js';
import { formatList } from './messages.js';
import { StepVariable } from './step-variable.js';
import { act, fail, type Context, type Move, type MenuOpening } from './types.js';

/** The elements that the step may choose from. */
export interface Menu {
  uids: ReadonlySet<string>;
  /** Whether its ARIA roles identify it as a menu or list. */
  isMarked: boolean;
  opening: MenuOpening;
}

const MENU_ROLES = new Set(['menu', 'listbox']);
const ITEM_ROLES = new Set(['menuitem', 'menuitemcheckbox', 'menuitemradio', 'option']);
/** Maximum distance from the clicked element to its menu, and between menu entries. */
const MAX_MENU_DISTANCE_PX = 40;
const MAX_ENTRY_GAP_PX = 24;
const MAX_LISTED_ENTRIES = 12;

const listRoles = (c: Candidate): string[] => [c.role, ...c.folded.map((a) => a.role)];
const isMenu = (c: Candidate): boolean =>
  listRoles(c).some((role) => MENU_ROLES.has(role)) || c.attributes['popover'] !== undefined;
const isItem = (c: Candidate): boolean => listRoles(c).some((role) => ITEM_ROLES.has(role));
const describeAppearance = (c: Candidate): string =>
  `${c.role} ${getName(c)} ${Math.round(c.box.x)} ${Math.round(c.box.y)}`;
const removeHash = (url: string): string => url.replace(/#.*$/u, '');

function findOpeningKind({ run }: Context, c: Candidate): MenuOpening['openedBy'] | null {
  const { step } = run;
  if (step.do === 'double-or-right-click') return step.kind === 'right' ? 'right-click' : null;
  if (step.do !== 'click' || isField(c) || isSelect(c)) return null;
  const hasMenuRole = step.target.interpretations.some((r) => r.role === 'menu');
  return hasMenuRole || (opensList(c) && c.attributes['aria-haspopup'] !== 'dialog') ? 'menu' : null;
}

/** Updates `memory.openMenu`. Call it before every action on an element: the action may open or close a menu. */
export function rememberMenuOpening(ctx: Context, c: Candidate, openedBy = findOpeningKind(ctx, c)): void {
  const { memory, view, run, plan } = ctx;
  if (!openedBy) {
    if (memory.openMenu && !findOpenMenu(ctx)?.uids.has(c.uid)) delete memory.openMenu;
    return;
  }
  const visibleElements = view.candidates
    .filter((x) => x.visible)
    .flatMap((x) => [x.uid, describeAppearance(x)]);
  memory.openMenu = {
    openedBy,
    uid: c.uid,
    description: run.step.do === 'choose' ? describe(c) : (run.target?.description ?? describe(c)),
    box: c.box,
    url: view.observation.url,
    earlierElements: new Set(visibleElements),
    instructorTurnIndex: plan.instructorTurnIndex,
    cursor: plan.cursor,
  };
}

/** Returns the menu that this step must choose from; null if it may use the whole page. */
export function findOpenMenu(ctx: Context): Menu | null {
  const { memory, view, plan, run } = ctx;
  const { openMenu } = memory;
  if (!openMenu || (run.step.do !== 'choose' && run.step.do !== 'click')) return null;
  const isSameStep =
    openMenu.instructorTurnIndex === plan.instructorTurnIndex && openMenu.cursor === plan.cursor;
  const isNextStep =
    openMenu.instructorTurnIndex === plan.instructorTurnIndex && openMenu.cursor === plan.cursor - 1;
  // A later line or step may refer to the menu as long as it is visible.
  const isRevealedByStep = isSameStep && run.revealedUids.has(openMenu.uid);
  if (run.step.do === 'click' && !isNextStep && !isRevealedByStep) return null;
  const menuElements = findMenuElements(openMenu, view);
  const menu: Menu = { ...menuElements, opening: openMenu };
  const isLeftOpen = openMenu.openedBy === 'menu' && openMenu.instructorTurnIndex < plan.instructorTurnIndex;
  if (isLeftOpen && run.step.do === 'choose' && !namesEntry(menu, run.step.value, view)) return null;
  if (isRevealedByStep && run.step.do === 'click') return menu.uids.size ? menu : null;
  if (isNextStep && openMenu.openedBy === 'right-click') return menu;
  if (isNextStep && run.step.do === 'choose') return menu.uids.size ? menu : null;
  return menu.isMarked && (isSameStep || isNextStep || run.step.do === 'choose') ? menu : null;
}

/** Whether the words name an entry of the menu, as "closed tickets" names “Closed”. */
const namesEntry = ({ uids }: Menu, words: string, view: View): boolean =>
  view.candidates.some(
    (c) =>
      uids.has(c.uid) &&
      c.visible &&
      c.text !== '' &&
      !isMenu(c) &&
      Math.max(scoreAgreement(words, getName(c)).coverage, scoreAgreement(getName(c), words).coverage) >= 0.9,
  );

/**
 * Closes the menu that this line opened if the line ends with a failure, or with a question about something else.
 * Returns null if there is no such menu.
 */
export function closeMenuOfLine(move: Move, { memory, view, plan }: Context): Move | null {
  const { openMenu } = memory;
  if ((move.kind !== 'fail' && move.kind !== 'ask') || !openMenu || plan.finalMove) return null;
  if (openMenu.openedBy !== 'menu' || openMenu.instructorTurnIndex !== plan.instructorTurnIndex) return null;
  const { uids, isMarked } = findMenuElements(openMenu, view);
  const offersEntry =
    move.kind === 'ask' &&
    move.openQuestion.kind === 'which' &&
    move.openQuestion.options.some(({ uid }) => uids.has(uid));
  if (!isMarked || offersEntry) return null;
  plan.finalMove = move;
  delete memory.openMenu;
  return act('reveal', { intent: 'press', key: 'Escape' });
}

function findMenuElements(opening: MenuOpening, view: View): Pick<Menu, 'uids' | 'isMarked'> {
  const visibleCandidates = view.candidates.filter((c) => c.visible);
  const newElements = visibleCandidates.filter(
    (c) =>
      !opening.earlierElements.has(c.uid) &&
      (isMenu(c) || isItem(c) || !opening.earlierElements.has(describeAppearance(c))),
  );
  const isInMenu = (c: Candidate): boolean => isMenu(c) || isItem(c) || view.getAncestors(c).some(isMenu);
  const toUids = (elements: readonly Candidate[]): ReadonlySet<string> => new Set(elements.map((c) => c.uid));
  const markedElements = newElements.filter(isInMenu);
  if (opening.openedBy === 'menu') {
    if (markedElements.length) return { uids: toUids(markedElements), isMarked: true };
    // New elements on another page are not a menu.
    return {
      uids: toUids(removeHash(opening.url) === removeHash(view.observation.url) ? newElements : []),
      isMarked: false,
    };
  }
  if (markedElements.length) {
    const nearPointer = listAdjacentElements(markedElements, opening.box, view);
    // On a small screen, the menu may be at the edge.
    return { uids: toUids(nearPointer.length ? nearPointer : markedElements), isMarked: true };
  }
  // The menu that was open before may have been reopened at the same place.
  const reopenedMenu = listAdjacentElements(
    visibleCandidates.filter(
      (c) => listRoles(c).includes('menu') || view.getAncestors(c).some((a) => listRoles(a).includes('menu')),
    ),
    opening.box,
    view,
  );
  if (reopenedMenu.length) return { uids: toUids(reopenedMenu), isMarked: true };
  // Unlike a message, a menu contains a clickable element or several elements with text.
  const nearOpener = listAdjacentElements(newElements, opening.box, view);
  const isList = nearOpener.some((c) => c.interactive) || nearOpener.filter((c) => c.text !== '').length > 1;
  return { uids: toUids(isList ? nearOpener : []), isMarked: false };
}

/** Returns the distance between two boxes; 0 if they touch or overlap. */
export const measureGap = (a: Box, b: Box): number =>
  Math.hypot(
    Math.max(0, a.x - (b.x + b.width), b.x - (a.x + a.width)),
    Math.max(0, a.y - (b.y + b.height), b.y - (a.y + a.height)),
  );

/** Returns the elements near the clicked element, and those connected with them. */
function listAdjacentElements(list: readonly Candidate[], clickedBox: Box, view: View): Candidate[] {
  const pointer: Box = {
    x: clickedBox.x + clickedBox.width / 2,
    y: clickedBox.y + clickedBox.height / 2,
    width: 0,
    height: 0,
  };
  const nearest = list
    .filter((c) => measureGap(c.box, clickedBox) <= MAX_MENU_DISTANCE_PX)
    .sort((a, b) => measureGap(a.box, pointer) - measureGap(b.box, pointer))[0];
  if (!nearest) return [];
  const ancestorUids = new Map(list.map((c) => [c.uid, new Set(view.getAncestors(c).map((a) => a.uid))]));
  const areConnected = (a: Candidate, b: Candidate): boolean =>
    ancestorUids.get(a.uid)!.has(b.uid) ||
    ancestorUids.get(b.uid)!.has(a.uid) ||
    ((a.parent === b.parent || isMenu(a) || isMenu(b) || (isItem(a) && isItem(b))) &&
      measureGap(a.box, b.box) <= MAX_ENTRY_GAP_PX);
  const connectedElements = new Set([nearest]);
  // Elements added to a set during iteration are visited too.
  for (const member of connectedElements)
    for (const c of list) if (!connectedElements.has(c) && areConnected(c, member)) connectedElements.add(c);
  return [...connectedElements];
}

const hasReclickedVariable = new StepVariable<true>();

/**
 * Returns the element to click once more because the first click opened nothing. An image that changes on hover may
 * swallow the first click.
 */
export function findUnopenedMenu({ memory, run, view }: Context): Candidate | null {
  const { openMenu } = memory;
  if (
    !openMenu ||
    run.stage !== 'reveal' ||
    !run.revealedUids.has(openMenu.uid) ||
    hasReclickedVariable.has(run)
  )
    return null;
  if (findMenuElements(openMenu, view).uids.size) return null;
  hasReclickedVariable.set(run, true);
  return view.byUid.get(openMenu.uid) ?? null;
}

/** Whether an element is a menu entry, even if nothing shows that it is clickable. A container of entries is not. */
export const isMenuEntry = (c: Candidate, { uids }: Menu, view: View): boolean =>
  uids.has(c.uid) && c.visible && c.text !== '' && c.text.length <= 60 && !containsOtherEntry(c, uids, view);

const containsOtherEntry = (c: Candidate, uids: ReadonlySet<string>, view: View): boolean =>
  view.candidates.some((o) => o.text !== c.text && uids.has(o.uid) && view.getAncestors(o).includes(c));

/** Handles a missing menu entry: waits once in case the menu appears late, then reports the menu's entries. */
export function reportNotInMenu(menu: Menu, value: string, ctx: Context): Move {
  const { opening, uids } = menu;
  const { view, run } = ctx;
  if (!uids.size && !hasWaitedVariable.has(run)) {
    hasWaitedVariable.set(run, true);
    return act('look', { intent: 'wait', ms: 1_500 });
  }
  const origin = opening.openedBy === 'right-click' ? 'from right-clicking' : 'of';
  if (!uids.size)
    return fail(
      `${opening.description} opened no menu, so I did not choose “${clip(value, 60)}”; I can't use the browser’s own context menu`,
    );
  const entries = view.candidates.filter(
    (c) =>
      uids.has(c.uid) &&
      c.interactive &&
      !isMenu(c) &&
      getName(c) !== '' &&
      !containsOtherEntry(c, uids, view),
  );
  const entryNames = [...new Set(entries.map((c) => `“${clip(getName(c), 40)}”`))];
  const isTruncated = entryNames.length > MAX_LISTED_ENTRIES;
  const phrase = isTruncated
    ? `${entryNames.slice(0, MAX_LISTED_ENTRIES).join(', ')} …`
    : formatList(entryNames);
  return fail(
    `the menu ${origin} ${opening.description} does not offer “${clip(value, 60)}”${entryNames.length ? `; it offers ${phrase}` : ''}`,
  );
}

/** Returns the only element of `list` in the menu that was opened last. */
export function findRevealedElement(list: readonly Candidate[], { memory, view }: Context): Candidate | null {
  const { openMenu } = memory;
  if (!openMenu || removeHash(openMenu.url) !== removeHash(view.observation.url)) return null;
  const { uids } = findMenuElements(openMenu, view);
  const revealedElements = list.filter((c) => uids.has(c.uid));
  return revealedElements.length === 1 ? revealedElements[0]! : null;
}

const hasWaitedVariable = new StepVariable<true>();

/** Whether a command contains the menu's whole name, as "export to PDF" contains “Export”. */
const namesMenu = ({ opening }: Menu, text: string, { run, view }: Context): boolean => {
  const opener = view.byUid.get(opening.uid);
  return (
    run.step.do === 'click' &&
    run.step.kind === 'command' &&
    opener !== undefined &&
    tokenizeContent(getName(opener)).length > 0 &&
    scoreAgreement(getName(opener), text).coverage >= 0.95
  );
};

/** Whether the menu was opened only as a guess. A missing entry may then be elsewhere on the page. */
export const isGuessedMenu = (menu: Menu, { interpretations, text }: Target, ctx: Context): boolean =>
  isGuess(menu.opening, interpretations, ctx) && !namesMenu(menu, text, ctx);

/** A menu that the step opened by itself is a guess, unless it is in the row that the line names. */
function isGuess(
  { uid }: MenuOpening,
  interpretations: Target['interpretations'],
  { run, view }: Context,
): boolean {
  const opener = view.byUid.get(uid);
  const isInNamedRow = interpretations.some(
    ({ place }) => place && opener && hasWordsInRow(opener, place.words, [opener], view),
  );
  return run.revealedUids.has(uid) && (!isInNamedRow || FRAME_LANDMARKS.has(opener?.landmark ?? ''));
}
