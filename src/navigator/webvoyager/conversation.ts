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

  /** @param keptObservations number of observations that keep their screenshot or tree */
  constructor(
    private readonly variant: PromptVariant,
    private readonly keptObservations: number,
  ) {
    this.#messages = [{ role: 'system', text: createSystemPrompt(variant) }];
  }

  /** The messages of the next call. @param kept fewer observations, for a model with a small context */
  prepare(next: VoyagerMessage, kept = this.keptObservations): readonly VoyagerMessage[] {
    return clipMessages([...this.#messages, next], kept, this.variant);
  }

  commit(prepared: readonly VoyagerMessage[], reply: string): void {
    this.#messages = [...prepared, { role: 'assistant', text: reply }];
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
