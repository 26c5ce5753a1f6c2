/** Sources of answers other than a model: a person who types actions, or a recording. */
import type { AnswersEnded, PolicyQuestion, PolicyReply } from './stack.js';

export interface RecordedStep {
  action: string;
  reason: string;
}

/** The information that a person sees before typing an action. */
export interface KeyboardView extends Pick<PolicyQuestion, 'objective' | 'previousActions' | 'error'> {
  policy: string;
  observation: string;
  url: string;
}

export type AnswerSource =
  /** `readAction` shows the view and reads a line; it returns null at the end of the input. */
  | { type: 'keyboard'; readAction(view: KeyboardView, signal: AbortSignal): Promise<string | null> }
  | { type: 'playback'; steps: readonly RecordedStep[] };

export type AnswerPolicy = (
  question: PolicyQuestion,
  page: { text: string; url: string },
  signal: AbortSignal,
) => Promise<PolicyReply | AnswersEnded>;

/** Returns the source's answers in the form of model replies. */
export const createAnswer = (source: AnswerSource): AnswerPolicy =>
  source.type === 'keyboard' ? answerByKeyboard(source) : answerByPlayback(source);

const answerByKeyboard =
  ({ readAction }: Extract<AnswerSource, { type: 'keyboard' }>): AnswerPolicy =>
  async ({ policy, objective, previousActions, error }, { text, url }, signal) => {
    const line = await readAction(
      { policy: policy.name, objective, previousActions, error, observation: text, url },
      signal,
    );
    if (line === null) return { ended: { text: 'I stopped because the input ended.', isComplete: false } };
    const action = line.trim();
    return action === '' ? toReply(null, '', 'No action was typed.') : toReply(action, '');
  };

function answerByPlayback({ steps }: Extract<AnswerSource, { type: 'playback' }>): AnswerPolicy {
  let next = 0;
  return async () => {
    const step = steps[next];
    next += 1;
    if (step) return toReply(step.action, step.reason);
    const count = `${steps.length} ${steps.length === 1 ? 'action' : 'actions'}`;
    return { ended: { text: `I replayed the recording (${count}).`, isComplete: true } };
  };
}

const toReply = (action: string | null, reason: string, fault = ''): PolicyReply => ({
  action,
  reason,
  fault,
  promptTokens: 0,
  completionTokens: 0,
});
