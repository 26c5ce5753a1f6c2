/** Queries for relevant content: the last instruction, and the model's note about what remains to be done. */
import type { Exchange } from '../../contract/index.js';

export interface PageQueries {
  /** Queries for ranking elements, the main one first. */
  queries: [string, ...string[]];
  /** Question for finding text passages. */
  question: string;
}

const MAX_QUERY_CHARS = 600;

export function pageQueries({ turns }: Exchange, note: string | null): PageQueries {
  const lines = turns.flatMap((turn, index) =>
    turn.speaker === 'instructor' ? [{ text: turn.text, index }] : [],
  );
  const last = lines.at(-1);
  if (!last) return { queries: [''], question: '' };
  // An answer to the navigator's question is combined with the instruction before it.
  const before = turns[last.index - 1];
  const reply = before?.speaker === 'navigator' && before.type === 'say' && before.kind === 'ask';
  const line = (reply && lines.length > 1 ? `${lines.at(-2)!.text} ${last.text}` : last.text).slice(
    0,
    MAX_QUERY_CHARS,
  );
  return note
    ? { queries: [line, note.slice(0, MAX_QUERY_CHARS)], question: line }
    : { queries: [line], question: line };
}
