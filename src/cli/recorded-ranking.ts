/** Candidates as the record of a session has them: what its model was shown, in place of ranking anew. */
import type { SessionEvent } from '../contract/index.js';
import type { WeblinxTurn } from '../demonstration/index.js';
import type { RankCandidates } from './prompt-at.js';

/** @returns null where no model of the paper decided anything that was recorded */
export function recordedRanking(
  events: readonly SessionEvent[],
  turns: readonly WeblinxTurn[],
): RankCandidates | null {
  const shown = new Map<number, string[]>();
  for (const event of events) {
    if (event.type !== 'action') continue;
    const { model, ranked } = event.evidence ?? {};
    // Where the page was not shown, the list was that of an earlier page.
    if (model?.shape?.startsWith('browser'))
      shown.set(
        event.turn,
        (ranked ?? []).map(({ uid }) => uid),
      );
  }
  if (shown.size === 0) return null;
  return async (index, _query, candidates) => {
    const turn = turns[index];
    const number = turn?.type === 'browser' ? turn.action.event_id : undefined;
    const uids = (number === undefined ? undefined : shown.get(number)) ?? [];
    return uids
      .map((uid) => candidates.find((candidate) => candidate.uid === uid))
      .filter((candidate) => candidate !== undefined);
  };
}
