/** Summarises a replay for people: what was replayed and healed, and how long it took. */
import { styleText } from 'node:util';

import type { ReplayTotals } from '../contract/index.js';
import { stripTerminalControls } from '../text/index.js';

export interface ReplayTimes {
  /** Duration of the replay. */
  seconds: number;
  /** Time that the recorded actions took, including observations and waits. */
  recordedMs: number;
}

const formatCount = (number: number, noun: string): string => `${number} ${number === 1 ? noun : `${noun}s`}`;

/** Formats a line such as `Replayed: 6 of 7 lines, 18 actions; healed: 1 line; 4.2 s, recorded 3.9 s (1.08 times)`. */
export function formatReplayTotals(
  { lines, replayed, healed, actions, changes }: ReplayTotals,
  { seconds, recordedMs }: ReplayTimes,
  colour: boolean,
): string[] {
  const recordedSeconds = recordedMs / 1000;
  const ratio = recordedSeconds > 0 ? ` (${(seconds / recordedSeconds).toFixed(2)} times)` : '';
  const text =
    `Replayed: ${replayed} of ${formatCount(lines, 'line')}, ${formatCount(actions, 'action')}; ` +
    `healed: ${formatCount(healed, 'line')}; ${seconds.toFixed(1)} s, recorded ${recordedSeconds.toFixed(1)} s${ratio}`;
  const hasChanges = changes.length > 0;
  const highlight = (line: string): string => (colour && hasChanges ? styleText('yellow', line) : line);
  return [highlight(text), ...changes.map((change) => highlight(`  ${stripTerminalControls(change)}`))];
}
