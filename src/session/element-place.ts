/** Tells elements without a name apart by their place: `2nd textbox of row “1080 Lamp”`. Pure. */
import type { Candidate, Observation } from '../contract/index.js';

/** Enough characters to identify a row or a section. */
const MAX_PLACE_CHARS = 40;

const ROW_ROLES: ReadonlySet<string> = new Set(['row', 'listitem']);

function findRow(candidate: Candidate, byUid: ReadonlyMap<string, Candidate>): Candidate | null {
  for (let at = candidate.parent; at !== null;) {
    const ancestor = byUid.get(at);
    if (!ancestor) return null;
    if (ROW_ROLES.has(ancestor.role) && ancestor.text.trim()) return ancestor;
    at = ancestor.parent;
  }
  return null;
}

const isUnnamed = ({ name, text, states }: Candidate): boolean =>
  name.trim() === '' && (states.editable === true || text.trim() === '');

function formatOrdinal(number: number): string {
  const suffix = ['th', 'st', 'nd', 'rd'][number % 100 > 10 && number % 100 < 14 ? 0 : number % 10] ?? 'th';
  return `${number}${suffix} `;
}

/** Null for an element with a name, or whose place is not known. */
export function describePlace(candidate: Candidate, { candidates }: Observation): string | null {
  if (!isUnnamed(candidate)) return null;
  const byUid = new Map(candidates.map((one) => [one.uid, one]));
  const row = findRow(candidate, byUid);
  const { section, role, tag } = candidate;
  if (!row && !section) return null;
  const isAlike = (one: Candidate): boolean =>
    one.role === role &&
    isUnnamed(one) &&
    (row ? findRow(one, byUid) === row : one.section === section && findRow(one, byUid) === null);
  const alike = candidates.filter(isAlike);
  const ordinal = alike.length > 1 ? formatOrdinal(alike.indexOf(candidate) + 1) : '';
  const kind = /^(?:|generic|none)$/.test(role) ? tag : role;
  const place = (row?.text ?? section).replace(/\s+/g, ' ').trim();
  const shortened =
    place.length > MAX_PLACE_CHARS ? `${place.slice(0, MAX_PLACE_CHARS - 1).trimEnd()}…` : place;
  return `${ordinal}${kind} ${row ? 'of row' : 'under'} “${shortened}”`;
}
