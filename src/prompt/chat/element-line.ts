/** Formats one element with its number: `[12] textbox "E-mail" = "ann@example.org" required`. */
import type { Candidate, OptionItem, ElementStates } from '../../contract/index.js';
import { toOneLine, quote, shortenUrl } from './page-text.js';

/** Maximum code points of an element's name. */
export const MAX_NAME_CHARS = 200;
/** Maximum code points of a field's value; the step `read` shows the whole value. */
export const MAX_VALUE_CHARS = 400;
const MAX_OPTION_CHARS = 64;
/** Longer option lists are shortened. */
const MAX_OPTIONS = 14;
const MAX_FIRST_OPTIONS = 8;

/** Input types worth showing, because they restrict or hide the value. */
const SHOWN_INPUT_TYPES: ReadonlySet<string> = new Set([
  'password',
  'email',
  'number',
  'date',
  'time',
  'datetime-local',
  'month',
  'week',
  'color',
  'file',
  'tel',
  'url',
  'range',
]);

function describeStates(states: ElementStates, role: string): string[] {
  const { checked, pressed, selected, expanded, haspopup } = states;
  const words: (string | false | undefined)[] = [
    checked !== undefined && (checked === 'mixed' ? 'partly checked' : checked ? 'checked' : 'unchecked'),
    pressed !== undefined && (pressed ? 'pressed' : 'not pressed'),
    selected === true && 'selected',
    expanded !== undefined && (expanded ? 'open' : 'closed'),
    haspopup !== undefined && role !== 'combobox' && `opens a ${toOneLine(haspopup, 12)}`,
    states.current === true && 'current',
    role === 'combobox' && states.editable && 'can be typed in',
    states.required && 'required',
    states.invalid && 'invalid',
    states.readonly && 'read-only',
    states.disabled && 'disabled',
    states.focused && 'focused',
  ];
  return words.filter((word): word is string => typeof word === 'string');
}

/** Returns the visible part of the name, without text that is for screen readers only. */
export function getVisibleName({ name, hiddenName, text }: Candidate): string {
  const fullName = name || text;
  if (!hiddenName) return removeRepetition(fullName);
  const visibleName = fullName.replace(hiddenName, ' ').trim();
  // An icon has no text other than its name.
  return removeRepetition(visibleName || fullName);
}

/** Removes the second half of a name such as `Edit Edit`: an icon often repeats the label next to it. */
function removeRepetition(name: string): string {
  const middle = (name.length - 1) / 2;
  return name[middle] === ' ' && name.slice(0, middle) === name.slice(middle + 1)
    ? name.slice(0, middle)
    : name;
}

function formatOptions(candidate: Candidate, words: string | undefined): string {
  const options = (candidate.options ?? []).filter(({ label, disabled }) => label.trim() && !disabled);
  if (options.length === 0) return '';
  const shownOptions = options.length <= MAX_OPTIONS ? options : selectOptions(options, words);
  const hiddenCount = options.length - shownOptions.length;
  const labels = shownOptions.map(({ label }) => JSON.stringify(shortenLabel(label))).join(', ');
  return `options: ${labels}${hiddenCount ? ` and ${hiddenCount} more` : ''}`;
}

/** Shortens in the middle, because long labels often differ only at the end. */
function shortenLabel(label: string): string {
  const line = toOneLine(label, 400);
  const points = Array.from(line);
  if (points.length <= MAX_OPTION_CHARS) return line;
  return `${points.slice(0, MAX_OPTION_CHARS / 2 - 1).join('')}…${points.slice(-MAX_OPTION_CHARS / 2).join('')}`;
}

/** Selects the options of a long list that contain the searched words, or the first options if none do. */
function selectOptions(options: readonly OptionItem[], words: string | undefined): readonly OptionItem[] {
  const queryWords = words?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const countWords = ({ label }: OptionItem): number =>
    queryWords.filter((word) => label.toLowerCase().includes(word)).length;
  const matchingOptions = options.filter((option) => countWords(option) > 0);
  if (!matchingOptions.length) return options.slice(0, MAX_FIRST_OPTIONS);
  return matchingOptions.toSorted((a, b) => countWords(b) - countWords(a)).slice(0, MAX_OPTIONS);
}

function formatValue(candidate: Candidate, maxLength: number): string {
  const { value, options, role, states, text, tag } = candidate;
  const selectedLabels = options?.filter(({ selected }) => selected).map(({ label }) => label);
  if (selectedLabels?.length)
    return `= ${selectedLabels.map((label) => quote(label, MAX_OPTION_CHARS * 2)).join(', ')}`;
  if (tag === 'select' && value === '') return '= ""';
  const hasTypedValue = states.editable || VALUE_ROLES.has(role);
  if (value !== undefined && hasTypedValue) return `= ${quoteValue(value, maxLength)}`;
  // Custom widgets show their value as text.
  const shownText = toOneLine(text, MAX_NAME_CHARS);
  if (
    !/[\p{L}\p{N}]/u.test(shownText) ||
    toOneLine(getVisibleName(candidate), MAX_NAME_CHARS).includes(shownText)
  )
    return '';
  return VALUE_ROLES.has(role)
    ? `= ${quote(shownText, maxLength)}`
    : `shows ${quote(shownText, MAX_NAME_CHARS)}`;
}

/** Whether a list's only name is the text of its selected option. */
const isNamedByValue = ({ tag, name, options = [] }: Candidate): boolean =>
  tag === 'select' && options.some(({ selected, label }) => selected && label.trim() === name);

const VALUE_ROLES: ReadonlySet<string> = new Set([
  'combobox',
  'spinbutton',
  'slider',
  'textbox',
  'searchbox',
]);

