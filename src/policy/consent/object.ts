/**
 * Whether the object of an order ("the draft", "it", "Ana a mail") is the thing that a control acts on. The object must
 * be anchored in what the page shows or in the kind of thing, its words must be accounted for, and none may contradict
 * the page. Pure.
 */
import { wordsOf, type ActedOn } from './acted-on.js';
import {
  namesBelonging,
  namesContent,
  namesOther,
  namesOtherKind,
  namesOtherNoun,
  namesOtherRole,
  namesOtherScope,
  namesOtherValue,
  namesPart,
  sharesNumber,
  sharesTime,
} from './conflicts.js';
import {
  evidenceOf,
  intersects,
  isIdentifier,
  isKnown,
  isShown,
  isSpecific,
  namesShownPhrase,
} from './evidence.js';
import {
  findNounPhrases,
  isPerson,
  NAVIGATOR,
  parseObject,
  withoutDeterminers,
  type LineContext,
  type ObjectPhrase,
} from './phrase.js';
import { canonicalStem } from './synonyms.js';
import { COLLECTED_IN, MOVED_TO, PEOPLE, POSITION, PRONOUN, thingsOf, type ThingKind } from './things.js';
import { verbsIn, type VerbEntry } from './verbs.js';

/** An order of a verb, with what it is about. */
interface Order {
  entry: VerbEntry;
  phrase: ObjectPhrase;
  /** The noun of the object that says the kind of thing; it may be a name. */
  head: string | undefined;
  /** The other specific words of the object, without names and identifiers. */
  modifiers: readonly string[];
  /** Names and identifiers in the object and behind prepositions that say which thing is meant. */
  names: readonly string[];
  /** Other specific words behind these prepositions. */
  about: readonly string[];
  /** The specific words of the object and of each complement in `about`, in order. */
  phrases: readonly (readonly string[])[];
}

/** Prepositions before what a thing is about, as opposed to means, recipients and details. */
const NAMING: Readonly<Record<'send' | 'other', RegExp>> = {
  send: /^(?:of|on|for|from|in|under|below|into|about|regarding|named|called|titled|entitled)$/u,
  other:
    /^(?:of|on|for|from|to|in|at|about|regarding|named|called|titled|entitled|under|into|onto|out|off|by|with|between)$/u,
};
const CALLED = /^(?:named|called|titled|entitled)$/u;
/** Verbs with a new value behind "to": "change my address to …". */
const CHANGE = /^(?:change|rename)\b/u;
/** "Confirm for me that it goes to the old flat" asks something. */
const ASKS = /^(?:(?:for|to|with) me )?(?:that|whether|if) (?:it|i|the|my|there|this|he|she|they|we|you)\b/u;
/** "Take out the insurance" */
const TAKES_AWAY = /^(?:out|off|away|down|back)\b/u;
const TOLD = /(?:^| )(?:that|whether|if|why|how|when) .*$/u;
/** "Order by price" sorts; "pay by card" pays. */
const MEANS =
  /^(?:card|paypal|invoice|transfer|bank|credit|debit|phone|e-?mail|mail|post|visa|mastercard|saved)$/u;
/** What follows "about" is the subject of a message, not a message that the page shows. */
const MESSAGE = /^(?:message|mail|e-?mail|letter|note|text|reply|comment|line|question)s?$/u;
/** "Extend it by one day" */
const AMOUNT_OF_TIME = /^(?:an?|one|two|three|\d+|another) (?:more )?(?:hour|night|day|week|month|year)s?\b/u;
/** Places that need not be named on the page. */
const PLACE =
  /^(?:list|page|site|account|folder|me|us|my|day|user|person|member|author|sender|customer|client|weekend|phone|card|file|site|website|blog|forum|app|shop|store|portal|platform|group|team|club|channel|workspace)$/u;

/** "One pack of ibuprofen", "two of the cartridges": what is counted is the object. */
function mergeCount(phrase: ObjectPhrase): ObjectPhrase {
  if (phrase.words.some((word) => isSpecific(word) || PRONOUN.test(word))) return phrase;
  const counted = phrase.complements.find(
    ({ preposition, words }) => preposition === 'of' && words.some(isSpecific),
  );
  return counted === undefined
    ? phrase
    : {
        ...phrase,
        words: [...phrase.words, ...withoutDeterminers(counted.words)],
        complements: phrase.complements.filter((one) => one !== counted),
      };
}

