/** Interprets a phrase without its place: name, role word and ordinal. Each interpretation has a prior probability. */
import { GENERIC_NOUNS, ROLE_WORDS, type RoleWord, WRITTEN_ITEMS } from '../lexicon/roles.js';
import { toAlternation, collapseSpaces } from '../text.js';
import { ORDINAL, parseOrdinal } from './numbers.js';

export const roleByWord = new Map<string, RoleWord>(
  ROLE_WORDS.flatMap(([role, list]) => list.map((w) => [w, role] as const)),
);
const ROLES = toAlternation([...roleByWord.keys()]);
const ROLE_LAST = new RegExp(`^(.*?)\\s*(?<![\\p{L}\\p{N}])(${ROLES})$`, 'iu');
const ROLE_FIRST = new RegExp(
  `^(${ROLES})\\s+(?:(?:(?:which is |that is |which's |that's )?(?:called|named|labell?ed|titled|entitled|marked|reading|saying)|(?:that|which) (?:says|reads|is)|with (?:the )?(?:text|label|name|title|caption|word|words)|saying|to|for|about|regarding|on|of)(?:\\s+|(?=[\uE000-\uE0FF])))?(?:the |a |an )?(.+)$`,
  'iu',
);
export const GENERIC_NOUN_LAST = new RegExp(`^(.+?)\\s+(?:${toAlternation(GENERIC_NOUNS)})$`, 'iu');
const WRITING_ABOUT = new RegExp(
  `^(?:\\p{Ll}+ )?(?:${toAlternation(WRITTEN_ITEMS)}) (?:about|regarding|concerning|on|from|by|called|titled|with the subject) (.+)$`,
  'iu',
);
const ORDINAL_FIRST = new RegExp(`^(${ORDINAL})\\s+(.*)$`, 'iu');
const ORDINAL_ONLY = new RegExp(`^(${ORDINAL})(?: one)?$`, 'iu');
const NUMBER_LAST = /^(.*?)\s*(?:#|number |no\. ?)(\d+)$/iu;
const ARTICLE =
  /^(?:the|a|an|this|that|these|those|my|our|your|its|their|on the|on|to the|to(?! (?:field|box|input|list|date)\b)|for the|some|any)\s+/iu;

export const removeArticle = (text: string): string => {
  const rest = collapseSpaces(text).replace(ARTICLE, '');
  return rest === text ? rest : removeArticle(rest);
};

/** Removes a role word from the end or the start. The name is '' if the phrase is only a role. */
function splitRole(text: string): { phrase: string; role: RoleWord } | null {
  const lastMatch = ROLE_LAST.exec(text);
  const firstMatch =
    lastMatch && /^(?:one|thing|element|item)$/iu.test(lastMatch[2]!) ? ROLE_FIRST.exec(text) : null;
  // "button ONE" is a button with the name "ONE".
  if (firstMatch && /^\p{Lu}/u.test(lastMatch![2]!))
    return { phrase: removeArticle(firstMatch[2]!), role: roleByWord.get(firstMatch[1]!.toLowerCase())! };
  if (lastMatch)
    return { phrase: removeArticle(lastMatch[1]!), role: roleByWord.get(lastMatch[2]!.toLowerCase())! };
  const leadingMatch = ROLE_FIRST.exec(text);
  if (leadingMatch)
    return { phrase: removeArticle(leadingMatch[2]!), role: roleByWord.get(leadingMatch[1]!.toLowerCase())! };
  return null;
}

/** A plain word followed by a likely name: capitalised, or with a number longer than a page number. */
const KIND_AND_NAME = /^(\p{Ll}{3,}) ((?=\p{Lu}|\S*\d)(?!\d{1,3}$)\S{2,}.*)$/u;

const NAMED =
  /^(?:\p{L}+ ){1,3}?(?:(?:that|which) is )?(?:called|named|titled|entitled|with the (?:name|title)) (.+)$/iu;

export interface InterpretationDraft {
  phrase: string;
  role: RoleWord | null;
  nth: number | null;
}

/** Returns the interpretations of a phrase without its place, most likely first, each with its prior probability. */
export function listDrafts(text: string): { draft: InterpretationDraft; prior: number }[] {
  const trimmed = removeArticle(text);
  const drafts: { draft: InterpretationDraft; prior: number }[] = [];
  const add = (draft: InterpretationDraft, prior: number): void => {
    if (draft.phrase || draft.role || draft.nth !== null) drafts.push({ draft, prior });
  };
  const ordinalMatch = ORDINAL_ONLY.exec(trimmed);
  if (ordinalMatch) add({ phrase: '', role: null, nth: parseOrdinal(ordinalMatch[1]!) }, 0.9);
  const leadingOrdinal = /^(?:first|last) name\b/iu.test(trimmed) ? null : ORDINAL_FIRST.exec(trimmed);
  const trailingNumber = NUMBER_LAST.exec(trimmed);
  const ordinal = leadingOrdinal
    ? { n: parseOrdinal(leadingOrdinal[1]!), rest: removeArticle(leadingOrdinal[2]!) }
    : trailingNumber?.[1]
      ? { n: Number(trailingNumber[2]), rest: trailingNumber[1] }
      : null;
  if (ordinal) {
    const role = splitRole(ordinal.rest);
    // In a pager, "the second page" is called “2”, and "the last page" is called “Last”.
    if (role?.role === 'page' && !role.phrase) {
      add({ phrase: ordinal.n > 0 ? String(ordinal.n) : 'last', role: 'link', nth: null }, 0.98);
      add({ phrase: ordinal.n > 0 ? `page ${ordinal.n}` : 'last page', role: null, nth: null }, 0.97);
    } else if (role) add({ phrase: role.phrase, role: role.role, nth: ordinal.n }, 0.99);
    if (role?.phrase !== '') add({ phrase: ordinal.rest, role: null, nth: ordinal.n }, role ? 0.9 : 0.97);
  }
  const role = splitRole(trimmed);
  if (role?.phrase) add({ ...role, nth: null }, 0.995);
  add({ phrase: trimmed, role: null, nth: null }, 1);
  let shorter = trimmed;
  for (let prior = 0.9; prior > 0.85; prior -= 0.02) {
    const generic = GENERIC_NOUN_LAST.exec(shorter);
    if (!generic?.[1]) break;
    shorter = removeArticle(generic[1]);
    if (shorter !== role?.phrase) add({ phrase: shorter, role: null, nth: null }, prior);
  }
  if (role?.phrase === '') add({ ...role, nth: null }, 0.9);
  // "the mail about the harbour": the element shows its name, but rarely its kind.
  const aboutMatch = leadingOrdinal ? null : WRITING_ABOUT.exec(trimmed);
  if (aboutMatch) add({ phrase: removeArticle(aboutMatch[1]!), role: null, nth: null }, 0.97);
  // "the issue called Rope": the element shows its name, whatever its kind.
  const calledMatch = leadingOrdinal ? null : NAMED.exec(trimmed);
  if (calledMatch && !role?.phrase)
    add({ phrase: removeArticle(calledMatch[1]!), role: null, nth: null }, 0.97);
  // "order A-1002", "chat Alice": a kind, followed by the name that the element shows.
  const match = leadingOrdinal ? null : KIND_AND_NAME.exec(trimmed);
  if (match && !roleByWord.has(match[1]!)) add({ phrase: match[2]!, role: null, nth: null }, 0.93);
  // "Click the icon for forms": the role word may also be part of a name, so both interpretations are kept, the
  // specific one first.
  return drafts;
}

/** Ranks drafts by how specific they are. A role word alone may also be a name ("open Pages"). */
export const rankDraft = (d: InterpretationDraft): number =>
  (d.nth === null ? 0 : 2) + (d.role === null || (d.phrase === '' && d.nth === null) ? 0 : 1);
