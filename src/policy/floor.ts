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
export function getNextSpeaker(exchange: Exchange): Speaker {
  const lastTurn = exchange.turns.at(-1);
  if (!lastTurn) return 'instructor';
  if (lastTurn.speaker === 'instructor') return 'navigator';
  if (lastTurn.type === 'action') return 'navigator';
  if (YIELDS_FLOOR[lastTurn.kind]) return 'instructor';
  const previousTurn = exchange.turns.at(-2);
  const isSecondSay = previousTurn?.speaker === 'navigator' && previousTurn.type === 'say';
  return isSecondSay ? 'instructor' : 'navigator';
}
