/**
 * The stack as the released code runs it, with its defects: any action that contains “stop” ends its policy, an unknown
 * verb makes it ask again forever, and some replies crash it. Here a crash ends the run.
 */
import type { StackEvent, StepGrammar, StepPolicy } from '../../contract/index.js';
import { FaithfulHistory, parseActionFaithfully } from '../../prompt/index.js';
import {
  createStackEvent,
  createExitResult,
  type AskPolicy,
  type PolicyQuestion,
  type PolicyReply,
  type PolicyStack,
  type StackPage,
  type StackResult,
} from './stack.js';

export interface FaithfulStackParts {
  policies: ReadonlyMap<string, StepPolicy>;
  verbs: ReadonlySet<string>;
  grammar: StepGrammar;
  maxEnvSteps: number;
  /** Ends infinite loops. The released code has no such limit. */
  maxModelCalls: number;
}

interface StackFrame {
  policy: StepPolicy;
  objective: string;
  history: FaithfulHistory;
}

const getFirstToken = (action: string): string => action.trim().split(/\s+/)[0] ?? '';

export class FaithfulStack implements PolicyStack {
  #frames: StackFrame[] = [];
  #task: { root: StepPolicy; objective: string } | null = null;
  #envStepCount = 0;
  #modelCallCount = 0;
  #events: StackEvent[] = [];

  constructor(private readonly parts: FaithfulStackParts) {}

  start(objective: string, root: StepPolicy): void {
    this.#task = { root, objective };
    const [rootFrame] = this.#frames;
    if (rootFrame) rootFrame.objective = objective;
    this.#envStepCount = 0;
    this.#modelCallCount = 0;
  }

  /** The released environments do not report outcomes. */
  reportOutcome(): void {}

  takeEvents(): StackEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** @param _page ignored: the released code asks again with the same page until the environment acts */
  async decide(_page: StackPage, ask: AskPolicy): Promise<StackResult> {
    const { policies, verbs, maxModelCalls } = this.parts;
    if (!this.#task) return createExitResult('ended', 'There is no task.');
    if (this.#frames.length === 0) this.#push(this.#task.root, this.#task.objective);
    while (this.#modelCallCount < maxModelCalls) {
      const frame = this.#frames.at(-1)!;
      const question: PolicyQuestion = {
        policy: frame.policy,
        depth: this.#frames.length - 1,
        objective: frame.objective,
        previousActions: frame.history.render(),
        error: null,
      };
      const reply = await ask(question);
      if ('ended' in reply)
        return { ...createExitResult('ended', reply.ended.text), isComplete: reply.ended.isComplete };
      this.#modelCallCount += 1;
      const { action } = reply;
      frame.history.update(action);
      if (action === null) return this.#crash(question, reply, 'The reply has no action.');
      const isDone = action.includes('stop');
      if (!isDone && verbs.has(getFirstToken(action))) {
        frame.history.receive('');
        return this.#act(question, reply, action);
      }
      if (!isDone && policies.has(getFirstToken(action))) {
        const calledPolicy = policies.get(/(\w+)\s+\[(.*?)\]/.exec(action)?.[1] ?? '');
        if (!calledPolicy)
          return this.#crash(question, reply, 'The call of a policy has no argument in brackets.');
        this.#events.push(createStackEvent('push', { question, reply }));
        this.#push(calledPolicy, action);
      } else if (isDone) {
        this.#frames.pop();
        this.#events.push(createStackEvent('pop', { question, reply }));
        const parent = this.#frames.at(-1);
        if (!parent) return this.#act(question, reply, action);
        const answer = /\[(.*?)\]/.exec(action)?.[1];
        if (answer === undefined) return this.#crash(question, reply, 'The answer has no brackets.');
        parent.history.receive(answer);
      } else this.#events.push(createStackEvent('format-error', { question, reply }));
    }
    return createExitResult('maxModelCalls');
  }

  #push(policy: StepPolicy, objective: string): void {
    this.#frames.push({ policy, objective, history: new FaithfulHistory() });
  }

  #act(question: PolicyQuestion, reply: PolicyReply, text: string): StackResult {
    this.#envStepCount += 1;
    const step = parseActionFaithfully(text, this.parts.grammar);
    if (step.type === 'crash') return this.#crash(question, reply, 'The environment cannot read the action.');
    this.#events.push(createStackEvent('act', { question, reply }));
    // The step that exceeds the limit is counted but not executed.
    if (this.#envStepCount > this.parts.maxEnvSteps) return createExitResult('maxEnvSteps');
    return {
      type: 'act',
      action: step.type === 'action' ? step.action : null,
      text,
      reason: reply.reason ?? '',
    };
  }

  #crash(question: PolicyQuestion, reply: PolicyReply, detail: string): StackResult {
    this.#events.push(createStackEvent('format-error', { question, reply, error: detail }));
    this.#frames = [];
    return createExitResult('crash', detail);
  }
}
