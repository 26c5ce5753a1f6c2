/** Reads from the session's record which candidates the model saw, instead of ranking again. */
import type { SessionEvent } from '../contract/index.js';
import type { WeblinxTurn } from '../demonstration/index.js';
import type { RankCandidates } from './prompt-input.js';

/** @returns null if no decision of a WebLINX model was recorded */
export function createRecordedRanking(
  events: readonly SessionEvent[],
  turns: readonly WeblinxTurn[],
): RankCandidates | null {
  const uidsByTurn = new Map<number, string[]>();
  for (const event of events) {
    if (event.type !== 'action') continue;
    const { model, ranked } = event.evidence ?? {};
    // Without the page in the prompt, the candidates were those of an earlier page.
    if (model?.promptShape?.startsWith('browser'))
      uidsByTurn.set(
        event.turn,
        (ranked ?? []).map(({ uid }) => uid),
      );
  }
  if (uidsByTurn.size === 0) return null;
  return async (index, _query, candidates) => {
    const turn = turns[index];
    const eventTurn = turn?.type === 'browser' ? turn.action.event_id : undefined;
    const uids = (eventTurn === undefined ? undefined : uidsByTurn.get(eventTurn)) ?? [];
    return uids
      .map((uid) => candidates.find((candidate) => candidate.uid === uid))
      .filter((candidate) => candidate !== undefined);
  };
}
