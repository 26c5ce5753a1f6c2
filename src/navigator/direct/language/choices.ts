/** Parses clauses that choose options, tick checkboxes, sort or filter. */
import { isReversal, parseSortPhrase } from './sort-order.js';
import { hasMark, matchVerb, unmask } from './line-text.js';
import { readCommand } from './commands.js';
import type { Step, Target, Quotes } from './steps.js';
import { readLimitedTarget, splitEither, splitExcept } from './target-limits.js';
import { removeArticle, readPlace, readTarget } from './target.js';
import { readNumber } from './numbers.js';
import { readDescription } from './target-description.js';
import { readDate } from './dates.js';

/** A choice with its list: "Small from the size list", "Small in Size". */
const CHOICE_FROM =
  /^(.+?)\s+(?:from|in|out of)\s+(?:the |a |my )?(?:(?:dropdown|drop-down|drop down|list|menu|options)(?: for| of| called| labell?ed)? )?(.+)$/iu;
const CHOICE_AS = /^(.+?)\s+(?:as|for)\s+(?:the |my |your )?(.+)$/iu;

/** Parses "select X from Y", "choose X in the Y dropdown" and "pick X as Y". */
export function readChoice(rest: string, quotes: Quotes): Step[] {
  const target = readLimitedTarget(rest, quotes);
  const kind = target.description?.kind ?? '';
  if ((target.each || target.not) && /^(?:check)?box$/u.test(kind))
    return readTicks(rest, quotes, true, 'select');
  const checkboxMatch = NAMED_CHECKBOXES.exec(rest);
  if (checkboxMatch && !target.each && !target.not)
    return readTicks(checkboxMatch[1]!, quotes, true, 'select', true);
  if (/\b(?:check ?box|tick ?box)$/iu.test(rest)) return readTicks(rest, quotes, true, 'select');
  const m = CHOICE_FROM.exec(rest) ?? CHOICE_AS.exec(rest);
  const place = m && readPlace('in', unmask(m[2]!, quotes));
  // In "X in the menu", the menu is the place of X, not a list with the option X. The same holds for "the last option
  // in Size".
  const description = m && readDescription(m[1]!, quotes);
  if (
    m &&
    !place?.landmarks &&
    !place?.side &&
    !(target.each || (description?.name === '' && / in /iu.test(rest)))
  )
    return splitValues(m[1]!).map((value) => createChoice(value, readTarget(m[2]!, quotes), rest, quotes));
  if (target.each || target.not) return [{ do: 'choose', value: target.text, from: null, target }];
  return splitValues(rest).map((value) => createChoice(value, null, value, quotes));
}

const NAMED_CHECKBOXES =
  /^(?:the |all (?:the )?)?(?:check ?boxes|tick boxes|boxes|options|items)(?: for| named| called| labell?ed|:)? (.+)$/iu;

/** Creates a choice of one value, with its alternatives. */
function createChoice(phrase: string, from: Target | null, fullPhrase: string, quotes: Quotes): Step {
  const exclusion = splitExcept(phrase);
  const parts = splitEither(phrase) ?? [exclusion ? exclusion.included : phrase];
  const [value, ...alternatives] = parts.map((part) => getPlainName(part, quotes));
  const target = from && !exclusion ? readTarget(fullPhrase, quotes) : readLimitedTarget(phrase, quotes);
  return {
    do: 'choose',
    value: from || parts.length > 1 ? value! : unmask(removeArticle(phrase), quotes),
    ...(alternatives.length ? { or: alternatives } : {}),
    from,
    target: from ? target : addGroupInterpretation(target),
  };
}

/** Splits values: "wOVy, kOHX8" and "Red and Blue" are two choices; "black and white" may be one. */
function splitValues(text: string): string[] {
  if (splitEither(text) || splitExcept(text) || readDate(text, new Date(2000, 0, 1)) !== null) return [text];
  const list = text.split(/\s*,\s*(?:and\s+)?|\s+and\s+/iu).filter(Boolean);
  const areSeparate = list.length > 1 && (list.length > 2 || text.includes(',') || areAllNames(list));
  return areSeparate && list.every((v) => v.split(' ').length <= 4) ? list : [text];
}

