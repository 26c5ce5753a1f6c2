/**
 * Checks whether a command is anchored in the page: its object is of the kind that the control acts on, the page shows
 * the object, or "it" refers to the control's target. Pure.
 */
import type { ConsentTarget } from './consent-target.js';
import { canReachPerson, isRecipientWord } from './complements.js';
import { findEvidence, intersects, isKnown, isShown, isShownPhrase } from './evidence.js';
import { hasOnlyUnshownWords } from './conflicts.js';
import { foldLookalikes } from './region.js';
import {
  countDistinctiveWords,
  MEANS_WORD,
  type InstructorCommand,
  UNNAMED_PLACE,
  listCommandWords,
} from './command.js';
import {
  findNounPhrases,
  isPerson,
  type LineContext,
  INSTRUCTOR_PRONOUN,
  removeDeterminers,
} from './object-phrase.js';
import { canonicalStem } from './synonyms.js';
import {
  NAMED_PLACE,
  PERSON_WORD,
  POSITION_WORD,
  PRONOUN,
  type ObjectKind,
  getObjectKinds,
} from './object-kinds.js';
import { hasCommonTime } from './times.js';
import { DAY_OR_MONTH, isSpecific, getMatchTokens, getStems, splitWords } from './words.js';
import { removeVerb } from './find-object-kinds.js';

/** Whether an object with this head noun is of the kind that the control acts on. */
function isHeadNounCompatible(headNoun: string, target: ConsentTarget, names: ReadonlySet<string>): boolean {
  if (target.nearbyStems.has(canonicalStem(headNoun))) return true;
  const evidence = findEvidence(headNoun, target);
  if (evidence === 'kind' || intersects(getObjectKinds(headNoun), target.objectKinds)) return true;
  if (evidence === 'none' || getObjectKinds(headNoun).has('other')) return false;
  // On a page that changes the e-mail address, "password" is only the name of another field.
  if (evidence === 'page' && target.action.class === 'account')
    return names.has(headNoun) || UNNAMED_PLACE.test(headNoun);
  // If the control is "Cancel registration", the command "cancel the upload" is about something else. "Cancel Oslo"
  // may be about the registration.
  return (
    target.action.class !== 'delete' ||
    target.nameKinds.size === 0 ||
    names.has(headNoun) ||
    target.leadingStems.has(canonicalStem(headNoun))
  );
}

/**
 * Whether the page does not show what the instructor mentioned last. Example: the instructor says "look for the blue
 * blanket and buy it" or "the slippers are in the basket, order them", but the page shows an invoice.
 */
function isLastMentionUnknown(
  target: ConsentTarget,
  {
    antecedents,
    earlierMessageCount: earlierCount,
  }: Pick<LineContext, 'antecedents' | 'earlierMessageCount'>,
): boolean {
  const lastMention = antecedents
    .map((text, index) => ({
      isEarlier: index < earlierCount,
      words: [
        ...findNounPhrases(text, target).flat(),
        ...splitWords(WANTED_OBJECT.exec(text)?.[1] ?? ''),
      ].filter((word) => isSpecific(word) && getObjectKinds(word).size === 0 && !MEANS_WORD.test(word)),
    }))
    .findLast(({ words }) => words.length > 0);
  // If the page does not show an instance, earlier lines may be about something else.
  return (
    lastMention !== undefined &&
    (target.showsInstance || !lastMention.isEarlier) &&
    !lastMention.words.some((word) => isKnown(word, target))
  );
}

/** Finds the recipient in the instructor's text: "the mail to Rashid", "write Rashid a mail". */
const RECIPIENT_PHRASE =
  /\b(?:to|write|tell|message|text|e-?mail|mail|answer|ask|send|invite) ([\p{L}.']+)(?: ([\p{L}.']+))?/gu;

/**
 * Whether the instructor mentioned a recipient whom the form does not show: "the mail to Rashid is fine, send it", but
 * the form says "To: Ruth Calder".
 */
function hasOtherRecipient(
  target: ConsentTarget,
  { antecedents, names }: Pick<LineContext, 'antecedents' | 'names'>,
): boolean {
  const recipientNames = antecedents
    .flatMap((text) => [...text.matchAll(RECIPIENT_PHRASE)])
    .flatMap(([, first, second]) => [first, second])
    .filter((word) => word !== undefined && isSpecific(word) && names.has(word)) as string[];
  return (
    target.action.class === 'send' &&
    target.recipients.length > 0 &&
    recipientNames.length > 0 &&
    !recipientNames.some((word) => isKnown(word, target))
  );
}

/** What the instructor wants to find or choose. */
const WANTED_OBJECT =
  /\b(?:find|look for|search for|get|choose|pick|select|take|want|need)(?: me| us)? (?:an?|the|two|three|some|this|that|my) (.+)$/u;

