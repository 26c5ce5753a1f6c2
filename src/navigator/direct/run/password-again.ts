/** A password that was said is said for the field that wants it once more, too. */
import type { Candidate } from '../../../contract/index.js';
import { nameOf } from '../ground/names.js';
import type { Match } from './fields.js';

const AGAIN = /\b(?:confirm(?:ation)?|repeat(?:ed)?|again|re-?type|re-?enter|verify|verification)\b/iu;

/** What goes into `lacking`, where that is the second field of a password; null for any other field. */
export function passwordAgain(
  lacking: Candidate,
  matches: readonly Match[],
  filled: readonly Candidate[],
): string | null {
  if (lacking.inputType !== 'password' || !AGAIN.test(nameOf(lacking))) return null;
  const said = matches.filter((m) => m.candidate?.inputType === 'password' && m.field.value);
  const [only] = said;
  // Right behind it, as forms have it: a form for a new password asks for the old one as well.
  const before = filled.filter((c) => c.inputType === 'password' && c.order < lacking.order);
  return said.length === 1 && only && before.length === 1 ? only.field.value : null;
}