/** Whether every value is quoted or capitalised, that is, a separate name. */
const areAllNames = (list: readonly string[]): boolean =>
  list.every((v) => /^[\p{Lu}\uE000-\uE0FF]/u.test(v));

/** Adds an interpretation in which the last word names the option's group: "Public visibility", "high priority". */
function addGroupInterpretation(target: Target): Target {
  const m = /^(.+) (\S+)$/u.exec(target.text);
  if (!m || target.quoted) return target;
  const interpretation = { phrase: m[1]!, role: null, nth: null, place: readPlace('in', m[2]!), prior: 0.95 };
  return {
    ...target,
    interpretations: [target.interpretations[0], ...target.interpretations.slice(1), interpretation],
  };
}

const getPlainName = (text: string, quotes: Quotes): string =>
  readDescription(text, quotes).name === '' ? unmask(text, quotes) : stripChoiceNoun(text, quotes);
const stripChoiceNoun = (text: string, quotes: Quotes): string =>
  unmask(removeArticle(text).replace(/\s+(?:option|choice|value|entry)$/iu, ''), quotes);

/** Splits the checkboxes to tick: "Apples, Pears and Plums" are three checkboxes, "terms and conditions" is one. */
export function readTicks(
  rest: string,
  quotes: Quotes,
  state: boolean | 'toggle',
  verb: string,
  namesSeveral = false,
): Step[] {
  const target = readLimitedEntries(rest, quotes) ?? readLimitedTarget(rest, quotes);
  if (target.each || target.not || target.or)
    return [{ do: 'tick', newState: state, target: toCheckboxes(target, rest), verb }];
  const trimmed = rest
    .replace(/^(?:the )?(?:check ?boxes|tick boxes|boxes|options) (?:for|of|named|called|labell?ed) /iu, '')
    .replace(
      /^(?:the )?(?:box|check ?box|tick ?box) (?:for|next to|labell?ed|named|called|that says|saying|beside|of) /iu,
      '',
    );
  const list = trimmed.split(/\s*,\s*(?:and\s+)?|\s+and\s+/iu).filter(Boolean);
  // Two words with "and" may be one name ("terms and conditions"); the page decides.
  const isOneName =
    !namesSeveral &&
    list.length === 2 &&
    !trimmed.includes(',') &&
    !hasMark(trimmed) &&
    trimmed === rest &&
    !areAllNames(list);
  if (list.length > 1 && !isOneName && !/^(?:terms|privacy)\b/iu.test(trimmed))
    return list.map((p) => ({ do: 'tick', newState: state, target: readTarget(p, quotes), verb }));
  return [
    {
      do: 'tick',
      newState: state,
      target: { ...readTarget(trimmed, quotes), ...pickDescription(rest, quotes) },
      verb,
    },
  ];
}

/** Parses a number of list entries of any kind: "the first three orders", "the last two orders". */
function readLimitedEntries(rest: string, quotes: Quotes): Target | null {
  const m = /^(?:the )?(first|top|last)? ?(\d+|\p{Ll}+) (\p{Ll}+s)((?: (?:in|on|of|from|under) .+)?)$/u.exec(
    rest,
  );
  const max = m ? readNumber(m[2]!) : null;
  if (!m || max === null || max < 2) return null;
  const target = readTarget(`${m[3]!}${m[4]!}`, quotes);
  const [first, ...more] = target.interpretations;
  const nth = m[1] === 'last' ? -1 : null;
  return {
    ...target,
    text: unmask(removeArticle(rest), quotes),
    interpretations: [{ ...first, nth }, ...more],
    description: readDescription(`${m[3]!}${m[4]!}`, quotes, true),
    each: { max },
  };
}

/** Replaces "everything" with all checkboxes. */
const toCheckboxes = (target: Target, phrase: string): Target =>
  /^(?:everything|all of|them all)/iu.test(phrase) && target.description
    ? {
        ...readTarget('checkboxes', []),
        ...target,
        interpretations: readTarget('checkboxes', []).interpretations,
        description: { ...target.description, kind: 'checkbox' },
      }
    : target;

