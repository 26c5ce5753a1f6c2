/** What went before a query, in the few words that rankers understand: "clicked Menu", "typed in E-mail". */
import type { Exchange, Turn } from '../contract/index.js';

/** More than these say nothing about what is wanted now. */
const LATEST = 4;
const LONGEST = 80;

const DID: Partial<Record<string, string>> = {
  click: 'clicked',
  doubleClick: 'double-clicked',
  rightClick: 'right-clicked',
  hover: 'pointed at',
  textInput: 'typed in',
  change: 'chose in',
  submit: 'submitted',
  upload: 'gave files to',
};

function brief(turn: Turn): string | null {
  if (turn.type === 'say') return turn.speaker === 'instructor' ? turn.text.slice(0, LONGEST) : null;
  const did = DID[turn.action.intent];
  return did && turn.target?.name ? `${did} ${turn.target.name.slice(0, LONGEST)}` : null;
}

/** The latest acts and earlier lines, oldest first; the line that is being worked on is not among them. */
export function before({ turns }: Exchange): string[] {
  const current = turns.findLastIndex((turn) => turn.speaker === 'instructor');
  return turns
    .filter((turn, i) => i !== current && (turn.type !== 'action' || turn.outcome.status === 'done'))
    .map(brief)
    .filter((text) => text !== null)
    .slice(-LATEST);
}
