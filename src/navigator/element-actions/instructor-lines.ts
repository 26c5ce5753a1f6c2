/** Finds the instructor's lines in a list of turns. Pure. */
import type { Turn } from '../../contract/index.js';

export interface InstructorLine {
  text: string;
  /** The question that the session asked before the line, such as one about consent; null if there was none. */
  question: string | null;
}

/** @param navigatorUtterances what the navigator itself said; the session said everything else on its behalf */
export function listInstructorLines(
  turns: readonly Turn[],
  navigatorUtterances: ReadonlySet<string>,
): InstructorLine[] {
  const lines: InstructorLine[] = [];
  let question: string | null = null;
  for (const turn of turns) {
    if (turn.type !== 'say') continue;
    if (turn.speaker === 'instructor') {
      lines.push({ text: turn.text, question });
      question = null;
    } else if (!navigatorUtterances.has(turn.text)) question = turn.text;
  }
  return lines;
}