/** Describes the checkbox by its label, whatever the preposition: "the box beside Express". */
const pickDescription = (rest: string, quotes: Quotes): Pick<Target, 'description'> => {
  const { description, pronoun } = readTarget(rest, quotes);
  return description && !pronoun ? { description } : {};
};

const ONLY_REQUEST =
  /^(?:(?:please )?(?:show|display|list|see|let me see|give)(?: me| us)? (?:only|just|nothing but)|only (?:show|display|list)(?: me| us)?|just show(?: me| us)?) (?:the |those |these )?(.+)$/iu;

const THOSE_THAT_REQUEST =
  /^(?:show|display|list|see)(?: me| us)? (?:all |only |just )?(?:the |those |these )?\p{Ll}+ (?:that|which|who) (?:are|is|were|was) (.+)$/iu;

const ONLY_ELLIPSIS = /^only (?:the |those |these )?(.+)$/iu;

/** Requests such as "add a filter for gifts". */
const ADDED_FILTER = /^(?:add|set|apply|use) (?:an?|the|another) filter (?:for|by|on|with|called) (.+)$/iu;

/**
 * Parses requests to filter a list: "show only the paid orders", "only trains", "show the products that are not
 * active".
 */
export function readListFilter(text: string, quotes: Quotes): Step | null {
  const ellipsis = ONLY_ELLIPSIS.exec(text);
  const m =
    ADDED_FILTER.exec(text) ??
    THOSE_THAT_REQUEST.exec(text) ??
    ONLY_REQUEST.exec(text) ??
    (ellipsis && !matchVerb(ellipsis[1]!)?.rest ? ellipsis : null);
  return m ? readSortOrFilter('filter', m[1]!, text, quotes) : null;
}

/** Requests to sort without a word for sorting: "show the cheapest first", "newest ones at the top". */
const FIRST_REQUEST =
  /^(?:(?:show|list|display|put|see|give|let me see|start with)(?: me| us)? )?(?:the )?(.+?)(?: (?:ones?|results?|items?))? (?:first|at the top|on top)$/iu;

/** Parses requests that name a sort order instead of a column: "the cheapest first, please". */
export function readSortOrderRequest(text: string): Step | null {
  const phrase = FIRST_REQUEST.exec(text)?.[1];
  const { order, column } = parseSortPhrase(phrase ?? '');
  return phrase && order && column === '' ? createSortStep(`${phrase} first`) : null;
}

/** Returns the words for the sort order in a request to sort; '' for any other text. */
export const readSortWords = (text: string): string =>
  isReversal(text)
    ? text
    : matchVerb(text)?.verb.kind === 'sort' || readSortOrderRequest(text)
      ? parseSortPhrase(text).orderWords
      : '';

/** Names of a list as a whole, which are not names of columns. */
const SORTED_THINGS =
  /^(?:(?:the|this|these|those) )?(?:list|table|page|results?|items?|entries|rows?|them|it|these|those|all|everything)?$/iu;

const createSortStep = (value: string): Step => ({
  do: 'choose',
  value,
  from: readTarget('sort', []),
  target: readTarget(value, []),
});

/** Parses "sort by price" and "filter by colour". `rest` is the text after the verb. */
export function readSortOrFilter(kind: 'sort' | 'filter', rest: string, text: string, quotes: Quotes): Step {
  const m = /^(?:(?:the |these |this )?(.+?) )?by:?\s+(.+)$/iu.exec(rest);
  const phrase = !m && kind === 'sort' ? parseSortPhrase(rest) : null;
  if (phrase?.order)
    return createSortStep(
      phrase.impliedMeasure || SORTED_THINGS.test(phrase.column)
        ? phrase.orderWords
        : unmask(removeArticle(rest), quotes),
    );
  if (!m)
    return kind === 'sort' || !rest
      ? readCommand(text, quotes)
      : {
          do: 'choose',
          value: unmask(removeArticle(rest.replace(/^(?:for|to|the \w+ (?:to|for)) /iu, '')), quotes),
          from: readTarget('filter', []),
          target: readTarget(rest, quotes),
        };
  const value = unmask(m[2]!, quotes);
  return { do: 'choose', value, from: readTarget(kind, []), target: readTarget(m[2]!, quotes) };
}
