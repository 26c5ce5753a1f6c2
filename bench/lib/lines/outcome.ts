/** Classifies the result of a line. Pure. */
import type { SayKind } from '../../../src/contract/index.js';
import { compareData, formatChange, matchChanges, type Data, type VolatileColumns } from './data.js';
import type { Line, LineCheck } from './line.js';

/**
 * `done`: the check passes, and the navigator claims success. `asked`: it asked a question. `said`: it reported that it
 * could not do it. `wrong`: data changed unexpectedly, or a sentence is false. `silent`: the navigator said nothing.
 */
export const OUTCOMES = ['done', 'asked', 'said', 'wrong', 'silent'] as const;
export type LineOutcome = (typeof OUTCOMES)[number];

export interface LineRun {
  /** The last sentence of the navigator; null if it said nothing. */
  sentence: { kind: SayKind; text: string } | null;
  before: Data;
  after: Data;
  /** Whether the facts about the page hold; null if the check has none. */
  showsView: boolean | null;
}

/** Why a line is `wrong`: an unexpected change of data, a false report, or a false answer. */
export const FAULTS = ['change', 'report', 'answer'] as const;
export type Fault = (typeof FAULTS)[number];

export interface JudgedLine {
  outcome: LineOutcome;
  /** Null unless the outcome is `wrong`. */
  fault: Fault | null;
  /** Whether the outcome is right for the kind of line. */
  right: boolean;
  detail: string;
}

export function judgeLine(
  { kind, check }: Pick<Line, 'kind' | 'check'>,
  run: LineRun,
  volatileColumns: VolatileColumns,
): JudgedLine {
  const { complete, unexpected, missing } = matchChanges(
    compareData(run.before, run.after),
    check?.changes ?? [],
    volatileColumns,
  );
  const result = (outcome: LineOutcome, detail = '', fault: Fault | null = null): JudgedLine => ({
    outcome,
    fault,
    right: outcome === { possible: 'done', ambiguous: 'asked', impossible: 'said' }[kind],
    detail,
  });
  if (unexpected.length > 0)
    return result('wrong', `unexpected: ${unexpected.map(formatChange).join('; ')}`, 'change');
  const { sentence } = run;
  if (!sentence) return result('silent', 'nothing was said');
  if (sentence.kind === 'ask') return result('asked');
  if (sentence.kind === 'unfinished') return result('said');
  const fault = sentence.kind === 'answer' ? 'answer' : 'report';
  if (kind !== 'possible') return result('wrong', 'claims to have done it', fault);
  if (!complete) return result('wrong', `claims success, but missing: ${JSON.stringify(missing)}`, fault);
  if (run.showsView === false) return result('wrong', 'claims success, but the page does not show it', fault);
  if (check?.answer && !isAnswered(sentence.text, check.answer))
    return result('wrong', 'wrong answer', fault);
  return result('done');
}

/** Whether a check passes, regardless of the navigator's sentence. */
export function passesCheck(check: LineCheck, run: LineRun, volatileColumns: VolatileColumns): boolean {
  const { complete, unexpected } = matchChanges(
    compareData(run.before, run.after),
    check.changes ?? [],
    volatileColumns,
  );
  return (
    complete &&
    unexpected.length === 0 &&
    run.showsView !== false &&
    (!check.answer || isAnswered(run.sentence?.text ?? '', check.answer))
  );
}

function isAnswered(
  text: string,
  { all = [], any = [], none = [] }: NonNullable<LineCheck['answer']>,
): boolean {
  const has = (pattern: string): boolean =>
    new RegExp(`(?<![\\p{L}\\d]|\\d[.,])(?:${pattern})(?![\\p{L}\\d]|\\.\\d*[1-9]|,\\d)`, 'iu').test(text);
  return all.every(has) && (any.length === 0 || any.some(has)) && !none.some(has);
}
