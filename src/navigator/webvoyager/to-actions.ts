/** Converts the model's action to actions of the session on the labelled elements, or to a fault. Pure. */
import { formatKeyChord, parseKeyChord } from '../../action/index.js';
import type { Action, Candidate, Observation, PageAction, Uid } from '../../contract/index.js';
import { formatTypingWarning, type VoyagerAction } from '../../prompt/index.js';
import type { LabelledElement, LabelMap } from './labels.js';
import { findNearestOption, formatFieldValue, isDateField } from './field-values.js';

export interface LabelledPage {
  observation: Observation;
  labels: LabelMap;
  compat: 'faithful' | 'hardened';
  /** The active tab was opened by the navigator's last actions and shows the page that it was opened with. */
  inOpenedTab: boolean;
  /** `2026-11-21` */
  today: string;
}

export type ConversionResult =
  | { ok: true; actions: [Action, ...Action[]]; warning: string }
  /** `fault`: one sentence for the model; '' for the paper's fixed sentence. */
  | { ok: false; fault: string };

export const GOOGLE_URL = 'https://www.google.com/';
/** The paper waits this long; a page that changes and settles earlier ends the wait. */
const WAIT_MS = 5_000;

const one = (action: Action): ConversionResult => ({ ok: true, actions: [action], warning: '' });
const fail = (fault: string): ConversionResult => ({ ok: false, fault });

/** `memorize` is no action of the session. */
export function toActions(
  action: Exclude<VoyagerAction, { do: 'memorize' }>,
  page: LabelledPage,
): ConversionResult {
  switch (action.do) {
    case 'click':
    case 'hover':
    case 'type':
    case 'append':
    case 'select': {
      const element = page.labels.get(action.label);
      if (!element?.uid) return fail(describeUnknownLabel(action.label, page.labels));
      return toElementActions(action, element, element.uid, page);
    }
    case 'scroll':
      return action.label === null ? scrollWindow(action.direction, page) : scrollElement(action, page);
    case 'press': {
      const chord = parseKeyChord(action.key);
      return chord === null
        ? fail(`“${action.key.slice(0, 40)}” is not a key. For example: Enter, Escape, ArrowDown, Control+A.`)
        : one({ intent: 'press', key: formatKeyChord(chord) });
    }
    case 'switchTab': {
      const { tabs } = page.observation;
      return tabs.some(({ id }) => id === action.tab)
        ? one({ intent: 'tabswitch', tab: action.tab })
        : fail(`There is no tab ${action.tab}. The tabs are ${tabs.map(({ id }) => id).join(', ')}.`);
    }
    case 'wait':
      return one({ intent: 'wait', ms: WAIT_MS });
    case 'back':
      // The paper opens links in the same tab, so its GoBack leads back from there.
      return one(page.inOpenedTab ? { intent: 'tabremove' } : { intent: 'back' });
    case 'google':
      return one({ intent: 'load', url: GOOGLE_URL });
    case 'answer':
      return one({ intent: 'say', kind: 'report', text: action.text });
    case 'ask':
      return one({ intent: 'say', kind: 'ask', text: action.text });
    case 'say':
      return one({ intent: 'say', kind: 'ack', text: action.text });
  }
}

function describeUnknownLabel(label: number, labels: LabelMap): string {
  const known = [...labels.keys()];
  if (labels.has(label)) return `[${label}] cannot be acted on. Choose the element inside or around it.`;
  return known.length
    ? `There is no label ${label}. The labels go from ${Math.min(...known)} to ${Math.max(...known)}.`
    : 'No element in the window has a label. Scroll, wait or go back.';
}

type ElementChoice = Extract<VoyagerAction, { do: 'click' | 'hover' | 'type' | 'append' | 'select' }>;

function toElementActions(
  action: ElementChoice,
  element: LabelledElement,
  uid: Uid,
  page: LabelledPage,
): ConversionResult {
  const { candidate } = element;
  switch (action.do) {
    case 'click':
      // The browser draws the options of a native list outside the page, where no click reaches them.
      return page.compat === 'hardened' && candidate?.tag === 'select'
        ? fail(
            `[${action.label}] is a list. Use Select [${action.label}]; [option]. It offers: ${listOptions(candidate)}.`,
          )
        : one({ intent: 'click', uid });
    case 'hover':
      return one({ intent: 'hover', uid });
    case 'select':
      return selectOption(action.label, action.option, uid, candidate, page);
    case 'append':
      return candidate && !candidate.states.editable
        ? fail(`[${action.label}] is a ${candidate.role} and takes no text.`)
        : one({ intent: 'textInput', uid, text: action.text, edit: { at: 'end' } });
    case 'type':
      return page.compat === 'faithful'
        ? typeFaithfully(action.text, element, uid)
        : typeText(action, uid, candidate, page);
  }
}

/** Clears the field, types and presses Enter. Text for anything but a field goes to what has the focus after a click. */
function typeFaithfully(text: string, { candidate, numbered }: LabelledElement, uid: Uid): ConversionResult {
  const tag = numbered?.tag ?? candidate?.tag ?? '';
  const type = numbered ? numbered.type : findElementType(candidate);
  const warning = formatTypingWarning({ tag, type });
  if (warning === '' || candidate?.states.editable)
    return {
      ok: true,
      actions: [
        { intent: 'textInput', uid, text },
        { intent: 'press', key: 'Enter', uid },
      ],
      warning,
    };
  return {
    ok: true,
    actions: [
      { intent: 'click', uid },
      { intent: 'textInput', text, edit: { at: 'caret' } },
      { intent: 'press', key: 'Enter' },
    ],
    warning,
  };
}

