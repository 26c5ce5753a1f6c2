/** Line → clauses: split where a new order or question begins, never inside quotes; politeness taken off. */
import { withoutCode } from './code.js';
import { ASKING, VERBS, type Verb } from '../lexicon/verbs.js';
import { LEADS, NAMED_TAIL, TAILS } from '../lexicon/polite.js';
import { anyOf, squash } from '../text.js';
import type { Clause } from './steps.js';
import { WAITED_FOR } from './waiting.js';

const MARK = 0xe000;
const QUOTES =
  /"([^"]*)"|“([^”]*)”|«([^»]*)»|`([^`]+)`|(?<![\p{L}\p{N}])['‘]([^'’]*(?:['’](?=\p{L})[^'’]*)*)['’](?![\p{L}\p{N}])/gu;

/** Quoted passages replaced by one private character each, so that no rule looks into them. */
export interface Masked {
  text: string;
  quotes: string[];
}

export function mask(line: string): Masked {
  const quotes: string[] = [];
  const hide = (passage: string): string => {
    quotes.push(passage);
    return String.fromCharCode(MARK + quotes.length - 1);
  };
  const plain = withoutCode(line.replace(/[\uE000-\uE0FF]/gu, ' '), hide);
  const text = plain.replace(QUOTES, (whole, ...groups) => {
    const inner = groups.slice(0, 5).find((g): g is string => typeof g === 'string') ?? '';
    if (!inner.trim() && whole.length > 2) return whole;
    // A tail of punctuation inside the quotes belongs to the sentence, not to the name.
    return hide(inner);
  });
  return { text: squash(text), quotes };
}

/** Puts the quoted passages back, bare or in double quotes. */
export const unmask = (text: string, quotes: readonly string[], bare = true): string =>
  text.replace(/[\uE000-\uE0FF]/gu, (c) => {
    const inner = quotes[c.charCodeAt(0) - MARK] ?? '';
    return bare ? inner : `"${inner}"`;
  });

export const isMark = (text: string): boolean => /^[\uE000-\uE0FF]$/u.test(text.trim());
export const hasMark = (text: string): boolean => /[\uE000-\uE0FF]/u.test(text);

const leadPattern = new RegExp(`^(?:${anyOf(LEADS)})(?=[\\s,.!:]|$)[\\s,.!:]*`, 'iu');
const tailPattern = new RegExp(`[\\s,]+(?:${anyOf(TAILS)})$`, 'iu');

/** Takes politeness and order words from both ends. A clause that is nothing else stays as it is. */
export function strip(clause: string): string {
  let text = squash(clause).replace(/[\s,;:.]+$/u, '');
  // Why it is wanted is no part of the order.
  text = text
    .replace(/,? (?:so that|so|because|in order that) (?:i|we|you|it|they|he|she)\b.*$/iu, '')
    .replace(/,? in order to .*$/iu, '');
  const asks = /\?[\s?!]*$/u.test(text);
  // "s3cret!" ends as it was typed; "Save!" is only said loudly.
  const last = text.split(/\s/u).at(-1) ?? '';
  if (!last.endsWith('!') || !/\d/u.test(last)) text = text.replace(/[\s?!.]+$/u, '');
  for (;;) {
    // "next page", "first name", "last": order words that name things stay.
    const lead = leadPattern.exec(text);
    const rest = lead ? text.slice(lead[0].length) : '';
    if (!lead || !rest) break;
    const bare = lead[0].trim().toLowerCase();
    // "I'd like to know …" asks.
    if (/^know\b/iu.test(rest)) break;
    if (bare === 'wait' && WAITED_FOR.test(rest)) break;
    const ordering =
      /^(?:next|first|second|third|last|lastly|back|again|well|good|great|there|help me|just)$/u.test(bare);
    if (
      ordering &&
      !(matchVerb(rest) || leadPattern.test(rest) || (lead[0].includes(',') && bare !== 'good'))
    )
      break;
    text = rest;
  }
  for (;;) {
    const tail = tailPattern.exec(text);
    if (!tail || tail.index === 0) break;
    const before = text.slice(0, tail.index);
    if (NAMED_TAIL.test(text) && /^\p{Lu}/u.test(matchVerb(before)?.rest ?? '')) break;
    // "the link there" points; "how many are there" and "type hello there" do not.
    if (
      /\bthere$/iu.test(tail[0]) &&
      !['click', 'open', 'press'].includes(matchVerb(before)?.verb.kind ?? '')
    )
      break;
    // "click next", "type thanks", "go to the first": what is left must not be only a verb.
    if (
      (matchVerb(before)?.rest === '' && !/^[\s,]*(?:when|once)\b/iu.test(tail[0])) ||
      /\b(?:the|to|a|called|named|with|in|on|for|into|as)$/iu.test(before)
    )
      break;
    text = before.replace(/[\s,;:.!]+$/u, '');
  }
  return asks && matchVerb(text)?.verb.kind === 'question' ? `${text}?` : text;
}

