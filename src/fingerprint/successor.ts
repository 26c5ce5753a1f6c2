/**
 * Finds the element that replaced a recorded one in a redesign. Exactly one element must share an attribute that the
 * author chose, such as a link's slug or a field's name, and a second, independent property must agree. Pure.
 */
import type { Candidate, ElementFingerprint, Observation } from '../contract/index.js';
import { getSlug } from './moved-url.js';
import { createFingerprint, type ElementIndex, indexElements } from './create.js';
import { getNameOrText } from './name.js';
import { isStableId, normalise, removeCount } from './text.js';

/** Roles that a redesign may exchange for each other. */
const ROLE_FAMILIES: readonly (readonly string[])[] = [
  ['link', 'button', 'menuitem', 'tab'],
  ['textbox', 'searchbox', 'combobox', 'spinbutton'],
  ['radio', 'menuitemradio', 'option'],
  ['checkbox', 'switch', 'menuitemcheckbox'],
];

const isSameFamily = (role: string, otherRole: string): boolean =>
  role === otherRole || ROLE_FAMILIES.some((roles) => roles.includes(role) && roles.includes(otherRole));

const isSelect = (tag: string): boolean => tag === 'select';

export interface SuccessorHints {
  /** Returns the candidate whose name is closest in meaning to the recorded name; null if that is unknown. */
  findNearest(candidates: readonly Candidate[]): Promise<Candidate | null>;
}

/** Returns null if the successor is uncertain, or if the recorded element may still exist. */
export async function locateSuccessor(
  recorded: ElementFingerprint,
  observation: Observation,
  hints: SuccessorHints,
): Promise<Candidate | null> {
  if (recorded.name === '' || recorded.alike.inSection > 1) return null;
  const index = indexElements(observation);
  const familyElements = index.candidates.filter(
    (candidate) =>
      isSameFamily(candidate.role, recorded.role) &&
      isSelect(candidate.tag) === isSelect(recorded.tag) &&
      candidate.visible &&
      !candidate.behindModal &&
      !candidate.states.disabled &&
      candidate.frame.length === (recorded.frame?.length ?? 0),
  );
  const name = normalise(recorded.name);
  if (familyElements.some((candidate) => normalise(getNameOrText(candidate)) === name)) return null;
  const elementsWithSameAttribute = familyElements.filter((candidate) =>
    sharesAuthorAttribute(recorded, candidate, index),
  );
  const [firstElement] = elementsWithSameAttribute;
  // Several links may have the same `href`.
  if (
    !firstElement ||
    !elementsWithSameAttribute.every(
      (candidate) => candidate.attributes['href'] === firstElement.attributes['href'],
    )
  )
    return null;
  if (elementsWithSameAttribute.length > 1 && firstElement.role !== 'link') return null;
  const successor = elementsWithSameAttribute.find((candidate) =>
    sharesContext(recorded, createFingerprint(candidate, index)),
  );
  if (successor) return successor;
  const neighbours = familyElements.filter(
    (candidate) => candidate.landmark === firstElement.landmark && candidate.role === firstElement.role,
  );
  return firstElement.landmark === recorded.landmark && (await hints.findNearest(neighbours)) === firstElement
    ? firstElement
    : null;
}

/** Whether the author's attribute agrees: a link's slug, a field's name, or the name and value of a choice. */
function sharesAuthorAttribute(
  recorded: ElementFingerprint,
  candidate: Candidate,
  index: ElementIndex,
): boolean {
  const recordedAttributes = { ...recorded.attributes, ...recorded.testIds };
  const current = createFingerprint(candidate, index);
  const currentAttributes: Record<string, string> = { ...current.attributes, ...current.testIds };
  const isUnchanged = (name: string): boolean =>
    recordedAttributes[name] !== undefined && recordedAttributes[name] === currentAttributes[name];
  if (
    Object.keys(recorded.testIds ?? {}).some(
      (name) => isUnchanged(name) && isStableId(recordedAttributes[name]!),
    )
  )
    return true;
  const isRowName = recorded.row?.key === normalise(recorded.name);
  if (recorded.row && !isRowName && recorded.row.key !== current.row?.key) return false;
  if (recordedAttributes['href'] !== undefined) {
    const slug = getSlug(recordedAttributes['href']);
    return (
      slug !== null && currentAttributes['href'] !== undefined && getSlug(currentAttributes['href']) === slug
    );
  }
  if (recorded.inputType === 'radio' || recorded.inputType === 'checkbox')
    return isUnchanged('name') && isUnchanged('value');
  if (recorded.role === 'button') return false;
  if ((recorded.inputType === 'password') !== (candidate.inputType === 'password')) return false;
  return (['name', 'autocomplete'] as const).some(
    (attribute) =>
      isUnchanged(attribute) &&
      isStableId(recordedAttributes[attribute]!) &&
      !/^(?:on|off)$/u.test(recordedAttributes[attribute]!),
  );
}

/** Whether a second property agrees: the section, a neighbour, the row or a word of the name. */
function sharesContext(recorded: ElementFingerprint, current: ElementFingerprint): boolean {
  const isSame = (recordedText: string | undefined, currentText: string | undefined): boolean =>
    recordedText !== undefined &&
    recordedText !== '' &&
    removeCount(recordedText) === removeCount(currentText ?? '');
  const words = getWords(recorded.name);
  return (
    (recorded.landmark === current.landmark && isSame(recorded.section, current.section)) ||
    isSame(recorded.before, current.before) ||
    isSame(recorded.after, current.after) ||
    (recorded.row !== undefined && recorded.row.key === current.row?.key) ||
    getWords(current.name).some((word) => words.includes(word)) ||
    // In a form, each field occurs only once.
    (recorded.landmark === 'form' &&
      current.landmark === 'form' &&
      recorded.attributes?.['name'] !== undefined)
  );
}

const getWords = (text: string): string[] => normalise(text).match(/[\p{L}]{4,}/gu) ?? [];

/** Returns the XPath of the form around an element; null outside forms. */
export const getFormXPath = ({ xpath }: Pick<Candidate, 'xpath'>): string | null =>
  /^.*\/form(?:\[\d+\])?(?=\/)/u.exec(xpath)?.[0] ?? null;

/**
 * Finds the submit button that replaces the recorded one in a form whose fields were filled. Returns null if the form
 * has several, or if the recorded button is still on the page.
 */
export function locateSubmitButton(
  recorded: ElementFingerprint,
  formXPath: string,
  { candidates }: Observation,
): Candidate | null {
  const isSubmit = recorded.role === 'button' && (recorded.attributes?.['type'] ?? 'submit') === 'submit';
  if (!isSubmit || recorded.landmark !== 'form' || recorded.alike.count > 1) return null;
  const usableButtons = candidates.filter(
    (candidate) => candidate.visible && !candidate.behindModal && candidate.role === 'button',
  );
  if (usableButtons.some((candidate) => normalise(getNameOrText(candidate)) === normalise(recorded.name)))
    return null;
  const submitButtons = usableButtons.filter(
    (candidate) =>
      getFormXPath(candidate) === formXPath &&
      /^(?:submit|image)$/u.test(candidate.attributes['type'] ?? 'submit'),
  );
  const [onlyButton] = submitButtons;
  return onlyButton &&
    submitButtons.length === 1 &&
    !onlyButton.states.disabled &&
    getNameOrText(onlyButton) !== ''
    ? onlyButton
    : null;
}
