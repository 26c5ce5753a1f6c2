/**
 * Reads the instructor's lines from the events of a session, each with its replies, actions and outcome. Pure.
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
  /** The URL that the instructor opened (`/goto`), or null if the instructor went back. `text` is empty in both cases. */
  openedUrl?: string | null;
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
  /** Whether the instructor undid only some of the line's actions. */
  isPartlyUndone: boolean;
  /** The element that was excluded when the instructor repeated the line with `/retry`. */
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
  const undoneTurns = new Set(
    events.flatMap((event) => (event.type === 'note' ? (event.takenBack ?? []) : [])),
  );
  const lines: SpokenLine[] = [];
  let startUrl = '';
  let startTitle = '';
  let url = '';
  let currentLine: SpokenLine | null = null;
  let excludedElement: string | undefined;
  const beginLine = (text: string, openedUrl?: string | null): SpokenLine => {
    const line: SpokenLine = {
      text,
      ...(openedUrl === undefined ? {} : { openedUrl }),
      replies: [],
      actions: [],
      lastSay: null,
      end: openedUrl === undefined ? 'unfinished' : 'done',
      urlBefore: url,
      urlAfter: url,
      isUndone: false,
      isPartlyUndone: false,
      ...(excludedElement === undefined ? {} : { excludedElement }),
    };
    excludedElement = undefined;
    lines.push(line);
    return line;
  };
  for (const [index, event] of events.entries()) {
    switch (event.type) {
      case 'page':
        if (lines.length > 0) currentLine = beginLine('', event.url);
        else [startUrl, startTitle] = [event.url, event.title];
        url = event.url;
        break;
      case 'say':
        if (event.speaker === 'instructor') {
          const question = currentLine?.end === 'not-understood' ? currentLine.lastSay : null;
          if (currentLine && question && isReply(question.text, event, events.slice(index + 1)))
            currentLine.replies.push({ question: question.text, reply: event.text });
          else currentLine = beginLine(event.text);
          currentLine.end = 'unfinished';
        } else if (currentLine && event.kind !== 'ack') {
          currentLine.lastSay = event;
          currentLine.end = getLineEnd(event);
          url = event.page?.url ?? url;
        }
        break;
      case 'action':
        currentLine?.actions.push(event);
        url = findUrlAfter(event) ?? event.page.url;
        break;
      case 'note': {
        excludedElement = event.refused ?? excludedElement;
        const previousUrl = WENT_BACK.exec(event.text)?.[1];
        if (previousUrl !== undefined) {
          if (lines.length > 0) currentLine = beginLine('', null);
          url = previousUrl;
        } else if (event.text.startsWith('Stopped.') && currentLine?.end === 'unfinished')
          currentLine.end = 'stopped';
        break;
      }
    }
    if (currentLine) currentLine.urlAfter = url;
  }
  for (const line of lines) {
    const changes = line.actions.filter(hasEffect);
    const undoneCount = changes.filter(({ turn }) => undoneTurns.has(turn)).length;
    line.isUndone = undoneCount > 0 && undoneCount === changes.length;
    line.isPartlyUndone = undoneCount > 0 && undoneCount < changes.length;
  }
  const lastEvent = events.at(-1);
  return { session, startUrl, startTitle, lines, end: lastEvent?.type === 'end' ? lastEvent : null };
}

function getLineEnd({ kind, text }: SayEvent): LineEnd {
  if (asksSomething({ ...(kind ? { kind } : {}), text })) return 'not-understood';
  return kind === 'unfinished' ? 'gave-up' : 'done';
}

/** Whether the instructor's turn answers the question, so that the navigator continues the earlier line. */
function isReply(question: string, { text }: SayEvent, laterEvents: readonly SessionEvent[]): boolean {
  if (!isQuestion(question) || ASKS_FOR_INSTRUCTION.test(question) || isQuestion(text)) return false;
  const nextEvent = laterEvents.find((event) => event.type === 'action' || event.type === 'say');
  const query = nextEvent && 'evidence' in nextEvent ? nextEvent.evidence?.query?.trim() : undefined;
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
export function findUrlAfter({ outcome }: RecordedAction): string | null {
  if (outcome.status !== 'done') return null;
  const lastUrlEffect = outcome.effects.findLast(
    ({ type }) => type === 'navigated' || type === 'url' || type === 'tab-opened',
  );
  if (lastUrlEffect?.type === 'navigated' || lastUrlEffect?.type === 'tab-opened')
    return lastUrlEffect.url || null;
  return lastUrlEffect?.type === 'url' ? lastUrlEffect.to : null;
}