const verbPattern = new RegExp(`^(${anyOf(VERBS.map((v) => v.form))})(?![\\p{L}\\p{N}'-])`, 'iu');
const verbOf = new Map<string, Verb>();
for (const verb of VERBS) if (!verbOf.has(verb.form)) verbOf.set(verb.form, verb);

/** The verb that a clause starts with, and what follows it. */
export function matchVerb(text: string): { verb: Verb; rest: string } | null {
  const hit = verbPattern.exec(text);
  const verb = hit && verbOf.get(hit[1]!.toLowerCase());
  return verb
    ? {
        verb,
        rest: text
          .slice(hit[0].length)
          .replace(/^[\s:,]+/u, '')
          .trim(),
      }
    : null;
}

/** Verbs that are everyday nouns too: after "and" or a comma they start a clause only with an object behind them. */
const NOUNISH =
  /^(?:search|back|forward|next|previous|order|sort|filter|like|share|post|report|view|display|access|use|book|plan|start|mark|see|list|count|save|cancel|delete|edit|copy|print|reply|download|upload|reset|close|exit|continue|skip|undo|submit|apply|import|export|preview|play|pause|rate|move|run|install|pin|star|input|change|update|access|draft|google|is|are|has|was|do|does|which|when|where|what|who|how|why|make|join|hide|load|complete|visit|follow|set|empty|clear|find|remove|invite|confirm|publish|send|buy|pay|proceed|register|login|subscribe|duplicate|archive)$/iu;

function startsClause(rest: string, strong: boolean): boolean {
  const text = strip(rest);
  if (!text) return false;
  const verb = matchVerb(text);
  if (!verb) return ASKING.test(text);
  if (
    strong ||
    !NOUNISH.test(verb.verb.form) ||
    /^(?:to|for|on|with) (?:it|him|her|them|that|this)\b/iu.test(verb.rest)
  )
    return true;
  return verb.rest.split(' ')[0] !== '' && !/^(?:and|or|,|in|into|as|for|to|on|with|of)\b/iu.test(verb.rest);
}

/** A clause that leaves its verb to the one before: "type A into x and B into y", "click Yes and then the No button". */
export function elliptic(before: string, rest: string): boolean {
  const kind = matchVerb(before)?.verb.kind;
  if (
    kind === 'fill' &&
    / with \S/u.test(before) &&
    /^(?:the |my )?[^,]{2,30}? with \S/u.test(rest) &&
    !matchVerb(rest)
  )
    return true;
  if (
    kind === 'set' &&
    / to /u.test(before) &&
    /^(?:the |my )?[^,]{2,30}? to \S/u.test(rest) &&
    !matchVerb(rest)
  )
    return true;
  if (kind === 'set' && / (?:into|in|as) /u.test(before))
    return /^[^,]{1,60}? (?:into|as) \S|^[\uE000-\uE0FF] (?:in|on|for) \S/u.test(rest) && !matchVerb(rest);
  return kind === 'click' && ELLIPTIC_CLICK.test(rest);
}
/** "fill it in and save", "log out and confirm": a bare word at the end is an order where no value can end so. */
function bareCommand(before: string, rest: string): boolean {
  const text = strip(rest);
  const verb = matchVerb(text);
  const kind = matchVerb(before)?.verb.kind;
  return Boolean(
    verb &&
    verb.rest === '' &&
    kind &&
    ['command', 'submit', 'back', 'reload'].includes(verb.verb.kind) &&
    (!['search', 'find', 'set', 'question', 'sort', 'filter'].includes(kind) ||
      (kind === 'set' && /^(?:save|submit|apply|confirm|continue)$/iu.test(text))),
  );
}
export const ELLIPTIC_CLICK = /^(?:the|on the) [^,]{1,40} (?:button|link|tab|icon|checkbox)$/iu;

