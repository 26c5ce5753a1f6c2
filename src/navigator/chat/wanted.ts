/** What to look for on the page: in the instructor's words, and in the model's own for what is still to be done. */
import type { Exchange } from '../../contract/index.js';

export interface Wanted {
  /** For ranking elements, the main one first. */
  queries: [string, ...string[]];
  /** For finding text. */
  question: string;
}

const LONGEST = 600;

export function wanted({ turns }: Exchange, note: string | null): Wanted {
  const lines = turns.flatMap((turn, index) =>
    turn.speaker === 'instructor' ? [{ text: turn.text, index }] : [],
  );
  const last = lines.at(-1);
  if (!last) return { queries: [''], question: '' };
  // An answer to a question means little without the line that it belongs to.
  const before = turns[last.index - 1];
  const reply = before?.speaker === 'navigator' && before.type === 'say' && before.kind === 'ask';
  const line = (reply && lines.length > 1 ? `${lines.at(-2)!.text} ${last.text}` : last.text).slice(
    0,
    LONGEST,
  );
  return note
    ? { queries: [line, note.slice(0, LONGEST)], question: line }
    : { queries: [line], question: line };
}
