/** One element as one line: `[12] textbox "E-mail" = "ann@example.org" required`. */
import type { Candidate, OptionItem, ElementStates } from '../../contract/index.js';
import { flatten, quoted, shortUrl } from './page-text.js';

/** Maximum code points of an element's name. */
export const MAX_NAME_CHARS = 100;
const MAX_VALUE_CHARS = 120;
const MAX_OPTION_CHARS = 64;
/** Longer option lists are cut. */
const FEW_OPTIONS = 14;
const FIRST_OPTIONS = 8;

/** Input types that say how a value has to look, or that none is shown. */
const TELLING: ReadonlySet<string> = new Set([
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

function stateWords(states: ElementStates, role: string): string[] {
  const { checked, pressed, selected, expanded, haspopup } = states;
  const tickable = checked !== undefined;
  const words: (string | false | undefined)[] = [
    tickable && (checked === 'mixed' ? 'partly checked' : checked ? 'checked' : 'unchecked'),
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

/** What people see of the name; letters for screen readers only are hidden text like any other. */
export function shownName({ name, hiddenName, text }: Candidate): string {
  const whole = name || text;
  if (!hiddenName) return whole;
  const seen = whole.replace(hiddenName, ' ').trim();
  // An icon has no text besides its name.
  return seen || whole;
}

function optionsText(candidate: Candidate, words: string | undefined): string {
  const options = (candidate.options ?? []).filter(({ label, disabled }) => label.trim() && !disabled);
  if (options.length === 0) return '';
  const shown = options.length <= FEW_OPTIONS ? options : shortList(options, words);
  const rest = options.length - shown.length;
  const labels = shown.map(({ label }) => JSON.stringify(shortLabel(label))).join(', ');
  return `options: ${labels}${rest ? ` and ${rest} more` : ''}`;
}

/** Shortens in the middle, because long labels often differ only at the end. */
function shortLabel(label: string): string {
  const line = flatten(label, 400);
  const points = Array.from(line);
  if (points.length <= MAX_OPTION_CHARS) return line;
  return `${points.slice(0, MAX_OPTION_CHARS / 2 - 1).join('')}…${points.slice(-MAX_OPTION_CHARS / 2).join('')}`;
}

/** Of a long list those that hold the words that were looked for, else its beginning. */
function shortList(options: readonly OptionItem[], words: string | undefined): readonly OptionItem[] {
  const wanted = words?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const found = wanted.length
    ? options.filter(({ label }) => wanted.some((word) => label.toLowerCase().includes(word)))
    : [];
  return (found.length ? found : options).slice(0, found.length ? FEW_OPTIONS : FIRST_OPTIONS);
}

function valueText({ value, options, role, states }: Candidate): string {
  const chosen = options?.filter(({ selected }) => selected).map(({ label }) => label);
  if (chosen?.length) return `= ${quoted(chosen.join(', '), MAX_VALUE_CHARS)}`;
  if (value === undefined) return '';
  const field = states.editable || role === 'combobox' || role === 'spinbutton' || role === 'slider';
  return field ? `= ${quoted(value, MAX_VALUE_CHARS)}` : '';
}

/** How it is called where the platform gives it no role of its own. */
function kindOf({ role, tag }: Candidate): string {
  return role === '' || role === 'generic' || role === 'none' || role === 'presentation'
    ? flatten(tag.toLowerCase(), 20)
    : flatten(role, 24);
}

function hintText(candidate: Candidate, name: string): string {
  const { attributes, value } = candidate;
  const hint = attributes['placeholder'] ?? '';
  return hint && !value && flatten(hint, MAX_NAME_CHARS) !== flatten(name, MAX_NAME_CHARS)
    ? `hint ${quoted(hint, 60)}`
    : '';
}

function titleText({ attributes }: Candidate, name: string): string {
  if (name.trim()) return '';
  const title = attributes['title'] || attributes['data-testid'] || attributes['id'] || '';
  return title ? `(unnamed, id ${quoted(title, 40)})` : '(unnamed)';
}

function linkText({ role, attributes }: Candidate, name: string): string {
  const href = attributes['href'];
  return role === 'link' && href && !name.trim() ? `to ${JSON.stringify(shortUrl(href, 60))}` : '';
}

export interface LineFacts {
  number: number;
  /** New since the last action. */
  fresh?: boolean;
  coveredBy?: string | undefined;
  /** Searched words: a long list shows the options that contain them. */
  words?: string | undefined;
}

export function elementLine(candidate: Candidate, { number, fresh, coveredBy, words }: LineFacts): string {
  const name = shownName(candidate);
  const type = candidate.inputType;
  const { scroll } = candidate;
  return [
    `[${number}]${fresh ? '*' : ''}`,
    kindOf(candidate),
    name.trim() ? quoted(name, MAX_NAME_CHARS) : titleText(candidate, name),
    linkText(candidate, name),
    type !== undefined && TELLING.has(type) ? `type ${type}` : '',
    valueText(candidate),
    hintText(candidate, name),
    ...stateWords(candidate.states, candidate.role),
    optionsText(candidate, words),
    scroll ? `scrolls, at ${Math.round(scroll.y)} of ${Math.round(scroll.maxY)} px` : '',
    coveredBy ? `covered by ${quoted(coveredBy, 40)}` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
