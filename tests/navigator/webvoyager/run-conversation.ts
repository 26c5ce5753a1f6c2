/** Runs webvoyager navigator conversations with a fake model server. */
import { createWebvoyagerNavigator, type WebvoyagerNavigatorParts } from '../../../src/navigator/index.js';
import type { ServerBehaviour } from '../../support/fake-model-server.js';
import { VoyagerPrompt } from '../../support/voyager-prompt.js';
import {
  type ConversationOptions,
  type ModelConversationResult,
  runModelConversation,
  TEST_SEED,
  TEST_TODAY,
} from '../model-conversation.js';

export interface VoyagerConversationOptions extends ConversationOptions {
  /** Returns the text of the model's reply, or how the fake server should behave instead. */
  createReply: (prompt: VoyagerPrompt) => string | ServerBehaviour;
  parts?: Partial<WebvoyagerNavigatorParts>;
}

export interface VoyagerConversationResult extends ModelConversationResult {
  prompts: VoyagerPrompt[];
}

export async function runVoyagerConversation({
  createReply,
  parts,
  ...options
}: VoyagerConversationOptions): Promise<VoyagerConversationResult> {
  const prompts: VoyagerPrompt[] = [];
  const result = await runModelConversation(
    options,
    (request) => {
      const prompt = new VoyagerPrompt(request);
      prompts.push(prompt);
      const answer = createReply(prompt);
      return typeof answer === 'string' ? { text: answer } : answer;
    },
    (model) =>
      createWebvoyagerNavigator({
        model,
        variant: { compat: 'hardened', mode: 'multimodal' },
        keptObservationCount: 3,
        maxIterations: 15,
        seed: TEST_SEED,
        today: TEST_TODAY,
        ...parts,
      }),
  );
  return { ...result, prompts };
}
