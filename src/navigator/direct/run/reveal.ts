/**
 * Finds the next menu, disclosure, tab or folder that may hide a target. Those related to the target come first, then a
 * few general menus. For a short or quoted name, the page's collapsed sections follow one by one.
 */
import type { Candidate, PageAction } from '../../../contract/index.js';
import type { Target } from '../language/steps.js';
import {
  ACTION_NAME,
  FRAME_LANDMARKS,
  isSectionOrTab,
  isSubmenu,
  isMenuIcon,
  opensContent,
  isSafeToOpen,
} from '../ground/collapsed.js';
import { isButton, looksLikeIcon, isField, isTickable, opensList } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { hasWordsInRow } from '../ground/own-row.js';
import { scoreAgreement, scoreSimilarity, tokenizeContent } from '../text.js';
import type { View } from '../ground/view.js';
import { StepVariable } from './step-variable.js';
import { measureGap } from './open-menu.js';
import { act, type Context, type Move } from './types.js';

const GENERAL_MENU_NAME =
  /\b(?:menu|more|navigation|nav|hamburger|options|actions|account|all)\b|^toggle(?: dropdown)?$|^[⋮⋯…☰≡]$/iu;
/** Names of menus with more actions on the current page or item. */
const ACTIONS_MENU_NAME = /^(?:more|other|further|all|page)? ?(?:actions|options)$/iu;
const MAX_REVEALS = 3;
const MAX_GENERAL_REVEALS = 2;
/** Names of controls that show or hide a part of the page, such as “Toggle comments”. */
const TOGGLE_NAME = /^toggle (?!.*\b(?:menu|nav\p{L}*|dropdown)\b)/iu;
const MAX_TARGET_WORDS = 3;
/** Maximum distance between a button and the menu of its alternatives. */
const MAX_SPLIT_BUTTON_GAP_PX = 16;

/** Maximum number of elements to open if the instructor named where to look. */
const MAX_NAMED_PLACES = 24;

/** Returns the next place to open of the kind that the instructor named (tabs, sections, folders), in reading order. */
export function findNextPlace(
  placeKind: Target,
  view: View,
  triedUids: ReadonlySet<string>,
): Candidate | null {
  if (triedUids.size >= MAX_NAMED_PLACES) return null;
  const mustBeTab = placeKind.interpretations.some((r) => r.role === 'tab');
  const isUntried = (c: Candidate): boolean =>
    !triedUids.has(c.uid) &&
    !ACTION_NAME.test(getName(c)) &&
    c.visible &&
    c.interactive &&
    !c.states.disabled &&
    !isField(c) &&
    !isTickable(c);
  const collapsedElements = view.candidates.filter(
    (c) => isUntried(c) && opensContent(c, view) && (!mustBeTab || c.role === 'tab'),
  );
  if (collapsedElements[0]) return collapsedElements[0];
  // Folder trees are often plain clickable lists whose markup does not say that they expand.
  return view.candidates.find((c) => isUntried(c) && looksExpandable(c, mustBeTab)) ?? null;
}

const looksExpandable = (c: Candidate, mustBeTab: boolean): boolean =>
  mustBeTab
    ? /\btabs?\b/iu.test(`${c.attributes.class ?? ''} ${c.attributes.id ?? ''} ${getName(c)}`)
    : ['treeitem', 'listitem'].includes(c.role) ||
      /\b(?:folder|node|branch|expand\w*|collaps\w*|toggle|accordion|section|hitarea)\b/iu.test(
        (c.attributes.class ?? '').replace(/[-_]/gu, ' '),
      );

