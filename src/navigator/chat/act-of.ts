/** One step of a model as an act on the page that it was shown, or a fault that tells it what there is. Pure. */
import type { Candidate, Observation, PageAction } from '../../contract/index.js';
import type { Numbers, StepName } from '../../prompt/index.js';
import { nearestLabels, optionMeant } from './choices.js';
import type { Step } from './decision.js';
import { keyNamed } from './keys.js';

export interface Fault {
  /** One sentence. */
  fault: string;
  /** What would be right, for the model. */
  choices: string;
}

export interface Shown {
  observation: Observation;
  numbers: Numbers;
  /** Numbers that the model has been shown. */
  shown: ReadonlySet<number>;
  /** Everything that the instructor said, for what only they may name. */
  said: string;
}

/** Those of which several may be decided at once. */
export const FILLS: ReadonlySet<StepName> = new Set(['type', 'choose', 'check', 'uncheck']);
const wrong = (fault: string, choices: string): Fault => ({ fault, choices });

export function elementAt(on: number | null, { numbers, shown, observation }: Shown): Candidate | Fault {
  const listed = (): string =>
    shown.size
      ? `Elements have the numbers that you were shown: ${ranges([...shown])}. find shows others.`
      : 'The page shows no elements.';
  if (on === null) return wrong('The step names no element.', listed());
  const candidate = numbers.candidate(on);
  if (!candidate || !shown.has(on))
    return wrong(`There is no element [${on}] among those that were shown.`, listed());
  const { dialog } = observation;
  if (dialog)
    return wrong(
      'A dialog is open, and nothing else can be done before it is answered.',
      'accept, dismiss or ask.',
    );
  return candidate;
}

