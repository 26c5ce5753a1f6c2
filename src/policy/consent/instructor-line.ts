/**
 * Interprets an instructor's line: whether it requests or forbids an action, and whether it answers yes or no. Page
 * text is never interpreted here. An ambiguous line counts as no request, which costs one question. Pure.
 */
import type { ConsentKind, IrreversibleAction } from '../../contract/index.js';
import { fold } from './region.js';
import {
  REQUEST_AFTER_CONTENT,
  YES,
  PROPOSALS,
  CONTENT_START,
  NO,
  CONTINUATION,
  HEDGE,
  OPENING_WORDS,
  SEVERAL_OBJECTS,
  MENTIONS,
  NEGATION,
  PROHIBITION_AFTER_CONTENT,
  NOT_NOW,
  REQUESTS,
  PRESS_PHRASE,
  PRESS_REQUEST,
  SUBMIT_REQUEST,
  WISH,
  WRITING_VERB,
} from './instructor-words.js';

export type LineMeaning = 'requests' | 'forbids' | 'nothing';

/** Placeholder for quoted text. */
const QUOTE = '\uE000';

interface ParsedLine {
  clauses: string[];
  quotes: string[];
}

function splitClauses(line: string): ParsedLine {
  const quotes: string[] = [];
  const masked = fold(
    line.replace(/[“”„«»]/gu, '"').replace(/(?<![\p{L}\p{N}])['‘]([^'’\n]{2,80})['’](?![\p{L}])/gu, '"$1"'),
  ).replace(/"([^"]*)"/gu, (_, text: string) => {
    quotes.push(text.trim());
    return QUOTE;
  });
  const clauses = masked
    .split(/(?<!\d)[.;!\n](?!\d)|\?|,|\bthen\b|(?<!\bgo ahead )(?<!\bsign )\band\b|\bbut\b|\bor\b/u)
    .map((clause) => clause.trim())
    .filter(Boolean);
  return { clauses, quotes };
}

/** @param controlNames names with which a line can request to press the control: its label, or the key */
export function interpretLine(
  line: string,
  action: IrreversibleAction,
  controlNames: readonly string[] = [],
): LineMeaning {
  const { clauses, quotes } = splitClauses(line);
  let meaning: LineMeaning = controlNames.some((name) => namesControl(line, quotes, name))
    ? 'requests'
    : 'nothing';
  let inContent = false;
  for (const clause of clauses) {
    // Text to be written can begin in the middle of a clause.
    const contentStart = clause.search(CONTENT_START);
    const beforeContent = contentStart < 0 ? clause : clause.slice(0, contentStart);
    const request = beforeContent.replace(OPENING_WORDS, '').trim();
    const forbids = mentionsAction(beforeContent, action.kind) && isNegated(beforeContent, action.kind);
    if (forbids && (!inContent || PROHIBITION_AFTER_CONTENT.test(beforeContent))) meaning = 'forbids';
    else if (
      !forbids &&
      (!inContent || REQUEST_AFTER_CONTENT.test(request)) &&
      asksToPerform(request, action)
    )
      meaning = 'requests';
    inContent ||= contentStart >= 0 || WRITING_VERB.test(beforeContent);
  }
  return meaning;
}

function mentionsAction(clause: string, kind: ConsentKind): boolean {
  return MENTIONS[kind].test(clause);
}

function isNegated(clause: string, kind: ConsentKind): boolean {
  const at = clause.search(MENTIONS[kind]);
  const before = clause.slice(0, at);
  // "Don't forget to send it" and "why not buy it" are not prohibitions.
  return NEGATION.test(before) && !/\b(?:forget|hesitate|why not|not only)\b/u.test(before);
}

function asksToPerform(clause: string, action: IrreversibleAction): boolean {
  const wish = WISH.exec(clause);
  const request = wish ? clause.slice(wish[0].length) : clause;
  if ((action.class === 'send' || action.kind === 'create-account') && SUBMIT_REQUEST.test(request))
    return true;
  const pressedControl = PRESS_REQUEST.exec(request)?.[1];
  if (pressedControl !== undefined)
    return REQUESTS[action.kind].test(pressedControl) && !NOT_NOW.test(pressedControl);
  const match = REQUESTS[action.kind].exec(request);
  if (!match) return false;
  const object = request.slice(match[0].length).trim();
  if (NOT_NOW.test(object.slice(0, 30)) && !/^(?:it|them|this|that)\b/u.test(object)) return false;
  // "I want to buy something" may be browsing; "I want to buy this" is a decision.
  if (wish && action.class === 'buy' && !/^(?:it|this|that|these|those|them|the)\b/u.test(object))
    return false;
  // "Cancel that" stops the current work.
  if (action.kind === 'delete' && /^cancel/u.test(match[0]) && /^(?:it|that|this)?$/u.test(object))
    return false;
  return !namesOtherNumber(object, action.what);
}

/** "Cancel order 48204" is not consent to cancel order 48211. */
function namesOtherNumber(object: string, what: string): boolean {
  const actionNumbers =
    what.replace(/\([^)]*\)|[$€£¥]\s?[\d.,]+|[\d.,]+\s?[$€£¥]/gu, '').match(/\d{3,}/gu) ?? [];
  const requestedNumbers = object.match(/\d{3,}/gu) ?? [];
  return (
    actionNumbers.length > 0 &&
    requestedNumbers.length > 0 &&
    !actionNumbers.some((number) => (requestedNumbers as string[]).includes(number))
  );
}

/** "Click “Place order”", "press Send": requesting the control requests its action. */
function namesControl(line: string, quotes: readonly string[], control: string): boolean {
  const name = fold(control);
  if (name.length < 2) return false;
  const text = fold(line.replace(/[“”„«»]/gu, '"'));
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text.slice(0, at).replace(/"$/u, '').trimEnd();
    const after = text.slice(at + name.length);
    const isWholeName = !/^[\p{L}\p{N}]/u.test(after) && !/[\p{L}\p{N}]$/u.test(text.slice(0, at));
    const clause = before.split(/[.;!?,]|\bthen\b|\band\b|\bbut\b/u).at(-1) ?? '';
    // Inside quoted text the name does not count.
    const isInQuote = quotes.some((quote) => quote !== name && quote.includes(name));
    if (
      isWholeName &&
      !isInQuote &&
      PRESS_PHRASE.test(clause) &&
      !NEGATION.test(clause) &&
      !NOT_NOW.test(clause)
    )
      return true;
  }
  return false;
}

/** Whether the navigator's question is about this action. */
export function asksAbout(question: string, action: IrreversibleAction, pageQuestion = ''): boolean {
  const text = fold(question);
  if (pageQuestion.length > 3 && text.includes(fold(pageQuestion).slice(0, 120))) return true;
  return PROPOSALS[action.kind].test(text) || text.includes(fold(action.what));
}

const normaliseReply = (line: string): string =>
  fold(line)
    .replace(/^[^\p{L}]+/u, '')
    .replace(/\b(?:please|thanks|thank you)\b[,!. ]*$/u, '')
    .trim();

export const isYes = (line: string): boolean => {
  if (/^\s*(?:👍|✅|✔)/u.test(line)) return true;
  const text = normaliseReply(line);
  return (text === '' ? /\bplease\b/u.test(fold(line)) : YES.test(text)) && !HEDGE.test(text);
};
export const isNo = (line: string): boolean => NO.test(normaliseReply(line));
export const continuesInstruction = (line: string): boolean => CONTINUATION.test(fold(line));
export const meansSeveral = (line: string): boolean => SEVERAL_OBJECTS.test(fold(line));
