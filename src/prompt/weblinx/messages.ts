/** Converts formatted turns to chat messages, and messages to one text. */

export interface WeblinxMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

const FINAL_INSTRUCTION =
  'Please select the best action using the correct format, do not provide any other information or explanation.';

/** @param system printed before the turns; the request for an action follows them */
export function toChat(system: string, turns: readonly string[]): WeblinxMessage[] {
  const messages: WeblinxMessage[] = [];
  for (const content of turns) {
    const role = getRole(content);
    const last = messages.at(-1);
    if (last?.role === role) last.content += ` ${content}`;
    else messages.push({ role, content });
  }
  const last = messages.at(-1);
  if (last?.role === 'user') last.content += ` ${FINAL_INSTRUCTION}`;
  else messages.push({ role: 'user', content: FINAL_INSTRUCTION });
  return [{ role: 'system', content: system }, ...messages];
}

/**
 * All turns are the navigator's, except the instructor's utterances. An utterance that was truncated before its speaker
 * counts as the navigator's too.
 */
function getRole(turn: string): 'user' | 'assistant' {
  return turn.startsWith('say') && turn.includes('speaker="instructor"') ? 'user' : 'assistant';
}

/** Inserts an empty user message if the navigator speaks first, because chat templates require a user first. */
export function addUserFirst(messages: readonly WeblinxMessage[]): WeblinxMessage[] {
  const [system, ...rest] = messages;
  if (system === undefined || rest[0]?.role === 'user') return [...messages];
  return [system, { role: 'user', content: '' }, ...rest];
}

/** Joins messages for models that read one text (Flan-T5, Fuyu, MindAct). */
export function flattenMessages([system, ...rest]: readonly WeblinxMessage[]): string {
  const lines = rest.map(({ role, content }) => `${role[0]!.toUpperCase()}${role.slice(1)}: ${content}\n`);
  return `${system?.content ?? ''}\n${lines.join('')}\nAssistant:`;
}
