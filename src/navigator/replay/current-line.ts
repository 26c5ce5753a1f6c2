/** The state of the instructor line that is being replayed, and helpers for it. Pure. */
import type {
  Decision,
  Evidence,
  Outcome,
  PageAction,
  ReplayAction,
  ReplayLine,
  SayKind,
  State,
  Turn,
} from '../../contract/index.js';

/** The instructor line that is being replayed. */
export interface CurrentLine {
  number: number;
  turnIndex: number;
  text: string;
  /** Null if the recording does not contain the line. */
  recordedLine: ReplayLine | null;
  /** Index of the next recorded turn. */
  nextIndex: number;
  /** The last decided action, until its outcome is reviewed. */
  pendingAction: { recordedAction: ReplayAction; action: PageAction; url: string } | null;
  waitingSince: number | null;
  /** Number of recorded actions performed. */
  performedCount: number;
  /** Whether the line was carried out differently from the recording. */
  isHealed: boolean;
  /** The recorded action that was decided last. */
  previousAction: ReplayAction | null;
  healing: Healing | null;
}

/** What the healer is asked to do. */
export interface HealingRequest {
  /** The text that the healer gets instead of the line; null: the line itself. */
  text: string | null;
  /** Index of the recorded turn with which the replay continues; null if the healer finishes the line. */
  resumeAt: number | null;
}

export interface Healing extends HealingRequest {
  mismatchedAction: ReplayAction | null;
  isChangeReported: boolean;
  /** Number of turns before the healing. */
  turnCount: number;
}

export const createCurrentLine = (
  number: number,
  turnIndex: number,
  text: string,
  recordedLine: ReplayLine | null,
): CurrentLine => ({
  number,
  turnIndex,
  text,
  recordedLine,
  nextIndex: 0,
  pendingAction: null,
  waitingSince: null,
  performedCount: 0,
  isHealed: false,
  previousAction: null,
  healing: null,
});

/** Dismisses a dialog if the recorded session did so itself, because its navigator could not answer dialogs. */
export function decideDialogDismissal(
  previousAction: ReplayAction | null,
  nextTurn: ReplayLine['turns'][number] | undefined,
): Decision | null {
  if (nextTurn?.type === 'action' && nextTurn.action.intent === 'dialog') return null;
  if (previousAction?.outcome.status !== 'done' || previousAction.outcome.settle.reason === 'dialog')
    return null;
  if (!previousAction.outcome.effects.some(({ type }) => type === 'dialog')) return null;
  return {
    actions: [{ intent: 'dialog', answer: 'dismiss' }],
    evidence: { note: 'the recorded session dismissed this dialog' },
  };
}

export const hadEffect = (outcome: Outcome): boolean => outcome.status === 'done';

export const say = (kind: SayKind, text: string, evidence: Evidence = {}): Decision => ({
  actions: [{ intent: 'say', kind, text }],
  evidence,
});

export function describeAction({ action, target }: Extract<Turn, { type: 'action' }>): string {
  const name = target?.name || target?.place;
  return name ? `The action on “${name}” (${action.intent})` : `The action ${action.intent}`;
}

/** Returns the state with an instructor line inserted after `turnCount` turns. */
export function insertRequest(state: State, turnCount: number, text: string): State {
  const { turns } = state.exchange;
  const request: Turn = { index: turnCount, speaker: 'instructor', type: 'say', text };
  return {
    ...state,
    exchange: {
      ...state.exchange,
      turns: [...turns.slice(0, turnCount), request, ...turns.slice(turnCount)],
    },
  };
}
