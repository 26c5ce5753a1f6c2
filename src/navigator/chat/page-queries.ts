/** Queries for relevant content: the last instruction, and the model's note about what remains to be done. */
import type { Exchange } from '../../contract/index.js';

export interface PageQueries {
  /** Queries for ranking elements, the main one first. */
  queries: [string, ...string[]];
  /** Question for finding text passages. */
  question: string;
}

const MAX_QUERY_CHARS = 600;

export function buildPageQueries({ turns }: Exchange, note: string | null): PageQueries {
  const instructions = turns.flatMap((turn, index) =>
    turn.speaker === 'instructor' ? [{ text: turn.text, index }] : [],
  );
  const last = instructions.at(-1);
  if (!last) return { queries: [''], question: '' };
  // An answer to the navigator's question is combined with the instruction before it.
  const previousTurn = turns[last.index - 1];
  const isReply =
    previousTurn?.speaker === 'navigator' && previousTurn.type === 'say' && previousTurn.kind === 'ask';
  const query = (
    isReply && instructions.length > 1 ? `${instructions.at(-2)!.text} ${last.text}` : last.text
  ).slice(0, MAX_QUERY_CHARS);
  return note
    ? { queries: [query, note.slice(0, MAX_QUERY_CHARS)], question: query }
    : { queries: [query], question: query };
}
