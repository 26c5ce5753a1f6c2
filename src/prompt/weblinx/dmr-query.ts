/** The query that the paper's ranker compares every element with (spec 3.1). */
import { numberText } from '../../python/index.js';
import type { ChatReplayTurn, ReplayTurn } from './replay-turn.js';
import { dmrTurnText } from './turn-formats.js';
import { timestampText } from './turn-parts.js';

/** Turns that are printed in full; what the instructor said before them is quoted apart. */
const RECENT = 5;
/** Instructor lines after the first one, where not all are quoted. */
const LATEST_LINES = 5;

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
  const start = Math.max(0, before.length - RECENT);
  const recent = before.slice(start).map(dmrTurnText).join(' ; ');
  return line(viewport, utterances(before.slice(0, start)), recent);
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

/** The first line and the latest five: six in all, whatever the library's documentation says. */
function utterances(turns: readonly ReplayTurn[]): string {
  const lines = turns.filter(
    (turn): turn is ChatReplayTurn => turn.type === 'chat' && turn.speaker === 'instructor',
  );
  if (lines.length === 0) return 'No instructor utterance';
  const quoted = lines.length <= LATEST_LINES ? lines : [lines[0]!, ...lines.slice(-LATEST_LINES)];
  return quoted.map((line) => `[${timestampText(line)}] ${line.utterance}`).join(' ');
}

function pixels(size: number | null): string {
  return size === null ? 'None' : numberText(size);
}
