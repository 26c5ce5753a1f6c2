/** Combines a conversation's failed checks into one failure message with a source location. */
import type { CheckResult, SessionEvent, Verdict } from '../contract/index.js';
import { type TestFailure, formatVerdict } from './failure.js';
import type { SourceLocation } from './scenario-files.js';
import { stripLineNumber, shorten } from './step-titles.js';

export interface FailedCheck {
  result: CheckResult;
  location: SourceLocation;
  /** An `expectation` is about what the navigator said, a `check` about the page or the recorded session. */
  kind: 'expectation' | 'check';
}

/** Maximum number of failed checks to list. Further ones are only counted. */
const MAX_LISTED_CHECKS = 8;

/** Chooses the check to report as the failure: the page's state matters more than what the navigator said about it. */
export function findMostImportant(failedChecks: readonly FailedCheck[]): FailedCheck | undefined {
  return failedChecks.find(({ kind }) => kind === 'check') ?? failedChecks[0];
}

/** @param fallback the failure's location if no check failed */
export function createFailure(
  verdict: Verdict,
  failedChecks: readonly FailedCheck[],
  events: readonly SessionEvent[],
  fallback: SourceLocation,
): TestFailure {
  const mainFailure = findMostImportant(failedChecks);
  if (!mainFailure || (verdict.kind !== 'check' && verdict.kind !== 'dialogue'))
    return { message: formatVerdict(verdict), location: fallback };
  const { label, expected, actual } = mainFailure.result;
  const messageLines = [
    `${mainFailure.kind === 'check' ? 'A check' : 'An expectation'} failed: ${stripLineNumber(label)}`,
    `Expected: ${expected}`,
    `Found:    ${actual}`,
    ...formatGivingUp(events, actual),
    ...formatOtherFailures(failedChecks.filter((check) => check !== mainFailure)),
  ];
  return { message: messageLines.join('\n'), location: mainFailure.location };
}

function formatGivingUp(events: readonly SessionEvent[], actualText: string): string[] {
  const lastUtterance = events.findLast((event) => event.type === 'say');
  const hasGivenUp =
    lastUtterance?.type === 'say' &&
    lastUtterance.speaker === 'navigator' &&
    lastUtterance.kind === 'unfinished';
  return hasGivenUp && !actualText.includes(lastUtterance.text)
    ? [`The navigator gave up: “${shorten(lastUtterance.text)}”`]
    : [];
}

function formatOtherFailures(otherChecks: readonly FailedCheck[]): string[] {
  if (otherChecks.length === 0) return [];
  const lines = otherChecks
    .slice(0, MAX_LISTED_CHECKS)
    .map(
      ({ result, location }) =>
        `  line ${location.line}: ${shorten(stripLineNumber(result.label))}; found: ${shorten(result.actual)}`,
    );
  const unlistedCount = otherChecks.length - lines.length;
  return [
    `${otherChecks.length} more failed:`,
    ...lines,
    ...(unlistedCount > 0 ? [`  and ${unlistedCount} more`] : []),
  ];
}
