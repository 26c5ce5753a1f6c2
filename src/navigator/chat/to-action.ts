/**
 * Converts a model's step to an action on an element that the model was shown, or to a fault with the valid choices.
 * Pure.
 */
import { formatKeyChord, parseKeyChord } from '../../action/index.js';
import type { Candidate, Observation, PageAction } from '../../contract/index.js';
import type { ElementNumbers, StepName } from '../../prompt/index.js';
import { findNearestLabels, findOption } from './options.js';
import type { ModelStep } from './decision.js';

export interface StepFault {
  /** One sentence. */
  fault: string;
  /** One sentence for the model: the valid choices. */
  choices: string;
}

export interface ShownPage {
  /** Number of characters in a field that the model was not shown. */
  unseenChars(candidate: Candidate): number;
  observation: Observation;
  numbers: ElementNumbers;
  /** Numbers that the model has been shown. */
  shown: ReadonlySet<number>;
  /** All instructions so far. Only files named in them may be uploaded. */
  instructions: string;
}

/** Steps that may be combined with others in one answer. */
export const FORM_STEPS: ReadonlySet<StepName> = new Set([
  'type',
  'append',
  'replace',
  'choose',
  'check',
  'uncheck',
]);
const stepFault = (fault: string, choices: string): StepFault => ({ fault, choices });

export function findShownElement(
  on: number | null,
  { numbers, shown, observation }: ShownPage,
): Candidate | StepFault {
  const describeChoices = (): string =>
    shown.size
      ? `Elements have the numbers that you were shown: ${formatRanges([...shown])}. find shows others.`
      : 'The page shows no elements.';
  if (on === null) return stepFault('The step names no element.', describeChoices());
  const candidate = numbers.getCandidate(on);
  if (!candidate || !shown.has(on))
    return stepFault(`You were not shown an element [${on}].`, describeChoices());
  const { dialog } = observation;
  if (dialog) return stepFault('A dialog is open. Answer it first.', 'accept, dismiss or ask.');
  return candidate;
}

