/** Loads `runConversation` on demand, because navigators and the turn loop make up most of the program. */
import type { ConversationResult, SessionPlan } from './run-conversation.js';

export async function runConversation(plan: SessionPlan): Promise<ConversationResult> {
  return (await import('./run-conversation.js')).runConversation(plan);
}
