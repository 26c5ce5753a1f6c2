/** Whether the object of an order ("the draft", "it", "Ana a mail") is the thing that a control acts on. Pure. */
import { stem } from '../../text/index.js';
import { wordsOf, type ActedOn } from './acted-on.js';
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
import type { VerbEntry } from './verbs.js';

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
  for (const word of wordsOf(text)) {
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
export function isKnown(word: string, { words, context, things }: ActedOn): boolean {
  const key = stem(word);
  return words.has(key) || context.has(key) || intersects(thingsOf(word), things) || UNSPECIFIC.test(word);
}

/** Whether an object with this head is what the control acts on. */
function headFits(head: string, actedOn: ActedOn): boolean {
  const things = thingsOf(head);
  const key = stem(head);
  if (actedOn.words.has(key)) return true;
  if (intersects(things, actedOn.things)) return true;
  return actedOn.context.has(key) && !things.has('other');
}

/** "Cancel order 48204" is not consent to cancel order 48211, nor "pay 20 euros" to pay 200. */
function namesOtherNumber(text: string, actedOn: ActedOn): boolean {
  const page = `${actedOn.controlNames.join(' ')} ${actedOn.action.what} ${actedOn.row}`;
  const numbersIn = (source: string): number[] =>
    (source.match(/\d+(?:[.,]\d{3})*(?:[.,]\d\d)?(?!\d)/gu) ?? []).map((one) =>
      Number(one.replace(/[.,](?=\d{3})/gu, '').replace(',', '.')),
    );
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

/** "Order by price" sorts; "pay by card" pays. */
const MEANS =
  /^(?:card|paypal|invoice|transfer|bank|credit|debit|phone|e-?mail|mail|post|visa|mastercard|saved)$/u;
/** Prepositions before what a thing is about, as opposed to means, times and people. */
const NAMING = /^(?:on|of|about|named|called|titled|regarding)$/u;
/** Places that need not be named on the page. */
const PLACE = /^(?:list|page|site|account|me|us|my|day|good|ever)$/u;

/** Whether what follows the object agrees with the page. */
function complementsFit(phrase: ObjectPhrase, actedOn: ActedOn, context: LineContext): boolean {
  const { class: consentClass, kind } = actedOn.action;
  return phrase.complements.every(({ preposition, words }, at) => {
    const rest = withoutDeterminers(words).filter((word) => !PRONOUN.test(word));
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
        rest.every((word) => isKnown(word, actedOn) || /^(?:me|us|free)$/u.test(word))
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
 * Whether "it" can be what the control acts on: the last thing that was named before. For deletions and accounts an
 * unknown thing counts too: "open the attachment" makes "delete it" an order to delete the attachment.
 */
function pronounFits(actedOn: ActedOn, { antecedents }: LineContext): boolean {
  const isMutable = actedOn.action.class === 'delete' || actedOn.action.class === 'account';
  for (const text of antecedents.toReversed()) {
    const words = wordsOf(text);
    let namesOther = false;
    for (let at = words.length - 1; at >= 0; at--) {
      const word = words[at]!;
      const next = words[at + 1];
      if (POSITION.test(word)) return true;
      if (UNSPECIFIC.test(word) || PRONOUN.test(word)) continue;
      if (DETERMINER.test(word)) {
        const isUnknownThing = next !== undefined && !UNSPECIFIC.test(next) && !AFTER_OBJECT.test(next);
        if (isUnknownThing && isMutable) return false;
        continue;
      }
      if (actedOn.words.has(stem(word)) || headFits(word, actedOn)) return true;
      // "Put the lamp in the basket" names a place; "clear the filter" names the thing.
      const things = thingsOf(word);
      if (things.size > 0 && isMutable) return false;
      namesOther ||= things.has('search') || (things.size > 0 && !things.has('other'));
    }
    if (namesOther) return false;
  }
  return !isMutable;
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
  return named.length > 0 && !named.some((word) => actedOn.words.has(stem(word)));
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

/** @param text the clause after the verb */
export function objectFits(text: string, entry: VerbEntry, actedOn: ActedOn, context: LineContext): boolean {
  const phrase = parseObject(text, context);
  if (namesOtherNumber(text, actedOn) || !complementsFit(phrase, actedOn, context)) return false;
  if (namesOtherRow(phrase, actedOn)) return false;
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
  if (complements.some(({ preposition }) => preposition === 'of')) return false;
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
  else if (entry.implies && consentClass !== 'account' && isPerson(words, context))
    return isRecipient(words, actedOn);
  else if (consentClass === 'send' && things.size === 0 && namesThingLater(phrase, actedOn)) return true;
  else if (!headFits(head, actedOn) && !(entry.implies && kind === 'grant'))
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
