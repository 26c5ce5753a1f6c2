/** Describes the outcome of an action in sentences. Pure. */
import type { Effect, FailureReason, Outcome } from '../contract/index.js';
import { formatCount } from './format-numbers.js';

export type OutcomeState = 'ok' | 'no-effect' | 'failed' | 'refused';

export function getOutcomeState(outcome: Outcome): OutcomeState {
  if (outcome.status === 'failed') return outcome.reason === 'refused' ? 'refused' : 'failed';
  if (outcome.status === 'no-effect') return 'no-effect';
  return outcome.status === 'done' && outcome.pageRefusal ? 'no-effect' : 'ok';
}

const FAILURES: Readonly<Record<FailureReason, string>> = {
  vanished: 'the element was no longer in the page',
  changed: 'the element had changed since it was observed',
  covered: 'another element covered it',
  disabled: 'the element was disabled',
  'not-editable': 'the field could not be edited',
  'no-option': 'the control does not offer this option',
  'bad-value': 'the field does not accept the value',
  unreachable: 'the page could not be reached',
  timeout: 'it took too long',
  'page-gone': 'the tab was closed or crashed',
  dialog: 'an open dialog had to be answered first',
  refused: 'the rules of the session did not allow it',
  interrupted: 'it was interrupted',
};

/** Returns a short phrase: `done`, `nothing changed`, `failed: another element covered it`. */
export function describeOutcomeState(outcome: Outcome): string {
  switch (outcome.status) {
    case 'done':
      return outcome.pageRefusal ? 'the page rejected it' : 'done';
    case 'no-effect':
      return outcome.pageRefusal ? 'the page rejected it' : 'nothing changed';
    case 'already':
      return 'already done';
    case 'failed':
      return `${outcome.reason === 'refused' ? 'refused' : 'failed'}: ${FAILURES[outcome.reason] ?? outcome.reason}`;
  }
}

/** Lists effects and details, one sentence each. */
export function listEffects(outcome: Outcome): string[] {
  switch (outcome.status) {
    case 'done':
      return [...listRemarks(outcome), ...outcome.effects.map(describeEffect)];
    case 'no-effect':
      return listRemarks(outcome);
    case 'already':
    case 'failed':
      return outcome.detail === '' ? [] : [outcome.detail];
  }
}

const listRemarks = ({
  pageRefusal,
  receivedBy,
}: {
  pageRefusal?: string;
  receivedBy?: string;
}): string[] => [
  ...(pageRefusal === undefined ? [] : [`The page rejected it: ${pageRefusal}`]),
  ...(receivedBy === undefined ? [] : [`${receivedBy} received the click.`]),
];

function describeEffect(effect: Effect): string {
  switch (effect.type) {
    case 'value':
      return describeValue(effect.from, effect.to);
    case 'state':
      return `The state “${effect.name}” became “${effect.to}”.`;
    case 'dom':
      return `The page changed (${formatCount(effect.mutations, 'mutation')}).`;
    case 'url':
      return `The URL became ${effect.to}.`;
    case 'navigated':
      return `A new page opened: ${effect.url}${effect.status === null ? '' : ` (HTTP ${effect.status})`}.`;
    case 'tab-opened':
      return `Tab ${effect.opened} opened: ${effect.url}`;
    case 'tab-closed':
      return `Tab ${effect.closed} closed; tab ${effect.now} is active.`;
    case 'tab-switched':
      return `Tab ${effect.to} became active.`;
    case 'dialog':
      return `A ${effect.dialog} dialog opened: “${effect.message}”.`;
    case 'dialog-answered':
      return `The dialog was ${effect.answer}.`;
    case 'download':
      return `The file ${effect.file} was downloaded.`;
    case 'scroll':
      return `Scrolled to ${Math.round(effect.x)}, ${Math.round(effect.y)}.`;
    case 'clipboard':
      return `The clipboard of the session holds “${effect.text}”.`;
    case 'crashed':
      return `The page crashed; ${effect.url} was opened again.`;
    case 'focus':
      return 'The focus moved.';
  }
}

function describeValue(from: string, to: string): string {
  if (from === '' && to === '') return 'A value changed.';
  if (from === '') return `The value became “${to}”.`;
  return to === '' ? `The value “${from}” was removed.` : `The value changed from “${from}” to “${to}”.`;
}
