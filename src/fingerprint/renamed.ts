/**
 * Finds a recorded element whose name has changed. Links are identified by `href`, fields and buttons by `id`, `name`
 * and test ids. Role, tag, section and row must agree, and only one element may match. Pure.
 */
import type { Candidate, ElementFingerprint, Observation } from '../contract/index.js';
import { createFingerprint, indexElements } from './create.js';
import { getNameOrText } from './name.js';
import { isStableId, normalise, removeCount } from './text.js';

const FIELD_ROLES: ReadonlySet<string> = new Set([
  'textbox',
  'searchbox',
  'combobox',
  'listbox',
  'spinbutton',
  'slider',
]);

/** Returns null unless exactly one element matches. */
export function locateRenamed(recorded: ElementFingerprint, observation: Observation): Candidate | null {
  if (recorded.name === '' || recorded.alike.count > 1 || recorded.states) return null;
  const index = indexElements(observation);
  const usableElements = index.candidates.filter(
    (candidate) =>
      candidate.role === recorded.role &&
      candidate.tag === recorded.tag &&
      candidate.visible &&
      !candidate.behindModal &&
      !candidate.states.disabled &&
      candidate.frame.length === (recorded.frame?.length ?? 0),
  );
  // An element still has the old name, so nothing was renamed.
  if (usableElements.some((candidate) => normalise(getNameOrText(candidate)) === normalise(recorded.name)))
    return null;
  const agreeingElements = usableElements.filter((candidate) =>
    isRenamedElement(recorded, createFingerprint(candidate, index)),
  );
  return agreeingElements.length === 1 ? agreeingElements[0]! : null;
}

function isRenamedElement(recorded: ElementFingerprint, current: ElementFingerprint): boolean {
  if (current.name === '' || current.states || (recorded.inputType ?? '') !== (current.inputType ?? ''))
    return false;
  return hasSameAuthorAttributes(recorded, current) && hasSameSurroundings(recorded, current);
}

/** Whether the attributes that the author chose for this element all agree. */
function hasSameAuthorAttributes(recorded: ElementFingerprint, current: ElementFingerprint): boolean {
  const recordedAttributes = { ...recorded.attributes, ...recorded.testIds };
  const currentAttributes: Record<string, string> = { ...current.attributes, ...current.testIds };
  if (recorded.role === 'link')
    return (
      leadsToPage(recordedAttributes['href']) && recordedAttributes['href'] === currentAttributes['href']
    );
  const authorAttributes = Object.entries(recordedAttributes).filter(
    ([name, value]) =>
      (name === 'id' || name === 'name' || name in (recorded.testIds ?? {})) && isStableId(value),
  );
  const isField = FIELD_ROLES.has(recorded.role);
  // The id of a button must share a word with its name: an id such as “submit” may be reused for another button.
  const namingAttributes = isField
    ? authorAttributes
    : authorAttributes.filter(([, value]) => sharesWord(value, recorded.name));
  return (
    namingAttributes.length > 0 &&
    authorAttributes.every(([name, value]) => currentAttributes[name] === value)
  );
}

const leadsToPage = (href: string | undefined): boolean =>
  href !== undefined && !/^(?:#|javascript:|$)/u.test(href);

const getWords = (text: string): string[] => normalise(text).match(/[\p{L}]{3,}/gu) ?? [];

const sharesWord = (id: string, name: string): boolean => {
  const words = getWords(name);
  return getWords(id.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).some((word) => words.includes(word));
};

function hasSameSurroundings(recorded: ElementFingerprint, current: ElementFingerprint): boolean {
  const isRowName = recorded.row?.key === normalise(recorded.name);
  const isSameRow = !recorded.row || isRowName || recorded.row.key === current.row?.key;
  return (
    isSameRow &&
    recorded.landmark === current.landmark &&
    removeCount(recorded.section) === removeCount(current.section)
  );
}
