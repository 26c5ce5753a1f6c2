/** Models a page's forms: fields with their names and the values they accept, and buttons. */
import type { Candidate } from '../../../contract/index.js';
import {
  isButton,
  isField,
  isNativeValueField,
  isLink,
  isSearchField,
  isSelect,
  isTickable,
} from '../ground/kinds.js';
import { getName, listWeightedNames } from '../ground/names.js';
import { findPageNouns } from '../ground/topic.js';
import type { View } from '../ground/view.js';
import { convertValue } from '../language/values.js';
import { findForm, isInside, isEmpty } from '../ground/form.js';
import { findOption, findOptionContaining } from '../ground/options.js';
import type { FieldKind, FormField, FormModel, Setting } from './form-model.js';
import { addJointFields } from './joint-fields.js';
import { fold, stem, tokenize } from '../text.js';

/** Names below this weight come from text that is only near a control. */
const MIN_NAME_WEIGHT = 0.84;
const MAX_NAME_WORDS = 6;
/** Names that are not used, because they would match almost every line. */
const CONJUNCTION = /^(?:and|or|then|also)$/u;
const MAIN_NAME = /^(?:name|full name|title|summary|subject|what|headline|topic)$/u;
const GENERIC_NOUNS = ['entry', 'item', 'record', 'row', 'form', 'one', 'data', 'detail', 'field'];

/** Splits a label into words. Hints in brackets are not part of the name: “Expiry (MM/YY)”. */
export const splitLabel = (text: string): string[] =>
  tokenize(text.replace(/(?<=\S\s*)\([^)]*\)/gu, ' ').replace(/[*:?.…()]+/gu, ' '));

function listFieldNames(c: Candidate): string[][] {
  const names = listWeightedNames(c)
    .filter((n) => n.weight >= MIN_NAME_WEIGHT && n.text.length <= 60 && n.text !== c.value)
    // "Card number or user name" has two names.
    .flatMap((n) => [n.text, ...(/ or /iu.test(n.text) ? n.text.split(/ or /iu) : [])])
    .map(splitLabel)
    .filter(
      (words) => words.length > 0 && words.length <= MAX_NAME_WORDS && !CONJUNCTION.test(words.join(' ')),
    );
  return names.filter((words, i) => names.findIndex((o) => o.join(' ') === words.join(' ')) === i);
}

const getFieldKind = (c: Candidate): FieldKind =>
  isSelect(c)
    ? 'list'
    : isTickable(c)
      ? 'tick'
      : c.inputType === 'number' || c.role === 'spinbutton' || c.inputType === 'range'
        ? 'number'
        : c.inputType === 'date'
          ? 'date'
          : c.inputType === 'time'
            ? 'time'
            : c.inputType === 'email'
              ? 'email'
              : 'text';

/** A number, with or without a currency or unit: "22 euros". */
const NUMBER_VALUE = /^(?:[$€£¥]\s?)?-?\d[\d.,]*\s?(?:[$€£¥%]|\p{L}{1,8})?$/u;

function createConverter(c: Candidate, kind: FieldKind, today: Date): FormField['toSettings'] {
  const label = getName(c);
  const createSetting = (value: string): Setting[] => [{ uid: c.uid, label, value }];
  return (value) => {
    switch (kind) {
      case 'list': {
        const option = findOption(c, value);
        return option && option.score >= MIN_OPTION_SCORE ? createSetting(option.label) : null;
      }
      case 'number':
        return NUMBER_VALUE.test(value) || convertValue(value, 'number', today) === value
          ? createSetting(value)
          : null;
      case 'date':
      case 'time':
        return convertValue(value, kind, today) === null ? null : createSetting(value);
      case 'email':
        return value.includes('@') && !/[\s,]/u.test(value) ? createSetting(value) : null;
      case 'tick':
        return /^(?:yes|no|on|off|true|false|ticked|unticked|checked|unchecked)$/iu.test(value)
          ? createSetting(value)
          : null;
      case 'text':
        return value.length <= 2_000 ? createSetting(value) : null;
    }
  };
}

const MIN_OPTION_SCORE = 0.8;

type FieldDraft = Omit<FormField, 'index' | 'isMain' | 'parts'>;

function createDraft(c: Candidate, today: Date): FieldDraft {
  const kind = getFieldKind(c);
  const optionLabels = new Set(
    (c.options ?? []).filter((o) => !o.disabled && o.value !== '').map((o) => fold(o.label)),
  );
  return {
    kind,
    names: listFieldNames(c),
    isEmpty: isEmpty(c),
    isRadio: c.inputType === 'radio' || c.role === 'radio',
    toSettings: createConverter(c, kind, today),
    toRefusedSettings: (value) =>
      kind === 'list' || kind === 'number' ? [{ uid: c.uid, label: getName(c), value }] : null,
    toEmptySettings: () =>
      kind === 'tick' || (kind === 'list' && !c.options?.some((o) => o.value === ''))
        ? null
        : [{ uid: c.uid, label: getName(c), value: '' }],
    hasOption: (value) => kind === 'list' && optionLabels.has(fold(value)),
    hasOptionContaining: (words) => kind === 'list' && findOptionContaining(c.options ?? [], words) !== null,
  };
}

