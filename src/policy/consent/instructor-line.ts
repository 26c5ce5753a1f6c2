/**
 * Interprets an instructor's line: whether it orders or forbids an action, and whether a question proposes it. A line
 * orders an action only if verb and object both fit the control. Page text is never interpreted here. An ambiguous
 * line, or a line in an unknown language, orders nothing and costs one question. Pure.
 */
import type { ActedOn } from './acted-on.js';
import { correctSpelling } from './correct-spelling.js';
import { isKnown } from './evidence.js';
import {
  AMOUNT_ORDER,
  CONDITION,
  CONTENT_START,
  CORRECTION,
  INDIRECT_QUESTION,
  IS_SUBJECT,
  NEGATION,
  NOT_A_NEGATION,
  NOT_NOW,
  OPENING,
  ORDER_AFTER_CONTENT,
  OWN_PAST,
  OWN_STEP,
  POLITE_QUESTION,
  POSTPONED,
  PREPARATION,
  PREPARES,
  PRESS_ORDER,
  PRESS_PHRASE,
  PROHIBITION_AFTER_CONTENT,
  PROPOSAL,
  REPORT,
  WISH,
  WRITING_VERB,
} from './line-words.js';
import { objectFits } from './object.js';
import { hasOppositeEffect } from './opposites.js';
import {
  beforeContentOf,
  contentStart,
  joinCalled,
  joinNames,
  parseLine,
  QUOTE,
  type Sentence,
  clausesOf,
  splitClauses,
} from './parse-line.js';
import { type LineContext, NAVIGATOR } from './phrase.js';
import { fold, foldPage } from './region.js';
import { DETERMINER, thingsOf } from './things.js';
import { rulesFor } from './verb-rules.js';
import { toActive } from './verbs.js';
import { wordsOf } from './words.js';
import { givesOtherText } from './written.js';

export type LineMeaning = 'requests' | 'forbids' | 'nothing';

/** Whether a sentence sets a condition, reports, asks or offers a choice, so that it orders nothing. */
function requestsNothing({ text, isQuestion }: Sentence): boolean {
  if (isQuestion && !POLITE_QUESTION.test(text)) return true;
  const head = beforeContentOf(text);
  if (REPORT.test(head) || /\bor\b(?! (?:so|two|three)\b)/u.test(head)) return true;
  return [...head.matchAll(CONDITION)].some(
    ({ index }) => !OWN_STEP.test(head.slice(index)) && !INDIRECT_QUESTION.test(head.slice(0, index)),
  );
}

/** @param earlier the messages before the line, oldest first; "it" can refer to them */
export function interpretLine(given: string, actedOn: ActedOn, earlier: readonly string[] = []): LineMeaning {
  const spelled = correctSpelling(given, actedOn.controlNames, actedOn.shownText);
  const quoted = actedOn.action.class === 'send' ? spelled : joinNames(spelled, actedOn.controlNames);
  const line = joinCalled(quoted, actedOn);
  const { sentences, quotes, names } = parseLine(line);
  let meaning: LineMeaning = 'nothing';
  let inContent = false;
  const antecedents = earlier.map(fold);
  for (const sentence of sentences) {
    const isIdle = requestsNothing(sentence);
    if (
      !isIdle &&
      !inContent &&
      actedOn.controlNames.some((name) => namesControl(sentence.text, quotes, fold(name), actedOn))
    )
      meaning = 'requests';
    let isPrepared = false;
    for (const { clause, isJoined } of clausesOf(sentence.text)) {
      // Text to be written can begin in the middle of a clause.
      const start = contentStart(clause);
      const beforeContent = start < 0 ? clause : clause.slice(0, start);
      // "Comment 'fixed' on the issue about the crash": the order continues after the quotation.
      const behind = clause.startsWith(QUOTE, start) ? clause.slice(start + 1) : '';
      const order = toActive(`${beforeContent}${behind}`.replace(OPENING, '').trim());
      const context = { names, antecedents, earlierCount: earlier.length, sentence: sentence.text };
      // "Don't open it and send it": a verb joined with "and" shares the opening of the first verb.
      isPrepared = (isJoined && isPrepared) || PREPARATION.test(clause.replace(OPENING, ''));
      if (CORRECTION.test(clause) && !inContent && meaning === 'requests') meaning = 'nothing';
      if (forbidsAction(beforeContent, actedOn)) {
        if (!inContent || PROHIBITION_AFTER_CONTENT.test(beforeContent)) meaning = 'forbids';
      } else if (
        !isIdle &&
        !isPrepared &&
        !OWN_PAST.test(beforeContent) &&
        (!inContent || ORDER_AFTER_CONTENT.test(order)) &&
        requestsAction(order, actedOn, context)
      )
        meaning = 'requests';
      inContent ||= (start >= 0 && !REPORT.test(clause)) || WRITING_VERB.test(beforeContent);
      const content = clause.search(CONTENT_START);
      antecedents.push((content < 0 ? clause : clause.slice(0, content)).replaceAll(QUOTE, ''));
    }
  }
  if (meaning === 'requests' && givesOtherText(given, quotes, actedOn)) return 'nothing';
  const onlyPrepares = sentences.some(({ text }) => PREPARES.test(beforeContentOf(text)));
  return onlyPrepares && meaning === 'requests' ? 'nothing' : meaning;
}

