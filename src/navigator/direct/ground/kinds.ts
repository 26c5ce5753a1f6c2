/** Classifies candidates by kind (field, list, button …), and names their kinds in plain words. */
import type { Candidate } from '../../../contract/index.js';
import { ROLE_FITS, type RoleWord } from '../lexicon/roles.js';

const TEXT_INPUT_TYPES = new Set([
  'text',
  'search',
  'email',
  'password',
  'tel',
  'url',
  'number',
  'date',
  'time',
  'datetime-local',
  'month',
  'week',
  '',
]);
const NATIVE_VALUE_TYPES = new Set(['date', 'time', 'datetime-local', 'month', 'week', 'color', 'range']);
const TICKABLE_ROLES = new Set(['checkbox', 'switch', 'radio', 'menuitemcheckbox', 'menuitemradio']);
const OPTION_ROLES = new Set([
  'option',
  'radio',
  'menuitem',
  'menuitemradio',
  'tab',
  'treeitem',
  'menuitemcheckbox',
]);

export const isField = (c: Candidate): boolean =>
  c.states.editable === true ||
  c.tag === 'textarea' ||
  (c.tag === 'input' && TEXT_INPUT_TYPES.has(c.inputType ?? 'text')) ||
  (c.tag !== 'select' && ['textbox', 'searchbox', 'spinbutton'].includes(c.role));
/** Whether it is a native date, time, colour or range field. Its value is set directly, not typed. */
export const isNativeValueField = (c: Candidate): boolean =>
  c.tag === 'input' && NATIVE_VALUE_TYPES.has(c.inputType ?? '');
export const isTickable = (c: Candidate): boolean =>
  TICKABLE_ROLES.has(c.role) || c.inputType === 'checkbox' || c.inputType === 'radio';
export const isSelect = (c: Candidate): boolean => c.tag === 'select';
/** Whether it is a slider, by its role or by the class names that libraries use for the handle. */
export const isSlider = (c: Candidate): boolean =>
  c.role === 'slider' ||
  c.inputType === 'range' ||
  (c.interactive && /\b(?:slider|range)-(?:handle|thumb)\b/u.test(c.attributes.class ?? ''));
export const isOption = (c: Candidate): boolean => OPTION_ROLES.has(c.role) || c.tag === 'option';
/** Whether a click opens a list: custom selects, menu buttons. */
export const opensList = (c: Candidate): boolean =>
  !isSelect(c) &&
  (c.role === 'combobox' ||
    (c.attributes['aria-haspopup'] !== undefined && c.attributes['aria-haspopup'] !== 'false') ||
    /dropdown|collapse/iu.test(c.attributes['data-toggle'] ?? c.attributes['data-bs-toggle'] ?? ''));
/**
 * Whether its value is one of the options of a list that it opens. Typed text usually only searches this list. Some of
 * these controls also accept other text, which shows only after typing.
 */
export const takesOption = (c: Candidate): boolean =>
  c.role === 'combobox' &&
  !isSelect(c) &&
  c.tag !== 'textarea' &&
  !isSearchField(c) &&
  /^(?:listbox|true|)$/u.test(c.attributes['aria-haspopup'] ?? '') &&
  (c.attributes['aria-autocomplete'] ?? 'list') !== 'none';
/** Whether the control is a native list in which several options can be selected. */
export const takesSeveralOptions = (c: Candidate): boolean => isSelect(c) && c.role === 'listbox';
export const isLink = (c: Candidate): boolean => c.role === 'link' || c.tag === 'a';
export const isButton = (c: Candidate): boolean =>
  c.role === 'button' ||
  c.tag === 'button' ||
  ['submit', 'button', 'image', 'reset'].includes(c.inputType ?? '');
export const isSearchField = (c: Candidate): boolean => {
  if (!isField(c) || c.inputType === 'password') return false;
  if (c.role === 'searchbox' || c.inputType === 'search') return true;
  const words = [
    c.name,
    c.attributes.placeholder,
    c.attributes.name,
    c.attributes.id,
    c.attributes['aria-label'],
    // A search box inside a list belongs to the list.
    c.attributes['aria-haspopup'] === 'listbox' ? '' : c.attributes.class,
    c.attributes.role,
  ].join(' ');
  // A field for long text ("SQL query") is not a search field.
  if (c.tag === 'textarea' && c.role !== 'combobox') return /search|look ?up/iu.test(words);
  return /search|find|look ?up|query|\bq\b|filter|keyword/iu.test(words);
};

