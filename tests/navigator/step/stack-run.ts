/** Runs a stack of policies with scripted replies and without a browser. The environment only counts steps. */
import type { StackEvent, StepPolicy, StepVerb } from '../../../src/contract/index.js';
import { FaithfulStack } from '../../../src/navigator/step/faithful-stack.js';
import { HardenedStack } from '../../../src/navigator/step/hardened-stack.js';
import type { PolicyReply, PolicyStack, StackPage, StackResult } from '../../../src/navigator/step/stack.js';
import { parseStepFaithfully, parseStepReply } from '../../../src/prompt/index.js';
import { createLibrary, createPolicy } from '../../support/step-policies.js';

const VERBS: StepVerb[] = ['click', 'type', 'scroll', 'stop', 'note', 'ask'];

/** Policies of spec A.7.1. */
export const ROOT = createPolicy('root', { actions: VERBS, calls: ['find', 'sub'] });
export const FIND = createPolicy('find', { actions: VERBS, parameters: ['what'], calls: ['sub', 'find'] });
export const SUB = createPolicy('sub', { actions: VERBS, parameters: ['what'] });

export interface StackRow {
  frame: string;
  objective: string;
  observation: string;
  previous: string;
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
  /** Whether the page never changes. */
  fixedPage?: boolean;
  /** Called before a decision, with the number of steps so far. */
  before?(stack: PolicyStack, steps: number): void;
}

const label = (reply: string): string => (/ACTION/.test(reply) ? reply : `REASON:\nr\nACTION:\n${reply}`);

export async function runStack({
  compat,
  replies,
  policies = [ROOT, FIND, SUB],
  limits,
  findFault = () => null,
  fixedPage = false,
  before,
}: StackRunOptions): Promise<StackRun> {
  const library = createLibrary(policies, { grammar: 'webarena' });
  const parts = { policies: library.policies, grammar: library.grammar };
  const all = { ...library.limits, ...limits };
  const stack: PolicyStack =
    compat === 'hardened'
      ? new HardenedStack({ ...parts, limits: all })
      : new FaithfulStack({
          ...parts,
          verbs: new Set(VERBS),
          maxEnvSteps: all.maxEnvSteps,
          maxModelCalls: all.maxModelCalls,
        });
  stack.start('OBJ', policies[0], []);
  const run: StackRun = { rows: [], events: [], end: null, steps: [] };
  const queue = [...replies];
  const noCot = false;
  for (;;) {
    before?.(stack, run.steps.length);
    const observation = `o${run.steps.length}`;
    const page = { digest: fixedPage ? '' : observation, findFault };
    const result = await stack.decide(page, (question) => {
      const text = queue.shift();
      if (text === undefined)
        return Promise.resolve({ ended: { text: 'The script ended.', isComplete: false } });
      run.rows.push({
        frame: question.policy.name,
        objective: question.objective,
        observation,
        previous: question.previousActions,
        reply: text,
        step: null,
        error: question.error,
      });
      return Promise.resolve(parse(compat, text, noCot));
    });
    run.events.push(...stack.takeEvents());
    if (result.type === 'exit') return { ...run, end: result };
    run.steps.push(result.text);
    run.rows.at(-1)!.step = run.steps.length;
    if (result.action?.verb === 'stop') return { ...run, end: result };
  }
}

function parse(compat: 'faithful' | 'hardened', text: string, noCot: boolean): PolicyReply {
  const written = text.startsWith('raw:') ? text.slice(4) : label(text);
  const counts = { promptTokens: 0, completionTokens: 0 };
  if (compat === 'faithful') return { ...parseStepFaithfully(written, { noCot }), fault: '', ...counts };
  const parsed = parseStepReply(written, { noCot });
  return parsed.ok
    ? { action: parsed.action, reason: parsed.reason, fault: '', ...counts }
    : { action: null, reason: parsed.reason, fault: parsed.fault, ...counts };
}
