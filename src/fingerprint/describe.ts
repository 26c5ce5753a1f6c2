/** Names a recorded element in messages: `The button “Save”`. Pure. */
import type { ElementFingerprint } from '../contract/index.js';

const KINDS: Readonly<Record<string, string>> = {
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
  Object.hasOwn(KINDS, role) ? KINDS[role]! : role || 'element';

export function describeRecorded({ role, name, row, section }: ElementFingerprint): string {
  const kind = describeRole(role);
  if (name !== '') return `The ${kind} “${name.slice(0, MAX_NAME_CHARS)}”`;
  const place = row?.key || section;
  return `The ${kind} without a name${place ? ` at “${place.slice(0, MAX_NAME_CHARS)}”` : ''}`;
}