/** "In the menu, choose Home": the place belongs to the order behind the comma. */
const LEADING_PLACE =
  /^(?:in|on|at|from|under|below|inside|within|for|next to|beside|near|above|with) (?:the )?[^,]{2,40}$/iu;

/** "If it is red, click it": the order is behind the comma. */
const LEADING_CONDITION = /^(?:only if|if|unless|when|once|as soon as) [^,]{3,80}$/iu;

const JOINT =
  /\s*[,;]\s*(?:and\s+|but\s+|or\s+)?(?:after that|afterwards|after which|then|next|finally|lastly|also)?,?\s*|\s+(?:and|before you|before)\s+(?:after that|afterwards|then|also|next|finally)?,?\s*|\s*,?\s+(?:then|after that|afterwards)\s+|\s+-+>?\s+|\s*(?:→|=>)\s*|[.!?]+\s+|\n+/giu;
/** Full stops that end no sentence. */
const ABBREVIATION =
  /(?:\b(?:mr|mrs|ms|dr|st|no|vs|e\.g|i\.e|etc|approx|inc|ltd|jr|sr|prof|fig|v)|\b\p{L})\.$/iu;

/** Clauses of a masked line, in order. */
export function splitClauses(masked: Masked): Clause[] {
  const { text, quotes } = masked;
  const out: { raw: string; joint: string }[] = [];
  let start = 0;
  let joint = '';
  for (const hit of text.matchAll(JOINT)) {
    const at = hit.index;
    const end = at + hit[0].length;
    if (at < start || end >= text.length || at === start) continue;
    const rest = text.slice(end);
    const before = strip(text.slice(start, at));
    const stop = /^[.!?]/u.test(hit[0]);
    const word = /[a-z]/iu.test(hit[0]);
    const cut = stop
      ? (!ABBREVIATION.test(text.slice(0, at + 1)) && /^[^\p{Ll}]|^(?:https?|www)/u.test(rest)) ||
        (stop && startsClause(rest, true) && !ABBREVIATION.test(text.slice(0, at + 1)))
      : elliptic(before, rest) ||
        bareCommand(before, rest) ||
        startsClause(rest, /\bthen\b|after|next|finally|→|=>|\n|;/iu.test(hit[0]) && word);
    if (!cut || (hit[0].includes(',') && (LEADING_PLACE.test(before) || LEADING_CONDITION.test(before))))
      continue;
    out.push({ raw: text.slice(start, at + (stop ? 1 : 0)), joint });
    joint = hit[0];
    start = end;
  }
  out.push({ raw: text.slice(start), joint });
  return out
    .map(({ raw, joint: j }) => ({ raw: unmask(raw, quotes, false), joint: j, text: strip(raw) }))
    .filter((c) => c.text !== '' && !/^[\s,.!?;:]*$/u.test(c.text))
    .filter((c, _i, all) => all.length === 1 || !isChatter(c.text));
}

/** Greetings and thanks that stand alone beside a real clause. */
const isChatter = (text: string): boolean =>
  new RegExp(
    `^(?:${anyOf([...LEADS, ...TAILS])}|good (?:morning|afternoon|evening|day))[\\s.!,]*$`,
    'iu',
  ).test(text) && !matchVerb(text);
