/** Finds the instruction that is not finished yet, the navigator's questions about it, and the answers. */
import type { Exchange } from '../../contract/index.js';

export interface OpenInstruction {
  instruction: string;
  /** The navigator's questions, oldest first, each with the instructor's answer. */
  questions: { question: string; answer: string }[];
}

/** Finds the instructor's last line that does not answer a question. */
export function findOpenInstruction({ turns }: Exchange): OpenInstruction | null {
  const questions: OpenInstruction['questions'] = [];
  for (let end = turns.length; ;) {
    const index = turns.findLastIndex((turn, i) => i < end && turn.speaker === 'instructor');
    const line = turns[index];
    if (line?.speaker !== 'instructor') return null;
    const previous = turns[index - 1];
    const isReply = previous?.speaker === 'navigator' && previous.type === 'say' && previous.kind === 'ask';
    const hasEarlierLine = turns.slice(0, index).some((turn) => turn.speaker === 'instructor');
    if (!isReply || !hasEarlierLine) return { instruction: line.text, questions };
    questions.unshift({ question: previous.text, answer: line.text });
    end = index;
  }
}
