/**
 * Builds a session's trajectory as SteP logs it: one entry for each action in the environment and for each
 * event on the policy stack. For navigators without a stack, each turn is one entry. No side effects.
 */
import { formatAction } from '../../action/index.js';
import type { SessionEvent, StackEvent } from '../../contract/index.js';
import type { RecordedPrompt } from '../../demonstration/index.js';

/** The status of an action in the environment. The reward is known only at the end. */
interface ActionStatus {
  done: boolean;
  reward: number;
  success: number;
  num_actions: number;
}

export interface TrajectoryEntry extends Partial<ActionStatus> {
  objective: string;
  url: string;
  /** The page section of the prompt; empty if the prompt was not recorded or has another format. */
  observation: string;
  previous_actions: string[];
  previous_responses: string[];
  previous_reasons: string[];
  action: string;
  reason: string;
  /** This key and the following keys are not part of SteP's layout. */
  kind: StackEvent['kind'];
  policy: string;
  frame_depth: number;
  prompt_tokens: number;
  completion_tokens: number;
  error?: string;
}

type NavigatorTurn = Extract<SessionEvent, { type: 'say' | 'action' }>;

/** The history of one policy call. */
interface Frame {
  actions: string[];
  responses: string[];
  reasons: string[];
}

const createFrame = (): Frame => ({ actions: [], responses: [], reasons: [] });

/** @param end the final status, without the number of actions */
export function createTrajectory(
  events: readonly SessionEvent[],
  prompts: readonly RecordedPrompt[],
  end: Omit<ActionStatus, 'num_actions'>,
): TrajectoryEntry[] {
  const frames: Frame[] = [createFrame()];
  const entries: TrajectoryEntry[] = [];
  let objective = '';
  let url = '';
  let actionCount = 0;
  for (const event of events) {
    if (event.type === 'page') url = event.url;
    if (event.type === 'say' && event.speaker === 'instructor')
      objective = objective === '' ? event.text : `${objective}\n${event.text}`;
    if (!isNavigatorTurn(event)) continue;
    url = event.page?.url ?? url;
    if (event.type === 'action') actionCount++;
    const status = { done: false, reward: 0, success: 0, num_actions: actionCount };
    const observation = findObservation(prompts, event.turn);
    for (const step of event.evidence?.stack ?? [toStackEvent(event, objective)]) {
      const frame = enterFrame(frames, step);
      entries.push({
        objective: step.objective,
        url,
        observation,
        previous_actions: [...frame.actions],
        previous_responses: [...frame.responses],
        previous_reasons: [...frame.reasons],
        action: step.action,
        reason: step.reason,
        kind: step.kind,
        policy: step.policy,
        frame_depth: step.depth,
        prompt_tokens: step.promptTokens,
        completion_tokens: step.completionTokens,
        ...(step.error === undefined ? {} : { error: step.error }),
        ...(step.kind === 'act' ? status : {}),
      });
      applyStep(frames, frame, step);
    }
  }
  const lastAction = entries.findLast(({ num_actions }) => num_actions !== undefined);
  if (lastAction) Object.assign(lastAction, end);
  return entries;
}

const isNavigatorTurn = (event: SessionEvent): event is NavigatorTurn =>
  event.type === 'action' || (event.type === 'say' && event.speaker === 'navigator');

/** Returns the stack frame at the event's depth. A new call at the same depth starts with an empty history. */
function enterFrame(frames: Frame[], { depth }: StackEvent): Frame {
  frames.length = Math.min(frames.length, depth + 1);
  while (frames.length <= depth) frames.push(createFrame());
  return frames[depth]!;
}

/** Adds the step to the history of its frame or, if the step returns from a policy, to that of the caller's frame. */
function applyStep(frames: Frame[], frame: Frame, { kind, action, reason, depth }: StackEvent): void {
  if (kind === 'act' || kind === 'push') {
    frame.actions.push(action);
    frame.reasons.push(reason);
  }
  if (kind === 'act') frame.responses.push('');
  if (kind === 'push') frames.splice(depth + 1, Infinity, createFrame());
  if (kind === 'pop') frames[depth - 1]?.responses.push(/\[(.*)\]/s.exec(action)?.[1] ?? '');
}

function toStackEvent(event: NavigatorTurn, objective: string): StackEvent {
  const { evidence } = event;
  return {
    kind: 'act',
    policy: '',
    depth: 0,
    objective,
    previousActions: '',
    action:
      event.type === 'say'
        ? `${event.kind === 'ask' ? 'ask' : 'stop'} [${event.text}]`
        : formatAction(event.action, event.target, event.drop),
    reason: evidence?.step ?? evidence?.note ?? '',
    promptTokens: evidence?.model?.promptTokens ?? 0,
    completionTokens: evidence?.model?.answerTokens ?? 0,
    ...(event.type === 'action' && event.outcome.status === 'failed' ? { error: event.outcome.detail } : {}),
  };
}

/** Extracts the text between OBSERVATION and URL from the turn's last prompt. */
function findObservation(prompts: readonly RecordedPrompt[], turn: number): string {
  const prompt = prompts.findLast((prompt) => prompt.turn === turn && prompt.purpose === 'navigator');
  if (!prompt) return '';
  const text =
    'prompt' in prompt.request
      ? prompt.request.prompt
      : formatContent(prompt.request.messages.findLast(({ role }) => role === 'user')?.content ?? '');
  // The last occurrence is used, because a prompt that is a single text starts with examples that contain observations.
  const start = text.lastIndexOf('\nOBSERVATION:\n');
  return start < 0 ? '' : (/^\nOBSERVATION:\n([\s\S]*?)\nURL:\n/.exec(text.slice(start))?.[1] ?? '');
}

const formatContent = (
  content: string | readonly ({ type: 'text'; text: string } | { type: 'image' })[],
): string =>
  typeof content === 'string'
    ? content
    : content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
