/**
 * Opens what may hide a target: menus, disclosures, tabs, folders. Tries related ones first, then a few general ones
 * and, for a target with its own name, the collapsed parts of the page, one after another.
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
import { looksLikeIcon, isField, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { hasWordsInRow } from '../ground/own-row.js';
import { agreement, similarity, contentTokens } from '../text.js';
import type { View } from '../ground/view.js';

const GENERAL = /\b(?:menu|more|navigation|nav|hamburger|options|actions|toggle|account|all)\b|^[⋮⋯…☰≡]$/iu;
/** Names of menus with further actions on the open thing. */
const OWN_ACTIONS = /^(?:more|other|further|all|page)? ?(?:actions|options)$/iu;
const MAX_REVEALS = 4;
/** Maximum number of elements to open, including the page's own tabs and sections. */
const MAX_PARTS = 8;
const MAX_GENERAL = 2;
const MAX_WORDS = 3;

/** Maximum number of elements to open if the instructor said where to look. */
const MAX_LOOKED_THROUGH = 24;

/** Returns the next of the places named by the instructor: tabs, sections, folders, in reading order. */
export function findNextPlace(through: Target, view: View, tried: ReadonlySet<string>): Candidate | null {
  if (tried.size >= MAX_LOOKED_THROUGH) return null;
  const tabs = through.readings.some((r) => r.role === 'tab');
  const usable = (c: Candidate): boolean =>
    !tried.has(c.uid) &&
    !ACTION_NAME.test(getName(c)) &&
    c.visible &&
    c.interactive &&
    !c.states.disabled &&
    !isField(c) &&
    !isTickable(c);
  const shut = view.candidates.filter(
    (c) => usable(c) && opensContent(c, view) && (!tabs || c.role === 'tab'),
  );
  if (shut[0]) return shut[0];
  // Elements without any sign that they expand: a list of things to click, as folder trees often are.
  return view.candidates.find((c) => usable(c) && unfolds(c, tabs)) ?? null;
}

const unfolds = (c: Candidate, tabs: boolean): boolean =>
  tabs
    ? /\btabs?\b/iu.test(`${c.attributes.class ?? ''} ${c.attributes.id ?? ''} ${getName(c)}`)
    : ['treeitem', 'listitem'].includes(c.role) ||
      /\b(?:folder|node|branch|expand\w*|collaps\w*|toggle|accordion|section|hitarea)\b/iu.test(
        (c.attributes.class ?? '').replace(/[-_]/gu, ' '),
      );

/** Returns the next element to open in search of `target`; null if enough was tried. */
export function findNextToReveal(
  target: Target,
  view: View,
  tried: ReadonlySet<string>,
  relatedOnly = false,
): Candidate | null {
  if (tried.size >= MAX_PARTS) return null;
  const words = [
    ...contentTokens(target.text),
    ...target.readings.flatMap((r) => (r.place ? contentTokens(r.place.words) : [])),
  ];
  const menuOfRow = rowMenu(target, view, tried);
  if (menuOfRow) return menuOfRow;
  // Menu entries have short names, so a whole sentence that was not understood is not searched for in menus.
  const long = contentTokens(target.text).length > MAX_WORDS;
  const named = !relatedOnly && (target.quoted || !long);
  let best: Candidate | null = null;
  let bestScore = 0;
  for (const c of view.candidates) {
    if (tried.has(c.uid) || !opensContent(c, view)) continue;
    const part = named && isSectionOrTab(c, view) ? 0.3 : 0;
    const score =
      tried.size >= MAX_REVEALS
        ? part
        : Math.max(part, relation(c, words, target, relatedOnly || tried.size >= MAX_GENERAL || long));
    if (score > bestScore + 0.001) [best, bestScore] = [c, score];
  }
  return best;
}

/** Whether it is a row's menu for further actions. */
export const isRowMenu = (c: Candidate): boolean =>
  (isSafeToOpen(c) || looksLikeIcon(c)) && (GENERAL.test(getName(c)) || c.states.haspopup === 'menu');

/** "Mark all as read", "Toggle all": these act on every row and do not open anything. */
const CHANGES_ALL = /\b(?:all|toggle)\b(?!.*\b(?:actions|options|menu)\b)/iu;

/** "Mute, for @ana": the menu in her row, which is often only three dots. */
function rowMenu({ readings }: Target, view: View, tried: ReadonlySet<string>): Candidate | null {
  const words = readings.find((r) => r.place && !r.place.landmarks && !r.place.side)?.place?.words;
  if (!words) return null;
  const menus = view.candidates.filter(
    (c) => isRowMenu(c) && !CHANGES_ALL.test(getName(c)) && c.states.expanded !== true,
  );
  const there = menus.filter(
    (c) => !tried.has(c.uid) && menus.length > 1 && hasWordsInRow(c, words, menus, view),
  );
  return there.length === 1 ? there[0]! : null;
}

/** Personal entries, which are in the menu behind the user's name or picture; the markup calls it that. */
const OWN = /^(?:logout|log out|sign out|my .+|profile|account|password|preferences)$/u;
const ACCOUNT = /(?:^|[\s_-])(?:account|user|profile|avatar|usermenu)(?:$|[\s_-])/iu;
/** Administrative entries, which are in the settings menu. */
const ADMINISTERED =
  /^(?:users?|groups?|roles?|permissions?|sites?|plugins?|extensions?|integrations?|backups?)$/u;
const ADMINISTERS =
  /^(?:(?:site|system|general) )?(?:settings?|admin(?:istration)?|configuration|setup|system|manage(?:ment)?)$/iu;
const isAccount = (c: Candidate): boolean =>
  [c, ...c.folded].some(({ attributes: a }) => ACCOUNT.test(`${a.class ?? ''} ${a.id ?? ''}`));

/**
 * Scores how closely an element is related to the target. Menus in the page's header or navigation may contain
 * anything.
 */
function relation(c: Candidate, words: readonly string[], target: Target, relatedOnly: boolean): number {
  const name = getName(c);
  const related = Math.max(
    0,
    ...contentTokens(`${name} ${c.attributes['aria-controls'] ?? ''}`).map((t) =>
      Math.max(0, ...words.map((w) => similarity(w, t))),
    ),
  );
  if (OWN.test(words.join(' ')) && isAccount(c)) return 0.9;
  if (words.some((w) => ADMINISTERED.test(w)) && ADMINISTERS.test(name)) return 0.85;
  if (related >= 0.8) return 0.8 + related / 10 + agreement(target.text, name).score / 10;
  if (relatedOnly || (/^[\d+]*$/u.test(name) && c.text)) return 0;
  const frame = FRAME_LANDMARKS.has(c.landmark);
  if (OWN_ACTIONS.test(name)) return 0.6;
  return (frame ? 0.45 : 0) + (GENERAL.test(name) || isMenuIcon(c) ? (frame ? 0.1 : 0.4) : 0);
}

/** Hovers an entry with a submenu, because a click may choose it. */
export const createOpenAction = (c: Candidate): PageAction =>
  isSubmenu(c) ? { intent: 'hover', uid: c.uid } : { intent: 'click', uid: c.uid };
