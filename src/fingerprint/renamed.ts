/**
 * Finds a recorded element whose name has changed. Links are identified by `href`, fields and buttons by `id`, `name`
 * and test ids. Role, tag, section and row must agree, and only one element may match. Pure.
 */
import type { Candidate, ElementFingerprint, Observation } from '../contract/index.js';
import { createFingerprint, indexElements } from './create.js';
import { nameOf } from './name.js';
import { isStableId, normalise, withoutCount } from './text.js';

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
  const usable = index.candidates.filter(
    (candidate) =>
      candidate.role === recorded.role &&
      candidate.tag === recorded.tag &&
      candidate.visible &&
      !candidate.behindModal &&
      !candidate.states.disabled &&
      candidate.frame.length === (recorded.frame?.length ?? 0),
  );
  // An element still has the old name, so nothing was renamed.
  if (usable.some((candidate) => normalise(nameOf(candidate)) === normalise(recorded.name))) return null;
  const agreeing = usable.filter((candidate) => agrees(recorded, createFingerprint(candidate, index)));
  return agreeing.length === 1 ? agreeing[0]! : null;
}

function agrees(recorded: ElementFingerprint, now: ElementFingerprint): boolean {
  if (now.name === '' || now.states || (recorded.inputType ?? '') !== (now.inputType ?? '')) return false;
  return hasSameAuthorAttributes(recorded, now) && isInSamePlace(recorded, now);
}

/** Whether the attributes that the author chose for this element all agree. */
function hasSameAuthorAttributes(recorded: ElementFingerprint, now: ElementFingerprint): boolean {
  const before = { ...recorded.attributes, ...recorded.testIds };
  const after: Record<string, string> = { ...now.attributes, ...now.testIds };
  if (recorded.role === 'link') return isDestination(before['href']) && before['href'] === after['href'];
  const given = Object.entries(before).filter(
    ([name, value]) =>
      (name === 'id' || name === 'name' || name in (recorded.testIds ?? {})) && isStableId(value),
  );
  const isField = FIELD_ROLES.has(recorded.role);
  // The id of a button must share a word with its name: an id such as “submit” may be reused for another button.
  const naming = isField ? given : given.filter(([, value]) => sharesWord(value, recorded.name));
  return naming.length > 0 && given.every(([name, value]) => after[name] === value);
}

const isDestination = (href: string | undefined): boolean =>
  href !== undefined && !/^(?:#|javascript:|$)/u.test(href);

const wordsOf = (text: string): string[] => normalise(text).match(/[\p{L}]{3,}/gu) ?? [];

const sharesWord = (id: string, name: string): boolean => {
  const words = wordsOf(name);
  return wordsOf(id.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).some((word) => words.includes(word));
};

function isInSamePlace(recorded: ElementFingerprint, now: ElementFingerprint): boolean {
  const isSelfNamed = recorded.row?.key === normalise(recorded.name);
  const isSameRow = !recorded.row || isSelfNamed || recorded.row.key === now.row?.key;
  return (
    isSameRow &&
    recorded.landmark === now.landmark &&
    withoutCount(recorded.section) === withoutCount(now.section)
  );
}
