/** Analyses forms: which fields belong together, which are still empty, and which button submits. */
import type { Candidate } from '../../../contract/index.js';
import { SUBMIT_BUTTONS, NON_SUBMIT_BUTTONS } from '../lexicon/forms.js';
import { isButton, isField, isLink, isNativeValueField, isSelect, isTickable } from './kinds.js';
import { getName } from './names.js';
import { scoreAgreement, canonicalize } from '../text.js';
import type { View } from './view.js';

/** Returns the nearest form or dialog around a candidate, or null. */
export function findForm(c: Candidate, view: View): Candidate | null {
  const ancestors = view.getAncestors(c);
  return (
    // A form that contains everything in its parent is merged into the parent's candidate.
    ancestors.find((a) => a.tag === 'form' || a.folded.some((x) => x.tag === 'form')) ??
    ancestors.find((a) => a.role === 'dialog' || a.role === 'alertdialog' || a.tag === 'dialog') ??
    null
  );
}

export const isInside = (c: Candidate, container: Candidate | null, view: View): boolean =>
  container === null || view.getAncestors(c).some((a) => a.uid === container.uid);

export const isControl = (c: Candidate): boolean =>
  isField(c) || isNativeValueField(c) || isSelect(c) || isTickable(c);

export const isEmpty = (c: Candidate): boolean =>
  isSelect(c)
    ? !c.options?.some((o) => o.selected && o.value !== '')
    : isTickable(c)
      ? false
      : (c.value ?? c.text) === '';

/** Returns the form's empty required fields. */
export function findMissingFields(
  form: Candidate | null,
  nearbyFields: readonly Candidate[],
  view: View,
): Candidate[] {
  if (!form && !nearbyFields.length) return [];
  return view.candidates.filter(
    (c) =>
      c.visible &&
      (isField(c) || isNativeValueField(c) || isSelect(c)) &&
      c.states.required &&
      !c.states.disabled &&
      isEmpty(c) &&
      (form ? isInside(c, form, view) : true),
  );
}

/** Returns the form's empty text fields, in order. */
export const findBlankFields = (form: Candidate | null, view: View): Candidate[] =>
  view.candidates.filter(
    (c) =>
      c.visible &&
      isField(c) &&
      !c.states.disabled &&
      !c.states.readonly &&
      isEmpty(c) &&
      isInside(c, form, view),
  );

/** Returns the page's only button that is in a form. */
export function findOnlyFormButton(view: View): Candidate | null {
  const buttons = view.candidates.filter(
    (c) => c.visible && isButton(c) && !c.behindModal && findForm(c, view) !== null,
  );
  return buttons.length === 1 ? buttons[0]! : null;
}

/** Names of preview buttons, which do not submit. */
const PREVIEW_NAME = /^(?:show )?preview\b/iu;

/** Returns the button that submits a form: by its name, by its type, or because it is the only one. */
export function findSubmitButton(
  form: Candidate | null,
  fields: readonly Candidate[],
  noun: string,
  view: View,
): Candidate | null {
  const lastFieldOrder = Math.max(-1, ...fields.map((f) => f.order));
  // A dialog's buttons are often next to its form, not inside it.
  const dialog = fields[0]
    ? (view.getAncestors(fields[0]).find((a) => a.role === 'dialog' || a.tag === 'dialog') ?? null)
    : null;
  const scopes = [form, dialog].filter((s): s is Candidate => s !== null);
  const listButtons = (container: Candidate | null): Candidate[] =>
    view.candidates.filter(
      (c) =>
        c.visible &&
        (isButton(c) ||
          // A link to another page does not submit the form.
          (isLink(c) && /\bbtn\b|button/iu.test(c.attributes.class ?? '') && view.getUrl(c) === '')) &&
        c.inputType !== 'file' &&
        c.inputType !== 'reset' &&
        c.inputType !== 'color' &&
        isInside(c, container, view) &&
        (container !== null || c.order > lastFieldOrder),
    );
  for (const container of scopes.length ? scopes : [null]) {
    const buttons = listButtons(container).filter(
      (c) =>
        !PREVIEW_NAME.test(getName(c)) &&
        !NON_SUBMIT_BUTTONS.some((word) => scoreAgreement(word, getName(c)).score >= 0.95),
    );
    for (const word of SUBMIT_BUTTONS) {
      const button = buttons.find(
        (c) =>
          canonicalize(getName(c)) === word ||
          (noun && scoreAgreement(`${word} ${noun}`, getName(c)).score >= 0.95),
      );
      if (button) return button;
    }
    const submitTypeButton = buttons.find(
      (c) =>
        c.attributes.type === 'submit' ||
        (c.tag === 'button' && c.attributes.type === undefined && container?.tag === 'form'),
    );
    if (submitTypeButton) return submitTypeButton;
    const similarlyNamed = buttons.find((c) =>
      SUBMIT_BUTTONS.some((word) => scoreAgreement(word, getName(c)).score >= 0.84),
    );
    if (similarlyNamed) return similarlyNamed;
    if (buttons.length === 1) return buttons[0]!;
  }
  return fields[0] ? findEditorSubmitButton(fields[0], form, view) : null;
}

/** Finds the submit button beside a cancel button in the header or footer of an editor that looks like a dialog. */
function findEditorSubmitButton(field: Candidate, form: Candidate | null, view: View): Candidate | null {
  const ancestors = view.getAncestors(field);
  const outerElements = form ? ancestors.slice(ancestors.findIndex((a) => a.uid === form.uid) + 1) : [];
  const isCancelButton = (c: Candidate): boolean =>
    NON_SUBMIT_BUTTONS.some((word) => scoreAgreement(word, getName(c)).score >= 0.95);
  for (const container of outerElements.slice(0, 4)) {
    const buttons = view.candidates.filter(
      (c) => c.visible && isButton(c) && !c.behindModal && isInside(c, container, view),
    );
    if (!buttons.some(isCancelButton)) continue;
    for (const word of SUBMIT_BUTTONS) {
      const button = buttons.find((c) => canonicalize(getName(c)) === word);
      if (button) return button;
    }
  }
  return null;
}
