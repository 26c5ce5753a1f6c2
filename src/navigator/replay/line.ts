/** The state of one line of a replay, and small decisions about it. Pure. */
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

/** The line of the instructor that is being worked on. */
export interface CurrentLine {
  number: number;
  turnIndex: number;
  text: string;
  /** Null if the recording does not contain the line. */
  recorded: ReplayLine | null;
  /** Index of the next recorded turn. */
  next: number;
  /** The action that was decided last, until its outcome is seen. */
  pending: { step: ReplayAction; action: PageAction; url: string } | null;
  waitingSince: number | null;
  /** Recorded actions that were performed. */
  performed: number;
  /** Something of the line was done in another way than recorded. */
  isHealed: boolean;
  /** The recorded action that was decided last. */
  previous: ReplayAction | null;
  healing: Healing | null;
}

/** What the healing navigator is asked to do. */
export interface HealingRequest {
  /** Replaces the line's text; null if the whole line is to be done, or the navigator sees the turns before. */
  text: string | null;
  /** Index of the recorded turn that is repeated afterwards; null if the navigator finishes the line. */
  resumeAt: number | null;
}

/** A part of a line that another navigator carries out. */
export interface Healing extends HealingRequest {
  misfit: ReplayAction | null;
  isChangeReported: boolean;
  /** Number of turns before it. */
  turnCount: number;
}

export const startLine = (
  number: number,
  turnIndex: number,
  text: string,
  recorded: ReplayLine | null,
): CurrentLine => ({
  number,
  turnIndex,
  text,
  recorded,
  next: 0,
  pending: null,
  waitingSince: null,
  performed: 0,
  isHealed: false,
  previous: null,
  healing: null,
});

/** Closes a dialog that was closed by the session when it was recorded, because its navigator answered none. */
export function closeDialog(
  previous: ReplayAction | null,
  next: ReplayLine['turns'][number] | undefined,
): Decision | null {
  if (next?.type === 'action' && next.action.intent === 'dialog') return null;
  if (previous?.outcome.status !== 'done' || previous.outcome.settle.reason === 'dialog') return null;
  if (!previous.outcome.effects.some(({ type }) => type === 'dialog')) return null;
  return {
    actions: [{ intent: 'dialog', answer: 'dismiss' }],
    evidence: { note: 'the recorded session dismissed this dialog' },
  };
}

export const didChange = (outcome: Outcome): boolean => outcome.status === 'done';

export const say = (kind: SayKind, text: string, evidence: Evidence = {}): Decision => ({
  actions: [{ intent: 'say', kind, text }],
  evidence,
});

export function describeAction({ action, target }: Extract<Turn, { type: 'action' }>): string {
  const name = target?.name || target?.place;
  return name ? `The action on “${name}” (${action.intent})` : `The action ${action.intent}`;
}

/** The state in which the instructor said this after so many turns. */
export function withRequest(state: State, turnCount: number, text: string): State {
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
