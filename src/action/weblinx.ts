/**
 * The table from live acts to WebLINX turns (design, "On disk"). An act without a row's answer lives in
 * `session.jsonl` only: an unknown intent in `replay.json` breaks every reader of the format (spec 1.8).
 */
import type { Effect, Outcome, PageAct } from '../contract/index.js';
import { type ActedElement, type FieldKind, fieldKind } from './field.js';

/** What a WebLINX browser turn says of an act, besides the state and the element (spec 1.3). */
export type WeblinxForm =
  | { intent: 'click' | 'hover' | 'submit' }
  | { intent: 'textInput'; text: string }
  | { intent: 'change'; value: string }
  /** Absolute offsets, CSS px. */
  | { intent: 'scroll'; scrollX: number; scrollY: number }
  | { intent: 'load'; url: string; transitionType: string; transitionQualifiers: string[] };

export interface ActFacts {
  outcome: Outcome;
  element: ActedElement | null;
  /** Address of the page the act was decided on. */
  urlBefore: string;
  /** Address once the page had come to rest, where it is known. */
  urlAfter?: string | undefined;
}

type Row<I extends PageAct['intent']> = (
  act: Extract<PageAct, { intent: I }>,
  facts: ActFacts,
) => WeblinxForm | null;

const TABLE: { [I in PageAct['intent']]: Row<I> } = {
  click: () => ({ intent: 'click' }),
  doubleClick: () => ({ intent: 'click' }),
  rightClick: () => null,
  hover: () => ({ intent: 'hover' }),
  drag: () => null,
  upload: (act) => ({ intent: 'change', value: act.files.join(', ') }),
  reveal: (_act, { outcome }) => scrolled(outcome),
  copy: () => null,
  paste: () => null,
  wait: () => null,
  dialog: () => null,
  tabcreate: () => null,
  tabremove: () => null,
  tabswitch: () => null,
  submit: () => ({ intent: 'submit' }),
  textInput: (act) => ({ intent: 'textInput', text: act.text }),
  change: (act) => ({ intent: 'change', value: act.value }),
  scroll: (act, { outcome }) =>
    act.uid === undefined
      ? (scrolled(outcome) ?? { intent: 'scroll', scrollX: act.x, scrollY: act.y })
      : null,
  load: (act, facts) => load(addressOf(act.url, facts), 'typed', ['from_address_bar']),
  // Chrome keeps the first visit's transition type on a history walk and marks it with the qualifier.
  back: (_act, facts) => load(arrived(facts), 'link', ['forward_back']),
  forward: (_act, facts) => load(arrived(facts), 'link', ['forward_back']),
  reload: (_act, facts) => load(arrived(facts) ?? facts.urlBefore, 'reload', []),
  press: (act, facts) => pressed(act.key, act.uid === undefined ? null : facts.element, facts.outcome),
};

/**
 * The WebLINX form of an act, or null when it has none.
 *
 * A failed act has none because it did not happen on the page, and neither has one whose asked-for state
 * `already` held: a WebLINX recorder listens to the page and would have heard nothing. An act with no
 * visible effect did happen and is written.
 */
export function weblinxForm(act: PageAct, facts: ActFacts): WeblinxForm | null {
  if (facts.outcome.status === 'failed' || facts.outcome.status === 'already') return null;
  // Each row takes the act of its own key; the compiler cannot see that the two belong together.
  const row = TABLE[act.intent] as (act: PageAct, facts: ActFacts) => WeblinxForm | null;
  return row(act, facts);
}

/** Tab events that follow from an act's effects; WebLINX gives each a turn of its own (spec 1.3, 8.3). */
export type TabForm =
  | { intent: 'tabcreate' | 'tabremove'; tabId: number }
  | { intent: 'tabswitch'; tabId: number; tabIdOrigin: number };

/** @param active id of the tab the act was made in */
export function tabForms(effects: readonly Effect[], active: number): TabForm[] {
  const forms: TabForm[] = [];
  let current = active;
  for (const effect of effects) {
    if (effect.type === 'tab') {
      forms.push({ intent: 'tabcreate', tabId: effect.opened });
      forms.push({ intent: 'tabswitch', tabId: effect.opened, tabIdOrigin: current });
      current = effect.opened;
    } else if (effect.type === 'tab-closed') {
      forms.push({ intent: 'tabremove', tabId: effect.closed });
      // A tab that closed in the background leaves the eye where it was.
      if (effect.now !== current)
        forms.push({ intent: 'tabswitch', tabId: effect.now, tabIdOrigin: current });
      current = effect.now;
    }
  }
  return forms;
}

/** What a key did to the element it was pressed in. The kind of element and the effects decide. */
function pressed(chord: string, element: ActedElement | null, outcome: Outcome): WeblinxForm | null {
  const kind: FieldKind = element === null ? 'none' : fieldKind(element);
  const key = keyOf(chord);
  const value = valueAfter(outcome);
  const left = arrivedBy(outcome) !== undefined;

  if ((key === 'Enter' || key === ' ') && kind === 'button') return { intent: 'click' };
  if (key === 'Enter' && kind === 'link') return { intent: 'click' };
  if (key === ' ' && kind === 'toggle') return { intent: 'click' };
  if (key === 'Enter' && kind === 'toggle' && left) return { intent: 'submit' };
  if (key === 'Enter' && (kind === 'line' || kind === 'lines')) {
    // Enter may take a suggestion or break the line instead: then a value stands in the field.
    if (value !== undefined && value !== '' && !left) return { intent: 'textInput', text: value };
    // With or without a form element: live execution of `submit` falls back to Enter (spec 8.3).
    if (kind === 'line' || outcome.status === 'done') return { intent: 'submit' };
    return null;
  }
  if (value !== undefined && (kind === 'line' || kind === 'lines'))
    return { intent: 'textInput', text: value };
  if (value !== undefined && kind === 'choice') return { intent: 'change', value };
  return scrolled(outcome);
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

/** The target's own value. A value effect from nothing to nothing says that another field changed. */
function valueAfter(outcome: Outcome): string | undefined {
  const values = effectsOf(outcome).filter((effect) => effect.type === 'value');
  return values.findLast((effect) => effect.from !== effect.to)?.to;
}

function scrolled(outcome: Outcome): WeblinxForm | null {
  const effect = effectsOf(outcome).findLast((item) => item.type === 'scroll');
  return effect === undefined ? null : { intent: 'scroll', scrollX: effect.x, scrollY: effect.y };
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
  // `properties.url` is mandatory (spec 1.8, item 4): no address, no turn.
  return url === undefined ? null : { intent: 'load', url, transitionType, transitionQualifiers };
}

/** What was asked for; where that has no scheme, where it led, or what live `load` makes of it (spec 8.3). */
function addressOf(url: string, facts: ActFacts): string {
  // `localhost:3000` looks like a scheme and is none.
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d+([/?#]|$))/i.test(url);
  return hasScheme ? url : (arrivedBy(facts.outcome) ?? `https://${url}`);
}
