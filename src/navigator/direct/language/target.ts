/** A target phrase → its readings: name, role word, ordinal, place. The page decides which reading holds. */
import { LANDMARK_WORDS, ORDINALS, PREPOSITIONS, SIDES } from '../lexicon/places.js';
import { GENERIC_NOUNS, LIST_KINDS, ROLE_WORDS, type RoleWord } from '../lexicon/roles.js';
import type { Spot } from '../lexicon/things.js';
import { anyOf, squash } from '../text.js';
import { hasMark, isMark, unmask } from './clauses.js';
import type { Place, Reading, Target } from './steps.js';
import { readThing } from './thing.js';

const roleOf = new Map<string, RoleWord>(
  ROLE_WORDS.flatMap(([role, list]) => list.map((w) => [w, role] as const)),
);
const ROLES = anyOf([...roleOf.keys()]);
const roleAtEnd = new RegExp(`^(.*?)\\s*(?<![\\p{L}\\p{N}])(${ROLES})$`, 'iu');
const roleAtStart = new RegExp(
  `^(${ROLES})\\s+(?:(?:(?:which is |that is |which's |that's )?(?:called|named|labell?ed|titled|entitled|marked|reading|saying)|(?:that|which) (?:says|reads|is)|with (?:the )?(?:text|label|name|title|caption|word|words)|saying|to|for|about|regarding|on|of)(?:\\s+|(?=[\uE000-\uE0FF])))?(?:the |a |an )?(.+)$`,
  'iu',
);
const genericAtEnd = new RegExp(`^(.+?)\\s+(?:${anyOf(GENERIC_NOUNS)})$`, 'iu');
const ORDINAL = anyOf(Object.keys(ORDINALS));
const ordinalAtStart = new RegExp(`^(${ORDINAL}|\\d+(?:st|nd|rd|th))\\s+(.*)$`, 'iu');
const ordinalAlone = new RegExp(`^(${ORDINAL}|\\d+(?:st|nd|rd|th))(?: one)?$`, 'iu');
const numberAtEnd = /^(.*?)\s*(?:#|number |no\. ?)(\d+)$/iu;
const ARTICLE =
  /^(?:the|a|an|this|that|these|those|my|our|your|its|their|on the|on|to the|to|for the|some|any)\s+/iu;
const PRONOUN = /^(?:it|that|this|them|that one|this one|the same|the same one|there|here|him|her)$/iu;

export const noArticle = (text: string): string => {
  const rest = squash(text).replace(ARTICLE, '');
  return rest === text ? rest : noArticle(rest);
};

const ordinal = (word: string): number => ORDINALS[word.toLowerCase()] ?? Number.parseInt(word, 10);

/** Landmark, side or plain words of a place. */
export function readPlace(relation: Place['relation'], words: string): Place {
  const bare = noArticle(words).replace(/\s+(?:of|on) (?:the |this )?(?:page|screen|site|website)$/iu, '');
  const key = bare.toLowerCase();
  const plain = key.replace(/ (?:area|section|part|region)$/u, '');
  const side = relation === 'in' ? (SIDES[key] ?? SIDES[plain]) : undefined;
  const landmarks = relation === 'in' ? (LANDMARK_WORDS[key] ?? LANDMARK_WORDS[plain]) : undefined;
  return { relation, words: bare, ...(side ? { side } : {}), ...(landmarks ? { landmarks } : {}) };
}

const PREPOSITION = anyOf(PREPOSITIONS.map((p) => p.form));

/** Every way to cut "… in the footer" off, rightmost first. */
function placeCuts(text: string): { head: string; place: Place; firm: boolean }[] {
  const out: { head: string; place: Place; firm: boolean }[] = [];
  for (const hit of text.matchAll(new RegExp(`\\s(${PREPOSITION})\\s+(?=\\S)`, 'giu'))) {
    const head = text.slice(0, hit.index).trim();
    const rest = text.slice(hit.index + hit[0].length).trim();
    const form = hit[1]!.toLowerCase();
    const preposition = PREPOSITIONS.find((p) => p.form === form)!;
    if (!head || !rest || /^(?:to|with|and)$/iu.test(head)) continue;
    const place = readPlace(preposition.relation, rest);
    const sure = Boolean(place.landmarks || place.side);
    out.push({ head, place, firm: sure || preposition.firm === true });
  }
  return out.reverse();
}

/** Role word off the end or the front. The bare name, or '' where only the role was said. */
function cutRole(text: string): { phrase: string; role: RoleWord } | null {
  const end = roleAtEnd.exec(text);
  const front = end && /^(?:one|thing|element|item)$/iu.test(end[2]!) ? roleAtStart.exec(text) : null;
  // "button ONE" is a button called so.
  if (front && /^\p{Lu}/u.test(end![2]!))
    return { phrase: noArticle(front[2]!), role: roleOf.get(front[1]!.toLowerCase())! };
  if (end) return { phrase: noArticle(end[1]!), role: roleOf.get(end[2]!.toLowerCase())! };
  const start = roleAtStart.exec(text);
  if (start) return { phrase: noArticle(start[2]!), role: roleOf.get(start[1]!.toLowerCase())! };
  return null;
}

interface Draft {
  phrase: string;
  role: RoleWord | null;
  nth: number | null;
}

/** The readings of a phrase without place, likeliest first, with how far each is from the plain name. */
function drafts(text: string): { draft: Draft; prior: number }[] {
  const bare = noArticle(text);
  const out: { draft: Draft; prior: number }[] = [];
  const add = (draft: Draft, prior: number): void => {
    if (draft.phrase || draft.role || draft.nth !== null) out.push({ draft, prior });
  };
  const alone = ordinalAlone.exec(bare);
  if (alone) add({ phrase: '', role: null, nth: ordinal(alone[1]!) }, 0.9);
  const nth = /^(?:first|last) name\b/iu.test(bare) ? null : ordinalAtStart.exec(bare);
  const number = numberAtEnd.exec(bare);
  const counted = nth
    ? { n: ordinal(nth[1]!), rest: noArticle(nth[2]!) }
    : number?.[1]
      ? { n: Number(number[2]), rest: number[1] }
      : null;
  if (counted) {
    const role = cutRole(counted.rest);
    // "the second page" is a number in a pager, "the last page" a word there.
    if (role?.role === 'page' && !role.phrase) {
      add({ phrase: counted.n > 0 ? String(counted.n) : 'last', role: 'link', nth: null }, 0.98);
      add({ phrase: counted.n > 0 ? `page ${counted.n}` : 'last page', role: null, nth: null }, 0.97);
    } else if (role) add({ phrase: role.phrase, role: role.role, nth: counted.n }, 0.99);
    if (role?.phrase !== '') add({ phrase: counted.rest, role: null, nth: counted.n }, role ? 0.9 : 0.97);
  }
  const role = cutRole(bare);
  if (role?.phrase) add({ ...role, nth: null }, 0.995);
  add({ phrase: bare, role: null, nth: null }, 1);
  let shorter = bare;
  for (let prior = 0.9; prior > 0.85; prior -= 0.02) {
    const generic = genericAtEnd.exec(shorter);
    if (!generic?.[1]) break;
    shorter = noArticle(generic[1]);
    if (shorter !== role?.phrase) add({ phrase: shorter, role: null, nth: null }, prior);
  }
  if (role?.phrase === '') add({ ...role, nth: null }, 0.9);
  // "Click the icon for forms": the role word in front may be a name as well, so both stay; the specific one leads.
  return out;
}

/** How specific a draft is; a role word that stands alone is as likely a name ("open Pages"). */
const draftRank = (d: Draft): number =>
  (d.nth === null ? 0 : 2) + (d.role === null || (d.phrase === '' && d.nth === null) ? 0 : 1);

/**
 * Readings of a target. Likeliest first: the most specific reading when its place is firm (a landmark, a side, "under"),
 * else the plain name first.
 * @param masked clause text with quotes masked
 */
export function readTarget(masked: string, quotes: readonly string[]): Target {
  let text = squash(masked).replace(/[\s,;:]+$/u, '');
  // "which says", "that is called" between a thing and its quoted name carry nothing.
  const open = unmask(text, quotes);
  const sender = thingFromSomebody(masked, quotes);
  const pronoun = PRONOUN.test(text);
  text = text.replace(/^(?:it|that)\s+(?=in|on|under)/iu, '');
  const readings: Reading[] = [];
  const add = (d: Draft, place: Place | null, prior: number): void => {
    const quotedName = [...d.phrase].find((c) => isMark(c));
    // A quoted name is the whole name; the words around it are role or place.
    const phrase = quotedName ? unmask(quotedName, quotes) : unmask(d.phrase, quotes);
    const reading: Reading = { phrase: phrase.trim(), role: d.role, nth: d.nth, place, prior };
    const key = JSON.stringify([reading.phrase, reading.role, reading.nth, place]);
    if (!readings.some((r) => JSON.stringify([r.phrase, r.role, r.nth, r.place]) === key))
      readings.push(reading);
  };
  if (sender) add({ phrase: sender, role: null, nth: null }, null, 0.985);
  const whole = drafts(text).sort((a, b) => draftRank(b.draft) - draftRank(a.draft));
  const cuts = placeCuts(text);
  const unmaskPlace = (p: Place): Place => ({ ...p, words: unmask(p.words, quotes) });
  for (const cut of cuts.filter((c) => c.firm))
    for (const { draft, prior } of drafts(cut.head).sort((a, b) => draftRank(b.draft) - draftRank(a.draft)))
      add(draft, unmaskPlace(cut.place), prior * 0.99);
  for (const { draft, prior } of whole) {
    // "Terms of Service link": a role word in front of a preposition is not the head of the phrase.
    add(draft, null, prior);
  }
  // "the vec module" may stand under the heading "Modules".
  const kind = genericAtEnd.exec(noArticle(text));
  if (kind?.[1])
    add(
      { phrase: noArticle(kind[1]), role: null, nth: null },
      readPlace('in', text.slice(text.lastIndexOf(' ') + 1)),
      0.96,
    );
  for (const cut of cuts.filter((c) => !c.firm))
    for (const { draft, prior } of drafts(cut.head))
      if (/^(?:\d+|page \d+|last|last page)$/u.test(draft.phrase)) add(draft, null, prior * 0.9);
  for (const cut of cuts.filter((c) => !c.firm))
    for (const { draft, prior } of drafts(cut.head))
      add(draft, unmaskPlace(cut.place), prior * (draft.nth !== null ? 0.98 : 0.94));
  // "second link in the footer" and "first result of the list": order and role with a place say more than the same as a name.
  readings.sort((a, b) => Number(counts(b)) - Number(counts(a)));
  const first = readings[0] ?? { phrase: open, role: null, nth: null, place: null, prior: 1 };
  return {
    text: noArticle(open),
    readings: [first, ...readings.slice(1)],
    quoted: hasMark(text),
    pronoun,
    ...(pronoun ? {} : { thing: readThing(masked, quotes) }),
  };
}

const counts = (r: Reading): boolean =>
  r.nth !== null && (r.role !== null ? LIST_KINDS.has(r.role) || r.place !== null : false);

/** A target that is a plain name. */
export const named = (phrase: string): Target => readTarget(phrase, []);

/** "the message from Ana": its row is known by who sent it. */
function thingFromSomebody(masked: string, quotes: readonly string[]): string | null {
  const { name, kind, nth, spots } = readThing(masked, quotes);
  const [spot] = spots;
  return kind === 'message' && name === '' && nth === null && spot && ['near', 'in'].includes(spot.spot)
    ? spot.words
    : null;
}

/** The same target at a place that was said in front of the verb ("In the menu, choose Home"). */
export function at(target: Target, place: Place): Target {
  const placed = target.readings.map((r) => (r.place ? r : { ...r, place }));
  const { thing } = target;
  const spot = SPOT_OF[place.relation];
  return {
    ...target,
    readings: [placed[0]!, ...placed.slice(1)],
    ...(thing && !thing.spots.length ? { thing: { ...thing, spots: [{ spot, words: place.words }] } } : {}),
  };
}

const SPOT_OF: Readonly<Record<Place['relation'], Spot>> = {
  in: 'in',
  under: 'under',
  above: 'above',
  near: 'near',
  for: 'near',
};
