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
 * @throws ParleyError `usage` when one of the last five turns cannot be printed
 */
export function dmrQuery(before: readonly ReplayTurn[], viewport: QueryViewport): string {
  return line(viewport, utterancesText(before), recentTurns(before).map(dmrTurnText).join(' ; '));
}

/** The same form around a single instruction, where there is no conversation that it stands in. */
export function instructionQuery(instruction: string, viewport: QueryViewport): string {
  return line(viewport, `[00:00] ${instruction}`, '');
}

function line(viewport: QueryViewport, said: string, recent: string): string {
  const size = `Viewport(height=${pixels(viewport.height)}, width=${pixels(viewport.width)})`;
  return `${size} ---- Instructor Utterances: ${said} ---- Previous Turns:${recent}`;
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
