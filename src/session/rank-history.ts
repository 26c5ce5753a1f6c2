/** Summarises the session for a ranking query in short phrases: "clicked Menu", "typed in E-mail". */
import type { Exchange, Turn } from '../contract/index.js';

/** Older turns do not help to rank the current page. */
const MAX_ENTRIES = 4;
const MAX_TEXT_LENGTH = 80;

const PAST_TENSE_VERBS: Partial<Record<string, string>> = {
  click: 'clicked',
  doubleClick: 'double-clicked',
  rightClick: 'right-clicked',
  hover: 'pointed at',
  textInput: 'typed in',
  change: 'chose in',
  submit: 'submitted',
  upload: 'gave files to',
};

function toPhrase(turn: Turn): string | null {
  if (turn.type === 'say') return turn.speaker === 'instructor' ? turn.text.slice(0, MAX_TEXT_LENGTH) : null;
  const verb = PAST_TENSE_VERBS[turn.action.intent];
  return verb && turn.target?.name ? `${verb} ${turn.target.name.slice(0, MAX_TEXT_LENGTH)}` : null;
}

/** Lists the latest actions and instructions, oldest first, without the current instruction. */
export function createRankHistory({ turns }: Exchange): string[] {
  const currentIndex = turns.findLastIndex((turn) => turn.speaker === 'instructor');
  return turns
    .filter((turn, i) => i !== currentIndex && (turn.type !== 'action' || turn.outcome.status === 'done'))
    .map(toPhrase)
    .filter((phrase) => phrase !== null)
    .slice(-MAX_ENTRIES);
}
