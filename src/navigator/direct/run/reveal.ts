/**
 * Opening what may hide a target: menus, disclosures, tabs, folders. Those that have to do with it first, then a few
 * general ones, and for what has a name of its own the parts of the page that are folded away, one after the other.
 */
import type { Candidate, PageAction } from '../../../contract/index.js';
import type { Target } from '../language/steps.js';
import { iconLike, isField, isLink, isSelect, isTickable, opensList } from '../ground/kinds.js';
import { iconOf } from '../ground/icons.js';
import { calledByIcon, nameOf } from '../ground/names.js';
import { rowSays } from '../ground/own-row.js';
import { agreement, alike, contentTokens } from '../text.js';
import type { View } from '../ground/view.js';

const GENERAL = /\b(?:menu|more|navigation|nav|hamburger|options|actions|toggle|account|all)\b|^[⋮⋯…☰≡]$/iu;
/** Icons that hardly ever stand for anything but a menu. */
const MENU_ICON =
  /^(?:bars|hamburger|ellipsis(?: [vh])?|three dots(?: vertical)?|more(?: vert| horiz)?|menu)$/u;
/** What can be done with the thing that is open, beside what is done most. */
const OWN_ACTIONS = /^(?:more|other|further|all|page)? ?(?:actions|options)$/iu;
const FRAME = new Set(['nav', 'aside', 'header']);
const MOST = 4;
/** With the tabs and sections of the page itself. */
const MOST_PARTS = 8;
const MOST_GENERAL = 2;
const MOST_WORDS = 3;

/** What makes, changes or sends something is not opened to look behind it; nor is what is only on or off. */
const ACTS =
  /^(?:\+|create|add|insert|drop|new|delete|remove|save|submit|send|buy|pay|order|export|import|upload|download|publish|post|log ?out|sign ?out|reset|clear|apply|confirm)(?![\p{L}\p{N}])/iu;

const safe = (c: Candidate): boolean =>
  !ACTS.test(nameOf(c)) &&
  c.visible &&
  c.interactive &&
  !c.states.disabled &&
  !isField(c) &&
  !isSelect(c) &&
  !isTickable(c) &&
  c.attributes['aria-haspopup'] !== 'dialog';

const isShut = (className: string | undefined): boolean =>
  /(?:^|\s)(?:collapsed|expandable)(?:\s|$)/u.test(className ?? '');

/** The heading of a part that is marked as shut is all that is seen of it. */
const inShutHeading = (c: Candidate, view: View): boolean => {
  const heading = view.ancestors(c).find((a) => a.role === 'heading');
  return (
    heading !== undefined &&
    [heading.attributes, ...heading.folded.map((a) => a.attributes)].some((a) => isShut(a.class))
  );
};

const folded = (c: Candidate, view: View): boolean =>
  isShut(c.attributes.class) ||
  inShutHeading(c, view) ||
  (c.tag === 'summary' && c.states.expanded !== true) ||
  c.states.expanded === false;

const backTab = (c: Candidate): boolean =>
  c.states.selected !== true &&
  (c.role === 'tab' ||
    /^(?:tab|pill)$/u.test(c.attributes['data-toggle'] ?? c.attributes['data-bs-toggle'] ?? '')) &&
  c.states.expanded !== true;