/**
 * Whether "it" can refer to what the control acts on. The latest text with a noun decides, and the page must show that
 * noun. For deletions and accounts, every noun of that text must fit: after "open the attachment", "delete it" is a
 * command to delete the attachment.
 */
function isPronounCompatible(
  target: ConsentTarget,
  { antecedents, earlierMessageCount: earlierCount, names }: LineContext,
): boolean {
  const mustEveryNounFit = target.action.class === 'delete' || target.action.class === 'account';
  if (
    target.action.class === 'buy' &&
    isLastMentionUnknown(target, { antecedents, earlierMessageCount: earlierCount })
  )
    return false;
  if (hasOtherRecipient(target, { antecedents, names })) return false;
  // "I need a double at the Harbour Inn, book it" does not fit the page of a restaurant.
  const properNames = [...names].filter((word) => isSpecific(word) && !DAY_OR_MONTH.test(word));
  if (
    target.action.class !== 'send' &&
    properNames.length > 0 &&
    ![...properNames, ...antecedents.flatMap(splitWords)].some(
      (word) => isSpecific(word) && !DAY_OR_MONTH.test(word) && isKnown(word, target),
    )
  )
    return false;
  for (const text of antecedents.toReversed()) {
    const phrases = findNounPhrases(text, target);
    const compatiblePhrases = phrases.filter((words) =>
      words.some(
        (word) =>
          POSITION_WORD.test(word) ||
          target.nearbyStems.has(canonicalStem(word)) ||
          isHeadNounCompatible(word, target, names),
      ),
    );
    // Only one phrase must fit: "put the lamp in the basket" also mentions a place.
    if (compatiblePhrases.some((words) => hasOnlyUnshownWords(words, target))) return false;
    if (compatiblePhrases.length > 0) return !mustEveryNounFit || compatiblePhrases.length === phrases.length;
    // The text names the object without a noun phrase: "Wednesday's standup isn't happening any more, delete it".
    if (phrases.length === 0 && splitWords(text).some((word) => target.leadingStems.has(canonicalStem(word))))
      return true;
    const wordKinds = phrases.flat().map(getObjectKinds);
    if (
      mustEveryNounFit
        ? phrases.length > 0
        : wordKinds.some((kinds) => kinds.size > 0 && (kinds.has('search') || !kinds.has('other')))
    )
      return false;
  }
  return !mustEveryNounFit;
}

/** Whether verb and object fit the kind of object that the control acts on, or the object that the page shows. */
export function isAnchored(command: InstructorCommand, target: ConsentTarget, context: LineContext): boolean {
  const { entry, phrase, headNoun } = command;
  const { class: consentClass } = target.action;
  const isImpliedKindPossible =
    entry.impliedKinds === undefined || entry.impliedKinds.some((kind) => target.objectKinds.has(kind));
  // "Suspend him" on a user's page; "take him off the list" if the row shows the person mentioned before.
  const isPersonPronoun =
    phrase.words.length > 0 && phrase.words.every((word) => /^(?:him|her)$/u.test(word));
  if (isPersonPronoun && !entry.isLight && (consentClass === 'account' || consentClass === 'delete')) {
    const personNames = [...context.names].filter((word) => isSpecific(word));
    const isUserShown = /\b(?:user|member|account|profile|participant|contact|employee)s?\b/u.test(
      foldLookalikes(target.nearbyText),
    );
    return personNames.length > 0
      ? personNames.some((word) => isShown(word, target))
      : isUserShown && target.showsInstance && entry.isControlVerb === true;
  }
  const isToInstructor = phrase.words.some((word) => INSTRUCTOR_PRONOUN.test(word));
  if (isToInstructor && consentClass === 'send' && entry.impliedKinds?.includes('message')) return false;
  if (headNoun === undefined)
    return entry.requiredKinds
      ? hasRequiredKind(command, entry.requiredKinds, target, context)
      : isImpliedKindPossible && isAnchoredWithoutHeadNoun(command, target, context);
  if (entry.requiredKinds) {
    const isPhraseShown = consentClass === 'send' && isShownPhrase(phrase.words.filter(isSpecific), target);
    const headKinds = getObjectKinds(headNoun);
    return entry.requiredKinds.some(
      (kind) => (isPhraseShown || headKinds.has(kind)) && target.objectKinds.has(kind),
    );
  }
  if (!isImpliedKindPossible) return false;
  if (
    entry.impliedKinds &&
    consentClass !== 'account' &&
    (entry.hasPersonObject || isPerson(phrase.words, context))
  )
    return phrase.person !== null || canReachPerson(phrase.words, target);
  // A message is sent to a person: "e-mail Bob the report".
  if (consentClass === 'send' && entry.impliedKinds && phrase.person !== null) return true;
  // "Send Pia the address" in the chat with Pia: the navigator writes the content.
  const recipientWords = [
    ...splitWords(phrase.person ?? ''),
    ...phrase.complements.flatMap((complement) => (complement.preposition === 'to' ? complement.words : [])),
  ];
  if (
    consentClass === 'send' &&
    target.objectKinds.has('message') &&
    recipientWords.some((word) => isSpecific(word) && isRecipientWord(word, target))
  )
    return true;
  // "Answer the question": the question on the page is answered with a message.
  if (consentClass === 'send' && entry.impliedKinds && isKnown(headNoun, target)) return true;
  if (
    isHeadNounCompatible(headNoun, target, context.names) ||
    isShownPhrase(phrase.words.filter(isSpecific), target)
  )
    return true;
  // "The running shoes Trailfox 3": the instructor adds the kind of object.
  if (
    (consentClass !== 'send' || NAMED_PLACE.test(headNoun)) &&
    (getObjectKinds(headNoun).size === 0 || PERSON_WORD.test(headNoun)) &&
    command.names.some((word) => phrase.words.includes(word) && findEvidence(word, target) === 'near')
  )
    return true;
  return entry.impliedKinds !== undefined && target.action.kind === 'grant';
}