function requestsAction(clause: string, actedOn: ActedOn, context: LineContext): boolean {
  const { action } = actedOn;
  const wish = WISH.exec(clause);
  const stated = wish ? clause.slice(wish[0].length) : clause;
  // "20 euros to the shelter" is about giving them.
  const order = AMOUNT_ORDER.test(stated) ? `give ${stated}` : stated;
  const pressed = PRESS_ORDER.exec(order)?.[1];
  if (pressed === undefined && hasOppositeEffect(order, fold(actedOn.controlNames[0] ?? ''))) return false;
  return rulesFor(actedOn).some(({ entry, atStart }) => {
    if (pressed !== undefined) return atStart.exec(pressed)?.[0] === pressed && !entry.requires;
    const match = atStart.exec(order);
    if (!match) return false;
    // "Reserve is too expensive": here "reserve" is a noun.
    if (IS_SUBJECT.test(order.slice(match[0].length))) return false;
    const between = match.slice(1).filter(Boolean).join(' ').trim();
    const behind = order.slice(match[0].length).trim();
    // "Take the dentist off my calendar"
    const isOff =
      between !== '' &&
      !NAVIGATOR.test(between) &&
      /\b(?:off|out)$/u.test(match[0]) &&
      DETERMINER.test(wordsOf(behind)[0] ?? '');
    const object = `${between} ${isOff ? 'from ' : ''}${behind}`.trim();
    // What follows "that" is the text of a reply: "reply to Nora that I'll come".
    if (NOT_NOW.test(object.split(/\bthat\b/u)[0]!.slice(0, 30)) && !/^(?:it|them|this|that)\b/u.test(object))
      return false;
    if (action.kind !== 'book' && isPostponed(object, actedOn)) return false;
    // "I want to buy something" may be browsing; "I want to buy this" is a decision.
    if (wish && action.class === 'buy' && !/^(?:it|this|that|these|those|them|the)\b/u.test(object))
      return false;
    return (entry.fits?.test(saidOf(actedOn)) ?? true) && objectFits(object, entry, actedOn, context);
  });
}

const saidOf = ({ shownText, title, fields }: ActedOn): string =>
  foldPage([shownText, title, ...fields.map(({ name }) => name)].join(' | '));

/**
 * "Send it on Tuesday" is for later; in "cancel the appointment on Tuesday", the day belongs to the shown appointment.
 */
function isPostponed(object: string, { marks }: ActedOn): boolean {
  const [phrase] = POSTPONED.exec(object) ?? [];
  const day = phrase === undefined ? undefined : /(\w{3})\w*day\b/u.exec(phrase)?.[1];
  return phrase !== undefined && (day === undefined || !marks.has(day));
}

function forbidsAction(clause: string, actedOn: ActedOn): boolean {
  return rulesFor(actedOn).some(({ entry, anywhere }) => {
    const match = anywhere.exec(clause);
    if (!match) return false;
    const before = clause.slice(0, match.index);
    // "Don't forget to send it" and "why not buy it" are not prohibitions.
    if (!NEGATION.test(before) || NOT_A_NEGATION.test(before)) return false;
    const object = wordsOf(
      `${match.slice(1).filter(Boolean).join(' ')} ${clause.slice(match.index + match[0].length)}`,
    );
    const things = object.slice(0, 4).flatMap((word) => [...thingsOf(word)]);
    if (entry.requires) return things.some((thing) => entry.requires!.includes(thing));
    return things.length === 0 || things.some((thing) => actedOn.things.has(thing));
  });
}

/** "Click “Place order”", "press Send": ordering to press the control orders its action. */
function namesControl(sentence: string, quotes: readonly string[], name: string, actedOn: ActedOn): boolean {
  if (name.length < 2) return false;
  let quoteIndex = 0;
  // A quote counts if it is the whole name; other quotes are text.
  const text = sentence.replace(/\uE000/gu, () => (quotes[quoteIndex++] === name ? name : QUOTE));
  for (let position = text.indexOf(name); position >= 0; position = text.indexOf(name, position + 1)) {
    const after = text.slice(position + name.length);
    const isWholeName = !/^[\p{L}\p{N}]/u.test(after) && !/[\p{L}\p{N}]$/u.test(text.slice(0, position));
    const clause =
      text
        .slice(0, position)
        .trimEnd()
        .split(/,|\bthen\b|\band\b|\bbut\b/u)
        .at(-1) ?? '';
    const rest = wordsOf(after.split(/,|\bthen\b|\band\b|\bbut\b|\uE000/u)[0]!);
    const isOtherRow =
      actedOn.row !== '' &&
      rest.some(
        (word) =>
          word.length > 3 && !isKnown(word, actedOn) && !/^(?:button|link|next|entry|with|from)$/u.test(word),
      );
    if (
      isWholeName &&
      !isOtherRow &&
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
export function proposes(
  question: string,
  actedOn: ActedOn,
  pageQuestion = '',
  earlier: readonly string[] = [],
): boolean {
  if (pageQuestion.length > 3 && fold(question).includes(fold(pageQuestion).slice(0, 120))) return true;
  const { sentences, names, quotes } = parseLine(joinNames(question, actedOn.controlNames));
  const antecedents = earlier.map(fold);
  return sentences.some(({ text }) => {
    const isProposed = splitClauses(text).some((clause) => {
      const proposal = clause.replace(PROPOSAL, '');
      return requestsAction(proposal.replace(OPENING, ''), actedOn, {
        names,
        antecedents,
        earlierCount: earlier.length,
        sentence: text,
        isProposal: true,
      });
    });
    antecedents.push(text);
    return (
      isProposed ||
      text.includes(fold(actedOn.action.what)) ||
      actedOn.controlNames.some((name) => namesControl(text, quotes, fold(name), actedOn))
    );
  });
}
