/** Classifies the result of a line. Pure. */
import type { SayKind } from '../../../src/contract/index.js';
import { compareData, formatChange, matchChanges, type Data, type VolatileColumns } from './data.js';
import type { Line, LineCheck } from './line.js';

/**
 * `done`: the check passes, and the navigator claims success. `asked`: it asked a question. `said`: it reported that it
 * could not do it. `wrong`: data changed unexpectedly, or the last message is false. `silent`: it said nothing.
 */
export const OUTCOMES = ['done', 'asked', 'said', 'wrong', 'silent'] as const;
export type LineOutcome = (typeof OUTCOMES)[number];

export interface LineRun {
  /** The navigator's last message; null if it said nothing. */
  lastMessage: { kind: SayKind; text: string } | null;
  dataBefore: Data;
  dataAfter: Data;
  /** Whether the check's facts about the page hold; null if the check has none. */
  isViewShown: boolean | null;
}

/** Why a line is `wrong`: an unexpected data change, a false report, or a false answer. */
export const FAULTS = ['change', 'report', 'answer'] as const;
export type Fault = (typeof FAULTS)[number];

export interface LineJudgement {
  outcome: LineOutcome;
  /** Null unless the outcome is `wrong`. */
  fault: Fault | null;
  /** Whether the outcome is right for this kind of line. */
  isRight: boolean;
  detail: string;
}

export function judgeLine(
  { kind, check }: Pick<Line, 'kind' | 'check'>,
  run: LineRun,
  volatileColumns: VolatileColumns,
): LineJudgement {
  const { isComplete, unexpectedChanges, missingChanges } = matchChanges(
    compareData(run.dataBefore, run.dataAfter),
    check?.changes ?? [],
    volatileColumns,
  );
  const createJudgement = (outcome: LineOutcome, detail = '', fault: Fault | null = null): LineJudgement => ({
    outcome,
    fault,
    isRight: outcome === { possible: 'done', ambiguous: 'asked', impossible: 'said' }[kind],
    detail,
  });
  if (unexpectedChanges.length > 0)
    return createJudgement(
      'wrong',
      `unexpected: ${unexpectedChanges.map(formatChange).join('; ')}`,
      'change',
    );
  const { lastMessage } = run;
  if (!lastMessage) return createJudgement('silent', 'nothing was said');
  if (lastMessage.kind === 'ask') return createJudgement('asked');
  if (lastMessage.kind === 'unfinished') return createJudgement('said');
  const fault = lastMessage.kind === 'answer' ? 'answer' : 'report';
  if (kind !== 'possible') return createJudgement('wrong', 'claims to have done it', fault);
  if (!isComplete)
    return createJudgement('wrong', `claims success, but missing: ${JSON.stringify(missingChanges)}`, fault);
  if (run.isViewShown === false)
    return createJudgement('wrong', 'claims success, but the page does not show it', fault);
  if (check?.answer && !matchesAnswer(lastMessage.text, check.answer))
    return createJudgement('wrong', 'wrong answer', fault);
  return createJudgement('done');
}

/** Whether a check passes, regardless of what kind of message the navigator sent last. */
export function passesCheck(check: LineCheck, run: LineRun, volatileColumns: VolatileColumns): boolean {
  const { isComplete, unexpectedChanges } = matchChanges(
    compareData(run.dataBefore, run.dataAfter),
    check.changes ?? [],
    volatileColumns,
  );
  return (
    isComplete &&
    unexpectedChanges.length === 0 &&
    run.isViewShown !== false &&
    (!check.answer || matchesAnswer(run.lastMessage?.text ?? '', check.answer))
  );
}

function matchesAnswer(
  text: string,
  { all = [], any = [], none = [] }: NonNullable<LineCheck['answer']>,
): boolean {
  const isMatch = (pattern: string): boolean =>
    new RegExp(`(?<![\\p{L}\\d]|\\d[.,])(?:${pattern})(?![\\p{L}\\d]|\\.\\d*[1-9]|,\\d)`, 'iu').test(text);
  return all.every(isMatch) && (any.length === 0 || any.some(isMatch)) && !none.some(isMatch);
}
