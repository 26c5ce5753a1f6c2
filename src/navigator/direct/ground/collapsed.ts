/** Finds collapsed sections of the page, and controls that may be opened to look for an element. Pure. */
import type { Candidate } from '../../../contract/index.js';
import type { Target } from '../language/steps.js';
import { findIconName } from './icons.js';
import { isField, isLink, isSelect, isTickable, opensList } from './kinds.js';
import { isNamedByIcon, getName } from './names.js';
import type { View } from './view.js';

/** Icons that almost always mean a menu. */
const MENU_ICON =
  /^(?:bars|hamburger|ellipsis(?: [vh])?|three dots(?: vertical)?|more(?: vert| horiz)?|menu)$/u;
/** Landmarks around the page's content. */
export const FRAME_LANDMARKS = new Set(['nav', 'aside', 'header']);
/** Names of controls that create, change or send something. They are never opened to look for an element. */
export const ACTION_NAME =
  /^(?:\+|create|add|insert|drop|new|delete|remove|save|submit|send|buy|pay|order|export|import|upload|download|publish|post|log ?out|sign ?out|reset|clear|apply|confirm)(?![\p{L}\p{N}])/iu;

/** Whether the markup says that a click only opens a menu, even if the name is an action: “Export ▾”. */
const isMenuButton = ({ attributes }: Candidate): boolean =>
  /^(?:menu|true)$/u.test(attributes['aria-haspopup'] ?? '') && attributes['aria-expanded'] !== undefined;

export const isSafeToOpen = (c: Candidate): boolean =>
  (!ACTION_NAME.test(getName(c)) || isMenuButton(c)) &&
  c.visible &&
  c.interactive &&
  !c.states.disabled &&
  !isField(c) &&
  !isSelect(c) &&
  !isTickable(c) &&
  c.attributes['aria-haspopup'] !== 'dialog';

const hasCollapsedClass = (className: string | undefined): boolean =>
  /(?:^|\s)(?:collapsed|expandable)(?:\s|$)/u.test(className ?? '');

/** Whether the element is in the heading of a section whose classes say that it is collapsed. */
const isCollapsedHeading = (c: Candidate, view: View): boolean => {
  const heading = view.getAncestors(c).find((a) => a.role === 'heading');
  return (
    heading !== undefined &&
    [heading.attributes, ...heading.folded.map((a) => a.attributes)].some((a) => hasCollapsedClass(a.class))
  );
};

const isCollapsed = (c: Candidate, view: View): boolean =>
  hasCollapsedClass(c.attributes.class) ||
  isCollapsedHeading(c, view) ||
  (c.tag === 'summary' && c.states.expanded !== true) ||
  c.states.expanded === false;

const isUnselectedTab = (c: Candidate): boolean =>
  c.states.selected !== true &&
  (c.role === 'tab' ||
    /^(?:tab|pill)$/u.test(c.attributes['data-toggle'] ?? c.attributes['data-bs-toggle'] ?? '')) &&
  c.states.expanded !== true;

export const isMenuIcon = (c: Candidate): boolean =>
  isNamedByIcon(c) && MENU_ICON.test(findIconName(c)) && /^(?:#.*)?$/u.test(c.attributes.href ?? '');

/** Whether a click safely shows content that is hidden now: a menu, a section or a tab. */
export const opensContent = (c: Candidate, view: View): boolean =>
  isSafeToOpen(c) &&
  (isMenuIcon(c) ||
    isCollapsed(c, view) ||
    isUnselectedTab(c) ||
    (opensList(c) && c.states.expanded !== true));

/** Whether the element is a menu entry with a submenu. */
export const isSubmenu = (c: Candidate): boolean => c.role === 'menuitem' && opensList(c);

/** Whether the element opens a tab or section of the page, which has no side effects. */
export const isSectionOrTab = (c: Candidate, view: View): boolean =>
  (isCollapsed(c, view) || isUnselectedTab(c) || isSubmenu(c)) &&
  (!opensList(c) || isSubmenu(c)) &&
  !FRAME_LANDMARKS.has(c.landmark) &&
  (!isLink(c) ||
    view.getUrl(c).split('#')[0] === view.observation.url.split('#')[0] ||
    view.getUrl(c) === '');

/** Returns the page's only collapsed section if the target is not more specific than "the section below". */
export function findOnlyCollapsed(target: Target, view: View): Candidate | null {
  if (!ANY_SECTION.test(target.text)) return null;
  const list = view.candidates.filter(
    (c) => isSafeToOpen(c) && isSectionOrTab(c, view) && isCollapsed(c, view),
  );
  return list.length === 1 ? list[0]! : null;
}

/** Returns the only closed section or tab for editing the page's item: “Modify ticket”, “Edit details”. */
export function findClosedEditor(view: View): Candidate | null {
  const list = view.candidates.filter(
    (c) =>
      isSafeToOpen(c) &&
      isSectionOrTab(c, view) &&
      EDIT_NAME.test(getName(c)) &&
      !FRAME_LANDMARKS.has(c.landmark),
  );
  return list.length === 1 ? list[0]! : null;
}

const EDIT_NAME = /^(?:edit|modify|change|update)\b/iu;

const ANY_SECTION =
  /^(?:(?:the|this|that|only|collapsed|closed|hidden|collapsible|section|panel|part|accordion|area|box|content|details?|below|above|here)\s*)+$/iu;
