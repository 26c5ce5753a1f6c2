/**
 * Interprets an instructor's line: whether it requests or forbids an action, and whether a question proposes it. A
 * line requests an action only if its verb and its object fit the control. Page text is never interpreted here. An
 * ambiguous line, or a line in an unknown language, requests nothing; the navigator then asks once. Pure.
 */
import type { ConsentTarget } from './consent-target.js';
import { correctSpelling } from './correct-spelling.js';
import { isKnown } from './evidence.js';
import {
  AMOUNT_COMMAND,
  CONDITION,
  CONTENT_START,
  CORRECTION,
  INDIRECT_QUESTION,
  PREDICATE_START,
  NEGATION,
  NOT_A_NEGATION,
  NOT_NOW,
  OPENING,
  COMMAND_AFTER_CONTENT,
  INSTRUCTOR_PAST,
  NAVIGATOR_STEP,
  POLITE_QUESTION,
  POSTPONED,
  PREPARATION,
  ONLY_PREPARATION,
  PRESS_COMMAND,
  PRESS_PHRASE,
  PROHIBITION_AFTER_CONTENT,
  PROPOSAL,
  REPORT,
  WISH,
  WRITING_VERB,
} from './line-words.js';
import { isObjectCompatible } from './match-object.js';
import { hasOppositeEffect } from './opposites.js';
import {
  getTextBeforeContent,
  findContentStart,
  joinCalledNames,
  joinQuotedNames,
  parseLine,
  QUOTE_PLACEHOLDER,
  type Sentence,
  parseClauses,
  splitClauses,
} from './parse-line.js';
import { type LineContext, INSTRUCTOR_PRONOUN } from './object-phrase.js';
import { foldLookalikes, foldPage } from './region.js';
import { DETERMINER, getObjectKinds } from './object-kinds.js';
import { getVerbRules } from './verb-rules.js';
import { toActive } from './verbs.js';
import { splitWords } from './words.js';
import { hasConflictingText } from './dictated-text.js';

export type LineMeaning = 'requests' | 'forbids' | 'nothing';

/** Whether a sentence sets a condition, reports, asks or offers a choice, so that it requests nothing. */
function isNonCommand({ text, isQuestion }: Sentence): boolean {
  if (isQuestion && !POLITE_QUESTION.test(text)) return true;
  const beforeContent = getTextBeforeContent(text);
  if (REPORT.test(beforeContent) || /\bor\b(?! (?:so|two|three)\b)/u.test(beforeContent)) return true;
  return [...beforeContent.matchAll(CONDITION)].some(
    ({ index }) =>
      !NAVIGATOR_STEP.test(beforeContent.slice(index)) &&
      !INDIRECT_QUESTION.test(beforeContent.slice(0, index)),
  );
}

