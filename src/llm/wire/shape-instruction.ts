/** Requests JSON by instructions, for servers without schema support. */
import type { Message, MessagePart, JsonShape } from '../types.js';

/** Appends the instructions to the system message, which keeps the cached prefix intact. */
export function addShapeInstruction(messages: readonly Message[], shape: JsonShape): Message[] {
  const instruction = `Answer with one JSON object that fits this JSON schema, and with nothing else:\n${JSON.stringify(shape.schema)}`;
  const firstMessage = messages[0];
  if (firstMessage?.role !== 'system') return [{ role: 'system', content: instruction }, ...messages];
  return [{ ...firstMessage, content: appendText(firstMessage.content, instruction) }, ...messages.slice(1)];
}

/** Moves system messages into the first user message, for chat templates without a system role. */
export function mergeSystemMessages(messages: readonly Message[]): Message[] {
  const system = messages.filter(({ role }) => role === 'system').flatMap(({ content }) => toParts(content));
  const otherMessages = messages.filter(({ role }) => role !== 'system');
  const userIndex = otherMessages.findIndex(({ role }) => role === 'user');
  if (system.length === 0) return otherMessages;
  if (userIndex < 0) return [{ role: 'user', content: system }, ...otherMessages];
  const text = system.map((part) => (part.type === 'text' ? part.text : '')).join('\n\n');
  return otherMessages.map((message, i) =>
    i === userIndex ? { ...message, content: prependText(text, message.content) } : message,
  );
}

export function toParts(content: Message['content']): readonly MessagePart[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

function appendText(content: Message['content'], text: string): Message['content'] {
  return typeof content === 'string' ? `${content}\n\n${text}` : [...content, { type: 'text', text }];
}

function prependText(text: string, content: Message['content']): Message['content'] {
  return typeof content === 'string' ? `${text}\n\n${content}` : [{ type: 'text', text }, ...content];
}
