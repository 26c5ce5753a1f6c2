/**
 * Whether an order is anchored in the page: its object is of the kind that the control acts on, the page shows the
 * object, or "it" refers to the thing. Pure.
 */
import type { ActedOn } from './acted-on.js';
import { canReach, namesRecipient } from './complements.js';
import { evidenceOf, intersects, isKnown, isShown, namesShownPhrase } from './evidence.js';
import { namesOther } from './conflicts.js';
import { fold } from './region.js';
import { countDistinctive, MEANS, type Order, PLACE, wordsOfOrder } from './order.js';
import { findNounPhrases, isPerson, type LineContext, NAVIGATOR, withoutDeterminers } from './phrase.js';
import { canonicalStem } from './synonyms.js';
import { HOLDER, PEOPLE, POSITION, PRONOUN, type ThingKind, thingsOf } from './things.js';
import { haveSameTime } from './times.js';
import { DAY_OR_MONTH, isSpecific, marksOf, stemsOf, wordsOf } from './words.js';
import { withoutVerb } from './find-things.js';

/** Whether an object with this head noun is of the kind that the control acts on. */
function headFits(head: string, actedOn: ActedOn, names: ReadonlySet<string>): boolean {
  if (actedOn.words.has(canonicalStem(head))) return true;
  const evidence = evidenceOf(head, actedOn);
  if (evidence === 'kind' || intersects(thingsOf(head), actedOn.things)) return true;
  if (evidence === 'none' || thingsOf(head).has('other')) return false;
  // The field "Password" on a page that changes the e-mail address.
  if (evidence === 'page' && actedOn.action.class === 'account') return names.has(head) || PLACE.test(head);
  // "Cancel the upload" beside "Cancel registration" is about something else on the page; "cancel Oslo" may not be.
  return (
    actedOn.action.class !== 'delete' ||
    actedOn.ownThings.size === 0 ||
    names.has(head) ||
    actedOn.firstWords.has(canonicalStem(head))
  );
}

/**
 * "Look for the blue blanket and buy it", "the slippers are in the basket, order them" beside an invoice: the thing
 * named last is not on the page.
 */
function namedOther(
  actedOn: ActedOn,
  { antecedents, earlierCount }: Pick<LineContext, 'antecedents' | 'earlierCount'>,
): boolean {
  const named = antecedents
    .map((text, index) => ({
      isEarlier: index < earlierCount,
      words: [...findNounPhrases(text, actedOn).flat(), ...wordsOf(WANTED.exec(text)?.[1] ?? '')].filter(
        (word) => isSpecific(word) && thingsOf(word).size === 0 && !MEANS.test(word),
      ),
    }))
    .findLast(({ words }) => words.length > 0);
  // Earlier lines may be about something else if the page does not say what it is about.
  return (
    named !== undefined &&
    (actedOn.hasInstance || !named.isEarlier) &&
    !named.words.some((word) => isKnown(word, actedOn))
  );
}

/** "The mail to Rashid", "write Rashid a mail" */
const RECEIVER =
  /\b(?:to|write|tell|message|text|e-?mail|mail|answer|ask|send|invite) ([\p{L}.']+)(?: ([\p{L}.']+))?/gu;

/** "The mail to Rashid is fine, send it" beside "To: Ruth Calder". */
function wroteToOther(
  actedOn: ActedOn,
  { antecedents, names }: Pick<LineContext, 'antecedents' | 'names'>,
): boolean {
  const named = antecedents
    .flatMap((text) => [...text.matchAll(RECEIVER)])
    .flatMap(([, first, second]) => [first, second])
    .filter((word) => word !== undefined && isSpecific(word) && names.has(word)) as string[];
  return (
    actedOn.action.class === 'send' &&
    actedOn.recipients.length > 0 &&
    named.length > 0 &&
    !named.some((word) => isKnown(word, actedOn))
  );
}

/** The object of a verb of searching or choosing. */
const WANTED =
  /\b(?:find|look for|search for|get|choose|pick|select|take|want|need)(?: me| us)? (?:an?|the|two|three|some|this|that|my) (.+)$/u;

/**
 * Whether "it" can refer to what the control acts on. The latest text that names a thing decides. It must be a thing
 * that the page shows; for deletions and accounts an unknown thing also fits, as "open the attachment" makes "delete
 * it" an order to delete the attachment.
 */
