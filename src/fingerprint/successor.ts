/**
 * Finds what took the place of a recorded element after a redesign: another name, section and markup. It must be the
 * only element with a fact that its author chose for this thing, and a second, independent fact must agree. Pure.
 */
import type { Candidate, ElementFingerprint, Observation } from '../contract/index.js';
import { slugOf } from './counterpart.js';
import { createFingerprint, type ElementIndex, indexElements } from './create.js';
import { nameOf } from './name.js';
import { isStableId, normalise, withoutCount } from './text.js';

/** Roles that one control may change between in a redesign. */
const FAMILIES: readonly (readonly string[])[] = [
  ['link', 'button', 'menuitem', 'tab'],
  ['textbox', 'searchbox', 'combobox', 'spinbutton'],
  ['radio', 'menuitemradio', 'option'],
  ['checkbox', 'switch', 'menuitemcheckbox'],
];

const isSameFamily = (one: string, other: string): boolean =>
  one === other || FAMILIES.some((roles) => roles.includes(one) && roles.includes(other));

const isSelect = (tag: string): boolean => tag === 'select';

export interface SuccessorHints {
  /** The candidate whose name means most nearly the recorded one, among these; null if nobody can tell. */
  findNearest(candidates: readonly Candidate[]): Promise<Candidate | null>;
}

/** Null if no element is certainly the successor, or if the recorded one may still be there. */
export async function locateSuccessor(
  recorded: ElementFingerprint,
  observation: Observation,
  hints: SuccessorHints,
): Promise<Candidate | null> {
  if (recorded.name === '' || recorded.alike.inSection > 1) return null;
  const index = indexElements(observation);
  const family = index.candidates.filter(
    (one) =>
      isSameFamily(one.role, recorded.role) &&
      isSelect(one.tag) === isSelect(recorded.tag) &&
      one.visible &&
      !one.behindModal &&
      !one.states.disabled &&
      one.frame.length === (recorded.frame?.length ?? 0),
  );
  const name = normalise(recorded.name);
  if (family.some((one) => normalise(nameOf(one)) === name)) return null;
  const named = family.filter((one) => isNamedAlike(recorded, one, index));
  const [first] = named;
  // Several links of a page may lead to the one place.
  if (!first || !named.every((one) => one.attributes['href'] === first.attributes['href'])) return null;
  if (named.length > 1 && first.role !== 'link') return null;
  const supported = named.find((one) => isInPlace(recorded, createFingerprint(one, index)));
  if (supported) return supported;
  const neighbours = family.filter((one) => one.landmark === first.landmark && one.role === first.role);
  return first.landmark === recorded.landmark && (await hints.findNearest(neighbours)) === first
    ? first
    : null;
}

/** The fact that the author chose: where a link leads, what a field is called in the form, which choice it is. */
function isNamedAlike(recorded: ElementFingerprint, one: Candidate, index: ElementIndex): boolean {
  const before = { ...recorded.attributes, ...recorded.testIds };
  const now = createFingerprint(one, index);
  const after: Record<string, string> = { ...now.attributes, ...now.testIds };
  const same = (name: string): boolean => before[name] !== undefined && before[name] === after[name];
  if (Object.keys(recorded.testIds ?? {}).some((name) => same(name) && isStableId(before[name]!)))
    return true;
  const isSelfNamed = recorded.row?.key === normalise(recorded.name);
  if (recorded.row && !isSelfNamed && recorded.row.key !== now.row?.key) return false;
  if (before['href'] !== undefined) {
    const slug = slugOf(before['href']);
    return slug !== null && after['href'] !== undefined && slugOf(after['href']) === slug;
  }
  if (recorded.inputType === 'radio' || recorded.inputType === 'checkbox')
    return same('name') && same('value');
  if (recorded.role === 'button') return false;
  if ((recorded.inputType === 'password') !== (one.inputType === 'password')) return false;
  return (['name', 'autocomplete'] as const).some(
    (attribute) =>
      same(attribute) && isStableId(before[attribute]!) && !/^(?:on|off)$/u.test(before[attribute]!),
  );
}

/** A second fact: the section, a neighbour or a word of the name is the recorded one. */
function isInPlace(recorded: ElementFingerprint, now: ElementFingerprint): boolean {
  const isSame = (was: string | undefined, is: string | undefined): boolean =>
    was !== undefined && was !== '' && withoutCount(was) === withoutCount(is ?? '');
  const words = wordsOf(recorded.name);
  return (
    (recorded.landmark === now.landmark && isSame(recorded.section, now.section)) ||
    isSame(recorded.before, now.before) ||
    isSame(recorded.after, now.after) ||
    (recorded.row !== undefined && recorded.row.key === now.row?.key) ||
    wordsOf(now.name).some((word) => words.includes(word)) ||
    // A form has each field once.
    (recorded.landmark === 'form' && now.landmark === 'form' && recorded.attributes?.['name'] !== undefined)
  );
}

const wordsOf = (text: string): string[] => normalise(text).match(/[\p{L}]{4,}/gu) ?? [];

/** The form around an element, by its path in the page; null outside of forms. */
export const formOf = ({ xpath }: Pick<Candidate, 'xpath'>): string | null =>
  /^.*\/form(?:\[\d+\])?(?=\/)/u.exec(xpath)?.[0] ?? null;

/**
 * The button that submits this form, for a recorded button that submitted the form in which fields were filled. Null if
 * the form has several, or if the recorded button is still on the page.
 */
export function locateSubmitButton(
  recorded: ElementFingerprint,
  form: string,
  { candidates }: Observation,
): Candidate | null {
  const isSubmit = recorded.role === 'button' && (recorded.attributes?.['type'] ?? 'submit') === 'submit';
  if (!isSubmit || recorded.landmark !== 'form' || recorded.alike.count > 1) return null;
  const usable = candidates.filter((one) => one.visible && !one.behindModal && one.role === 'button');
  if (usable.some((one) => normalise(nameOf(one)) === normalise(recorded.name))) return null;
  const submits = usable.filter(
    (one) => formOf(one) === form && /^(?:submit|image)$/u.test(one.attributes['type'] ?? 'submit'),
  );
  const [only] = submits;
  return only && submits.length === 1 && !only.states.disabled && nameOf(only) !== '' ? only : null;
}
