/** Summarises the conversation of a task. Pure. */
import type { SessionEvent, VerdictKind } from '../../contract/index.js';
import type { ConversationRun } from '../../test/suite-parts.js';
import { isChallengePage } from '../challenge-page.js';
import type { SuiteTask, TaskResult } from '../task.js';

interface TaskRun {
  task: SuiteTask;
  url: string;
  run: ConversationRun;
  navigator: string;
  retries: number;
  startedAt: Date;
  demonstration: string;
}

export function createTaskResult({
  task,
  url,
  run,
  navigator,
  retries,
  startedAt,
  demonstration,
}: TaskRun): TaskResult {
  const { verdict, events, model } = run;
  return {
    v: 1,
    id: task.id,
    site: task.site,
    task: task.text,
    url,
    version: task.version,
    navigator,
    verdict: verdict.kind,
    reason: verdict.reason,
    success: judgeByChecks(task, verdict.kind),
    checks: events.flatMap((event) => (event.type === 'check' ? [event.result] : [])),
    answer: findAnswer(events),
    blocked: verdict.kind !== 'done' && endsOnChallenge(events),
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

/** Infrastructure errors and interrupts say nothing about the task. */
function judgeByChecks({ checks }: SuiteTask, verdict: VerdictKind): boolean | null {
  if (!checks?.check && !checks?.expect && !checks?.finally) return null;
  return ['infra', 'user', 'usage'].includes(verdict) ? null : verdict === 'done';
}

export const isNavigatorTurn = (
  event: SessionEvent,
): event is Extract<SessionEvent, { type: 'say' | 'action' }> =>
  event.type === 'action' || (event.type === 'say' && event.speaker === 'navigator');

function findAnswer(events: readonly SessionEvent[]): string | null {
  const last = events.findLast((event) => event.type === 'say' && event.speaker === 'navigator');
  return last?.type === 'say' && (last.kind === 'answer' || last.kind === 'report') ? last.text : null;
}

/** Whether the last page that was observed is a challenge page. */
function endsOnChallenge(events: readonly SessionEvent[]): boolean {
  let last: { url: string; title: string } | undefined;
  for (const event of events)
    if (event.type === 'page') last = event;
    else if (isNavigatorTurn(event)) last = event.page ?? last;
  return last !== undefined && isChallengePage(last.url, last.title);
}
