/** Runs chat navigator conversations with a fake model server. */
import { createChatNavigator, type ChatNavigatorParts } from '../../../src/navigator/index.js';
import { formatDecision, ChatPrompt, type AnswerStep } from '../../support/chat-prompt.js';
import type { ModelRequest, ServerBehaviour } from '../../support/fake-model-server.js';
import {
  type ConversationOptions,
  type ModelConversationResult,
  runModelConversation,
  TEST_SEED,
  TEST_TODAY,
} from '../model-conversation.js';

export interface Conversation extends ConversationOptions {
  policy: (prompt: ChatPrompt, request: ModelRequest) => AnswerStep[] | ServerBehaviour;
  parts?: Partial<ChatNavigatorParts>;
}

export async function runConversation({
  policy,
  parts,
  ...options
}: Conversation): Promise<ModelConversationResult> {
  return runModelConversation(
    options,
    (request) => {
      const reply = policy(new ChatPrompt(request.prompt), request);
      const behaviour = Array.isArray(reply) ? { text: formatDecision(reply) } : reply;
      // Real servers count about one token per four characters.
      const usage = { prompt: Math.ceil(request.prompt.length / 4) };
      return 'text' in behaviour ? { usage, ...behaviour } : behaviour;
    },
    (model) =>
      createChatNavigator({
        model,
        seed: TEST_SEED,
        screenshotUse: 'never',
        pageTokens: null,
        today: TEST_TODAY,
        ...parts,
      }),
  );
}

/** Collects the recorded model usage of each decision. */
export const collectModelUsage = ({ events }: Pick<ModelConversationResult, 'events'>) =>
  events.flatMap((event) => ('evidence' in event && event.evidence?.model ? [event.evidence.model] : []));
