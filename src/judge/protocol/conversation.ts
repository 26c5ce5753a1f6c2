/** Formats the messages of a session for a question about consent. Pure. */
import type { ConsentConversation } from '../../contract/index.js';
import { fenceText } from './fence.js';

/** Only the latest messages are shown; older ones hardly ever give consent. */
const MAX_MESSAGES = 12;

export function formatConversation(conversation: ConsentConversation): string {
  const messages = conversation
    .slice(-MAX_MESSAGES)
    .map(({ speaker, text }) => `${speaker}: ${text.replace(/\s*\n\s*/gu, ' ')}`);
  return `# Conversation\n${fenceText(messages.join('\n'))}`;
}
