/** Analyses forms: which fields belong together, what is still missing, which button submits. */
import type { Candidate } from '../../../contract/index.js';
import { SUBMIT_BUTTONS, NON_SUBMIT_BUTTONS } from '../lexicon/forms.js';
import { isButton, isField, isLink, isNativeValue, isSelect, isTickable } from './kinds.js';
import { nameOf } from './names.js';
import { agreement, canonicalize } from '../text.js';
import type { View } from './view.js';

/** Returns the nearest form or dialog around a candidate; null if there is none. */
export function findForm(c: Candidate, view: View): Candidate | null {
  const surroundings = view.ancestors(c);
  return (
    // A form that contains everything in its parent is folded into the parent.
    surroundings.find((a) => a.tag === 'form' || a.folded.some((x) => x.tag === 'form')) ??
    surroundings.find((a) => a.role === 'dialog' || a.role === 'alertdialog' || a.tag === 'dialog') ??
    null
  );
}

export const isInside = (c: Candidate, box: Candidate | null, view: View): boolean =>
  box === null || view.ancestors(c).some((a) => a.uid === box.uid);

export const isControl = (c: Candidate): boolean =>
  isField(c) || isNativeValue(c) || isSelect(c) || isTickable(c);

export const isEmpty = (c: Candidate): boolean =>
  isSelect(c)
    ? !c.options?.some((o) => o.selected && o.value !== '')
    : isTickable(c)
      ? false
      : (c.value ?? c.text) === '';

/** Returns the form's empty required fields. */
export function findMissingFields(
  form: Candidate | null,
  near: readonly Candidate[],
  view: View,
): Candidate[] {
  if (!form && !near.length) return [];
  return view.candidates.filter(
    (c) =>
      c.visible &&
      (isField(c) || isNativeValue(c) || isSelect(c)) &&
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

/** Preview buttons, which do not submit. */
const PREVIEW_NAME = /^(?:show )?preview\b/iu;

/** Returns the button that submits a form: by its name, then its type, then as the only one. */
export function findSubmitButton(
  form: Candidate | null,
  fields: readonly Candidate[],
  thing: string,
  view: View,
): Candidate | null {
  const last = Math.max(-1, ...fields.map((f) => f.order));
  // A dialog's buttons are often next to its form, not inside it.
  const dialog = fields[0]
    ? (view.ancestors(fields[0]).find((a) => a.role === 'dialog' || a.tag === 'dialog') ?? null)
    : null;
  const scopes = [form, dialog].filter((s): s is Candidate => s !== null);
  const pool = (box: Candidate | null): Candidate[] =>
    view.candidates.filter(
      (c) =>
        c.visible &&
        (isButton(c) ||
          // A link to another page does not submit the form.
          (isLink(c) && /\bbtn\b|button/iu.test(c.attributes.class ?? '') && view.address(c) === '')) &&
        c.inputType !== 'file' &&
        c.inputType !== 'reset' &&
        c.inputType !== 'color' &&
        isInside(c, box, view) &&
        (box !== null || c.order > last),
    );
  for (const box of scopes.length ? scopes : [null]) {
    const buttons = pool(box).filter(
      (c) =>
        !PREVIEW_NAME.test(nameOf(c)) &&
        !NON_SUBMIT_BUTTONS.some((word) => agreement(word, nameOf(c)).score >= 0.95),
    );
    for (const word of SUBMIT_BUTTONS) {
      const hit = buttons.find(
        (c) =>
          canonicalize(nameOf(c)) === word ||
          (thing && agreement(`${word} ${thing}`, nameOf(c)).score >= 0.95),
      );
      if (hit) return hit;
    }
    const typed = buttons.find(
      (c) =>
        c.attributes.type === 'submit' ||
        (c.tag === 'button' && c.attributes.type === undefined && box?.tag === 'form'),
    );
    if (typed) return typed;
    const worded = buttons.find((c) =>
      SUBMIT_BUTTONS.some((word) => agreement(word, nameOf(c)).score >= 0.84),
    );
    if (worded) return worded;
    if (buttons.length === 1) return buttons[0]!;
  }
  return fields[0] ? submitButtonOfEditor(fields[0], form, view) : null;
}

/** Editors that look like dialogs have their cancel and save buttons in a header or footer. */
function submitButtonOfEditor(field: Candidate, form: Candidate | null, view: View): Candidate | null {
  const surroundings = view.ancestors(field);
  const beyond = form ? surroundings.slice(surroundings.findIndex((a) => a.uid === form.uid) + 1) : [];
  const leaves = (c: Candidate): boolean =>
    NON_SUBMIT_BUTTONS.some((word) => agreement(word, nameOf(c)).score >= 0.95);
  for (const box of beyond.slice(0, 4)) {
    const buttons = view.candidates.filter(
      (c) => c.visible && isButton(c) && !c.behindModal && isInside(c, box, view),
    );
    if (!buttons.some(leaves)) continue;
    for (const word of SUBMIT_BUTTONS) {
      const hit = buttons.find((c) => canonicalize(nameOf(c)) === word);
      if (hit) return hit;
    }
  }
  return null;
}
