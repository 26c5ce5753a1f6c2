/**
 * The stack without the defects of the released code: it has limits, writes errors into the history, asks again after a
 * reply that cannot be parsed, and never loses the answer of a called policy.
 */
import type { StackEvent, StepGrammar, StepLimits, StepPolicy } from '../../contract/index.js';
import { HardenedHistory, parseStep, type PolicyInvocation, type ReadStep } from '../../prompt/index.js';
import {
  createStackEvent,
  createExitResult,
  type AskPolicy,
  type ExitReason,
  type PolicyQuestion,
  type PolicyReply,
  type PolicyStack,
  type StackPage,
  type StackResult,
} from './stack.js';

export interface HardenedStackParts {
  policies: ReadonlyMap<string, StepPolicy>;
  grammar: StepGrammar;
  limits: StepLimits;
}

/** Maximum calls of a policy with the same arguments while the page stays the same. */
const MAX_IDENTICAL_CALLS = 2;
const NOT_AVAILABLE = 'N/A';

interface StackFrame {
  policy: StepPolicy;
  objective: string;
  history: HardenedHistory;
  /** Number of executed decisions. */
  stepCount: number;
  /** Number of consecutive replies that could not be parsed or executed. */
  faultCount: number;
  /** Why the last reply could not be parsed; the next question includes it. */
  parseFault: string | null;
}

const createFrame = (policy: StepPolicy, objective: string): StackFrame => ({
  policy,
  objective,
  history: new HardenedHistory(),
  stepCount: 0,
  faultCount: 0,
  parseFault: null,
});

type AnsweredQuestion = { frame: StackFrame; question: PolicyQuestion; reply: PolicyReply; page: StackPage };

export class HardenedStack implements PolicyStack {
  #frames: StackFrame[] = [];
  #envStepCount = 0;
  #modelCallCount = 0;
  #events: StackEvent[] = [];
  /** Number of calls per page and action. */
  readonly #callCounts = new Map<string, number>();

  constructor(private readonly parts: HardenedStackParts) {}

  start(objective: string, policy: StepPolicy, lines: readonly string[]): void {
    this.#envStepCount = 0;
    this.#modelCallCount = 0;
    this.#callCounts.clear();
    const [root] = this.#frames;
    if (!root) {
      this.#frames = [createFrame(policy, objective)];
      return;
    }
    root.objective = objective;
    for (const frame of this.#frames) {
      frame.faultCount = 0;
      for (const line of lines) frame.history.addUserLine(line);
    }
    // Restart the count: the policy may have used up its steps before the instructor helped.
    root.stepCount = 0;
  }

  reportOutcome({ error, isUnchanged = false }: { error?: string; isUnchanged?: boolean }): void {
    const history = this.#frames.at(-1)?.history;
    if (isUnchanged) history?.markNoChange();
    if (error !== undefined) history?.addError(error);
  }

  takeEvents(): StackEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  async decide(page: StackPage, ask: AskPolicy): Promise<StackResult> {
    for (;;) {
      const frame = this.#frames.at(-1);
      if (!frame) return createExitResult('ended', 'There is no task.');
      if (this.#modelCallCount >= this.parts.limits.maxModelCalls) return this.#exit('maxModelCalls');
      const question = this.#createQuestion(frame);
      if (frame.stepCount >= this.#getMaxSteps(frame)) {
        const result = this.#giveUp(frame, 'maxPolicySteps', question);
        if (result) return result;
        continue;
      }
      const reply = await ask(question);
      if ('ended' in reply)
        return { ...this.#exit('ended', reply.ended.text), isComplete: reply.ended.isComplete };
      this.#modelCallCount += 1;
      const result = this.#handleReply({ frame, question, reply, page });
      if (result) return result;
    }
  }

  #createQuestion(frame: StackFrame): PolicyQuestion {
    return {
      policy: frame.policy,
      depth: this.#frames.indexOf(frame),
      objective: frame.objective,
      previousActions: frame.history.render(),
      error: frame.parseFault,
    };
  }

  /** The library's limit applies to called policies; the root has a limit only if its file sets one. */
  #getMaxSteps(frame: StackFrame): number {
    const defaultMaxSteps = frame === this.#frames[0] ? Infinity : this.parts.limits.maxPolicySteps;
    return frame.policy.maxSteps ?? defaultMaxSteps;
  }

