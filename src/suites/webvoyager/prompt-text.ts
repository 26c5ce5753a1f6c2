/** Extracts text from recorded prompts. No side effects. */
import type { PromptContent, RecordedPrompt } from '../../demonstration/index.js';

export const extractContentText = (content: PromptContent): string =>
  typeof content === 'string'
    ? content
    : content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');

/** Finds the text of the last user message; null if the prompt has no messages. */
export function findLastUserText({ request }: RecordedPrompt): string | null {
  if (!('messages' in request)) return null;
  const content = request.messages.findLast(({ role }) => role === 'user')?.content;
  return content === undefined ? null : extractContentText(content);
}
