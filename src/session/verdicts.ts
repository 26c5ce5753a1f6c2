/** Determines the verdict of a session after an error, a stop or the final checks. */
import type { CheckResult, Verdict } from '../contract/index.js';
import { ParleyError } from '../contract/index.js';

/** Ends the turn loop with a verdict. */
export class SessionStop extends Error {
  constructor(readonly verdict: Verdict) {
    super(verdict.reason);
  }
}

/**
 * @param turns number of turns so far; if the recording fails, for example on a full disk, the message says that these
 * are kept
 */
export function verdictForError(
  error: unknown,
  aborted: boolean,
  turns: number,
  onFault?: (error: unknown) => void,
): Verdict {
  if (aborted)
    return { kind: 'user', reason: 'Interrupted. Everything up to the last finished turn is recorded.' };
  if (error instanceof SessionStop) return error.verdict;
  if (error instanceof ParleyError) {
    const { kind, message, next } = error;
    const kept = kind === 'usage' && turns > 0 ? ` The record of the first ${turns} turns is complete.` : '';
    return { kind, reason: `${message}${kept}`, next };
  }
  onFault?.(error);
  const message = error instanceof Error ? error.message.split('\n')[0]! : String(error);
  return {
    kind: 'infra',
    reason: `Unexpected error: ${message}`,
    next: 'Please report it and attach run.log from the demonstration folder.',
  };
}

/** The verdict after the final checks. A failed check changes the verdict only if the session was completed. */
export function withFinalChecks(verdict: Verdict, checks: readonly CheckResult[]): Verdict {
  const failed = checks.filter(({ pass, soft }) => !pass && !soft);
  const first = failed[0];
  if (verdict.kind !== 'done' || !first) return verdict;
  const { label, expected, actual } = first;
  const more = failed.length > 1 ? ` ${failed.length - 1} more failed.` : '';
  return {
    kind: 'check',
    reason: `A check failed: ${label}. Expected: ${expected}; found: ${actual}.${more}`,
  };
}
