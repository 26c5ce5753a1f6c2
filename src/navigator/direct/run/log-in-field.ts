/**
 * Log-in forms whose fields have no useful names: a text field before the form's only password field is the user name,
 * whatever it is called, and a password field is the password. Pure.
 */
import type { Candidate } from '../../../contract/index.js';
import { isField, isSearchField } from '../ground/kinds.js';
import type { View } from '../ground/view.js';
import { fold } from '../text.js';
import { findForm } from '../ground/form.js';

const WHO =
  /^(?:user ?name|user|user id|login|login name|account|account name|e-?mail|e-?mail address|username or email)$/u;

const usable = (c: Candidate): boolean => c.visible && isField(c) && !c.states.disabled && !c.states.readonly;

/** @returns null if the page has no such form or more than one */
export function findLogInField(text: string, suits: (c: Candidate) => boolean, view: View): Candidate | null {
  const phrase = fold(text);
  const passwords = view.candidates.filter((c) => usable(c) && c.inputType === 'password');
  const [password] = passwords;
  if (!password || passwords.length > 1) return null;
  if (phrase === 'password') return suits(password) ? password : null;
  const form = WHO.test(phrase) ? findForm(password, view) : null;
  if (!form) return null;
  const texts = view.candidates.filter(
    (c) => usable(c) && c !== password && findForm(c, view)?.uid === form.uid,
  );
  const [who] = texts;
  return who && texts.length === 1 && who.order < password.order && !isSearchField(who) && suits(who)
    ? who
    : null;
}
