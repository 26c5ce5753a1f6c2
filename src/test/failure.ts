/** Failures as Playwright Test shows them: with the line of the scenario that they belong to as their place. */
import { type CheckResult, Problem, type Verdict, type VerdictKind } from '../contract/index.js';
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

export const verdictFailure = (verdict: Verdict, place: Place, where: string): Error =>
  failureAt(place, verdictText(verdict), where);

export const checkFailure = ({ label, expected, actual }: CheckResult, place: Place): Error =>
  failureAt(place, `${label}\nExpected: ${expected}\nFound:    ${actual}`, 'check');

export const problemFailure = (problem: Problem, place: Place): Error =>
  failureAt(place, `${WORDS.usage}: ${problem.message}\n${problem.next}`, 'scenario');

/** What is wrong with what was asked for has no place in anybody's code but the one given: no stack, both sentences. */
export function toldPlainly<T>(act: () => T, place?: () => Place): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const message = `${error.message}\n${error.next}`;
    if (place) throw failureAt(place(), message, 'defineScenarios');
    const plain = new Error(message);
    plain.stack = `Error: ${message}`;
    throw plain;
  }
}