function parseOrder(text: string, entry: VerbEntry, actedOn: ActedOn, context: LineContext): Order {
  const phrase = mergeCount(parseObject(text, context));
  const specific = phrase.words.filter(isSpecific);
  const nouns = specific.filter((word) => !isIdentifier(word, context));
  // "The spam folder"
  const isPlace = nouns.length > 1 && PLACE.test(nouns.at(-1)!) && !isKnown(nouns.at(-1)!, actedOn);
  const kinds = isPlace ? nouns.slice(0, -1) : nouns;
  const head = kinds.at(-1) ?? specific.at(-1);
  const naming = NAMING[actedOn.action.class === 'send' ? 'send' : 'other'];
  const isAnswer = /\breply\b/u.test(entry.verbs);
  const isMessage =
    head === undefined ? entry.implies?.includes('message') === true : !isAnswer && MESSAGE.test(head);
  const isNaming = (preposition: string): boolean =>
    naming.test(preposition) &&
    !(isMessage && /^(?:about|on)$/u.test(preposition)) &&
    !(preposition === 'to' && entry.isOwn && CHANGE.test(entry.verbs));
  const aboutPhrases = phrase.complements
    .filter(({ preposition }) => isNaming(preposition))
    // "Transfer 180 to Lena for my share": a purpose.
    .filter(
      ({ preposition }, _, all) => preposition !== 'for' || !all.some((one) => one.preposition === 'to'),
    )
    .map(({ words }) => words.filter((word) => isSpecific(word) && !MEANS.test(word) && !PEOPLE.test(word)));
  const about = aboutPhrases.flat();
  const called = phrase.complements
    .filter(({ preposition }) => CALLED.test(preposition))
    .flatMap(({ words }) => words.filter(isSpecific));
  const isName = (word: string): boolean => isIdentifier(word, context) || called.includes(word);
  return {
    entry,
    phrase,
    head,
    modifiers: kinds.slice(0, -1),
    names: [
      ...specific,
      ...about,
      ...wordsOf(phrase.person ?? ''),
    ].filter((word) => isSpecific(word) && isName(word)),
    about: about.filter((word) => !isName(word)),
    phrases: [
      kinds,
      ...aboutPhrases.map((words) => words.filter((word) => !isName(word) && !PLACE.test(word))),
    ],
  };
}

/** @param given the clause after the verb */
export function objectFits(given: string, entry: VerbEntry, actedOn: ActedOn, context: LineContext): boolean {
  const { action } = actedOn;
  if (entry.isLight && action.class === 'buy' && TAKES_AWAY.test(given)) return false;
  // "Reply that we accept the offer"
  const text = action.class === 'send' && entry.implies ? given.replace(TOLD, '') : given;
  const isToNavigator = NAVIGATOR.test(wordsOf(text)[0] ?? '');
  if (action.class !== 'send' && ASKS.test(text)) return false;
  if (action.class === 'send' && !entry.isLight && !entry.implies && isToNavigator) return false;
  const order = parseOrder(text, entry, actedOn, context);
  if (contradicts(text, order, actedOn, context)) return false;
  if (entry.isEdit) return changesField(order, actedOn);
  return (!entry.isLight && isAnchored(order, actedOn, context)) || isIdentified(order, actedOn, context);
}

/** "Change the priority to high", "save it", "save the changes": what the form is for. "Save it as a draft" is not. */
function changesField({ entry, phrase }: Order, { editedFields }: ActedOn): boolean {
  const specific = phrase.words.filter((word) => isSpecific(word));
  return entry.verbs.startsWith('save')
    ? phrase.complements.length === 0 &&
        specific.every((word) => /^(?:changes?|form|edits?|settings?)$/u.test(word))
    : specific.some((word) => editedFields.has(canonicalStem(word)));
}

