/**
 * Maps live actions to WebLINX turns. Actions without a WebLINX form are recorded in `session.jsonl` only, because an
 * unknown intent in `replay.json` breaks readers of the format (spec 1.8).
 */
import type { Effect, Outcome, PageAction } from '../contract/index.js';
import { fileName } from './file-name.js';
import { type FieldElement, type FieldKind, fieldKind } from './field.js';

/** The fields of a WebLINX browser turn besides state and element (spec 1.3). */
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

export interface ActFacts {
  outcome: Outcome;
  element: FieldElement | null;
  /** URL of the page before the action. */
  urlBefore: string;
  /** URL after the page settled, if known. */
  urlAfter?: string | undefined;
  /** The element is in a scroll container or a frame. */
  inContainer?: boolean | undefined;
  /** Content of the session's clipboard before the action. */
  clipboard?: string | undefined;
}

type Row<I extends PageAction['intent']> = (
  act: Extract<PageAction, { intent: I }>,
  facts: ActFacts,
) => WeblinxForm | null;

const TABLE: { [I in PageAction['intent']]: Row<I> } = {
  click: () => ({ intent: 'click' }),
  doubleClick: () => ({ intent: 'click', clicks: 2 }),
  hover: () => ({ intent: 'hover' }),
  submit: () => ({ intent: 'submit' }),
  textInput: (act) => ({ intent: 'textInput', text: act.text }),
  change: (act) => ({ intent: 'change', value: act.value }),
  upload: (act) => ({ intent: 'change', value: act.files.map(fileName).join(', ') }),
  scroll: (act, { outcome }) =>
    act.uid === undefined
      ? (pageScroll(outcome) ?? { intent: 'scroll', scrollX: act.x, scrollY: act.y })
      : besidesContainer(outcome),
  reveal: (_act, { outcome, inContainer }) => (inContainer ? besidesContainer(outcome) : pageScroll(outcome)),
  copy: (_act, { outcome }) => {
    const selected = clipboardIn(outcome);
    return selected === undefined ? null : { intent: 'copy', selected };
  },
  paste: (_act, facts) => {
    const pasted = clipboardIn(facts.outcome) ?? facts.clipboard;
    return pasted === undefined ? null : { intent: 'paste', pasted };
  },
  load: (act, facts) => load(addressOf(act.url, facts), 'typed', ['from_address_bar']),
  // Chrome keeps the first visit's transition type on a history walk and marks it with the qualifier.
  back: (_act, facts) => load(arrived(facts), 'link', ['forward_back']),
  forward: (_act, facts) => load(arrived(facts), 'link', ['forward_back']),
  reload: (_act, facts) => load(arrived(facts) ?? facts.urlBefore, 'reload', []),
  press: (act, facts) => pressed(act.key, act.uid === undefined ? null : facts.element, facts.outcome),
  // The effects add the turns of the tab; its URL is a load.
  tabcreate: (act, facts) =>
    act.url === undefined ? null : load(addressOf(act.url, facts), 'typed', ['from_address_bar']),
  tabremove: () => null,
  tabswitch: () => null,
  rightClick: () => null,
  drag: () => null,
  wait: () => null,
  dialog: () => null,
};

/**
 * The WebLINX form of an action, or null.
 *
 * `failed` and `already` actions have none: they were not performed, so a WebLINX recorder in the page would not have
 * observed them. An action without effect was performed and is written.
 */
export function weblinxForm(act: PageAction, facts: ActFacts): WeblinxForm | null {
  if (facts.outcome.status === 'failed' || facts.outcome.status === 'already') return null;
  // Each row takes the action of its own key, which the compiler cannot verify.
  const row = TABLE[act.intent] as (act: PageAction, facts: ActFacts) => WeblinxForm | null;
  return row(act, facts);
}

/** Tab events in the effects of an action; each is a WebLINX turn (spec 1.3, 8.3). */
export type TabForm =
  | { intent: 'tabcreate' | 'tabremove'; tabId: number }
  | { intent: 'tabswitch'; tabId: number; tabIdOrigin: number };

/**
 * Opening a tab activates it, and closing the active tab activates another. A switch that is also reported as an
 * effect is written once.
 *
 * @param active id of the tab of the action
 */
export function tabForms(effects: readonly Effect[], active: number): TabForm[] {
  const forms: TabForm[] = [];
  let current = active;
  // Opening or closing a background tab does not switch tabs.
  const inFront = (tabId: number): void => {
    if (tabId !== current) forms.push({ intent: 'tabswitch', tabId, tabIdOrigin: current });
    current = tabId;
  };
  for (const effect of effects) {
    if (effect.type === 'tab-opened') {
      forms.push({ intent: 'tabcreate', tabId: effect.opened });
      inFront(effect.opened);
    } else if (effect.type === 'tab-closed') {
      forms.push({ intent: 'tabremove', tabId: effect.closed });
      inFront(effect.now);
    } else if (effect.type === 'tab-switched') inFront(effect.to);
  }
  return forms;
}

