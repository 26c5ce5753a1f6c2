/** Splits a line into clauses where a new instruction or question begins, never inside quotes. */
import { FIELD_WORDS } from '../lexicon/forms.js';
import { POLITE_LEADS, POLITE_TAILS } from '../lexicon/polite.js';
import { QUESTION_START } from '../lexicon/verbs.js';
import { toAlternation } from '../text.js';
import { matchVerb, removePolitePhrases, unmask, type Masked } from './line-text.js';
import type { Clause } from './steps.js';

/** Verbs that are also common nouns. After "and" or a comma, they start a clause only if an object follows. */
const NOUN_LIKE_VERB =
  /^(?:search|back|forward|next|previous|order|sort|filter|like|share|post|report|view|display|access|use|book|plan|start|mark|see|list|count|save|cancel|delete|edit|copy|print|reply|download|upload|reset|close|exit|continue|skip|undo|submit|apply|import|export|preview|play|pause|rate|move|run|install|pin|star|input|change|update|access|draft|google|is|are|has|was|do|does|which|when|where|what|who|how|why|make|join|hide|load|complete|visit|follow|set|empty|clear|find|remove|invite|confirm|publish|send|buy|pay|proceed|register|login|subscribe|duplicate|archive)$/iu;

function startsClause(rest: string, isCertain: boolean): boolean {
  const text = removePolitePhrases(rest);
  if (!text) return false;
  const verb = matchVerb(text);
  if (!verb) return QUESTION_START.test(text);
  if (
    isCertain ||
    !NOUN_LIKE_VERB.test(verb.verb.form) ||
    /^(?:to|for|on|with) (?:it|him|her|them|that|this)\b/iu.test(verb.rest)
  )
    return true;
  return verb.rest.split(' ')[0] !== '' && !/^(?:and|or|,|in|into|as|for|to|on|with|of)\b/iu.test(verb.rest);
}

/**
 * Whether a clause uses the verb of the previous one: "type A into x and B into y", "click Yes and then the No button".
 */
function isElliptic(before: string, rest: string): boolean {
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
  if (kind === 'set' && INTO_FIELD.test(before) && INTO_FIELD.test(rest) && !matchVerb(rest)) return true;
  if (kind === 'set' && / (?:into|in|as) /u.test(before))
    return /^[^,]{1,60}? (?:into|as) \S|^[\uE000-\uE0FF] (?:in|on|for) \S/u.test(rest) && !matchVerb(rest);
  return kind === 'click' && ELLIPTIC_CLICK.test(rest);
}
/** A text and its field: "admin in the username field", "Oslo in city". */
const INTO_FIELD = new RegExp(
  `^[^,]{1,60}? (?:into|in|on) (?:the |my )?(?:[^,]{1,40}? (?:field|box|input|area)|${toAlternation(FIELD_WORDS)})(?=[,.]|$| and )`,
  'iu',
);

/**
 * Whether a single verb at the end is an instruction, not part of a value: "fill it in and save", "log out and
 * confirm".
 */
function isBareCommand(before: string, rest: string): boolean {
  const text = removePolitePhrases(rest);
  const verb = matchVerb(text);
  const kind = matchVerb(before)?.verb.kind;
  if (!verb || verb.rest !== '' || !kind) return false;
  if (verb.verb.kind === 'search') return TAKES_VALUES.has(kind);
  return (
    ['command', 'submit', 'back', 'reload'].includes(verb.verb.kind) &&
    (!['search', 'find', 'set', 'question', 'sort', 'filter'].includes(kind) ||
      (kind === 'set' && /^(?:save|submit|send|apply|confirm|continue|proceed)$/iu.test(text)))
  );
}
/** Steps that fill in a form. "and search" after them submits it. */
const TAKES_VALUES: ReadonlySet<string> = new Set(['set', 'fill', 'choose', 'tick', 'untick', 'toggle']);
export const ELLIPTIC_CLICK = /^(?:the|on the) [^,]{1,40} (?:button|link|tab|icon|checkbox)$/iu;

/** A place that belongs to the instruction after the comma: "In the menu, choose Home". */
const LEADING_PLACE =
  /^(?:in|on|at|from|under|below|inside|within|for|next to|beside|near|above|with) (?:the )?[^,]{2,40}$/iu;

/** A condition for the instruction after the comma: "If it is red, click it". */
const LEADING_CONDITION = /^(?:only if|if|unless|when|once|as soon as) [^,]{3,80}$/iu;