/** @param earlierMessages messages before the line, oldest first; "it" can refer to their objects */
export function interpretLine(
  originalLine: string,
  target: ConsentTarget,
  earlierMessages: readonly string[] = [],
): LineMeaning {
  const correctedLine = correctSpelling(originalLine, target.controlNames, target.nearbyText);
  const lineWithNames =
    target.action.class === 'send' ? correctedLine : joinQuotedNames(correctedLine, target.controlNames);
  const line = joinCalledNames(lineWithNames, target);
  const { sentences, quotes, names } = parseLine(line);
  let meaning: LineMeaning = 'nothing';
  let isInContent = false;
  const antecedents = earlierMessages.map(foldLookalikes);
  for (const sentence of sentences) {
    const isNotCommand = isNonCommand(sentence);
    if (
      !isNotCommand &&
      !isInContent &&
      target.controlNames.some((name) =>
        isControlPressRequested(sentence.text, quotes, foldLookalikes(name), target),
      )
    )
      meaning = 'requests';
    let isPreparation = false;
    for (const { clause, isJoined } of parseClauses(sentence.text)) {
      // Text to be written can begin in the middle of a clause.
      const contentIndex = findContentStart(clause);
      const beforeContent = contentIndex < 0 ? clause : clause.slice(0, contentIndex);
      // "Comment 'fixed' on the issue about the crash": the command continues after the quotation.
      const afterQuote = clause.startsWith(QUOTE_PLACEHOLDER, contentIndex)
        ? clause.slice(contentIndex + 1)
        : '';
      const command = toActive(`${beforeContent}${afterQuote}`.replace(OPENING, '').trim());
      const context = {
        names,
        antecedents,
        earlierMessageCount: earlierMessages.length,
        sentence: sentence.text,
      };
      // "Don't open it and send it": a verb joined with "and" shares the opening of the first verb.
      isPreparation = (isJoined && isPreparation) || PREPARATION.test(clause.replace(OPENING, ''));
      if (CORRECTION.test(clause) && !isInContent && meaning === 'requests') meaning = 'nothing';
      if (isActionForbidden(beforeContent, target)) {
        if (!isInContent || PROHIBITION_AFTER_CONTENT.test(beforeContent)) meaning = 'forbids';
      } else if (
        !isNotCommand &&
        !isPreparation &&
        !INSTRUCTOR_PAST.test(beforeContent) &&
        (!isInContent || COMMAND_AFTER_CONTENT.test(command)) &&
        isActionRequested(command, target, context)
      )
        meaning = 'requests';
      isInContent ||= (contentIndex >= 0 && !REPORT.test(clause)) || WRITING_VERB.test(beforeContent);
      const keywordIndex = clause.search(CONTENT_START);
      antecedents.push(
        (keywordIndex < 0 ? clause : clause.slice(0, keywordIndex)).replaceAll(QUOTE_PLACEHOLDER, ''),
      );
    }
  }
  if (meaning === 'requests' && hasConflictingText(originalLine, quotes, target)) return 'nothing';
  const isOnlyPreparation = sentences.some(({ text }) => ONLY_PREPARATION.test(getTextBeforeContent(text)));
  return isOnlyPreparation && meaning === 'requests' ? 'nothing' : meaning;
}

function isActionRequested(clause: string, target: ConsentTarget, context: LineContext): boolean {
  const { action } = target;
  const wish = WISH.exec(clause);
  const statement = wish ? clause.slice(wish[0].length) : clause;
  // "20 euros to the shelter" means to give them.
  const command = AMOUNT_COMMAND.test(statement) ? `give ${statement}` : statement;
  const pressedControl = PRESS_COMMAND.exec(command)?.[1];
  if (
    pressedControl === undefined &&
    hasOppositeEffect(command, foldLookalikes(target.controlNames[0] ?? ''))
  )
    return false;
  return getVerbRules(target).some(({ entry, startPattern }) => {
    if (pressedControl !== undefined)
      return startPattern.exec(pressedControl)?.[0] === pressedControl && !entry.requiredKinds;
    const match = startPattern.exec(command);
    if (!match) return false;
    // "Reserve is too expensive": "reserve" is a noun here.
    if (PREDICATE_START.test(command.slice(match[0].length))) return false;
    const wordsBetween = match.slice(1).filter(Boolean).join(' ').trim();
    const wordsAfter = command.slice(match[0].length).trim();
    // In "take the dentist off my calendar", "off" means "from".
    const isOff =
      wordsBetween !== '' &&
      !INSTRUCTOR_PRONOUN.test(wordsBetween) &&
      /\b(?:off|out)$/u.test(match[0]) &&
      DETERMINER.test(splitWords(wordsAfter)[0] ?? '');
    const object = `${wordsBetween} ${isOff ? 'from ' : ''}${wordsAfter}`.trim();
    // What follows "that" is the text of a reply: "reply to Nora that I'll come".
    if (NOT_NOW.test(object.split(/\bthat\b/u)[0]!.slice(0, 30)) && !/^(?:it|them|this|that)\b/u.test(object))
      return false;
    if (action.kind !== 'book' && isPostponed(object, target)) return false;
    // "I want to buy something" may be browsing; "I want to buy this" is a decision.
    if (wish && action.class === 'buy' && !/^(?:it|this|that|these|those|them|the)\b/u.test(object))
      return false;
    return (
      (entry.contextPattern?.test(getShownText(target)) ?? true) &&
      isObjectCompatible(object, entry, target, context)
    );
  });
}

const getShownText = ({ nearbyText, title, fields }: ConsentTarget): string =>
  foldPage([nearbyText, title, ...fields.map(({ name }) => name)].join(' | '));

