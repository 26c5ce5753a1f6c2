/** How a session comes to its end: what stops it, and which verdict an error is. */
import type { CheckResult, Verdict } from '../contract/index.js';
import { ParleyError } from '../contract/index.js';

/** Thrown where the loop cannot go on; it carries the verdict. */
export class Stop extends Error {
  constructor(readonly verdict: Verdict) {
    super(verdict.reason);
  }
}

export function verdictOf(error: unknown, aborted: boolean, onFault?: (error: unknown) => void): Verdict {
  if (aborted)
    return { kind: 'user', reason: 'Interrupted; everything up to the last finished turn is recorded.' };
  if (error instanceof Stop) return error.verdict;
  if (error instanceof ParleyError) return { kind: error.kind, reason: error.message, next: error.next };
  onFault?.(error);
  const message = error instanceof Error ? error.message.split('\n')[0]! : String(error);
  return {
    kind: 'infra',
    reason: `Something failed that should not: ${message}`,
    next: 'Please report it with the run.log beside the demonstration.',
  };
}

/** The verdict after the last checks: a session that was done may fail by them, another one keeps its reason. */
export function afterLast(verdict: Verdict, last: readonly CheckResult[]): Verdict {
  const failed = last.filter(({ pass, soft }) => !pass && !soft);
  const first = failed[0];
  if (verdict.kind !== 'done' || !first) return verdict;
  const { label, expected, actual } = first;
  const more = failed.length > 1 ? ` ${failed.length - 1} more failed.` : '';
  return {
    kind: 'check',
    reason: `A check failed: ${label}. Expected: ${expected}; found: ${actual}.${more}`,
  };
}