/** Whether a word of the order is about something else than the page shows. */
function contradicts(text: string, order: Order, actedOn: ActedOn, context: LineContext): boolean {
  const { action } = actedOn;
  const { phrase, head, modifiers, names, about } = order;
  if (namesOtherValue(action.class === 'send' ? text : context.sentence, context.sentence, actedOn))
    return true;
  if (namesOtherScope(wordsOf(text), actedOn)) return true;
  if (head !== undefined && namesBelonging(head, actedOn)) return true;
  if (namesPart(phrase, actedOn) || namesContent(phrase, actedOn)) return true;
  if (!complementsFit(phrase, actedOn, context)) return true;
  if (phrase.person !== null && !isRecipient(wordsOf(phrase.person), actedOn)) return true;
  const isUnknown = (word: string): boolean => !isKnown(word, actedOn);
  if (order.phrases.slice(action.class === 'delete' ? 0 : 1).some((words) => namesOtherNoun(words, actedOn)))
    return true;
  if (action.class === 'send') {
    const answered = phrase.complements.filter((one) => one.preposition === 'to').flatMap((one) => one.words);
    const others = answered.filter((word) => isIdentifier(word, context));
    return [[...modifiers, ...names, ...about], names, others].some((words) => namesOther(words, actedOn));
  }
  const isMarked =
    [...names, ...phrase.complements.flatMap(({ words }) => words.filter(isSpecific))].some((word) =>
      isShown(word, actedOn),
    ) || sharesNumber(context.sentence, actedOn);
  const hasDetails = action.kind === 'create-account' || action.kind === 'password';
  // "Order the dog food for Rufus"
  const receivers =
    action.class === 'buy' && countDistinctive(order, actedOn) > 1
      ? phrase.complements.flatMap((one) => (one.preposition === 'for' ? one.words : []))
      : [];
  if (!hasDetails && names.some((word) => isUnknown(word) && !receivers.includes(word))) return true;
  if (head !== undefined && namesOtherKind(head, actedOn)) return true;
  const unknownModifiers = modifiers.filter(isUnknown).length;
  if (unknownModifiers > 0 && (unknownModifiers > 1 || !isMarked) && !context.isProposal) return true;
  const unknownAbout = about.filter((word) => isUnknown(word) && !PLACE.test(word)).length;
  const shown = wordsOfOrder(order).filter((word) => isShown(word, actedOn)).length;
  return unknownAbout > shown && actedOn.hasInstance;
}

/** Whether an answer ("the one from Jon", "at 8") chooses another thing than the page shows. */
export function choosesOther(answer: string, actedOn: ActedOn, context: LineContext): boolean {
  if (actedOn.action.class === 'send') return false;
  if (namesOtherValue(answer, answer, actedOn)) return true;
  const { words, complements } = parseObject(answer, context);
  return (
    actedOn.action.class === 'delete' &&
    namesOther([...words, ...complements.flatMap((one) => one.words)], actedOn)
  );
}

/** Whether what follows the object agrees with the page. */
function complementsFit(phrase: ObjectPhrase, actedOn: ActedOn, context: LineContext): boolean {
  const { class: consentClass, kind } = actedOn.action;
  return phrase.complements.every(({ preposition, words }, at) => {
    const rest = withoutDeterminers(words).filter((word) => !PRONOUN.test(word));
    if (rest.length === 0) return true;
    if (preposition === 'by')
      return MEANS.test(rest[0]!) || AMOUNT_OF_TIME.test(words.join(' ')) || consentClass === 'send';
    const isMove = /^(?:to|into|in|onto|on)$/u.test(preposition) && MOVED_TO.test(rest.at(-1)!);
    const knowsSome = rest.some((word) => isKnown(word, actedOn));
    const isDetail = preposition === 'with' && words.some((word) => /^\d+$/u.test(word));
    if (consentClass === 'delete' || kind === 'close-account')
      return isDetail || accountsForAll(rest, actedOn);
    if (consentClass === 'buy') {
      if (isMove || (preposition === 'to' && COLLECTED_IN.test(rest.at(-1)!))) return false;
      const isToNavigator = phrase.words.every((word) => NAVIGATOR.test(word));
      if (preposition === 'to' && (actedOn.things.has('donation') || actedOn.things.has('transfer')))
        return knowsSome;
      if (preposition === 'to' && isToNavigator) return rest.every((word) => isKnown(word, actedOn));
    }
    if (kind === 'create-account' && at === 0 && preposition === 'for')
      return isPerson(words, context) || knowsSome || /^(?:me|us|free)$/u.test(rest[0]!);
    if (consentClass !== 'send') return true;
    return (
      !isMove &&
      (!/^(?:to|with)$/u.test(preposition) || !isPerson(words, context) || isRecipient(rest, actedOn)) &&
      (preposition !== 'to' || actedOn.recipients.length === 0 || knowsSome || isRecipient(rest, actedOn))
    );
  });
}