/**
 * Whether the command is for later: "send it on Tuesday". In "cancel the appointment on Tuesday", the day belongs to
 * the appointment that the page shows.
 */
function isPostponed(object: string, { nearbyTokens }: ConsentTarget): boolean {
  const [phrase] = POSTPONED.exec(object) ?? [];
  const day = phrase === undefined ? undefined : /(\w{3})\w*day\b/u.exec(phrase)?.[1];
  return phrase !== undefined && (day === undefined || !nearbyTokens.has(day));
}

function isActionForbidden(clause: string, target: ConsentTarget): boolean {
  return getVerbRules(target).some(({ entry, anywherePattern }) => {
    const match = anywherePattern.exec(clause);
    if (!match) return false;
    const textBefore = clause.slice(0, match.index);
    // "Don't forget to send it" and "why not buy it" are not prohibitions.
    if (!NEGATION.test(textBefore) || NOT_A_NEGATION.test(textBefore)) return false;
    const objectWords = splitWords(
      `${match.slice(1).filter(Boolean).join(' ')} ${clause.slice(match.index + match[0].length)}`,
    );
    const mentionedKinds = objectWords.slice(0, 4).flatMap((word) => [...getObjectKinds(word)]);
    if (entry.requiredKinds) return mentionedKinds.some((kind) => entry.requiredKinds!.includes(kind));
    return mentionedKinds.length === 0 || mentionedKinds.some((kind) => target.objectKinds.has(kind));
  });
}

/**
 * Whether the sentence is a command to press the control, which requests its action: "click “Place order”", "press
 * Send".
 */
function isControlPressRequested(
  sentence: string,
  quotes: readonly string[],
  name: string,
  target: ConsentTarget,
): boolean {
  if (name.length < 2) return false;
  let quoteIndex = 0;
  // A quote that is the whole name is the name; other quotes are text.
  const text = sentence.replace(/\uE000/gu, () => (quotes[quoteIndex++] === name ? name : QUOTE_PLACEHOLDER));
  for (let position = text.indexOf(name); position >= 0; position = text.indexOf(name, position + 1)) {
    const textAfter = text.slice(position + name.length);
    const isWholeName = !/^[\p{L}\p{N}]/u.test(textAfter) && !/[\p{L}\p{N}]$/u.test(text.slice(0, position));
    const clause =
      text
        .slice(0, position)
        .trimEnd()
        .split(/,|\bthen\b|\band\b|\bbut\b/u)
        .at(-1) ?? '';
    const followingWords = splitWords(textAfter.split(/,|\bthen\b|\band\b|\bbut\b|\uE000/u)[0]!);
    const mentionsOtherRow =
      target.rowText !== '' &&
      followingWords.some(
        (word) =>
          word.length > 3 && !isKnown(word, target) && !/^(?:button|link|next|entry|with|from)$/u.test(word),
      );
    if (
      isWholeName &&
      !mentionsOtherRow &&
      PRESS_PHRASE.test(clause) &&
      !NEGATION.test(clause) &&
      !NOT_NOW.test(clause)
    )
      return true;
  }
  return false;
}

/**
 * Whether the navigator's question proposes this action.
 * @param pageQuestion the page's own question, which the navigator may have repeated
 */
export function isActionProposed(
  question: string,
  target: ConsentTarget,
  pageQuestion = '',
  earlierMessages: readonly string[] = [],
): boolean {
  if (
    pageQuestion.length > 3 &&
    foldLookalikes(question).includes(foldLookalikes(pageQuestion).slice(0, 120))
  )
    return true;
  const { sentences, names, quotes } = parseLine(joinQuotedNames(question, target.controlNames));
  const antecedents = earlierMessages.map(foldLookalikes);
  return sentences.some(({ text }) => {
    const isProposed = splitClauses(text).some((clause) => {
      const proposal = clause.replace(PROPOSAL, '');
      return isActionRequested(proposal.replace(OPENING, ''), target, {
        names,
        antecedents,
        earlierMessageCount: earlierMessages.length,
        sentence: text,
        isProposal: true,
      });
    });
    antecedents.push(text);
    return (
      isProposed ||
      text.includes(foldLookalikes(target.action.what)) ||
      target.controlNames.some((name) => isControlPressRequested(text, quotes, foldLookalikes(name), target))
    );
  });
}
