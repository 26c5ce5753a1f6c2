/** Reads the fields of a page as far as consent depends on them. Pure. */
import type { Candidate } from '../../contract/index.js';
import { RECIPIENT_FIELD } from './page-words.js';
import { collapseSpaces, foldPage } from './region.js';

export interface Field {
  name: string;
  /** `long` is a multi-line text field. */
  kind: 'text' | 'password' | 'email' | 'card' | 'long' | 'file' | 'other';
  value: string;
  /** Whether the field contains the message's recipients. */
  isRecipient: boolean;
}

export function getFieldKind(c: Candidate): Field['kind'] {
  const { attributes, inputType, tag } = c;
  const labels = foldPage(
    `${c.name} ${attributes['name'] ?? ''} ${attributes['id'] ?? ''} ${attributes['placeholder'] ?? ''}`,
  );
  if (inputType === 'password') return 'password';
  if (inputType === 'file') return 'file';
  if (/^cc-|card/u.test(attributes['autocomplete'] ?? '') || CARD_FIELD.test(labels)) return 'card';
  if (inputType === 'email' || (c.states.editable && /\be-? ?mail\b/u.test(labels))) return 'email';
  if (tag === 'textarea' || attributes['aria-multiline'] === 'true' || (c.states.editable && tag !== 'input'))
    return 'long';
  return c.states.editable || c.role === 'textbox' || c.role === 'combobox' ? 'text' : 'other';
}

export function toField(c: Candidate): Field {
  const name = collapseSpaces(
    c.name || (c.attributes['placeholder'] ?? '') || (c.attributes['name'] ?? ''),
  ).slice(0, 60);
  const value = c.inputType === 'password' ? '' : collapseSpaces(c.value ?? '').slice(0, 60);
  return { name, kind: getFieldKind(c), value, isRecipient: RECIPIENT_FIELD.test(foldPage(name)) };
}

const CARD_FIELD = /\b(?:card ?number|cardnumber|cvv|cvc|security code|expiry|expiration date|iban)\b/u;

const FIELD_ROLES = new Set(['textbox', 'combobox', 'searchbox', 'spinbutton']);
export const isField = (c: Candidate): boolean =>
  c.states.editable === true || FIELD_ROLES.has(c.role) || c.inputType === 'file' || c.tag === 'textarea';
