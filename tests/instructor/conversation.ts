/** Runs an instructor against a fixed list of navigator turns. */
import type {
  Exchange,
  Instructor,
  InstructorMove,
  Outcome,
  Probe,
  SayKind,
  Turn,
} from '../../src/contract/index.js';

export type NavigatorTurn = { kind: SayKind; text: string } | 'act' | 'idle act';

const NO_EFFECT: Outcome = { status: 'no-effect', settle: { reason: 'quiet', ms: 1 } };
const DONE: Outcome = { status: 'done', effects: [{ type: 'focus' }], settle: { reason: 'quiet', ms: 1 } };

export const ask = (text: string): NavigatorTurn => ({ kind: 'ask', text });
export const report = (text = 'Done.'): NavigatorTurn => ({ kind: 'report', text });
export const answer = (text: string): NavigatorTurn => ({ kind: 'answer', text });
export const unfinished = (text: string): NavigatorTurn => ({ kind: 'unfinished', text });
export const ack = (text: string): NavigatorTurn => ({ kind: 'ack', text });
export const effectiveAction: NavigatorTurn = 'act';
/** An action without effect. */
export const idleAction: NavigatorTurn = 'idle act';

export interface Conversation {
  /** The instructor's lines, in order. */
  lines: string[];
  /** The last move. */
  end: InstructorMove;
  /** The checks of all moves. */
  checks: NonNullable<InstructorMove['checks']>;
  exchange: Exchange;
}

/** Performs the navigator's turns until the instructor stops. An `ack` keeps the turn with the navigator. */
export async function runConversation(
  instructor: Instructor,
  navigatorTurns: readonly NavigatorTurn[],
  probe: Probe,
): Promise<Conversation> {
  const { signal } = new AbortController();
  const turns: Turn[] = [];
  const lines: string[] = [];
  const checks: Conversation['checks'] = [];
  const queue = [...navigatorTurns];
  let idleCount = 0;

  /** Records one of the instructor's moves. @returns whether the conversation continues */
  const applyMove = (move: InstructorMove): boolean => {
    checks.push(...(move.checks ?? []));
    if (move.type !== 'say') return false;
    lines.push(move.text);
    idleCount = 0;
    turns.push({ index: turns.length, speaker: 'instructor', type: 'say', text: move.text });
    return true;
  };

  let move = await instructor.next({ turns: [...turns] }, probe, signal);
  while (applyMove(move)) {
    let hasTurnEnded = false;
    while (!hasTurnEnded) {
      const turn = queue.shift();
      if (turn === undefined)
        throw new Error('The navigator has no more turns, but the instructor has not stopped.');
      if (turn === 'act' || turn === 'idle act') {
        idleCount = turn === 'act' ? 0 : idleCount + 1;
        turns.push({
          index: turns.length,
          speaker: 'navigator',
          type: 'action',
          action: { intent: 'back' },
          target: null,
          outcome: turn === 'act' ? DONE : NO_EFFECT,
          url: probe.url(),
        });
        const interjection = await instructor.interject?.(
          { turns: [...turns], idleActionCount: idleCount },
          probe,
          signal,
        );
        if (!interjection) continue;
        if (!applyMove(interjection)) return { lines, end: interjection, checks, exchange: { turns } };
      } else {
        turns.push({ index: turns.length, speaker: 'navigator', type: 'say', ...turn });
        hasTurnEnded = turn.kind !== 'ack';
      }
    }
    move = await instructor.next({ turns: [...turns] }, probe, signal);
  }
  return { lines, end: move, checks, exchange: { turns } };
}
