/** Derives the root's objective, and a summary of the latest turns, from the exchange (spec A.21). Pure. */
import type { Outcome, Turn } from '../../contract/index.js';
import { flatten, formatActionTurn, formatOutcome } from '../../prompt/index.js';
import { listInstructorLines } from '../element-actions/instructor-lines.js';

const MAX_UTTERANCES = 40;
const MAX_UTTERANCE_CHARS = 2_000;

/** The first line, or the whole conversation once it has several. */
export function formatObjective(turns: readonly Turn[]): string {
  const utterances = turns.filter((turn) => turn.type === 'say');
  const [only, ...others] = utterances.filter(({ speaker }) => speaker === 'instructor');
  if (only && others.length === 0) return only.text;
  return utterances.slice(-MAX_UTTERANCES).map(formatUtterance).join('\n');
}

/** Indents every line but the first, so that text cannot imitate a new turn. The agent's own words may quote a page. */
const formatUtterance = ({ speaker, text }: Extract<Turn, { type: 'say' }>): string =>
  speaker === 'instructor'
    ? `User: ${text.slice(0, MAX_UTTERANCE_CHARS).replace(/\r\n?|\n/g, '\n  ')}`
    : `Agent: ${JSON.stringify(flatten(text, MAX_UTTERANCE_CHARS))}`;

export interface TurnSummary {
  /** The instructor's lines, each with the question that the session asked before it. */
  lines: string[];
  /** Null if no action was performed. */
  outcome: { error?: string; isUnchanged?: boolean } | null;
}

/** @param ownTexts the navigator's own utterances; its other utterances come from the session */
export function summariseTurns(turns: readonly Turn[], ownTexts: ReadonlySet<string>): TurnSummary {
  return {
    lines: listInstructorLines(turns, ownTexts).map(({ text, question }) =>
      question === null ? text : `(asked ${JSON.stringify(flatten(question, 300))}) ${text}`,
    ),
    outcome: summariseOutcomes(turns.flatMap((turn) => (turn.type === 'action' ? [turn.outcome] : []))),
  };
}

function summariseOutcomes(outcomes: readonly Outcome[]): TurnSummary['outcome'] {
  if (outcomes.length === 0) return null;
  const failed = outcomes.find(({ status }) => status === 'failed');
  if (failed) return { error: formatOutcome(failed) };
  const refused = outcomes.find((outcome) => 'pageRefusal' in outcome && outcome.pageRefusal !== undefined);
  const isUnchanged = outcomes.every(({ status }) => status === 'no-effect' || status === 'already');
  return { isUnchanged, ...(refused ? { error: formatOutcome(refused) } : {}) };
}

const MAX_LISTED_ACTIONS = 6;

/**
 * Reports what was done since the instructor's last line, for a `stop` without an answer.
 *
 * @param isUnavailable the policy returned N/A, so the task may be impossible
 */
export function formatReport(turns: readonly Turn[], isUnavailable: boolean): string {
  const start = turns.findLastIndex(({ speaker }) => speaker === 'instructor');
  const actions = turns
    .slice(start + 1)
    .filter((turn) => turn.type === 'action')
    .filter(({ outcome }) => outcome.status !== 'failed');
  if (actions.length === 0)
    return `I have no answer${isUnavailable ? ' (N/A)' : ''}, and I did nothing on the page.`;
  const listed = actions.slice(-MAX_LISTED_ACTIONS).map(formatActionTurn);
  const earlier = actions.length - listed.length;
  const lead = isUnavailable ? 'I have no answer (N/A). I did this' : 'Done';
  return `${lead}: ${earlier > 0 ? `${earlier} earlier ${earlier === 1 ? 'action' : 'actions'}, ` : ''}${listed.join(', ')}.`;
}
