/** Sources of answers other than a model: the keyboard, where a person types actions, or a recording. */
import type { EndOfAnswers, PolicyQuestion, PolicyReply } from './stack.js';

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

export type AnswerFunction = (
  question: PolicyQuestion,
  page: { text: string; url: string },
  signal: AbortSignal,
) => Promise<PolicyReply | EndOfAnswers>;

/** Creates a function that returns the source's answers in the form of model replies. */
export const createAnswerFunction = (source: AnswerSource): AnswerFunction =>
  source.type === 'keyboard' ? createKeyboardAnswerFunction(source) : createPlaybackAnswerFunction(source);

const createKeyboardAnswerFunction =
  ({ readAction }: Extract<AnswerSource, { type: 'keyboard' }>): AnswerFunction =>
  async ({ policy, objective, previousActions, error }, { text, url }, signal) => {
    const typedLine = await readAction(
      { policy: policy.name, objective, previousActions, error, observation: text, url },
      signal,
    );
    if (typedLine === null)
      return { ended: { text: 'I stopped because the input ended.', isComplete: false } };
    const action = typedLine.trim();
    return action === '' ? toReply(null, '', 'No action was typed.') : toReply(action, '');
  };

function createPlaybackAnswerFunction({
  steps,
}: Extract<AnswerSource, { type: 'playback' }>): AnswerFunction {
  let nextIndex = 0;
  return async () => {
    const step = steps[nextIndex];
    nextIndex += 1;
    if (step) return toReply(step.action, step.reason);
    const actionCount = `${steps.length} ${steps.length === 1 ? 'action' : 'actions'}`;
    return { ended: { text: `I replayed the recording (${actionCount}).`, isComplete: true } };
  };
}

const toReply = (action: string | null, reason: string, fault = ''): PolicyReply => ({
  action,
  reason,
  fault,
  promptTokens: 0,
  completionTokens: 0,
});
