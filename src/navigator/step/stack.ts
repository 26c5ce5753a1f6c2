/**
 * The stack of policies. The top policy acts on the environment, calls another policy, or returns to its caller. There
 * are two implementations: `faithful-stack.ts` behaves like the released code, and `hardened-stack.ts` adds limits and
 * error lines.
 */
import type { StackEvent, StepPolicy } from '../../contract/index.js';
import type { StepAction } from '../../prompt/index.js';

/** One model call for the top policy of the stack. */
export interface PolicyQuestion {
  policy: StepPolicy;
  /** 0 for the root. */
  depth: number;
  objective: string;
  previousActions: string;
  /** Why the previous reply could not be used; null if it could. */
  error: string | null;
}

export interface PolicyReply {
  /** Null if the reply has no action, or one that cannot be parsed. */
  action: string | null;
  reason: string | null;
  /** Why there is no action: one sentence for the model. */
  fault: string;
  votes?: Record<string, number>;
  promptTokens: number;
  completionTokens: number;
}

/** No further answers are possible: the model refused, or the input or recording has ended. */
export interface EndOfAnswers {
  ended: { text: string; isComplete: boolean };
}

export type AskPolicy = (question: PolicyQuestion) => Promise<PolicyReply | EndOfAnswers>;

/**
 * Why a run ended without `stop`: `crash` (a reply that crashes the released code, faithful only), the limit that was
 * reached, or `ended` (no further answers).
 */
export type ExitReason =
  | 'crash'
  | 'maxEnvSteps'
  | 'maxModelCalls'
  | 'maxPolicySteps'
  | 'maxFormatErrors'
  | 'ended';

export type StackResult =
  /** `text`: as the model wrote it. The action is null if the environment ignores it. */
  | { type: 'act'; action: StepAction | null; text: string; reason: string }
  /** `detail`: one sentence, or '' if there is nothing to add. */
  | { type: 'exit'; reason: ExitReason; detail: string; isComplete?: boolean };

export interface StackPage {
  /** Equal for pages with the same content. */
  digest: string;
  /** Why the action cannot be executed on this page, as one sentence for the model; null if it can. */
  findFault(action: StepAction): string | null;
}

export interface PolicyStack {
  /**
   * Starts a run with a root policy, or gives the root of the current run a new objective.
   *
   * @param root root policy of a new run
   * @param lines what the instructor said during the current run
   */
  start(objective: string, root: StepPolicy, lines: readonly string[]): void;
  /** Reports the outcome of the last action to the top policy. */
  reportOutcome(outcome: { error?: string; isUnchanged?: boolean }): void;
  /** Asks policies until one acts on the environment or the root stops. */
  decide(page: StackPage, ask: AskPolicy): Promise<StackResult>;
  /** Events since the last call of this function. */
  takeEvents(): StackEvent[];
}

export interface StackEventInput {
  question: PolicyQuestion;
  reply: PolicyReply;
  action?: string;
  error?: string;
}

export const createStackEvent = (
  kind: StackEvent['kind'],
  { question, reply, action = reply.action ?? '', error }: StackEventInput,
): StackEvent => ({
  kind,
  policy: question.policy.name,
  depth: question.depth,
  objective: question.objective,
  previousActions: question.previousActions,
  action,
  reason: reply.reason ?? '',
  ...(reply.votes ? { votes: reply.votes } : {}),
  promptTokens: reply.promptTokens,
  completionTokens: reply.completionTokens,
  ...(error === undefined ? {} : { error }),
});

export const createExitResult = (
  reason: ExitReason,
  detail = '',
): Extract<StackResult, { type: 'exit' }> => ({
  type: 'exit',
  reason,
  detail,
});
