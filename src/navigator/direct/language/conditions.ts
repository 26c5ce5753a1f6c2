/**
 * Parses conditions: "if the box is empty, …", "buy it when the price is below 40", "click Next until you see Finish".
 */
import { matchVerb, removePolitePhrases, unmask } from './line-text.js';
import type { Clause, Condition, Quotes, SpokenStep } from './steps.js';

const CONDITION_BEFORE = /^(only if|if|unless|when|once|as soon as)\s+(.+?),\s*(?:then\s+)?(.+)$/iu;
const CONDITION_AFTER =
  /^(.+?),?\s+(but only if|only if|if|unless|only when|when|once|as soon as|until|till)\s+(.+)$/iu;
/** Polite phrases that only look like conditions. */
const POLITE_CONDITION =
  /^(?:possible|needed|need be|necessary|so|not|asked|available|applicable|done|finished|ready|you(?:'re| are)? (?:can|could|like|wish|want|please|prefer|may|would|done|ready|finished|on the \p{L}+)|you(?:'ve| have) (?:finished|done)|(?:that|it)(?:'s| is) (?:ok|okay|fine|possible|there|done|needed|necessary|all right))\b|^(?:that|it)(?:'s| is)$/iu;
/** Clauses about a step that is already done: "once logged in". */
const PAST_EVENT = /^\p{L}+ed(?: \p{L}{2,4})?$/iu;
/** Conditions about elements that appear by themselves. The next instruction waits for its element anyway. */
const APPEARANCE =
  /\b(?:loads?|loaded|opens?|opened|appears?|appeared|pops? up|comes? up|shows? up|is (?:open|there|ready|done|shown|visible|loaded|finished)|finishes|asks?)$/iu;
const STATE_VERB =
  /\b(?:am|is|are|isn't|aren't|can|can't|do|does|doesn't|was|has|have|hasn't|says?|shows?|reads?|there|drops?|falls?|rises?|reaches|becomes?|gets?|costs?|contains?|equals?|exceeds?|appears?|see|find)\b/iu;

const CONDITION_WORDS: Readonly<Record<string, Condition['word']>> = {
  unless: 'unless',
  until: 'until',
  till: 'until',
};
const toConditionWord = (phrase: string): Condition['word'] => {
  const trimmed = phrase.toLowerCase().replace(/^(?:but )?only /u, '');
  return CONDITION_WORDS[trimmed] ?? (trimmed === 'if' ? 'if' : 'when');
};

/** Kinds of instructions that may contain an "if" themselves, or that already have an end condition. */
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

/** Replaces "it" with the condition's subject: "if the box is red, click it". */
const insertSubject = (instruction: string, condition: string): string => {
  const subject =
    /^(the .+?) (?:is|are|isn't|has|says|shows)\b/iu.exec(condition)?.[1] ??
    /^(?:you (?:can )?see|there (?:is|are)) (?:an? |the |any |some )?(.+)$/iu.exec(condition)?.[1];
  return subject
    ? instruction.replace(/^(\p{L}+(?: (?:on|off))?) (?:it|them)$/u, `$1 ${subject}`)
    : instruction;
};

/** Parses "…, otherwise click Help", which negates the previous instruction's condition. */
export function readOtherwise(
  clause: Clause,
  previousSteps: readonly SpokenStep[],
): { instruction: string; condition: Condition | null } | null {
  const condition = previousSteps.at(-1)?.condition;
  if (!condition || !/^(?:and |or |but )?(?:otherwise|else|or else|if not)\b/iu.test(clause.raw)) return null;
  return {
    instruction: clause.text,
    condition: { word: condition.word === 'unless' ? 'if' : 'unless', text: condition.text },
  };
}

/**
 * Instructions with a random result, which are repeated until it matches: "roll a number above 3", "generate an odd
 * number".
 */
const RANDOM_RESULT =
  /^(generate|roll|spin|draw|produce|randomi[sz]e) (?:an?|some|the) (?:new |random )?(?:(odd|even) )?(number|value|figure|score|result)(?: (?:that is |which is )?((?:less|greater|more|smaller|larger|bigger|higher|lower|below|above|under|over|at least|at most|equal to)\b.*\d))?$/iu;

function readRandomResult(clause: string): { instruction: string; condition: Condition } | null {
  const [, verb, kind, noun, bounds] = RANDOM_RESULT.exec(clause) ?? [];
  const result = kind ?? bounds;
  return verb && result
    ? {
        instruction: verb,
        condition: { word: 'until', text: `the ${noun} is ${result}`, needsNewResult: true },
      }
    : null;
}

/** Splits an instruction from its condition; null if it has none. */
export function readCondition(
  clause: string,
  quotes: Quotes,
): { instruction: string; condition: Condition | null } | null {
  const randomResult = readRandomResult(clause);
  if (randomResult) return randomResult;
  const leadingMatch = CONDITION_BEFORE.exec(clause);
  if (leadingMatch && matchVerb(removePolitePhrases(leadingMatch[3]!))) {
    const text = leadingMatch[2]!;
    const word = toConditionWord(leadingMatch[1]!);
    const isPolite =
      POLITE_CONDITION.test(text) || (word === 'when' && (APPEARANCE.test(text) || PAST_EVENT.test(text)));
    if (!isPolite && !STATE_VERB.test(text) && !APPEARANCE.test(text)) return null;
    const instruction = insertSubject(removePolitePhrases(leadingMatch[3]!), text);
    return { instruction, condition: isPolite ? null : { word, text: unmask(text, quotes, false) } };
  }
  const trailingMatch = CONDITION_AFTER.exec(clause);
  const kind = trailingMatch && matchVerb(removePolitePhrases(trailingMatch[1]!))?.verb.kind;
  if (!trailingMatch || !kind || HAS_OWN_CONDITION.has(kind)) return null;
  const word = toConditionWord(trailingMatch[2]!);
  const text = trailingMatch[3]!.replace(/[.!]+$/u, '');
  const isPolite = word !== 'until' && POLITE_CONDITION.test(text);
  if (isPolite || (word === 'when' && APPEARANCE.test(text)))
    return { instruction: removePolitePhrases(trailingMatch[1]!), condition: null };
  if (!STATE_VERB.test(text)) return null;
  return { instruction: trailingMatch[1]!, condition: { word, text: unmask(text, quotes, false) } };
}