/** Shows that a clause lists fields with values. A verb in it may be the next field's name: "called X, type defect". */
const VALUE_MARK = /\s(?:called|named|titled|entitled|with|saying)\s|:\s|[\uE000-\uE0FF]/iu;
const FIELD_PAIR = new RegExp(
  `^(${toAlternation(FIELD_WORDS)}) (?!(?:in|into|it|this|that|the|your|my)\\b)[^\\s,\\uE000-\\uE0FF]+(?: (?!(?:in|into|and)\\b)[^\\s,]+){0,2}(?=,|$| and )`,
  'iu',
);

function startsNextField(before: string, joint: string, rest: string): boolean {
  const kind = matchVerb(before)?.verb.kind;
  const fieldName = FIELD_PAIR.exec(rest)?.[1]?.toLowerCase();
  const isList =
    /^\s*,\s*(?:and\s+)?$/iu.test(joint) || (/^\s+and\s+$/iu.test(joint) && before.includes(','));
  return (
    (kind === 'create' || kind === 'add') &&
    isList &&
    VALUE_MARK.test(before) &&
    fieldName !== undefined &&
    matchVerb(rest)?.verb.form === fieldName
  );
}

const JOINT =
  /\s*[,;]\s*(?:and\s+|but\s+|or\s+)?(?:after that|afterwards|after which|then|next|finally|lastly|also)?,?\s*|\s+(?:and|before you|before)\s+(?:after that|afterwards|then|also|next|finally)?,?\s*|\s*,?\s+(?:then|after that|afterwards)\s+|\s+-+>?\s+|\s*(?:→|=>)\s*|[.!?]+\s+|\n+/giu;
/** Abbreviations whose full stop does not end a sentence. */
const ABBREVIATION =
  /(?:\b(?:mr|mrs|ms|dr|st|no|vs|e\.g|i\.e|etc|approx|inc|ltd|jr|sr|prof|fig|v)|\b\p{L})\.$/iu;

/** Returns the clauses of a masked line, in order. */
export function splitClauses(masked: Masked): Clause[] {
  const { text, quotes } = masked;
  const clauses: { raw: string; joint: string }[] = [];
  let start = 0;
  let joint = '';
  // The verb for clauses without one: "set A to 1, B to 2 and save".
  let carriedVerb = '';
  for (const hit of text.matchAll(JOINT)) {
    const at = hit.index;
    const end = at + hit[0].length;
    if (at < start || end >= text.length || at === start) continue;
    const rest = text.slice(end);
    const phrase = removePolitePhrases(text.slice(start, at));
    const before = carriedVerb && !matchVerb(phrase) ? `${carriedVerb} ${phrase}` : phrase;
    const isSentenceEnd = /^[.!?]/u.test(hit[0]);
    const hasWord = /[a-z]/iu.test(hit[0]);
    if (startsNextField(before, hit[0], rest)) continue;
    const continues = !isSentenceEnd && isElliptic(before, rest);
    const isBoundary = isSentenceEnd
      ? (!ABBREVIATION.test(text.slice(0, at + 1)) && /^[^\p{Ll}]|^(?:https?|www)/u.test(rest)) ||
        (isSentenceEnd && startsClause(rest, true) && !ABBREVIATION.test(text.slice(0, at + 1)))
      : continues ||
        isBareCommand(before, rest) ||
        startsClause(rest, /\bthen\b|after|next|finally|→|=>|\n|;/iu.test(hit[0]) && hasWord);
    if (
      !isBoundary ||
      (hit[0].includes(',') && (LEADING_PLACE.test(before) || LEADING_CONDITION.test(before)))
    )
      continue;
    clauses.push({ raw: text.slice(start, at + (isSentenceEnd ? 1 : 0)), joint });
    carriedVerb = continues ? (matchVerb(before)?.verb.form ?? '') : '';
    joint = hit[0];
    start = end;
  }
  clauses.push({ raw: text.slice(start), joint });
  return clauses
    .map(({ raw, joint: j }) => ({
      raw: unmask(raw, quotes, false),
      joint: j,
      text: removePolitePhrases(raw),
    }))
    .filter((c) => c.text !== '' && !/^[\s,.!?;:]*$/u.test(c.text))
    .filter((c, _i, all) => all.length === 1 || !isChatter(c.text));
}

/** Whether a clause is only a greeting or thanks. */
const isChatter = (text: string): boolean =>
  new RegExp(
    `^(?:${toAlternation([...POLITE_LEADS, ...POLITE_TAILS])}|good (?:morning|afternoon|evening|day))[\\s.!,]*$`,
    'iu',
  ).test(text) && !matchVerb(text);
