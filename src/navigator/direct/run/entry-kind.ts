/**
 * Handles the kind of entry that a form creates, such as “Calendar” or “Address book”. Selects the requested kind if
 * the form offers it. A report names the kind only if the page shows it.
 */
import type { Candidate } from '../../../contract/index.js';
import { findForm, isInside } from '../ground/form.js';
import { isSelect } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { findPageNouns } from '../ground/topic.js';
import type { View } from '../ground/view.js';
import { tokenizeContent, fold, stem } from '../text.js';
import type { FillStep, FieldMatch } from './match-form-fields.js';
import type { Context } from './types.js';

/** Words for an entry of any kind. */
const GENERIC_KIND_WORDS = new Set(['entry', 'item', 'record', 'row', 'one', 'thing']);

/** Maps "Address book", "addressbooks" and "addressbook" to the same key. */
const toKindKey = (text: string): string => tokenizeContent(text).map(stem).join('');

export interface KindOption {
  control: Candidate;
  /** The value to set: the label of an option, or `yes` for a radio button. */
  value: string;
  isChosen: boolean;
}

/** Returns the form's options for this kind. */
export function findKindOptions(kindName: string, form: Candidate, view: View): KindOption[] {
  const kind = toKindKey(kindName);
  const controls = view.candidates.filter(
    (c) => kind !== '' && c.visible && !c.states.disabled && isInside(c, form, view),
  );
  return controls.flatMap((control): KindOption[] => {
    if (isSelect(control)) {
      const option = control.options?.find((o) => !o.disabled && toKindKey(o.label) === kind);
      return option ? [{ control, value: option.label, isChosen: option.selected }] : [];
    }
    const isRadio = control.inputType === 'radio' || control.role === 'radio';
    return isRadio && toKindKey(getName(control)) === kind
      ? [{ control, value: 'yes', isChosen: control.states.checked === true }]
      : [];
  });
}

/** Returns the option for the requested kind; null unless the form has exactly one and it is not chosen yet. */
export function findKindToChoose(
  step: FillStep,
  matches: readonly FieldMatch[],
  view: View,
): KindOption | null {
  const field = matches.find((m) => m.candidate)?.candidate;
  const form = field ? findForm(field, view) : null;
  if (step.kind !== 'create' || !step.item || !form) return null;
  const [option, ...others] = findKindOptions(step.item.text, form, view).filter(
    ({ control }) => !matches.some((m) => m.candidate === control),
  );
  return option && others.length === 0 && !option.isChosen ? option : null;
}

/** Returns the kind for the report; '' if neither the page, the form nor the control that opened it shows this kind. */
export function findDisplayedKind(step: FillStep, field: Candidate, { view, memory, plan }: Context): string {
  const kind = fold(step.item?.text ?? 'entry');
  const form = findForm(field, view);
  const formElements = form ? view.candidates.filter((c) => c.visible && isInside(c, form, view)) : [field];
  const actionsOfLine = memory.performedActions.filter(
    (action) => action.requestTurnIndex === plan.requestTurnIndex,
  );
  const labels = [
    ...actionsOfLine.map(({ element }) => element?.name ?? ''),
    form?.name ?? '',
    field.section,
    ...formElements.map(getName),
    ...formElements.flatMap((c) => (c.options ?? []).filter((o) => o.selected).map((o) => o.label)),
  ];
  const displayedWords = new Set([
    ...findPageNouns(view),
    ...labels.flatMap((text) => tokenizeContent(text).map(stem)),
  ]);
  const isDisplayed = labels.some((text) => toKindKey(text) === toKindKey(kind));
  const isGenericOrDisplayed = (word: string): boolean =>
    GENERIC_KIND_WORDS.has(word) || displayedWords.has(stem(word));
  return isDisplayed || tokenizeContent(kind).every(isGenericOrDisplayed) ? kind : '';
}
