/** Classifies controls by the effect of key presses. */

/** The properties of an element that decide what a key press does. */
export interface FieldElement {
  tag: string;
  role: string;
  attributes: Record<string, string>;
}

/**
 * `line`: one line of text; `lines`: many; `choice`: a value that is picked, not typed; `toggle`: a native
 * check box or radio; `button`, `link`: Enter clicks them; `none`: anything else.
 */
export type FieldKind = 'line' | 'lines' | 'choice' | 'toggle' | 'button' | 'link' | 'none';

/** `input` types that are not a line of text. HTML treats every other type as text. */
const INPUT_KINDS: Readonly<Record<string, FieldKind>> = {
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

const TAG_KINDS: Readonly<Record<string, FieldKind>> = {
  textarea: 'lines',
  select: 'choice',
  button: 'button',
  summary: 'button',
  a: 'link',
  area: 'link',
};

const ROLE_KINDS: Readonly<Record<string, FieldKind>> = {
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

export function classifyField(element: FieldElement): FieldKind {
  const tag = element.tag.toLowerCase();
  if (tag === 'input')
    return lookUpOwn(INPUT_KINDS, (element.attributes['type'] ?? 'text').toLowerCase()) ?? 'line';
  const editable = element.attributes['contenteditable'];
  if (editable !== undefined && editable.toLowerCase() !== 'false') return 'lines';
  const byTag = lookUpOwn(TAG_KINDS, tag);
  if (byTag !== undefined) return byTag;
  if (element.attributes['aria-multiline'] === 'true') return 'lines';
  return lookUpOwn(ROLE_KINDS, element.role) ?? 'none';
}

/** Looks up own keys only, because a page may write `type="constructor"`. */
function lookUpOwn(table: Readonly<Record<string, FieldKind>>, key: string): FieldKind | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
