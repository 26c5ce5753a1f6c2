/** Describes an action in one short line for terminals and reports: `click button “Save”`. */
import type { Action } from '../contract/index.js';
import { fileName } from './file-name.js';

/** The fields of an element that a line needs. `ActionTarget` and `Candidate` both have them. */
export interface ElementDescription {
  tag: string;
  role: string;
  name: string;
}

/** Longest name or typed text in a line, in code points. */
const MAX_NAME_LENGTH = 60;

/**
 * The line never contains line breaks or control characters, because names come from pages and a terminal would obey
 * escape sequences. Secrets are not masked; callers do that.
 *
 * @param drop the element that a drag ends on, if known
 */
export function formatAction(
  act: Action,
  target: ElementDescription | null,
  drop?: ElementDescription | null,
): string {
  switch (act.intent) {
    case 'say':
      return `say ${quoted(act.text)}`;
    case 'click':
      return `click ${what(target, act.uid)}`;
    case 'doubleClick':
      return `double-click ${what(target, act.uid)}`;
    case 'rightClick':
      return `right-click ${what(target, act.uid)}`;
    case 'drag':
      return 'uid' in act.to
        ? `drag ${what(target, act.uid)} to ${what(drop ?? null, act.to.uid)}`
        : `drag ${what(target, act.uid)} by ${Math.round(act.to.dx)}, ${Math.round(act.to.dy)}`;
    case 'upload':
      return `upload ${act.files.map((file) => quoted(fileName(file))).join(', ')} to ${what(target, act.uid)}`;
    case 'reveal':
      return `scroll to ${what(target, act.uid)}`;
    case 'copy':
      return `copy ${what(target, act.uid)}`;
    case 'paste':
      return `paste into ${what(target, act.uid)}`;
    case 'wait':
      return `wait up to ${Math.round(act.ms / 100) / 10} s`;
    case 'dialog':
      return act.answer === 'accept'
        ? `accept the dialog${act.text === undefined ? '' : ` with ${quoted(act.text)}`}`
        : 'dismiss the dialog';
    case 'tabcreate':
      return act.url === undefined ? 'open a tab' : `open ${plain(act.url, 200)} in a new tab`;
    case 'tabremove':
      return act.tab === undefined ? 'close the tab' : `close tab ${act.tab}`;
    case 'tabswitch':
      return `switch to tab ${act.tab}`;
    case 'hover':
      return `point at ${what(target, act.uid)}`;
    case 'textInput':
      return act.text === ''
        ? `clear ${what(target, act.uid)}`
        : `type ${quoted(act.text)} into ${what(target, act.uid)}`;
    case 'change':
      return changed(act.value, target, act.uid);
    case 'submit':
      return `submit ${what(target, act.uid)}`;
    case 'press':
      return act.uid === undefined
        ? `press ${plain(act.key)}`
        : `press ${plain(act.key)} in ${what(target, act.uid)}`;
    case 'load':
      return `open ${plain(act.url, 200)}`;
    case 'back':
      return 'go back';
    case 'forward':
      return 'go forward';
    case 'reload':
      return 'reload the page';
    case 'scroll':
      return act.uid === undefined
        ? `scroll to ${Math.round(act.x)}, ${Math.round(act.y)}`
        : `scroll ${what(target, act.uid)} to ${Math.round(act.x)}, ${Math.round(act.y)}`;
  }
}

const TOGGLES: ReadonlySet<string> = new Set([
  'checkbox',
  'switch',
  'radio',
  'menuitemcheckbox',
  'menuitemradio',
]);
const CHOICES: ReadonlySet<string> = new Set(['combobox', 'listbox']);

function changed(value: string, target: ElementDescription | null, uid: string): string {
  const element = what(target, uid);
  const role = target?.role ?? '';
  if (TOGGLES.has(role) && value === 'true')
    return role === 'switch' ? `turn on ${element}` : `check ${element}`;
  if (TOGGLES.has(role) && value === 'false')
    return role === 'switch' ? `turn off ${element}` : `uncheck ${element}`;
  if (CHOICES.has(role) || target?.tag.toLowerCase() === 'select')
    return `choose ${quoted(value)} in ${element}`;
  return `set ${element} to ${quoted(value)}`;
}

/** `button “Save”`; the tag where the role says nothing; the uid where nothing is known. */
function what(target: ElementDescription | null, uid: string): string {
  if (target === null) return `element ${plain(uid)}`;
  const silent = target.role === '' || target.role === 'generic' || target.role === 'none';
  const kind = silent ? `<${plain(target.tag.toLowerCase())}>` : plain(target.role);
  return target.name.trim() === '' ? kind : `${kind} ${quoted(target.name)}`;
}

function quoted(text: string): string {
  return `“${plain(text)}”`;
}

function plain(text: string, longest = MAX_NAME_LENGTH): string {
  // Cc: controls; Cf: bidi marks and other invisibles that could make a line read as something else.
  const points = Array.from(
    text
      .slice(0, longest * 8)
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .trim(),
  );
  const cut = text.length > longest * 8;
  return points.length > longest || cut
    ? `${points
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
    : points.join('');
}
