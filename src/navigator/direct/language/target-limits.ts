/** Parses a target phrase with its limits: exclusions, alternatives, and whether it means every match. */
import { ALL, AT_MOST, AT_MOST_AFTER, EVERY, EVERY_OR_ANY, EXCEPT_WORDS } from '../lexicon/limits.js';
import { toAlternation, collapseSpaces } from '../text.js';
import { hasMark, unmask } from './line-text.js';
import { readNumber } from './numbers.js';
import type { Quotes, Target } from './steps.js';
import { readSuperlative } from './superlatives.js';
import { addPlaceToTarget, removeArticle, readTarget } from './target.js';
import { PLURALS, readDescription } from './target-description.js';

const EXCEPT_PATTERN = new RegExp(`^(.+?),?\\s+(?:${toAlternation(EXCEPT_WORDS)})\\s+(.+)$`, 'iu');
const NOT_AFTER =
  /^(.+?)(?:,\s*(?:and |but )?(?:definitely |certainly |just )?not\s+(?=\S)|\s+not (?=(?:the|that|this)\s))(.+)$/iu;
const BUT_AFTER = /^(.+?),?\s+but\s+(.+)$/iu;

/** Splits a phrase into what is included and what is excluded. */
export function splitExcept(text: string): { included: string; excluded: string } | null {
  for (const pattern of [EXCEPT_PATTERN, NOT_AFTER, EVERY_OR_ANY.test(text) ? BUT_AFTER : null]) {
    const m = pattern?.exec(text);
    if (m && !/^(?:at|more than)\b/iu.test(m[2]!) && readLimit(`${m[1]!}, not ${m[2]!}`) === null)
      return { included: m[1]!.replace(/,$/u, ''), excluded: m[2]! };
  }
  return null;
}

const NUMBER = '(\\d+|[a-z]+(?:-[a-z]+)?)';
const LIMIT_AFTER = [
  new RegExp(
    `^(.+?),?\\s+(?:but |and )?(?:${toAlternation(AT_MOST)}) ${NUMBER}(?: of them| of these)?$`,
    'iu',
  ),
  new RegExp(`^(.+?),?\\s+(?:but |and )?${NUMBER}(?: of them)?,? (?:${toAlternation(AT_MOST_AFTER)})$`, 'iu'),
];
const LIMIT_BEFORE = new RegExp(
  `^(?:the )?(?:(?:${toAlternation(AT_MOST)}|first|any|exactly|just)\\s+)?${NUMBER} (?:of (?:the|these|those|my) )?(.+)$`,
  'iu',
);

/** A limit without a noun: "the first two". */
const FIRST_FEW = new RegExp(`^(?:the )?(?:first|top) ${NUMBER}(?: ones| of (?:them|these|those))?$`, 'iu');

/** Parses limits: "at most three", "the first three", "any two". */
function readLimit(text: string): { rest: string; max: number } | null {
  const fewCount = readNumber(FIRST_FEW.exec(text)?.[1] ?? '');
  if (fewCount !== null && fewCount > 1) return { rest: 'items', max: fewCount };
  for (const pattern of LIMIT_AFTER) {
    const m = pattern.exec(text);
    const max = m ? readNumber(m[2]!) : null;
    if (m && max !== null) return { rest: m[1]!, max };
  }
  const leadingMatch = LIMIT_BEFORE.exec(text);
  const max = leadingMatch && /^\p{Ll}|^\d/u.test(leadingMatch[1]!) ? readNumber(leadingMatch[1]!) : null;
  return leadingMatch && max !== null && max > 1 && hasPluralHead(leadingMatch[2]!)
    ? { rest: leadingMatch[2]!, max }
    : null;
}

const PLURAL_PATTERN = new RegExp(`(?:^|\\s)(?:${toAlternation([...PLURALS])})(?:$|\\s+(?=\\p{L}))`, 'iu');
/** Whether the phrase's head is a plural kind: "checkboxes in Toppings", "Follow buttons". */
function hasPluralHead(text: string): boolean {
  const hit = PLURAL_PATTERN.exec(text);
  return hit !== null && readDescription(text, [], true).kind !== null;
}

const EVERY_PATTERN = new RegExp(`^(?:${toAlternation(EVERY)})\\s+(.+)$`, 'iu');
const ALL_PATTERN = new RegExp(`^(?:${toAlternation(ALL)})\\s+(.+)$`, 'iu');

function readQuantifier(text: string): { rest: string; max: number | null } | null {
  const everythingMatch = /^(?:everything|all of (?:it|them|those|these)|them all|all)(?= |$)\s*(.*)$/iu.exec(
    text,
  );
  if (
    everythingMatch &&
    (everythingMatch[1] === '' || /^(?:in|on|under|from|below|inside)\b/iu.test(everythingMatch[1]!)) &&
    /^(?:every|them|all of)/iu.test(text)
  )
    return { rest: `items ${everythingMatch[1]!}`.trim(), max: null };
  const limit = readLimit(text);
  const phrase = limit?.rest ?? text;
  const noun = EVERY_PATTERN.exec(phrase)?.[1] ?? ALL_PATTERN.exec(phrase)?.[1];
  if (noun) return { rest: noun, max: limit?.max ?? null };
  // "All Products" with capitals, or "all settings", may be a name; "all items" is not.
  const allNoun = /^(?:all|both) (.+)$/u.exec(phrase)?.[1];
  const isPluralNoun =
    allNoun !== undefined && /^\p{Ll}+[^s]s(?:\s(?:in|on|under|from|of|below|inside)\s.+)?$/u.test(allNoun);
  if (allNoun && (isPluralNoun || hasPluralHead(allNoun))) return { rest: allNoun, max: limit?.max ?? null };
  return limit && hasPluralHead(limit.rest) ? { rest: limit.rest, max: limit.max } : null;
}

