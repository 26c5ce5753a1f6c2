/** Finds the value for a field that asks to repeat a password. */
import type { Candidate } from '../../../contract/index.js';
import { getName } from '../ground/names.js';
import type { FieldMatch } from './match-form-fields.js';

const REPEAT_LABEL = /\b(?:confirm(?:ation)?|repeat(?:ed)?|again|re-?type|re-?enter|verify|verification)\b/iu;

/** Returns the password if `missingField` asks to repeat it; null for any other field. */
export function findRepeatedPassword(
  missingField: Candidate,
  matches: readonly FieldMatch[],
  filledFields: readonly Candidate[],
): string | null {
  if (missingField.inputType !== 'password' || !REPEAT_LABEL.test(getName(missingField))) return null;
  const passwordMatches = matches.filter((m) => m.candidate?.inputType === 'password' && m.field.value);
  const [onlyMatch] = passwordMatches;
  // Requires exactly one password field before it, because a form for a new password also asks for the old one.
  const passwordsBefore = filledFields.filter(
    (c) => c.inputType === 'password' && c.order < missingField.order,
  );
  return passwordMatches.length === 1 && onlyMatch && passwordsBefore.length === 1
    ? onlyMatch.field.value
    : null;
}