/** Returns the next element to open in search of `target`; null if none is left or the limit is reached. */
export function findNextToReveal(
  target: Target,
  view: View,
  triedUids: ReadonlySet<string>,
  relatedOnly = false,
): Candidate | null {
  if (triedUids.size >= MAX_REVEALS) return null;
  const words = [
    ...tokenizeContent(target.text),
    ...target.interpretations.flatMap((r) => (r.place ? tokenizeContent(r.place.words) : [])),
  ];
  const rowMenu = findRowMenu(target, view, triedUids);
  if (rowMenu) return rowMenu;
  // Menu entries have short names, so no menu is searched for a long phrase that was not understood.
  const isLong = tokenizeContent(target.text).length > MAX_TARGET_WORDS;
  const mayOpenSections = !relatedOnly && (target.quoted || !isLong);
  let bestCandidate: Candidate | null = null;
  let bestScore = 0;
  for (const c of view.candidates) {
    if (triedUids.has(c.uid) || !opensContent(c, view) || isMenuOfOtherRow(c, words, view)) continue;
    const isGeneralSection = mayOpenSections && isSectionOrTab(c, view) && !TOGGLE_NAME.test(getName(c));
    const onlyRelated = relatedOnly || triedUids.size >= MAX_GENERAL_REVEALS || isLong;
    const relationScore = scoreRelation(c, words, target, onlyRelated);
    const score = Math.max(
      isGeneralSection ? 0.3 : 0,
      // A menu beside a submit button belongs to the whole page. Other menus may belong to a part of it.
      relationScore > 0 && isBesideSubmitButton(c, view) ? relationScore + 0.1 : relationScore,
    );
    if (score > bestScore + 0.001) [bestCandidate, bestScore] = [c, score];
  }
  return bestCandidate;
}

const isBesideSubmitButton = (c: Candidate, { candidates }: View): boolean =>
  candidates.some(
    (o) =>
      o !== c &&
      o.visible &&
      isButton(o) &&
      o.attributes.type === 'submit' &&
      measureGap(o.box, c.box) <= MAX_SPLIT_BUTTON_GAP_PX,
  );

/** Whether an element may be a row's menu of more actions. */
export const isRowMenu = (c: Candidate): boolean =>
  (isSafeToOpen(c) || looksLikeIcon(c)) &&
  (GENERAL_MENU_NAME.test(getName(c)) || c.states.haspopup === 'menu');

const ROW_TAGS: ReadonlySet<string> = new Set(['tr', 'li', 'article']);

/** Returns the table row or list entry around the element, if it shows more than the element. */
const getRow = (c: Candidate, view: View): Candidate | undefined =>
  view
    .getAncestors(c)
    .find((a) => (a.role === 'row' || ROW_TAGS.has(a.tag)) && a.text.length > c.text.length + 1);

/** Whether an element is the menu of one of several rows, and the target does not name this row. */
function isMenuOfOtherRow(c: Candidate, words: readonly string[], view: View): boolean {
  const row = isRowMenu(c) ? getRow(c, view) : undefined;
  const isSibling = (o: Candidate): boolean => {
    const otherRow = o !== c && isRowMenu(o) ? getRow(o, view) : undefined;
    return otherRow !== undefined && otherRow !== row;
  };
  const rowWords = row && tokenizeContent(row.text);
  return (
    rowWords !== undefined &&
    view.candidates.some(isSibling) &&
    !words.some((word) => rowWords.includes(word))
  );
}

/** Names such as "Mark all as read" and "Toggle all": these controls act on every row and open nothing. */
const CHANGES_ALL = /\b(?:all|toggle)\b(?!.*\b(?:actions|options|menu)\b)/iu;

/** Returns the menu, often only three dots, in the row that the target names, such as @ana's row for "mute @ana". */
function findRowMenu(
  { interpretations }: Target,
  view: View,
  triedUids: ReadonlySet<string>,
): Candidate | null {
  const words = interpretations.find((r) => r.place && !r.place.landmarks && !r.place.side)?.place?.words;
  if (!words) return null;
  const menus = view.candidates.filter(
    (c) => isRowMenu(c) && !CHANGES_ALL.test(getName(c)) && c.states.expanded !== true,
  );
  const menusInRow = menus.filter(
    (c) => !triedUids.has(c.uid) && menus.length > 1 && hasWordsInRow(c, words, menus, view),
  );
  return menusInRow.length === 1 ? menusInRow[0]! : null;
}

