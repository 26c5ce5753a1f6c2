/**
 * Converts a model's step to an action on an element that the model was shown, or to a fault with advice. Pure.
 */
import { formatKeyChord, parseKeyChord } from '../../action/index.js';
import type { Candidate, Observation, PageAction } from '../../contract/index.js';
import type { ElementNumbers, StepName } from '../../prompt/index.js';
import { findNearestLabels, findOption } from './find-option.js';
import type { ModelStep } from './decision.js';

export interface StepFault {
  /** Why the step cannot be performed, in one sentence. */
  fault: string;
  /** What the model can do instead, such as the valid choices: one sentence for the model. */
  advice: string;
}

export interface ShownPage {
  /** Counts a field's characters that the model was not shown. */
  countUnseenChars(candidate: Candidate): number;
  observation: Observation;
  numbers: ElementNumbers;
  /** Numbers that the model has been shown. */
  shownNumbers: ReadonlySet<number>;
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
const createStepFault = (fault: string, advice: string): StepFault => ({ fault, advice });

export function findShownElement(
  elementNumber: number | null,
  { numbers, shownNumbers, observation }: ShownPage,
): Candidate | StepFault {
  const describeShownNumbers = (): string =>
    shownNumbers.size
      ? `Elements have the numbers that you were shown: ${formatRanges([...shownNumbers])}. find shows others.`
      : 'The page shows no elements.';
  if (elementNumber === null) return createStepFault('The step names no element.', describeShownNumbers());
  const candidate = numbers.getCandidate(elementNumber);
  if (!candidate || !shownNumbers.has(elementNumber))
    return createStepFault(`You were not shown an element [${elementNumber}].`, describeShownNumbers());
  const { dialog } = observation;
  if (dialog) return createStepFault('A dialog is open. Answer it first.', 'accept, dismiss or ask.');
  return candidate;
}

/** `1-4, 7, 9-12`. */
function formatRanges(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const lastRange = ranges.at(-1);
    if (lastRange && number <= lastRange[1] + 1) lastRange[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
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

export function toAction(step: ModelStep, page: ShownPage, repairs: string[]): PageAction | StepFault {
  const { on, value } = step;
  const { dialog, tabs } = page.observation;
  switch (step.do) {
    case 'click':
    case 'double_click':
    case 'right_click':
    case 'hover':
    case 'submit':
    case 'copy':
    case 'paste':
    case 'scroll_to': {
      const candidate = findShownElement(on, page);
      return 'fault' in candidate ? candidate : { intent: INTENTS[step.do], uid: candidate.uid };
    }
    case 'type':
    case 'choose':
    case 'check':
    case 'uncheck':
      return toFill(step, page, repairs);
    case 'append':
    case 'insert':
    case 'replace':
      return toEdit(step, page);
    case 'press':
      return toPress(step, page);
    case 'drag':
      return toDrag(step, page);
    case 'upload':
      return toUpload(step, page);
    case 'scroll':
      return toScroll(step, page);
    case 'accept':
    case 'dismiss':
      if (!dialog)
        return createStepFault(
          'No dialog is open.',
          '`accept` and `dismiss` answer browser dialogs; use `click` for buttons.',
        );
      return {
        intent: 'dialog',
        answer: step.do,
        ...(value !== null && dialog.type === 'prompt' ? { text: value } : {}),
      };
  }
  if (dialog) return createStepFault('A dialog is open. Answer it first.', 'accept, dismiss or ask.');
  switch (step.do) {
    case 'open':
    case 'new_tab': {
      if (step.do === 'new_tab' && !value?.trim()) return { intent: 'tabcreate' };
      const url = toUrl(value ?? '', page.observation.url);
      if (url === null)
        return createStepFault(
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
        return createStepFault(
          `There is no tab “${value ?? ''}”.`,
          `Tabs: ${tabs.map((tab) => tab.id).join(', ')}.`,
        );
      return step.do === 'switch_tab' ? { intent: 'tabswitch', tab: id } : { intent: 'tabremove', tab: id };
    }
    default:
      return createStepFault(`“${step.do}” is not an action.`, 'Choose one of the actions.');
  }
}

const CHECKABLE_ROLES: ReadonlySet<string> = new Set([
  'checkbox',
  'switch',
  'radio',
  'menuitemcheckbox',
  'menuitemradio',
]);

function toFill(step: ModelStep, page: ShownPage, repairs: string[]): PageAction | StepFault {
  const candidate = findShownElement(step.on, page);
  if ('fault' in candidate) return candidate;
  const { uid } = candidate;
  const isCheckable = CHECKABLE_ROLES.has(candidate.role) || candidate.states.checked !== undefined;
  const labelsToRemove = step.do === 'uncheck' && !isCheckable && candidate.options ? (step.value ?? '') : '';
  if (labelsToRemove) {
    const options = labelsToRemove
      .split(/\s*,\s*/)
      .map((label) => findOption(candidate.options!, label) ?? label);
    return { intent: 'change', uid, value: options.join(', '), among: 'remove' };
  }
  if (step.do === 'check' || step.do === 'uncheck') {
    if (isCheckable) return { intent: 'change', uid, value: String(step.do === 'check') };
    repairs.push(`[${step.on}] has nothing to check; it was clicked.`);
    return { intent: 'click', uid };
  }
  if (isCheckable) {
    const isUnchecking = /^(false|no|off|unchecked|0)$/i.test(step.value?.trim() ?? '');
    return { intent: 'change', uid, value: String(!isUnchecking) };
  }
  if (step.value === null)
    return createStepFault(
      `\`${step.do}\` requires the text in \`value\`.`,
      'Give the whole text as a string.',
    );
  if (candidate.options?.length && !candidate.states.editable) {
    const option = findChosenOptions(candidate, step.value);
    if (option === null)
      return createStepFault(
        `[${step.on}] has no option “${step.value.slice(0, 60)}”.`,
        `It offers: ${findNearestLabels(candidate.options, step.value)
          .map((label) => JSON.stringify(label))
          .join(', ')}.`,
      );
    if (step.do === 'type') repairs.push(`[${step.on}] is a list; the option was chosen.`);
    return { intent: 'change', uid, value: option };
  }
  if (step.do === 'choose') {
    // A plain text field has no options, so the value is typed.
    const isPlainField =
      candidate.states.editable &&
      (candidate.role === 'textbox' || candidate.role === 'searchbox') &&
      !/^(date|time|datetime-local|month|week|color|range|number)$/.test(candidate.inputType ?? '');
    return isPlainField
      ? { intent: 'textInput', uid, text: step.value }
      : { intent: 'change', uid, value: step.value };
  }
  return replaceFieldText(step.on!, candidate, step.value, page);
}

/** The matching option, or several separated by commas if the list accepts several; null if any is missing. */
function findChosenOptions({ options = [], attributes, role }: Candidate, modelText: string): string | null {
  const singleOption = findOption(options, modelText);
  if (singleOption !== null || !('multiple' in attributes || (role === 'listbox' && modelText.includes(','))))
    return singleOption;
  const labels = modelText
    .split(/\s*,\s*/)
    .filter(Boolean)
    .map((label) => findOption(options, label));
  return labels.includes(null) ? null : labels.join(', ');
}

/** Replacing a field's text is refused if the model has not seen more than this many of its characters. */
const MAX_UNSEEN_CHARS = 200;

function replaceFieldText(
  elementNumber: number,
  candidate: Candidate,
  text: string,
  page: ShownPage,
): PageAction | StepFault {
  const unseenCharCount = page.countUnseenChars(candidate);
  if (unseenCharCount > MAX_UNSEEN_CHARS)
    return createStepFault(
      `[${elementNumber}] contains ${unseenCharCount} characters that you have not seen, and \`type\` would replace them.`,
      `\`read\` with \`on\` ${elementNumber} shows them; \`append\`, \`insert\` and \`replace\` keep the rest of the text.`,
    );
  return { intent: 'textInput', uid: candidate.uid, text };
}

function toEdit(step: ModelStep, page: ShownPage): PageAction | StepFault {
  const candidate = findShownElement(step.on, page);
  if ('fault' in candidate) return candidate;
  const { uid } = candidate;
  const text = step.value ?? '';
  if (step.do === 'replace') {
    if (!step.old)
      return createStepFault(
        '`replace` requires `old`: the passage to replace.',
        '`value` is the text that replaces it.',
      );
    return { intent: 'textInput', uid, text, edit: { passage: step.old } };
  }
  if (text === '')
    return createStepFault(`\`${step.do}\` requires the text in \`value\`.`, 'Give the text to add.');
  return { intent: 'textInput', uid, text, edit: { at: step.do === 'append' ? 'end' : 'caret' } };
}

/** Whether the text looks like a misspelled key or chord, which must not be typed as text. */
const looksLikeChord = (text: string): boolean =>
  /^(?:ctrl|control|alt|shift|meta|cmd|command|option)\b.*[+ -]/i.test(text) ||
  /^(?:[A-Z][a-z]+){2,}$/.test(text);

function toPress({ on, value }: ModelStep, page: ShownPage): PageAction | StepFault {
  const chord = parseKeyChord(value ?? '');
  if (chord === null) {
    if (on === null && value && !looksLikeChord(value))
      return page.observation.dialog
        ? createStepFault('A dialog is open. Answer it first.', 'accept, dismiss or ask.')
        : { intent: 'textInput', text: value, edit: { at: 'caret' } };
    return createStepFault(
      `“${(value ?? '').slice(0, 40)}” is not a key.`,
      'For example "Enter", "Escape", "ArrowDown", "Control+A". With `on` null, text goes to the focused element.',
    );
  }
  const key = formatKeyChord(chord);
  if (on === null) {
    if (page.observation.dialog)
      return createStepFault('A dialog is open. Answer it first.', 'accept, dismiss or ask.');
    return { intent: 'press', key };
  }
  const candidate = findShownElement(on, page);
  return 'fault' in candidate ? candidate : { intent: 'press', key, uid: candidate.uid };
}

function toDrag({ on, value }: ModelStep, page: ShownPage): PageAction | StepFault {
  const candidate = findShownElement(on, page);
  if ('fault' in candidate) return candidate;
  const offset = /^\s*(-?\d+)\s*,\s*(-?\d+)\s*$/.exec(value ?? '');
  if (offset)
    return { intent: 'drag', uid: candidate.uid, to: { dx: Number(offset[1]), dy: Number(offset[2]) } };
  const number = /^\s*\[?(\d+)\]?\s*$/.exec(value ?? '')?.[1];
  if (number === undefined)
    return createStepFault(
      '`drag` requires its destination in `value`.',
      'The number of an element, or "dx,dy" in px.',
    );
  const destination = findShownElement(Number(number), page);
  return 'fault' in destination
    ? destination
    : { intent: 'drag', uid: candidate.uid, to: { uid: destination.uid } };
}

/** Uploads only files that the instructor named, because a page can ask for any file. */
function toUpload({ on, value }: ModelStep, page: ShownPage): PageAction | StepFault {
  const candidate = findShownElement(on, page);
  if ('fault' in candidate) return candidate;
  const file = value?.trim() ?? '';
  if (!file || !page.instructions.includes(file))
    return createStepFault(
      `The instructor named no file “${file.slice(0, 80)}”.`,
      'Use `ask` to find out which file to upload.',
    );
  return { intent: 'upload', uid: candidate.uid, files: [file] };
}

/** Scrolls by this fraction of the viewport, so that some content stays in view. */
const SCROLL_FRACTION = 0.8;

function toScroll({ on, value }: ModelStep, page: ShownPage): PageAction | StepFault {
  const direction = (value ?? 'down').trim().toLowerCase();
  const isKnownDirection = /^(up|down|left|right|top|bottom)$/.test(direction);
  if (!isKnownDirection)
    return createStepFault(
      `“${direction.slice(0, 40)}” is not a direction.`,
      'up, down, left, right, top or bottom.',
    );
  const { viewport, dialog } = page.observation;
  let scrollState = {
    x: viewport.scrollX,
    y: viewport.scrollY,
    maxX: Math.max(0, viewport.scrollWidth - viewport.width),
    maxY: Math.max(0, viewport.scrollHeight - viewport.height),
    width: viewport.width,
    height: viewport.height,
  };
  let uid: string | undefined;
  if (on !== null) {
    const container = findShownElement(on, page);
    if ('fault' in container) return container;
    if (!container.scroll)
      return createStepFault(
        `[${on}] does not scroll.`,
        '`scroll` with `on` null scrolls the page; `scroll_to` brings an element into view.',
      );
    scrollState = { ...container.scroll, width: container.box.width, height: container.box.height };
    uid = container.uid;
  } else if (dialog) return createStepFault('A dialog is open. Answer it first.', 'accept, dismiss or ask.');
  const clamp = (offset: number, max: number): number => Math.round(Math.min(max, Math.max(0, offset)));
  const x =
    direction === 'left'
      ? clamp(scrollState.x - SCROLL_FRACTION * scrollState.width, scrollState.maxX)
      : direction === 'right'
        ? clamp(scrollState.x + SCROLL_FRACTION * scrollState.width, scrollState.maxX)
        : scrollState.x;
  const y =
    direction === 'top'
      ? 0
      : direction === 'bottom'
        ? scrollState.maxY
        : direction === 'up'
          ? clamp(scrollState.y - SCROLL_FRACTION * scrollState.height, scrollState.maxY)
          : direction === 'down'
            ? clamp(scrollState.y + SCROLL_FRACTION * scrollState.height, scrollState.maxY)
            : scrollState.y;
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
