/** Interprets a target phrase as name, role word, ordinal and place. The page decides which interpretation is right. */
import { LANDMARK_WORDS, PREPOSITIONS, SIDES } from '../lexicon/places.js';
import { LIST_KINDS } from '../lexicon/roles.js';
import type { Spot } from '../lexicon/kind-words.js';
import { toAlternation, collapseSpaces } from '../text.js';
import { hasMark, isMark, unmask } from './line-text.js';
import type { Place, Interpretation, Target } from './steps.js';
import { readDescription } from './target-description.js';
import {
  type InterpretationDraft,
  rankDraft,
  listDrafts,
  GENERIC_NOUN_LAST,
  removeArticle,
  roleByWord,
} from './drafts.js';

export { removeArticle } from './drafts.js';

const PRONOUN = /^(?:it|that|this|them|that one|this one|the same|the same one|there|here|him|her)$/iu;

/** Parses a place: a landmark, a side, or plain words. */
export function readPlace(relation: Place['relation'], words: string): Place {
  const trimmed = removeArticle(words).replace(
    /\s+(?:of|on) (?:the |this )?(?:page|screen|site|website)$/iu,
    '',
  );
  const key = trimmed.toLowerCase();
  const placeName = key.replace(/ (?:area|section|part|region)$/u, '');
  const side = relation === 'in' ? (SIDES[key] ?? SIDES[placeName]) : undefined;
  const landmarks = relation === 'in' ? (LANDMARK_WORDS[key] ?? LANDMARK_WORDS[placeName]) : undefined;
  return { relation, words: trimmed, ...(side ? { side } : {}), ...(landmarks ? { landmarks } : {}) };
}

const PREPOSITION = toAlternation(PREPOSITIONS.map((p) => p.form));

/** Returns every way to split off a place ("… in the footer"), rightmost first. */
function splitPlaces(text: string): { textBefore: string; place: Place; isCertain: boolean }[] {
  const out: { textBefore: string; place: Place; isCertain: boolean }[] = [];
  for (const hit of text.matchAll(new RegExp(`\\s(${PREPOSITION})\\s+(?=\\S)`, 'giu'))) {
    const textBefore = text.slice(0, hit.index).trim();
    const rest = text.slice(hit.index + hit[0].length).trim();
    const word = hit[1]!.toLowerCase();
    const preposition = PREPOSITIONS.find((p) => p.form === word)!;
    if (!textBefore || !rest || /^(?:to|with|and)$/iu.test(textBefore)) continue;
    const place = readPlace(preposition.relation, rest);
    const isLandmarkOrSide = Boolean(place.landmarks || place.side);
    out.push({ textBefore, place, isCertain: isLandmarkOrSide || preposition.isUnambiguous === true });
  }
  return out.reverse();
}

/**
 * Returns a target with its interpretations, most likely first. If the place is certain (a landmark, a side, "under"),
 * the most specific interpretation comes first, otherwise the plain name.
 * @param wording the phrase, with quotes masked
 */
