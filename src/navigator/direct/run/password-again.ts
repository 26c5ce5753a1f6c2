/** Repeats a given password in the field that asks for it again. */
import type { Candidate } from '../../../contract/index.js';
import { getName } from '../ground/names.js';
import type { Match } from './fields.js';

const AGAIN = /\b(?:confirm(?:ation)?|repeat(?:ed)?|again|re-?type|re-?enter|verify|verification)\b/iu;

/** Returns the value for `lacking` if it repeats a password; null for any other field. */
export function passwordAgain(
  lacking: Candidate,
  matches: readonly Match[],
  filled: readonly Candidate[],
): string | null {
  if (lacking.inputType !== 'password' || !AGAIN.test(getName(lacking))) return null;
  const passwordMatches = matches.filter((m) => m.candidate?.inputType === 'password' && m.field.value);
  const [only] = passwordMatches;
  // Uses the password field directly before it, because a form for a new password also asks for the old one.
  const before = filled.filter((c) => c.inputType === 'password' && c.order < lacking.order);
  return passwordMatches.length === 1 && only && before.length === 1 ? only.field.value : null;
}
