/** Runs conversations of the chat navigator with a fake model server. */
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
  policy: (prompt: ChatPrompt, asked: ModelRequest) => AnswerStep[] | ServerBehaviour;
  parts?: Partial<ChatNavigatorParts>;
}

export async function runConversation({
  policy,
  parts,
  ...options
}: Conversation): Promise<ModelConversationResult> {
  return runModelConversation(
    options,
    (asked) => {
      const reply = policy(new ChatPrompt(asked.prompt), asked);
      const behaviour = Array.isArray(reply) ? { text: formatDecision(reply) } : reply;
      // Real servers count about one token per four characters.
      const usage = { prompt: Math.ceil(asked.prompt.length / 4) };
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

/** Model usage of each decision, as recorded. */
export const collectModelUsage = ({ events }: Pick<ModelConversationResult, 'events'>) =>
  events.flatMap((event) => ('evidence' in event && event.evidence?.model ? [event.evidence.model] : []));
