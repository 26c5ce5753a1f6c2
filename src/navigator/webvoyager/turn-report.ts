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
  lines: readonly InstructorLine[];
}

/** @param ownTexts the model's own utterances; the navigator's other utterances come from the session */
export function reportTurns(turns: readonly Turn[], ownTexts: ReadonlySet<string>): TurnReport {
  return {
    turns,
    actions: turns.filter((turn) => turn.type === 'action'),
    lines: listInstructorLines(turns, ownTexts),
  };
}

/** The start of a message in the paper's form: the task, or the later lines. */
export function formatFaithfulLead({ lines }: TurnReport, isFirst: boolean, url: string): string {
  return lines
    .map(({ text, question }, index) =>
      isFirst && index === 0 ? formatTaskLead(text, url) : formatLaterLead(text, question),
    )
    .join('');
}

/** The lines that survive clipping: the instructor's utterances and the outcomes of actions. */
export function formatHardenedLead(
  { turns }: TurnReport,
  ownTexts: ReadonlySet<string>,
  marker: string,
): string[] {
  return turns.flatMap((turn) => {
    if (turn.type === 'action')
      return [`you did: ${formatActionTurn(turn)} → ${formatOutcome(turn.outcome)}`];
    return formatUtterance(turn, ownTexts, marker);
  });
}

function formatUtterance(turn: SayTurn, ownTexts: ReadonlySet<string>, marker: string): string[] {
  if (turn.speaker === 'instructor') return [formatInstruction(turn.text, marker)];
  return ownTexts.has(turn.text) ? [] : [`you said: ${JSON.stringify(turn.text)}`];
}

/**
 * Returns an error if the released code would have failed to execute the last action; it ignores intercepted clicks.
 * `detail` is the reason if the session refused the action.
 */
export function findExecutionError({ actions }: TurnReport): { detail: string } | null {
  const last = actions.at(-1);
  if (last?.outcome.status !== 'failed') return null;
  const { reason, detail } = last.outcome;
  if (reason === 'covered' || reason === 'interrupted') return null;
  return { detail: reason === 'refused' ? detail : '' };
}

const effectsOf = (outcome: Outcome): readonly Effect[] => (outcome.status === 'done' ? outcome.effects : []);

/** Names of the files saved since the last reply, whether by an action or by the page. */
export function findDownloads({ actions }: TurnReport, { pageEvents }: Observation): string[] {
  const saved = actions.flatMap(({ outcome }) =>
    effectsOf(outcome).flatMap((effect) => (effect.type === 'download' ? [effect.file] : [])),
  );
  const byPage = pageEvents.flatMap((event) => (event.type === 'download' ? [event.file] : []));
  return [...new Set([...saved, ...byPage])];
}

/** Whether an action opened the active tab and the tab still shows its first page. */
export function isInOpenedTab(turns: readonly Turn[], { tabs }: Observation): boolean {
  const active = tabs.find((tab) => tab.active);
  if (!active || tabs.length < 2) return false;
  let opened: number | null = null;
  for (const turn of turns) {
    if (turn.type !== 'action') continue;
    const effects = effectsOf(turn.outcome);
    const tab = effects.find((effect) => effect.type === 'tab-opened');
    if (tab) opened = tab.opened;
    // After another page was loaded in the tab, it is possible to go back.
    else if (opened === active.id && effects.some(({ type }) => type === 'navigated')) opened = null;
  }
  return opened === active.id;
}
