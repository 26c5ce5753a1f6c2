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
  location: SourceLocation;
}

/** Writes the stack by hand, because Playwright takes its code frame from the first location in it. */
export function createErrorAt(location: SourceLocation, message: string, frameName: string): Error {
  const error = new Error(message);
  error.stack = `Error: ${message}\n    at ${frameName} (${location.file}:${location.line}:${location.column})`;
  return error;
}

export function formatVerdict(verdict: Verdict): string {
  const nextStep = 'next' in verdict && verdict.next ? `\n${verdict.next}` : '';
  const label = VERDICT_LABELS[verdict.kind];
  return `${label && `${label}: `}${verdict.reason}${nextStep}`;
}

export const createFailureError = ({ message, location }: TestFailure): Error =>
  createErrorAt(location, message, 'scenario');

export const createCheckError = ({ label, expected, actual }: CheckResult, location: SourceLocation): Error =>
  createErrorAt(location, `${label}\nExpected: ${expected}\nFound:    ${actual}`, 'check');

export const createUsageError = (problem: ParleyError, location: SourceLocation): Error =>
  createErrorAt(location, `${VERDICT_LABELS.usage}: ${problem.message}\n${problem.next}`, 'scenario');

/**
 * Converts a ParleyError into an error with its message and next step. Without a location the error has no stack,
 * because no stack frame would point at the user's mistake. Other errors are returned unchanged.
 */
export function toUserError(error: unknown, location: SourceLocation | null, frameName: string): unknown {
  if (!(error instanceof ParleyError)) return error;
  const message = `${error.message}\n${error.next}`;
  if (location) return createErrorAt(location, message, frameName);
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
