/**
 * Parses conditions: "if the box is empty, …", "buy it when the price is below 40", "click Next until you see Finish".
 */
import { matchVerb, stripPoliteness, unmask } from './clauses.js';
import type { Clause, Condition, Quotes, SpokenStep } from './steps.js';

const CONDITION_BEFORE = /^(only if|if|unless|when|once|as soon as)\s+(.+?),\s*(?:then\s+)?(.+)$/iu;
const CONDITION_AFTER =
  /^(.+?),?\s+(but only if|only if|if|unless|only when|when|once|as soon as|until|till)\s+(.+)$/iu;
/** Polite phrases that only look like conditions. */
const POLITE =
  /^(?:possible|needed|need be|necessary|so|not|asked|available|applicable|done|finished|ready|you(?:'re| are)? (?:can|could|like|wish|want|please|prefer|may|would|done|ready|finished|on the \p{L}+)|you(?:'ve| have) (?:finished|done)|(?:that|it)(?:'s| is) (?:ok|okay|fine|possible|there|done|needed|necessary|all right))\b|^(?:that|it)(?:'s| is)$/iu;
/** "once logged in": refers to a step that has just been done. */
const PAST = /^\p{L}+ed(?: \p{L}{2,4})?$/iu;
/** Conditions about things that appear by themselves. The next instruction waits for its element anyway. */
const APPEARS =
  /\b(?:loads?|loaded|opens?|opened|appears?|appeared|pops? up|comes? up|shows? up|is (?:open|there|ready|done|shown|visible|loaded|finished)|finishes|asks?)$/iu;
const STATES =
  /\b(?:am|is|are|isn't|aren't|can|can't|do|does|doesn't|was|has|have|hasn't|says?|shows?|reads?|there|drops?|falls?|rises?|reaches|becomes?|gets?|costs?|contains?|equals?|exceeds?|appears?|see|find)\b/iu;

const WORDS: Readonly<Record<string, Condition['word']>> = {
  unless: 'unless',
  until: 'until',
  till: 'until',
};
const wordOf = (phrase: string): Condition['word'] => {
  const trimmed = phrase.toLowerCase().replace(/^(?:but )?only /u, '');
  return WORDS[trimmed] ?? (trimmed === 'if' ? 'if' : 'when');
};

/** Instructions that may contain an "if" of their own, or that already have an end condition. */
const HAS_OWN_CONDITION = new Set([
  'set',
  'search',
  'fill',
  'create',
  'question',
  'scroll',
  'wait',
  'find',
  'enter',
  'add',
]);

/** "If the box is red, click it": replaces "it" with the condition's subject. */
const withSubject = (order: string, condition: string): string => {
  const subject =
    /^(the .+?) (?:is|are|isn't|has|says|shows)\b/iu.exec(condition)?.[1] ??
    /^(?:you (?:can )?see|there (?:is|are)) (?:an? |the |any |some )?(.+)$/iu.exec(condition)?.[1];
  return subject ? order.replace(/^(\p{L}+(?: (?:on|off))?) (?:it|them)$/u, `$1 ${subject}`) : order;
};

/** "…, otherwise click Help": negates the condition of the previous instruction. */
export function readOtherwise(
  clause: Clause,
  before: readonly SpokenStep[],
): { order: string; on: Condition | null } | null {
  const on = before.at(-1)?.on;
  if (!on || !/^(?:and |or |but )?(?:otherwise|else|or else|if not)\b/iu.test(clause.raw)) return null;
  return { order: clause.text, on: { word: on.word === 'unless' ? 'if' : 'unless', text: on.text } };
}

/**
 * "Roll a number above 3", "generate an odd number": the result is random, so the action is repeated until it matches.
 */
const RANDOM_RESULT =
  /^(generate|roll|spin|draw|produce|randomi[sz]e) (?:an?|some|the) (?:new |random )?(?:(odd|even) )?(number|value|figure|score|result)(?: (?:that is |which is )?((?:less|greater|more|smaller|larger|bigger|higher|lower|below|above|under|over|at least|at most|equal to)\b.*\d))?$/iu;

function readRandomResult(clause: string): { order: string; on: Condition } | null {
  const [, verb, kind, what, bounds] = RANDOM_RESULT.exec(clause) ?? [];
  const so = kind ?? bounds;
  return verb && so
    ? { order: verb, on: { word: 'until', text: `the ${what} is ${so}`, fresh: true } }
    : null;
}

/** Splits an instruction from its condition; null if it has none. */
export function readCondition(
  clause: string,
  quotes: Quotes,
): { order: string; on: Condition | null } | null {
  const chance = readRandomResult(clause);
  if (chance) return chance;
  const front = CONDITION_BEFORE.exec(clause);
  if (front && matchVerb(stripPoliteness(front[3]!))) {
    const text = front[2]!;
    const word = wordOf(front[1]!);
    const idle = POLITE.test(text) || (word === 'when' && (APPEARS.test(text) || PAST.test(text)));
    if (!idle && !STATES.test(text) && !APPEARS.test(text)) return null;
    const order = withSubject(stripPoliteness(front[3]!), text);
    return { order, on: idle ? null : { word, text: unmask(text, quotes, false) } };
  }
  const behind = CONDITION_AFTER.exec(clause);
  const kind = behind && matchVerb(stripPoliteness(behind[1]!))?.verb.kind;
  if (!behind || !kind || HAS_OWN_CONDITION.has(kind)) return null;
  const word = wordOf(behind[2]!);
  const text = behind[3]!.replace(/[.!]+$/u, '');
  const idle = word !== 'until' && POLITE.test(text);
  if (idle || (word === 'when' && APPEARS.test(text)))
    return { order: stripPoliteness(behind[1]!), on: null };
  if (!STATES.test(text)) return null;
  return { order: behind[1]!, on: { word, text: unmask(text, quotes, false) } };
}
