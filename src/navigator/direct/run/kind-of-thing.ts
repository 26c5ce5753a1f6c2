/**
 * What a form creates: a list or group of options that offers the requested kind of thing ("Type: Calendar, Address
 * book") is set to it, and a report names the kind only if the form shows it.
 */
import type { Candidate } from '../../../contract/index.js';
import { findForm, isInside } from '../ground/form.js';
import { isSelect } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { findPageNouns } from '../ground/topic.js';
import type { View } from '../ground/view.js';
import { contentTokens, fold, stem } from '../text.js';
import type { Fill, Match } from './fields.js';
import type { Context } from './types.js';

/** Words that fit anything that a form creates. */
const ANY_KIND = new Set(['entry', 'item', 'record', 'row', 'one', 'thing']);

/** "Address book", "addressbooks" and "addressbook" are the same kind. */
const kindKey = (text: string): string => contentTokens(text).map(stem).join('');

export interface KindOption {
  control: Candidate;
  /** The value to set: the label of an option, or `yes` for a radio button. */
  value: string;
  isChosen: boolean;
}

/** Returns the options of a form that are named like the kind. */
export function findKindOptions(thing: string, form: Candidate, view: View): KindOption[] {
  const kind = kindKey(thing);
  const controls = view.candidates.filter(
    (c) => kind !== '' && c.visible && !c.states.disabled && isInside(c, form, view),
  );
  return controls.flatMap((control): KindOption[] => {
    if (isSelect(control)) {
      const option = control.options?.find((o) => !o.disabled && kindKey(o.label) === kind);
      return option ? [{ control, value: option.label, isChosen: option.selected }] : [];
    }
    const isRadio = control.inputType === 'radio' || control.role === 'radio';
    return isRadio && kindKey(getName(control)) === kind
      ? [{ control, value: 'yes', isChosen: control.states.checked === true }]
      : [];
  });
}

/** Returns the option for the requested kind if the form has exactly one and it has to be chosen. */
export function findKindToChoose(step: Fill, matches: readonly Match[], view: View): KindOption | null {
  const field = matches.find((m) => m.candidate)?.candidate;
  const form = field ? findForm(field, view) : null;
  if (step.how !== 'create' || !step.item || !form) return null;
  const [option, ...others] = findKindOptions(step.item.text, form, view).filter(
    ({ control }) => !matches.some((m) => m.candidate === control),
  );
  return option && others.length === 0 && !option.isChosen ? option : null;
}

/** The kind as a report may name it; '' if neither the form nor what was clicked to open it shows this kind. */
export function findShownKind(step: Fill, field: Candidate, { view, memory, plan }: Context): string {
  const kind = fold(step.item?.text ?? 'entry');
  const form = findForm(field, view);
  const parts = form ? view.candidates.filter((c) => c.visible && isInside(c, form, view)) : [field];
  const clicked = memory.performedActions.filter(({ intention }) => intention === plan.intention);
  const texts = [
    ...clicked.map(({ element }) => element?.name ?? ''),
    form?.name ?? '',
    field.section,
    ...parts.map(getName),
    ...parts.flatMap((c) => (c.options ?? []).filter((o) => o.selected).map((o) => o.label)),
  ];
  const shown = new Set([...findPageNouns(view), ...texts.flatMap((text) => contentTokens(text).map(stem))]);
  const isShown = texts.some((text) => kindKey(text) === kindKey(kind));
  const isKnown = (word: string): boolean => ANY_KIND.has(word) || shown.has(stem(word));
  return isShown || contentTokens(kind).every(isKnown) ? kind : '';
}
