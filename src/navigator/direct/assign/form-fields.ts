/** The forms of a page as they are understood: fields with their names and what they accept, and buttons. */
import type { Candidate } from '../../../contract/index.js';
import {
  isButton,
  isField,
  isNativeValue,
  isLink,
  isSearchField,
  isSelect,
  isTickable,
} from '../ground/kinds.js';
import { nameOf, listNamings } from '../ground/names.js';
import { findThingWords } from '../ground/topic.js';
import type { View } from '../ground/view.js';
import { convertValue } from '../language/values.js';
import { findForm, isInside, isEmpty } from '../ground/form.js';
import { findOption } from '../ground/options.js';
import { fold, stem, tokens } from '../text.js';

export type FieldKind = 'text' | 'number' | 'date' | 'time' | 'email' | 'list' | 'tick';

export interface FormField {
  /** Index in the form. */
  index: number;
  kind: FieldKind;
  /** Names in words; “Who paid?” is ["who", "paid"]. */
  names: readonly (readonly string[])[];
  /** The field that takes the name of the thing: “Title”, “Summary”, or the first text field. */
  isMain: boolean;
  isEmpty: boolean;
  /** One option of a group, which is chosen by its name alone. */
  isRadio: boolean;
  /** Stands for the fields of a form that is not open yet: any words may name it. */
  isAny?: true;
  /** The control to set for a value, and the value that it gets; null if the field does not accept the value. */
  accepts(value: string): { uid: string; label: string; value: string } | null;
  /** What to set if the instructor named the field but it does not accept the value, so that it says why; null if it has no choice. */
  refused(value: string): { uid: string; label: string; value: string } | null;
  /** Whether a list has exactly this option. */
  hasOption(value: string): boolean;
}

export interface FormModel {
  form: Candidate | null;
  fields: readonly FormField[];
  buttons: readonly Candidate[];
  /** Stems of the words for what the form is about. */
  things: ReadonlySet<string>;
}

/** Names below this weight come from texts that are only near a control. */
const NAME_WEIGHT = 0.84;
const MAX_NAME_WORDS = 6;
/** Such a name would be found in every line. */
const ONLY_JOINS = /^(?:and|or|then|also)$/u;
const MAIN = /^(?:name|full name|title|summary|subject|what|headline|topic)$/u;
const GENERIC_THINGS = ['entry', 'item', 'record', 'row', 'form', 'one', 'data', 'detail', 'field'];

/** Hints in brackets are no part of a name: “Expiry (MM/YY)”. */
const labelWords = (text: string): string[] =>
  tokens(text.replace(/(?<=\S\s*)\([^)]*\)/gu, ' ').replace(/[*:?.…()]+/gu, ' '));

function namesOf(c: Candidate): string[][] {
  const list = listNamings(c)
    .filter((n) => n.weight >= NAME_WEIGHT && n.text.length <= 60 && n.text !== c.value)
    .map((n) => labelWords(n.text))
    .filter(
      (words) => words.length > 0 && words.length <= MAX_NAME_WORDS && !ONLY_JOINS.test(words.join(' ')),
    );
  return list.filter((words, i) => list.findIndex((o) => o.join(' ') === words.join(' ')) === i);
}

const kindOf = (c: Candidate): FieldKind =>
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

/** A value with a currency or a unit counts as a number: "22 euros". */
const NUMBER = /^(?:[$€£¥]\s?)?-?\d[\d.,]*\s?(?:[$€£¥%]|\p{L}{1,8})?$/u;

function acceptsFor(c: Candidate, kind: FieldKind, today: Date): FormField['accepts'] {
  const label = nameOf(c);
  const createValue = (value: string): ReturnType<FormField['accepts']> => ({ uid: c.uid, label, value });
  return (value) => {
    switch (kind) {
      case 'list': {
        const option = findOption(c, value);
        return option && option.score >= 0.8 ? createValue(option.label) : null;
      }
      case 'number':
        return NUMBER.test(value) || convertValue(value, 'number', today) === value
          ? createValue(value)
          : null;
      case 'date':
      case 'time':
        return convertValue(value, kind, today) === null ? null : createValue(value);
      case 'email':
        return value.includes('@') && !/[\s,]/u.test(value) ? createValue(value) : null;
      case 'tick':
        return /^(?:yes|no|on|off|true|false|ticked|unticked|checked|unchecked)$/iu.test(value)
          ? createValue(value)
          : null;
      case 'text':
        return value.length <= 2_000 ? createValue(value) : null;
    }
  };
}

type Draft = Omit<FormField, 'index' | 'isMain'>;

function draftOf(c: Candidate, today: Date): Draft {
  const kind = kindOf(c);
  const labels = new Set(
    (c.options ?? []).filter((o) => !o.disabled && o.value !== '').map((o) => fold(o.label)),
  );
  return {
    kind,
    names: namesOf(c),
    isEmpty: isEmpty(c),
    isRadio: c.inputType === 'radio' || c.role === 'radio',
    accepts: acceptsFor(c, kind, today),
    refused: (value) =>
      kind === 'list' || kind === 'number' ? { uid: c.uid, label: nameOf(c), value } : null,
    hasOption: (value) => kind === 'list' && labels.has(fold(value)),
  };
}