export function readTarget(wording: string, quotes: readonly string[]): Target {
  const masked = simplifyWidget(wording.replace(POINTED_PLACE, '$1'), quotes);
  let text = collapseSpaces(masked).replace(/[\s,;:]+$/u, '');
  const unmaskedText = unmask(text, quotes);
  const senderName = getSenderName(masked, quotes);
  const pronoun = PRONOUN.test(text);
  text = text.replace(/^(?:it|that)\s+(?=in|on|under)/iu, '');
  const interpretations: Interpretation[] = [];
  const add = (d: InterpretationDraft, place: Place | null, prior: number): void => {
    const quotedName = [...d.phrase].find((c) => isMark(c));
    // A quoted name is complete; words around it, such as "which says", are not part of it.
    const phrase = quotedName ? unmask(quotedName, quotes) : unmask(d.phrase, quotes);
    const interpretation: Interpretation = { phrase: phrase.trim(), role: d.role, nth: d.nth, place, prior };
    const key = JSON.stringify([interpretation.phrase, interpretation.role, interpretation.nth, place]);
    if (!interpretations.some((r) => JSON.stringify([r.phrase, r.role, r.nth, r.place]) === key))
      interpretations.push(interpretation);
  };
  if (senderName) add({ phrase: senderName, role: null, nth: null }, null, 0.985);
  const wholeDrafts = listDrafts(text).sort((a, b) => rankDraft(b.draft) - rankDraft(a.draft));
  const splits = splitPlaces(text);
  const unmaskPlace = (p: Place): Place => ({ ...p, words: unmask(p.words, quotes) });
  for (const split of splits.filter((c) => c.isCertain))
    for (const { draft, prior } of listDrafts(split.textBefore).sort(
      (a, b) => rankDraft(b.draft) - rankDraft(a.draft),
    ))
      add(draft, unmaskPlace(split.place), prior * 0.99);
  for (const { draft, prior } of wholeDrafts) {
    // The whole phrase may be a name that contains a preposition: "Terms of Service link".
    add(draft, null, prior);
  }
  // "the vec module" may be the entry “vec” under the heading “Modules”.
  const kind = GENERIC_NOUN_LAST.exec(removeArticle(text));
  if (kind?.[1])
    add(
      { phrase: removeArticle(kind[1]), role: null, nth: null },
      readPlace('in', text.slice(text.lastIndexOf(' ') + 1)),
      0.96,
    );
  for (const split of splits.filter((c) => !c.isCertain))
    for (const { draft, prior } of listDrafts(split.textBefore))
      if (/^(?:\d+|page \d+|last|last page)$/u.test(draft.phrase)) add(draft, null, prior * 0.9);
  const listedEntries = LIST_OF.exec(removeArticle(text))?.[1];
  if (listedEntries) add({ phrase: removeArticle(listedEntries), role: null, nth: null }, null, 0.93);
  for (const split of splits.filter((c) => !c.isCertain && !listedEntries))
    for (const { draft, prior } of listDrafts(split.textBefore))
      add(draft, unmaskPlace(split.place), prior * (draft.nth !== null ? 0.98 : 0.94));
  // For "second link in the footer" or "first result of the list", position, role and place come before a name.
  interpretations.sort((a, b) => Number(isOrdinalInterpretation(b)) - Number(isOrdinalInterpretation(a)));
  const first = interpretations[0] ?? { phrase: unmaskedText, role: null, nth: null, place: null, prior: 1 };
  return {
    text: removeArticle(unmaskedText),
    interpretations: [first, ...interpretations.slice(1)],
    quoted: hasMark(text),
    pronoun,
    ...(pronoun ? {} : { description: readDescription(masked, quotes) }),
  };
}

const isOrdinalInterpretation = (r: Interpretation): boolean =>
  r.nth !== null && (r.role !== null ? LIST_KINDS.has(r.role) || r.place !== null : false);

/** A list with its entries: "the list of tickets". A link to the list is named after the entries. */
const LIST_OF = /^(?:list|overview|index) of (?:all )?((?:the |our |my )?[^\s,].*)$/iu;

/** Creates a target for a plain name. */
export const createTarget = (phrase: string): Target => readTarget(phrase, []);

/** A kind with a word for its position: "the section below". The position is ignored. */
const POINTED_PLACE = new RegExp(
  `^((?:the |this |that )?(?:${toAlternation([...roleByWord.keys()])})) (?:below|above|here|shown)$`,
  'iu',
);

/** A form control's kind, even in quotes: `a "radio" widget`. */
const WIDGET =
  /^((?:an?|the|any) )?(\S+|[^\s"]+ (?:box|button|field|area)) (?:widget|control|form element|input element)$/iu;

function simplifyWidget(phrase: string, quotes: readonly string[]): string {
  const m = WIDGET.exec(phrase.trim());
  const kind = m && unmask(m[2]!, quotes).toLowerCase();
  if (!m || !kind) return phrase;
  if (kind === 'text') return `${m[1] ?? ''}text field`;
  return roleByWord.has(kind) ? `${m[1] ?? ''}${kind}` : phrase;
}

/** Returns the sender, who identifies the row: "Ana" in "the message from Ana". */
function getSenderName(masked: string, quotes: readonly string[]): string | null {
  const { name, kind, nth, spots } = readDescription(masked, quotes);
  const [spot] = spots;
  return kind === 'message' && name === '' && nth === null && spot && ['near', 'in'].includes(spot.spot)
    ? spot.words
    : null;
}

/** Adds a place to a target that has none, such as the place before the verb in "In the menu, choose Home". */
export function addPlaceToTarget(target: Target, place: Place): Target {
  const placedInterpretations = target.interpretations.map((r) => (r.place ? r : { ...r, place }));
  const { description } = target;
  const spot = SPOT_BY_RELATION[place.relation];
  return {
    ...target,
    interpretations: [placedInterpretations[0]!, ...placedInterpretations.slice(1)],
    ...(description && !description.spots.length
      ? { description: { ...description, spots: [{ spot, words: place.words }] } }
      : {}),
  };
}

const SPOT_BY_RELATION: Readonly<Record<Place['relation'], Spot>> = {
  in: 'in',
  under: 'under',
  above: 'above',
  near: 'near',
  for: 'near',
};
