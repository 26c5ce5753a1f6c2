/** Runs a policy stack with scripted replies and without a browser. The environment only counts steps. */
import type { StackEvent, StepPolicy, StepVerb } from '../../../src/contract/index.js';
import { FaithfulStack } from '../../../src/navigator/step/faithful-stack.js';
import { HardenedStack } from '../../../src/navigator/step/hardened-stack.js';
import type { PolicyReply, PolicyStack, StackPage, StackResult } from '../../../src/navigator/step/stack.js';
import { parseStepFaithfully, parseStepReply } from '../../../src/prompt/index.js';
import { createLibrary, createPolicy } from '../../support/step-policies.js';

const VERBS: StepVerb[] = ['click', 'type', 'scroll', 'stop', 'note', 'ask'];

/** The policies of the golden traces. */
export const ROOT = createPolicy('root', { actions: VERBS, calls: ['find', 'sub'] });
export const FIND = createPolicy('find', { actions: VERBS, parameters: ['what'], calls: ['sub', 'find'] });
export const SUB = createPolicy('sub', { actions: VERBS, parameters: ['what'] });

export interface StackRow {
  frame: string;
  objective: string;
  observation: string;
  previousActions: string;
  reply: string;
  /** Number of the environment step that the reply caused; null if it caused none. */
  step: number | null;
  error: string | null;
}

export interface StackRun {
  rows: StackRow[];
  events: StackEvent[];
  end: StackResult | null;
  steps: string[];
}

export interface StackRunOptions {
  compat: 'faithful' | 'hardened';
  replies: readonly string[];
  policies?: [StepPolicy, ...StepPolicy[]];
  limits?: Partial<ReturnType<typeof createLibrary>['limits']>;
  findFault?: StackPage['findFault'];
  /** True if the page never changes. */
  isPageFixed?: boolean;
  /** Called before each decision, with the number of steps so far. */
  beforeDecision?(stack: PolicyStack, stepCount: number): void;
}

const addLabels = (reply: string): string => (/ACTION/.test(reply) ? reply : `REASON:\nr\nACTION:\n${reply}`);

export async function runStack({
  compat,
  replies,
  policies = [ROOT, FIND, SUB],
  limits,
  findFault = () => null,
  isPageFixed = false,
  beforeDecision,
}: StackRunOptions): Promise<StackRun> {
  const library = createLibrary(policies, { grammar: 'webarena' });
  const parts = { policies: library.policies, grammar: library.grammar };
  const allLimits = { ...library.limits, ...limits };
  const stack: PolicyStack =
    compat === 'hardened'
      ? new HardenedStack({ ...parts, limits: allLimits })
      : new FaithfulStack({
          ...parts,
          verbs: new Set(VERBS),
          maxEnvSteps: allLimits.maxEnvSteps,
          maxModelCalls: allLimits.maxModelCalls,
        });
  stack.start('OBJ', policies[0], []);
  const run: StackRun = { rows: [], events: [], end: null, steps: [] };
  const remainingReplies = [...replies];
  const noCot = false;
  for (;;) {
    beforeDecision?.(stack, run.steps.length);
    const observation = `o${run.steps.length}`;
    const page = { digest: isPageFixed ? '' : observation, findFault };
    const result = await stack.decide(page, (question) => {
      const reply = remainingReplies.shift();
      if (reply === undefined)
        return Promise.resolve({ ended: { text: 'The script ended.', isComplete: false } });
      run.rows.push({
        frame: question.policy.name,
        objective: question.objective,
        observation,
        previousActions: question.previousActions,
        reply,
        step: null,
        error: question.error,
      });
      return Promise.resolve(parseReply(compat, reply, noCot));
    });
    run.events.push(...stack.takeEvents());
    if (result.type === 'exit') return { ...run, end: result };
    run.steps.push(result.text);
    run.rows.at(-1)!.step = run.steps.length;
    if (result.action?.verb === 'stop') return { ...run, end: result };
  }
}

function parseReply(compat: 'faithful' | 'hardened', reply: string, noCot: boolean): PolicyReply {
  const replyText = reply.startsWith('raw:') ? reply.slice(4) : addLabels(reply);
  const tokenCounts = { promptTokens: 0, completionTokens: 0 };
  if (compat === 'faithful')
    return { ...parseStepFaithfully(replyText, { noCot }), fault: '', ...tokenCounts };
  const parsedReply = parseStepReply(replyText, { noCot });
  return parsedReply.ok
    ? { action: parsedReply.action, reason: parsedReply.reason, fault: '', ...tokenCounts }
    : { action: null, reason: parsedReply.reason, fault: parsedReply.fault, ...tokenCounts };
}
