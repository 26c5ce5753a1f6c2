/** Lists the navigator's turns in a recorded session, numbered as iterations. No side effects. */
import { formatAction } from '../../action/index.js';
import type { SessionEvent } from '../../contract/index.js';

type NavigatorEvent = Extract<SessionEvent, { type: 'say' | 'action' }>;

/** One navigator turn and the page that it was based on. */
export interface RecordedTurn {
  turn: number;
  url: string;
  title: string;
  /** Path relative to the demonstration; null if no screenshot was taken. */
  screenshot: string | null;
  thought: string;
  /** `ANSWER; [text]` ends a task. */
  action: string;
  /** What the model wrote; null if the turn was decided without a model. */
  raw: string | null;
  /** Element ids by the labels that the model saw; null if it saw no labels. */
  labels: Readonly<Record<string, string>> | null;
  /** Path of the recorded page relative to the demonstration; null if it was not saved. */
  html: string | null;
  /** The action as the session performed it. */
  parsed: unknown;
  target: string | null;
  status: string;
  error: string | null;
  tokens: number;
  /** Milliseconds since the previous turn. */
  ms: number;
  /** Milliseconds that the session waited for the page after the action. */
  waitMs: number;
  /** Seconds since the session started. */
  t: number;
}

export function listTurns(events: readonly SessionEvent[]): RecordedTurn[] {
  let page = { url: '', title: '', screenshot: null as string | null };
  const turns: RecordedTurn[] = [];
  let previousTime = 0;
  for (const event of events) {
    const startedAt = previousTime;
    if (event.type === 'page' || event.type === 'say' || event.type === 'action') previousTime = event.t;
    if (event.type === 'page') page = { url: event.url, title: event.title, screenshot: null };
    if (event.type !== 'action' && !(event.type === 'say' && event.speaker === 'navigator')) continue;
    if (event.page) page = { ...page, ...event.page };
    turns.push({
      turn: event.turn,
      url: page.url,
      title: page.title,
      screenshot: event.page?.screenshot ?? null,
      thought: getThought(event),
      ...describeEvent(event),
      raw: event.evidence?.model?.rawAnswer || null,
      labels: event.evidence?.labels ?? null,
      html: event.type === 'action' ? event.page.html : null,
      tokens: countTokens(event),
      ms: Math.round((event.t - startedAt) * 1000),
      waitMs: getWaitMs(event),
      t: event.t,
    });
  }
  return turns;
}

function describeEvent(
  event: NavigatorEvent,
): Pick<RecordedTurn, 'action' | 'parsed' | 'target' | 'status' | 'error'> {
  if (event.type === 'say')
    return {
      action: `${SAY_VERBS[event.kind ?? 'report']}; [${replaceBrackets(event.text)}]`,
      parsed: { intent: 'say', kind: event.kind },
      target: null,
      status: 'done',
      error: null,
    };
  const { action, target, drop, outcome } = event;
  return {
    action: formatAction(action, target, drop),
    parsed: action,
    target: target && `${target.role} ${JSON.stringify(target.name)}`.trim(),
    status: outcome.status,
    error: outcome.status === 'failed' ? outcome.detail : null,
  };
}

/** Of these actions, WebVoyager knows only ANSWER. Its evaluator accepts nothing else as an answer. */
const SAY_VERBS = {
  answer: 'ANSWER',
  report: 'ANSWER',
  ask: 'Ask',
  ack: 'Say',
  unfinished: 'GiveUp',
} as const;

/** WebVoyager's pattern for answers ends at the first closing bracket. */
const replaceBrackets = (text: string): string => text.replaceAll('[', '(').replaceAll(']', ')');

function getThought({ evidence }: NavigatorEvent): string {
  return evidence?.step ?? evidence?.note ?? '';
}

function getWaitMs(event: NavigatorEvent): number {
  return event.type === 'action' && 'settle' in event.outcome ? Math.round(event.outcome.settle?.ms ?? 0) : 0;
}

function countTokens({ evidence }: NavigatorEvent): number {
  return (evidence?.model?.promptTokens ?? 0) + (evidence?.model?.answerTokens ?? 0);
}