/** A group of radio buttons is one list, named after its legend. */
function radioGroup(radios: readonly Candidate[]): Draft {
  const find = (value: string): Candidate | undefined => radios.find((r) => fold(nameOf(r)) === fold(value));
  const words = labelWords(radios[0]!.section);
  const attribute = radios[0]!.attributes.name ?? '';
  return {
    kind: 'list',
    names: [words, labelWords(attribute.replace(/[-_]/gu, ' '))].filter(
      (w) => w.length > 0 && w.length <= MAX_NAME_WORDS,
    ),
    isRadio: false,
    isEmpty: !radios.some((r) => r.states.checked === true),
    accepts: (value) => {
      const radio = find(value);
      return radio ? { uid: radio.uid, label: nameOf(radio), value: 'yes' } : null;
    },
    refused: () => null,
    hasOption: (value) => find(value) !== undefined,
  };
}

/** A field that searches or filters the page takes no values of a form. */
const isSearch = (c: Candidate, view: View): boolean =>
  isSearchField(c) && (findForm(c, view) === null || c.inputType === 'search' || FILTERS.test(nameOf(c)));
const FILTERS = /^(?:search|filter|find|look up)\b|\b(?:search|filter)$/iu;

const isUsable = (c: Candidate, view: View): boolean =>
  c.visible &&
  !c.behindModal &&
  !(c.states.readonly && isField(c)) &&
  !isSearch(c, view) &&
  // A drawn list is opened and chosen from, which a form's values are not.
  (isField(c) || isNativeValue(c) || isSelect(c) || isTickable(c)) &&
  (!view.dialogOpen || view.inDialog(c));

/** A name that two fields share names neither; of a field and the check box beside it, it names the field. */
function withoutShared(fields: readonly Draft[]): Draft[] {
  const owners = (name: string): Draft[] => fields.filter((f) => f.names.some((n) => n.join(' ') === name));
  const isOwn = (f: Draft, name: string): boolean => {
    const all = owners(name);
    const main = all.filter((o) => o.kind !== 'tick');
    return all.length === 1 || (main.length === 1 && main[0] === f);
  };
  return fields.map((f) => ({ ...f, names: f.names.filter((name) => isOwn(f, name.join(' '))) }));
}

/** Words for what the form is about: its heading, its name, its buttons, the topic of the page. */
function thingsOf(
  form: Candidate | null,
  controls: readonly Candidate[],
  buttons: readonly Candidate[],
  view: View,
): Set<string> {
  const phraseWords = [form?.name ?? '', controls[0]?.section ?? '', ...buttons.map(nameOf)];
  return new Set([
    ...findThingWords(view),
    ...phraseWords.filter((text) => text.length <= 60).flatMap((text) => tokens(text).map(stem)),
    ...GENERIC_THINGS.map(stem),
  ]);
}

function modelOf(form: Candidate | null, controls: readonly Candidate[], view: View, today: Date): FormModel {
  const groups = new Map<string, Candidate[]>();
  for (const c of controls)
    if (c.inputType === 'radio' && c.attributes.name)
      groups.set(c.attributes.name, [...(groups.get(c.attributes.name) ?? []), c]);
  const drafts = withoutShared([
    ...controls.map((c) => draftOf(c, today)),
    ...[...groups.values()].filter((g) => g.length > 1).map(radioGroup),
  ]);
  const texts = drafts.filter((d, i) => d.kind === 'text' && controls[i]?.inputType !== 'password');
  const main = texts.find((d) => d.names.some((n) => MAIN.test(n.join(' ')))) ?? texts[0];
  const buttons = view.candidates.filter(
    (c) =>
      c.visible &&
      !c.states.disabled &&
      (isButton(c) ||
        (isLink(c) && /\bbtn\b|button/iu.test(c.attributes.class ?? '') && view.address(c) === '')) &&
      isInside(c, form, view),
  );
  return {
    form,
    fields: drafts.map((d, index) => ({ ...d, index, isMain: d === main })),
    buttons,
    things: thingsOf(form, controls, buttons, view),
  };
}

/** The forms that a person could fill in now. */
export function findForms(view: View, today: Date): FormModel[] {
  const groups = new Map<string, { form: Candidate | null; controls: Candidate[] }>();
  for (const c of view.candidates) {
    if (!isUsable(c, view)) continue;
    const form = findForm(c, view);
    const key = form?.uid ?? '';
    const group = groups.get(key) ?? { form, controls: [] };
    group.controls.push(c);
    groups.set(key, group);
  }
  return [...groups.values()]
    .filter(({ controls }) => controls.some((c) => !isSearchField(c)))
    .map(({ form, controls }) => modelOf(form, controls, view, today));
}
