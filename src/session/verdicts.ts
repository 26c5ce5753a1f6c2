/** Determines a session's verdict after an error, a stop or the final checks. */
import type { CheckResult, Verdict } from '../contract/index.js';
import { ParleyError } from '../contract/index.js';

/** Ends the turn loop with a verdict. */
export class SessionStop extends Error {
  constructor(readonly verdict: Verdict) {
    super(verdict.reason);
  }
}

/**
 * @param turnCount number of recorded turns. The message mentions it if the recording fails, for example on a full disk.
 */
export function createErrorVerdict(
  error: unknown,
  isAborted: boolean,
  turnCount: number,
  onFault?: (error: unknown) => void,
): Verdict {
  if (isAborted)
    return { kind: 'user', reason: 'Interrupted. Everything up to the last finished turn is recorded.' };
  if (error instanceof SessionStop) return error.verdict;
  if (error instanceof ParleyError) {
    const { kind, message, next } = error;
    const completeTurnsNote =
      kind === 'usage' && turnCount > 0 ? ` The record of the first ${turnCount} turns is complete.` : '';
    return { kind, reason: `${message}${completeTurnsNote}`, next };
  }
  onFault?.(error);
  const message = error instanceof Error ? error.message.split('\n')[0]! : String(error);
  return {
    kind: 'infra',
    reason: `Unexpected error: ${message}`,
    next: 'Please report it and attach run.log from the demonstration folder.',
  };
}

/** Returns the verdict after the final checks. A failed check changes it only if the session was completed. */
export function applyFinalChecks(verdict: Verdict, checks: readonly CheckResult[]): Verdict {
  const failedChecks = checks.filter(({ pass, soft }) => !pass && !soft);
  const firstFailure = failedChecks[0];
  if (verdict.kind !== 'done' || !firstFailure) return verdict;
  const { label, expected, actual } = firstFailure;
  const otherFailures = failedChecks.length > 1 ? ` ${failedChecks.length - 1} more failed.` : '';
  return {
    kind: 'check',
    reason: `A check failed: ${label}. Expected: ${expected}; found: ${actual}.${otherFailures}`,
  };
}