/** Models a group of radio buttons as one list, named after its legend. */
function createRadioDraft(radios: readonly Candidate[]): FieldDraft {
  const options = radios.map((r) => ({ label: getName(r), value: r.uid }));
  const findRadio = (value: string): Candidate | undefined =>
    radios.find((r) => fold(getName(r)) === fold(value)) ??
    radios.find((r) => r.uid === findOptionContaining(options, value)?.value);
  const legendWords = splitLabel(radios[0]!.section);
  const attribute = radios[0]!.attributes.name ?? '';
  return {
    kind: 'list',
    names: [legendWords, splitLabel(attribute.replace(/[-_]/gu, ' '))].filter(
      (w) => w.length > 0 && w.length <= MAX_NAME_WORDS,
    ),
    isRadio: false,
    isEmpty: !radios.some((r) => r.states.checked === true),
    toSettings: (value) => {
      const radio = findRadio(value);
      return radio ? [{ uid: radio.uid, label: getName(radio), value: 'yes' }] : null;
    },
    toRefusedSettings: () => null,
    toEmptySettings: () => null,
    hasOption: (value) => radios.some((r) => fold(getName(r)) === fold(value)),
    hasOptionContaining: (words) => findOptionContaining(options, words) !== null,
  };
}

/** Whether a field searches or filters the page, and so does not belong to a form. */
const isPageSearch = (c: Candidate, view: View): boolean =>
  isSearchField(c) &&
  (findForm(c, view) === null || c.inputType === 'search' || FILTER_NAME.test(getName(c)));
const FILTER_NAME = /^(?:search|filter|find|look up)\b|\b(?:search|filter)$/iu;

const isUsableControl = (c: Candidate, view: View): boolean =>
  c.visible &&
  !c.behindModal &&
  !(c.states.readonly && isField(c)) &&
  !isPageSearch(c, view) &&
  // Excludes custom lists, because they must be opened before an option can be chosen.
  (isField(c) || isNativeValueField(c) || isSelect(c) || isTickable(c)) &&
  (!view.isDialogOpen || view.isInDialog(c));

/** Removes names that several fields share. If an input shares its name only with checkboxes, the input keeps it. */
function removeSharedNames(fields: readonly FieldDraft[]): FieldDraft[] {
  const findFieldsWithName = (name: string): FieldDraft[] =>
    fields.filter((f) => f.names.some((n) => n.join(' ') === name));
  const isNameOf = (f: FieldDraft, name: string): boolean => {
    const fieldsWithName = findFieldsWithName(name);
    const inputs = fieldsWithName.filter((o) => o.kind !== 'tick');
    return fieldsWithName.length === 1 || (inputs.length === 1 && inputs[0] === f);
  };
  return fields.map((f) => ({ ...f, names: f.names.filter((name) => isNameOf(f, name.join(' '))) }));
}

/** Collects the stems of words that say what the form is about: its heading, name, buttons and the page's topic. */
function collectTopicStems(
  form: Candidate | null,
  controls: readonly Candidate[],
  buttons: readonly Candidate[],
  view: View,
): Set<string> {
  const sources = [form?.name ?? '', controls[0]?.section ?? '', ...buttons.map(getName)];
  return new Set([
    ...findPageNouns(view),
    ...sources.filter((text) => text.length <= 60).flatMap((text) => tokenize(text).map(stem)),
    ...GENERIC_NOUNS.map(stem),
  ]);
}

function createFormModel(
  form: Candidate | null,
  controls: readonly Candidate[],
  view: View,
  today: Date,
): FormModel {
  const radioGroups = new Map<string, Candidate[]>();
  for (const c of controls) {
    // If a label stands for a hidden radio button, it has no `name` attribute, so the group element is used.
    const group = c.attributes.name ?? view.getAncestors(c).find(({ role }) => role === 'radiogroup')?.uid;
    if (c.inputType === 'radio' && group) radioGroups.set(group, [...(radioGroups.get(group) ?? []), c]);
  }
  const drafts = removeSharedNames([
    ...controls.map((c) => createDraft(c, today)),
    ...[...radioGroups.values()].filter((g) => g.length > 1).map(createRadioDraft),
  ]);
  const textFields = drafts.filter((d, i) => d.kind === 'text' && controls[i]?.inputType !== 'password');
  const mainField = textFields.find((d) => d.names.some((n) => MAIN_NAME.test(n.join(' ')))) ?? textFields[0];
  const buttons = view.candidates.filter(
    (c) =>
      c.visible &&
      !c.states.disabled &&
      (isButton(c) ||
        (isLink(c) && /\bbtn\b|button/iu.test(c.attributes.class ?? '') && view.getUrl(c) === '')) &&
      isInside(c, form, view),
  );
  const fields = drafts.map((d, index) => ({ ...d, index, isMain: d === mainField }));
  return {
    form,
    fields: addJointFields(fields, controls, today),
    buttons,
    topicStems: collectTopicStems(form, controls, buttons, view),
  };
}

/** Finds the forms that can be filled in now. */
export function findForms(view: View, today: Date): FormModel[] {
  const groups = new Map<string, { form: Candidate | null; controls: Candidate[] }>();
  for (const c of view.candidates) {
    if (!isUsableControl(c, view)) continue;
    const form = findForm(c, view);
    const key = form?.uid ?? '';
    const group = groups.get(key) ?? { form, controls: [] };
    group.controls.push(c);
    groups.set(key, group);
  }
  return [...groups.values()]
    .filter(({ controls }) => controls.some((c) => !isSearchField(c)))
    .map(({ form, controls }) => createFormModel(form, controls, view, today));
}
