/**
 * Formats the conversation for the prompt: utterances, actions and outcomes. The instructor's lines carry the session's
 * secret marker. Element names come from the page and are quoted.
 */
import { formatAction } from '../../action/index.js';
import type { Effect, Exchange, Outcome, SayKind, Turn } from '../../contract/index.js';
import { toOneLine, quote, shortenUrl } from './page-text.js';

/** Maximum length of an instructor's line, long enough for a pasted letter. */
const MAX_INSTRUCTION_CHARS = 6_000;
const MAX_UTTERANCE_CHARS = 600;
/** Maximum number of actions listed individually; earlier ones are only counted. */
const MAX_LISTED_ACTIONS = 40;

const SAY_LABELS: Record<SayKind, string> = {
  ask: 'you asked',
  answer: 'you answered',
  report: 'you reported',
  unfinished: 'you gave up',
  ack: 'you said',
};

/** Describes an action's outcome in a few words. */
export function formatOutcome(outcome: Outcome): string {
  const receiver = 'receivedBy' in outcome ? outcome.receivedBy : undefined;
  return `${receiver === undefined ? '' : `${toOneLine(receiver, 80)} received the click; `}${formatStatus(outcome)}`;
}

function formatStatus(outcome: Outcome): string {
  switch (outcome.status) {
    case 'failed':
      return `failed (${outcome.reason}): ${toOneLine(outcome.detail, 160)}`;
    case 'no-effect':
      return outcome.pageRefusal
        ? `nothing happened: ${toOneLine(outcome.pageRefusal, 160)}`
        : 'nothing happened';
    case 'already':
      return 'it was already so';
    case 'done': {
      const effects = outcome.effects.map(formatEffect).filter(Boolean);
      const summary = [...new Set(effects)].slice(0, 4).join('; ') || 'the page changed';
      const pending = outcome.settle.reason === 'still-changing' ? '; the page is still changing' : '';
      return `${summary}${outcome.pageRefusal ? `; but ${toOneLine(outcome.pageRefusal, 160)}` : ''}${pending}`;
    }
  }
}

function formatEffect(effect: Effect): string {
  switch (effect.type) {
    case 'value':
      return effect.to === '' ? 'a value changed' : `its value is now ${quote(effect.to, 80)}`;
    case 'state':
      return `it is now ${formatState(effect.name, effect.to)}`;
    case 'dom':
      return 'the page changed';
    case 'url':
      return `the URL is now ${shortenUrl(effect.to)}`;
    case 'navigated':
      return `opened ${shortenUrl(effect.url)}${effect.status !== null && effect.status >= 400 ? ` (HTTP ${effect.status})` : ''}`;
    case 'tab-opened':
      return `a new tab opened: ${effect.opened} ${shortenUrl(effect.url)}`;
    case 'tab-closed':
      return `tab ${effect.closed} closed`;
    case 'tab-switched':
      return `tab ${effect.to} is now active`;
    case 'dialog':
      return `the page asked ${quote(effect.message, 160)}`;
    case 'dialog-answered':
      return `the dialog was ${effect.answer}`;
    case 'download':
      return `saved the file ${quote(effect.file, 80)}`;
    case 'scroll':
      return `scrolled to ${Math.round(effect.y)} px`;
    case 'clipboard':
      return `the clipboard now contains ${quote(effect.text, 120)}`;
    case 'crashed':
      return 'the page crashed and was opened again';
    case 'focus':
      return 'it has the focus';
  }
}

const STATE_WORDS: Readonly<Record<string, readonly [yes: string, no: string]>> = {
  expanded: ['open', 'closed'],
  checked: ['checked', 'unchecked'],
  selected: ['selected', 'not selected'],
  pressed: ['pressed', 'not pressed'],
  disabled: ['disabled', 'enabled'],
};

function formatState(name: string, to: string): string {
  const words = STATE_WORDS[name];
  if (words && (to === 'true' || to === 'false')) return words[to === 'true' ? 0 : 1];
  return `${toOneLine(name, 20)}: ${toOneLine(to, 20)}`;
}

/** Describes an action without its element number, because numbers differ from page to page. */
export const formatActionTurn = (turn: Extract<Turn, { type: 'action' }>): string =>
  toOneLine(formatAction(turn.action, turn.target, turn.drop), 220);

function formatTurn(turn: Turn, marker: string): string {
  if (turn.speaker === 'instructor') return `instructor ${marker}: ${quoteInstructor(turn.text)}`;
  if (turn.type === 'say') return `${SAY_LABELS[turn.kind]}: ${quote(turn.text, MAX_UTTERANCE_CHARS)}`;
  const outcome =
    turn.action.intent === 'wait' && turn.outcome.status === 'no-effect'
      ? 'nothing changed meanwhile'
      : formatOutcome(turn.outcome);
  return `you did: ${formatActionTurn(turn)} → ${outcome}`;
}

/** Keeps line breaks, because addresses and lists span several lines. */
export function quoteInstructor(text: string): string {
  const lines = text.split(/\r\n?|\n/).map((line) => toOneLine(line, MAX_INSTRUCTION_CHARS));
  return JSON.stringify(lines.join('\n').slice(0, MAX_INSTRUCTION_CHARS));
}

export function formatHistory({ turns }: Exchange, marker: string): string[] {
  const actions = turns.filter(({ type }) => type === 'action');
  const firstListedIndex = actions.at(-MAX_LISTED_ACTIONS)?.index ?? 0;
  const lines: string[] = [];
  let skippedCount = 0;
  const flushSkipped = (): void => {
    if (skippedCount) lines.push(`(${skippedCount} earlier actions of yours)`);
    skippedCount = 0;
  };
  for (const turn of turns) {
    if (turn.type === 'action' && turn.index < firstListedIndex) {
      skippedCount += 1;
      continue;
    }
    flushSkipped();
    lines.push(formatTurn(turn, marker));
  }
  flushSkipped();
  return lines;
}

/** Whether the same action may succeed when repeated, because the page was re-rendered or still loading. */
const isWorthRepeating = ({ action, outcome }: Extract<Turn, { type: 'action' }>): boolean =>
  action.intent === 'wait' || (outcome.status === 'failed' && outcome.reason === 'vanished');

/**
 * Returns the actions without effect since the last instruction, each once with its number of attempts. Leaves out
 * actions that succeeded later or are worth repeating.
 */
export function findActionsWithoutEffect({ turns }: Exchange): { description: string; attempts: number }[] {
  const instructionIndex = turns.findLastIndex(({ speaker }) => speaker === 'instructor');
  const counts = new Map<string, number>();
  for (const turn of turns.slice(instructionIndex + 1)) {
    if (turn.type !== 'action' || isWorthRepeating(turn)) continue;
    const description = formatActionTurn(turn);
    if (turn.outcome.status !== 'no-effect' && turn.outcome.status !== 'failed') {
      counts.delete(description);
      continue;
    }
    counts.set(description, (counts.get(description) ?? 0) + 1);
  }
  return [...counts].map(([description, attempts]) => ({ description, attempts }));
}
