/** Failures as Playwright Test shows them: with the line of the scenario that they belong to as their place. */
import { type CheckResult, ParleyError, type Verdict, type VerdictKind } from '../contract/index.js';
import type { Place } from './scenarios.js';

const WORDS: Record<VerdictKind, string> = {
  done: 'Done',
  // Their reasons say themselves that something failed.
  check: '',
  dialogue: '',
  guard: 'Refused',
  budget: 'Budget used up',
  stuck: 'Stuck',
  infra: 'Could not go on',
  user: 'Interrupted',
  usage: 'It cannot be held',
};

/** What failed, in words, and where it is written. */
export interface Failure {
  message: string;
  place: Place;
}

/** The stack is written, not caught: Playwright makes its code frame from the first place in it. */
export function failureAt(place: Place, message: string, where: string): Error {
  const error = new Error(message);
  error.stack = `Error: ${message}\n    at ${where} (${place.file}:${place.line}:${place.column})`;
  return error;
}

export function verdictText(verdict: Verdict): string {
  const next = 'next' in verdict && verdict.next ? `\n${verdict.next}` : '';
  const words = WORDS[verdict.kind];
  return `${words && `${words}: `}${verdict.reason}${next}`;
}

export const failureError = ({ message, place }: Failure): Error => failureAt(place, message, 'scenario');

export const checkFailure = ({ label, expected, actual }: CheckResult, place: Place): Error =>
  failureAt(place, `${label}\nExpected: ${expected}\nFound:    ${actual}`, 'check');

export const problemFailure = (problem: ParleyError, place: Place): Error =>
  failureAt(place, `${WORDS.usage}: ${problem.message}\n${problem.next}`, 'scenario');

/**
 * What is wrong with what was asked for, told with both of its sentences: at that place, or else without a stack, since
 * none of it is where anybody erred. Other errors stay what they are.
 */
export function retold(error: unknown, place: Place | null, where: string): unknown {
  if (!(error instanceof ParleyError)) return error;
  const message = `${error.message}\n${error.next}`;
  if (place) return failureAt(place, message, where);
  const plain = new Error(message);
  plain.stack = `Error: ${message}`;
  return plain;
}

export function toldPlainly<T>(act: () => T, place?: () => Place): T {
  try {
    return act();
  } catch (error) {
    throw retold(error, place?.() ?? null, 'defineScenarios');
  }
}
