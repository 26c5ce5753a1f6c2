/**
 * Checks whether a command's object ("the draft", "it", "Ana a mail") is what a control acts on. The object must be
 * anchored in the page, its words must be accounted for, and none may contradict the page. Pure.
 */
import type { ConsentTarget } from './consent-target.js';
import { isFieldEdit, isAnchored, isIdentified } from './anchors.js';
import { canReachPerson, areComplementsCompatible } from './complements.js';
import {
  isPersonalBelonging,
  hasConflictingAddress,
  hasConflictingHeadNoun,
  isForLater,
  hasOnlyUnshownWords,
  hasConflictingOwner,
  hasConflictingKind,
  hasConflictingLetter,
  hasConflictingNoun,
  hasConflictingPersonName,
  hasConflictingPersonTitle,
  hasConflictingValue,
  concernsOnlyPart,
} from './conflicts.js';
import { isIdentifier, isKnown, isShown } from './evidence.js';
import { type InstructorCommand, parseCommand, UNNAMED_PLACE, listCommandWords } from './command.js';
import { getTextBeforeContent } from './parse-line.js';
import { type LineContext, INSTRUCTOR_PRONOUN, parseObject } from './object-phrase.js';
import { foldLookalikes } from './region.js';
import { hasUnrequestedItems, hasLimit, isTargetExcepted, hasConflictingScope } from './scope.js';
import { getObjectKinds } from './object-kinds.js';
import { hasUnaccountedWords, STAR_WORD } from './unaccounted-words.js';
import type { VerbEntry } from './verbs.js';
import { DAY_OR_MONTH, splitWords } from './words.js';

/** A clause that makes the command a question: "confirm for me that it goes to the old flat". */
const EMBEDDED_QUESTION =
  /^(?:(?:for|to|with) me )?(?:that|whether|if) (?:it|i|the|my|there|this|he|she|they|we|you)\b/u;

/** "Take" with a particle ("take … out", "take … back") does not mean "buy". */
const TAKE_WITH_PARTICLE = /^(?:\S+ ){0,4}?(?:out|off|away|aside|down|back|by|on hold|ready)\b/u;

/** The start of an object such as "what's in the basket". */
const CONTENTS_OF = /^(?:what(?:'s| is| i have| we have)|everything(?: that's)?) (?:in|on) /u;

const REPORTED_CLAUSE = /(?:^| )(?:that|whether|if|why|how|when) .*$/u;

/**
 * Whether the command's object is what the control acts on.
 * @param objectText the clause after the verb
 */
export function isObjectCompatible(
  objectText: string,
  entry: VerbEntry,
  target: ConsentTarget,
  context: LineContext,
): boolean {
  const { action } = target;
  if (entry.isLight && action.class === 'buy' && TAKE_WITH_PARTICLE.test(objectText)) return false;
  // In "reply that we accept the offer", the clause is the text of the reply, not the object.
  const text = (
    action.class === 'send' && entry.impliedKinds ? objectText.replace(REPORTED_CLAUSE, '') : objectText
  ).replace(CONTENTS_OF, '');
  const isToInstructor = INSTRUCTOR_PRONOUN.test(splitWords(text)[0] ?? '');
  if (action.class !== 'send' && EMBEDDED_QUESTION.test(text)) return false;
  if (action.class === 'send' && !entry.isLight && !entry.impliedKinds && isToInstructor) return false;
  const command = parseCommand(text, entry, target, context);
  if (hasConflict(text, command, target, context)) return false;
  if (hasUnaccountedWords(command, target, context)) return false;
  if (entry.isFieldEdit) return isFieldEdit(command, target);
  return (!entry.isLight && isAnchored(command, target, context)) || isIdentified(command, target, context);
}

const ROLE_FIELD = /\b(?:roles?|permissions?|access|rights?|level|can)\b/u;

const ROLE_WORD =
  /^(?:view|viewer|read|reader|read-only|readonly|edit|editor|write|writer|comment|commenter|admin|administrator|owner|moderator|member|guest|manager|full)$/u;