const menuIcon = (c: Candidate): boolean =>
  calledByIcon(c) && MENU_ICON.test(iconOf(c)) && /^(?:#.*)?$/u.test(c.attributes.href ?? '');

const opens = (c: Candidate, view: View): boolean =>
  safe(c) && (menuIcon(c) || folded(c, view) || backTab(c) || (opensList(c) && c.states.expanded !== true));

/** An entry of a menu that is open, with a menu of its own. */
const isSubmenu = (c: Candidate): boolean => c.role === 'menuitem' && opensList(c);

/** A part of the page that shows something else in its place: opening it harms nothing and leads nowhere. */
const isPart = (c: Candidate, view: View): boolean =>
  (folded(c, view) || backTab(c) || isSubmenu(c)) &&
  (!opensList(c) || isSubmenu(c)) &&
  !FRAME.has(c.landmark) &&
  (!isLink(c) ||
    view.address(c).split('#')[0] === view.observation.url.split('#')[0] ||
    view.address(c) === '');

/** Through so many at most when told where to look. */
const MOST_LOOKED = 24;

/** The next of those that the instructor named to look in: tabs, sections, folders, in reading order. */
export function nextOf(through: Target, view: View, tried: ReadonlySet<string>): Candidate | null {
  if (tried.size >= MOST_LOOKED) return null;
  const tabs = through.readings.some((r) => r.role === 'tab');
  const usable = (c: Candidate): boolean =>
    !tried.has(c.uid) &&
    !ACTS.test(nameOf(c)) &&
    c.visible &&
    c.interactive &&
    !c.states.disabled &&
    !isField(c) &&
    !isTickable(c);
  const shut = view.candidates.filter((c) => usable(c) && opens(c, view) && (!tabs || c.role === 'tab'));
  if (shut[0]) return shut[0];
  // What does not say that it opens: a list of things to click, as trees of folders often are.
  return view.candidates.find((c) => usable(c) && unfolds(c, tabs)) ?? null;
}

const unfolds = (c: Candidate, tabs: boolean): boolean =>
  tabs
    ? /\btabs?\b/iu.test(`${c.attributes.class ?? ''} ${c.attributes.id ?? ''} ${nameOf(c)}`)
    : ['treeitem', 'listitem'].includes(c.role) ||
      /\b(?:folder|node|branch|expand\w*|collaps\w*|toggle|accordion|section|hitarea)\b/iu.test(
        (c.attributes.class ?? '').replace(/[-_]/gu, ' '),
      );

/** The next thing to open in search of `target`, or null when enough was tried. */
export function nextReveal(
  target: Target,
  view: View,
  tried: ReadonlySet<string>,
  relatedOnly = false,
): Candidate | null {
  if (tried.size >= MOST_PARTS) return null;
  const words = [
    ...contentTokens(target.text),
    ...target.readings.flatMap((r) => (r.place ? contentTokens(r.place.words) : [])),
  ];
  const own = rowMenu(target, view, tried);
  if (own) return own;
  // What menus hold has short names; a whole sentence that was not understood is not looked for behind them.
  const long = contentTokens(target.text).length > MOST_WORDS;
  const named = !relatedOnly && (target.quoted || !long);
  let best: Candidate | null = null;
  let bestScore = 0;
  for (const c of view.candidates) {
    if (tried.has(c.uid) || !opens(c, view)) continue;
    const part = named && isPart(c, view) ? 0.3 : 0;
    const score =
      tried.size >= MOST
        ? part
        : Math.max(part, relation(c, words, target, relatedOnly || tried.size >= MOST_GENERAL || long));
    if (score > bestScore + 0.001) [best, bestScore] = [c, score];
  }
  return best;
}

/** What rows have for all that they have no room for. */
export const isRowMenu = (c: Candidate): boolean =>
  (safe(c) || iconLike(c)) && (GENERAL.test(nameOf(c)) || c.states.haspopup === 'menu');

/** "Mark all as read", "Toggle all": these do something to every row, and open none. */
const CHANGES_ALL = /\b(?:all|toggle)\b(?!.*\b(?:actions|options|menu)\b)/iu;

/** "Mute, for @ana": the menu in her own row, which is often no more than three dots. */
function rowMenu({ readings }: Target, view: View, tried: ReadonlySet<string>): Candidate | null {
  const words = readings.find((r) => r.place && !r.place.landmarks && !r.place.side)?.place?.words;
  if (!words) return null;
  const menus = view.candidates.filter(
    (c) => isRowMenu(c) && !CHANGES_ALL.test(nameOf(c)) && c.states.expanded !== true,
  );
  const there = menus.filter((c) => !tried.has(c.uid) && menus.length > 1 && rowSays(c, words, menus, view));
  return there.length === 1 ? there[0]! : null;
}

/** What is one's own stands behind one's own name or picture, and that is what the markup calls it. */
const OWN = /^(?:logout|log out|sign out|my .+|profile|account|password|preferences)$/u;
const ACCOUNT = /(?:^|[\s_-])(?:account|user|profile|avatar|usermenu)(?:$|[\s_-])/iu;
/** What is set up once for all stands behind the settings. */
const ADMINISTERED =
  /^(?:users?|groups?|roles?|permissions?|sites?|plugins?|extensions?|integrations?|backups?)$/u;
const ADMINISTERS =
  /^(?:(?:site|system|general) )?(?:settings?|admin(?:istration)?|configuration|setup|system|manage(?:ment)?)$/iu;
const isAccount = (c: Candidate): boolean =>
  [c, ...c.folded].some(({ attributes: a }) => ACCOUNT.test(`${a.class ?? ''} ${a.id ?? ''}`));

/** How much it has to do with what is looked for; menus of the page's frame may hold anything. */
function relation(c: Candidate, words: readonly string[], target: Target, relatedOnly: boolean): number {
  const name = nameOf(c);
  const related = Math.max(
    0,
    ...contentTokens(`${name} ${c.attributes['aria-controls'] ?? ''}`).map((t) =>
      Math.max(0, ...words.map((w) => alike(w, t))),
    ),
  );
  if (OWN.test(words.join(' ')) && isAccount(c)) return 0.9;
  if (words.some((w) => ADMINISTERED.test(w)) && ADMINISTERS.test(name)) return 0.85;
  if (related >= 0.8) return 0.8 + related / 10 + agreement(target.text, name).score / 10;
  if (relatedOnly || (/^[\d+]*$/u.test(name) && c.text)) return 0;
  const frame = FRAME.has(c.landmark);
  if (OWN_ACTIONS.test(name)) return 0.6;
  return (frame ? 0.45 : 0) + (GENERAL.test(name) || menuIcon(c) ? (frame ? 0.1 : 0.4) : 0);
}

/** An entry that opens a menu of its own is pointed at: a click may choose it. */
export const opening = (c: Candidate): PageAction =>
  isSubmenu(c) ? { intent: 'hover', uid: c.uid } : { intent: 'click', uid: c.uid };

/** "Expand the section below": the only part of the page that is folded, where the words say no more than that. */
export function onlyFolded(target: Target, view: View): Candidate | null {
  if (!ANY_PART.test(target.text)) return null;
  const list = view.candidates.filter((c) => safe(c) && isPart(c, view) && folded(c, view));
  return list.length === 1 ? list[0]! : null;
}

const ANY_PART =
  /^(?:(?:the|this|that|only|collapsed|closed|hidden|collapsible|section|panel|part|accordion|area|box|content|details?|below|above|here)\s*)+$/iu;
