/**
 * The stack of policies: the top one decides; it acts on the environment, calls a policy, or returns to its caller
 * (spec A.7). Two machines: `faithful-stack.ts` as released, `hardened-stack.ts` with limits and error lines.
 */
import type { StackEvent, StepPolicy } from '../../contract/index.js';
import type { StepAction } from '../../prompt/index.js';

/** One call of the model for the policy on top of the stack. */
export interface PolicyQuestion {
  policy: StepPolicy;
  /** 0 for the root. */
  depth: number;
  objective: string;
  previousActions: string;
  /** What was wrong with the reply before; null if nothing was. */
  error: string | null;
}

export interface PolicyReply {
  /** Null if the reply has none, or cannot be read. */
  action: string | null;
  reason: string | null;
  /** Why there is no action: one sentence for the model. */
  fault: string;
  votes?: Record<string, number>;
  promptTokens: number;
  completionTokens: number;
}

/** Nothing can answer any more: the model refuses, the input or the recording ended. */
export interface AnswersEnded {
  ended: { text: string; isComplete: boolean };
}

export type AskPolicy = (question: PolicyQuestion) => Promise<PolicyReply | AnswersEnded>;

/** Limits of spec A.8, and replies that end a faithful run as they crash the released code. */
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
  /** `detail`: one sentence; '' if there is nothing to add. */
  | { type: 'exit'; reason: ExitReason; detail: string; isComplete?: boolean };

export interface StackPage {
  /** Equal for pages with the same content. */
  digest: string;
  /** Why an action cannot be carried out on this page, one sentence for the model; null if it can. */
  findFault(action: StepAction): string | null;
}

export interface PolicyStack {
  /**
   * Starts a new root, or gives the one that runs a new objective.
   *
   * @param root the policy of a new root
   * @param lines what the instructor said during a run that goes on
   */
  start(objective: string, root: StepPolicy, lines: readonly string[]): void;
  /** Tells the policy on top what became of its last action. */
  reportOutcome(outcome: { error?: string; isUnchanged?: boolean }): void;
  /** Asks policies until one acts on the environment, or the root stops. */
  decide(page: StackPage, ask: AskPolicy): Promise<StackResult>;
  /** Events since the last call of this function. */
  takeEvents(): StackEvent[];
}

export interface EventSource {
  question: PolicyQuestion;
  reply: PolicyReply;
  action?: string;
  error?: string;
}

export const createEvent = (
  kind: StackEvent['kind'],
  { question, reply, action = reply.action ?? '', error }: EventSource,
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

export const exitStack = (reason: ExitReason, detail = ''): Extract<StackResult, { type: 'exit' }> => ({
  type: 'exit',
  reason,
  detail,
});
