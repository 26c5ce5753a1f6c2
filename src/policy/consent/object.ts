/** Whether the object of an order ("the draft", "it", "Ana a mail") is the thing that a control acts on. Pure. */
import { stem } from '../../text/index.js';
import { DAY_OR_MONTH, marksOf, namesOtherTime, numbersIn, wordsOf, type ActedOn } from './acted-on.js';
import { fold } from './region.js';
import {
  AFTER_OBJECT,
  DETERMINER,
  MOVED_TO,
  PEOPLE,
  POSITION,
  PRONOUN,
  thingsOf,
  UNSPECIFIC,
  type ThingKind,
} from './things.js';
import { verbsIn, type VerbEntry } from './verbs.js';

/** The words after a verb, divided at prepositions. */
interface ObjectPhrase {
  /** Words of the object itself, without determiners. */
  words: string[];
  /** A person before the object, as in "send Ana a mail", or in place of it, as in "e-mail Ana". */
  person: string | null;
  /** Prepositions and the words after them: `from`, `['search', 'field']`. */
  complements: { preposition: string; words: string[] }[];
}

export interface LineContext {
  /** Folded words that the instructor wrote with a capital letter. */
  names: ReadonlySet<string>;
  /** The text before the order, latest last: earlier lines and earlier clauses. */
  antecedents: readonly string[];
  /** The navigator proposes this itself, so unknown adjectives do not matter. */
  isProposal?: true;
  /** The sentence of the order; a number in it can identify the thing. */
  sentence: string;
}

/** Drops determiners; "all" and "this" stay where nothing follows them. */
const withoutDeterminers = (words: readonly string[]): string[] =>
  words.filter((word, at) => !DETERMINER.test(word) || (PRONOUN.test(word) && at === words.length - 1));

function isPerson(words: readonly string[], { names }: LineContext): boolean {
  const rest = withoutDeterminers(words).filter((word) => !UNSPECIFIC.test(word) && word !== 'back');
  if (rest.length === 0) return false;
  const last = rest.at(-1)!;
  return PEOPLE.test(last) || /@/u.test(last) || names.has(last) || rest.every((word) => names.has(word));
}