/** Scores how well a candidate fits the kind: 1 if it is of that kind, 0.95 if people call it that, less otherwise. */
export function scoreKind(c: Candidate, kind: RoleWord): number {
  switch (kind) {
    case 'field':
      return isField(c) || isNativeValueField(c)
        ? 1
        : isTickable(c)
          ? 0.93
          : isSelect(c) || c.role === 'combobox'
            ? 0.93
            : 0.6;
    case 'search':
      return isSearchField(c) ? 1 : isField(c) ? 0.9 : 0.6;
    case 'select':
      return isSelect(c) || c.role === 'listbox' || c.role === 'combobox'
        ? 1
        : opensList(c) || c.states.expanded !== undefined
          ? 0.97
          : ROLE_FITS.select.colloquial.includes(c.role)
            ? 0.85
            : 0.6;
    case 'checkbox':
    case 'switch':
    case 'radio':
      return ROLE_FITS[kind].roles.includes(c.role)
        ? 1
        : isTickable(c)
          ? 0.95
          : c.states.pressed !== undefined
            ? 0.9
            : 0.6;
    case 'icon':
      return isField(c) ? 0.7 : c.interactive && !c.text ? 1 : c.interactive ? 0.94 : 0.7;
    case 'menu':
      return opensList(c) || c.states.expanded !== undefined ? 1 : c.interactive ? 0.94 : 0.7;
    case 'tab':
      return c.role === 'tab' ||
        /tab|pill/iu.test(c.attributes['data-toggle'] ?? c.attributes['data-bs-toggle'] ?? '')
        ? 1
        : c.interactive
          ? 0.94
          : 0.6;
    case 'heading':
      return c.role === 'heading' ? 1 : c.interactive ? 0.85 : 0.7;
    case 'date':
    case 'time':
      return c.inputType === kind ? 1 : isField(c) ? 0.95 : 0.6;
    case 'file':
      return c.inputType === 'file' ? 1 : 0.6;
    case 'slider':
      return isSlider(c) ? 1 : isField(c) ? 0.9 : 0.6;
    case 'button':
      return isButton(c) ? 1 : c.interactive && !isField(c) ? 0.95 : 0.6;
    default: {
      const fits = ROLE_FITS[kind];
      return fits.roles.includes(c.role)
        ? 1
        : fits.colloquial.includes(c.role)
          ? 0.96
          : c.interactive
            ? 0.9
            : 0.7;
    }
  }
}

const KIND_WORDS: Readonly<Record<string, string>> = {
  textbox: 'field',
  searchbox: 'search field',
  spinbutton: 'number field',
  combobox: 'list',
  listbox: 'list',
  checkbox: 'checkbox',
  radio: 'choice',
  switch: 'switch',
  slider: 'slider',
  menuitem: 'menu item',
  option: 'option',
  tab: 'tab',
  link: 'link',
  button: 'button',
  heading: 'heading',
  img: 'picture',
  image: 'picture',
  row: 'row',
  listitem: 'entry',
};

export const getKindWord = (c: Candidate): string =>
  isSelect(c)
    ? 'list'
    : isSlider(c)
      ? 'slider'
      : isField(c) && c.role !== 'combobox'
        ? (KIND_WORDS[c.role] ?? 'field')
        : (KIND_WORDS[c.role] ?? (c.tag === 'a' ? 'link' : c.tag === 'button' ? 'button' : 'element'));

/** Keeps text areas or single-line fields if the phrase names that kind. Without a match, keeps the whole list. */
export function keepNamedKind<T>(
  list: readonly T[],
  getCandidate: (item: T) => Candidate,
  phrase: string,
): readonly T[] {
  const isTextArea = /\btext ?areas?\b/iu.test(phrase);
  if (
    !isTextArea &&
    !/\b(?:text ?box(?:es)?|text ?fields?|(?:text )?inputs?|input (?:field|box))\b/iu.test(phrase)
  )
    return list;
  const matching = list.filter((item) => (getCandidate(item).tag === 'textarea') === isTextArea);
  return matching.length ? matching : list;
}

/** Whether it is a small image without text, named only by its class. */
export const looksLikeIcon = (c: Candidate): boolean =>
  c.visible &&
  c.text === '' &&
  c.name === '' &&
  /^[a-z]{3,}$/iu.test(c.attributes.class ?? '') &&
  c.box.width >= 6 &&
  c.box.width <= 48 &&
  c.box.height >= 6 &&
  c.box.height <= 48;
