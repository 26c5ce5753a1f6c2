/**
 * Reads the lines of a conversation from its events: what the instructor asked for, the questions it answered, and
 * what happened until the next line. Pure.
 *
 * A turn of the instructor after a question is a reply, unless the navigator's question did not concern the line (it
 * did not understand it) or the instructor went on with something else.
 */
import type { SessionEvent } from '../contract/index.js';
import { asksSomething, isQuestion } from '../dialogue/index.js';

export type RecordedAction = Extract<SessionEvent, { type: 'action' }>;
type SayEvent = Extract<SessionEvent, { type: 'say' }>;

export interface QuestionAndReply {
  question: string;
  reply: string;
}

/** How a line ended: the navigator reported or answered, gave up, did not understand, was stopped, or the record ends. */
export type LineEnd = 'done' | 'gave-up' | 'not-understood' | 'stopped' | 'unfinished';

export interface SpokenLine {
  text: string;
  /** The instructor opened this address itself (`/goto`), or went back (`null`). Then `text` is empty. */
  opened?: string | null;
  replies: QuestionAndReply[];
  actions: RecordedAction[];
  /** What the navigator said last, if anything. */
  lastSaying: SayEvent | null;
  end: LineEnd;
  /** Address before and after the line. */
  urlBefore: string;
  urlAfter: string;
  /** Whether the instructor took all its actions back (`/undo`). */
  takenBack: boolean;
  /** Whether it took back some of them. */
  takenBackInPart: boolean;
  /** The element that the navigator had to leave out when the instructor repeated the line (`/retry`). */
  without?: string;
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

/** The note of a session for an instructor who went back (`session/instructor-moves.ts`). */
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
      lastSaying: null,
      end: opened === undefined ? 'unfinished' : 'done',
      urlBefore: url,
      urlAfter: url,
      takenBack: false,
      takenBackInPart: false,
      ...(refused === undefined ? {} : { without: refused }),
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
          const question = current?.end === 'not-understood' ? current.lastSaying : null;
          if (current && question && isReply(question.text, event, events.slice(index + 1)))
            current.replies.push({ question: question.text, reply: event.text });
          else current = begin(event.text);
          current.end = 'unfinished';
        } else if (current && event.kind !== 'ack') {
          current.lastSaying = event;
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
    line.takenBack = undone > 0 && undone === changes.length;
    line.takenBackInPart = undone > 0 && undone < changes.length;
  }
  const last = events.at(-1);
  return { session, startUrl, startTitle, lines, end: last?.type === 'end' ? last : null };
}

function endOf({ kind, text }: SayEvent): LineEnd {
  if (asksSomething({ ...(kind ? { kind } : {}), text })) return 'not-understood';
  return kind === 'unfinished' ? 'gave-up' : 'done';
}

/** Whether what the instructor said answers the question: the navigator then goes on with the earlier line. */
function isReply(question: string, { text }: SayEvent, later: readonly SessionEvent[]): boolean {
  if (!isQuestion(question) || ASKS_FOR_INSTRUCTION.test(question) || isQuestion(text)) return false;
  const next = later.find((event) => event.type === 'action' || event.type === 'say');
  const query = next && 'evidence' in next ? next.evidence?.query?.trim() : undefined;
  // A navigator that searches for the words of a turn has taken that turn for a new instruction.
  return !query || !text.toLowerCase().includes(query.toLowerCase());
}

/** Whether the action changed the page or the browser, so that later lines can depend on it. */
export function hasEffect({ outcome }: RecordedAction): boolean {
  return (
    outcome.status === 'done' && outcome.effects.some(({ type }) => type !== 'focus' && type !== 'scroll')
  );
}

/** The address that an action led to; null if it stayed on its page. */
export function addressAfter({ outcome }: RecordedAction): string | null {
  if (outcome.status !== 'done') return null;
  const last = outcome.effects.findLast(
    ({ type }) => type === 'navigated' || type === 'url' || type === 'tab-opened',
  );
  if (last?.type === 'navigated' || last?.type === 'tab-opened') return last.url || null;
  return last?.type === 'url' ? last.to : null;
}
