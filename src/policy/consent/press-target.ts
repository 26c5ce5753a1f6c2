/**
 * Finds what an action presses: the control itself, the form's send button, or a key that acts without a button.
 * Pure.
 */
import type { Candidate, Observation, PageAction } from '../../contract/index.js';
import { getFieldKind, isField } from './page-fields.js';
import { findNearest, findRegion, foldLookalikes, foldPage } from './region.js';

const PRESSABLE_ROLES = new Set([
  'button',
  'link',
  'menuitem',
  'generic',
  'image',
  'img',
  'none',
  'presentation',
  '',
]);

/** Whether the control is a native submit button. */
const isSubmitButton = (c: Candidate): boolean =>
  (c.tag === 'button' && (c.attributes['type'] ?? 'submit').toLowerCase() === 'submit') ||
  (c.tag === 'input' && ['submit', 'image'].includes((c.attributes['type'] ?? '').toLowerCase()));

/** Roles with a state. Most are settings, which can be changed back. */
const STATEFUL_ROLES = new Set([
  'tab',
  'switch',
  'option',
  'checkbox',
  'radio',
  'menuitemcheckbox',
  'menuitemradio',
  'treeitem',
]);

/**
 * Whether a control with a state acts immediately instead of changing a setting: it has a short name ("Publish",
 * "Delete account"), shows no panel, and there is no button to confirm the choice.
 */
function actsImmediately(c: Candidate, candidates: readonly Candidate[]): boolean {
  const words = c.name.trim().split(/\s+/u);
  const isSetting = words.length > 3 || words.some((word, index) => index > 0 && /[^s]s$/u.test(word));
  if (isSetting || 'aria-controls' in c.attributes) return false;
  const region = findRegion(c, candidates);
  return !candidates.some(
    (candidate) =>
      candidate !== c && candidate.visible && candidate.role === 'button' && region.contains(candidate),
  );
}

/** What the action presses: a control, or a key that acts without a button. */
export type PressTarget =
  | { type: 'control'; control: Candidate }
  /** Enter in a field without a send button, or the Delete key on a selection. */
  | { type: 'key'; control: Candidate; name: string };

const toControlTarget = (control: Candidate | null | undefined): PressTarget | null =>
  control ? { type: 'control', control } : null;

export function findPressTarget(action: PageAction, { candidates }: Observation): PressTarget | null {
  const findByUid = (uid: string | undefined): Candidate | undefined =>
    candidates.find((control) => control.uid === uid || control.folded.some((alias) => alias.uid === uid));
  switch (action.intent) {
    case 'click':
    case 'doubleClick': {
      const control = findByUid(action.uid);
      if (!control) return null;
      if (PRESSABLE_ROLES.has(control.role)) return toControlTarget(control);
      return STATEFUL_ROLES.has(control.role) && actsImmediately(control, candidates)
        ? toControlTarget(control)
        : null;
    }
    case 'change': {
      const control = findByUid(action.uid);
      if (!control) return null;
      if (STATEFUL_ROLES.has(control.role))
        return actsImmediately(control, candidates) ? toControlTarget(control) : null;
      const isChoice =
        control.tag === 'select' && actsImmediately({ ...control, name: action.value }, candidates);
      return isChoice ? { type: 'key', control, name: action.value } : null;
    }
    case 'submit': {
      const control = findByUid(action.uid);
      return control ? toControlTarget(findSubmitControl(control, candidates)) : null;
    }
    case 'press': {
      const control =
        action.uid === undefined
          ? candidates.find((candidate) => candidate.states.focused)
          : findByUid(action.uid);
      return findKeyTarget(action.key, control, candidates);
    }
    default:
      return null;
  }
}

function findKeyTarget(
  chord: string,
  control: Candidate | undefined,
  candidates: readonly Candidate[],
): PressTarget | null {
  const key = chord.split('+').at(-1)!;
  if ((key === 'Delete' || key === 'Backspace') && (!control || !isField(control)))
    return findDeleteTarget(candidates);
  if (!control) return null;
  if (PRESSABLE_ROLES.has(control.role))
    return key === 'Enter' || key === 'Space' || key === ' ' ? toControlTarget(control) : null;
  if (key !== 'Enter') return null;
  // In a multi-line field, Enter inserts a line break, except in a chat box; Control+Enter submits.
  const isMultiLine = getFieldKind(control) === 'long';
  if (
    isMultiLine &&
    !/^(?:Control|Meta|ControlOrMeta)\+Enter$/u.test(chord) &&
    !(chord === 'Enter' && isChatBox(control))
  )
    return null;
  const submitControl = findSubmitControl(control, candidates);
  if (submitControl) return toControlTarget(submitControl);
  return isMultiLine || isChatBox(control) ? { type: 'key', control, name: 'Send' } : null;
}

/** The Delete key acts on the selection, like the page's Delete button. */
function findDeleteTarget(candidates: readonly Candidate[]): PressTarget | null {
  const selectedItem = candidates.find(
    ({ states, role }) =>
      (states.selected === true && role !== 'tab' && role !== 'option') ||
      (states.checked === true && /^(?:row|gridcell|listitem|checkbox)$/u.test(role)),
  );
  if (!selectedItem) return null;
  const deleteButton = candidates.find(
    (c) => c.visible && PRESSABLE_ROLES.has(c.role) && /^(?:delete|remove|discard)\b/u.test(foldPage(c.name)),
  );
  return deleteButton
    ? toControlTarget(deleteButton)
    : { type: 'key', control: selectedItem, name: 'Delete' };
}

const CHAT_BOX_LABEL = /^(?:type|write|send|enter) (?:a |your )?(?:message|reply)\b|^message [@#]?\S/u;
const isChatBox = (c: Candidate): boolean =>
  CHAT_BOX_LABEL.test(foldLookalikes(c.name || (c.attributes['placeholder'] ?? '')));

const SEND_BUTTON_NAME = /^(?:send|post|publish|submit|reply)\b/u;
/** On pages without a form, a field's send button is searched for in this many ancestors of the field. */
const MAX_BUTTON_ANCESTORS = 5;

/**
 * Finds the control that Enter in the field presses: the form's submit button, or a button with a name such as
 * "Send".
 */
function findSubmitControl(field: Candidate, candidates: readonly Candidate[]): Candidate | null {
  if (PRESSABLE_ROLES.has(field.role)) return field;
  const region = findRegion(field, candidates);
  const pressableControls = candidates.filter(
    (c) => c.visible && PRESSABLE_ROLES.has(c.role) && c.interactive,
  );
  const regionControls = pressableControls.filter((c) => region.contains(c));
  return (
    regionControls.find(isSubmitButton) ??
    regionControls.find((c) => SEND_BUTTON_NAME.test(foldPage(c.name))) ??
    findNearest(
      field,
      pressableControls.filter((c) => SEND_BUTTON_NAME.test(foldPage(c.name))),
      MAX_BUTTON_ANCESTORS,
    )
  );
}
