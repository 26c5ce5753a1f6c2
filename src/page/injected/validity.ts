/** Reads whether form fields are valid, and their validation messages. */

export const FIELD_TAGS = new Set(['input', 'select', 'textarea']);

/** Whether a field's value is invalid. An empty required field is not invalid yet. */
export function isInvalid(element: Element, tag: string): boolean {
  const ariaInvalid = element.getAttribute('aria-invalid')?.toLowerCase();
  if (ariaInvalid && ariaInvalid !== 'undefined') return ariaInvalid !== 'false';
  if (!FIELD_TAGS.has(tag)) return false;
  const field = element as HTMLInputElement;
  return field.willValidate && !field.validity.valid && !field.validity.valueMissing;
}

/** The browser's validation message after a failed submit; '' if there is none. */
export function validationMessageOf(element: Element, tag: string): string {
  if (!FIELD_TAGS.has(tag)) return '';
  const field = element as HTMLInputElement;
  if (field.form?.noValidate !== false || !field.willValidate || field.validity.valid) return '';
  return field.matches(':user-invalid') ? field.validationMessage : '';
}
