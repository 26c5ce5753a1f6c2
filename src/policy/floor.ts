/**
 * The floor: the speaker whose turn it is. The navigator yields it with `ask`, `answer`, `report` or `unfinished`, but
 * not with `ack`. Two consecutive `say` turns always yield it, which prevents endless monologues.
 */
import type { Exchange, Speaker, Turn } from '../contract/index.js';

const YIELDS_FLOOR: Record<Extract<Turn, { speaker: 'navigator'; type: 'say' }>['kind'], boolean> = {
  ask: true,
  answer: true,
  report: true,
  unfinished: true,
  ack: false,
};

/** Returns the speaker of the next turn. The instructor opens the conversation. */
export function nextSpeaker(exchange: Exchange): Speaker {
  const last = exchange.turns.at(-1);
  if (!last) return 'instructor';
  if (last.speaker === 'instructor') return 'navigator';
  if (last.type === 'action') return 'navigator';
  if (YIELDS_FLOOR[last.kind]) return 'instructor';
  const before = exchange.turns.at(-2);
  const isSecondSay = before?.speaker === 'navigator' && before.type === 'say';
  return isSecondSay ? 'instructor' : 'navigator';
}
