/**
 * The conversation as a model reads it: who said what, what was done, and what came of it. Lines of the
 * instructor bear the session's marker, which no page knows; names of elements are the page's words, in quotes.
 */
import { formatAct } from '../../action/index.js';
import type { Effect, Exchange, Outcome, SayKind, Turn } from '../../contract/index.js';
import { flat, quoted, shortUrl } from './page-words.js';

/** Instructors may paste whole letters. */
const LINE = 6_000;
const SAID = 600;
/** Acts that are told one by one; of older ones only how many there were. */
const ACTS = 40;

const SAID_AS: Record<SayKind, string> = {
  ask: 'you asked',
  answer: 'you answered',
  report: 'you reported',
  unfinished: 'you gave up',
  ack: 'you said',
};

/** What came of an act, in a few words. */
export function outcomeWords(outcome: Outcome): string {
  switch (outcome.status) {
    case 'failed':
      return `failed (${outcome.reason}): ${flat(outcome.detail, 160)}`;
    case 'no-effect':
      return outcome.pageRefusal ? `nothing happened: ${flat(outcome.pageRefusal, 160)}` : 'nothing happened';
    case 'already':
      return 'it was so already';
    case 'done': {
      const effects = outcome.effects.map(effectWords).filter(Boolean);
      const said = [...new Set(effects)].slice(0, 4).join('; ') || 'the page changed';
      const waiting = outcome.settle.reason === 'still-moving' ? '; the page was still moving' : '';
      return `${said}${outcome.pageRefusal ? `; but ${flat(outcome.pageRefusal, 160)}` : ''}${waiting}`;
    }
  }
}

function effectWords(effect: Effect): string {
  switch (effect.type) {
    case 'value':
      return effect.to === '' ? 'its value changed' : `it holds ${quoted(effect.to, 80)} now`;
    case 'state':
      return `it is ${stateWord(effect.what, effect.to)} now`;
    case 'dom':
      return 'the page changed';
    case 'url':
      return `the address is ${shortUrl(effect.to)} now`;
    case 'navigated':
      return `opened ${shortUrl(effect.url)}${effect.status !== null && effect.status >= 400 ? ` (HTTP ${effect.status})` : ''}`;
    case 'tab':
      return `a new tab opened: ${effect.opened} ${shortUrl(effect.url)}`;
    case 'tab-closed':
      return `tab ${effect.closed} closed`;
    case 'tab-switched':
      return `tab ${effect.to} is shown now`;
    case 'dialog':
      return `the page asked ${quoted(effect.message, 160)}`;
    case 'answered':
      return `the dialog was ${effect.answer}`;
    case 'download':
      return `saved the file ${quoted(effect.file, 80)}`;
    case 'scroll':
      return `scrolled to ${Math.round(effect.y)} px`;
    case 'clipboard':
      return `the clipboard holds ${quoted(effect.text, 120)}`;
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

function stateWord(what: string, to: string): string {
  const words = STATE_WORDS[what];
  if (words && (to === 'true' || to === 'false')) return words[to === 'true' ? 0 : 1];
  return `${flat(what, 20)}: ${flat(to, 20)}`;
}

/** Of the act, without the number of that look: numbers change. */
export const actWords = (turn: Extract<Turn, { type: 'action' }>): string =>
  flat(formatAct(turn.action, turn.target, turn.drop), 220);

function lineOf(turn: Turn, marker: string): string {
  if (turn.speaker === 'instructor') return `instructor ${marker}: ${instructorWords(turn.text)}`;
  if (turn.type === 'say') return `${SAID_AS[turn.kind]}: ${quoted(turn.text, SAID)}`;
  return `you did: ${actWords(turn)} → ${outcomeWords(turn.outcome)}`;
}

/** Lines of theirs are kept, for addresses and lists are more than one line long. */
export function instructorWords(text: string): string {
  const lines = text.split(/\r\n?|\n/).map((line) => flat(line, LINE));
  return JSON.stringify(lines.join('\n').slice(0, LINE));
}

export function historyLines({ turns }: Exchange, marker: string): string[] {
  const acts = turns.filter(({ type }) => type === 'action');
  const first = acts.at(-ACTS)?.index ?? 0;
  const lines: string[] = [];
  let skipped = 0;
  const tell = (): void => {
    if (skipped) lines.push(`(${skipped} older acts of yours)`);
    skipped = 0;
  };
  for (const turn of turns) {
    if (turn.type === 'action' && turn.index < first) {
      skipped += 1;
      continue;
    }
    tell();
    lines.push(lineOf(turn, marker));
  }
  tell();
  return lines;
}

/** Acts since the instructor's last line that came to nothing, each once with how often. */
export function fruitless({ turns }: Exchange): { words: string; times: number }[] {
  const since = turns.findLastIndex(({ speaker }) => speaker === 'instructor');
  const counts = new Map<string, number>();
  for (const turn of turns.slice(since + 1)) {
    if (turn.type !== 'action' || (turn.outcome.status !== 'no-effect' && turn.outcome.status !== 'failed'))
      continue;
    const words = actWords(turn);
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return [...counts].map(([words, times]) => ({ words, times }));
}
