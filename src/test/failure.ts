/** Creates errors that Playwright Test shows at a line in the scenario. */
import { type CheckResult, ParleyError, type Verdict, type VerdictKind } from '../contract/index.js';
import type { SourceLocation } from './scenario-files.js';

const VERDICT_LABELS: Record<VerdictKind, string> = {
  done: 'Done',
  // The reasons of these verdicts already say that something failed.
  check: '',
  dialogue: '',
  guard: 'Refused',
  budget: 'Budget used up',
  stuck: 'Stuck',
  infra: 'Infrastructure error',
  user: 'Interrupted',
  usage: 'Cannot run',
};

/** A failure message and its source location. */
export interface TestFailure {
  message: string;
  place: SourceLocation;
}

/** Writes the stack by hand, because Playwright takes its code frame from the first location in it. */
export function createErrorAt(place: SourceLocation, message: string, frameName: string): Error {
  const error = new Error(message);
  error.stack = `Error: ${message}\n    at ${frameName} (${place.file}:${place.line}:${place.column})`;
  return error;
}

export function formatVerdict(verdict: Verdict): string {
  const nextStep = 'next' in verdict && verdict.next ? `\n${verdict.next}` : '';
  const label = VERDICT_LABELS[verdict.kind];
  return `${label && `${label}: `}${verdict.reason}${nextStep}`;
}

export const createFailureError = ({ message, place }: TestFailure): Error =>
  createErrorAt(place, message, 'scenario');

export const createCheckError = ({ label, expected, actual }: CheckResult, place: SourceLocation): Error =>
  createErrorAt(place, `${label}\nExpected: ${expected}\nFound:    ${actual}`, 'check');

export const createUsageError = (problem: ParleyError, place: SourceLocation): Error =>
  createErrorAt(place, `${VERDICT_LABELS.usage}: ${problem.message}\n${problem.next}`, 'scenario');

/**
 * Converts a ParleyError into an error with its message and next step. Without a location the error has no stack,
 * because no stack frame would point at the user's mistake. Other errors are returned unchanged.
 */
export function toUserError(error: unknown, place: SourceLocation | null, frameName: string): unknown {
  if (!(error instanceof ParleyError)) return error;
  const message = `${error.message}\n${error.next}`;
  if (place) return createErrorAt(place, message, frameName);
  const stackless = new Error(message);
  stackless.stack = `Error: ${message}`;
  return stackless;
}

/** Calls `body`. If it throws a ParleyError, throws the error that `toUserError` converts it to. */
export function convertParleyErrors<T>(body: () => T, getLocation?: () => SourceLocation): T {
  try {
    return body();
  } catch (error) {
    throw toUserError(error, getLocation?.() ?? null, 'defineScenarios');
  }
}
