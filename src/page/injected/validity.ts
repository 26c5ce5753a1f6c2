/** What the platform says against the value of a field. */

export const FIELDS = new Set(['input', 'select', 'textarea']);

/** A field that holds something wrong; one that is required and still empty is not wrong yet. */
export function isInvalid(element: Element, tag: string): boolean {
  const given = element.getAttribute('aria-invalid')?.toLowerCase();
  if (given && given !== 'undefined') return given !== 'false';
  if (!FIELDS.has(tag)) return false;
  const field = element as HTMLInputElement;
  return field.willValidate && !field.validity.valid && !field.validity.valueMissing;
}

/** What the browser said when it would not send the form; '' where it said nothing. */
export function complaintOf(element: Element, tag: string): string {
  if (!FIELDS.has(tag)) return '';
  const field = element as HTMLInputElement;
  if (field.form?.noValidate !== false || !field.willValidate || field.validity.valid) return '';
  return field.matches(':user-invalid') ? field.validationMessage : '';
}