/** Whether the page shows all words; the kind of thing after them may be the instructor's own word: "barista job". */
const accountsForAll = (words: readonly string[], actedOn: ActedOn): boolean =>
  words
    .filter((word) => isSpecific(word) && !PLACE.test(word))
    .every((word, at, all) => isKnown(word, actedOn) || (at > 0 && at === all.length - 1));

/** Whether the form's recipient can be this person; without such a field it can be anyone. */
function isRecipient(words: readonly string[], actedOn: ActedOn): boolean {
  const { recipients, isToMany } = actedOn;
  const isGroup = words.some((word) => PEOPLE.test(word));
  if (isToMany && !isGroup) return false;
  if (isGroup) return !namesOtherRole(words, actedOn);
  return (
    recipients.length === 0 ||
    words.some(
      (word) => namesRecipient(word, actedOn) || (isSpecific(word) && actedOn.words.has(canonicalStem(word))),
    )
  );
}

const namesRecipient = (word: string, { recipients }: ActedOn): boolean =>
  recipients.some((one) => one.toLowerCase().includes(word));

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
        (word) =>
          POSITION.test(word) || actedOn.words.has(canonicalStem(word)) || headFits(word, actedOn, names),
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

/** Whether an object with this head is what the control acts on. */
function headFits(head: string, actedOn: ActedOn, names: ReadonlySet<string>): boolean {
  if (actedOn.words.has(canonicalStem(head))) return true;
  const evidence = evidenceOf(head, actedOn);
  if (evidence === 'kind' || intersects(thingsOf(head), actedOn.things)) return true;
  if (evidence === 'none' || thingsOf(head).has('other')) return false;
  // "Cancel the upload" beside "Cancel registration" is about something else on the page; "cancel Oslo" may not be.
  return actedOn.action.class !== 'delete' || actedOn.ownThings.size === 0 || names.has(head);
}

/** Whether verb and object fit the kind of thing that the control acts on, or the thing that the page shows. */
function isAnchored(order: Order, actedOn: ActedOn, context: LineContext): boolean {
  const { entry, phrase, head } = order;
  const { class: consentClass } = actedOn.action;
  const impliedFits = entry.implies === undefined || entry.implies.some((thing) => actedOn.things.has(thing));
  const isToNavigator = phrase.words.some((word) => NAVIGATOR.test(word));
  if (isToNavigator && entry.implies?.includes('message')) return false;
  if (head === undefined)
    return entry.requires
      ? requiredThingFits(order, entry.requires, actedOn, context)
      : impliedFits && bareOrderFits(order, actedOn, context);
  if (entry.requires) {
    const isPossible = consentClass === 'send' && namesShownPhrase(phrase.words.filter(isSpecific), actedOn);
    const things = thingsOf(head);
    return entry.requires.some((thing) => (isPossible || things.has(thing)) && actedOn.things.has(thing));
  }
  if (!impliedFits) return false;
  if (entry.implies && consentClass !== 'account' && (entry.isToPerson || isPerson(phrase.words, context)))
    return isRecipient(phrase.words, actedOn);
  // "Send Pia the address" in the chat with Pia: the content is the navigator's work.
  const receivers = [
    ...wordsOf(phrase.person ?? ''),
    ...phrase.complements.flatMap((one) => (one.preposition === 'to' ? one.words : [])),
  ];
  if (
    consentClass === 'send' &&
    actedOn.things.has('message') &&
    receivers.some((word) => isSpecific(word) && namesRecipient(word, actedOn))
  )
    return true;
  // "Answer the question": the thing that is answered has another kind.
  if (consentClass === 'send' && entry.implies && evidenceOf(head, actedOn) === 'near') return true;
  if (headFits(head, actedOn, context.names) || namesShownPhrase(phrase.words.filter(isSpecific), actedOn))
    return true;
  // "The running shoes Trailfox 3": the kind of the thing is the instructor's word.
  if (
    consentClass !== 'send' &&
    (thingsOf(head).size === 0 || PEOPLE.test(head)) &&
    order.names.some((word) => phrase.words.includes(word) && evidenceOf(word, actedOn) === 'near')
  )
    return true;
  return entry.implies !== undefined && actedOn.action.kind === 'grant';
}

