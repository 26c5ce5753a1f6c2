/**
 * A session's events as lines for people: append-only, each line begins with who speaks, no boxes, no
 * cursor movement, nothing said by colour alone, so that pipes, logs and screen readers get the same text.
 */
import { styleText } from 'node:util';

import { formatAct } from '../action/index.js';
import type { Outcome, SessionEvent } from '../contract/index.js';

type Style = Parameters<typeof styleText>[0];

export interface TranscriptOptions {
  colour: boolean;
  /** A person at a terminal has just typed their line and need not read it again. */
  showInstructor: boolean;
}

/** Texts come from pages: a terminal must not obey what is in them. */
function clean(text: string): string {
  return text
    .replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ' ');
}

export function describeOutcome(outcome: Outcome): string {
  switch (outcome.status) {
    case 'done': {
      const navigated = outcome.effects.find(
        (effect) => effect.type === 'navigated' || effect.type === 'url',
      );
      if (navigated?.type === 'navigated')
        return `→ ${navigated.url}${navigated.status !== null && navigated.status >= 400 ? ` (HTTP ${navigated.status})` : ''}`;
      if (navigated?.type === 'url') return `→ ${navigated.to}`;
      const dialog = outcome.effects.find((effect) => effect.type === 'dialog');
      if (dialog?.type === 'dialog') return `(the page asked “${dialog.message}”, dismissed)`;
      const tab = outcome.effects.find((effect) => effect.type === 'tab');
      if (tab?.type === 'tab') return `→ new tab ${tab.url}`;
      const download = outcome.effects.find((effect) => effect.type === 'download');
      return download?.type === 'download' ? `→ download ${download.file}` : '';
    }
    case 'no-effect':
      return '(nothing changed)';
    case 'already':
      return '(it was so already)';
    case 'failed':
      return `(failed: ${outcome.detail})`;
  }
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
      return paint('dim', `Page: ${clean(event.title) || '(no title)'} – ${clean(event.url)}`);
    case 'say': {
      const text = clean(event.text);
      if (event.speaker === 'instructor')
        return showInstructor ? `${paint(['bold', 'cyan'], 'You:')} ${text}` : null;
      const who = event.kind === 'ask' ? 'Navigator asks:' : 'Navigator:';
      return `${paint(['bold', 'green'], who)} ${text}`;
    }
    case 'act': {
      const failed = event.outcome.status === 'failed' || event.outcome.status === 'no-effect';
      const what = clean(formatAct(event.act, event.target));
      return `  ${paint(failed ? 'yellow' : 'dim', `Did: ${what} ${clean(describeOutcome(event.outcome))}`.trimEnd())}`;
    }
    case 'check': {
      const { pass, label, expected, actual } = event.result;
      if (pass) return `  ${paint('green', `Check passed: ${clean(label)}`)}`;
      return `  ${paint('red', `Check failed: ${clean(label)}`)}\n    expected ${clean(expected)}\n    but saw  ${clean(actual)}`;
    }
    case 'note':
      return paint('dim', `Note: ${clean(event.text)}`);
  }
}