/**
 * Whether a command without a head noun is about an object that the verb requires. In "place it", the object is the
 * antecedent of "it". In "send $50", the amount means money.
 */
function hasRequiredKind(
  { phrase }: InstructorCommand,
  requiredKinds: readonly ObjectKind[],
  target: ConsentTarget,
  context: LineContext,
): boolean {
  if (!requiredKinds.some((kind) => target.objectKinds.has(kind))) return false;
  if (requiredKinds.includes('transfer') && phrase.words.some((word) => /\d/u.test(word))) return true;
  return (
    phrase.words.length > 0 &&
    phrase.words.some((word) => PRONOUN.test(word)) &&
    isPronounCompatible(target, context)
  );
}

/** Whether a command without a head noun is anchored: "send", "delete it", "delete the second one", "reply to him". */
function isAnchoredWithoutHeadNoun(
  { entry, phrase }: InstructorCommand,
  target: ConsentTarget,
  context: LineContext,
): boolean {
  const { class: consentClass, kind } = target.action;
  const { words, complements } = phrase;
  const isToInstructor = words.some((word) => INSTRUCTOR_PRONOUN.test(word));
  if (isToInstructor && entry.impliedKinds === undefined && consentClass !== 'account') return false;
  if (words.some((word) => POSITION_WORD.test(word)))
    return consentClass !== 'delete' || !isLastMentionUnknown(target, context);
  if (consentClass === 'buy' && isLastMentionUnknown(target, context)) return false;
  const complementWords = complements.flatMap((complement) => removeDeterminers(complement.words));
  if (
    consentClass === 'account' &&
    kind !== 'create-account' &&
    complementWords.some((word) => findEvidence(word, target) === 'near' && isSpecific(word))
  )
    return complementWords.every(
      (word) => isKnown(word, target) || !isSpecific(word) || getObjectKinds(word).has('other'),
    );
  if (words.some((word) => PRONOUN.test(word))) return isPronounCompatible(target, context);
  // "Connect me with support" does not fit the control "Connect your bank account".
  if (
    kind === 'grant' &&
    complementWords.some((word) => isSpecific(word) && !isKnown(word, target) && !UNNAMED_PLACE.test(word))
  )
    return false;
  if (
    consentClass !== 'buy' &&
    complements.some(
      ({ preposition, words: ownerWords }) => preposition === 'of' && ownerWords.some(isSpecific),
    )
  )
    return false;
  if (consentClass === 'send' && entry.impliedKinds === undefined && complements.length > 0)
    return complements.some(
      (complement) => complement.preposition !== 'to' || isPerson(complement.words, context),
    );
  // The complement names the object: "unsubscribe from the shoe newsletter".
  const specificWords = complementWords.filter(isSpecific);
  if (entry.impliedKinds && specificWords.length > 0 && specificWords.every((word) => isKnown(word, target)))
    return true;
  // "Cancel" and "clear" without an object can refer to anything.
  if (kind === 'cancel' || /cancel|empty/u.test(entry.verbs)) return false;
  return consentClass !== 'delete' || isPronounCompatible(target, context);
}

/** Whether the page shows the word, or the word names something that "get" and "take" can buy. */
const isShownOrTakeable = (word: string, { nearbyText, title, pageTexts }: ConsentTarget): boolean =>
  TAKEABLE_KINDS.some((kind) => getObjectKinds(word).has(kind)) ||
  getMatchTokens(word).some((token) =>
    getMatchTokens([nearbyText, title, ...pageTexts].join(' | ')).includes(token),
  );

