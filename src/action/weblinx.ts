/**
 * Maps live actions to WebLINX turns. Actions without a WebLINX form are recorded in `session.jsonl` only, because an
 * unknown intent in `replay.json` breaks readers of the format.
 */
import type { Effect, Outcome, PageAction } from '../contract/index.js';
import { getFileName } from './file-name.js';
import { type ControlElement, type ControlKind, classifyControl } from './control-kind.js';

/** How an action is written in a WebLINX browser turn: all fields except state and element. */
export type WeblinxForm =
  | { intent: 'hover' | 'submit' }
  /** `clicks`: the `detail` of the mouse event, if more than 1. */
  | { intent: 'click'; clicks?: number }
  | { intent: 'textInput'; text: string }
  | { intent: 'change'; value: string }
  /** Absolute offsets, CSS px. */
  | { intent: 'scroll'; scrollX: number; scrollY: number }
  | { intent: 'load'; url: string; transitionType: string; transitionQualifiers: string[] }
  | { intent: 'copy'; selected: string }
  | { intent: 'paste'; pasted: string };

export interface ActionFacts {
  outcome: Outcome;
  element: ControlElement | null;
  /** URL of the page before the action. */
  urlBefore: string;
  /** URL after the page settled, if known. */
  urlAfter?: string | undefined;
  /** Whether the element is in a scroll container or a frame. */
  inContainer?: boolean | undefined;
  /** Content of the session's clipboard before the action. */
  clipboard?: string | undefined;
}

type FormBuilder<I extends PageAction['intent']> = (
  action: Extract<PageAction, { intent: I }>,
  facts: ActionFacts,
) => WeblinxForm | null;

const FORM_BUILDERS: { [I in PageAction['intent']]: FormBuilder<I> } = {
  click: () => ({ intent: 'click' }),
  doubleClick: () => ({ intent: 'click', clicks: 2 }),
  hover: () => ({ intent: 'hover' }),
  submit: () => ({ intent: 'submit' }),
  textInput: ({ text, edit }, { outcome }) => {
    // The format stores the resulting value, not the edit.
    const value = edit === undefined ? text : findNewValue(outcome);
    return value === undefined ? null : { intent: 'textInput', text: value };
  },
  change: (action) => ({ intent: 'change', value: action.value }),
  upload: (action) => ({ intent: 'change', value: action.files.map(getFileName).join(', ') }),
  scroll: (action, { outcome }) =>
    action.uid === undefined
      ? (toScrollForm(outcome) ?? { intent: 'scroll', scrollX: action.x, scrollY: action.y })
      : toContainerScrollForm(outcome),
  reveal: (_action, { outcome, inContainer }) =>
    inContainer ? toContainerScrollForm(outcome) : toScrollForm(outcome),
  copy: (_action, { outcome }) => {
    const selected = findClipboardText(outcome);
    return selected === undefined ? null : { intent: 'copy', selected };
  },
  paste: (_action, facts) => {
    const pasted = findClipboardText(facts.outcome) ?? facts.clipboard;
    return pasted === undefined ? null : { intent: 'paste', pasted };
  },
  load: (action, facts) => toLoadForm(resolveUrl(action.url, facts), 'typed', ['from_address_bar']),
  // When the user goes back or forward, Chrome keeps the first visit's transition type and adds this qualifier.
  back: (_action, facts) => toLoadForm(findUrlAfter(facts), 'link', ['forward_back']),
  forward: (_action, facts) => toLoadForm(findUrlAfter(facts), 'link', ['forward_back']),
  reload: (_action, facts) => toLoadForm(findUrlAfter(facts) ?? facts.urlBefore, 'reload', []),
  press: (action, facts) =>
    toPressForm(action.key, action.uid === undefined ? null : facts.element, facts.outcome),
  // This turn loads the URL. The turn that creates the tab comes from the effects.
  tabcreate: (action, facts) =>
    action.url === undefined
      ? null
      : toLoadForm(resolveUrl(action.url, facts), 'typed', ['from_address_bar']),
  tabremove: () => null,
  tabswitch: () => null,
  rightClick: () => null,
  drag: () => null,
  wait: () => null,
  dialog: () => null,
};

/**
 * Returns the WebLINX form of an action, or null if it has none.
 *
 * `failed` and `already` actions have none: they were not performed, so a WebLINX recorder in the page would not have
 * observed them. `no-effect` actions were performed and have a form.
 */
export function toWeblinxForm(action: PageAction, facts: ActionFacts): WeblinxForm | null {
  if (facts.outcome.status === 'failed' || facts.outcome.status === 'already') return null;
  // The builder fits the intent, but the compiler cannot verify this.
  const builder = FORM_BUILDERS[action.intent] as (
    action: PageAction,
    facts: ActionFacts,
  ) => WeblinxForm | null;
  return builder(action, facts);
}

/** A tab event among the effects of an action. Each becomes a WebLINX turn. */
export type TabForm =
  | { intent: 'tabcreate' | 'tabremove'; tabId: number }
  | { intent: 'tabswitch'; tabId: number; tabIdOrigin: number };

/**
 * Converts tab effects. Opening a tab activates it, and closing the active tab activates another. A switch that is also
 * reported as an effect is written once.
 *
 * @param actionTabId id of the tab in which the action was performed
 */
