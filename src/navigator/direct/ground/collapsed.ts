/** Collapsed parts of the page, and the controls that may be opened to search for something. Pure. */
import type { Candidate } from '../../../contract/index.js';
import type { Target } from '../language/steps.js';
import { findIconName } from './icons.js';
import { isField, isLink, isSelect, isTickable, opensList } from './kinds.js';
import { isNamedByIcon, nameOf } from './names.js';
import type { View } from './view.js';

/** Icons that almost always mean a menu. */
const MENU_ICON =
  /^(?:bars|hamburger|ellipsis(?: [vh])?|three dots(?: vertical)?|more(?: vert| horiz)?|menu)$/u;
/** Landmarks around the page's content. */
export const FRAME = new Set(['nav', 'aside', 'header']);
/** Controls that create, change or send something, and toggles. They are never opened to search for something. */
export const ACTS =
  /^(?:\+|create|add|insert|drop|new|delete|remove|save|submit|send|buy|pay|order|export|import|upload|download|publish|post|log ?out|sign ?out|reset|clear|apply|confirm)(?![\p{L}\p{N}])/iu;

export const isSafeToOpen = (c: Candidate): boolean =>
  !ACTS.test(nameOf(c)) &&
  c.visible &&
  c.interactive &&
  !c.states.disabled &&
  !isField(c) &&
  !isSelect(c) &&
  !isTickable(c) &&
  c.attributes['aria-haspopup'] !== 'dialog';

const isCollapsed = (className: string | undefined): boolean =>
  /(?:^|\s)(?:collapsed|expandable)(?:\s|$)/u.test(className ?? '');

/**
 * Whether it is the heading of a part that is collapsed according to its markup, so that only the heading is visible.
 */
const isCollapsedHeading = (c: Candidate, view: View): boolean => {
  const heading = view.ancestors(c).find((a) => a.role === 'heading');
  return (
    heading !== undefined &&
    [heading.attributes, ...heading.folded.map((a) => a.attributes)].some((a) => isCollapsed(a.class))
  );
};

const folded = (c: Candidate, view: View): boolean =>
  isCollapsed(c.attributes.class) ||
  isCollapsedHeading(c, view) ||
  (c.tag === 'summary' && c.states.expanded !== true) ||
  c.states.expanded === false;

const backTab = (c: Candidate): boolean =>
  c.states.selected !== true &&
  (c.role === 'tab' ||
    /^(?:tab|pill)$/u.test(c.attributes['data-toggle'] ?? c.attributes['data-bs-toggle'] ?? '')) &&
  c.states.expanded !== true;

export const isMenuIcon = (c: Candidate): boolean =>
  isNamedByIcon(c) && MENU_ICON.test(findIconName(c)) && /^(?:#.*)?$/u.test(c.attributes.href ?? '');

export const opensContent = (c: Candidate, view: View): boolean =>
  isSafeToOpen(c) &&
  (isMenuIcon(c) || folded(c, view) || backTab(c) || (opensList(c) && c.states.expanded !== true));

/** Whether it is an entry of an open menu with a submenu. */
export const isSubmenu = (c: Candidate): boolean => c.role === 'menuitem' && opensList(c);

/** Whether it is a tab or section of the page, which can be opened without side effects. */
export const isPart = (c: Candidate, view: View): boolean =>
  (folded(c, view) || backTab(c) || isSubmenu(c)) &&
  (!opensList(c) || isSubmenu(c)) &&
  !FRAME.has(c.landmark) &&
  (!isLink(c) ||
    view.address(c).split('#')[0] === view.observation.url.split('#')[0] ||
    view.address(c) === '');

/** "Expand the section below": returns the only collapsed part of the page, if the words are not more specific. */
export function findOnlyCollapsed(target: Target, view: View): Candidate | null {
  if (!ANY_PART.test(target.text)) return null;
  const list = view.candidates.filter((c) => isSafeToOpen(c) && isPart(c, view) && folded(c, view));
  return list.length === 1 ? list[0]! : null;
}

/** Returns the collapsed part with the form for the page's own thing: "Modify ticket", "Edit details". */
export function findClosedEditor(view: View): Candidate | null {
  const list = view.candidates.filter(
    (c) => isSafeToOpen(c) && isPart(c, view) && EDITS.test(nameOf(c)) && !FRAME.has(c.landmark),
  );
  return list.length === 1 ? list[0]! : null;
}

const EDITS = /^(?:edit|modify|change|update)\b/iu;

const ANY_PART =
  /^(?:(?:the|this|that|only|collapsed|closed|hidden|collapsible|section|panel|part|accordion|area|box|content|details?|below|above|here)\s*)+$/iu;
