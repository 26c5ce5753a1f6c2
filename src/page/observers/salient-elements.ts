/**
 * Determines which elements are "salient", so that they get a line in the list that SteP's policies read, and what
 * these lines contain. No side effects.
 */
import type { Candidate, ElementStates } from '../../contract/index.js';

/** Elements with these roles or tags are controls. Visible controls are always salient. */
const CONTROL_ROLES = new Set(
  `button link textbox searchbox combobox checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option
  slider spinbutton treeitem`.split(/\s+/),
);
const CONTROL_TAGS = new Set(['button', 'input', 'select', 'textarea', 'summary']);
/** Fields always have their own line, even inside a link. */
const FIELD_ROLES = new Set('textbox searchbox combobox checkbox radio switch slider spinbutton'.split(' '));
const FIELD_TAGS = new Set(['input', 'select', 'textarea']);
const BUTTON_TYPES = new Set(['button', 'submit', 'reset', 'image']);
/** Controls that can contain other controls: a tree or menu entry contains the entries below it. */
const CONTAINER_ROLES = new Set(['treeitem', 'menuitem', 'menuitemcheckbox', 'menuitemradio']);
/** These elements are focusable or have a pointer cursor, but only the elements inside them are salient. */
const IGNORED_TAGS = new Set(['html', 'body', 'iframe', 'frame', 'object', 'embed']);

/**
 * Roles of page sections. They are focusable only so that keys can scroll them or scripts can move the focus to them.
 */
const SECTION_ROLES = new Set(
  `main region navigation banner contentinfo complementary form search article document application heading dialog
  alertdialog tabpanel`.split(/\s+/),
);

const MAX_TEXT_LENGTH = 120;
/** This limit is higher than that of other elements, because the text of a row or card explains its buttons. */
const MAX_CONTAINER_TEXT_LENGTH = 400;
const MAX_OPTIONS_LENGTH = 200;

/**
 * The kind of a salient element:
 * - A `field` always has its own line.
 * - The line of another `control` includes the text and elements inside it.
 * - A `container`, such as a row with a pointer cursor, contains elements with lines of their own.
 * - A `focusable` element is salient only if nothing inside it is.
 */
export type Salience = 'field' | 'control' | 'container' | 'focusable';

/** @returns null if the element is not salient */
export function salienceOf(candidate: Candidate): Salience | null {
  const { tag, role, visible, interactive, states, attributes, resizes } = candidate;
  if (!visible || resizes || IGNORED_TAGS.has(tag)) return null;
  // The label of an invisible control has the control's role and type.
  const isLabel = tag === 'label';
  if (isLabel && candidate.inputType === undefined && !CONTROL_ROLES.has(role)) return null;
  if (FIELD_ROLES.has(role) || FIELD_TAGS.has(tag) || (states.editable && interactive))
    return isButtonInput(candidate) ? 'control' : 'field';
  if (CONTAINER_ROLES.has(role)) return 'container';
  if (CONTROL_ROLES.has(role) || CONTROL_TAGS.has(tag) || isLabel) return 'control';
  if (!interactive) return null;
  if (!('tabindex' in attributes) || 'onclick' in attributes) return 'container';
  return SECTION_ROLES.has(role) ? null : 'focusable';
}

const isButtonInput = ({ tag, inputType = '' }: Candidate): boolean =>
  tag === 'input' && BUTTON_TYPES.has(inputType);

/**
 * Returns the first word of a line: `input_<type>` for inputs, as in MiniWoB++, the tag of other fields, or the role.
 */
export function lineTagOf(candidate: Candidate): string {
  const { tag, role, inputType } = candidate;
  if (inputType !== undefined) return isButtonInput(candidate) ? 'button' : `input_${inputType}`;
  if (FIELD_TAGS.has(tag) || tag === 'summary') return tag;
  if (CONTROL_ROLES.has(role)) return role;
  return candidate.states.editable ? 'textbox' : tag;
}

/** Shortens text to one line. A `/>` is broken up, because it would end the element's line. */
export function toOneLine(text: string, maxLength: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const codePoints = Array.from(line.slice(0, 2 * maxLength + 2));
  const truncatedLine =
    codePoints.length > maxLength ? `${codePoints.slice(0, maxLength).join('').trimEnd()}…` : line;
  return truncatedLine.replaceAll('/>', '/ >');
}

/** Returns the visible part of the accessible name, or the whole name if nothing visible describes the element. */
function visibleNameOf({ name, hiddenName, text }: Candidate): string {
  if (!hiddenName) return name || text;
  const visibleName = name.replace(hiddenName, ' ').replace(/\s+/g, ' ').trim();
  return visibleName && visibleName !== name ? visibleName : text || name;
}

/**
 * Describes an unnamed element by its id or name attribute, as MiniWoB++'s list does; '' if neither is an identifier.
 */
const domIdOf = ({ attributes }: Candidate): string =>
  [attributes.id, attributes.name].find((id) => id !== undefined && /^[\w-]{1,40}$/.test(id)) ?? '';

function describeOptions({ tag, options = [] }: Candidate): string[] {
  if (tag !== 'select' || options.length === 0) return [];
  const labels: string[] = [];
  let length = 0;
  for (const { label } of options) {
    length += label.length + 3;
    if (length > MAX_OPTIONS_LENGTH) break;
    labels.push(label);
  }
  const remainingCount = options.length - labels.length;
  return [`options: ${[...labels, ...(remainingCount > 0 ? [`… ${remainingCount} more`] : [])].join(' | ')}`];
}

function describeStates(states: ElementStates): string[] {
  const { checked, selected, expanded, pressed, disabled, invalid, validationMessage } = states;
  return [
    ...(checked === true ? ['checked'] : checked === 'mixed' ? ['partly checked'] : []),
    ...(selected ? ['selected'] : []),
    ...(pressed === true ? ['pressed'] : []),
    ...(expanded === undefined ? [] : [expanded ? 'expanded' : 'collapsed']),
    ...(disabled ? ['disabled'] : []),
    ...(invalid ? [validationMessage ? `invalid: ${validationMessage}` : 'invalid'] : []),
  ];
}

/**
 * Returns the text of an element's line: its name, its value if it is a field, and its states.
 * @param ownText a container's text without the elements that have lines of their own
 */
export function lineTextOf(candidate: Candidate, ownText: string | null): string {
  const salience = salienceOf(candidate);
  const isField = salience === 'field';
  const maxLength = salience === 'container' ? MAX_CONTAINER_TEXT_LENGTH : MAX_TEXT_LENGTH;
  const visibleName = toOneLine(ownText ?? visibleNameOf(candidate), maxLength);
  const name = isField ? visibleName.replace(/\s*:$/, '') : visibleName;
  const value = isField ? toOneLine(candidate.value ?? '', maxLength) : '';
  // An editor without a label is named after its content, so the content would appear twice.
  const nameAndValue = [name === value ? '' : name, value].filter(Boolean).join(': ') || domIdOf(candidate);
  const details = [
    ...describeOptions(candidate),
    ...describeStates(candidate.states),
    ...(candidate.behindModal ? ['behind a dialog'] : []),
  ].map((detail) => toOneLine(detail, MAX_OPTIONS_LENGTH + 40));
  return [nameAndValue, ...(details.length > 0 ? [`(${details.join(', ')})`] : [])].filter(Boolean).join(' ');
}
