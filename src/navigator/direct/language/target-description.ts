/** Parses a phrase into name, kind, position and place. Returns only the plainest interpretation. */
import { LANDMARK_WORDS, SIDES } from '../lexicon/places.js';
import { KIND_WORDS, PERSON_WORDS, SPOT_WORDS } from '../lexicon/kind-words.js';
import { VERBS } from '../lexicon/verbs.js';
import { toAlternation, collapseSpaces } from '../text.js';
import { hasMark, isMark, unmask } from './line-text.js';
import { ORDINAL, parseOrdinal } from './numbers.js';
import type { TargetDescription } from './steps.js';

const kindByWord = new Map<string, string>();
export const PLURALS = new Set<string>();
for (const [kind, one, many] of KIND_WORDS) {
  for (const word of [...one, ...many]) kindByWord.set(word, kind);
  for (const word of many) PLURALS.add(word);
}
const KINDS = toAlternation([...kindByWord.keys()]);
const KIND_LAST = new RegExp(`^(?:(.*)\\s)?(${KINDS})$`, 'iu');
/** Words between a kind and the name that follows it. */
const NAME_INTRODUCTION =
  "(?:(?:(?:which|that) (?:is|are) |which's |that's )?(?:called|named|labell?ed|titled|entitled|marked|reading|saying)|(?:that|which) (?:says|say|reads|is)|with (?:the )?(?:text|label|name|title|caption|word|words)|saying)";
