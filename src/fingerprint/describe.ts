/** Names a recorded element in messages: `The button “Save”`. Pure. */
import type { ElementFingerprint } from '../contract/index.js';

const ROLE_DESCRIPTIONS: Readonly<Record<string, string>> = {
  textbox: 'field',
  searchbox: 'search field',
  combobox: 'list',
  listbox: 'list',
  spinbutton: 'number field',
  checkbox: 'check box',
  radio: 'radio button',
  menuitem: 'menu item',
  generic: 'element',
  none: 'element',
  img: 'picture',
};
const MAX_NAME_CHARS = 60;

/** Returns the words for a role in a sentence. */
export const describeRole = (role: string): string =>
  Object.hasOwn(ROLE_DESCRIPTIONS, role) ? ROLE_DESCRIPTIONS[role]! : role || 'element';

export function describeRecordedElement({ role, name, row, section }: ElementFingerprint): string {
  const kind = describeRole(role);
  if (name !== '') return `The ${kind} “${name.slice(0, MAX_NAME_CHARS)}”`;
  const location = row?.key || section;
  return `The ${kind} without a name${location ? ` at “${location.slice(0, MAX_NAME_CHARS)}”` : ''}`;
}
