/** Summarises a task's conversation. No side effects. */
import type { SessionEvent, VerdictKind } from '../../contract/index.js';
import type { ConversationRun } from '../../test/suite-parts.js';
import type { Measurement } from '../suite.js';
import { isBlocked } from '../blocked.js';
import type { SuiteTask, TaskResult } from '../task.js';

interface TaskRun {
  task: SuiteTask;
  url: string;
  run: ConversationRun;
  navigator: string;
  retries: number;
  /** The suite's own verdict; null if the suite gave none. */
  measurement: Measurement | null;
  startedAt: Date;
  /** Folder of the demonstration, relative to the task's folder. */
  demonstration: string;
  /** Reads a recorded page of the demonstration. Returns null if the page is missing. */
  readHtml(file: string): string | null;
}

export function createTaskResult({
  task,
  url,
  run,
  navigator,
  retries,
  measurement,
  startedAt,
  demonstration,
  readHtml,
}: TaskRun): TaskResult {
  const { verdict, events, model } = run;
  return {
    v: 1,
    id: task.id,
    site: task.site,
    task: [task.text, ...(task.lines ?? [])].join('\n'),
    url,
    version: task.version,
    navigator,
    verdict: verdict.kind,
    reason: verdict.reason,
    success: judgeTask(task, measurement, verdict.kind),
    ...(measurement ? { figures: measurement.figures } : {}),
    checks: events.flatMap((event) => (event.type === 'check' ? [event.result] : [])),
    answer: findAnswer(events),
    blocked: isBlocked(events, verdict.kind, readHtml),
    steps: events.filter(isNavigatorTurn).length,
    turns: run.turns,
    actions: run.actions,
    tokens: (model?.promptTokens ?? 0) + (model?.answerTokens ?? 0),
    usd: model ? model.cost : 0,
    seconds: run.seconds,
    retries,
    startedAt: startedAt.toISOString(),
    demonstration,
  };
}

/** Determines success; null after an infrastructure error or an interrupt, which say nothing about the navigator. */
function judgeTask(
  { checks }: SuiteTask,
  measurement: Measurement | null,
  verdict: VerdictKind,
): boolean | null {
  if (['infra', 'user', 'usage'].includes(verdict)) return null;
  if (measurement) return measurement.success;
  if (!checks?.check && !checks?.expect && !checks?.finally) return null;
  return verdict === 'done';
}

export const isNavigatorTurn = (
  event: SessionEvent,
): event is Extract<SessionEvent, { type: 'say' | 'action' }> =>
  event.type === 'action' || (event.type === 'say' && event.speaker === 'navigator');

function findAnswer(events: readonly SessionEvent[]): string | null {
  const lastMessage = events.findLast((event) => event.type === 'say' && event.speaker === 'navigator');
  return lastMessage?.type === 'say' && (lastMessage.kind === 'answer' || lastMessage.kind === 'report')
    ? lastMessage.text
    : null;
}
