/**
 * The floor: whose turn it is to speak. A navigator's `ask`, `answer`, `report` or `unfinished` yields it,
 * an `ack` does not; two `say` in a row yield it anyway, so that nobody can talk without end.
 */
import type { Exchange, Speaker, Turn } from '../contract/index.js';

const YIELDS: Record<Extract<Turn, { speaker: 'navigator'; type: 'say' }>['kind'], boolean> = {
  ask: true,
  answer: true,
  report: true,
  unfinished: true,
  ack: false,
};

/** Who acts next. The instructor opens the conversation. */
export function floor(exchange: Exchange): Speaker {
  const last = exchange.turns.at(-1);
  if (!last) return 'instructor';
  if (last.speaker === 'instructor') return 'navigator';
  if (last.type === 'action') return 'navigator';
  if (YIELDS[last.kind]) return 'instructor';
  const before = exchange.turns.at(-2);
  const secondSay = before?.speaker === 'navigator' && before.type === 'say';
  return secondSay ? 'instructor' : 'navigator';
}
