/**
 * Formats session events as lines for people. Lines are only appended and start with the speaker; there are no boxes
 * or cursor movements, and colour alone never carries meaning. Pipes, logs and screen readers get the same text.
 */
import { styleText } from 'node:util';

import { formatAction } from '../action/index.js';
import type { Effect, Outcome, SessionEvent, Settle } from '../contract/index.js';
import { stripTerminalControls } from '../text/index.js';

type Style = Parameters<typeof styleText>[0];

export interface TranscriptOptions {
  colour: boolean;
  /** False at a terminal, where the person has just typed the line. */
  showInstructor: boolean;
}

/** Describes the outcome in one line, in brackets or after an arrow. */
export function describeOutcome(outcome: Outcome): string {
  const receiver = 'receivedBy' in outcome ? outcome.receivedBy : undefined;
  const text = describeStatus(outcome);
  return receiver === undefined ? text : `(${receiver} received the click) ${text}`.trimEnd();
}

function describeStatus(outcome: Outcome): string {
  switch (outcome.status) {
    case 'done':
      return outcome.pageRefusal
        ? `(${outcome.pageRefusal})`
        : describeEffects(outcome.effects, outcome.settle);
    case 'no-effect':
      return outcome.pageRefusal ? `(${outcome.pageRefusal})` : '(nothing changed)';
    case 'already':
      return '(already done)';
    case 'failed':
      return `(failed: ${outcome.detail})`;
  }
}

/** Describes the most informative effect of an action. */
function describeEffects(effects: readonly Effect[], settle: Settle): string {
  const findEffect = <T extends Effect['type']>(type: T): Extract<Effect, { type: T }> | undefined =>
    effects.find((effect): effect is Extract<Effect, { type: T }> => effect.type === type);
  const crash = findEffect('crashed');
  if (crash) return `(the page crashed; reopened ${crash.url})`;
  const navigation = effects.find((effect) => effect.type === 'navigated' || effect.type === 'url');
  if (navigation?.type === 'navigated')
    return `→ ${navigation.url}${navigation.status !== null && navigation.status >= 400 ? ` (HTTP ${navigation.status})` : ''}`;
  if (navigation?.type === 'url') return `→ ${navigation.to}`;
  const dialog = findEffect('dialog');
  if (dialog)
    return `(the page ${describeDialog(dialog.message, settle.reason === 'dialog', findEffect('dialog-answered')?.answer)})`;
  const openedTab = findEffect('tab-opened');
  if (openedTab) return `→ new tab ${openedTab.url}`.trimEnd();
  const tabSwitch = findEffect('tab-switched');
  if (tabSwitch) return `→ tab ${tabSwitch.to}`;
  const closedTab = findEffect('tab-closed');
  if (closedTab) return `→ tab ${closedTab.closed} closed`;
  const download = findEffect('download');
  if (download) return `→ download ${download.file}`;
  const clipboard = findEffect('clipboard');
  return clipboard ? `→ “${truncate(clipboard.text)}”` : '';
}

/** Uses the present tense for an open dialog. A closed one was dismissed unless an answer is known. */
function describeDialog(
  message: string,
  isOpen: boolean,
  answer: 'accepted' | 'dismissed' = 'dismissed',
): string {
  // `beforeunload` dialogs have no message: browsers show their own text.
  const question = message === '' ? 'whether to leave it' : `“${message}”`;
  return isOpen ? `asks ${question}` : `asked ${question}, ${answer}`;
}

const MAX_CLIPBOARD_LENGTH = 60;

function truncate(text: string): string {
  const codePoints = Array.from(text.slice(0, MAX_CLIPBOARD_LENGTH * 4).replace(/\s+/g, ' '));
  return codePoints.length <= MAX_CLIPBOARD_LENGTH
    ? codePoints.join('')
    : `${codePoints.slice(0, MAX_CLIPBOARD_LENGTH - 1).join('')}…`;
}

/** Formats an event; returns null for events that are not shown. */
export function formatEvent(
  event: SessionEvent,
  { colour, showInstructor }: TranscriptOptions,
): string | null {
  const applyStyle = (style: Style, text: string): string => (colour ? styleText(style, text) : text);
  switch (event.type) {
    case 'session':
    case 'end':
      return null;
    case 'page':
      return applyStyle(
        'dim',
        `Page: ${stripTerminalControls(event.title) || '(no title)'} – ${stripTerminalControls(event.url)}`,
      );
    case 'say': {
      const text = stripTerminalControls(event.text);
      if (event.speaker === 'instructor')
        return showInstructor ? `${applyStyle(['bold', 'cyan'], 'You:')} ${text}` : null;
      const speaker = event.kind === 'ask' ? 'Navigator asks:' : 'Navigator:';
      return `${applyStyle(['bold', 'green'], speaker)} ${text}`;
    }
    case 'action': {
      const isUnusual =
        event.outcome.status === 'failed' ||
        event.outcome.status === 'no-effect' ||
        event.evidence?.replay?.healed === true;
      const actionText = stripTerminalControls(formatAction(event.action, event.target, event.drop));
      return `  ${applyStyle(isUnusual ? 'yellow' : 'dim', `Did: ${actionText} ${stripTerminalControls(describeOutcome(event.outcome))}`.trimEnd())}`;
    }
    case 'check': {
      const { pass, label, expected, actual, soft, unknown } = event.result;
      if (pass) return `  ${applyStyle('green', `Check passed: ${stripTerminalControls(label)}`)}`;
      if (unknown)
        return `  ${applyStyle('yellow', `Check undecided: ${stripTerminalControls(label)}`)}\n    ${stripTerminalControls(actual)}`;
      if (soft)
        return `  ${applyStyle('yellow', `Check failed (not counted): ${stripTerminalControls(label)}`)}\n    expected ${stripTerminalControls(expected)}\n    but saw  ${stripTerminalControls(actual)}`;
      return `  ${applyStyle('red', `Check failed: ${stripTerminalControls(label)}`)}\n    expected ${stripTerminalControls(expected)}\n    but saw  ${stripTerminalControls(actual)}`;
    }
    case 'note':
      return event.deviation
        ? applyStyle('yellow', `Changed: ${stripTerminalControls(event.text)}`)
        : applyStyle('dim', `Note: ${stripTerminalControls(event.text)}`);
  }
}
