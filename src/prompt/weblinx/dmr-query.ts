/** Formats the query that the paper's ranker (DMR, dense markup ranking) compares every element with. */
import { formatNumber } from '../../python/index.js';
import type { ReplayTurn } from './replay-turn.js';
import { formatDmrTurn } from './turn-formats.js';
import { selectRecentTurns, formatUtterances } from './utterances.js';

/** CSS px; null if unknown, as in chat turns. */
export interface QueryViewport {
  height: number | null;
  width: number | null;
}

/**
 * @param previousTurns all turns before the one to decide
 * @throws ParleyError `usage` if one of the last five turns cannot be formatted
 */
export function formatDmrQuery(previousTurns: readonly ReplayTurn[], viewport: QueryViewport): string {
  return formatLine(
    viewport,
    formatUtterances(previousTurns),
    selectRecentTurns(previousTurns).map(formatDmrTurn).join(' ; '),
  );
}

/** Formats the query for a single instruction without a conversation. */
export function formatInstructionQuery(instruction: string, viewport: QueryViewport): string {
  return formatLine(viewport, `[00:00] ${instruction}`, '');
}

function formatLine(viewport: QueryViewport, utterances: string, recent: string): string {
  const size = `Viewport(height=${formatPixels(viewport.height)}, width=${formatPixels(viewport.width)})`;
  return `${size} ---- Instructor Utterances: ${utterances} ---- Previous Turns:${recent}`;
}

/** Returns the viewport recorded with a turn of the data set. */
export function getRecordedViewport(turn: ReplayTurn): QueryViewport {
  const metadata = turn.type === 'browser' ? turn.action.arguments.metadata : undefined;
  return { height: metadata?.viewportHeight ?? null, width: metadata?.viewportWidth ?? null };
}

/** Formats a size like Python; `None` if unknown. */
export function formatPixels(size: number | null): string {
  return size === null ? 'None' : formatNumber(size);
}