const KIND_CALLED = new RegExp(`^(${KINDS}) ${NAME_INTRODUCTION} (?:the |a |an )?(.+)$`, 'iu');
const KIND_FIRST = new RegExp(`^(${KINDS}) (.+)$`, 'iu');
const ORDINAL_FIRST = new RegExp(`^(?:the )?(?:very )?(${ORDINAL})(?: (.+))?$`, 'iu');
const NUMBER_LAST = /^(?:(.*?)\s)?(?:#|number |no\. ?)(\d+)$/iu;
const ARTICLE = /^(?:(?:the|a|an|this|that|these|those|my|our|your|its|their|his|her|some|any)\s+)+/iu;
const simplify = (text: string): string => collapseSpaces(text).replace(ARTICLE, '');

/** Names that begin or end with an ordinal word. */
const ORDINAL_NAME = /^(?:first|last|second|middle) (?:name|names|line|step|class|aid)\b/iu;

/** "Pages" with a capital and no article is a name, not a kind. */
const isName = (phrase: string, whole: string): boolean =>
  /^\p{Lu}/u.test(phrase) && collapseSpaces(whole) === phrase && !/^\p{Lu}+$/u.test(phrase);

/** Kinds of content that are often part of a capitalised name: "By Products", "My Files". */
const CONTENT_KINDS = new Set([
  'product',
  'item',
  'file',
  'message',
  'page',
  'article',
  'result',
  'option',
  'list',
  'form',
  'image',
  'heading',
  'section',
  'card',
  'row',
  'column',
]);
const isPartOfTitle = (kind: string, end: string, text: string, whole: string): boolean =>
  CONTENT_KINDS.has(kind) &&
  text === collapseSpaces(whole) &&
  /^\p{Lu}/u.test(end) &&
  text.split(' ').every((w) => /^[\p{Lu}\p{N}]/u.test(w));

/** Splits a phrase without position and place into name and kind. */
function splitNameAndKind(phrase: string): { name: string; kind: string | null } {
  const text = simplify(phrase);
  const calledMatch = KIND_CALLED.exec(text);
  if (calledMatch)
    return { name: simplify(calledMatch[2]!), kind: kindByWord.get(calledMatch[1]!.toLowerCase())! };
  const trailingMatch = KIND_LAST.exec(text);
  const isTitle =
    trailingMatch !== null &&
    isPartOfTitle(kindByWord.get(trailingMatch[2]!.toLowerCase())!, trailingMatch[2]!, text, phrase);
  if (
    trailingMatch &&
    !isTitle &&
    !(trailingMatch[1] === undefined && isName(text, phrase)) &&
    !/\b(?:of|for|to|and|or|a|the)$/iu.test(trailingMatch[1] ?? '')
  )
    return { name: simplify(trailingMatch[1] ?? ''), kind: kindByWord.get(trailingMatch[2]!.toLowerCase())! };
  const leadingMatch = KIND_FIRST.exec(text);
  if (leadingMatch && startsWithName(leadingMatch[2]!))
    return { name: simplify(leadingMatch[2]!), kind: kindByWord.get(leadingMatch[1]!.toLowerCase())! };
  return { name: text, kind: null };
}

/** Whether the text after a kind word is a name (quoted, capitalised, or like a file name): "link X", "file a.pdf". */
const startsWithName = (rest: string): boolean =>
  isMark(rest) || /^(?:\p{Lu}|\S+\.[a-z]{2,4}$|@)/u.test(rest);

/** Parses position, kind and name. */
function readWithoutPlace(phrase: string): Omit<TargetDescription, 'spots'> {
  const text = collapseSpaces(phrase);
  const phraseWithoutArticle = text.replace(/^(?:the|any|my|your|a|an) /iu, '');
  if (!ORDINAL_NAME.test(phraseWithoutArticle)) {
    const ordinalMatch = ORDINAL_FIRST.exec(phraseWithoutArticle);
    if (ordinalMatch) {
      const rest = (ordinalMatch[2] ?? '').replace(/^ones?$/iu, '').replace(/^(?:of the|one of the) /iu, '');
      if (!rest) return { name: '', kind: null, nth: parseOrdinal(ordinalMatch[1]!) };
      // "Top stories" with a capital is a name.
      if (
        !(phraseWithoutArticle === text && /^\p{Lu}/u.test(phraseWithoutArticle) && !KIND_LAST.test(rest))
      ) {
        const { name, kind } = splitNameAndKind(rest);
        return { name, kind, nth: parseOrdinal(ordinalMatch[1]!) };
      }
    }
    const numberMatch = NUMBER_LAST.exec(phraseWithoutArticle);
    if (numberMatch?.[1] && KIND_LAST.test(numberMatch[1]))
      return { ...splitNameAndKind(`the ${numberMatch[1]}`), nth: Number(numberMatch[2]) };
  }
  return { ...splitNameAndKind(text), nth: null };
}

const COMMAND_PATTERN = new RegExp(
  `^(?:${toAlternation(VERBS.filter((v) => v.kind === 'command').map((v) => v.form))})$`,
  'iu',
);
const SPOTS = toAlternation(SPOT_WORDS.map((s) => s.form));
const SPOT_PATTERN = new RegExp(`(?:^|\\s)(${SPOTS})\\s+(?=\\S)`, 'giu');
/** Verbs that form a name together with a preposition: "Sign in", "Log on", "Made in Italy". */
const PARTICLE_VERB =
  /\b(?:sign|log|check|opt|fill|made|built|based|turn|add|sort|order|search|filter|zoom|back|move|go|see|what's|pay|subscribe|follow|continue|start|apply|wait|book|shop|look)(?:ed|ing)?$/iu;
const isPlaceWord = (words: string): boolean => {
  const key = simplify(words).toLowerCase();
  return key in LANDMARK_WORDS || key in SIDES;
};

/** Whether the words after a preposition are a place. */
function isPlace(textBefore: string, rest: string, preposition: string, isUnambiguous: boolean): boolean {
  if (!textBefore) return isUnambiguous || /^(?:in|on|at|for|with)$/iu.test(preposition);
  if (/^(?:to|and|or|of|the|a|an)$/iu.test(textBefore.split(' ').at(-1)!)) return false;
  // "the card with the title Budget" gives its name, not a place.
  if (preposition === 'with' && /^(?:the )?(?:text|label|name|title|caption|words?)\s+\S/iu.test(rest))
    return false;
  if (isUnambiguous || isPlaceWord(rest)) return true;
  const { name, kind, nth } = readWithoutPlace(textBefore);
  if (PARTICLE_VERB.test(textBefore) && kind === null) return false;
  const isDescriptive = kind !== null || nth !== null || hasMark(name) || hasMark(rest);
  if (isDescriptive) return true;
  const hasArticle = /^(?:the|my|your|this|that|our|their|its)\s/iu.test(rest);
  if (preposition === 'in') return hasArticle || /^\p{Lu}/u.test(rest);
  if (preposition === 'for')
    return (
      COMMAND_PATTERN.test(simplify(textBefore)) ||
      ((hasArticle || /\d/u.test(rest)) && /^\S+$/u.test(simplify(textBefore)))
    );
  return hasArticle && /^(?:on|at|from|by)$/iu.test(preposition);
}

const PERSON_PREFIX = new RegExp(
  `^(?:the |my |our )?(?:${toAlternation(PERSON_WORDS)}) (?=[@\\p{Lu}\\uE000-\\uE0FF])`,
  'u',
);
/** Returns the name of a place without words that only mean "place" ("the footer section"). */
export const trimPlaceWords = (words: string): string => {
  const text = simplify(words.replace(PERSON_PREFIX, '')).replace(
    /\s+(?:of|on) (?:the|this) (?:page|screen|site|website)$/iu,
    '',
  );
  const kind = KIND_LAST.exec(text);
  return kind?.[1] &&
    /^(?:section|area|row|part|panel|field|card|column|list|category|heading|group|text|label|tab|menu|option)$/iu.test(
      kind[2]!,
    )
    ? kind[1]
    : text;
};

/** Reads "the advanced options" as a name, unless the phrase means all of them. */
function readKindOrName(text: string, isPlural: boolean): Omit<TargetDescription, 'spots'> {
  const parsed = readWithoutPlace(text);
  const last = text.split(' ').at(-1)!.toLowerCase();
  const isPluralKind =
    !isPlural && PLURALS.has(last) && parsed.name !== '' && parsed.nth === null && parsed.kind !== null;
  return isPluralKind && CONTENT_KINDS.has(parsed.kind!) && !hasMark(text)
    ? { name: simplify(text), kind: null, nth: null }
    : parsed;
}

/** Replaces "email" with "message" if there is a sender: "the email by Ana". Without a sender, it may be a field. */
const normalizeSender = (text: string): string =>
  text
    .replace(
      /^((?:the|an?|all|any|each|every) )?(\p{Lu}[\p{L}-]+)['’]s? (e-?mail|mail|message)(s?)$/u,
      'the message$4 by $2',
    )
    .replace(
      /^((?:\S+ ){0,2})(?:e-?mail|mail)(?= (?:by|from|of) (?:@|\p{Lu}|[\uE000-\uE0FF]))/iu,
      '$1message',
    )
    .replace(/^((?:the|that|an) (?:\S+ )?)(?:e-?mail)$/iu, (whole, textBefore: string) =>
      ORDINAL_FIRST.test(`${textBefore}message`) && textBefore.trim().includes(' ')
        ? `${textBefore}message`
        : whole,
    );

/**
 * @param isPlural whether the phrase means all elements of a kind, so that a plural is a kind and not a name
 * @param masked clause text with quotes masked
 */
export function readDescription(
  masked: string,
  quotes: readonly string[],
  isPlural = false,
): TargetDescription {
  let text = normalizeSender(collapseSpaces(masked).replace(/[\s,;:]+$/u, ''));
  const spots: TargetDescription['spots'] = [];
  for (;;) {
    const split = [...text.matchAll(SPOT_PATTERN)]
      .map((hit) => ({
        textBefore: text.slice(0, hit.index).trim(),
        rest: text.slice(hit.index + hit[0].length).trim(),
        spotWord: SPOT_WORDS.find((s) => s.form === hit[1]!.toLowerCase())!,
      }))
      .find(({ textBefore, rest, spotWord }) =>
        isPlace(textBefore, rest, spotWord.form, spotWord.isUnambiguous === true),
      );
    if (!split) break;
    spots.push({
      spot: split.spotWord.form === 'from' && /^\p{Lu}/u.test(split.rest) ? 'near' : split.spotWord.spot,
      words: unmask(trimPlaceWords(split.rest), quotes),
    });
    text = split.textBefore;
    break;
  }
  const { name, kind, nth } = readKindOrName(text.replace(/^(?:one|ones)$/u, ''), isPlural);
  const quotedName = [...name].find((c) => isMark(c));
  const plainName = name.replace(/^ones?$/u, '').replace(/ ones?$/u, '');
  return { name: unmask(quotedName ?? plainName, quotes).trim(), kind, nth, spots };
}
