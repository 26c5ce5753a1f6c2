/** Converts the model's action to session actions on the labelled elements, or to a fault. Pure. */
import type { Candidate, Observation, Uid } from '../../contract/index.js';
import { formatTypingWarning, type VoyagerAction } from '../../prompt/index.js';
import { fail, succeed, type ConversionResult } from '../element-actions/conversion.js';
import { pressKey } from '../element-actions/press-key.js';
import { findScrollContainer, scrollArea, scrollPage } from '../element-actions/scrolling.js';
import { formatOptions, selectOption, typeText } from '../element-actions/typing.js';
import type { LabelledElement, LabelMap } from './labels.js';

export interface LabelledPage {
  observation: Observation;
  labels: LabelMap;
  compat: 'faithful' | 'hardened';
  /** Whether the active tab was opened by the navigator's actions and has not navigated since. */
  isInNewTab: boolean;
  /** `2026-11-21` */
  today: string;
}

export const GOOGLE_URL = 'https://www.google.com/';
/** The paper's waiting time. Here the wait ends early if the page changes and settles. */
const WAIT_MS = 5_000;

/** `memorize` is not converted, because no session action corresponds to it. */
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
    case 'press':
      return pressKey(action.key);
    case 'switchTab': {
      const { tabs } = page.observation;
      return tabs.some(({ id }) => id === action.tab)
        ? succeed({ intent: 'tabswitch', tab: action.tab })
        : fail(`There is no tab ${action.tab}. Open tabs: ${tabs.map(({ id }) => id).join(', ')}.`);
    }
    case 'wait':
      return succeed({ intent: 'wait', ms: WAIT_MS });
    case 'back':
      // The paper's agent opens every link in the same tab. Here the link opened a new tab, so GoBack closes it.
      return succeed(page.isInNewTab ? { intent: 'tabremove' } : { intent: 'back' });
    case 'google':
      return succeed({ intent: 'load', url: GOOGLE_URL });
    case 'answer':
      return succeed({ intent: 'say', kind: 'report', text: action.text });
    case 'ask':
      return succeed({ intent: 'say', kind: 'ask', text: action.text });
    case 'say':
      return succeed({ intent: 'say', kind: 'ack', text: action.text });
  }
}

function describeUnknownLabel(label: number, labels: LabelMap): string {
  const knownLabels = [...labels.keys()];
  if (labels.has(label)) return `[${label}] cannot be acted on. Choose the element inside or around it.`;
  return knownLabels.length
    ? `There is no label ${label}. The labels go from ${Math.min(...knownLabels)} to ${Math.max(...knownLabels)}.`
    : 'No element in the window has a label. Scroll, wait or go back.';
}

type ElementAction = Extract<VoyagerAction, { do: 'click' | 'hover' | 'type' | 'append' | 'select' }>;

function toElementActions(
  action: ElementAction,
  element: LabelledElement,
  uid: Uid,
  page: LabelledPage,
): ConversionResult {
  const { candidate } = element;
  switch (action.do) {
    case 'click':
      // The browser shows the options of a native list outside the page, where they cannot be clicked.
      return page.compat === 'hardened' && candidate?.tag === 'select'
        ? fail(
            `[${action.label}] is a list. Use Select [${action.label}]; [option]. It offers: ${formatOptions(candidate)}.`,
          )
        : succeed({ intent: 'click', uid });
    case 'hover':
      return succeed({ intent: 'hover', uid });
    case 'select':
      return selectOption(action.label, action.option, uid, candidate, page.today);
    case 'append':
      return candidate && !candidate.states.editable
        ? fail(`[${action.label}] is a ${candidate.role} and does not accept text.`)
        : succeed({ intent: 'textInput', uid, text: action.text, edit: { at: 'end' } });
    case 'type':
      return page.compat === 'faithful'
        ? typeFaithfully(action.text, element, uid)
        : typeText(action, uid, candidate, page.today);
  }
}

/**
 * Clears a field, types the text and presses Enter. If the element is not a field, clicks it and types into the focused
 * element.
 */
function typeFaithfully(
  text: string,
  { candidate, numberedElement }: LabelledElement,
  uid: Uid,
): ConversionResult {
  const tag = numberedElement?.tag ?? candidate?.tag ?? '';
  const type = numberedElement ? numberedElement.type : findElementType(candidate);
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

/** Finds the element's `type` property, which the paper's warning includes. Its default depends on the tag. */
function findElementType(candidate: Candidate | undefined): string | null {
  const { tag = '', inputType, attributes = {} } = candidate ?? {};
  if (tag === 'input') return inputType ?? 'text';
  if (tag === 'textarea') return 'textarea';
  if (tag === 'select') return attributes['multiple'] !== undefined ? 'select-multiple' : 'select-one';
  if (tag === 'button') return attributes['type'] ?? 'submit';
  return tag === 'a' ? (attributes['type'] ?? '') : null;
}

/** The paper's agent scrolls by two thirds of the window's height. */
const SCROLL_FRACTION = 2 / 3;

const scrollWindow = (direction: 'up' | 'down', { observation, compat }: LabelledPage): ConversionResult =>
  scrollPage(direction, observation.viewport, {
    share: SCROLL_FRACTION,
    refusesAtEnd: compat === 'hardened',
  });

function scrollElement(
  { label, direction }: { label: number | null; direction: 'up' | 'down' },
  page: LabelledPage,
): ConversionResult {
  const { labels, observation, compat } = page;
  const element = labels.get(label!);
  if (!element?.uid) return fail(describeUnknownLabel(label!, labels));
  if (compat === 'faithful')
    return succeed({
      intent: 'press',
      key: direction === 'down' ? 'Alt+ArrowDown' : 'Alt+ArrowUp',
      uid: element.uid,
    });
  const container = findScrollContainer(element.candidate, observation);
  return container ? scrollArea(container, direction, SCROLL_FRACTION) : scrollWindow(direction, page);
}
