/** Parses a phrase with its limits to a target: exclusions, alternatives, and whether every match is meant. */
import { ALL, AT_MOST, AT_MOST_AFTER, EVERY, EVERY_OR_ANY, EXCEPT } from '../lexicon/limits.js';
import { anyOf, collapseSpaces } from '../text.js';
import { hasMark, unmask } from './clauses.js';
import { readNumber } from './numbers.js';
import type { Quotes, Target } from './steps.js';
import { readSuperlative } from './superlatives.js';
import { addPlaceToTarget, noArticle, readTarget } from './target.js';
import { PLURALS, readThing } from './thing.js';

const except = new RegExp(`^(.+?),?\\s+(?:${anyOf(EXCEPT)})\\s+(.+)$`, 'iu');
const notBehind =
  /^(.+?)(?:,\s*(?:and |but )?(?:definitely |certainly |just )?not\s+(?=\S)|\s+not (?=(?:the|that|this)\s))(.+)$/iu;
const butBehind = /^(.+?),?\s+but\s+(.+)$/iu;

/** Splits a phrase into what is meant and what is excluded. */
export function splitExcept(text: string): { meant: string; not: string } | null {
  for (const form of [except, notBehind, EVERY_OR_ANY.test(text) ? butBehind : null]) {
    const m = form?.exec(text);
    if (m && !/^(?:at|more than)\b/iu.test(m[2]!) && readBound(`${m[1]!}, not ${m[2]!}`) === null)
      return { meant: m[1]!.replace(/,$/u, ''), not: m[2]! };
  }
  return null;
}

const NUMBER = '(\\d+|[a-z]+(?:-[a-z]+)?)';
const boundBehind = [
  new RegExp(`^(.+?),?\\s+(?:but |and )?(?:${anyOf(AT_MOST)}) ${NUMBER}(?: of them| of these)?$`, 'iu'),
  new RegExp(`^(.+?),?\\s+(?:but |and )?${NUMBER}(?: of them)?,? (?:${anyOf(AT_MOST_AFTER)})$`, 'iu'),
];
const boundFront = new RegExp(
  `^(?:the )?(?:(?:${anyOf(AT_MOST)}|first|any|exactly|just)\\s+)?${NUMBER} (?:of (?:the|these|those|my) )?(.+)$`,
  'iu',
);

/** Parses limits: "at most three", "the first three", "any two". */
function readBound(text: string): { rest: string; max: number } | null {
  for (const form of boundBehind) {
    const m = form.exec(text);
    const max = m ? readNumber(m[2]!) : null;
    if (m && max !== null) return { rest: m[1]!, max };
  }
  const front = boundFront.exec(text);
  const max = front && /^\p{Ll}|^\d/u.test(front[1]!) ? readNumber(front[1]!) : null;
  return front && max !== null && max > 1 && manyAtHead(front[2]!) ? { rest: front[2]!, max } : null;
}

const plural = new RegExp(`(?:^|\\s)(?:${anyOf([...PLURALS])})(?:$|\\s+(?=\\p{L}))`, 'iu');
/** Whether the head noun is a plural kind: "checkboxes in Toppings", "Follow buttons". */
function manyAtHead(text: string): boolean {
  const hit = plural.exec(text);
  return hit !== null && readThing(text, [], true).kind !== null;
}

const every = new RegExp(`^(?:${anyOf(EVERY)})\\s+(.+)$`, 'iu');
const all = new RegExp(`^(?:${anyOf(ALL)})\\s+(.+)$`, 'iu');

function quantified(text: string): { rest: string; max: number | null } | null {
  const whole = /^(?:everything|all of (?:it|them|those|these)|them all|all)(?= |$)\s*(.*)$/iu.exec(text);
  if (
    whole &&
    (whole[1] === '' || /^(?:in|on|under|from|below|inside)\b/iu.test(whole[1]!)) &&
    /^(?:every|them|all of)/iu.test(text)
  )
    return { rest: `items ${whole[1]!}`.trim(), max: null };
  const limit = readBound(text);
  const open = limit?.rest ?? text;
  const one = every.exec(open)?.[1] ?? all.exec(open)?.[1];
  if (one) return { rest: one, max: limit?.max ?? null };
  // "All Products" with capitals, or "all settings", may be a name; "all items" is not.
  const plainAll = /^(?:all|both) (.+)$/u.exec(open)?.[1];
  const things =
    plainAll !== undefined && /^\p{Ll}+[^s]s(?:\s(?:in|on|under|from|of|below|inside)\s.+)?$/u.test(plainAll);
  if (plainAll && (things || manyAtHead(plainAll))) return { rest: plainAll, max: limit?.max ?? null };
  return limit && manyAtHead(limit.rest) ? { rest: limit.rest, max: limit.max } : null;
}

