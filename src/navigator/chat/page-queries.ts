/** Queries for relevant content: the last instruction, and the model's note about what remains to be done. */
import type { Exchange } from '../../contract/index.js';
import { findOpenInstruction } from '../../prompt/index.js';

export interface PageQueries {
  /** Queries for ranking elements, the main one first. */
  queries: [string, ...string[]];
  /** Question for finding text passages. */
  question: string;
}

const MAX_QUERY_CHARS = 600;

export function buildPageQueries(exchange: Exchange, note: string | null): PageQueries {
  const openInstruction = findOpenInstruction(exchange);
  if (!openInstruction) return { queries: [''], question: '' };
  // Answers to the navigator's questions are combined with the instruction.
  const utterances = [openInstruction.instruction, ...openInstruction.questions.map(({ answer }) => answer)];
  const query = utterances.join(' ').slice(0, MAX_QUERY_CHARS);
  return note
    ? { queries: [query, note.slice(0, MAX_QUERY_CHARS)], question: query }
    : { queries: [query], question: query };
}