function pronounFits(actedOn: ActedOn, { antecedents, earlierCount, names }: LineContext): boolean {
  const isMutable = actedOn.action.class === 'delete' || actedOn.action.class === 'account';
  if (actedOn.action.class === 'buy' && namedOther(actedOn, { antecedents, earlierCount })) return false;
  if (wroteToOther(actedOn, { antecedents, names })) return false;
  // "I need a double at the Harbour Inn, book it" on the page of a restaurant
  const named = [...names].filter((word) => isSpecific(word) && !DAY_OR_MONTH.test(word));
  if (
    actedOn.action.class !== 'send' &&
    named.length > 0 &&
    ![...named, ...antecedents.flatMap(wordsOf)].some(
      (word) => isSpecific(word) && !DAY_OR_MONTH.test(word) && isKnown(word, actedOn),
    )
  )
    return false;
  for (const text of antecedents.toReversed()) {
    const phrases = findNounPhrases(text, actedOn);
    const fitting = phrases.filter((words) =>
      words.some(
        (word) =>
          POSITION.test(word) || actedOn.words.has(canonicalStem(word)) || headFits(word, actedOn, names),
      ),
    );
    // "Put the lamp in the basket" also names a place.
    if (fitting.some((words) => namesOther(words, actedOn))) return false;
    if (fitting.length > 0) return !isMutable || fitting.length === phrases.length;
    // "Wednesday's standup isn't happening any more, delete it"
    if (phrases.length === 0 && wordsOf(text).some((word) => actedOn.firstWords.has(canonicalStem(word))))
      return true;
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

/** Whether verb and object fit the kind of thing that the control acts on, or the thing that the page shows. */
export function isAnchored(order: Order, actedOn: ActedOn, context: LineContext): boolean {
  const { entry, phrase, head } = order;
  const { class: consentClass } = actedOn.action;
  const impliedFits = entry.implies === undefined || entry.implies.some((thing) => actedOn.things.has(thing));
  // "Suspend him" on the page of a user, "take him off the list" beside the row of the person named before
  const isPronoun = phrase.words.length > 0 && phrase.words.every((word) => /^(?:him|her)$/u.test(word));
  if (isPronoun && !entry.isLight && (consentClass === 'account' || consentClass === 'delete')) {
    const named = [...context.names].filter((word) => isSpecific(word));
    const isUser = /\b(?:user|member|account|profile|participant|contact|employee)s?\b/u.test(
      fold(actedOn.shownText),
    );
    return named.length > 0
      ? named.some((word) => isShown(word, actedOn))
      : isUser && actedOn.hasInstance && entry.isOwn === true;
  }
  const isToNavigator = phrase.words.some((word) => NAVIGATOR.test(word));
  if (isToNavigator && consentClass === 'send' && entry.implies?.includes('message')) return false;
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
    return phrase.person !== null || canReach(phrase.words, actedOn);
  // "E-mail Bob the report"
  if (consentClass === 'send' && entry.implies && phrase.person !== null) return true;
  // "Send Pia the address" in the chat with Pia: the navigator writes the content.
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
  // "Answer the question": the answered thing is of another kind.
  if (consentClass === 'send' && entry.implies && isKnown(head, actedOn)) return true;
  if (headFits(head, actedOn, context.names) || namesShownPhrase(phrase.words.filter(isSpecific), actedOn))
    return true;
  // "The running shoes Trailfox 3": the instructor adds the kind of thing.
  if (
    (consentClass !== 'send' || HOLDER.test(head)) &&
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
  if (words.some((word) => POSITION.test(word)))
    return consentClass !== 'delete' || !namedOther(actedOn, context);
  if (consentClass === 'buy' && namedOther(actedOn, context)) return false;
  const after = complements.flatMap((one) => withoutDeterminers(one.words));
  if (
    consentClass === 'account' &&
    kind !== 'create-account' &&
    after.some((word) => evidenceOf(word, actedOn) === 'near' && isSpecific(word))
  )
    return after.every((word) => isKnown(word, actedOn) || !isSpecific(word) || thingsOf(word).has('other'));
  if (words.some((word) => PRONOUN.test(word))) return pronounFits(actedOn, context);
  // "Connect me with support" beside "Connect your bank account"
  if (
    kind === 'grant' &&
    after.some((word) => isSpecific(word) && !isKnown(word, actedOn) && !PLACE.test(word))
  )
    return false;
  if (
    consentClass !== 'buy' &&
    complements.some(({ preposition, words: of }) => preposition === 'of' && of.some(isSpecific))
  )
    return false;
  if (consentClass === 'send' && entry.implies === undefined && complements.length > 0)
    return complements.some((one) => one.preposition !== 'to' || isPerson(one.words, context));
  // "Unsubscribe from the shoe newsletter"
  const named = after.filter(isSpecific);
  if (entry.implies && named.length > 0 && named.every((word) => isKnown(word, actedOn))) return true;
  // "Cancel" and "clear" without an object can refer to anything.
  if (kind === 'cancel' || /cancel|empty/u.test(entry.verbs)) return false;
  return consentClass !== 'delete' || pronounFits(actedOn, context);
}

/** Whether control, question, row, heading or title show the word, or it is a kind of thing that can be bought. */
const isSaid = (word: string, { shownText, title, pageText }: ActedOn): boolean =>
  TAKEABLE.some((thing) => thingsOf(word).has(thing)) ||
  marksOf(word).some((mark) => marksOf([shownText, title, ...pageText].join(' | ')).includes(mark));

/** Things that are bought by getting or taking them; an invoice is not. */
const TAKEABLE: readonly ThingKind[] = ['order', 'booking', 'subscription', 'bid', 'donation'];

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
 * Whether the order identifies the thing by distinctive words and contains few other words. Then the thing needs no
 * known name: "get me two adult tickets for The Long Ferry".
 */
export function isIdentified(order: Order, actedOn: ActedOn, context: LineContext): boolean {
  const { entry, phrase, head, names } = order;
  if (entry.requires) return false;
  const { class: consentClass } = actedOn.action;
  const things = head === undefined ? new Set<ThingKind>() : thingsOf(head);
  const possible = consentClass === 'buy' ? BUYABLE : actedOn.things;
  const isOwnWord = head !== undefined && actedOn.words.has(canonicalStem(head));
  if (head === undefined && consentClass === 'send' && names.length === 0) return false;
  if (head === undefined && phrase.words.some((word) => PRONOUN.test(word)) && !pronounFits(actedOn, context))
    return false;
  const amounts = [...phrase.words, ...phrase.complements.flatMap(({ words }) => words)].filter(
    (word) => /\d/u.test(word) && actedOn.controlMarks.has(word),
  ).length;
  const isOther =
    things.has('other') || (things.size > 0 && possible.size > 0 && !intersects(things, possible));
  if (isOther && !isOwnWord && amounts === 0) return false;
  // "The caption of the branch login-fix": what the page shows is not the thing itself.
  if (
    head !== undefined &&
    !isKnown(head, actedOn) &&
    !phrase.words.some(
      (word) => isShown(word, actedOn) && (entry.isOwn !== true || amounts > 0 || names.includes(word)),
    ) &&
    // "The mail from Parcel Ltd" beside "Delete", "my mum" beside her name
    !(things.size > 0 && !things.has('other') && actedOn.ownThings.size === 0) &&
    !(PEOPLE.test(head) && consentClass === 'account')
  )
    return false;
  // "Take the voucher from my mail" beside a field for vouchers: the field is not what is bought.
  if (entry.isLight && consentClass === 'buy' && head !== undefined && !isSaid(head, actedOn)) return false;
  const times = haveSameTime(context.sentence, actedOn.shownText) ? 1 : 0;
  const shared = countDistinctive(order, actedOn) + times + 2 * amounts;
  const unknown = wordsOfOrder(order).filter((word) => !isKnown(word, actedOn)).length;
  // "Get me a day pass" beside "Buy pass"
  const isOwnNoun =
    head !== undefined && stemsOf(withoutVerb(actedOn.controlNames[0] ?? '')).includes(canonicalStem(head));
  if (entry.isLight && entry.verbs.startsWith('get') && isOwnNoun)
    return (
      unknown <= 1 &&
      phrase.complements.every(
        ({ preposition, words }) =>
          preposition === 'for' || words.every((word) => !isSpecific(word) || isKnown(word, actedOn)),
      )
    );
  const isChoice = entry.isLight === true && consentClass === 'buy' && unknown === 0;
  return shared >= (isChoice ? 1 : 2) && unknown <= shared;
}

/**
 * "Change the priority to high", "save it", "save the changes": orders that the form carries out. "Save it as a draft"
 * is not one, nor is "change my username to tidewater" if the field has another value.
 */
export function changesField({ entry, phrase }: Order, actedOn: ActedOn): boolean {
  const { editedFields, fields } = actedOn;
  const specific = phrase.words.filter((word) => isSpecific(word));
  if (entry.verbs.startsWith('save'))
    return (
      phrase.complements.length === 0 &&
      specific.every((word) => /^(?:changes?|form|edits?|settings?)$/u.test(word))
    );
  const target = phrase.complements.findLast(({ preposition }) => preposition === 'to');
  const isTyped = fields.some(({ value }) => value !== '');
  if (target && isTyped && !target.words.filter(isSpecific).every((word) => isKnown(word, actedOn)))
    return false;
  return specific.some((word) => editedFields.has(canonicalStem(word)));
}
