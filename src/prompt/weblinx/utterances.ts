/** What the instructor said before the turns that are printed in full (spec 3.1, 4.3). */
import type { PromptTokenizer } from '../tokenizer.js';
import type { ChatReplayTurn, ReplayTurn } from './replay-turn.js';
import { truncateAtCenter } from './truncate/center.js';
import { shareOut } from './truncate/lengths.js';
import { timestampText } from './turn-parts.js';

/** Turns that are printed in full; what the instructor said before them is quoted apart. */
export const RECENT_TURNS = 5;
/** Instructor lines after the first one, where not all are quoted. */
export const LATEST_LINES = 5;

const NOTHING_SAID = 'No instructor utterance';

export function recentTurns(before: readonly ReplayTurn[]): readonly ReplayTurn[] {
  return before.slice(Math.max(0, before.length - RECENT_TURNS));
}

/** The first line and the latest five: six in all, whatever the library's documentation says. */
function quotedLines(before: readonly ReplayTurn[]): string[] {
  const lines = before
    .slice(0, Math.max(0, before.length - RECENT_TURNS))
    .filter((turn): turn is ChatReplayTurn => turn.type === 'chat' && turn.speaker === 'instructor');
  const quoted = lines.length <= LATEST_LINES ? lines : [lines[0]!, ...lines.slice(-LATEST_LINES)];
  return quoted.map((line) => `[${timestampText(line)}] ${line.utterance}`);
}

export function utterancesText(before: readonly ReplayTurn[]): string {
  const lines = quotedLines(before);
  return lines.length === 0 ? NOTHING_SAID : lines.join(' ');
}

/** Where nothing was said, the library takes the sentence apart as if it were a list, and models learnt that. */
export function truncateUtterances(
  before: readonly ReplayTurn[],
  max: number,
  tokenizer: PromptTokenizer,
): { text: string; whole: string } {
  const lines = quotedLines(before);
  const texts = lines.length === 0 ? [...NOTHING_SAID] : lines;
  const whole = texts.join(' ');
  const pieces = texts.map((text, index) => ({ text, index, length: tokenizer.count(text) }));
  shareOut(pieces, tokenizer.count(whole) - max, ({ text, index }, length) => {
    texts[index] = truncateAtCenter(text, length, tokenizer) ?? '';
  });
  return { text: texts.join(' '), whole };
}
