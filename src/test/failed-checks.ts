/** The checks of a conversation that failed, each with its place, and all of them as the message of one failure. */
import type { CheckResult, SessionEvent, Verdict } from '../contract/index.js';
import { type Failure, verdictText } from './failure.js';
import type { Place } from './scenarios.js';
import { bareLabel, shortened } from './sentences.js';

export interface FailedCheck {
  result: CheckResult;
  place: Place;
  /** What was said is an expectation, what the page and the record show a check. */
  kind: 'expectation' | 'check';
}

/** More than these are counted. */
const MOST_TOLD = 8;

/** What the page shows weighs more than what was said about it: the one that names the failure. */
export function weightiest(failed: readonly FailedCheck[]): FailedCheck | undefined {
  return failed.find(({ kind }) => kind === 'check') ?? failed[0];
}

/** @param otherwise where it failed, where no check did */
export function failureOf(
  verdict: Verdict,
  failed: readonly FailedCheck[],
  events: readonly SessionEvent[],
  otherwise: Place,
): Failure {
  const first = weightiest(failed);
  if (!first || (verdict.kind !== 'check' && verdict.kind !== 'dialogue'))
    return { message: verdictText(verdict), place: otherwise };
  const { label, expected, actual } = first.result;
  const message = [
    `${first.kind === 'check' ? 'A check' : 'An expectation'} failed: ${bareLabel(label)}`,
    `Expected: ${expected}`,
    `Found:    ${actual}`,
    ...gaveUp(events, actual),
    ...others(failed.filter((one) => one !== first)),
  ];
  return { message: message.join('\n'), place: first.place };
}

function gaveUp(events: readonly SessionEvent[], told: string): string[] {
  const last = events.findLast((event) => event.type === 'say');
  const unfinished = last?.type === 'say' && last.speaker === 'navigator' && last.kind === 'unfinished';
  return unfinished && !told.includes(last.text) ? [`The navigator gave up: “${shortened(last.text)}”`] : [];
}

function others(failed: readonly FailedCheck[]): string[] {
  if (failed.length === 0) return [];
  const lines = failed
    .slice(0, MOST_TOLD)
    .map(
      ({ result, place }) =>
        `  line ${place.line}: ${shortened(bareLabel(result.label))}; found: ${shortened(result.actual)}`,
    );
  const rest = failed.length - lines.length;
  return [`${failed.length} more failed:`, ...lines, ...(rest > 0 ? [`  and ${rest} more`] : [])];
}
