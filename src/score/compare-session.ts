/**
 * Scores a session against a reference demonstration of the same task. A live session may take other steps and more of
 * them, so its turns are first aligned with the reference: in each part that follows an instructor's line, the order of
 * both is kept, and pairs are chosen so that the sum of their scores is largest. A reference turn without a partner
 * counts as a wrong intent; turns of the session without a partner are counted, but not scored, as the paper has no
 * metric for them.
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
  /** Instructor lines of the session and of the reference; pairs are made up to the smaller number. */
  lines: { session: number; reference: number };
}

interface NavigatorTurn {
  index: number;
  action: ScoredAction;
}

/** @throws ParleyError `usage` if one of the folders is not a demonstration */
export function compareSession(session: string, reference: string, name: string): SessionComparison {
  const predicted = readParts(session, false);
  const expected = readParts(reference, true);
  const rows: ScoreRow[] = [];
  let extraTurns = 0;
  for (let part = 0; part < Math.max(predicted.length, expected.length); part++) {
    const own = predicted[part] ?? [];
    const wanted = expected[part] ?? [];
    const partners = align(own, wanted);
    extraTurns += own.length - partners.filter((partner) => partner !== null).length;
    wanted.forEach(({ index, action }, i) => {
      const partner = partners[i] ?? null;
      rows.push({
        demo: name,
        turn: index,
        predicted: partner?.intent ?? UNKNOWN_INTENT,
        reference: action.intent,
        scores: partner === null ? MISSING : scoreTurn(partner, action),
      });
    });
  }
  return { rows, extraTurns, lines: { session: predicted.length - 1, reference: expected.length - 1 } };
}

const MISSING: TurnScores = { 'exact-match': 0, 'intent-match': 0, chrf: null, iou: null, urlf: null };

/** The navigator's turns before the first line of the instructor, and after each. */
function readParts(folder: string, onlyValid: boolean): NavigatorTurn[][] {
  const { turns } = readDemonstration(folder);
  const pages = new ScoredPages(folder);
  const parts: NavigatorTurn[][] = [[]];
  turns.forEach((turn, index) => {
    if (isInstructors(turn)) {
      parts.push([]);
      return;
    }
    const action = toReference(turn, pages.read(turn));
    if (!onlyValid || isValidReference(action, turns[index + 1])) parts.at(-1)!.push({ index, action });
  });
  return parts;
}

const isInstructors = (turn: WeblinxTurn): boolean => turn.type === 'chat' && turn.speaker === 'instructor';

/** How well two turns fit; pairs with different intents never fit. */
function fit(predicted: ScoredAction, expected: ScoredAction): number {
  const { 'intent-match': intent, chrf, iou, urlf } = scoreTurn(predicted, expected);
  if (!intent) return 0;
  return 1 + (iou ?? 0) + (urlf ?? chrf ?? 0);
}

/** @returns for each expected turn its partner, or null */
function align(own: readonly NavigatorTurn[], wanted: readonly NavigatorTurn[]): (ScoredAction | null)[] {
  // best[i][j]: the largest sum for the turns from i and j on.
  const best = Array.from({ length: own.length + 1 }, () =>
    Array.from({ length: wanted.length + 1 }, () => 0),
  );
  const fits = own.map(({ action }) => wanted.map((other) => fit(action, other.action)));
  for (let i = own.length - 1; i >= 0; i--)
    for (let j = wanted.length - 1; j >= 0; j--)
      best[i]![j] = Math.max(
        best[i + 1]![j]!,
        best[i]![j + 1]!,
        fits[i]![j]! && fits[i]![j]! + best[i + 1]![j + 1]!,
      );
  const partners: (ScoredAction | null)[] = wanted.map(() => null);
  for (let i = 0, j = 0; i < own.length && j < wanted.length;) {
    const pair = fits[i]![j]!;
    if (pair > 0 && best[i]![j] === pair + best[i + 1]![j + 1]!) partners[j++] = own[i++]!.action;
    else if (best[i]![j] === best[i + 1]![j]) i++;
    else j++;
  }
  return partners;
}
