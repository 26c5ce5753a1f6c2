/** Describes an action in one short line for terminals and reports: `click button “Save”`. */
import type { Action } from '../contract/index.js';
import { getFileName } from './file-name.js';

/** The fields of an element that a line needs. `ActionTarget` and `Candidate` both have them. */
export interface ElementDescription {
  tag: string;
  role: string;
  name: string;
  /** The place of an element without a name: `2nd textbox of row “1080 Lamp”`. */
  place?: string;
}

/** Longest name or typed text in a line, in code points. */
const MAX_NAME_LENGTH = 60;

/**
 * Formats an action as one line without control characters, because names come from pages and a terminal would execute
 * escape sequences. Callers must mask secrets.
 *
 * @param dropTarget the element on which a drag ends, if known
 */
export function formatAction(
  action: Action,
  target: ElementDescription | null,
  dropTarget?: ElementDescription | null,
): string {
  switch (action.intent) {
    case 'say':
      return `say ${quote(action.text)}`;
    case 'click':
      return `click ${describeElement(target, action.uid)}`;
    case 'doubleClick':
      return `double-click ${describeElement(target, action.uid)}`;
    case 'rightClick':
      return `right-click ${describeElement(target, action.uid)}`;
    case 'drag':
      return 'uid' in action.to
        ? `drag ${describeElement(target, action.uid)} to ${describeElement(dropTarget ?? null, action.to.uid)}`
        : `drag ${describeElement(target, action.uid)} by ${Math.round(action.to.dx)}, ${Math.round(action.to.dy)}`;
    case 'upload':
      return `upload ${action.files.map((file) => quote(getFileName(file))).join(', ')} to ${describeElement(target, action.uid)}`;
    case 'reveal':
      return `scroll to ${describeElement(target, action.uid)}`;
    case 'copy':
      return `copy ${describeElement(target, action.uid)}`;
    case 'paste':
      return `paste into ${describeElement(target, action.uid)}`;
    case 'wait':
      return `wait up to ${Math.round(action.ms / 100) / 10} s`;
    case 'dialog':
      return action.answer === 'accept'
        ? `accept the dialog${action.text === undefined ? '' : ` with ${quote(action.text)}`}`
        : 'dismiss the dialog';
    case 'tabcreate':
      return action.url === undefined ? 'open a tab' : `open ${toPlainLine(action.url, 200)} in a new tab`;
    case 'tabremove':
      return action.tab === undefined ? 'close the tab' : `close tab ${action.tab}`;
    case 'tabswitch':
      return `switch to tab ${action.tab}`;
    case 'hover':
      return `point at ${describeElement(target, action.uid)}`;
    case 'textInput':
      return describeTyping(action, target);
    case 'change':
      return action.among === 'remove'
        ? `remove ${quote(action.value)} from ${describeElement(target, action.uid)}`
        : describeChange(action.value, target, action.uid);
    case 'submit':
      return `submit ${describeElement(target, action.uid)}`;
    case 'press':
      return action.uid === undefined
        ? `press ${toPlainLine(action.key)}`
        : `press ${toPlainLine(action.key)} in ${describeElement(target, action.uid)}`;
    case 'load':
      return `open ${toPlainLine(action.url, 200)}`;
    case 'back':
      return 'go back';
    case 'forward':
      return 'go forward';
    case 'reload':
      return 'reload the page';
    case 'scroll':
      return action.uid === undefined
        ? `scroll to ${Math.round(action.x)}, ${Math.round(action.y)}`
        : `scroll ${describeElement(target, action.uid)} to ${Math.round(action.x)}, ${Math.round(action.y)}`;
  }
}

function describeTyping(
  { uid, text, edit }: Extract<Action, { intent: 'textInput' }>,
  target: ElementDescription | null,
): string {
  if (uid === undefined) return `type ${quote(text)}`;
  const field = describeElement(target, uid);
  if (edit === undefined) return text === '' ? `clear ${field}` : `type ${quote(text)} into ${field}`;
  if ('passage' in edit)
    return text === ''
      ? `remove ${quote(edit.passage)} from ${field}`
      : `replace ${quote(edit.passage)} with ${quote(text)} in ${field}`;
  return edit.at === 'end' ? `add ${quote(text)} to ${field}` : `insert ${quote(text)} into ${field}`;
}

const TOGGLE_ROLES: ReadonlySet<string> = new Set([
  'checkbox',
  'switch',
  'radio',
  'menuitemcheckbox',
  'menuitemradio',
]);
const CHOICE_ROLES: ReadonlySet<string> = new Set(['combobox', 'listbox']);

function describeChange(value: string, target: ElementDescription | null, uid: string): string {
  const element = describeElement(target, uid);
  const role = target?.role ?? '';
  if (TOGGLE_ROLES.has(role) && value === 'true')
    return role === 'switch' ? `turn on ${element}` : `check ${element}`;
  if (TOGGLE_ROLES.has(role) && value === 'false')
    return role === 'switch' ? `turn off ${element}` : `uncheck ${element}`;
  if (CHOICE_ROLES.has(role) || target?.tag.toLowerCase() === 'select')
    return `choose ${quote(value)} in ${element}`;
  return `set ${element} to ${quote(value)}`;
}

/** Words for elements without a role. */
const TAG_KINDS: Readonly<Record<string, string>> = {
  a: 'link',
  img: 'image',
  svg: 'image',
  canvas: 'drawing',
  label: 'label',
  td: 'cell',
  th: 'column header',
  tr: 'row',
  li: 'list item',
};

/** Returns the role, or a word for the tag; '' for generic elements. */
export function describeKind({ role, tag }: Pick<ElementDescription, 'role' | 'tag'>): string {
  return /^(?:|generic|none|presentation)$/.test(role)
    ? (TAG_KINDS[tag.toLowerCase()] ?? '')
    : toPlainLine(role);
}

/** Returns `button “Save”`; the place of an element without a name; the uid if the element is unknown. */
function describeElement(target: ElementDescription | null, uid: string): string {
  if (target === null) return `element ${toPlainLine(uid)}`;
  const kind = describeKind(target);
  if (target.name.trim() !== '') return `${kind} ${quote(target.name)}`.trimStart();
  return target.place ? toPlainLine(target.place) : kind || 'element';
}

function quote(text: string): string {
  return `“${toPlainLine(text)}”`;
}

function toPlainLine(text: string, maxLength = MAX_NAME_LENGTH): string {
  // Cc: control characters; Cf: bidi marks and other invisible characters that can disguise a line.
  const codePoints = Array.from(
    text
      .slice(0, maxLength * 8)
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .trim(),
  );
  const isTruncated = text.length > maxLength * 8;
  return codePoints.length > maxLength || isTruncated
    ? `${codePoints
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`
    : codePoints.join('');
}