/** "Place it", "confirm it": the antecedent is the object. An amount ("send $50") is money. */
function requiredThingFits(
  { phrase }: Order,
  required: readonly ThingKind[],
  actedOn: ActedOn,
  context: LineContext,
): boolean {
  if (!required.some((thing) => actedOn.things.has(thing))) return false;
  if (required.includes('transfer') && phrase.words.some((word) => /\d/u.test(word))) return true;
  return (
    phrase.words.length > 0 &&
    phrase.words.some((word) => PRONOUN.test(word)) &&
    pronounFits(actedOn, context)
  );
}

/** "Send", "delete it", "delete the second one", "reply to him", "log me out of all devices". */
function bareOrderFits({ entry, phrase }: Order, actedOn: ActedOn, context: LineContext): boolean {
  const { class: consentClass, kind } = actedOn.action;
  const { words, complements } = phrase;
  const isToNavigator = words.some((word) => NAVIGATOR.test(word));
  if (isToNavigator && entry.implies === undefined && consentClass !== 'account') return false;
  if (words.some((word) => POSITION.test(word))) return true;
  const after = complements.flatMap((one) => withoutDeterminers(one.words));
  if (
    consentClass === 'account' &&
    kind !== 'create-account' &&
    after.some((word) => evidenceOf(word, actedOn) === 'near' && isSpecific(word))
  )
    return after.every((word) => isKnown(word, actedOn) || !isSpecific(word) || thingsOf(word).has('other'));
  if (words.some((word) => PRONOUN.test(word))) return pronounFits(actedOn, context);
  if (
    consentClass !== 'buy' &&
    complements.some(({ preposition, words: of }) => preposition === 'of' && of.some(isSpecific))
  )
    return false;
  if (consentClass === 'send' && entry.implies === undefined && complements.length > 0)
    return complements.some((one) => one.preposition !== 'to' || isPerson(one.words, context));
  // "Cancel" and "clear" without an object may be about anything.
  if (kind === 'cancel' || /cancel|empty/u.test(entry.verbs)) return false;
  return consentClass !== 'delete' || pronounFits(actedOn, context);
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
 * Whether the order identifies the thing by distinctive words, and names hardly anything else. This takes the place of
 * a known name for the thing: "get me two adult tickets for The Long Ferry".
 */
function isIdentified(order: Order, actedOn: ActedOn, context: LineContext): boolean {
  const { entry, phrase, head, names } = order;
  if (entry.requires) return false;
  const { class: consentClass } = actedOn.action;
  const things = head === undefined ? new Set<ThingKind>() : thingsOf(head);
  const possible = consentClass === 'buy' ? BUYABLE : actedOn.things;
  const isOwnWord = head !== undefined && actedOn.words.has(canonicalStem(head));
  if (head === undefined && consentClass === 'send' && names.length === 0) return false;
  const amounts = [...phrase.words, ...phrase.complements.flatMap(({ words }) => words)].filter(
    (word) => /\d/u.test(word) && actedOn.controlMarks.has(word),
  ).length;
  const isOther =
    things.has('other') || (things.size > 0 && possible.size > 0 && !intersects(things, possible));
  if (isOther && !isOwnWord && amounts === 0) return false;
  const times = sharesTime(context.sentence, actedOn) ? 1 : 0;
  const shared = countDistinctive(order, actedOn) + times + 2 * amounts;
  const unknown = wordsOfOrder(order).filter((word) => !isKnown(word, actedOn)).length;
  const isChoice = entry.isLight === true && consentClass === 'buy' && unknown === 0;
  return shared >= (isChoice ? 1 : 2) && unknown <= shared;
}

const wordsOfOrder = ({ head, modifiers, names, about }: Order): string[] => [
  ...new Set([...(head === undefined ? [] : [head]), ...modifiers, ...names, ...about]),
];

/** The number of words of the order that the page shows near the control, besides kinds of things and verbs. */
const countDistinctive = (order: Order, actedOn: ActedOn): number =>
  wordsOfOrder(order).filter(
    (word) => thingsOf(word).size === 0 && verbsIn(word).length === 0 && isShown(word, actedOn),
  ).length;
