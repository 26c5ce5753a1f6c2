/** Formats the instructor's utterances before the turns that are printed in full. */
import type { PromptTokenizer } from '../tokenizer.js';
import type { ChatReplayTurn, ReplayTurn } from './replay-turn.js';
import { truncateAtCenter } from './truncate/center.js';
import { shortenPieces } from './truncate/lengths.js';
import { formatTimestamp } from './turn-parts.js';

/** Number of turns printed in full; the instructor's earlier utterances are quoted separately. */
export const RECENT_TURNS = 5;
/** Maximum number of instructor lines quoted besides the first. */
export const MAX_LATEST_LINES = 5;

const NO_UTTERANCE = 'No instructor utterance';

export function selectRecentTurns(previousTurns: readonly ReplayTurn[]): readonly ReplayTurn[] {
  return previousTurns.slice(Math.max(0, previousTurns.length - RECENT_TURNS));
}

/** Selects the first line and the latest five: six in total, although the library's documentation says otherwise. */
function selectLines(previousTurns: readonly ReplayTurn[]): string[] {
  const lines = previousTurns
    .slice(0, Math.max(0, previousTurns.length - RECENT_TURNS))
    .filter((turn): turn is ChatReplayTurn => turn.type === 'chat' && turn.speaker === 'instructor');
  const selectedLines =
    lines.length <= MAX_LATEST_LINES ? lines : [lines[0]!, ...lines.slice(-MAX_LATEST_LINES)];
  return selectedLines.map((line) => `[${formatTimestamp(line)}] ${line.utterance}`);
}

export function formatUtterances(previousTurns: readonly ReplayTurn[]): string {
  const lines = selectLines(previousTurns);
  return lines.length === 0 ? NO_UTTERANCE : lines.join(' ');
}

/** Without utterances, the library splits its placeholder into characters; models were trained with that. */
export function truncateUtterances(
  previousTurns: readonly ReplayTurn[],
  max: number,
  tokenizer: PromptTokenizer,
): { text: string; wholeText: string } {
  const lines = selectLines(previousTurns);
  const texts = lines.length === 0 ? [...NO_UTTERANCE] : lines;
  const wholeText = texts.join(' ');
  const pieces = texts.map((text, index) => ({ text, index, length: tokenizer.count(text) }));
  shortenPieces(pieces, tokenizer.count(wholeText) - max, ({ text, index }, length) => {
    texts[index] = truncateAtCenter(text, length, tokenizer) ?? '';
  });
  return { text: texts.join(' '), wholeText };
}
