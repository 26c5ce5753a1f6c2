/**
 * Interprets an instructor's line: whether it requests or forbids an action, and whether it answers yes or no. Page
 * text is never interpreted here. An ambiguous line counts as no request, which costs one question. Pure.
 */
import type { ConsentKind, IrreversibleAction } from '../../contract/index.js';
import { fold } from './region.js';
import {
  AFTER_CONTENT,
  AGREES,
  ASKS,
  CONTENT,
  DECLINES,
  GOES_ON,
  HEDGES,
  LEADS,
  MANY,
  MENTIONS,
  NEGATES,
  NOT_AFTER_CONTENT,
  NOT_NOW,
  ORDERS,
  PRESSES,
  PRESSES_FIRST,
  SUBMITS,
  WISHES,
  WRITES,
} from './instructor-words.js';

export type LineMeaning = 'names' | 'forbids' | 'nothing';

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

/** @param called names by which pressing the control can be requested: its name, the key */
export function interpretLine(
  line: string,
  act: IrreversibleAction,
  called: readonly string[] = [],
): LineMeaning {
  const { clauses, quotes } = splitClauses(line);
  let last: LineMeaning = called.some((name) => namesControl(line, quotes, name)) ? 'names' : 'nothing';
  let inContent = false;
  for (const clause of clauses) {
    // Text to be written can begin in the middle of a clause.
    const text = clause.search(CONTENT);
    const own = text < 0 ? clause : clause.slice(0, text);
    const order = own.replace(LEADS, '').trim();
    const forbids = mentionsAction(own, act.kind) && isNegated(own, act.kind);
    if (forbids && (!inContent || NOT_AFTER_CONTENT.test(own))) last = 'forbids';
    else if (!forbids && (!inContent || AFTER_CONTENT.test(order)) && asksToPerform(order, act))
      last = 'names';
    inContent ||= text >= 0 || WRITES.test(own);
  }
  return last;
}

function mentionsAction(clause: string, deed: ConsentKind): boolean {
  return MENTIONS[deed].test(clause);
}

function isNegated(clause: string, deed: ConsentKind): boolean {
  const at = clause.search(MENTIONS[deed]);
  const before = clause.slice(0, at);
  // "Don't forget to send it" and "why not buy it" are not prohibitions.
  return NEGATES.test(before) && !/\b(?:forget|hesitate|why not|not only)\b/u.test(before);
}

function asksToPerform(order: string, act: IrreversibleAction): boolean {
  const wish = WISHES.exec(order);
  const said = wish ? order.slice(wish[0].length) : order;
  if ((act.class === 'send' || act.kind === 'create-account') && SUBMITS.test(said)) return true;
  const pressed = PRESSES_FIRST.exec(said)?.[1];
  if (pressed !== undefined) return ORDERS[act.kind].test(pressed) && !NOT_NOW.test(pressed);
  const match = ORDERS[act.kind].exec(said);
  if (!match) return false;
  const object = said.slice(match[0].length).trim();
  if (NOT_NOW.test(object.slice(0, 30)) && !/^(?:it|them|this|that)\b/u.test(object)) return false;
  // "I want to buy something" may be browsing; "I want to buy this" is a decision.
  if (wish && act.class === 'buy' && !/^(?:it|this|that|these|those|them|the)\b/u.test(object)) return false;
  // "Cancel that" stops the current work.
  if (act.kind === 'delete' && /^cancel/u.test(match[0]) && /^(?:it|that|this)?$/u.test(object)) return false;
  return !namesOtherNumber(object, act.what);
}

/** "Cancel order 48204" is not consent to cancel order 48211. */
function namesOtherNumber(object: string, what: string): boolean {
  const own = what.replace(/\([^)]*\)|[$€£¥]\s?[\d.,]+|[\d.,]+\s?[$€£¥]/gu, '').match(/\d{3,}/gu) ?? [];
  const said = object.match(/\d{3,}/gu) ?? [];
  return own.length > 0 && said.length > 0 && !own.some((number) => (said as string[]).includes(number));
}

/** "Click “Place order”", "press Send": requesting the control requests its action. */
function namesControl(line: string, quotes: readonly string[], control: string): boolean {
  const name = fold(control);
  if (name.length < 2) return false;
  const said = fold(line.replace(/[“”„«»]/gu, '"'));
  for (let at = said.indexOf(name); at >= 0; at = said.indexOf(name, at + 1)) {
    const before = said.slice(0, at).replace(/"$/u, '').trimEnd();
    const after = said.slice(at + name.length);
    const whole = !/^[\p{L}\p{N}]/u.test(after) && !/[\p{L}\p{N}]$/u.test(said.slice(0, at));
    const clause = before.split(/[.;!?,]|\bthen\b|\band\b|\bbut\b/u).at(-1) ?? '';
    // Inside quoted text the name does not count.
    const written = quotes.some((quote) => quote !== name && quote.includes(name));
    if (whole && !written && PRESSES.test(clause) && !NEGATES.test(clause) && !NOT_NOW.test(clause))
      return true;
  }
  return false;
}

/** Whether the navigator's question is about this action. */
export function asksAbout(question: string, act: IrreversibleAction, asked = ''): boolean {
  const said = fold(question);
  if (asked.length > 3 && said.includes(fold(asked).slice(0, 120))) return true;
  return ASKS[act.kind].test(said) || said.includes(fold(act.what));
}

const bare = (line: string): string =>
  fold(line)
    .replace(/^[^\p{L}]+/u, '')
    .replace(/\b(?:please|thanks|thank you)\b[,!. ]*$/u, '')
    .trim();

export const isYes = (line: string): boolean => {
  if (/^\s*(?:👍|✅|✔)/u.test(line)) return true;
  const said = bare(line);
  return (said === '' ? /\bplease\b/u.test(fold(line)) : AGREES.test(said)) && !HEDGES.test(said);
};
export const isNo = (line: string): boolean => DECLINES.test(bare(line));
export const continuesInstruction = (line: string): boolean => GOES_ON.test(fold(line));
export const meansSeveral = (line: string): boolean => MANY.test(fold(line));
