/** One element as one line: `[12] textbox "E-mail" = "ann@example.org" required`. */
import type { Candidate, OptionItem, ElementStates } from '../../contract/index.js';
import { flatten, quote, shortenUrl } from './page-text.js';

/** Maximum code points of an element's name. */
export const MAX_NAME_CHARS = 100;
const MAX_VALUE_CHARS = 120;
const MAX_OPTION_CHARS = 64;
/** Longer option lists are cut. */
const MAX_OPTIONS = 14;
const MAX_FIRST_OPTIONS = 8;

/** Input types worth showing: they restrict the form of the value, or hide it. */
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
    haspopup !== undefined && role !== 'combobox' && `opens a ${flatten(haspopup, 12)}`,
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

/** Returns the visible part of the name, without text for screen readers only. */
export function getVisibleName({ name, hiddenName, text }: Candidate): string {
  const whole = name || text;
  if (!hiddenName) return whole;
  const visible = whole.replace(hiddenName, ' ').trim();
  // An icon has no text besides its name.
  return visible || whole;
}

function formatOptions(candidate: Candidate, words: string | undefined): string {
  const options = (candidate.options ?? []).filter(({ label, disabled }) => label.trim() && !disabled);
  if (options.length === 0) return '';
  const shown = options.length <= MAX_OPTIONS ? options : selectOptions(options, words);
  const rest = options.length - shown.length;
  const labels = shown.map(({ label }) => JSON.stringify(shortenLabel(label))).join(', ');
  return `options: ${labels}${rest ? ` and ${rest} more` : ''}`;
}

/** Shortens in the middle, because long labels often differ only at the end. */
function shortenLabel(label: string): string {
  const line = flatten(label, 400);
  const points = Array.from(line);
  if (points.length <= MAX_OPTION_CHARS) return line;
  return `${points.slice(0, MAX_OPTION_CHARS / 2 - 1).join('')}…${points.slice(-MAX_OPTION_CHARS / 2).join('')}`;
}

/** Selects the options of a long list that contain the searched words; its first options if none do. */
function selectOptions(options: readonly OptionItem[], words: string | undefined): readonly OptionItem[] {
  const queryWords = words?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const matching = queryWords.length
    ? options.filter(({ label }) => queryWords.some((word) => label.toLowerCase().includes(word)))
    : [];
  return (matching.length ? matching : options).slice(0, matching.length ? MAX_OPTIONS : MAX_FIRST_OPTIONS);
}

function formatValue({ value, options, role, states }: Candidate): string {
  const selected = options?.filter(({ selected }) => selected).map(({ label }) => label);
  if (selected?.length) return `= ${quote(selected.join(', '), MAX_VALUE_CHARS)}`;
  if (value === undefined) return '';
  const hasTypedValue = states.editable || role === 'combobox' || role === 'spinbutton' || role === 'slider';
  return hasTypedValue ? `= ${quote(value, MAX_VALUE_CHARS)}` : '';
}

/** Returns the role, or the tag if the element has no meaningful role. */
function formatKind({ role, tag }: Candidate): string {
  return role === '' || role === 'generic' || role === 'none' || role === 'presentation'
    ? flatten(tag.toLowerCase(), 20)
    : flatten(role, 24);
}

function formatHint(candidate: Candidate, name: string): string {
  const { attributes, value } = candidate;
  const hint = attributes['placeholder'] ?? '';
  return hint && !value && flatten(hint, MAX_NAME_CHARS) !== flatten(name, MAX_NAME_CHARS)
    ? `hint ${quote(hint, 60)}`
    : '';
}

function formatTitle({ attributes }: Candidate, name: string): string {
  if (name.trim()) return '';
  const title = attributes['title'] || attributes['data-testid'] || attributes['id'] || '';
  return title ? `(unnamed, id ${quote(title, 40)})` : '(unnamed)';
}

function formatLink({ role, attributes }: Candidate, name: string): string {
  const href = attributes['href'];
  return role === 'link' && href && !name.trim() ? `to ${JSON.stringify(shortenUrl(href, 60))}` : '';
}

export interface ElementLineOptions {
  number: number;
  /** New since the last action. */
  isNew?: boolean;
  coveredBy?: string | undefined;
  /** Searched words: a long list shows the options that contain them. */
  words?: string | undefined;
}

export function formatElementLine(
  candidate: Candidate,
  { number, isNew, coveredBy, words }: ElementLineOptions,
): string {
  const name = getVisibleName(candidate);
  const type = candidate.inputType;
  const { scroll } = candidate;
  return [
    `[${number}]${isNew ? '*' : ''}`,
    formatKind(candidate),
    name.trim() ? quote(name, MAX_NAME_CHARS) : formatTitle(candidate, name),
    formatLink(candidate, name),
    type !== undefined && SHOWN_INPUT_TYPES.has(type) ? `type ${type}` : '',
    formatValue(candidate),
    formatHint(candidate, name),
    ...describeStates(candidate.states, candidate.role),
    formatOptions(candidate, words),
    scroll ? `scrolls, at ${Math.round(scroll.y)} of ${Math.round(scroll.maxY)} px` : '',
    coveredBy ? `covered by ${quote(coveredBy, 40)}` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
