/** Parses clauses that choose options, tick boxes, sort or filter. */
import { hasMark, unmask } from './clauses.js';
import { readCommand } from './commands.js';
import type { Step, Target, Quotes } from './steps.js';
import { readMeant, splitEither, splitExcept } from './meant.js';
import { noArticle, readPlace, readTarget } from './target.js';
import { readNumber } from './numbers.js';
import { readThing } from './thing.js';
import { readDate } from './dates.js';

/** The part of a choice that names its list: "from the size list", "in Size", "as the country". */
const FROM =
  /^(.+?)\s+(?:from|in|out of)\s+(?:the |a |my )?(?:(?:dropdown|drop-down|drop down|list|menu|options)(?: for| of| called| labell?ed)? )?(.+)$/iu;
const AS = /^(.+?)\s+(?:as|for)\s+(?:the |my |your )?(.+)$/iu;

/** "select X from Y", "choose X in the Y dropdown", "pick X as Y". */
export function readChoice(rest: string, quotes: Quotes): Step[] {
  const meant = readMeant(rest, quotes);
  const kind = meant.thing?.kind ?? '';
  if ((meant.each || meant.not) && /^(?:check)?box$/u.test(kind))
    return readTicks(rest, quotes, true, 'select');
  const boxes = BOXES.exec(rest);
  if (boxes && !meant.each && !meant.not) return readTicks(boxes[1]!, quotes, true, 'select', true);
  if (/\b(?:check ?box|tick ?box)$/iu.test(rest)) return readTicks(rest, quotes, true, 'select');
  const m = FROM.exec(rest) ?? AS.exec(rest);
  const place = m && readPlace('in', unmask(m[2]!, quotes));
  // In "X in the menu", the menu is the place of X, not a list with the option X. The same holds for "the last option
  // in Size".
  const counted = m && readThing(m[1]!, quotes);
  if (
    m &&
    !place?.landmarks &&
    !place?.side &&
    !(meant.each || (counted?.name === '' && / in /iu.test(rest)))
  )
    return splitValues(m[1]!).map((value) => chooseStep(value, readTarget(m[2]!, quotes), rest, quotes));
  if (meant.each || meant.not) return [{ do: 'choose', value: meant.text, from: null, target: meant }];
  return splitValues(rest).map((value) => chooseStep(value, null, value, quotes));
}

const BOXES =
  /^(?:the |all (?:the )?)?(?:check ?boxes|tick boxes|boxes|options|items)(?: for| named| called| labell?ed|:)? (.+)$/iu;

/** Creates a choice of one value, with its alternatives. */
function chooseStep(phrase: string, from: Target | null, whole: string, quotes: Quotes): Step {
  const cut = splitExcept(phrase);
  const parts = splitEither(phrase) ?? [cut ? cut.meant : phrase];
  const [value, ...or] = parts.map((part) => plainName(part, quotes));
  const meant = from && !cut ? readTarget(whole, quotes) : readMeant(phrase, quotes);
  return {
    do: 'choose',
    value: from || parts.length > 1 ? value! : unmask(noArticle(phrase), quotes),
    ...(or.length ? { or } : {}),
    from,
    target: from ? meant : withGroup(meant),
  };
}

/** Splits values: "wOVy, kOHX8" and "Red and Blue" are two choices; "black and white" may be one. */
function splitValues(text: string): string[] {
  if (splitEither(text) || splitExcept(text) || readDate(text, new Date(2000, 0, 1)) !== null) return [text];
  const list = text.split(/\s*,\s*(?:and\s+)?|\s+and\s+/iu).filter(Boolean);
  const apart = list.length > 1 && (list.length > 2 || text.includes(',') || eachNamed(list));
  return apart && list.every((v) => v.split(' ').length <= 4) ? list : [text];
}

/** Whether every value is quoted or capitalised, that is, a name of its own. */
const eachNamed = (list: readonly string[]): boolean => list.every((v) => /^[\p{Lu}\uE000-\uE0FF]/u.test(v));

/** "Public visibility", "high priority": adds a reading in which the last word names the option's group. */
function withGroup(target: Target): Target {
  const m = /^(.+) (\S+)$/u.exec(target.text);
  if (!m || target.quoted) return target;
  const reading = { phrase: m[1]!, role: null, nth: null, place: readPlace('in', m[2]!), prior: 0.95 };
  return { ...target, readings: [target.readings[0], ...target.readings.slice(1), reading] };
}

const plainName = (text: string, quotes: Quotes): string =>
  readThing(text, quotes).name === '' ? unmask(text, quotes) : plainWords(text, quotes);
const plainWords = (text: string, quotes: Quotes): string =>
  unmask(noArticle(text).replace(/\s+(?:option|choice|value|entry)$/iu, ''), quotes);