/** `1-4, 7, 9-12`. */
function formatRanges(numbers: readonly number[]): string {
  const parts: [number, number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = parts.at(-1);
    if (last && number <= last[1] + 1) last[1] = number;
    else parts.push([number, number]);
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

const INTENTS = {
  click: 'click',
  double_click: 'doubleClick',
  right_click: 'rightClick',
  hover: 'hover',
  submit: 'submit',
  copy: 'copy',
  paste: 'paste',
  scroll_to: 'reveal',
} as const;

export function toAction(step: ModelStep, shown: ShownPage, repairs: string[]): PageAction | StepFault {
  const { on, value } = step;
  const { dialog, tabs } = shown.observation;
  switch (step.do) {
    case 'click':
    case 'double_click':
    case 'right_click':
    case 'hover':
    case 'submit':
    case 'copy':
    case 'paste':
    case 'scroll_to': {
      const candidate = findShownElement(on, shown);
      return 'fault' in candidate ? candidate : { intent: INTENTS[step.do], uid: candidate.uid };
    }
    case 'type':
    case 'choose':
    case 'check':
    case 'uncheck':
      return toFill(step, shown, repairs);
    case 'append':
    case 'insert':
    case 'replace':
      return toEdit(step, shown);
    case 'press':
      return toPress(step, shown);
    case 'drag':
      return toDrag(step, shown);
    case 'upload':
      return toUpload(step, shown);
    case 'scroll':
      return toScroll(step, shown);
    case 'accept':
    case 'dismiss':
      if (!dialog)
        return stepFault(
          'No dialog is open.',
          '`accept` and `dismiss` answer browser dialogs; use `click` for buttons.',
        );
      return {
        intent: 'dialog',
        answer: step.do,
        ...(value !== null && dialog.type === 'prompt' ? { text: value } : {}),
      };
  }
  if (dialog) return stepFault('A dialog is open. Answer it first.', 'accept, dismiss or ask.');
  switch (step.do) {
    case 'open':
    case 'new_tab': {
      if (step.do === 'new_tab' && !value?.trim()) return { intent: 'tabcreate' };
      const url = toUrl(value ?? '', shown.observation.url);
      if (url === null)
        return stepFault(
          `“${(value ?? '').slice(0, 80)}” is not a URL.`,
          'For example https://example.org/path',
        );
      return step.do === 'open' ? { intent: 'load', url } : { intent: 'tabcreate', url };
    }
    case 'back':
    case 'forward':
    case 'reload':
      return { intent: step.do };
    case 'wait': {
      const seconds = Number(value ?? '2');
      return {
        intent: 'wait',
        ms: Math.round(Math.min(20, Math.max(0.2, Number.isFinite(seconds) ? seconds : 2)) * 1000),
      };
    }
    case 'switch_tab':
    case 'close_tab': {
      if (step.do === 'close_tab' && !value?.trim() && on === null) return { intent: 'tabremove' };
      const id = Number(value?.trim() || on);
      if (!tabs.some((tab) => tab.id === id))
        return stepFault(
          `There is no tab “${value ?? ''}”.`,
          `Tabs: ${tabs.map((tab) => tab.id).join(', ')}.`,
        );
      return step.do === 'switch_tab' ? { intent: 'tabswitch', tab: id } : { intent: 'tabremove', tab: id };
    }
    default:
      return stepFault(`“${step.do}” is not an action.`, 'Choose one of the actions.');
  }
}

const CHECKABLE_ROLES: ReadonlySet<string> = new Set([
  'checkbox',
  'switch',
  'radio',
  'menuitemcheckbox',
  'menuitemradio',
]);

function toFill(step: ModelStep, shown: ShownPage, repairs: string[]): PageAction | StepFault {
  const candidate = findShownElement(step.on, shown);
  if ('fault' in candidate) return candidate;
  const { uid } = candidate;
  const checkable = CHECKABLE_ROLES.has(candidate.role) || candidate.states.checked !== undefined;
  const removed = step.do === 'uncheck' && !checkable && candidate.options ? (step.value ?? '') : '';
  if (removed) {
    const options = removed.split(/\s*,\s*/).map((label) => findOption(candidate.options!, label) ?? label);
    return { intent: 'change', uid, value: options.join(', '), among: 'remove' };
  }
  if (step.do === 'check' || step.do === 'uncheck') {
    if (checkable) return { intent: 'change', uid, value: String(step.do === 'check') };
    repairs.push(`[${step.on}] has nothing to check; it was clicked.`);
    return { intent: 'click', uid };
  }
  if (checkable) {
    const unchecks = /^(false|no|off|unchecked|0)$/i.test(step.value?.trim() ?? '');
    return { intent: 'change', uid, value: String(!unchecks) };
  }
  if (step.value === null)
    return stepFault(`\`${step.do}\` requires the text in \`value\`.`, 'Give the whole text as a string.');
  if (candidate.options?.length && !candidate.states.editable) {
    const option = findChoices(candidate, step.value);
    if (option === null)
      return stepFault(
        `[${step.on}] has no option “${step.value.slice(0, 60)}”.`,
        `It offers: ${findNearestLabels(candidate.options, step.value)
          .map((label) => JSON.stringify(label))
          .join(', ')}.`,
      );
    if (step.do === 'type') repairs.push(`[${step.on}] is a list; the option was chosen.`);
    return { intent: 'change', uid, value: option };
  }
  if (step.do === 'choose') {
    // A plain field has no options.
    const isPlainField =
      candidate.states.editable &&
      (candidate.role === 'textbox' || candidate.role === 'searchbox') &&
      !/^(date|time|datetime-local|month|week|color|range|number)$/.test(candidate.inputType ?? '');
    return isPlainField
      ? { intent: 'textInput', uid, text: step.value }
      : { intent: 'change', uid, value: step.value };
  }
  return replaceAll(step.on!, candidate, step.value, shown);
}

/** The label of the matching option, or of several in a list that accepts several. Null if any option is missing. */
function findChoices({ options = [], attributes, role }: Candidate, written: string): string | null {
  const single = findOption(options, written);
  if (single !== null || !('multiple' in attributes || (role === 'listbox' && written.includes(','))))
    return single;
  const labels = written
    .split(/\s*,\s*/)
    .filter(Boolean)
    .map((label) => findOption(options, label));
  return labels.includes(null) ? null : labels.join(', ');
}

/** Replacing a field's text is refused if the model has not seen more than this many of its characters. */
const MAX_UNSEEN_CHARS = 200;

function replaceAll(
  on: number,
  candidate: Candidate,
  text: string,
  shown: ShownPage,
): PageAction | StepFault {
  const unseen = shown.unseenChars(candidate);
  if (unseen > MAX_UNSEEN_CHARS)
    return stepFault(
      `[${on}] contains ${unseen} characters that you have not seen, and \`type\` would replace them.`,
      `\`read\` with \`on\` ${on} shows them; \`append\`, \`insert\` and \`replace\` keep the rest of the text.`,
    );
  return { intent: 'textInput', uid: candidate.uid, text };
}

function toEdit(step: ModelStep, shown: ShownPage): PageAction | StepFault {
  const candidate = findShownElement(step.on, shown);
  if ('fault' in candidate) return candidate;
  const { uid } = candidate;
  const text = step.value ?? '';
  if (step.do === 'replace') {
    if (!step.old)
      return stepFault(
        '`replace` requires `old`: the passage to replace.',
        '`value` is the text that replaces it.',
      );
    return { intent: 'textInput', uid, text, edit: { passage: step.old } };
  }
  if (text === '')
    return stepFault(`\`${step.do}\` requires the text in \`value\`.`, 'Give the text to add.');
  return { intent: 'textInput', uid, text, edit: { at: step.do === 'append' ? 'end' : 'caret' } };
}

/** A misspelled key or chord must not be typed as text. */
const looksLikeChord = (text: string): boolean =>
  /^(?:ctrl|control|alt|shift|meta|cmd|command|option)\b.*[+ -]/i.test(text) ||
  /^(?:[A-Z][a-z]+){2,}$/.test(text);

function toPress({ on, value }: ModelStep, shown: ShownPage): PageAction | StepFault {
  const chord = parseKeyChord(value ?? '');
  if (chord === null) {
    if (on === null && value && !looksLikeChord(value))
      return shown.observation.dialog
        ? stepFault('A dialog is open. Answer it first.', 'accept, dismiss or ask.')
        : { intent: 'textInput', text: value, edit: { at: 'caret' } };
    return stepFault(
      `“${(value ?? '').slice(0, 40)}” is not a key.`,
      'For example "Enter", "Escape", "ArrowDown", "Control+A". With `on` null, text goes to the focused element.',
    );
  }
  const key = formatKeyChord(chord);
  if (on === null) {
    if (shown.observation.dialog)
      return stepFault('A dialog is open. Answer it first.', 'accept, dismiss or ask.');
    return { intent: 'press', key };
  }
  const candidate = findShownElement(on, shown);
  return 'fault' in candidate ? candidate : { intent: 'press', key, uid: candidate.uid };
}

function toDrag({ on, value }: ModelStep, shown: ShownPage): PageAction | StepFault {
  const candidate = findShownElement(on, shown);
  if ('fault' in candidate) return candidate;
  const offset = /^\s*(-?\d+)\s*,\s*(-?\d+)\s*$/.exec(value ?? '');
  if (offset)
    return { intent: 'drag', uid: candidate.uid, to: { dx: Number(offset[1]), dy: Number(offset[2]) } };
  const number = /^\s*\[?(\d+)\]?\s*$/.exec(value ?? '')?.[1];
  if (number === undefined)
    return stepFault(
      '`drag` requires its destination in `value`.',
      'The number of an element, or "dx,dy" in px.',
    );
  const to = findShownElement(Number(number), shown);
  return 'fault' in to ? to : { intent: 'drag', uid: candidate.uid, to: { uid: to.uid } };
}

/** Uploads only files that the instructor named, because a page can ask for any file. */
function toUpload({ on, value }: ModelStep, shown: ShownPage): PageAction | StepFault {
  const candidate = findShownElement(on, shown);
  if ('fault' in candidate) return candidate;
  const file = value?.trim() ?? '';
  if (!file || !shown.instructions.includes(file))
    return stepFault(
      `The instructor named no file “${file.slice(0, 80)}”.`,
      'Use `ask` to find out which file to upload.',
    );
  return { intent: 'upload', uid: candidate.uid, files: [file] };
}

/** Scrolls by this fraction of the viewport, so that some content stays in view. */
const SCROLL_FRACTION = 0.8;

function toScroll({ on, value }: ModelStep, shown: ShownPage): PageAction | StepFault {
  const word = (value ?? 'down').trim().toLowerCase();
  const known = /^(up|down|left|right|top|bottom)$/.test(word);
  if (!known)
    return stepFault(`“${word.slice(0, 40)}” is not a direction.`, 'up, down, left, right, top or bottom.');
  const { viewport, dialog } = shown.observation;
  let state = {
    x: viewport.scrollX,
    y: viewport.scrollY,
    maxX: Math.max(0, viewport.scrollWidth - viewport.width),
    maxY: Math.max(0, viewport.scrollHeight - viewport.height),
    width: viewport.width,
    height: viewport.height,
  };
  let uid: string | undefined;
  if (on !== null) {
    const container = findShownElement(on, shown);
    if ('fault' in container) return container;
    if (!container.scroll)
      return stepFault(
        `[${on}] does not scroll.`,
        '`scroll` with `on` null scrolls the page; `scroll_to` brings an element into view.',
      );
    state = { ...container.scroll, width: container.box.width, height: container.box.height };
    uid = container.uid;
  } else if (dialog) return stepFault('A dialog is open. Answer it first.', 'accept, dismiss or ask.');
  const clamp = (offset: number, max: number): number => Math.round(Math.min(max, Math.max(0, offset)));
  const x =
    word === 'left'
      ? clamp(state.x - SCROLL_FRACTION * state.width, state.maxX)
      : word === 'right'
        ? clamp(state.x + SCROLL_FRACTION * state.width, state.maxX)
        : state.x;
  const y =
    word === 'top'
      ? 0
      : word === 'bottom'
        ? state.maxY
        : word === 'up'
          ? clamp(state.y - SCROLL_FRACTION * state.height, state.maxY)
          : word === 'down'
            ? clamp(state.y + SCROLL_FRACTION * state.height, state.maxY)
            : state.y;
  return uid === undefined ? { intent: 'scroll', x, y } : { intent: 'scroll', uid, x, y };
}

/** @returns null if the text is not a URL that a browser opens */
function toUrl(input: string, base: string): string | null {
  const text = input.trim();
  if (!text || /\s/.test(text)) return null;
  const hasNoScheme =
    /^[\w-]+(\.[\w-]+)+([:/?#]|$)/.test(text) && !/\.html?($|[?#])/.test(text.split('/')[0]!);
  const url = hasNoScheme ? `https://${text}` : text;
  if (!URL.canParse(url, base)) return null;
  const { href, protocol } = new URL(url, base);
  return ['http:', 'https:', 'file:', 'about:'].includes(protocol) ? href : null;
}
