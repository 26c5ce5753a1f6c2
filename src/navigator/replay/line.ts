/** The state of a replayed line, and helpers for it. Pure. */
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
  recorded: ReplayLine | null;
  /** Index of the next recorded turn. */
  next: number;
  /** The last decided action, until its outcome is reviewed. */
  pending: { step: ReplayAction; action: PageAction; url: string } | null;
  waitingSince: number | null;
  /** Number of recorded actions performed. */
  performed: number;
  /** Whether any part of the line differed from the recording. */
  isHealed: boolean;
  /** The recorded action that was decided last. */
  previous: ReplayAction | null;
  healing: Healing | null;
}

/** The task of the healer. */
export interface HealingRequest {
  /** Replaces the line's text; null: the line as it is. */
  text: string | null;
  /** Index of the recorded turn with which the replay continues; null if the healer finishes the line. */
  resumeAt: number | null;
}

export interface Healing extends HealingRequest {
  misfit: ReplayAction | null;
  isChangeReported: boolean;
  /** Number of turns before the healing. */
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

/** Dismisses a dialog that the recorded session dismissed itself, because its navigator cannot answer dialogs. */
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

/** Returns the state with an instructor line inserted after the given number of turns. */
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
