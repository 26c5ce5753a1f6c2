/** A target phrase → its readings: name, role word, ordinal, place. The page decides which reading holds. */
import { LANDMARK_WORDS, PREPOSITIONS, SIDES } from '../lexicon/places.js';
import { LIST_KINDS } from '../lexicon/roles.js';
import type { Spot } from '../lexicon/things.js';
import { anyOf, squash } from '../text.js';
import { hasMark, isMark, unmask } from './clauses.js';
import type { Place, Reading, Target } from './steps.js';
import { readThing } from './thing.js';
import { type Draft, draftRank, drafts, genericAtEnd, noArticle, roleOf } from './drafts.js';

export { noArticle } from './drafts.js';

const PRONOUN = /^(?:it|that|this|them|that one|this one|the same|the same one|there|here|him|her)$/iu;

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

/**
 * Readings of a target. Likeliest first: the most specific reading when its place is firm (a landmark, a side, "under"),
 * else the plain name first.
 * @param masked clause text with quotes masked
 */
export function readTarget(said: string, quotes: readonly string[]): Target {
  const masked = withoutWidget(said.replace(HERE, '$1'), quotes);
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
  const listed = LIST_OF.exec(noArticle(text))?.[1];
  if (listed) add({ phrase: noArticle(listed), role: null, nth: null }, null, 0.93);
  for (const cut of cuts.filter((c) => !c.firm && !listed))
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

/** "the list of tickets": what leads there is called by what is listed. */
const LIST_OF = /^(?:list|overview|index) of (?:all )?((?:the |our |my )?[^\s,].*)$/iu;

/** A target that is a plain name. */
export const named = (phrase: string): Target => readTarget(phrase, []);

/** "the section below" says where to look; where nothing else is said it is the section. */
const HERE = new RegExp(
  `^((?:the |this |that )?(?:${anyOf([...roleOf.keys()])})) (?:below|above|here|shown)$`,
  'iu',
);

/** `a "radio" widget`: a word for something on a form, in quotes or not, is what kind it is. */
const WIDGET =
  /^((?:an?|the|any) )?(\S+|[^\s"]+ (?:box|button|field|area)) (?:widget|control|form element|input element)$/iu;

function withoutWidget(said: string, quotes: readonly string[]): string {
  const m = WIDGET.exec(said.trim());
  const kind = m && unmask(m[2]!, quotes).toLowerCase();
  if (!m || !kind) return said;
  if (kind === 'text') return `${m[1] ?? ''}text field`;
  return roleOf.has(kind) ? `${m[1] ?? ''}${kind}` : said;
}

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