/** "Apples, Pears and Plums" → one box each; "terms and conditions" → one box. */
export function readTicks(
  rest: string,
  quotes: Quotes,
  to: boolean | 'toggle',
  verb: string,
  several = false,
): Step[] {
  const meant = boundedThings(rest, quotes) ?? readMeant(rest, quotes);
  if (meant.each || meant.not || meant.or) return [{ do: 'tick', to, target: ofBoxes(meant, rest), verb }];
  const trimmed = rest
    .replace(/^(?:the )?(?:check ?boxes|tick boxes|boxes|options) (?:for|of|named|called|labell?ed) /iu, '')
    .replace(
      /^(?:the )?(?:box|check ?box|tick ?box) (?:for|next to|labell?ed|named|called|that says|saying|beside|of) /iu,
      '',
    );
  const list = trimmed.split(/\s*,\s*(?:and\s+)?|\s+and\s+/iu).filter(Boolean);
  // Two words with "and" may be one name ("terms and conditions"); the page decides.
  const single =
    !several &&
    list.length === 2 &&
    !trimmed.includes(',') &&
    !hasMark(trimmed) &&
    trimmed === rest &&
    !eachNamed(list);
  if (list.length > 1 && !single && !/^(?:terms|privacy)\b/iu.test(trimmed))
    return list.map((p) => ({ do: 'tick', to, target: readTarget(p, quotes), verb }));
  return [{ do: 'tick', to, target: { ...readTarget(trimmed, quotes), ...thingOf(rest, quotes) }, verb }];
}

/** "the first three orders" or "the last two": a number of entries of the page's list, of any kind. */
function boundedThings(rest: string, quotes: Quotes): Target | null {
  const m = /^(?:the )?(first|top|last)? ?(\d+|\p{Ll}+) (\p{Ll}+s)((?: (?:in|on|of|from|under) .+)?)$/u.exec(
    rest,
  );
  const max = m ? readNumber(m[2]!) : null;
  if (!m || max === null || max < 2) return null;
  const target = readTarget(`${m[3]!}${m[4]!}`, quotes);
  const [first, ...more] = target.readings;
  const nth = m[1] === 'last' ? -1 : null;
  return {
    ...target,
    text: unmask(noArticle(rest), quotes),
    readings: [{ ...first, nth }, ...more],
    thing: readThing(`${m[3]!}${m[4]!}`, quotes, true),
    each: { max },
  };
}

/** "everything" means all check boxes here. */
const ofBoxes = (target: Target, phrase: string): Target =>
  /^(?:everything|all of|them all)/iu.test(phrase) && target.thing
    ? {
        ...readTarget('checkboxes', []),
        ...target,
        readings: readTarget('checkboxes', []).readings,
        thing: { ...target.thing, kind: 'checkbox' },
      }
    : target;

/** "the box beside Express": the label is the box's own name, whatever the preposition. */
const thingOf = (rest: string, quotes: Quotes): Pick<Target, 'thing'> => {
  const { thing, pronoun } = readTarget(rest, quotes);
  return thing && !pronoun ? { thing } : {};
};

const ONLY =
  /^(?:(?:please )?(?:show|display|list|see|let me see|give)(?: me| us)? (?:only|just|nothing but)|only (?:show|display|list)(?: me| us)?|just show(?: me| us)?) (?:the |those |these )?(.+)$/iu;

const THOSE_THAT =
  /^(?:show|display|list|see)(?: me| us)? (?:all |only |just )?(?:the |those |these )?\p{Ll}+ (?:that|which|who) (?:are|is|were|was) (.+)$/iu;

/** "show only the paid orders", "show the products that are not active": filters a list. */
export function readOnlyThose(text: string, quotes: Quotes): Step | null {
  const m = THOSE_THAT.exec(text) ?? ONLY.exec(text);
  return m ? readArranging('filter', m[1]!, text, quotes) : null;
}

export function readArranging(kind: 'sort' | 'filter', rest: string, text: string, quotes: Quotes): Step {
  const m = /^(?:(?:the |these |this )?(.+?) )?by:?\s+(.+)$/iu.exec(rest);
  if (!m)
    return kind === 'sort' || !rest
      ? readCommand(text, quotes)
      : {
          do: 'choose',
          value: unmask(noArticle(rest.replace(/^(?:for|to|the \w+ (?:to|for)) /iu, '')), quotes),
          from: readTarget('filter', []),
          target: readTarget(rest, quotes),
        };
  const value = unmask(m[2]!, quotes);
  return { do: 'choose', value, from: readTarget(kind, []), target: readTarget(m[2]!, quotes) };
}
