/** Whether the object of an order ("the draft", "it", "Ana a mail") is the thing that a control acts on. Pure. */
import { stem } from '../../text/index.js';
import { namesOtherTime, wordsOf, type ActedOn } from './acted-on.js';
import {
  compareMarks,
  headFits,
  intersects,
  isKnown,
  namesContent,
  namesOtherNumber,
  namesOtherRow,
  namesPart,
  namesShownPhrase,
} from './identify.js';
import {
  findNounPhrases,
  isPerson,
  NAVIGATOR,
  parseObject,
  withoutDeterminers,
  type LineContext,
  type ObjectPhrase,
} from './phrase.js';
import { MOVED_TO, PEOPLE, POSITION, PRONOUN, thingsOf, UNSPECIFIC, type ThingKind } from './things.js';
import type { VerbEntry } from './verbs.js';

/** "Order by price" sorts; "pay by card" pays. */
const MEANS =
  /^(?:card|paypal|invoice|transfer|bank|credit|debit|phone|e-?mail|mail|post|visa|mastercard|saved)$/u;
/** Days and accounts: "on Friday", "on my card". */
const WHEN =
  /day$|^\d|^(?:card|account|file|behalf|credit|visa|january|february|march|april|may|june|july|august|september|october|november|december)$/u;
/** Places that need not be named on the page. */
const PLACE =
  /^(?:list|page|site|account|folder|me|us|my|day|good|ever|user|person|member|author|sender|customer|client)$/u;

/** Whether the page shows all words; the kind of thing after them may be the instructor's own word: "barista job". */
function namesKnown(words: readonly string[], actedOn: ActedOn): boolean {
  const isNamed = (word: string): boolean => isKnown(word, actedOn) || PLACE.test(word);
  return words.every((word, at) => isNamed(word) || (at > 0 && at === words.length - 1));
}

const isOtherName = (word: string, actedOn: ActedOn, { names }: LineContext): boolean =>
  (names.has(word) || /\d/u.test(word)) && !isKnown(word, actedOn);

/** Whether what follows the object agrees with the page. */
function complementsFit(phrase: ObjectPhrase, actedOn: ActedOn, context: LineContext): boolean {
  const { class: consentClass, kind } = actedOn.action;
  return phrase.complements.every(({ preposition, words }, at) => {
    const rest = withoutDeterminers(words).filter((word) => !PRONOUN.test(word));
    if (consentClass === 'buy' && preposition === 'on' && rest.length > 0)
      return rest.some((word) => isKnown(word, actedOn) || thingsOf(word).size > 0 || WHEN.test(word));
    if (preposition === 'by' && rest.length > 0) return MEANS.test(rest[0]!) || consentClass === 'send';
    if (consentClass === 'delete' || kind === 'close-account')
      return namesKnown(rest, actedOn) && !rest.some((word) => isOtherName(word, actedOn, context));
    if (consentClass === 'send' && actedOn.row !== '' && rest.some((word) => context.names.has(word)))
      if (!rest.some((word) => context.names.has(word) && isKnown(word, actedOn))) return false;
    // "Donate to the shelter" beside "Help the Sea Rescue Fund".
    if (preposition === 'to' && (actedOn.things.has('donation') || actedOn.things.has('transfer')))
      return rest.length === 0 || rest.some((word) => isKnown(word, actedOn));
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
function isRecipient(words: readonly string[], { recipients, isToMany }: ActedOn): boolean {
  const isGroup = words.some((word) => PEOPLE.test(word));
  if (isToMany && !isGroup) return false;
  return (
    recipients.length === 0 ||
    isGroup ||
    words.some((word) => recipients.some((one) => one.toLowerCase().includes(word)))
  );
}

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

/** An order of a verb, with what it is about. */
interface Order {
  entry: VerbEntry;
  phrase: ObjectPhrase;
  /** The specific words of the object. */
  words: readonly string[];
  /** Whether the thing that the verb is about without an object fits: "donate", "e-mail Ana". */
  impliedFits: boolean;
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
  if (namesOtherRow(phrase, actedOn) || namesPart(phrase, actedOn) || namesContent(phrase, actedOn))
    return false;
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

const isOwnNoun = (word: string | undefined, { controlNames }: ActedOn): boolean =>
  word !== undefined && wordsOf(controlNames[0] ?? '').some((one) => stem(one.toLowerCase()) === stem(word));

/** "The event Yoga trial class" beside "Delete event": a name that the page shows follows the control's own noun. */
const namesOwnThing = (words: readonly string[], actedOn: ActedOn): boolean =>
  words.some((word) => intersects(thingsOf(word), actedOn.ownThings)) &&
  words.every((word) => isKnown(word, actedOn));

/** "The draft", "Ana", "the blue kettle". */
function thingFits({ entry, words, impliedFits }: Order, actedOn: ActedOn, context: LineContext): boolean {
  const { class: consentClass, kind } = actedOn.action;
  const head = words.at(-1)!;
  const things = thingsOf(head);
  if (words.some((word) => NAVIGATOR.test(word)) && entry.implies?.includes('message')) return false;
  const isShown = namesShownPhrase(words, actedOn);
  if (entry.requires) {
    const isPossible = isShown && consentClass === 'send';
    if (!entry.requires.some((thing) => (isPossible || things.has(thing)) && actedOn.things.has(thing)))
      return false;
  } else if (!impliedFits) return false;
  else if (entry.implies && consentClass !== 'account' && (entry.isToPerson || isPerson(words, context)))
    return isRecipient(words, actedOn);
  else if (
    !headFits(head, actedOn, context.names) &&
    !isShown &&
    !namesOwnThing(words, actedOn) &&
    !(entry.implies && kind === 'grant')
  )
    return false;
  // The text of a message and the details of a booking are the navigator's work; what is deleted must be known.
  if (consentClass === 'send' || kind === 'book') return true;
  const isNamed = (word: string): boolean =>
    isKnown(word, actedOn) || (consentClass === 'buy' && context.names.has(word));
  if (context.isProposal && words.some((word) => actedOn.words.has(stem(word)))) return true;
  // "The wiki page Old Timetable": the kind of the control's own noun is the instructor's word.
  return words.every((word, at) => isNamed(word) || isOwnNoun(words[at + 1], actedOn));
}
