/** Made-up conversations: an instructor against a navigator that is no more than a list of turns. */
import type {
  Exchange,
  Instructor,
  InstructorMove,
  Outcome,
  Probe,
  SayKind,
  Turn,
} from '../../src/contract/index.js';

export type Fake = { kind: SayKind; text: string } | 'act' | 'idle act';

const STILL: Outcome = { status: 'no-effect', settle: { reason: 'quiet', ms: 1 } };
const DONE: Outcome = { status: 'done', effects: [{ type: 'focus' }], settle: { reason: 'quiet', ms: 1 } };

export const ask = (text: string): Fake => ({ kind: 'ask', text });
export const report = (text = 'Done.'): Fake => ({ kind: 'report', text });
export const answer = (text: string): Fake => ({ kind: 'answer', text });
export const unfinished = (text: string): Fake => ({ kind: 'unfinished', text });
export const ack = (text: string): Fake => ({ kind: 'ack', text });
export const act: Fake = 'act';
/** Changes nothing. */
export const idle: Fake = 'idle act';

export interface Talk {
  /** What the instructor said, in order. */
  lines: string[];
  /** The last move. */
  end: InstructorMove;
  /** The checks of all moves. */
  checks: NonNullable<InstructorMove['checks']>;
  exchange: Exchange;
}

/** Plays the navigator's turns with the floor rules of a session until the instructor stops. */
export async function talk(instructor: Instructor, navigator: readonly Fake[], probe: Probe): Promise<Talk> {
  const { signal } = new AbortController();
  const turns: Turn[] = [];
  const lines: string[] = [];
  const checks: Talk['checks'] = [];
  const queue = [...navigator];
  let idling = 0;

  /** Whether it goes on. */
  const take = (move: InstructorMove): boolean => {
    checks.push(...(move.checks ?? []));
    if (move.type !== 'say') return false;
    lines.push(move.text);
    idling = 0;
    turns.push({ index: turns.length, speaker: 'instructor', type: 'say', text: move.text });
    return true;
  };

  let move = await instructor.next({ turns: [...turns] }, probe, signal);
  while (take(move)) {
    let yielded = false;
    while (!yielded) {
      const next = queue.shift();
      if (next === undefined)
        throw new Error('the navigator has no more turns, and the instructor has not stopped');
      if (next === 'act' || next === 'idle act') {
        idling = next === 'act' ? 0 : idling + 1;
        turns.push({
          index: turns.length,
          speaker: 'navigator',
          type: 'action',
          action: { intent: 'back' },
          target: null,
          outcome: next === 'act' ? DONE : STILL,
          url: probe.url(),
        });
        const broken = await instructor.interject?.(
          { turns: [...turns], idleActions: idling },
          probe,
          signal,
        );
        if (!broken) continue;
        if (!take(broken)) return { lines, end: broken, checks, exchange: { turns } };
      } else {
        turns.push({ index: turns.length, speaker: 'navigator', type: 'say', ...next });
        yielded = next.kind !== 'ack';
      }
    }
    move = await instructor.next({ turns: [...turns] }, probe, signal);
  }
  return { lines, end: move, checks, exchange: { turns } };
}
