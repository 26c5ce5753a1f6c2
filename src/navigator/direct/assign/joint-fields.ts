/** Fields that take one value together: Day, Month and Year of a date; first and last name. Pure. */
import type { Candidate } from '../../../contract/index.js';
import { NUMERIC_DATE } from '../ground/element-values.js';
import { isField, isSelect } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { parseMonth, MONTH } from '../language/dates.js';
import { convertValue } from '../language/values.js';
import { STOP_WORDS } from '../lexicon/polite.js';
import { tokenize, tokenizeContent } from '../text.js';
import type { FormField, Setting } from './form-model.js';

const DATE_PARTS = ['day', 'month', 'year'] as const;
type DatePart = (typeof DATE_PARTS)[number];
const MONTH_NAME = new RegExp(`^${MONTH}$`, 'iu');

const getLabel = (c: Candidate): string =>
  getName(c)
    .toLowerCase()
    .replace(/[:*\s]+$/u, '');

/** Returns the text for a part of a date: its number or, for a list, the option with the number or the month's name. */
function formatPart(c: Candidate, part: DatePart, value: number): string {
  const isPartLabel = (label: string): boolean =>
    Number(label) === value || (part === 'month' && MONTH_NAME.test(label) && parseMonth(label) === value);
  return isSelect(c) ? (c.options?.find((o) => isPartLabel(o.label))?.label ?? String(value)) : String(value);
}

/** Parses "3", "3rd", "May", "1987" for one part of a date. */
function parsePart(part: DatePart, text: string): number | null {
  if (part === 'month' && MONTH_NAME.test(text)) return parseMonth(text);
  const number = Number(/^(\d{1,4})(?:st|nd|rd|th)?$/iu.exec(text)?.[1] ?? Number.NaN);
  const [min, max] = { day: [1, 31], month: [1, 12], year: [1000, 9999] }[part] as [number, number];
  return number >= min && number <= max ? number : null;
}

/** Parses a date. In a date such as 3/5/1987, `isDayFirst` says which number is the day. */
function parseDate(text: string, isDayFirst: boolean, today: Date): Record<DatePart, number> | null {
  const figures = NUMERIC_DATE.exec(text);
  const [first, second] = [Number(figures?.[1]), Number(figures?.[2])];
  const iso = figures ? null : convertValue(text, 'date', today);
  const date = figures
    ? { day: isDayFirst ? first : second, month: isDayFirst ? second : first, year: Number(figures[3]) }
    : iso && { day: Number(iso.slice(8)), month: Number(iso.slice(5, 7)), year: Number(iso.slice(0, 4)) };
  return date && date.month <= 12 && date.day <= 31 ? date : null;
}

type JointField = Omit<FormField, 'index'>;
const JOINT_FIELD_DEFAULTS = {
  isMain: false,
  isRadio: false,
  toRefusedSettings: () => null,
  toEmptySettings: () => null,
  hasOption: () => false,
  hasOptionContaining: () => false,
};

/** Models Day, Month and Year, in any order but next to each other, as one date named after their group. */
function createDateField(controls: readonly Candidate[], today: Date): JointField | null {
  const labels = controls.map(getLabel);
  const first = labels.findIndex((_label, i) =>
    DATE_PARTS.every((part) => labels.slice(i, i + 3).includes(part)),
  );
  if (first < 0) return null;
  const group = controls.slice(first, first + 3);
  const getPart = (part: DatePart): Candidate => group.find((c) => getLabel(c) === part)!;
  const words = tokenizeContent(group[0]!.section);
  const isBirthDate = words.some((word) => /^(?:birth|born|birthday|dob)$/u.test(word));
  const birthNames = ['born', 'dob', 'birthday', 'birth'].map((word) => [word]);
  return {
    ...JOINT_FIELD_DEFAULTS,
    kind: 'date',
    names: [words, ['date'], ...(isBirthDate ? birthNames : [])].filter((name) => name.length > 0),
    isEmpty: group.every((c) => (c.value ?? '') === ''),
    parts: group.map((_c, i) => first + i),
    toSettings: (value) => {
      // A date of birth without a year would be in the future.
      if (isBirthDate && !/\d{4}/u.test(value)) return null;
      const date = parseDate(value, labels.indexOf('day', first) < labels.indexOf('month', first), today);
      return (
        date &&
        DATE_PARTS.map((part) => {
          const c = getPart(part);
          return { uid: c.uid, label: getName(c), value: formatPart(c, part, date[part]) };
        })
      );
    },
  };
}

/** Restricts a field for a part of a date to values for this part. It does not accept a whole date. */
function restrictToPart(field: FormField, c: Candidate): FormField {
  const part = getLabel(c) as DatePart;
  return {
    ...field,
    names: [[part]],
    toSettings: (value): Setting[] | null => {
      const number = parsePart(part, value);
      return number === null ? null : [{ uid: c.uid, label: getName(c), value: formatPart(c, part, number) }];
    },
  };
}

const FIRST_NAME = /^(?:first|given|fore) ?names?$/u;
const LAST_NAME = /^(?:last|family|sur) ?name$/u;
const WHOLE_NAME = /^(?:your )?(?:full )?name$/u;
const PERSON_NAME = /^\p{L}[\p{L}'’.-]*(?: \p{L}[\p{L}'’.-]*){1,3}$/u;

/** Models first and last name as one name, if the form has no field for the whole name. */
function createNameField(controls: readonly Candidate[]): JointField | null {
  const find = (pattern: RegExp): number[] =>
    controls.flatMap((c, i) => (isField(c) && pattern.test(getLabel(c)) ? [i] : []));
  const parts = [...find(FIRST_NAME), ...find(LAST_NAME)];
  const [first, last] = parts.map((i) => controls[i]!);
  if (parts.length !== 2 || !first || !last || !LAST_NAME.test(getLabel(last)) || find(WHOLE_NAME).length)
    return null;
  return {
    ...JOINT_FIELD_DEFAULTS,
    kind: 'text',
    names: [['name'], ['full', 'name']],
    isEmpty: false,
    parts,
    toSettings: (value) => {
      if (!PERSON_NAME.test(value) || tokenize(value).some((word) => STOP_WORDS.has(word))) return null;
      const words = value.split(' ');
      return [
        { uid: first.uid, label: getName(first), value: words.slice(0, -1).join(' ') },
        { uid: last.uid, label: getName(last), value: words.at(-1)! },
      ];
    },
  };
}

/** Adds joint fields, which stand for several others. */
export function addJointFields(
  fields: readonly FormField[],
  controls: readonly Candidate[],
  today: Date,
): FormField[] {
  const dateField = createDateField(controls, today);
  const jointFields = [dateField, createNameField(controls)].filter((field) => field !== null);
  return [
    ...fields.map((field) =>
      dateField?.parts?.includes(field.index) ? restrictToPart(field, controls[field.index]!) : field,
    ),
    ...jointFields.map((field, i) => ({ ...field, index: fields.length + i })),
  ];
}
