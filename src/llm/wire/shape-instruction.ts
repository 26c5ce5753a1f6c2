/** Requests JSON by instructions, for servers without schema support. */
import type { Message, Part, JsonShape } from '../types.js';

/** Appends the instructions to the system message, which keeps the cached prefix intact. */
export function addShapeInstruction(messages: readonly Message[], shape: JsonShape): Message[] {
  const text = `Answer with one JSON object that fits this JSON schema, and with nothing else:\n${JSON.stringify(shape.schema)}`;
  const first = messages[0];
  if (first?.role !== 'system') return [{ role: 'system', content: text }, ...messages];
  return [{ ...first, content: appendText(first.content, text) }, ...messages.slice(1)];
}

/** Moves system messages into the first user message, for chat templates without a system role. */
export function mergeSystemMessages(messages: readonly Message[]): Message[] {
  const system = messages.filter(({ role }) => role === 'system').flatMap(({ content }) => partsOf(content));
  const rest = messages.filter(({ role }) => role !== 'system');
  const index = rest.findIndex(({ role }) => role === 'user');
  if (system.length === 0) return rest;
  if (index < 0) return [{ role: 'user', content: system }, ...rest];
  const text = system.map((part) => (part.type === 'text' ? part.text : '')).join('\n\n');
  return rest.map((message, i) =>
    i === index ? { ...message, content: prependText(text, message.content) } : message,
  );
}

export function partsOf(content: Message['content']): readonly Part[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

function appendText(content: Message['content'], text: string): Message['content'] {
  return typeof content === 'string' ? `${content}\n\n${text}` : [...content, { type: 'text', text }];
}

function prependText(text: string, content: Message['content']): Message['content'] {
  return typeof content === 'string' ? `${text}\n\n${content}` : [{ type: 'text', text }, ...content];
}