/** The property `type` of an element, which the paper's warning names. Its default is that of the tag. */
function findElementType(candidate: Candidate | undefined): string | null {
  const { tag = '', inputType, attributes = {} } = candidate ?? {};
  if (tag === 'input') return inputType ?? 'text';
  if (tag === 'textarea') return 'textarea';
  if (tag === 'select') return attributes['multiple'] !== undefined ? 'select-multiple' : 'select-one';
  if (tag === 'button') return attributes['type'] ?? 'submit';
  return tag === 'a' ? (attributes['type'] ?? '') : null;
}

const UNTYPED_ROLES: ReadonlySet<string> = new Set(['checkbox', 'radio', 'switch', 'button', 'link', 'tab']);

function typeText(
  { label, text, enter }: Extract<VoyagerAction, { do: 'type' }>,
  uid: Uid,
  candidate: Candidate | undefined,
  page: LabelledPage,
): ConversionResult {
  if (candidate && isDateField(candidate)) {
    const value = formatFieldValue(candidate, text, page.today);
    return value === null
      ? fail(
          `“${text.slice(0, 40)}” does not fit the field [${label}] of type ${candidate.inputType}. Dates have the form YYYY-MM-DD, times HH:MM.`,
        )
      : one({ intent: 'change', uid, value });
  }
  if (candidate?.options?.length && !candidate.states.editable)
    return selectOption(label, text, uid, candidate, page);
  if (candidate && !candidate.states.editable && UNTYPED_ROLES.has(candidate.role))
    return fail(`[${label}] is a ${candidate.role} and takes no text.`);
  const input: PageAction = { intent: 'textInput', uid, text };
  return enter && takesEnter(candidate)
    ? { ok: true, actions: [input, { intent: 'press', key: 'Enter', uid }], warning: '' }
    : one(input);
}

/**
 * In a field with several lines, Enter begins a new line. In a field for a number it would send the form, which the
 * number alone rarely completes.
 */
const takesEnter = (candidate: Candidate | undefined): boolean =>
  candidate?.tag !== 'textarea' &&
  candidate?.attributes['contenteditable'] === undefined &&
  candidate?.inputType !== 'number';

function selectOption(
  label: number,
  option: string,
  uid: Uid,
  candidate: Candidate | undefined,
  page: LabelledPage,
): ConversionResult {
  if (candidate && isDateField(candidate)) {
    const value = formatFieldValue(candidate, option, page.today);
    return one({ intent: 'change', uid, value: value ?? option });
  }
  if (!candidate?.options?.length) return one({ intent: 'change', uid, value: option });
  const nearest = findNearestOption(candidate.options, option);
  return nearest === null
    ? fail(`[${label}] has no option like “${option.slice(0, 60)}”. It offers: ${listOptions(candidate)}.`)
    : one({ intent: 'change', uid, value: nearest });
}

const MAX_LISTED_OPTIONS = 20;

function listOptions({ options = [] }: Candidate): string {
  const labels = options.filter(({ disabled, label }) => !disabled && label.trim()).map(({ label }) => label);
  const rest = labels.length - MAX_LISTED_OPTIONS;
  const listed = labels.slice(0, MAX_LISTED_OPTIONS).map((label) => JSON.stringify(label.slice(0, 60)));
  return `${listed.join(' | ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** The paper scrolls by two thirds of the window. */
const scrollDistance = (height: number): number => Math.floor((2 * height) / 3);

function scrollWindow(direction: 'up' | 'down', { observation, compat }: LabelledPage): ConversionResult {
  const { scrollX, scrollY, scrollHeight, height } = observation.viewport;
  const y = move(scrollY, direction, scrollDistance(height), Math.max(0, scrollHeight - height));
  if (y === scrollY && compat === 'hardened') return fail(describeEnd('page', direction));
  return one({ intent: 'scroll', x: scrollX, y });
}

function scrollElement(
  { label, direction }: { label: number | null; direction: 'up' | 'down' },
  page: LabelledPage,
): ConversionResult {
  const { labels, observation, compat } = page;
  const element = labels.get(label!);
  if (!element?.uid) return fail(describeUnknownLabel(label!, labels));
  if (compat === 'faithful')
    return one({
      intent: 'press',
      key: direction === 'down' ? 'Alt+ArrowDown' : 'Alt+ArrowUp',
      uid: element.uid,
    });
  const container = findScrollContainer(element.candidate, observation);
  if (!container) return scrollWindow(direction, page);
  const { x, y, maxY } = container.scroll!;
  const to = move(y, direction, scrollDistance(container.box.height), maxY);
  if (to === Math.round(y)) return fail(describeEnd('area', direction));
  return one({ intent: 'scroll', uid: container.uid, x, y: to });
}

/** The nearest area around the element that scrolls up and down. */
function findScrollContainer(
  start: Candidate | undefined,
  { candidates }: Observation,
): Candidate | undefined {
  const byUid = new Map(candidates.map((candidate) => [candidate.uid, candidate]));
  for (let at = start; at; at = at.parent === null ? undefined : byUid.get(at.parent))
    if (at.scroll && at.scroll.maxY > 0) return at;
  return undefined;
}

const move = (from: number, direction: 'up' | 'down', distance: number, max: number): number =>
  Math.round(Math.min(max, Math.max(0, from + (direction === 'down' ? distance : -distance))));

const describeEnd = (what: 'page' | 'area', direction: 'up' | 'down'): string =>
  `The ${what} is already at its ${direction === 'down' ? 'end' : 'beginning'}.`;