/** `1-4, 7, 9-12`. */
function ranges(all: readonly number[]): string {
  const parts: [number, number][] = [];
  for (const number of all.toSorted((a, b) => a - b)) {
    const last = parts.at(-1);
    if (last && number <= last[1] + 1) last[1] = number;
    else parts.push([number, number]);
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

const SIMPLE = {
  click: 'click',
  double_click: 'doubleClick',
  right_click: 'rightClick',
  hover: 'hover',
  submit: 'submit',
  copy: 'copy',
  paste: 'paste',
  scroll_to: 'reveal',
} as const;

export function actOf(step: Step, shown: Shown, repairs: string[]): PageAction | Fault {
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
      const at = elementAt(on, shown);
      return 'fault' in at ? at : { intent: SIMPLE[step.do], uid: at.uid };
    }
    case 'type':
    case 'choose':
    case 'check':
    case 'uncheck':
      return fillOf(step, shown, repairs);
    case 'press':
      return pressOf(step, shown);
    case 'drag':
      return dragOf(step, shown);
    case 'upload':
      return uploadOf(step, shown);
    case 'scroll':
      return scrollOf(step, shown);
    case 'accept':
    case 'dismiss':
      if (!dialog)
        return wrong(
          'No dialog is open.',
          'accept and dismiss are for dialogs of the browser; buttons are clicked.',
        );
      return {
        intent: 'dialog',
        answer: step.do,
        ...(value !== null && dialog.type === 'prompt' ? { text: value } : {}),
      };
  }
  if (dialog)
    return wrong(
      'A dialog is open, and nothing else can be done before it is answered.',
      'accept, dismiss or ask.',
    );
  switch (step.do) {
    case 'open':
    case 'new_tab': {
      if (step.do === 'new_tab' && !value?.trim()) return { intent: 'tabcreate' };
      const url = addressOf(value ?? '', shown.observation.url);
      if (url === null)
        return wrong(
          `“${(value ?? '').slice(0, 80)}” is no address.`,
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
        return wrong(`There is no tab “${value ?? ''}”.`, `Tabs: ${tabs.map((tab) => tab.id).join(', ')}.`);
      return step.do === 'switch_tab' ? { intent: 'tabswitch', tab: id } : { intent: 'tabremove', tab: id };
    }
    default:
      return wrong(`${step.do} is no act.`, 'Take one of the acts.');
  }
}

const TICKABLE: ReadonlySet<string> = new Set([
  'checkbox',
  'switch',
  'radio',
  'menuitemcheckbox',
  'menuitemradio',
]);

function fillOf(step: Step, shown: Shown, repairs: string[]): PageAction | Fault {
  const at = elementAt(step.on, shown);
  if ('fault' in at) return at;
  const { uid } = at;
  const tickable = TICKABLE.has(at.role) || at.states.checked !== undefined;
  if (step.do === 'check' || step.do === 'uncheck') {
    if (tickable) return { intent: 'change', uid, value: String(step.do === 'check') };
    repairs.push(`[${step.on}] has nothing to check; it was clicked.`);
    return { intent: 'click', uid };
  }
  if (tickable) {
    const no = /^(false|no|off|unchecked|0)$/i.test(step.value?.trim() ?? '');
    return { intent: 'change', uid, value: String(!no) };
  }
  if (step.value === null)
    return wrong(`${step.do} needs the text in value.`, 'Give the whole text as a string.');
  if (at.options?.length && !at.states.editable) {
    const option = optionMeant(at.options, step.value);
    if (option === null)
      return wrong(
        `[${step.on}] offers no “${step.value.slice(0, 60)}”.`,
        `It offers: ${nearestLabels(at.options, step.value)
          .map((label) => JSON.stringify(label))
          .join(', ')}.`,
      );
    if (step.do === 'type') repairs.push(`[${step.on}] is a list; the option was chosen.`);
    return { intent: 'change', uid, value: option };
  }
  if (step.do === 'choose') {
    // A plain field has nothing to choose from.
    const plain =
      at.states.editable &&
      (at.role === 'textbox' || at.role === 'searchbox') &&
      !/^(date|time|datetime-local|month|week|color|range|number)$/.test(at.inputType ?? '');
    return plain
      ? { intent: 'textInput', uid, text: step.value }
      : { intent: 'change', uid, value: step.value };
  }
  return { intent: 'textInput', uid, text: step.value };
}

function pressOf({ on, value }: Step, shown: Shown): PageAction | Fault {
  const key = keyNamed(value ?? '');
  if (key === null)
    return wrong(
      `“${(value ?? '').slice(0, 40)}” is no key.`,
      'For example "Enter", "Escape", "ArrowDown", "Control+A".',
    );
  if (on === null) {
    if (shown.observation.dialog)
      return wrong(
        'A dialog is open, and nothing else can be done before it is answered.',
        'accept, dismiss or ask.',
      );
    return { intent: 'press', key };
  }
  const at = elementAt(on, shown);
  return 'fault' in at ? at : { intent: 'press', key, uid: at.uid };
}

function dragOf({ on, value }: Step, shown: Shown): PageAction | Fault {
  const at = elementAt(on, shown);
  if ('fault' in at) return at;
  const by = /^\s*(-?\d+)\s*,\s*(-?\d+)\s*$/.exec(value ?? '');
  if (by) return { intent: 'drag', uid: at.uid, to: { dx: Number(by[1]), dy: Number(by[2]) } };
  const number = /^\s*\[?(\d+)\]?\s*$/.exec(value ?? '')?.[1];
  if (number === undefined)
    return wrong('drag needs where to in value.', 'The number of an element, or "dx,dy" in px.');
  const to = elementAt(Number(number), shown);
  return 'fault' in to ? to : { intent: 'drag', uid: at.uid, to: { uid: to.uid } };
}

/** A page can ask for any file; only the instructor says which. */
function uploadOf({ on, value }: Step, shown: Shown): PageAction | Fault {
  const at = elementAt(on, shown);
  if ('fault' in at) return at;
  const file = value?.trim() ?? '';
  if (!file || !shown.said.includes(file))
    return wrong(`The instructor named no file “${file.slice(0, 80)}”.`, 'ask which file it should be.');
  return { intent: 'upload', uid: at.uid, files: [file] };
}

/** So much of the window moves on, that some of what was seen stays in sight. */
const SCREEN = 0.8;

function scrollOf({ on, value }: Step, shown: Shown): PageAction | Fault {
  const word = (value ?? 'down').trim().toLowerCase();
  const known = /^(up|down|left|right|top|bottom)$/.test(word);
  if (!known)
    return wrong(`“${word.slice(0, 40)}” is no direction.`, 'up, down, left, right, top or bottom.');
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
    const at = elementAt(on, shown);
    if ('fault' in at) return at;
    if (!at.scroll)
      return wrong(
        `[${on}] does not scroll.`,
        'scroll with on null moves the page; scroll_to brings an element into view.',
      );
    state = { ...at.scroll, width: at.box.width, height: at.box.height };
    uid = at.uid;
  } else if (dialog)
    return wrong(
      'A dialog is open, and nothing else can be done before it is answered.',
      'accept, dismiss or ask.',
    );
  const clamp = (at: number, most: number): number => Math.round(Math.min(most, Math.max(0, at)));
  const x =
    word === 'left'
      ? clamp(state.x - SCREEN * state.width, state.maxX)
      : word === 'right'
        ? clamp(state.x + SCREEN * state.width, state.maxX)
        : state.x;
  const y =
    word === 'top'
      ? 0
      : word === 'bottom'
        ? state.maxY
        : word === 'up'
          ? clamp(state.y - SCREEN * state.height, state.maxY)
          : word === 'down'
            ? clamp(state.y + SCREEN * state.height, state.maxY)
            : state.y;
  return uid === undefined ? { intent: 'scroll', x, y } : { intent: 'scroll', uid, x, y };
}

/** @returns null for what no browser would open */
function addressOf(said: string, base: string): string | null {
  const text = said.trim();
  if (!text || /\s/.test(text)) return null;
  const bare = /^[\w-]+(\.[\w-]+)+([:/?#]|$)/.test(text) && !/\.html?($|[?#])/.test(text.split('/')[0]!);
  const url = bare ? `https://${text}` : text;
  if (!URL.canParse(url, base)) return null;
  const { href, protocol } = new URL(url, base);
  return ['http:', 'https:', 'file:', 'about:'].includes(protocol) ? href : null;
}
