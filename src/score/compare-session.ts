/**
 * Scores a session against a reference demonstration of the same task. The session's steps may differ, so its turns are
 * first aligned with the reference. The alignment compares only turns after the same instructor line, keeps the order of
 * both sides, and maximises the sum of the scores. A reference turn without a match counts as the wrong intent. Session
 * turns without a match are only counted, because the paper has no metric for them.
 */
import { readDemonstration, type WeblinxTurn } from '../demonstration/index.js';
import { UNKNOWN_INTENT } from '../action/index.js';
import type { ScoreRow } from './evaluate.js';
import { isValidReference, toReference, type ScoredAction } from './references.js';
import { ScoredPages } from './scored-pages.js';
import { scoreTurn, type TurnScores } from './turn-scores.js';

export interface SessionComparison {
  /** One per valid reference turn of the navigator, in the reference's order. */
  rows: ScoreRow[];
  /** Turns of the session that no reference turn matches. */
  extraTurns: number;
  /**
   * Number of instructor lines on each side. If the session has fewer, the reference turns after the missing lines count
   * as wrong.
   */
  lines: { session: number; reference: number };
}

interface NavigatorTurn {
  index: number;
  action: ScoredAction;
}

/** @throws ParleyError `usage` if one of the folders is not a demonstration */
export function compareSession(session: string, reference: string, name: string): SessionComparison {
  const sessionSegments = readSegments(session, false);
  const referenceSegments = readSegments(reference, true);
  const rows: ScoreRow[] = [];
  let extraTurns = 0;
  for (let segment = 0; segment < Math.max(sessionSegments.length, referenceSegments.length); segment++) {
    const sessionTurns = sessionSegments[segment] ?? [];
    const referenceTurns = referenceSegments[segment] ?? [];
    const matches = alignTurns(sessionTurns, referenceTurns);
    extraTurns += sessionTurns.length - matches.filter((match) => match !== null).length;
    referenceTurns.forEach(({ index, action }, i) => {
      const match = matches[i] ?? null;
      rows.push({
        demo: name,
        turn: index,
        predicted: match?.intent ?? UNKNOWN_INTENT,
        reference: action.intent,
        scores: match === null ? MISSING_TURN_SCORES : scoreTurn(match, action),
      });
    });
  }
  return {
    rows,
    extraTurns,
    lines: { session: sessionSegments.length - 1, reference: referenceSegments.length - 1 },
  };
}

const MISSING_TURN_SCORES: TurnScores = {
  'exact-match': 0,
  'intent-match': 0,
  chrf: null,
  iou: null,
  urlf: null,
};

/** Splits the navigator's turns at the instructor's lines. */
function readSegments(folder: string, skipsInvalid: boolean): NavigatorTurn[][] {
  const { turns } = readDemonstration(folder);
  const pages = new ScoredPages(folder);
  const segments: NavigatorTurn[][] = [[]];
  turns.forEach((turn, index) => {
    if (isInstructorLine(turn)) {
      segments.push([]);
      return;
    }
    const action = toReference(turn, pages.read(turn));
    if (!skipsInvalid || isValidReference(action, turns[index + 1])) segments.at(-1)!.push({ index, action });
  });
  return segments;
}

const isInstructorLine = (turn: WeblinxTurn): boolean =>
  turn.type === 'chat' && turn.speaker === 'instructor';

/** Similarity of two turns; 0 if their intents differ. */
function scorePair(predicted: ScoredAction, expected: ScoredAction): number {
  const { 'intent-match': intent, chrf, iou, urlf } = scoreTurn(predicted, expected);
  if (!intent) return 0;
  return 1 + (iou ?? 0) + (urlf ?? chrf ?? 0);
}

/** @returns the matching session turn for each reference turn, or null */
function alignTurns(
  sessionTurns: readonly NavigatorTurn[],
  referenceTurns: readonly NavigatorTurn[],
): (ScoredAction | null)[] {
  // bestSums[i][j]: the maximum sum for session turns from i on and reference turns from j on.
  const bestSums = Array.from({ length: sessionTurns.length + 1 }, () =>
    Array.from({ length: referenceTurns.length + 1 }, () => 0),
  );
  const pairScores = sessionTurns.map(({ action }) =>
    referenceTurns.map((other) => scorePair(action, other.action)),
  );
  for (let i = sessionTurns.length - 1; i >= 0; i--)
    for (let j = referenceTurns.length - 1; j >= 0; j--)
      bestSums[i]![j] = Math.max(
        bestSums[i + 1]![j]!,
        bestSums[i]![j + 1]!,
        pairScores[i]![j]! && pairScores[i]![j]! + bestSums[i + 1]![j + 1]!,
      );
  const matches: (ScoredAction | null)[] = referenceTurns.map(() => null);
  for (let i = 0, j = 0; i < sessionTurns.length && j < referenceTurns.length;) {
    const pairScore = pairScores[i]![j]!;
    if (pairScore > 0 && bestSums[i]![j] === pairScore + bestSums[i + 1]![j + 1]!)
      matches[j++] = sessionTurns[i++]!.action;
    else if (bestSums[i]![j] === bestSums[i + 1]![j]) i++;
    else j++;
  }
  return matches;
}
