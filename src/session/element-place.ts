/** Describes elements without a name by their place: `2nd textbox of row “1080 Lamp”`. Pure. */
import { describeKind } from '../action/index.js';
import type { Candidate, Observation } from '../contract/index.js';

/** Enough characters to identify a row or a section. */
const MAX_PLACE_CHARS = 40;

const ROW_ROLES: ReadonlySet<string> = new Set(['row', 'listitem']);

function findRow(candidate: Candidate, byUid: ReadonlyMap<string, Candidate>): Candidate | null {
  for (let ancestorUid = candidate.parent; ancestorUid !== null;) {
    const ancestor = byUid.get(ancestorUid);
    if (!ancestor) return null;
    if (ROW_ROLES.has(ancestor.role) && ancestor.text.trim()) return ancestor;
    ancestorUid = ancestor.parent;
  }
  return null;
}

const isUnnamed = ({ name, text, states }: Candidate): boolean =>
  name.trim() === '' && (states.editable === true || text.trim() === '');

function formatOrdinal(number: number): string {
  const suffix = ['th', 'st', 'nd', 'rd'][number % 100 > 10 && number % 100 < 14 ? 0 : number % 10] ?? 'th';
  return `${number}${suffix} `;
}

/** The id that the page's author gave the element; '' if it looks generated. */
function getReadableId({ attributes }: Candidate): string {
  const id = attributes['data-testid'] || attributes['id'] || '';
  return /^[a-z]+(?:[-_ ]?[a-z]+)*$/i.test(id) && id.length <= MAX_PLACE_CHARS ? id : '';
}

/** Returns null for an element with a name. */
export function describePlace(candidate: Candidate, { candidates }: Observation): string | null {
  if (!isUnnamed(candidate)) return null;
  const byUid = new Map(candidates.map((element) => [element.uid, element]));
  const row = findRow(candidate, byUid);
  const { section, role } = candidate;
  const kind = describeKind(candidate) || 'element';
  const id = getReadableId(candidate);
  if (!row && !section && id) return `${kind} with the id “${id}”`;
  const isSimilar = (other: Candidate): boolean =>
    other.role === role &&
    isUnnamed(other) &&
    (row ? findRow(other, byUid) === row : other.section === section && findRow(other, byUid) === null);
  const similarElements = candidates.filter(isSimilar);
  const ordinal = similarElements.length > 1 ? formatOrdinal(similarElements.indexOf(candidate) + 1) : '';
  if (!row && !section) return `${ordinal}${kind} without a name`;
  const placeText = (row?.text ?? section).replace(/\s+/g, ' ').trim();
  const shortenedText =
    placeText.length > MAX_PLACE_CHARS ? `${placeText.slice(0, MAX_PLACE_CHARS - 1).trimEnd()}…` : placeText;
  return `${ordinal}${kind} ${row ? 'of row' : 'under'} “${shortenedText}”`;
}