function parseObject(text: string, context: LineContext): ObjectPhrase {
  const groups: { preposition: string; words: string[] }[] = [{ preposition: '', words: [] }];
  // What follows "so", "because" or "since" is a reason.
  for (const word of wordsOf(text.replace(/ (?:so|because|since) .*$/u, '').replace(/'s\b/gu, ''))) {
    const isDeterminer = word === 'that' && groups.length === 1 && groups[0]!.words.length === 0;
    if (AFTER_OBJECT.test(word) && !isDeterminer) groups.push({ preposition: word, words: [] });
    else groups.at(-1)!.words.push(word);
  }
  const [first, ...complements] = groups;
  const all = first!.words;
  // "Ana a mail", "him the report": the person comes before a second determiner.
  const second = all.findIndex((word, at) => at > 0 && DETERMINER.test(word) && !PRONOUN.test(word));
  const hasPersonFirst = second > 0 && isPerson(all.slice(0, second), context);
  const object = hasPersonFirst ? all.slice(second) : all;
  return {
    words: withoutDeterminers(object),
    person: hasPersonFirst ? all.slice(0, second).join(' ') : null,
    complements,
  };
}

const intersects = (a: ReadonlySet<ThingKind>, b: ReadonlySet<ThingKind>): boolean =>
  [...a].some((thing) => b.has(thing));

/** Whether the page confirms the word as a name or a kind of what is acted on. */
export function isKnown(word: string, { words, context, marks, things }: ActedOn): boolean {
  const key = stem(word);
  return (
    words.has(key) ||
    context.has(key) ||
    intersects(thingsOf(word), things) ||
    UNSPECIFIC.test(word) ||
    marksOf(word).some((mark) => marks.has(mark))
  );
}

/** Whether an object with this head is what the control acts on. */
function headFits(head: string, actedOn: ActedOn, names: ReadonlySet<string>): boolean {
  const things = thingsOf(head);
  const key = stem(head);
  if (actedOn.words.has(key)) return true;
  if (intersects(things, actedOn.things)) return true;
  if (!actedOn.context.has(key) || things.has('other')) return false;
  // "Cancel the upload" beside "Cancel registration" is about something else on the page; "cancel Oslo" may not be.
  return actedOn.action.class !== 'delete' || actedOn.ownThings.size === 0 || names.has(head);
}

/** "Cancel order 48204" is not consent to cancel order 48211, nor "pay 20 euros" to pay 200. */
function namesOtherNumber(text: string, actedOn: ActedOn): boolean {
  const page = `${actedOn.controlNames.join(' ')} ${actedOn.action.what} ${actedOn.row}`;
  const amount = /[$€£¥]|\b(?:euros?|eur|usd|dollars?|pounds?|gbp|bucks)\b/u;
  const isLong = (value: number): boolean => value >= 100;
  const named = numbersIn(text).filter((value) => isLong(value) || amount.test(text));
  const known = numbersIn(page).filter((value) => isLong(value) || amount.test(page));
  if (named.length > 0 && known.length > 0 && !named.some((value) => known.includes(value))) return true;
  // "Lot 17" beside "Lot 71".
  const shown = fold(page);
  return [...text.matchAll(/(\p{L}{2,}) (?:no\.? |number )?(\d{1,4})\b/gu)].some(
    ([, noun, number]) =>
      new RegExp(`\\b${noun} \\d`, 'u').test(shown) &&
      !new RegExp(`\\b${noun} ${number}\\b`, 'u').test(shown),
  );
}

/** Words around an order that are about nothing on a page. */
const NOT_DISTINCTIVE =
  /^(?:please|pls|thanks?|thank|sorry|hi|hello|hey|dear|the|and|but|yes|yep|yeah|you|your|yours|mine|his|her|have|has|had|get|got|gets|make|made|put|take|took|give|gave|let|set|can|could|would|should|will|want|need|like|there|here|not|more|than|too|very|much|bit|some|any|all|are|was|were|been|being|i'm|i'll|i've|it's|that's|don't|doesn't|they|them|she|he|who|what|which|how|why|also|still|even|ever|never|maybe|sec|second|moment|soon|asap|quickly|going|ahead|thing|stuff|one|ones|everything)$/u;

/** "Order by price" sorts; "pay by card" pays. */
const MEANS =
  /^(?:card|paypal|invoice|transfer|bank|credit|debit|phone|e-?mail|mail|post|visa|mastercard|saved)$/u;
/** Prepositions before what a thing is about, as opposed to means, times and people. */
const NAMING = /^(?:on|of|about|named|called|titled|regarding)$/u;
/** Days and accounts: "on Friday", "on my card". */
const WHEN =
  /day$|^\d|^(?:card|account|file|behalf|credit|visa|january|february|march|april|may|june|july|august|september|october|november|december)$/u;
/** Places that need not be named on the page. */
const PLACE = /^(?:list|page|site|account|folder|me|us|my|day|good|ever)$/u;

/** Whether what follows the object agrees with the page. */
function complementsFit(phrase: ObjectPhrase, actedOn: ActedOn, context: LineContext): boolean {
  const { class: consentClass, kind } = actedOn.action;
  return phrase.complements.every(({ preposition, words }, at) => {
    const rest = withoutDeterminers(words).filter((word) => !PRONOUN.test(word));
    if (consentClass === 'buy' && preposition === 'on' && rest.length > 0)
      return rest.some((word) => isKnown(word, actedOn) || thingsOf(word).size > 0 || WHEN.test(word));
    if (preposition === 'by' && rest.length > 0) return MEANS.test(rest[0]!) || consentClass === 'send';
    if (consentClass === 'delete' || kind === 'close-account')
      return (
        namesNumber(context, actedOn) || rest.every((word) => isKnown(word, actedOn) || PLACE.test(word))
      );
    if (consentClass === 'buy' && phrase.words.every((word) => NAVIGATOR.test(word)) && preposition === 'to')
      return rest.every((word) => isKnown(word, actedOn));
    if (kind === 'grant' && rest.some((word) => context.names.has(word) && !isKnown(word, actedOn)))
      return false;
    if (kind === 'create-account' && at === 0 && preposition === 'for' && rest.length > 0)
      return (
        isPerson(words, context) ||
        rest.some((word) => isKnown(word, actedOn) || /^(?:me|us|free)$/u.test(word))
      );
    if (consentClass === 'send' && /^(?:to|into|in)$/u.test(preposition) && MOVED_TO.test(rest.at(-1) ?? ''))
      return false;
    if (consentClass === 'send' && preposition === 'to' && isPerson(words, context))
      return isRecipient(rest, actedOn);
    return true;
  });
}

/** Whether the form's recipient can be this person; without such a field it can be anyone. */
const isRecipient = (words: readonly string[], { recipients }: ActedOn): boolean =>
  recipients.length === 0 ||
  words.some((word) => PEOPLE.test(word) || recipients.some((one) => one.toLowerCase().includes(word)));

/**
 * Whether "it" can be what the control acts on. The latest text that names a thing decides: one that the page shows, or
 * for deletions and accounts also an unknown one, as "open the attachment" makes "delete it" an order to delete the
 * attachment.
 */
function pronounFits(actedOn: ActedOn, { antecedents, names }: LineContext): boolean {
  const isMutable = actedOn.action.class === 'delete' || actedOn.action.class === 'account';
  for (const text of antecedents.toReversed()) {
    const phrases = findNounPhrases(text, actedOn);
    const fitting = phrases.filter((words) =>
      words.some(
        (word) => POSITION.test(word) || actedOn.words.has(stem(word)) || headFits(word, actedOn, names),
      ),
    );
    // "Put the lamp in the basket" names a place, too.
    if (fitting.length > 0) return !isMutable || fitting.length === phrases.length;
    const things = phrases.flat().map(thingsOf);
    if (
      isMutable
        ? phrases.length > 0
        : things.some((one) => one.size > 0 && (one.has('search') || !one.has('other')))
    )
      return false;
  }
  return !isMutable;
}

/**
 * Words after determiners up to the next preposition, and single words for things and of the page. What follows a
 * preposition of place or origin is left out: "the photo from the beach".
 */
function findNounPhrases(text: string, { words: shown }: ActedOn): string[][] {
  const phrases: string[][] = [];
  let current: string[] | null = null;
  let isAfterPreposition = false;
  for (const word of wordsOf(text)) {
    if (AFTER_OBJECT.test(word)) {
      current = null;
      isAfterPreposition = /^(?:from|of|in|on|at|to|for|under|about|by|into|onto)$/u.test(word);
    } else if (isAfterPreposition && !thingsOf(word).has('search'))
      isAfterPreposition = DETERMINER.test(word);
    else if (DETERMINER.test(word) && !PRONOUN.test(word)) phrases.push((current = []));
    else if (!POSITION.test(word) && (PRONOUN.test(word) || UNSPECIFIC.test(word))) continue;
    else if (current) current.push(word);
    else if (thingsOf(word).size > 0 || POSITION.test(word) || shown.has(stem(word))) phrases.push([word]);
  }
  return phrases.filter((words) => words.length > 0 && !/^(?:more|longer|use)$/u.test(words[0]!));
}

/** Whether the sentence names the thing by a long number that the page shows for it: "card 7740 2219". */
const namesNumber = ({ sentence }: LineContext, { words }: ActedOn): boolean =>
  wordsOf(sentence).some((word) => /^\d{4,}$/u.test(word) && words.has(word));

const NAVIGATOR = /^(?:me|us|myself)$/u;

/**
 * Whether the order says of what or on what, and the row of the control has none of these words: "bid on the lamp"
 * beside a pair of candlesticks.
 */
function namesOtherRow({ words, complements }: ObjectPhrase, actedOn: ActedOn): boolean {
  if (actedOn.row === '') return false;
  const named = [
    ...words,
    ...complements.filter((one) => NAMING.test(one.preposition)).flatMap((one) => one.words),
  ].filter(
    (word) =>
      word.length > 2 &&
      !UNSPECIFIC.test(word) &&
      !DETERMINER.test(word) &&
      !PRONOUN.test(word) &&
      thingsOf(word).size === 0 &&
      !PEOPLE.test(word),
  );
  const isShown = (word: string): boolean =>
    actedOn.words.has(stem(word)) || (DAY_OR_MONTH.test(word) && actedOn.marks.has(word.slice(0, 3)));
  return named.length > 0 && !named.some(isShown);
}

/** An order of a verb, with what it is about. */
interface Order {
  entry: VerbEntry;
  phrase: ObjectPhrase;
  /** The specific words of the object. */
  words: readonly string[];
  /** Whether the thing that the verb is about without an object fits: "donate", "e-mail Ana". */
  impliedFits: boolean;
}

const COMPOUND = /^\p{L}.*[-._@]/u;

/**
 * How well the words of an order identify what the page shows: distinctive words that both have, and words of the clause
 * that the page does not have.
 */
export function compareMarks(
  clause: string,
  sentence: string,
  actedOn: ActedOn,
  { names }: LineContext,
): { shared: number; unknown: number; hasUnknownName: boolean } {
  const distinctive = (text: string): string[] =>
    wordsOf(text.replace(/(?<=\d),(?=\d\d\b)/gu, '.').replace(/'s\b/gu, '')).filter(
      (word) =>
        (/\d\d/u.test(word) || (word.length > 2 && !UNSPECIFIC.test(word))) &&
        !DETERMINER.test(word) &&
        !PRONOUN.test(word) &&
        !AFTER_OBJECT.test(word) &&
        !NOT_DISTINCTIVE.test(word),
    );
  const isIn = (marks: ReadonlySet<string>, word: string): boolean =>
    COMPOUND.test(word)
      ? word.split(/[-._@]/u).every((part) => part.length < 2 || marks.has(stem(part)))
      : marksOf(word).some((mark) => marks.has(mark));
  const shared = new Set(
    distinctive(sentence).filter(
      (word) => thingsOf(word).size === 0 && verbsIn(word).length === 0 && isIn(actedOn.marks, word),
    ),
  );
  const isStrong = (word: string): boolean =>
    /^\p{L}.*[._@]/u.test(word) || marksOf(word).some((mark) => actedOn.controlNumbers.has(mark));
  const unknown = distinctive(clause).filter(
    (word) =>
      !isIn(actedOn.marks, word) &&
      !isIn(actedOn.pageMarks, word) &&
      !intersects(thingsOf(word), actedOn.things),
  );
  return {
    shared: shared.size + [...shared].filter(isStrong).length,
    unknown: unknown.length,
    hasUnknownName: unknown.some((word) => names.has(word)),
  };
}

const BUYABLE: ReadonlySet<ThingKind> = new Set([
  'order',
  'payment',
  'booking',
  'subscription',
  'donation',
  'bid',
  'transfer',
]);

/**
 * Whether the order identifies the thing by two distinctive words at least, and names hardly anything else. This takes
 * the place of a known name for the thing: "get me two adult tickets for The Long Ferry".
 */
function isIdentified(clause: string, actedOn: ActedOn, context: LineContext): boolean {
  const { class: consentClass } = actedOn.action;
  const phrase = parseObject(clause, context);
  const head = phrase.words.findLast((word) => !UNSPECIFIC.test(word) && !PRONOUN.test(word));
  const things = head === undefined ? new Set<ThingKind>() : thingsOf(head);
  const possible = consentClass === 'buy' ? BUYABLE : actedOn.things;
  const isOtherThing =
    things.size > 0 && possible.size > 0 && !intersects(things, possible) && !actedOn.words.has(stem(head!));
  if (isOtherThing || namesPart(phrase, actedOn) || namesOtherRow(phrase, actedOn)) return false;
  if (namesOtherNumber(context.sentence, actedOn)) return false;
  if (consentClass !== 'delete' && !complementsFit(phrase, actedOn, context)) return false;
  const { shared, unknown, hasUnknownName } = compareMarks(clause, context.sentence, actedOn, context);
  const mayHaveContent = consentClass === 'send' && actedOn.row === '';
  return shared >= 2 && (mayHaveContent || (!hasUnknownName && unknown <= shared));
}

/** "The second photo of the listing", "the label from the ticket": only a part of what the control deletes. */
function namesPart({ words, complements }: ObjectPhrase, actedOn: ActedOn): boolean {
  const fits = (word: string): boolean =>
    intersects(thingsOf(word), actedOn.things) ||
    (thingsOf(word).size > 0 && actedOn.context.has(stem(word)));
  return (
    actedOn.action.class === 'delete' &&
    words.some((word) => !PRONOUN.test(word) && !UNSPECIFIC.test(word)) &&
    !words.some(fits) &&
    complements.some((one) => /^(?:of|from|off|out|in)$/u.test(one.preposition) && one.words.some(fits))
  );
}

/** Whether the object is no harmless thing that the page does not show: a filter, a list, a number. */
function namesNoOther(text: string, actedOn: ActedOn): boolean {
  const object = parseObject(text, { names: new Set(), antecedents: [], sentence: text }).words;
  const head = object.findLast((word) => !UNSPECIFIC.test(word));
  if (head === undefined || NAVIGATOR.test(object[0] ?? '')) return actedOn.action.class !== 'send';
  const things = thingsOf(head);
  return !things.has('other') || actedOn.words.has(stem(head));
}

/** @param text the clause after the verb */
export function objectFits(text: string, entry: VerbEntry, actedOn: ActedOn, context: LineContext): boolean {
  const { class: consentClass, kind } = actedOn.action;
  if (consentClass !== 'send' && namesOtherTime(context.sentence, actedOn.shownText)) return false;
  if (consentClass === 'send' && !entry.isLight && !entry.implies && NAVIGATOR.test(wordsOf(text)[0] ?? ''))
    return false;
  const { shared, unknown } = compareMarks(text, text, actedOn, context);
  if (entry.isOwn && unknown > shared && consentClass !== 'delete') return false;
  if (kind === 'grant' && unknown > shared + 1) return false;
  if (!entry.isLight && wordsFit(text, entry, actedOn, context)) return true;
  return !entry.requires && isIdentified(text, actedOn, context) && namesNoOther(text, actedOn);
}

function wordsFit(text: string, entry: VerbEntry, actedOn: ActedOn, context: LineContext): boolean {
  const phrase = parseObject(text, context);
  if (namesOtherNumber(text, actedOn) || !complementsFit(phrase, actedOn, context)) return false;
  if (namesOtherRow(phrase, actedOn) || namesPart(phrase, actedOn)) return false;
  if (phrase.person !== null && !isRecipient(wordsOf(phrase.person), actedOn)) return false;
  const specific = phrase.words.filter((word) => !UNSPECIFIC.test(word));
  // "The violin one" is named by "violin".
  const named = specific.filter((word) => !PRONOUN.test(word));
  const words = named.length > 0 ? named : specific;
  const impliedFits = entry.implies === undefined || entry.implies.some((thing) => actedOn.things.has(thing));
  const order = { entry, phrase, words, impliedFits };
  if (!words.every((word) => PRONOUN.test(word) || NAVIGATOR.test(word)))
    return thingFits(order, actedOn, context);
  return entry.requires
    ? requiredThingFits(order, entry.requires, actedOn, context)
    : impliedFits && bareOrderFits(order, actedOn, context);
}

/** "Place it", "confirm it": the antecedent is the object. An amount ("send $50") is money. */
function requiredThingFits(
  { phrase, words }: Order,
  required: readonly ThingKind[],
  actedOn: ActedOn,
  context: LineContext,
): boolean {
  if (!required.some((thing) => actedOn.things.has(thing))) return false;
  if (required.includes('transfer') && phrase.words.some((word) => /\d/u.test(word))) return true;
  return words.length > 0 && words.every((word) => PRONOUN.test(word)) && pronounFits(actedOn, context);
}

/** "Send", "delete it", "delete the second one", "reply to him", "log me out of all devices". */
function bareOrderFits({ entry, phrase, words }: Order, actedOn: ActedOn, context: LineContext): boolean {
  const { class: consentClass, kind } = actedOn.action;
  const { complements } = phrase;
  const isAboutNavigator = words.some((word) => NAVIGATOR.test(word));
  if (isAboutNavigator && entry.implies === undefined && consentClass !== 'account') return false;
  if (phrase.words.some((word) => POSITION.test(word))) return true;
  const after = complements.flatMap((one) => withoutDeterminers(one.words));
  if (
    consentClass === 'account' &&
    after.some((word) => actedOn.words.has(stem(word)) && !UNSPECIFIC.test(word))
  )
    return after.every((word) => isKnown(word, actedOn) || thingsOf(word).has('other'));
  if (words.some((word) => PRONOUN.test(word))) return pronounFits(actedOn, context);
  if (consentClass !== 'buy' && complements.some(({ preposition }) => preposition === 'of')) return false;
  if (consentClass === 'send' && entry.implies === undefined && complements.length > 0)
    return complements.some((one) => one.preposition !== 'to' || isPerson(one.words, context));
  // "Cancel" and "clear" without an object may be about anything.
  if (kind === 'cancel' || /cancel|empty/u.test(entry.verbs)) return false;
  return consentClass !== 'delete' || pronounFits(actedOn, context);
}

/**
 * Whether the words name the very thing, though the page does not say what it is: "the mail from Acme Ltd" beside a
 * row "Acme Ltd – Your invoice". Only for controls that do not say themselves what they act on.
 */
function identifiesThing(words: readonly string[], actedOn: ActedOn, { names }: LineContext): boolean {
  if (actedOn.ownThings.size > 0) return false;
  const specific = withoutDeterminers(words).filter((word) => !UNSPECIFIC.test(word));
  const matched = specific.filter((word) => actedOn.words.has(stem(word)));
  const hasName = matched.some((word) => names.has(word) || /\d{2}/u.test(word));
  const rest = specific.filter((word) => !matched.includes(word));
  const isKind = (word: string): boolean => {
    const things = thingsOf(word);
    if (things.size === 0 || things.has('other')) return false;
    return actedOn.things.size === 0 || intersects(things, actedOn.things);
  };
  return hasName && rest.every((word) => PEOPLE.test(word) || isKind(word));
}

/** "Send the people of Kelso this message": the thing comes after its recipient. */
const namesThingLater = ({ complements }: ObjectPhrase, actedOn: ActedOn): boolean =>
  complements.some(({ words }) => words.length > 1 && intersects(thingsOf(words.at(-1)!), actedOn.things));

/** "The draft", "Ana", "the blue kettle". */
function thingFits(
  { entry, phrase, words, impliedFits }: Order,
  actedOn: ActedOn,
  context: LineContext,
): boolean {
  const { class: consentClass, kind } = actedOn.action;
  const head = words.at(-1)!;
  const things = thingsOf(head);
  if (words.some((word) => NAVIGATOR.test(word)) && entry.implies?.includes('message')) return false;
  if (entry.requires) {
    if (!entry.requires.some((thing) => things.has(thing) && actedOn.things.has(thing))) return false;
  } else if (!impliedFits) return false;
  else if (entry.implies && consentClass !== 'account' && (entry.isToPerson || isPerson(words, context)))
    return isRecipient(words, actedOn);
  else if (consentClass === 'send' && things.size === 0 && namesThingLater(phrase, actedOn)) return true;
  else if (!headFits(head, actedOn, context.names) && !(entry.implies && kind === 'grant'))
    return identifiesThing([...words, ...phrase.complements.flatMap((one) => one.words)], actedOn, context);
  // The text of a message and the details of a booking are the navigator's work; what is deleted must be known.
  if (consentClass === 'send' || kind === 'book' || namesNumber(context, actedOn)) return true;
  const isNamed = (word: string): boolean =>
    isKnown(word, actedOn) || (consentClass === 'buy' && context.names.has(word));
  if (context.isProposal && words.some((word) => actedOn.words.has(stem(word)))) return true;
  return words.every(isNamed) || identifiesThing(words, actedOn, context);
}

/**
 * Whether a clause describes the change that a control with a name such as "Save" makes: everything that it names is
 * in the row, question, heading or fields of the control.
 */
export function describesChange(clause: string, actedOn: ActedOn): boolean {
  if (actedOn.action.class !== 'account' || !actedOn.isGenericName) return false;
  const [, ...rest] = wordsOf(clause);
  const named = withoutDeterminers(rest).filter(
    (word) => !UNSPECIFIC.test(word) && !AFTER_OBJECT.test(word) && !PRONOUN.test(word),
  );
  return named.length >= 2 && named.every((word) => actedOn.changeWords.has(stem(word)));
}
