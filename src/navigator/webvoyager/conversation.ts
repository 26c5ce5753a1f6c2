/**
 * The conversation with the model. A message is added only together with its reply, so an interrupted call leaves no
 * trace. Before each call the older observations are clipped, and the clipped messages replace the conversation.
 */
import type { ChatRequest, Message, MessagePart } from '../../llm/index.js';
import {
  clipMessages,
  createSystemPrompt,
  type PromptVariant,
  type VoyagerMessage,
} from '../../prompt/index.js';

export class VoyagerConversation {
  #messages: readonly VoyagerMessage[];

  /** @param keptObservationCount number of observations that keep their screenshot or tree */
  constructor(
    private readonly variant: PromptVariant,
    private readonly keptObservationCount: number,
  ) {
    this.#messages = [{ role: 'system', text: createSystemPrompt(variant) }];
  }

  /** Builds the next call's messages. @param maxObservations lower for a model with a small context */
  prepare(
    nextMessage: VoyagerMessage,
    maxObservations = this.keptObservationCount,
  ): readonly VoyagerMessage[] {
    return clipMessages([...this.#messages, nextMessage], maxObservations, this.variant);
  }

  commit(preparedMessages: readonly VoyagerMessage[], reply: string): void {
    this.#messages = [...preparedMessages, { role: 'assistant', text: reply }];
  }
}

export const toRequestMessages = (messages: readonly VoyagerMessage[]): ChatRequest['messages'] =>
  messages.map(({ role, text, image }): Message => {
    if (role === 'system') return { role, content: text, cacheable: true };
    return { role, content: image ? [{ type: 'text', text }, toImagePart(image)] : text };
  });

const toImagePart = (data: Uint8Array): MessagePart => ({
  type: 'image',
  mediaType: 'image/png',
  data,
  detail: 'high',
});