/** Kinds that "get" and "take" can buy; an invoice is not one of them. */
const TAKEABLE_KINDS: readonly ObjectKind[] = ['order', 'booking', 'subscription', 'bid', 'donation'];

const BUYABLE_KINDS: ReadonlySet<ObjectKind> = new Set([
  'order',
  'payment',
  'booking',
  'subscription',
  'donation',
  'bid',
  'transfer',
]);

/**
 * Whether the command identifies the target by distinctive words and contains few other words. Then the object needs no
 * known noun: "get me two adult tickets for The Long Ferry".
 */
export function isIdentified(
  command: InstructorCommand,
  target: ConsentTarget,
  context: LineContext,
): boolean {
  const { entry, phrase, headNoun, names } = command;
  if (entry.requiredKinds) return false;
  const { class: consentClass } = target.action;
  const headKinds = headNoun === undefined ? new Set<ObjectKind>() : getObjectKinds(headNoun);
  const possibleKinds = consentClass === 'buy' ? BUYABLE_KINDS : target.objectKinds;
  const isNearbyWord = headNoun !== undefined && target.nearbyStems.has(canonicalStem(headNoun));
  if (headNoun === undefined && consentClass === 'send' && names.length === 0) return false;
  if (
    headNoun === undefined &&
    phrase.words.some((word) => PRONOUN.test(word)) &&
    !isPronounCompatible(target, context)
  )
    return false;
  const amountCount = [...phrase.words, ...phrase.complements.flatMap(({ words }) => words)].filter(
    (word) => /\d/u.test(word) && target.controlTokens.has(word),
  ).length;
  const isOtherKind =
    headKinds.has('other') ||
    (headKinds.size > 0 && possibleKinds.size > 0 && !intersects(headKinds, possibleKinds));
  if (isOtherKind && !isNearbyWord && amountCount === 0) return false;
  // "The caption of the branch login-fix": the page shows the branch, not the caption.
  if (
    headNoun !== undefined &&
    !isKnown(headNoun, target) &&
    !phrase.words.some(
      (word) =>
        isShown(word, target) && (entry.isControlVerb !== true || amountCount > 0 || names.includes(word)),
    ) &&
    // "The mail from Parcel Ltd" fits the control "Delete". "My mum" fits a page that shows only her name.
    !(headKinds.size > 0 && !headKinds.has('other') && target.nameKinds.size === 0) &&
    !(PERSON_WORD.test(headNoun) && consentClass === 'account')
  )
    return false;
  // "Take the voucher from my mail" on a page with a voucher field: nobody buys the voucher.
  if (
    entry.isLight &&
    consentClass === 'buy' &&
    headNoun !== undefined &&
    !isShownOrTakeable(headNoun, target)
  )
    return false;
  const timeCount = hasCommonTime(context.sentence, target.nearbyText) ? 1 : 0;
  const matchCount = countDistinctiveWords(command, target) + timeCount + 2 * amountCount;
  const unknownCount = listCommandWords(command).filter((word) => !isKnown(word, target)).length;
  // "Get me a day pass" fits the control "Buy pass".
  const isControlNoun =
    headNoun !== undefined &&
    getStems(removeVerb(target.controlNames[0] ?? '')).includes(canonicalStem(headNoun));
  if (entry.isLight && entry.verbs.startsWith('get') && isControlNoun)
    return (
      unknownCount <= 1 &&
      phrase.complements.every(
        ({ preposition, words }) =>
          preposition === 'for' || words.every((word) => !isSpecific(word) || isKnown(word, target)),
      )
    );
  const isChoice = entry.isLight === true && consentClass === 'buy' && unknownCount === 0;
  return matchCount >= (isChoice ? 1 : 2) && unknownCount <= matchCount;
}

/**
 * Whether saving the form carries out the command: "change the priority to high", "save it", "save the changes". Not
 * "save it as a draft", and not "change my username to tidewater" if the field has another value.
 */
export function isFieldEdit({ entry, phrase }: InstructorCommand, target: ConsentTarget): boolean {
  const { editedFieldStems, fields } = target;
  const specificWords = phrase.words.filter((word) => isSpecific(word));
  if (entry.verbs.startsWith('save'))
    return (
      phrase.complements.length === 0 &&
      specificWords.every((word) => /^(?:changes?|form|edits?|settings?)$/u.test(word))
    );
  const newValue = phrase.complements.findLast(({ preposition }) => preposition === 'to');
  const isTyped = fields.some(({ value }) => value !== '');
  if (newValue && isTyped && !newValue.words.filter(isSpecific).every((word) => isKnown(word, target)))
    return false;
  return specificWords.some((word) => editedFieldStems.has(canonicalStem(word)));
}
