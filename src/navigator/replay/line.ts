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
  healing: { misfit: ReplayAction | null; isChangeReported: boolean; request: string | null } | null;
}

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

/** The state with another text of the instructor's latest line. */
export function withRequest(state: State, turnIndex: number, text: string): State {
  const turns = state.exchange.turns.map((turn) =>
    turn.index === turnIndex && turn.speaker === 'instructor' ? { ...turn, text } : turn,
  );
  return { ...state, exchange: { ...state.exchange, turns } };
}
