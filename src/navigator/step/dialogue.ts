/** Derives the objective of the root policy, a summary of the latest turns and the final report from the exchange. Pure. */
import type { Outcome, Turn } from '../../contract/index.js';
import { toOneLine, formatActionTurn, formatOutcome } from '../../prompt/index.js';
import { listInstructorLines } from '../element-actions/instructor-lines.js';

const MAX_UTTERANCES = 40;
const MAX_UTTERANCE_CHARS = 2_000;

/** Returns the instructor's only line, or the whole conversation if the instructor has spoken more than once. */
export function formatObjective(turns: readonly Turn[]): string {
  const utterances = turns.filter((turn) => turn.type === 'say');
  const [firstInstruction, ...laterInstructions] = utterances.filter(
    ({ speaker }) => speaker === 'instructor',
  );
  if (firstInstruction && laterInstructions.length === 0) return firstInstruction.text;
  return utterances.slice(-MAX_UTTERANCES).map(formatUtterance).join('\n');
}

/** Indents every line but the first, so that text cannot imitate a new turn. Quotes agent text, which may cite a page. */
const formatUtterance = ({ speaker, text }: Extract<Turn, { type: 'say' }>): string =>
  speaker === 'instructor'
    ? `User: ${text.slice(0, MAX_UTTERANCE_CHARS).replace(/\r\n?|\n/g, '\n  ')}`
    : `Agent: ${JSON.stringify(toOneLine(text, MAX_UTTERANCE_CHARS))}`;

export interface TurnSummary {
  /** The instructor's lines, each with the question that the session asked before it. */
  instructorLines: string[];
  /** Null if no action was performed. */
  outcome: { error?: string; isUnchanged?: boolean } | null;
}

/** @param ownUtterances what the navigator itself said; the session said everything else on its behalf */
export function summariseTurns(turns: readonly Turn[], ownUtterances: ReadonlySet<string>): TurnSummary {
  return {
    instructorLines: listInstructorLines(turns, ownUtterances).map(({ text, question }) =>
      question === null ? text : `(asked ${JSON.stringify(toOneLine(question, 300))}) ${text}`,
    ),
    outcome: summariseOutcomes(turns.flatMap((turn) => (turn.type === 'action' ? [turn.outcome] : []))),
  };
}

function summariseOutcomes(outcomes: readonly Outcome[]): TurnSummary['outcome'] {
  if (outcomes.length === 0) return null;
  const failedOutcome = outcomes.find(({ status }) => status === 'failed');
  if (failedOutcome) return { error: formatOutcome(failedOutcome) };
  const refusedOutcome = outcomes.find(
    (outcome) => 'pageRefusal' in outcome && outcome.pageRefusal !== undefined,
  );
  const isUnchanged = outcomes.every(({ status }) => status === 'no-effect' || status === 'already');
  return { isUnchanged, ...(refusedOutcome ? { error: formatOutcome(refusedOutcome) } : {}) };
}

const MAX_LISTED_ACTIONS = 6;

/**
 * Reports what was done since the instructor's last line, for a `stop` without an answer.
 *
 * @param isUnavailable the policy returned N/A, so the task may be impossible
 */
export function formatReport(turns: readonly Turn[], isUnavailable: boolean): string {
  const lastInstructionIndex = turns.findLastIndex(({ speaker }) => speaker === 'instructor');
  const actions = turns
    .slice(lastInstructionIndex + 1)
    .filter((turn) => turn.type === 'action')
    .filter(({ outcome }) => outcome.status !== 'failed');
  if (actions.length === 0)
    return `I have no answer${isUnavailable ? ' (N/A)' : ''}, and I did nothing on the page.`;
  const listedActions = actions.slice(-MAX_LISTED_ACTIONS).map(formatActionTurn);
  const earlierCount = actions.length - listedActions.length;
  const lead = isUnavailable ? 'I have no answer (N/A). I did this' : 'Done';
  return `${lead}: ${earlierCount > 0 ? `${earlierCount} earlier ${earlierCount === 1 ? 'action' : 'actions'}, ` : ''}${listedActions.join(', ')}.`;
}