/** Whether a word of the command contradicts what the page shows. */
function hasConflict(
  text: string,
  command: InstructorCommand,
  target: ConsentTarget,
  context: LineContext,
): boolean {
  const { action } = target;
  const { phrase, headNoun, modifiers, names, topicWords } = command;
  if (hasConflictingValue(text, context, target)) return true;
  if (hasConflictingScope(text, context.sentence, target) || isTargetExcepted(context.sentence, target))
    return true;
  if (hasConflictingOwner(text, target) || hasLimit(getTextBeforeContent(context.sentence))) return true;
  if (hasConflictingLetter(text, target)) return true;
  // "The page Wind turbines (draft)" is not “Wind turbines (final)”.
  const wordsInBrackets = splitWords(/\(([^()]+)\)/u.exec(text)?.[1] ?? '');
  if (action.class === 'delete' && wordsInBrackets.some((word) => !isShown(word, target))) return true;
  if (hasUnrequestedItems(command, target, context.sentence)) return true;
  if (
    isForLater(text, target) ||
    hasConflictingAddress(action.class === 'account' ? context.sentence : text, target) ||
    hasConflictingPersonTitle(text, target)
  )
    return true;
  if (
    hasConflictingPersonName(splitWords(action.class === 'send' ? text : context.sentence), target, context)
  )
    return true;
  if (headNoun !== undefined && isPersonalBelonging(headNoun, target)) return true;
  if (concernsOnlyPart(phrase, target) || hasConflictingHeadNoun(command, target, context)) return true;
  if (!areComplementsCompatible(phrase, target, context)) return true;
  if (phrase.person !== null && !canReachPerson(splitWords(phrase.person), target)) return true;
  const isUnknown = (word: string): boolean => !isKnown(word, target);
  if (
    command.phrases
      .slice(action.class === 'delete' ? 0 : 1)
      .some((words) => hasConflictingNoun(words, target))
  )
    return true;
  if ([...modifiers, headNoun ?? ''].some((word) => hasConflictingKind(word, target))) return true;
  // "The wiki page Old Timetable", "the running shoes Trailfox 3": the name identifies the object.
  const isNamed = names.some(
    (word) => getObjectKinds(word).size === 0 && !DAY_OR_MONTH.test(word) && isShown(word, target),
  );
  const isExempt = (word: string): boolean => UNNAMED_PLACE.test(word) || STAR_WORD.test(word);
  const unknownModifierCount = modifiers.filter(
    (word) => isUnknown(word) && !(action.class === 'send' && isExempt(word)),
  ).length;
  if (unknownModifierCount > (isNamed ? 1 : 0) && !context.isProposal) return true;
  if (action.class === 'send') {
    const addresseeWords = phrase.complements
      .filter((complement) => complement.preposition === 'to')
      .flatMap((complement) => complement.words);
    const addresseeNames = addresseeWords.filter((word) => isIdentifier(word, context));
    return [
      [...modifiers.filter((word) => !UNNAMED_PLACE.test(word)), ...names, ...topicWords],
      names,
      addresseeNames,
    ].some((words) => hasOnlyUnshownWords(words, target));
  }
  // "Give Ines read-only access", but a field of the form contains another role.
  if (
    target.fields.some(({ name, value }) => ROLE_FIELD.test(foldLookalikes(name)) && value !== '') &&
    [...modifiers, headNoun ?? ''].some((word) => ROLE_WORD.test(word) && isUnknown(word))
  )
    return true;
  const hasDetails = action.kind === 'create-account' || action.kind === 'password';
  const unknownTopicCount = topicWords.filter((word) => isUnknown(word) && !UNNAMED_PLACE.test(word)).length;
  const shownWordCount = listCommandWords(command).filter((word) => isShown(word, target)).length;
  return !hasDetails && unknownTopicCount > shownWordCount && target.showsInstance;
}

/** Whether an answer ("the one from Jon", "at 8") chooses an object other than the one that the page shows. */
export function isOtherChoice(answer: string, target: ConsentTarget, context: LineContext): boolean {
  if (target.action.class === 'send') return false;
  if (hasConflictingValue(answer, context, target)) return true;
  const { words, complements } = parseObject(answer, context);
  return (
    target.action.class === 'delete' &&
    hasOnlyUnshownWords([...words, ...complements.flatMap((complement) => complement.words)], target)
  );
}
