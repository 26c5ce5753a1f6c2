/** Instructor line → steps: clauses first, then each clause by its verb. Entry point of the language half. */
import { contextual, tidy } from './context.js';
import { mask, splitClauses } from './clauses.js';
import { readClause } from './clause.js';
import type { SpokenStep } from './steps.js';

/** The steps of a line, in order. A line that says nothing to do yields one `unknown`. */
export function parseLine(line: string): SpokenStep[] {
  const { text, quotes } = mask(line);
  const masked = { text: plainly(text), quotes };
  const clauses = splitClauses(masked);
  const out: SpokenStep[] = [];
  for (const clause of clauses) {
    const steps = readClause(contextual(clause.text, out), masked.quotes);
    for (const step of steps) out.push({ step, clause });
  }
  const tidied = tidy(out);
  return tidied.length
    ? tidied
    : [{ step: { do: 'unknown', text: line.trim() }, clause: { text: line, raw: line, joint: '' } }];
}

/** Words whose "and" or comma would end a clause that goes on. */
const plainly = (text: string): string =>
  text
    .replace(/\bdrag(?:ging)?(?:,? (?:and|&|n|then) |-and-|-n-)drop\b/giu, 'drag')
    // Said to get attention, not to have something waited for.
    .replace(/^(?:no,? )?wait[,!] (?!then\b|and\b)/iu, '');