/** Personal entries. They are in the account menu, behind the user's name or picture. */
const PERSONAL_ENTRY = /^(?:log ?(?:out|off)|sign ?(?:out|off)|my .+|profile|account|password|preferences)$/u;
const ACCOUNT_MARKUP = /(?:^|[\s_-])(?:account|user|profile|avatar|usermenu)(?:$|[\s_-])/iu;
/** Administrative entries. They are in the settings menu. */
const ADMINISTRATIVE_ENTRY =
  /^(?:users?|groups?|roles?|permissions?|sites?|plugins?|extensions?|integrations?|backups?)$/u;
const SETTINGS_MENU_NAME =
  /^(?:(?:site|system|general) )?(?:settings?|admin(?:istration)?|configuration|setup|system|manage(?:ment)?)$/iu;
const ACCOUNT_NAME =
  /\b(?:account|profile|user menu)\b|^(?:\p{Lu}[\p{L}'’.-]*)(?: \p{Lu}[\p{L}'’.-]*){1,3}[^\p{L}\p{N}]*$/u;
const isAccountMenu = (c: Candidate): boolean =>
  [c, ...c.folded].some(({ attributes: a }) => ACCOUNT_MARKUP.test(`${a.class ?? ''} ${a.id ?? ''}`)) ||
  (opensList(c) && ACCOUNT_NAME.test(getName(c)));

/** Scores how likely a menu is to hide the target. Menus in the page's header or navigation may contain anything. */
function scoreRelation(c: Candidate, words: readonly string[], target: Target, relatedOnly: boolean): number {
  const name = getName(c);
  const similarityToWords = Math.max(
    0,
    ...tokenizeContent(`${name} ${c.attributes['aria-controls'] ?? ''}`).map((t) =>
      Math.max(0, ...words.map((w) => scoreSimilarity(w, t))),
    ),
  );
  if (PERSONAL_ENTRY.test(words.join(' ')) && isAccountMenu(c)) return 0.9;
  if (words.some((w) => ADMINISTRATIVE_ENTRY.test(w)) && SETTINGS_MENU_NAME.test(name)) return 0.85;
  if (similarityToWords >= 0.8)
    return 0.8 + similarityToWords / 10 + scoreAgreement(target.text, name).score / 10;
  if (relatedOnly || ACTION_NAME.test(name) || (/^[\d+]*$/u.test(name) && c.text)) return 0;
  const isInFrame = FRAME_LANDMARKS.has(c.landmark);
  if (ACTIONS_MENU_NAME.test(name)) return 0.6;
  return (
    (isInFrame ? 0.45 : 0) + (GENERAL_MENU_NAME.test(name) || isMenuIcon(c) ? (isInFrame ? 0.1 : 0.4) : 0)
  );
}

/**
 * Creates the action that opens the element. Hovers an entry with a submenu, because a click may choose the entry
 * itself.
 */
export const createOpenAction = (c: Candidate): PageAction =>
  isSubmenu(c) ? { intent: 'hover', uid: c.uid } : { intent: 'click', uid: c.uid };

/** The uids of the tabs that were selected before the step opened others. */
const earlierTabsVariable = new StepVariable<ReadonlySet<string>>();

const findTabList = (c: Candidate, view: View): Candidate | undefined =>
  view.getAncestors(c).find(({ role }) => role === 'tablist');

/** Call this before a step opens a tab in search of something, so that the current tab can be selected again. */
export function rememberSelectedTab(opened: Candidate, { run, view }: Context): void {
  if (opened.role !== 'tab' || run.revealedUids.has(opened.uid)) return;
  const isOpenedByStep = ({ uid }: Candidate): boolean => run.revealedUids.has(uid);
  const selectedTab = view.candidates.find(
    (c) =>
      c.role === 'tab' &&
      c.states.selected === true &&
      !isOpenedByStep(c) &&
      findTabList(c, view) === findTabList(opened, view),
  );
  if (selectedTab)
    earlierTabsVariable.set(run, new Set([...(earlierTabsVariable.get(run) ?? []), selectedTab.uid]));
}

