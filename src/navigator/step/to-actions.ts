/** Converts a policy's action to session actions, or to a fault. Pure. */
import type { Observation } from '../../contract/index.js';
import type { StepAction } from '../../prompt/index.js';
import { fail, succeed, type ConversionResult } from '../element-actions/conversion.js';
import { pressKey } from '../element-actions/press-key.js';
import { findLargestScrollArea, scrollArea, scrollPage } from '../element-actions/scrolling.js';
import { formatOptions, selectOption, typeText } from '../element-actions/typing.js';
import { translateFaithfulKey } from './faithful-keys.js';
import type { Compat, PageTarget, StepPageView } from './step-page.js';

/** Actions that the session performs. Notes only change the history, and `stop` becomes a report. */
export type PolicyAction = Exclude<StepAction, { verb: 'note' | 'stop' }>;

export interface ConversionContext {
  page: StepPageView;
  compat: Compat;
  /** `2026-11-21` */
  today: string;
}

export function toSessionActions(action: PolicyAction, context: ConversionContext): ConversionResult {
  const { page, compat } = context;
  const isHardened = compat === 'hardened';
  switch (action.verb) {
    case 'click':
    case 'hover':
    case 'type':
    case 'select': {
      const target = page.targets.get(action.id);
      if (!target?.uid) return fail(describeUnknownId(action.id, page));
      return toElementActions(action, { ...target, uid: target.uid }, context);
    }
    case 'press':
      return isHardened ? pressChord(action.keys) : pressFaithfully(action.keys);
    case 'scroll':
      return isHardened
        ? scroll(action.direction, page.observation)
        : scrollFaithfully(action.direction, page);
    case 'goto':
      return isHardened ? goTo(action.url, page.observation) : succeed({ intent: 'load', url: action.url });
    case 'open': {
      const url = isHardened ? resolveUrl(action.url, page.observation.url) : action.url;
      return url === null ? fail(describeInvalidUrl(action.url)) : succeed({ intent: 'tabcreate', url });
    }
    case 'go_back':
      return succeed({ intent: 'back' });
    case 'go_forward':
      return succeed({ intent: 'forward' });
    case 'new_tab':
      return succeed({ intent: 'tabcreate' });
    case 'close_tab':
      return succeed({ intent: 'tabremove' });
    case 'tab_focus': {
      const { tabs } = page.observation;
      const tab = tabs[action.index];
      return tab
        ? succeed({ intent: 'tabswitch', tab: tab.id })
        : fail(`There is no tab ${action.index}. The tabs go from 0 to ${tabs.length - 1}.`);
    }
    case 'ask':
      return succeed({ intent: 'say', kind: 'ask', text: action.text });
  }
}

function describeUnknownId(id: number, { targets }: StepPageView): string {
  return targets.has(id)
    ? `[${id}] cannot be acted on. Choose the element inside or around it.`
    : `No element of the observation has the id ${id}.`;
}

type ActionableTarget = PageTarget & { uid: string };
type ElementStep = Extract<PolicyAction, { verb: 'click' | 'hover' | 'type' | 'select' }>;

function toElementActions(
  action: ElementStep,
  target: ActionableTarget,
  { compat, today }: ConversionContext,
): ConversionResult {
  const { uid, candidate } = target;
  const isHardened = compat === 'hardened';
  switch (action.verb) {
    case 'click':
      if (isHardened && candidate?.tag === 'select') return chooseClickedOption(action.id, target, today);
      return succeed({ intent: 'click', uid });
    case 'hover':
      return succeed({ intent: 'hover', uid });
    case 'select':
      return selectOption(action.id, action.option, uid, candidate, today);
    case 'type':
      return isHardened
        ? typeText({ label: action.id, text: action.text, enter: action.enter }, uid, candidate, today)
        : typeFaithfully(action, target);
  }
}