  /** @returns null if a policy must be asked again */
  #handleReply(answeredQuestion: AnsweredQuestion): StackResult | null {
    const { frame, reply } = answeredQuestion;
    if (reply.action === null) return this.#reportParseFault(answeredQuestion, reply.fault);
    const { grammar, policies } = this.parts;
    const parsedStep = parseStep(reply.action, { grammar, policies, policy: frame.policy });
    if (!parsedStep.ok) return this.#refuse(answeredQuestion, 'format-error', parsedStep.fault);
    return parsedStep.type === 'call'
      ? this.#callPolicy(answeredQuestion, parsedStep.call, parsedStep.text)
      : this.#act(answeredQuestion, parsedStep);
  }

  #act(
    answeredQuestion: AnsweredQuestion,
    { action, text }: Extract<ReadStep, { type: 'action' }>,
  ): StackResult | null {
    const { frame, question, reply, page } = answeredQuestion;
    if (action.verb === 'stop') return this.#stop(answeredQuestion, action.answer, text);
    const fault = page.findFault(action);
    if (fault !== null) return this.#refuse(answeredQuestion, 'refused', fault);
    if (action.verb !== 'ask' && this.#envStepCount >= this.parts.limits.maxEnvSteps)
      return this.#exit('maxEnvSteps');
    this.#accept(frame, text, action.verb === 'note');
    if (action.verb !== 'ask') this.#envStepCount += 1;
    this.#events.push(createStackEvent('act', { question, reply, action: text }));
    return { type: 'act', action, text, reason: reply.reason ?? '' };
  }

  #stop({ question, reply }: AnsweredQuestion, answer: string, text: string): StackResult | null {
    this.#frames.pop();
    this.#events.push(createStackEvent('pop', { question, reply, action: text }));
    const parent = this.#frames.at(-1);
    if (!parent) return { type: 'act', action: { verb: 'stop', answer }, text, reason: reply.reason ?? '' };
    parent.history.addResponse(answer);
    return null;
  }

  #callPolicy(
    answeredQuestion: AnsweredQuestion,
    { policy }: PolicyInvocation,
    text: string,
  ): null | StackResult {
    const { frame, question, reply, page } = answeredQuestion;
    if (this.#frames.length >= this.parts.limits.maxStackDepth)
      return this.#refuse(
        answeredQuestion,
        'refused',
        `Policies call each other ${this.#frames.length} deep. Do it without a call.`,
      );
    if (frame.history.returnedInformationRequest(text))
      return this.#refuse(
        answeredQuestion,
        'refused',
        `${text} said what it needs. Call it with that, or do without it.`,
      );
    const key = `${page.digest}\n${text}`;
    const callCount = this.#callCounts.get(key) ?? 0;
    if (callCount >= MAX_IDENTICAL_CALLS)
      return this.#refuse(
        answeredQuestion,
        'refused',
        `${text} was called ${callCount} times and the page is the same. Do something else.`,
      );
    this.#callCounts.set(key, callCount + 1);
    this.#accept(frame, text);
    this.#events.push(createStackEvent('push', { question, reply, action: text }));
    this.#frames.push(createFrame(policy, text));
    return null;
  }

  #accept(frame: StackFrame, text: string, isNote = false): void {
    frame.stepCount += 1;
    frame.faultCount = 0;
    frame.parseFault = null;
    frame.history.addAction(text, isNote);
  }

  /** The first unparsable reply does not count as a fault: the next question explains the mistake. */
  #reportParseFault(answeredQuestion: AnsweredQuestion, fault: string): StackResult | null {
    const { frame, question, reply } = answeredQuestion;
    this.#events.push(createStackEvent('format-error', { question, reply, error: fault }));
    const isRepeated = frame.parseFault !== null;
    frame.parseFault = fault;
    return isRepeated ? this.#countFault(frame, question) : null;
  }

  #refuse(
    answeredQuestion: AnsweredQuestion,
    kind: 'format-error' | 'refused',
    fault: string,
  ): StackResult | null {
    const { frame, question, reply } = answeredQuestion;
    frame.parseFault = null;
    frame.history.addError(`${reply.action}: ${fault}`);
    this.#events.push(createStackEvent(kind, { question, reply, error: fault }));
    return this.#countFault(frame, question);
  }

  #countFault(frame: StackFrame, question: PolicyQuestion): StackResult | null {
    frame.faultCount += 1;
    return frame.faultCount < this.parts.limits.maxFormatErrors
      ? null
      : this.#giveUp(frame, 'maxFormatErrors', question);
  }

  /** A policy that gives up returns N/A; if it is the root, the run ends. */
  #giveUp(
    frame: StackFrame,
    reason: 'maxPolicySteps' | 'maxFormatErrors',
    question: PolicyQuestion,
  ): StackResult | null {
    const parent = this.#frames.at(-2);
    if (!parent) return this.#exit(reason);
    const error =
      reason === 'maxPolicySteps'
        ? `${frame.policy.name} did not finish within ${this.#getMaxSteps(frame)} steps.`
        : `${frame.policy.name} gave no action that can be executed.`;
    this.#frames.pop();
    this.#events.push(
      createStackEvent('pop', { question, reply: NO_REPLY, action: `stop [${NOT_AVAILABLE}]`, error }),
    );
    parent.history.addResponse(NOT_AVAILABLE);
    parent.history.addError(error);
    return null;
  }

  /** The instructor's next line starts a new root. */
  #exit(reason: ExitReason, detail = ''): Extract<StackResult, { type: 'exit' }> {
    this.#frames = [];
    return createExitResult(reason, detail);
  }
}

const NO_REPLY: PolicyReply = {
  action: null,
  reason: null,
  fault: '',
  promptTokens: 0,
  completionTokens: 0,
};
