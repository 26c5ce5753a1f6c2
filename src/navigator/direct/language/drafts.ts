/** Creates the readings of a phrase without its place: name, role word and ordinal, each with its prior probability. */
import { ORDINALS } from '../lexicon/places.js';
import { GENERIC_NOUNS, ROLE_WORDS, type RoleWord, WRITTEN_THINGS } from '../lexicon/roles.js';
import { anyOf, collapseSpaces } from '../text.js';

export const roleOf = new Map<string, RoleWord>(
  ROLE_WORDS.flatMap(([role, list]) => list.map((w) => [w, role] as const)),
);
const ROLES = anyOf([...roleOf.keys()]);
const roleAtEnd = new RegExp(`^(.*?)\\s*(?<![\\p{L}\\p{N}])(${ROLES})$`, 'iu');
const roleAtStart = new RegExp(
  `^(${ROLES})\\s+(?:(?:(?:which is |that is |which's |that's )?(?:called|named|labell?ed|titled|entitled|marked|reading|saying)|(?:that|which) (?:says|reads|is)|with (?:the )?(?:text|label|name|title|caption|word|words)|saying|to|for|about|regarding|on|of)(?:\\s+|(?=[\uE000-\uE0FF])))?(?:the |a |an )?(.+)$`,
  'iu',
);
export const genericAtEnd = new RegExp(`^(.+?)\\s+(?:${anyOf(GENERIC_NOUNS)})$`, 'iu');
const aboutSomething = new RegExp(
  `^(?:\\p{Ll}+ )?(?:${anyOf(WRITTEN_THINGS)}) (?:about|regarding|concerning|on|from|by|called|titled|with the subject) (.+)$`,
  'iu',
);
const ORDINAL = anyOf(Object.keys(ORDINALS));
const ordinalAtStart = new RegExp(`^(${ORDINAL}|\\d+(?:st|nd|rd|th))\\s+(.*)$`, 'iu');
const ordinalAlone = new RegExp(`^(${ORDINAL}|\\d+(?:st|nd|rd|th))(?: one)?$`, 'iu');
const numberAtEnd = /^(.*?)\s*(?:#|number |no\. ?)(\d+)$/iu;
const ARTICLE =
  /^(?:the|a|an|this|that|these|those|my|our|your|its|their|on the|on|to the|to|for the|some|any)\s+/iu;

export const withoutArticle = (text: string): string => {
  const rest = collapseSpaces(text).replace(ARTICLE, '');
  return rest === text ? rest : withoutArticle(rest);
};

const parseOrdinal = (word: string): number => ORDINALS[word.toLowerCase()] ?? Number.parseInt(word, 10);

/** Removes a role word from the end or the start. The name is '' if the phrase is only a role. */
function cutRole(text: string): { phrase: string; role: RoleWord } | null {
  const end = roleAtEnd.exec(text);
  const front = end && /^(?:one|thing|element|item)$/iu.test(end[2]!) ? roleAtStart.exec(text) : null;
  // "button ONE" is a button with the name "ONE".
  if (front && /^\p{Lu}/u.test(end![2]!))
    return { phrase: withoutArticle(front[2]!), role: roleOf.get(front[1]!.toLowerCase())! };
  if (end) return { phrase: withoutArticle(end[1]!), role: roleOf.get(end[2]!.toLowerCase())! };
  const start = roleAtStart.exec(text);
  if (start) return { phrase: withoutArticle(start[2]!), role: roleOf.get(start[1]!.toLowerCase())! };
  return null;
}

/** A plain word followed by a likely name: capitalised, or with a number longer than a page number. */
const KIND_AND_NAME = /^(\p{Ll}{3,}) ((?=\p{Lu}|\S*\d)(?!\d{1,3}$)\S{2,}.*)$/u;

const CALLED =
  /^(?:\p{L}+ ){1,3}?(?:(?:that|which) is )?(?:called|named|titled|entitled|with the (?:name|title)) (.+)$/iu;

export interface Draft {
  phrase: string;
  role: RoleWord | null;
  nth: number | null;
}

/** Returns the readings of a phrase without its place, most likely first, each with its prior probability. */
export function listDrafts(text: string): { draft: Draft; prior: number }[] {
  const trimmed = withoutArticle(text);
  const out: { draft: Draft; prior: number }[] = [];
  const add = (draft: Draft, prior: number): void => {
    if (draft.phrase || draft.role || draft.nth !== null) out.push({ draft, prior });
  };
  const alone = ordinalAlone.exec(trimmed);
  if (alone) add({ phrase: '', role: null, nth: parseOrdinal(alone[1]!) }, 0.9);
  const nth = /^(?:first|last) name\b/iu.test(trimmed) ? null : ordinalAtStart.exec(trimmed);
  const number = numberAtEnd.exec(trimmed);
  const counted = nth
    ? { n: parseOrdinal(nth[1]!), rest: withoutArticle(nth[2]!) }
    : number?.[1]
      ? { n: Number(number[2]), rest: number[1] }
      : null;
  if (counted) {
    const role = cutRole(counted.rest);
    // "the second page" is a number in a pager; "the last page" is a word there.
    if (role?.role === 'page' && !role.phrase) {
      add({ phrase: counted.n > 0 ? String(counted.n) : 'last', role: 'link', nth: null }, 0.98);
      add({ phrase: counted.n > 0 ? `page ${counted.n}` : 'last page', role: null, nth: null }, 0.97);
    } else if (role) add({ phrase: role.phrase, role: role.role, nth: counted.n }, 0.99);
    if (role?.phrase !== '') add({ phrase: counted.rest, role: null, nth: counted.n }, role ? 0.9 : 0.97);
  }
  const role = cutRole(trimmed);
  if (role?.phrase) add({ ...role, nth: null }, 0.995);
  add({ phrase: trimmed, role: null, nth: null }, 1);
  let shorter = trimmed;
  for (let prior = 0.9; prior > 0.85; prior -= 0.02) {
    const generic = genericAtEnd.exec(shorter);
    if (!generic?.[1]) break;
    shorter = withoutArticle(generic[1]);
    if (shorter !== role?.phrase) add({ phrase: shorter, role: null, nth: null }, prior);
  }
  if (role?.phrase === '') add({ ...role, nth: null }, 0.9);
  // "the mail about the harbour": the element shows its name, but rarely its kind.
  const about = nth ? null : aboutSomething.exec(trimmed);
  if (about) add({ phrase: withoutArticle(about[1]!), role: null, nth: null }, 0.97);
  // "the issue called Rope": the element shows its name, whatever its kind.
  const called = nth ? null : CALLED.exec(trimmed);
  if (called && !role?.phrase) add({ phrase: withoutArticle(called[1]!), role: null, nth: null }, 0.97);
  // "order A-1002", "chat Alice": a kind, followed by the name that the element shows.
  const match = nth ? null : KIND_AND_NAME.exec(trimmed);
  if (match && !roleOf.has(match[1]!)) add({ phrase: match[2]!, role: null, nth: null }, 0.93);
  // "Click the icon for forms": the role word may also be part of a name, so both readings are kept, the specific one
  // first.
  return out;
}

/** Ranks drafts by how specific they are. A role word alone may also be a name ("open Pages"). */
export const rankDraft = (d: Draft): number =>
  (d.nth === null ? 0 : 2) + (d.role === null || (d.phrase === '' && d.nth === null) ? 0 : 1);
