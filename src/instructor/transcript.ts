/**
 * A session's events as lines for people: append-only, each line begins with who speaks, no boxes, no
 * cursor movement, nothing said by colour alone, so that pipes, logs and screen readers get the same text.
 */
import { styleText } from 'node:util';

import { formatAct } from '../action/index.js';
import type { Effect, Outcome, SessionEvent, Settle } from '../contract/index.js';

type Style = Parameters<typeof styleText>[0];

export interface TranscriptOptions {
  colour: boolean;
  /** A person at a terminal has just typed their line and need not read it again. */
  showInstructor: boolean;
}

/** Texts come from pages: a terminal must not obey what is in them. */
export function plainText(text: string): string {
  return text
    .replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ' ');
}

export function describeOutcome(outcome: Outcome): string {
  switch (outcome.status) {
    case 'done':
      return outcome.pageRefusal
        ? `(${outcome.pageRefusal})`
        : describeEffects(outcome.effects, outcome.settle);
    case 'no-effect':
      return outcome.pageRefusal ? `(${outcome.pageRefusal})` : '(nothing changed)';
    case 'already':
      return '(it was so already)';
    case 'failed':
      return `(failed: ${outcome.detail})`;
  }
}

/** What came of an act, by the effect that says most. */
function describeEffects(effects: readonly Effect[], settle: Settle): string {
  const by = <T extends Effect['type']>(type: T): Extract<Effect, { type: T }> | undefined =>
    effects.find((effect): effect is Extract<Effect, { type: T }> => effect.type === type);
  const crashed = by('crashed');
  if (crashed) return `(the page crashed; opened again at ${crashed.url})`;
  const moved = effects.find((effect) => effect.type === 'navigated' || effect.type === 'url');
  if (moved?.type === 'navigated')
    return `→ ${moved.url}${moved.status !== null && moved.status >= 400 ? ` (HTTP ${moved.status})` : ''}`;
  if (moved?.type === 'url') return `→ ${moved.to}`;
  const dialog = by('dialog');
  if (dialog) return `(the page ${asks(dialog.message, settle.reason === 'dialog', by('answered')?.answer)})`;
  const tab = by('tab');
  if (tab) return `→ new tab ${tab.url}`.trimEnd();
  const switched = by('tab-switched');
  if (switched) return `→ tab ${switched.to}`;
  const closed = by('tab-closed');
  if (closed) return `→ tab ${closed.closed} closed`;
  const download = by('download');
  if (download) return `→ download ${download.file}`;
  const clipboard = by('clipboard');
  return clipboard ? `→ “${cut(clipboard.text)}”` : '';
}

/** A dialog that is still open asks; one that nobody was there for was dismissed. */
function asks(message: string, open: boolean, answer: 'accepted' | 'dismissed' = 'dismissed'): string {
  // A page that asks before it is left does so in the browser's words, which are not known here.
  const what = message === '' ? 'whether to leave it' : `“${message}”`;
  return open ? `asks ${what}` : `asked ${what}, ${answer}`;
}

const LONGEST_COPY = 60;

function cut(text: string): string {
  const points = Array.from(text.slice(0, LONGEST_COPY * 4).replace(/\s+/g, ' '));
  return points.length <= LONGEST_COPY ? points.join('') : `${points.slice(0, LONGEST_COPY - 1).join('')}…`;
}

/** One line, or null for events that people need not see. */
export function transcriptLine(
  event: SessionEvent,
  { colour, showInstructor }: TranscriptOptions,
): string | null {
  const paint = (style: Style, text: string): string => (colour ? styleText(style, text) : text);
  switch (event.type) {
    case 'session':
    case 'end':
      return null;
    case 'page':
      return paint('dim', `Page: ${plainText(event.title) || '(no title)'} – ${plainText(event.url)}`);
    case 'say': {
      const text = plainText(event.text);
      if (event.speaker === 'instructor')
        return showInstructor ? `${paint(['bold', 'cyan'], 'You:')} ${text}` : null;
      const who = event.kind === 'ask' ? 'Navigator asks:' : 'Navigator:';
      return `${paint(['bold', 'green'], who)} ${text}`;
    }
    case 'action': {
      const failed = event.outcome.status === 'failed' || event.outcome.status === 'no-effect';
      const what = plainText(formatAct(event.action, event.target, event.drop));
      return `  ${paint(failed ? 'yellow' : 'dim', `Did: ${what} ${plainText(describeOutcome(event.outcome))}`.trimEnd())}`;
    }
    case 'check': {
      const { pass, label, expected, actual, soft } = event.result;
      if (pass) return `  ${paint('green', `Check passed: ${plainText(label)}`)}`;
      // One that counts for nothing is told in the same words, and says so.
      if (soft)
        return `  ${paint('yellow', `Check failed, which does not count: ${plainText(label)}`)}\n    expected ${plainText(expected)}\n    but saw  ${plainText(actual)}`;
      return `  ${paint('red', `Check failed: ${plainText(label)}`)}\n    expected ${plainText(expected)}\n    but saw  ${plainText(actual)}`;
    }
    case 'note':
      return paint('dim', `Note: ${plainText(event.text)}`);
  }
}
