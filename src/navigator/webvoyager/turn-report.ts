/**
 * Summarises the turns since the model's last reply: the instructor's lines, the session's questions, and the outcomes
 * of the model's actions. Pure.
 */
import type { Effect, Observation, Outcome, Turn } from '../../contract/index.js';
import {
  formatActionTurn,
  formatInstruction,
  formatLaterLead,
  formatOutcome,
  formatTaskLead,
} from '../../prompt/index.js';
import { listInstructorLines, type InstructorLine } from '../element-actions/instructor-lines.js';

type ActionTurn = Extract<Turn, { type: 'action' }>;
type SayTurn = Exclude<Turn, { type: 'action' }>;

export interface TurnReport {
  turns: readonly Turn[];
  actions: readonly ActionTurn[];
  instructorLines: readonly InstructorLine[];
}

/** @param ownUtterances what the model said; the session said everything else on the navigator's behalf */
export function summariseTurns(turns: readonly Turn[], ownUtterances: ReadonlySet<string>): TurnReport {
  return {
    turns,
    actions: turns.filter((turn) => turn.type === 'action'),
    instructorLines: listInstructorLines(turns, ownUtterances),
  };
}

/** Formats the start of a message as the paper does: the task, or the instructor's later lines. */
export function formatFaithfulLead(
  { instructorLines }: TurnReport,
  isFirstTask: boolean,
  url: string,
): string {
  return instructorLines
    .map(({ text, question }, index) =>
      isFirstTask && index === 0 ? formatTaskLead(text, url) : formatLaterLead(text, question),
    )
    .join('');
}

/** Formats the lines that clipping keeps: the instructor's utterances and the outcomes of actions. */
export function formatHardenedLead(
  { turns }: TurnReport,
  ownUtterances: ReadonlySet<string>,
  marker: string,
): string[] {
  return turns.flatMap((turn) => {
    if (turn.type === 'action')
      return [`you did: ${formatActionTurn(turn)} → ${formatOutcome(turn.outcome)}`];
    return formatUtterance(turn, ownUtterances, marker);
  });
}

function formatUtterance(turn: SayTurn, ownUtterances: ReadonlySet<string>, marker: string): string[] {
  if (turn.speaker === 'instructor') return [formatInstruction(turn.text, marker)];
  return ownUtterances.has(turn.text) ? [] : [`you said: ${JSON.stringify(turn.text)}`];
}

/**
 * Returns an error if the released code would have reported one for the last action. It ignores clicks that another
 * element intercepts. `detail` is the reason if the session refused the action.
 */
export function findExecutionError({ actions }: TurnReport): { detail: string } | null {
  const lastAction = actions.at(-1);
  if (lastAction?.outcome.status !== 'failed') return null;
  const { reason, detail } = lastAction.outcome;
  if (reason === 'covered' || reason === 'interrupted') return null;
  return { detail: reason === 'refused' ? detail : '' };
}

const getEffects = (outcome: Outcome): readonly Effect[] =>
  outcome.status === 'done' ? outcome.effects : [];

/** Lists the files that were downloaded since the last reply, by an action or by the page itself. */
export function findDownloads({ actions }: TurnReport, { pageEvents }: Observation): string[] {
  const filesFromActions = actions.flatMap(({ outcome }) =>
    getEffects(outcome).flatMap((effect) => (effect.type === 'download' ? [effect.file] : [])),
  );
  const filesFromPage = pageEvents.flatMap((event) => (event.type === 'download' ? [event.file] : []));
  return [...new Set([...filesFromActions, ...filesFromPage])];
}

/** Whether the active tab was opened by an action and has not navigated since. */
export function isInNewTab(turns: readonly Turn[], { tabs }: Observation): boolean {
  const activeTab = tabs.find((tab) => tab.active);
  if (!activeTab || tabs.length < 2) return false;
  let openedTabId: number | null = null;
  for (const turn of turns) {
    if (turn.type !== 'action') continue;
    const effects = getEffects(turn.outcome);
    const tabOpenedEffect = effects.find((effect) => effect.type === 'tab-opened');
    if (tabOpenedEffect) openedTabId = tabOpenedEffect.opened;
    // Once the tab has navigated, it has a page to go back to.
    else if (openedTabId === activeTab.id && effects.some(({ type }) => type === 'navigated'))
      openedTabId = null;
  }
  return openedTabId === activeTab.id;
}