/** One turn of `replay.json`: an action in a tab, or a tab event. */
export type WireTurn = { kind: 'act'; form: WeblinxForm; tab: number } | { kind: 'tab'; form: TabForm };

/** All WebLINX turns of an action, in order. */
export function weblinxTurns(act: PageAction, facts: ActFacts, active: number): WireTurn[] {
  const form = weblinxForm(act, facts);
  const tabs = tabForms(effectsOf(facts.outcome), active);
  const events = tabs.map((tab): WireTurn => ({ kind: 'tab', form: tab }));
  if (form === null) return events;
  // The load happens in the new tab.
  if (act.intent === 'tabcreate')
    return [...events, { kind: 'act', form, tab: tabs.at(-1)?.tabId ?? active }];
  return [{ kind: 'act', form, tab: active }, ...events];
}

/** The WebLINX form of a key press, by the kind of element and the effects. */
function pressed(chord: string, element: FieldElement | null, outcome: Outcome): WeblinxForm | null {
  const kind: FieldKind = element === null ? 'none' : fieldKind(element);
  const key = keyOf(chord);
  const value = valueAfter(outcome);
  const left = arrivedBy(outcome) !== undefined;

  if ((key === 'Enter' || key === ' ') && kind === 'button') return { intent: 'click' };
  if (key === 'Enter' && kind === 'link') return { intent: 'click' };
  if (key === ' ' && kind === 'toggle') return { intent: 'click' };
  if (key === 'Enter' && kind === 'toggle' && left) return { intent: 'submit' };
  if (key === 'Enter' && (kind === 'line' || kind === 'lines')) {
    // Enter may accept a suggestion or insert a line break; then the value changed.
    if (value !== undefined && value !== '' && !left) return { intent: 'textInput', text: value };
    // With or without a form element: live execution of `submit` falls back to Enter (spec 8.3).
    if (kind === 'line' || outcome.status === 'done') return { intent: 'submit' };
    return null;
  }
  if (value !== undefined && (kind === 'line' || kind === 'lines'))
    return { intent: 'textInput', text: value };
  if (value !== undefined && kind === 'choice') return { intent: 'change', value };
  return pageScroll(outcome);
}

/** The key of a chord: `Control+A` -> `A`, `Space` -> ` `, `Control++` -> `+`. */
function keyOf(chord: string): string {
  const key = chord.endsWith('+') ? '+' : chord.slice(chord.lastIndexOf('+') + 1);
  if (key === 'Space') return ' ';
  return key === 'NumpadEnter' ? 'Enter' : key;
}

function effectsOf(outcome: Outcome): readonly Effect[] {
  return outcome.status === 'done' ? outcome.effects : [];
}

/** The target's new value. A value effect from '' to '' means that another field changed. */
function valueAfter(outcome: Outcome): string | undefined {
  const values = effectsOf(outcome).filter((effect) => effect.type === 'value');
  return values.findLast((effect) => effect.from !== effect.to)?.to;
}

/** New scroll offsets of the page. Only `session.jsonl` records those of scroll containers. */
function pageScroll(outcome: Outcome): WeblinxForm | null {
  const effect = effectsOf(outcome).findLast((item) => item.type === 'scroll' && item.uid === undefined);
  return effect?.type === 'scroll' ? { intent: 'scroll', scrollX: effect.x, scrollY: effect.y } : null;
}

/** The page's offsets if a container scrolled too, known only if an effect names the container. */
function besidesContainer(outcome: Outcome): WeblinxForm | null {
  const marked = effectsOf(outcome).some((item) => item.type === 'scroll' && item.uid !== undefined);
  return marked ? pageScroll(outcome) : null;
}

function clipboardIn(outcome: Outcome): string | undefined {
  return effectsOf(outcome).findLast((effect) => effect.type === 'clipboard')?.text;
}

function arrivedBy(outcome: Outcome): string | undefined {
  let url: string | undefined;
  for (const effect of effectsOf(outcome)) {
    if (effect.type === 'navigated') url = effect.url;
    else if (effect.type === 'url') url = effect.to;
  }
  return url;
}

function arrived(facts: ActFacts): string | undefined {
  return arrivedBy(facts.outcome) ?? facts.urlAfter;
}

function load(
  url: string | undefined,
  transitionType: string,
  transitionQualifiers: string[],
): WeblinxForm | null {
  // `properties.url` is mandatory (spec 1.8, item 4).
  return url === undefined ? null : { intent: 'load', url, transitionType, transitionQualifiers };
}

/** The requested URL; without a scheme, the URL it led to, or the one that live `load` opens (spec 8.3). */
function addressOf(url: string, facts: ActFacts): string {
  // `localhost:3000` looks like a scheme but is not one.
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d+([/?#]|$))/i.test(url);
  return hasScheme ? url : (arrivedBy(facts.outcome) ?? `https://${url}`);
}
