/**
 * Finds the fields of a login form whose names do not identify them: the only password field, and the text field before
 * it for the user name. Pure.
 */
import type { Candidate } from '../../../contract/index.js';
import { isField, isSearchField } from '../ground/kinds.js';
import type { View } from '../ground/view.js';
import { fold } from '../text.js';
import { findForm } from '../ground/form.js';

const USER_NAME_LABEL =
  /^(?:user ?name|user|user id|login|login name|account|account name|e-?mail|e-?mail address|username or email)$/u;

const isEditable = (c: Candidate): boolean =>
  c.visible && isField(c) && !c.states.disabled && !c.states.readonly;

/** @returns null if the page does not have exactly one login form, or if the text means another field */
export function findLoginField(
  text: string,
  isSuitable: (c: Candidate) => boolean,
  view: View,
): Candidate | null {
  const phrase = fold(text);
  const passwordFields = view.candidates.filter((c) => isEditable(c) && c.inputType === 'password');
  const [password] = passwordFields;
  if (!password || passwordFields.length > 1) return null;
  if (phrase === 'password') return isSuitable(password) ? password : null;
  const form = USER_NAME_LABEL.test(phrase) ? findForm(password, view) : null;
  if (!form) return null;
  const textFields = view.candidates.filter(
    (c) => isEditable(c) && c !== password && findForm(c, view)?.uid === form.uid,
  );
  const [userNameField] = textFields;
  return userNameField &&
    textFields.length === 1 &&
    userNameField.order < password.order &&
    !isSearchField(userNameField) &&
    isSuitable(userNameField)
    ? userNameField
    : null;
}
