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
function readableId({ attributes }: Candidate): string {
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
  const id = readableId(candidate);
  if (!row && !section && id) return `${kind} with the id “${id}”`;
  const isAlike = (other: Candidate): boolean =>
    other.role === role &&
    isUnnamed(other) &&
    (row ? findRow(other, byUid) === row : other.section === section && findRow(other, byUid) === null);
  const alike = candidates.filter(isAlike);
  const ordinal = alike.length > 1 ? formatOrdinal(alike.indexOf(candidate) + 1) : '';
  if (!row && !section) return `${ordinal}${kind} without a name`;
  const place = (row?.text ?? section).replace(/\s+/g, ' ').trim();
  const shortened =
    place.length > MAX_PLACE_CHARS ? `${place.slice(0, MAX_PLACE_CHARS - 1).trimEnd()}…` : place;
  return `${ordinal}${kind} ${row ? 'of row' : 'under'} “${shortened}”`;
}