/** The uids of the elements that were closed again. */
const closedVariable = new StepVariable<ReadonlySet<string>>();
/** The failure to report after the menus have been closed. */
export const failureVariable = new StepVariable<string>();

/** Whether an element that the step opened is still open and can be closed with another click. */
const canBeClosed = (c: Candidate): boolean =>
  c.visible &&
  !c.behindModal &&
  c.states.expanded === true &&
  c.role !== 'menuitem' &&
  c.role !== 'tab' &&
  !isField(c);

/** Whether a question offers elements of an opened menu or section. */
const offersContentOf = (move: Move, openers: readonly Candidate[], { view, memory }: Context): boolean => {
  if (move.kind !== 'ask' || move.openQuestion.kind !== 'which') return false;
  const controlledIds = new Set(openers.map((c) => c.attributes['aria-controls']).filter(Boolean));
  const isContainer = (a: Candidate): boolean =>
    a.role === 'menu' || a.tag === 'details' || controlledIds.has(a.attributes.id);
  return move.openQuestion.options.some(({ uid }) => {
    const option = view.byUid.get(uid);
    return (
      option !== undefined &&
      (memory.openMenu?.earlierElements.has(uid) === false ||
        view.isInDialog(option) ||
        view.getAncestors(option).some(isContainer))
    );
  });
};

/** Before the step reports or asks, closes the menus and sections that it opened without finding the target. */
export function closeUnhelpfulElements(move: Move, ctx: Context): Move {
  const { run, view } = ctx;
  if (move.kind !== 'fail' && move.kind !== 'ask') return move;
  const findByUids = (uids: Iterable<string>): Candidate[] =>
    [...uids].map((uid) => view.byUid.get(uid)).filter((c) => c !== undefined);
  const opened = findByUids(run.revealedUids);
  const openers = opened.filter(canBeClosed).reverse();
  const earlierTabs = findByUids(earlierTabsVariable.get(run) ?? []).filter(
    (c) => c.visible && !c.behindModal && c.states.selected !== true,
  );
  const elementsToClick = [...openers, ...earlierTabs].filter(
    ({ uid }) => !closedVariable.get(run)?.has(uid),
  );
  const [first, ...others] = elementsToClick.map(({ uid }): PageAction => ({ intent: 'click', uid }));
  const openedTabs = opened.filter(({ role }) => role === 'tab');
  if (!first && coversOpener(opened, ctx) && !offersContentOf(move, opened, ctx)) {
    escapedVariable.set(run, true);
    return closeAndReport(move, ctx, { intent: 'press', key: 'Escape' });
  }
  if (!first || offersContentOf(move, [...openers, ...openedTabs], ctx)) return move;
  closedVariable.set(
    run,
    new Set([...(closedVariable.get(run) ?? []), ...elementsToClick.map(({ uid }) => uid)]),
  );
  return closeAndReport(move, ctx, first, ...others);
}

const escapedVariable = new StepVariable<true>();

/** Whether a dialog that the step opened is open. It covers the element that opened it, so it was not open before. */
const coversOpener = (openers: readonly Candidate[], { run, view }: Context): boolean =>
  view.isDialogOpen && !escapedVariable.has(run) && openers.some((c) => c.visible && !view.isInDialog(c));

function closeAndReport(
  move: Move,
  { run, memory }: Context,
  ...actions: [PageAction, ...PageAction[]]
): Move {
  delete memory.openMenu;
  if (move.kind === 'fail' && !move.isNotFound) failureVariable.set(run, move.text);
  return act('reveal', ...actions);
}
