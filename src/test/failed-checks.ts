/** Turns the failed checks of a conversation into one failure message with their source locations. */
import type { CheckResult, SessionEvent, Verdict } from '../contract/index.js';
import { type TestFailure, formatVerdict } from './failure.js';
import type { SourceLocation } from './scenario-files.js';
import { withoutLineNumber, shorten } from './step-titles.js';

export interface FailedCheck {
  result: CheckResult;
  place: SourceLocation;
  /** An `expectation` is about what the navigator said, a `check` about the page or the record. */
  kind: 'expectation' | 'check';
}

/** Further failed checks are only counted. */
const MAX_LISTED = 8;

/** Chooses the check that names the failure: the state of the page counts more than what was said about it. */
export function mostImportant(failed: readonly FailedCheck[]): FailedCheck | undefined {
  return failed.find(({ kind }) => kind === 'check') ?? failed[0];
}

/** @param fallback location of the failure if no check failed */
export function createFailure(
  verdict: Verdict,
  failed: readonly FailedCheck[],
  events: readonly SessionEvent[],
  fallback: SourceLocation,
): TestFailure {
  const first = mostImportant(failed);
  if (!first || (verdict.kind !== 'check' && verdict.kind !== 'dialogue'))
    return { message: formatVerdict(verdict), place: fallback };
  const { label, expected, actual } = first.result;
  const message = [
    `${first.kind === 'check' ? 'A check' : 'An expectation'} failed: ${withoutLineNumber(label)}`,
    `Expected: ${expected}`,
    `Found:    ${actual}`,
    ...giveUpLine(events, actual),
    ...otherFailureLines(failed.filter((check) => check !== first)),
  ];
  return { message: message.join('\n'), place: first.place };
}

function giveUpLine(events: readonly SessionEvent[], shownText: string): string[] {
  const last = events.findLast((event) => event.type === 'say');
  const unfinished = last?.type === 'say' && last.speaker === 'navigator' && last.kind === 'unfinished';
  return unfinished && !shownText.includes(last.text)
    ? [`The navigator gave up: “${shorten(last.text)}”`]
    : [];
}

function otherFailureLines(failed: readonly FailedCheck[]): string[] {
  if (failed.length === 0) return [];
  const lines = failed
    .slice(0, MAX_LISTED)
    .map(
      ({ result, place }) =>
        `  line ${place.line}: ${shorten(withoutLineNumber(result.label))}; found: ${shorten(result.actual)}`,
    );
  const rest = failed.length - lines.length;
  return [`${failed.length} more failed:`, ...lines, ...(rest > 0 ? [`  and ${rest} more`] : [])];
}