/** The browser shows the options of a native list outside the page, where they cannot be clicked. */
function chooseClickedOption(
  id: number,
  { uid, candidate, text }: ActionableTarget,
  today: string,
): ConversionResult {
  // The observation may have a line for each option, with an id that refers to the list.
  const option = candidate!.options?.find(
    ({ label, value, disabled }) => !disabled && isOptionLine(text, label || value),
  );
  if (option) return selectOption(id, option.label || option.value, uid, candidate, today);
  return fail(
    `[${id}] is a list. Use select [${id}] [option] or type [${id}] [option]. It offers: ${formatOptions(candidate!)}.`,
  );
}

/** `<option id=7 val=Name />`, `[7] option 'Name'` */
const isOptionLine = (text: string, label: string): boolean =>
  /^\s*(?:<option\b|\[-?\d+\] (?:menuitem|option)\b)/i.test(text) && text.includes(label);

/** Adds the text to the existing content, as the released code does by clicking and pressing keys. */
function typeFaithfully(
  { text, enter }: { text: string; enter: boolean },
  { uid, candidate }: ActionableTarget,
): ConversionResult {
  if (candidate?.states.editable)
    return {
      ok: true,
      actions: [
        { intent: 'textInput', uid, text, edit: { at: 'end' } },
        ...(enter ? [{ intent: 'press', key: 'Enter', uid } as const] : []),
      ],
      warning: '',
    };
  return {
    ok: true,
    actions: [
      { intent: 'click', uid },
      { intent: 'textInput', text, edit: { at: 'caret' } },
      ...(enter ? [{ intent: 'press', key: 'Enter' } as const] : []),
    ],
    warning: '',
  };
}

/** The modifier key for shortcuts is Command on a Mac, and Control elsewhere. */
function pressChord(keys: string): ConversionResult {
  const result = pressKey(keys);
  if (!result.ok) return result;
  const [action] = result.actions;
  return action.intent === 'press'
    ? succeed({ ...action, key: action.key.replace(/\bMeta(?=\+)/g, 'ControlOrMeta') })
    : result;
}

function pressFaithfully(keys: string): ConversionResult {
  const key = translateFaithfulKey(keys);
  return key === null ? fail('') : succeed({ intent: 'press', key });
}

/** Less than the whole window, so that some of the previous content stays visible. */
const SCROLL_FRACTION = 0.9;

function scroll(direction: 'up' | 'down', observation: Observation): ConversionResult {
  const { scrollHeight, height } = observation.viewport;
  const area = scrollHeight <= height ? findLargestScrollArea(observation) : undefined;
  return area
    ? scrollArea(area, direction, SCROLL_FRACTION)
    : scrollPage(direction, observation.viewport, { share: SCROLL_FRACTION, refusesAtEnd: true });
}

const scrollFaithfully = (direction: 'up' | 'down', { observation }: StepPageView): ConversionResult =>
  scrollPage(direction, observation.viewport, { share: 1, refusesAtEnd: false });

/** If the page is already open in another tab, switches to that tab. */
function goTo(urlInAction: string, { tabs, url: currentUrl }: Observation): ConversionResult {
  const url = resolveUrl(urlInAction, currentUrl);
  if (url === null) return fail(describeInvalidUrl(urlInAction));
  const tab = tabs.find((otherTab) => !otherTab.active && otherTab.url === url);
  return succeed(tab ? { intent: 'tabswitch', tab: tab.id } : { intent: 'load', url });
}

/** Accepts `example.org/a`, `/a` and `https://example.org/a`. */
function resolveUrl(urlInAction: string, base: string): string | null {
  const text = urlInAction.trim();
  if (/\s/.test(text)) return null;
  const startsWithHost = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#]|$)/.test(text) || /^localhost\b/.test(text);
  const fullUrl = startsWithHost ? `https://${text}` : text;
  return URL.canParse(fullUrl, base) ? new URL(fullUrl, base).href : null;
}

const describeInvalidUrl = (urlInAction: string): string =>
  `“${urlInAction.slice(0, 80)}” is not an address.`;
