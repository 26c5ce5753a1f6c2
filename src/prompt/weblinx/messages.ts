/** Printed turns as a chat, and a chat as one text (spec 4.4, 5.2). */

export interface WeblinxMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

const FINAL =
  'Please select the best action using the correct format, do not provide any other information or explanation.';

/** @param system printed before the turns; the request for an action follows them */
export function chatOf(system: string, turns: readonly string[]): WeblinxMessage[] {
  const messages: WeblinxMessage[] = [];
  for (const content of turns) {
    const role = roleOf(content);
    const last = messages.at(-1);
    if (last?.role === role) last.content += ` ${content}`;
    else messages.push({ role, content });
  }
  const last = messages.at(-1);
  if (last?.role === 'user') last.content += ` ${FINAL}`;
  else messages.push({ role: 'user', content: FINAL });
  return [{ role: 'system', content: system }, ...messages];
}

/** What does not begin as speech is an act. Speech cut so short that nobody can be made out is the navigator's. */
function roleOf(turn: string): 'user' | 'assistant' {
  return turn.startsWith('say') && turn.includes('speaker="instructor"') ? 'user' : 'assistant';
}

/** Chat templates want a user first: where it is the navigator, an empty message stands before it. */
export function withUserFirst(messages: readonly WeblinxMessage[]): WeblinxMessage[] {
  const [system, ...rest] = messages;
  if (system === undefined || rest[0]?.role === 'user') return [...messages];
  return [system, { role: 'user', content: '' }, ...rest];
}

/** For models that read one text (Flan-T5, Fuyu, MindAct). */
export function flatText([system, ...rest]: readonly WeblinxMessage[]): string {
  const lines = rest.map(({ role, content }) => `${role[0]!.toUpperCase()}${role.slice(1)}: ${content}\n`);
  return `${system?.content ?? ''}\n${lines.join('')}\nAssistant:`;
}