function quoteValue(value: string, maxLength: number): string {
  const length = Array.from(value).length;
  const lengthNote = length > maxLength ? ` (${length} characters; read shows all)` : '';
  return quote(value, maxLength) + lengthNote;
}

/** Returns the role, or the tag if the element has no meaningful role. */
function formatKind({ role, tag }: Candidate): string {
  return role === '' || role === 'generic' || role === 'none' || role === 'presentation'
    ? toOneLine(tag.toLowerCase(), 20)
    : toOneLine(role, 24);
}

function formatHint(candidate: Candidate, name: string): string {
  const { attributes, value } = candidate;
  const hint = attributes['placeholder'] ?? '';
  return hint && !value && toOneLine(hint, MAX_NAME_CHARS) !== toOneLine(name, MAX_NAME_CHARS)
    ? `hint ${quote(hint, 60)}`
    : '';
}

/** Frameworks generate ids with a variable prefix: `react-aria94539-_r_6_-option-files`. */
const GENERATED_ID_PREFIX = /^.*\d[^-]*-(?=[a-z])/i;

function formatUnnamed({ attributes }: Candidate): string {
  const { title = '', id = '', 'data-testid': testId = '' } = attributes;
  const name = title || testId || id.replace(GENERATED_ID_PREFIX, '');
  return name ? `(unnamed, id ${quote(name, 40)})` : '(unnamed)';
}

function formatLink({ role, attributes }: Candidate, name: string): string {
  const href = attributes['href'];
  return role === 'link' && href && !name.trim() ? `to ${JSON.stringify(shortenUrl(href, 60))}` : '';
}

/** Reads a note about the link's destination from its title: `page does not exist`. */
function formatLinkNote({ attributes }: Candidate, name: string): string {
  const title = toOneLine(attributes['title'] ?? '', MAX_NAME_CHARS);
  return title.startsWith(name) && title.length > name.length
    ? title.slice(name.length).replace(/^[\s\p{P}]+/u, (start) => (start.includes('(') ? '(' : ''))
    : '';
}

const BORDER_SYMBOLS = { columns: '↔', rows: '↕' } as const;

const CHECK_SYMBOLS: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['checkbox', ['☐', '☑']],
  ['radio', ['○', '◉']],
]);

/**
 * How much of a control is written. `all`: everything. `name`: nothing after its name, because its content follows
 * separately. `role`: nothing after its role, because its name follows too. `number`: only the number, for a paragraph
 * in an editor.
 */
export type ControlDetail = 'all' | 'name' | 'role' | 'number';

export interface ElementOptions {
  number: number;
  detail?: ControlDetail;
  /** Whether the element is new since the last action. */
  isNew?: boolean;
  coveredBy?: string | undefined;
  /** The lookup's search words: a long option list shows the options that contain them. */
  searchWords?: string | undefined;
  /** Whether the element is part of a text passage. */
  isInText?: boolean;
  /** Maximum code points of the value. */
  maxValueChars?: number | undefined;
}

export function formatElement(candidate: Candidate, options: ElementOptions): string {
  const {
    number,
    detail = 'all',
    isNew,
    coveredBy,
    searchWords,
    isInText,
    maxValueChars = MAX_VALUE_CHARS,
  } = options;
  const showsName = detail === 'all' || detail === 'name';
  const name = showsName && !isNamedByValue(candidate) ? getVisibleName(candidate) : '';
  const { role, states, scroll, inputType: type } = candidate;
  const id = `[${number}]${isNew ? '*' : ''}`;
  if (detail === 'number') return id;
  const details = [
    type !== undefined && SHOWN_INPUT_TYPES.has(type) ? `type ${type}` : '',
    detail === 'all' ? formatValue(candidate, maxValueChars) : '',
    formatHint(candidate, name),
    ...describeStates(states, role),
    formatOptions(candidate, searchWords),
    scroll ? `scrolls, at ${Math.round(scroll.y)} of ${Math.round(scroll.maxY)} px` : '',
    coveredBy && !states.disabled ? `covered by ${quote(coveredBy, 40)}` : '',
  ].filter(Boolean);
  if (role === 'link' && name.trim()) {
    const text = toOneLine(name, MAX_NAME_CHARS).replace(/\[(\d+)\]/g, '$1');
    const notes = [formatLinkNote(candidate, text), ...details].filter(Boolean).join(', ');
    return `${id}${isInText ? `(${text})` : text}${notes && ` (${notes.replace(/^\((.*)\)$/, '$1')})`}`;
  }
  if (role === 'gridcell' && detail === 'all')
    return [
      `${id}${quote(name, MAX_NAME_CHARS)}`,
      ...details.filter((detail) => !detail.startsWith('shows')),
    ].join(' ');
  const checkSymbol = CHECK_SYMBOLS.get(role)?.[Number(states.checked === true)];
  if (checkSymbol !== undefined && typeof states.checked === 'boolean') {
    const otherDetails = details.filter((detail) => detail !== 'checked' && detail !== 'unchecked');
    return [
      `${id}${checkSymbol}`,
      showsName && name.trim() ? quote(name, MAX_NAME_CHARS) : '',
      ...otherDetails,
    ]
      .filter(Boolean)
      .join(' ');
  }
  if (candidate.resizes) return id + BORDER_SYMBOLS[candidate.resizes];
  return [
    id,
    formatKind(candidate),
    showsName ? (name.trim() ? quote(name, MAX_NAME_CHARS) : formatUnnamed(candidate)) : '',
    showsName ? formatLink(candidate, name) : '',
    ...details,
  ]
    .filter(Boolean)
    .join(' ');
}