const OVER =
  /^(.+?) (?:on|of|in|for|under|next to|beside) (?:(all|each|every|both)(?: of)?(?: the| my| these)?|(?:the )?(?:first )?(\d+|two|three|four|five|six|seven|eight|nine|ten)(?: of the)?) (\p{L}+)(?: (?:by|from|of|with|named|called|that say|saying) (.+))?$/iu;

/** "the Like button on all posts by Ana": one button per post by Ana. */
function readOverEach(text: string): { rest: string; max: number | null } | null {
  const m = OVER.exec(text);
  if (!m || (!/s$/u.test(m[4]!) && !/^(?:each|every)$/iu.test(m[2] ?? ''))) return null;
  const head = readThing(m[1]!, []);
  if (head.kind === null && !hasMark(m[1]!)) return null;
  // "The list of all issues" means a single list.
  if (/^(?:the |a )?(?:list|table|menu|page|section)$/iu.test(m[1]!)) return null;
  const max = m[3] ? readNumber(m[3]) : null;
  return { rest: m[5] ? `${m[1]!} next to ${m[5]}` : m[1]!, max };
}

/** Splits alternatives: "either red or blue", "Express, Standard or Pickup". Null without alternatives. */
export function splitEither(text: string): string[] | null {
  const open = text.replace(/^(?:either|one of|any of)(?: of)?\s+/iu, '').replace(/^(?:the )?either /iu, '');
  if (!/\s(?:or|and\/or)\s/iu.test(open)) return null;
  const parts = open
    .split(/\s*,\s*(?:or\s+(?:else\s+)?)?|\s+(?:and\/)?or(?: else)?\s+/iu)
    .map(collapseSpaces)
    .filter(Boolean);
  return parts.length > 1 && parts.every((p) => p.split(' ').length <= 8) ? parts : null;
}

/** "the Archive one" → "Archive", "the one in the footer" → "in the footer". */
const withoutOne = (text: string): string =>
  collapseSpaces(text)
    .replace(/^(?:the |any )?ones? (?=\S)/iu, '')
    .replace(/^(?:the |a )?(.+?) ones?$/iu, '$1');

function readExcluded(not: string, quotes: Quotes): Target[] {
  const list = not.split(
    /\s*,\s*(?:and |or |nor )?(?:not )?|\s+(?:or|nor)\s+(?:the )?|\s+and\s+(?=[\p{Lu}\uE000-\uE0FF]|the )/u,
  );
  // "Save and close" is one name unless an article or comma separates the parts.
  const parts = list.every((p) => p.trim()) ? list : [not];
  return parts.map((p) => readTarget(withoutOne(p), quotes));
}

/** "the folder or file named X": one name, whichever kind it is. */
const ONE_NAME =
  /^(?:the |a |an )?\p{L}+ or \p{L}+ (?:(?:that is |which is )?(?:called|named|labell?ed|titled|marked)|with the name|that says) (.+)$/iu;

function either(parts: readonly string[], quotes: Quotes, whole: string): Target {
  const last = readTarget(parts.at(-1)!, quotes);
  const kind = last.thing?.kind ?? null;
  const place = last.readings[0].place;
  const read = parts.slice(0, -1).map((part) => {
    const spokenTarget = readThing(part, quotes);
    const wording = kind !== null && spokenTarget.kind === null ? `${noArticle(part)} ${kind}` : part;
    const target = readTarget(wording, quotes);
    return place && !target.readings[0].place ? addPlaceToTarget(target, place) : target;
  });
  const [first, ...rest] = read;
  const named = { phrase: whole, role: null, nth: null, place: null, prior: 0.85 };
  return {
    ...first!,
    ...(hasMark(whole) ? {} : { readings: [first!.readings[0], ...first!.readings.slice(1), named] }),
    or: [...rest, last],
  };
}

/** @param masked clause text with quotes masked */
export function readMeant(masked: string, quotes: Quotes): Target {
  const text = collapseSpaces(masked).replace(/[\s,;:]+$/u, '');
  const cut = splitExcept(text);
  if (cut) return { ...readMeant(cut.meant, quotes), not: readExcluded(cut.not, quotes) };
  const over = readOverEach(text);
  if (over) {
    const { max } = over;
    return { ...readTarget(over.rest, quotes), thing: readThing(over.rest, quotes, true), each: { max } };
  }
  const most = readSuperlative(text);
  if (most)
    return { ...readTarget(most.rest, quotes), text: unmask(noArticle(text), quotes), best: most.best };
  const many = quantified(text);
  if (many)
    return {
      ...readTarget(many.rest, quotes),
      thing: readThing(many.rest, quotes, true),
      each: { max: many.max },
    };
  const called = ONE_NAME.exec(text);
  if (called) return readTarget(called[1]!, quotes);
  const parts = splitEither(text);
  if (parts) return either(parts, quotes, text);
  return readTarget(text.replace(/^any (?:one of the |of the )?(?=\S)/iu, ''), quotes);
}
