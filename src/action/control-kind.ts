/** Classifies the elements of a page by the effect of key presses on them. */

/** The properties of an element that determine the effect of a key press. */
export interface ControlElement {
  tag: string;
  role: string;
  attributes: Record<string, string>;
}

/**
 * `line`: a field for one line of text; `lines`: a field for several lines; `choice`: a control whose value is chosen,
 * not typed; `toggle`: a native checkbox or radio button; `button`, `link`: Enter clicks it; `none`: anything else.
 */
export type ControlKind = 'line' | 'lines' | 'choice' | 'toggle' | 'button' | 'link' | 'none';

/** `input` types that are not text fields. HTML treats every other type as a text field. */
const INPUT_KINDS: Readonly<Record<string, ControlKind>> = {
  checkbox: 'toggle',
  radio: 'toggle',
  button: 'button',
  submit: 'button',
  reset: 'button',
  image: 'button',
  file: 'button',
  color: 'choice',
  date: 'choice',
  'datetime-local': 'choice',
  month: 'choice',
  range: 'choice',
  time: 'choice',
  week: 'choice',
  hidden: 'none',
};

const TAG_KINDS: Readonly<Record<string, ControlKind>> = {
  textarea: 'lines',
  select: 'choice',
  button: 'button',
  summary: 'button',
  a: 'link',
  area: 'link',
};

const ROLE_KINDS: Readonly<Record<string, ControlKind>> = {
  textbox: 'line',
  searchbox: 'line',
  combobox: 'line',
  spinbutton: 'choice',
  slider: 'choice',
  listbox: 'choice',
  button: 'button',
  checkbox: 'button',
  switch: 'button',
  radio: 'button',
  tab: 'button',
  menuitem: 'button',
  menuitemcheckbox: 'button',
  menuitemradio: 'button',
  option: 'button',
  treeitem: 'button',
  link: 'link',
};

export function classifyControl(element: ControlElement): ControlKind {
  const tag = element.tag.toLowerCase();
  if (tag === 'input')
    return lookUpOwn(INPUT_KINDS, (element.attributes['type'] ?? 'text').toLowerCase()) ?? 'line';
  const editable = element.attributes['contenteditable'];
  if (editable !== undefined && editable.toLowerCase() !== 'false') return 'lines';
  const tagKind = lookUpOwn(TAG_KINDS, tag);
  if (tagKind !== undefined) return tagKind;
  if (element.attributes['aria-multiline'] === 'true') return 'lines';
  return lookUpOwn(ROLE_KINDS, element.role) ?? 'none';
}

/** Looks up own keys only, because a page may write `type="constructor"`. */
function lookUpOwn(table: Readonly<Record<string, ControlKind>>, key: string): ControlKind | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