const ON_EACH =
  /^(.+?) (?:on|of|in|for|under|next to|beside) (?:(all|each|every|both)(?: of)?(?: the| my| these)?|(?:the )?(?:first )?(\d+|two|three|four|five|six|seven|eight|nine|ten)(?: of the)?) (\p{L}+)(?: (?:by|from|of|with|named|called|that say|saying) (.+))?$/iu;

/** Parses "the Like button on all posts by Ana": one button per post by Ana. */
function readOnEach(text: string): { rest: string; max: number | null } | null {
  const m = ON_EACH.exec(text);
  if (!m || (!/s$/u.test(m[4]!) && !/^(?:each|every)$/iu.test(m[2] ?? ''))) return null;
  const description = readDescription(m[1]!, []);
  if (description.kind === null && !hasMark(m[1]!)) return null;
  // "The list of all issues" means a single list.
  if (/^(?:the |a )?(?:list|table|menu|page|section)$/iu.test(m[1]!)) return null;
  const max = m[3] ? readNumber(m[3]) : null;
  return { rest: m[5] ? `${m[1]!} next to ${m[5]}` : m[1]!, max };
}

/** Splits alternatives: "either red or blue", "Express, Standard or Pickup". Null without alternatives. */
export function splitEither(text: string): string[] | null {
  const phrase = text
    .replace(/^(?:either|one of|any of)(?: of)?\s+/iu, '')
    .replace(/^(?:the )?either /iu, '');
  if (!/\s(?:or|and\/or)\s/iu.test(phrase)) return null;
  const parts = phrase
    .split(/\s*,\s*(?:or\s+(?:else\s+)?)?|\s+(?:and\/)?or(?: else)?\s+/iu)
    .map(collapseSpaces)
    .filter(Boolean);
  return parts.length > 1 && parts.every((p) => p.split(' ').length <= 8) ? parts : null;
}

/** Removes "one": "the Archive one" becomes "Archive", "the one in the footer" becomes "in the footer". */
const removeOne = (text: string): string =>
  collapseSpaces(text)
    .replace(/^(?:the |any )?ones? (?=\S)/iu, '')
    .replace(/^(?:the |a )?(.+?) ones?$/iu, '$1');

function readExclusions(excluded: string, quotes: Quotes): Target[] {
  const list = excluded.split(
    /\s*,\s*(?:and |or |nor )?(?:not )?|\s+(?:or|nor)\s+(?:the )?|\s+and\s+(?=[\p{Lu}\uE000-\uE0FF]|the )/u,
  );
  // "Save and close" is one name unless an article or comma separates the parts.
  const parts = list.every((p) => p.trim()) ? list : [excluded];
  return parts.map((p) => readTarget(removeOne(p), quotes));
}

/** Several kinds with one name: "the folder or file named X". */
const NAMED_ALTERNATIVES =
  /^(?:the |a |an )?\p{L}+ or \p{L}+ (?:(?:that is |which is )?(?:called|named|labell?ed|titled|marked)|with the name|that says) (.+)$/iu;

function createAlternatives(parts: readonly string[], quotes: Quotes, whole: string): Target {
  const last = readTarget(parts.at(-1)!, quotes);
  const kind = last.description?.kind ?? null;
  const place = last.interpretations[0].place;
  const otherTargets = parts.slice(0, -1).map((part) => {
    const description = readDescription(part, quotes);
    const wording = kind !== null && description.kind === null ? `${removeArticle(part)} ${kind}` : part;
    const target = readTarget(wording, quotes);
    return place && !target.interpretations[0].place ? addPlaceToTarget(target, place) : target;
  });
  const [first, ...rest] = otherTargets;
  const wholeInterpretation = { phrase: whole, role: null, nth: null, place: null, prior: 0.85 };
  return {
    ...first!,
    ...(hasMark(whole)
      ? {}
      : {
          interpretations: [
            first!.interpretations[0],
            ...first!.interpretations.slice(1),
            wholeInterpretation,
          ],
        }),
    or: [...rest, last],
  };
}

/** @param masked clause text with quotes masked */
export function readLimitedTarget(masked: string, quotes: Quotes): Target {
  const text = collapseSpaces(masked).replace(/[\s,;:]+$/u, '');
  const exclusion = splitExcept(text);
  if (exclusion)
    return {
      ...readLimitedTarget(exclusion.included, quotes),
      not: readExclusions(exclusion.excluded, quotes),
    };
  const onEach = readOnEach(text);
  if (onEach) {
    const { max } = onEach;
    return {
      ...readTarget(onEach.rest, quotes),
      description: readDescription(onEach.rest, quotes, true),
      each: { max },
    };
  }
  const superlative = readSuperlative(text);
  if (superlative)
    return {
      ...readTarget(superlative.rest, quotes),
      text: unmask(removeArticle(text), quotes),
      superlative: superlative.superlative,
    };
  const quantifier = readQuantifier(text);
  if (quantifier)
    return {
      ...readTarget(quantifier.rest, quotes),
      description: readDescription(quantifier.rest, quotes, true),
      each: { max: quantifier.max },
    };
  const namedMatch = NAMED_ALTERNATIVES.exec(text);
  if (namedMatch) return readTarget(namedMatch[1]!, quotes);
  const parts = splitEither(text);
  if (parts) return createAlternatives(parts, quotes, text);
  return readTarget(text.replace(/^any (?:one of the |of the )?(?=\S)/iu, ''), quotes);
}
