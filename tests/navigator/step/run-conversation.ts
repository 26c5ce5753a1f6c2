/** Runs step navigator conversations with a fake model server. */
import type { StackEvent } from '../../../src/contract/index.js';
import { createStepNavigator, type StepNavigatorParts } from '../../../src/navigator/index.js';
import { createLibrary, createPolicy } from '../../support/step-policies.js';
import { formatStepReply, StepPrompt } from '../../support/step-prompt.js';
import {
  type ConversationOptions,
  type ModelConversationResult,
  runModelConversation,
  TEST_SEED,
  TEST_TODAY,
} from '../model-conversation.js';

const VERBS = [
  'click',
  'type',
  'select',
  'scroll',
  'press',
  'goto',
  'open',
  'go_back',
  'note',
  'ask',
  'stop',
] as const;

/** A library whose root policy may call `find`. */
export const LIBRARY = createLibrary([
  createPolicy('root', { actions: VERBS, calls: ['find'] }),
  createPolicy('find', { actions: VERBS, parameters: ['what'] }),
]);

/** Each function returns an action or a whole reply. */
export type StepScript = ((prompt: StepPrompt) => string)[];

export interface StepConversationOptions extends ConversationOptions {
  /** One function per model call; the last one repeats. */
  script: StepScript;
  parts?: Partial<StepNavigatorParts>;
  sampleCount?: number;
}

export interface StepConversationResult extends ModelConversationResult {
  prompts: StepPrompt[];
  stack: StackEvent[];
}

export async function runStepConversation({
  script,
  parts,
  sampleCount = 1,
  ...options
}: StepConversationOptions): Promise<StepConversationResult> {
  const prompts: StepPrompt[] = [];
  const result = await runModelConversation(
    options,
    (request) => {
      const prompt = new StepPrompt(request);
      prompts.push(prompt);
      const reply = script[Math.min(prompts.length, script.length) - 1]!(prompt);
      return { text: reply.includes(':\n') ? reply : formatStepReply(reply) };
    },
    (model, redactor) =>
      createStepNavigator({
        library: LIBRARY,
        mode: { type: 'stack', withExamples: true },
        compat: 'hardened',
        root: null,
        answers: {
          type: 'model',
          model,
          openModel: () => model,
          style: { mode: 'chat', noCot: false },
          maxPromptTokens: 4_000,
          sampleCount,
          vote: 'majority',
        },
        redactor,
        seed: TEST_SEED,
        today: TEST_TODAY,
        ...parts,
      }),
  );
  const stack = result.events.flatMap((event) =>
    event.type === 'say' || event.type === 'action' ? (event.evidence?.stack ?? []) : [],
  );
  return { ...result, prompts, stack };
}
