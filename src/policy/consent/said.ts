/**
 * What a line of the instructor says of an act: names it, forbids it, or nothing; and whether it answers a question
 * with yes or no. Only lines of the instructor are ever read here: page text grants nothing. Where a line can be
 * read as an order and as talk about one, it is talk: the price is one question. Pure.
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
} from './said-words.js';

export type Saying = 'names' | 'forbids' | 'nothing';

/** Stands for a quoted text. */
const QUOTE = '\uE000';

interface Heard {
  clauses: string[];
  quotes: string[];
}

function hear(line: string): Heard {
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

/** @param called what of it can be named to be pressed: the control, the key */
export function saying(line: string, act: IrreversibleAction, called: readonly string[] = []): Saying {
  const { clauses, quotes } = hear(line);
  let last: Saying = called.some((name) => pressesIt(line, quotes, name)) ? 'names' : 'nothing';
  let inContent = false;
  for (const clause of clauses) {
    // What a letter says begins in the middle of its clause.
    const text = clause.search(CONTENT);
    const own = text < 0 ? clause : clause.slice(0, text);
    const order = own.replace(LEADS, '').trim();
    const forbids = mentions(own, act.kind) && negated(own, act.kind);
    if (forbids && (!inContent || NOT_AFTER_CONTENT.test(own))) last = 'forbids';
    else if (!forbids && (!inContent || AFTER_CONTENT.test(order)) && names(order, act)) last = 'names';
    inContent ||= text >= 0 || WRITES.test(own);
  }
  return last;
}

function mentions(clause: string, deed: ConsentKind): boolean {
  return MENTIONS[deed].test(clause);
}

function negated(clause: string, deed: ConsentKind): boolean {
  const at = clause.search(MENTIONS[deed]);
  const before = clause.slice(0, at);
  // "Don't forget to send it", "why not buy it" are no prohibitions; "do not only send" is rare.
  return NEGATES.test(before) && !/\b(?:forget|hesitate|why not|not only)\b/u.test(before);
}

function names(order: string, act: IrreversibleAction): boolean {
  const wish = WISHES.exec(order);
  const said = wish ? order.slice(wish[0].length) : order;
  if ((act.class === 'send' || act.kind === 'create-account') && SUBMITS.test(said)) return true;
  const pressed = PRESSES_FIRST.exec(said)?.[1];
  if (pressed !== undefined) return ORDERS[act.kind].test(pressed) && !NOT_NOW.test(pressed);
  const match = ORDERS[act.kind].exec(said);
  if (!match) return false;
  const object = said.slice(match[0].length).trim();
  if (NOT_NOW.test(object.slice(0, 30)) && !/^(?:it|them|this|that)\b/u.test(object)) return false;
  // Who wants to buy something may still be choosing; who wants to buy this has chosen.
  if (wish && act.class === 'buy' && !/^(?:it|this|that|these|those|them|the)\b/u.test(object)) return false;
  // "Cancel that" stops what is going on.
  if (act.kind === 'delete' && /^cancel/u.test(match[0]) && /^(?:it|that|this)?$/u.test(object)) return false;
  return !otherNumber(object, act.what);
}

/** "Cancel order 48204" is no consent to cancel order 48211. */
function otherNumber(object: string, what: string): boolean {
  const own = what.replace(/\([^)]*\)|[$€£¥]\s?[\d.,]+|[\d.,]+\s?[$€£¥]/gu, '').match(/\d{3,}/gu) ?? [];
  const said = object.match(/\d{3,}/gu) ?? [];
  return own.length > 0 && said.length > 0 && !own.some((number) => (said as string[]).includes(number));
}

/** "Click “Place order”", "press Send": who names the control names what it does. */
function pressesIt(line: string, quotes: readonly string[], control: string): boolean {
  const name = fold(control);
  if (name.length < 2) return false;
  const said = fold(line.replace(/[“”„«»]/gu, '"'));
  for (let at = said.indexOf(name); at >= 0; at = said.indexOf(name, at + 1)) {
    const before = said.slice(0, at).replace(/"$/u, '').trimEnd();
    const after = said.slice(at + name.length);
    const whole = !/^[\p{L}\p{N}]/u.test(after) && !/[\p{L}\p{N}]$/u.test(said.slice(0, at));
    const clause = before.split(/[.;!?,]|\bthen\b|\band\b|\bbut\b/u).at(-1) ?? '';
    // Inside a text that is to be written, a click is a word.
    const written = quotes.some((quote) => quote !== name && quote.includes(name));
    if (whole && !written && PRESSES.test(clause) && !NEGATES.test(clause) && !NOT_NOW.test(clause))
      return true;
  }
  return false;
}

/** A question of the navigator that this act is what it asks about. */
export function asksFor(question: string, act: IrreversibleAction, asked = ''): boolean {
  const said = fold(question);
  if (asked.length > 3 && said.includes(fold(asked).slice(0, 120))) return true;
  return ASKS[act.kind].test(said) || said.includes(fold(act.what));
}

const bare = (line: string): string =>
  fold(line)
    .replace(/^[^\p{L}]+/u, '')
    .replace(/\b(?:please|thanks|thank you)\b[,!. ]*$/u, '')
    .trim();

export const agrees = (line: string): boolean => {
  if (/^\s*(?:👍|✅|✔)/u.test(line)) return true;
  const said = bare(line);
  return (said === '' ? /\bplease\b/u.test(fold(line)) : AGREES.test(said)) && !HEDGES.test(said);
};
export const declines = (line: string): boolean => DECLINES.test(bare(line));
export const goesOn = (line: string): boolean => GOES_ON.test(fold(line));
export const meansMany = (line: string): boolean => MANY.test(fold(line));
