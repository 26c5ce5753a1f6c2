/** The query that the paper's ranker compares every element with (spec 3.1). */
import { numberText } from '../../python/index.js';
import type { ReplayTurn } from './replay-turn.js';
import { dmrTurnText } from './turn-formats.js';
import { recentTurns, utterancesText } from './utterances.js';

/** CSS px; null where it is not known, as on chat turns. */
export interface QueryViewport {
  height: number | null;
  width: number | null;
}

/**
 * @param before every turn before the one that is decided, from the first on
 * @throws Problem `usage` when one of the last five turns cannot be printed
 */
export function dmrQuery(before: readonly ReplayTurn[], viewport: QueryViewport): string {
  const recent = recentTurns(before).map(dmrTurnText).join(' ; ');
  const size = `Viewport(height=${pixels(viewport.height)}, width=${pixels(viewport.width)})`;
  return `${size} ---- Instructor Utterances: ${utterancesText(before)} ---- Previous Turns:${recent}`;
}

/** Of the turn that is decided, in the data set. */
export function viewportOf(turn: ReplayTurn): QueryViewport {
  const metadata = turn.type === 'browser' ? turn.action.arguments.metadata : undefined;
  return { height: metadata?.viewportHeight ?? null, width: metadata?.viewportWidth ?? null };
}

/** As Python prints it: `None` where it is not known. */
export function pixels(size: number | null): string {
  return size === null ? 'None' : numberText(size);
}
