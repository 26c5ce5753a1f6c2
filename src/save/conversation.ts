/**
 * Reads the instructor lines of a conversation from its events, each with the replies, actions and outcome that belong
 * to it. Pure.
 *
 * An instructor turn after a question is a reply, unless the navigator asked for a new instruction or the instructor
 * gave one.
 */
import type { SessionEvent } from '../contract/index.js';
import { asksSomething, isQuestion } from '../dialogue/index.js';

export type RecordedAction = Extract<SessionEvent, { type: 'action' }>;
type SayEvent = Extract<SessionEvent, { type: 'say' }>;

export interface QuestionAndReply {
  question: string;
  reply: string;
}

/** How the navigator ended a line. `done`: it reported or answered. `unfinished`: the record ends first. */
export type LineEnd = 'done' | 'gave-up' | 'not-understood' | 'stopped' | 'unfinished';

export interface SpokenLine {
  text: string;
  /** The URL that the instructor opened (`/goto`); null: the instructor went back. `text` is then empty. */
  opened?: string | null;
  replies: QuestionAndReply[];
  actions: RecordedAction[];
  /** The navigator's last utterance in response to the line. */
  lastSay: SayEvent | null;
  end: LineEnd;
  /** URL before and after the line. */
  urlBefore: string;
  urlAfter: string;
  /** Whether the instructor undid all actions of the line (`/undo`). */
  isUndone: boolean;
  /** Whether the instructor undid some of them. */
  isPartlyUndone: boolean;
  /** The element that was excluded when the instructor repeated the line (`/retry`). */
  excludedElement?: string;
}

export interface Conversation {
  session: Extract<SessionEvent, { type: 'session' }>;
  /** The page before the first line; '' if none was opened. */
  startUrl: string;
  startTitle: string;
  lines: SpokenLine[];
  /** Present if the session has ended. */
  end: Extract<SessionEvent, { type: 'end' }> | null;
}

/** A question about the next instruction, not about the current one: “What should I do?” */
const ASKS_FOR_INSTRUCTION =
  /\bwhat (?:should|shall|can|do you want me to|would you like me to) (?:i )?do\b/i;

/** The session's note when the instructor goes back (`session/instructor-moves.ts`). */
const WENT_BACK = /^Went back to (\S+)$/;

export function readConversation(events: readonly SessionEvent[]): Conversation | null {
  const [session] = events;
  if (session?.type !== 'session') return null;
  const takenBack = new Set(
    events.flatMap((event) => (event.type === 'note' ? (event.takenBack ?? []) : [])),
  );
  const lines: SpokenLine[] = [];
  let startUrl = '';
  let startTitle = '';
  let url = '';
  let current: SpokenLine | null = null;
  let refused: string | undefined;
  const begin = (text: string, opened?: string | null): SpokenLine => {
    const line: SpokenLine = {
      text,
      ...(opened === undefined ? {} : { opened }),
      replies: [],
      actions: [],
      lastSay: null,
      end: opened === undefined ? 'unfinished' : 'done',
      urlBefore: url,
      urlAfter: url,
      isUndone: false,
      isPartlyUndone: false,
      ...(refused === undefined ? {} : { excludedElement: refused }),
    };
    refused = undefined;
    lines.push(line);
    return line;
  };
  for (const [index, event] of events.entries()) {
    switch (event.type) {
      case 'page':
        if (lines.length > 0) current = begin('', event.url);
        else [startUrl, startTitle] = [event.url, event.title];
        url = event.url;
        break;
      case 'say':
        if (event.speaker === 'instructor') {
          const question = current?.end === 'not-understood' ? current.lastSay : null;
          if (current && question && isReply(question.text, event, events.slice(index + 1)))
            current.replies.push({ question: question.text, reply: event.text });
          else current = begin(event.text);
          current.end = 'unfinished';
        } else if (current && event.kind !== 'ack') {
          current.lastSay = event;
          current.end = endOf(event);
          url = event.page?.url ?? url;
        }
        break;
      case 'action':
        current?.actions.push(event);
        url = addressAfter(event) ?? event.page.url;
        break;
      case 'note': {
        refused = event.refused ?? refused;
        const back = WENT_BACK.exec(event.text)?.[1];
        if (back !== undefined) {
          if (lines.length > 0) current = begin('', null);
          url = back;
        } else if (event.text.startsWith('Stopped.') && current?.end === 'unfinished')
          current.end = 'stopped';
        break;
      }
    }
    if (current) current.urlAfter = url;
  }
  for (const line of lines) {
    const changes = line.actions.filter(hasEffect);
    const undone = changes.filter(({ turn }) => takenBack.has(turn)).length;
    line.isUndone = undone > 0 && undone === changes.length;
    line.isPartlyUndone = undone > 0 && undone < changes.length;
  }
  const last = events.at(-1);
  return { session, startUrl, startTitle, lines, end: last?.type === 'end' ? last : null };
}

function endOf({ kind, text }: SayEvent): LineEnd {
  if (asksSomething({ ...(kind ? { kind } : {}), text })) return 'not-understood';
  return kind === 'unfinished' ? 'gave-up' : 'done';
}

/** Whether the instructor's turn answers the question, so that the navigator continues the earlier line. */
function isReply(question: string, { text }: SayEvent, later: readonly SessionEvent[]): boolean {
  if (!isQuestion(question) || ASKS_FOR_INSTRUCTION.test(question) || isQuestion(text)) return false;
  const next = later.find((event) => event.type === 'action' || event.type === 'say');
  const query = next && 'evidence' in next ? next.evidence?.query?.trim() : undefined;
  // If the navigator searched for the words of this turn, it treated the turn as a new instruction.
  return !query || !text.toLowerCase().includes(query.toLowerCase());
}

/** Whether the action changed the page or the browser, so that later lines can depend on it. */
export function hasEffect({ outcome }: RecordedAction): boolean {
  return (
    outcome.status === 'done' && outcome.effects.some(({ type }) => type !== 'focus' && type !== 'scroll')
  );
}

/** The URL that an action led to; null if it stayed on its page. */
export function addressAfter({ outcome }: RecordedAction): string | null {
  if (outcome.status !== 'done') return null;
  const last = outcome.effects.findLast(
    ({ type }) => type === 'navigated' || type === 'url' || type === 'tab-opened',
  );
  if (last?.type === 'navigated' || last?.type === 'tab-opened') return last.url || null;
  return last?.type === 'url' ? last.to : null;
}