export function toTabForms(effects: readonly Effect[], actionTabId: number): TabForm[] {
  const forms: TabForm[] = [];
  let currentTabId = actionTabId;
  // Opening or closing a background tab does not switch tabs.
  const addSwitchTo = (tabId: number): void => {
    if (tabId !== currentTabId) forms.push({ intent: 'tabswitch', tabId, tabIdOrigin: currentTabId });
    currentTabId = tabId;
  };
  for (const effect of effects) {
    if (effect.type === 'tab-opened') {
      forms.push({ intent: 'tabcreate', tabId: effect.opened });
      addSwitchTo(effect.opened);
    } else if (effect.type === 'tab-closed') {
      forms.push({ intent: 'tabremove', tabId: effect.closed });
      addSwitchTo(effect.now);
    } else if (effect.type === 'tab-switched') addSwitchTo(effect.to);
  }
  return forms;
}

/** One turn of `replay.json`: an action in a tab, or a tab event. */
export type WireTurn = { kind: 'action'; form: WeblinxForm; tab: number } | { kind: 'tab'; form: TabForm };

/**
 * Returns all WebLINX turns of an action, in order.
 *
 * @param actionTabId id of the tab in which the action was performed
 */
export function toWeblinxTurns(action: PageAction, facts: ActionFacts, actionTabId: number): WireTurn[] {
  const form = toWeblinxForm(action, facts);
  const tabForms = toTabForms(listEffects(facts.outcome), actionTabId);
  const tabTurns = tabForms.map((tabForm): WireTurn => ({ kind: 'tab', form: tabForm }));
  if (form === null) return tabTurns;
  // The load happens in the new tab.
  if (action.intent === 'tabcreate')
    return [...tabTurns, { kind: 'action', form, tab: tabForms.at(-1)?.tabId ?? actionTabId }];
  return [{ kind: 'action', form, tab: actionTabId }, ...tabTurns];
}

/** Returns the WebLINX form of a key press. The form depends on the kind of the element and on the effects. */
function toPressForm(chord: string, element: ControlElement | null, outcome: Outcome): WeblinxForm | null {
  const kind: ControlKind = element === null ? 'none' : classifyControl(element);
  const key = parseKey(chord);
  const value = findNewValue(outcome);
  const hasNavigated = findNewUrl(outcome) !== undefined;

  if ((key === 'Enter' || key === ' ') && kind === 'button') return { intent: 'click' };
  if (key === 'Enter' && kind === 'link') return { intent: 'click' };
  if (key === ' ' && kind === 'toggle') return { intent: 'click' };
  if (key === 'Enter' && kind === 'toggle' && hasNavigated) return { intent: 'submit' };
  if (key === 'Enter' && (kind === 'line' || kind === 'lines')) {
    // Enter may accept a suggestion or insert a line break; then the value changed.
    if (value !== undefined && value !== '' && !hasNavigated) return { intent: 'textInput', text: value };
    // `submit` also works without a form element, because live execution then presses Enter.
    if (kind === 'line' || outcome.status === 'done') return { intent: 'submit' };
    return null;
  }
  if (value !== undefined && (kind === 'line' || kind === 'lines'))
    return { intent: 'textInput', text: value };
  if (value !== undefined && kind === 'choice') return { intent: 'change', value };
  return toScrollForm(outcome);
}

/** Returns the key of a chord: `Control+A` -> `A`, `Space` -> ` `, `Control++` -> `+`. */
function parseKey(chord: string): string {
  const key = chord.endsWith('+') ? '+' : chord.slice(chord.lastIndexOf('+') + 1);
  if (key === 'Space') return ' ';
  return key === 'NumpadEnter' ? 'Enter' : key;
}

function listEffects(outcome: Outcome): readonly Effect[] {
  return outcome.status === 'done' ? outcome.effects : [];
}

/** Returns the target's new value. A value effect from '' to '' is ignored: it means that another field changed. */
function findNewValue(outcome: Outcome): string | undefined {
  const values = listEffects(outcome).filter((effect) => effect.type === 'value');
  return values.findLast((effect) => effect.from !== effect.to)?.to;
}

/** Returns the new scroll offsets of the page. Offsets of scroll containers are recorded in `session.jsonl` only. */
function toScrollForm(outcome: Outcome): WeblinxForm | null {
  const effect = listEffects(outcome).findLast((item) => item.type === 'scroll' && item.uid === undefined);
  return effect?.type === 'scroll' ? { intent: 'scroll', scrollX: effect.x, scrollY: effect.y } : null;
}

/** Returns the page's new offsets after a container scrolled. They are known only if an effect names the container. */
function toContainerScrollForm(outcome: Outcome): WeblinxForm | null {
  const namesContainer = listEffects(outcome).some(
    (item) => item.type === 'scroll' && item.uid !== undefined,
  );
  return namesContainer ? toScrollForm(outcome) : null;
}

function findClipboardText(outcome: Outcome): string | undefined {
  return listEffects(outcome).findLast((effect) => effect.type === 'clipboard')?.text;
}

function findNewUrl(outcome: Outcome): string | undefined {
  let url: string | undefined;
  for (const effect of listEffects(outcome)) {
    if (effect.type === 'navigated') url = effect.url;
    else if (effect.type === 'url') url = effect.to;
  }
  return url;
}

function findUrlAfter(facts: ActionFacts): string | undefined {
  return findNewUrl(facts.outcome) ?? facts.urlAfter;
}

function toLoadForm(
  url: string | undefined,
  transitionType: string,
  transitionQualifiers: string[],
): WeblinxForm | null {
  // `properties.url` is mandatory in WebLINX.
  return url === undefined ? null : { intent: 'load', url, transitionType, transitionQualifiers };
}

/** Returns the requested URL if it has a scheme; otherwise the URL that was opened or, if unknown, the URL with `https://`. */
function resolveUrl(url: string, facts: ActionFacts): string {
  // `localhost:3000` looks like a scheme but is not one.
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d+([/?#]|$))/i.test(url);
  return hasScheme ? url : (findNewUrl(facts.outcome) ?? `https://${url}`);
}
