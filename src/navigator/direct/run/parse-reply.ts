/** Parses lines that refer to earlier lines: answers to questions, "the other one", "no, the second". */
import { NO_ANSWER, YES_ANSWER } from '../lexicon/polite.js';
import { LANDMARK_WORDS, ORDINALS, SIDES } from '../lexicon/places.js';
import { mask, matchVerb, removePolitePhrases, unmask } from '../language/line-text.js';
import { removeArticle } from '../language/target.js';
import { GENERIC_NOUNS, ROLE_WORDS } from '../lexicon/roles.js';
import { scoreAgreement, toAlternation, tokenize, tokenizeContent, fold, collapseSpaces } from '../text.js';
import type { Memory, OpenQuestion } from './types.js';

export type Reply =
  | { kind: 'pick'; uid: string }
  | { kind: 'value'; value: string }
  | { kind: 'stop' }
  /** Not an answer but a new instruction. */
  | { kind: 'new' };

const ORDINAL_PATTERN = new RegExp(`\\b(${toAlternation(Object.keys(ORDINALS))}|number \\d+|#\\d+)\\b`, 'iu');

function readOrdinal(text: string): number | null {
  const match = ORDINAL_PATTERN.exec(text) ?? /^(\d{1,2})$/u.exec(text.trim());
  if (!match) return null;
  const word = match[1]!.toLowerCase();
  const digits = /\d+/u.exec(word);
  return ORDINALS[word] ?? (digits ? Number(digits[0]) : null);
}

const EXCLUSION =
  /\b(?:all|every(?:thing|one)?|any(?:thing|one)?)\b.* (?:but|except|not|without|other than)\b/u;

type WhichOptions = Extract<OpenQuestion, { kind: 'which' }>['options'];

const FILLERS: ReadonlySet<string> = new Set([
  ...GENERIC_NOUNS,
  ...ROLE_WORDS.flatMap(([, words]) => words),
  'one',
  'option',
  'choice',
  'please',
  'guess',
  'think',
  'suppose',
  'mean',
  'thanks',
]);

/**
 * Whether all words of an answer with an ordinal are about the options. "Most expensive first" is not an ordinal
 * answer.
 */
function isOrdinalAnswer(text: string, options: WhichOptions): boolean {
  const optionWords = options.flatMap(({ name, description }) => tokenize(`${name} ${description}`));
  return tokenizeContent(text.replace(ORDINAL_PATTERN, ' ')).every(
    (word) => FILLERS.has(word) || optionWords.includes(word),
  );
}

/** Picks an option by "the first", "the one in the footer", "the link", or a name. */
export function pickOption(line: string, options: WhichOptions): string | null {
  const text = fold(removePolitePhrases(line)).replace(
    /^(?:the|i mean(?:t)?|i want|take|use|click|open|choose|select|it is|it's)\s+/u,
    '',
  );
  if (options.length === 1 && YES_ANSWER.test(text)) return options[0]!.uid;
  if (/^(?:any|either|whichever|does(?:n't| not) matter|don't care|you choose|both|whatever)\b/u.test(text))
    return options[0]!.uid;
  const exactMatches = options.filter(
    (o) => fold(o.name) === removeArticle(text) || fold(o.description) === text,
  );
  if (exactMatches.length === 1) return exactMatches[0]!.uid;
  // "All but the first" does not choose the first.
  if (EXCLUSION.test(text)) return null;
  // "Make that two" is an amount.
  const isAmount = /^make (?:it|that|them)\b/u.test(text);
  const nth = !isAmount && isOrdinalAnswer(text, options) ? readOrdinal(text) : null;
  if (nth !== null) return (nth > 0 ? options[nth - 1] : options.at(nth))?.uid ?? null;
  const scoredOptions = options
    .map((option) => ({
      option,
      score: Math.max(
        scoreAgreement(text, option.description).coverage,
        scoreAgreement(text, option.name).score,
      ),
    }))
    .sort((a, b) => b.score - a.score);
  const [best, second] = scoredOptions;
  if (best && best.score >= 0.6 && best.score > (second?.score ?? 0) + 0.05) return best.option.uid;
  // The question distinguishes the options by their places in brackets, so a place word alone is an answer.
  const placeWord = [...Object.keys(LANDMARK_WORDS), ...Object.keys(SIDES)].find((w) =>
    new RegExp(`\\b${w}\\b`, 'u').test(text),
  );
  const optionsAtPlace = placeWord ? options.filter((o) => fold(o.description).includes(placeWord)) : [];
  return optionsAtPlace.length === 1 ? optionsAtPlace[0]!.uid : null;
}

/** Extracts the value from an answer: "It is Okafor.", "Call it Lunch", "at 14:00", `"Lunch"`. */
export function extractValue(line: string): string {
  const { text, quotes } = mask(line);
  const quoteMarks = [...text].filter((c) => c >= '\uE000' && c <= '\uE0FF');
  if (quoteMarks.length === 1) return unmask(quoteMarks[0]!, quotes);
  const withoutPolitePhrases = removePolitePhrases(text).replace(/\?$/u, '');
  return collapseSpaces(
    unmask(
      withoutPolitePhrases.replace(
        /^(?:(?:it|that|this|the \w+(?: \w+)?|my \w+(?: \w+)?)(?:'s| is| should be| will be| would be)|it's|call it|name it|title it|make it|make that|use|put|put in|enter|type|type in|write|say|let's say|let it be|i'd say|set it to|please use|with)\s+/iu,
        '',
      ),
      quotes,
    ).replace(/^(?:on|at)\s+(?=\d|the \d|[A-Z])/u, ''),
  );
}

/** Whether a line is an independent instruction, not an answer. */
export function isInstruction(line: string): boolean {
  const text = removePolitePhrases(mask(line).text);
  const verb = matchVerb(text);
  if (!verb || !verb.rest) return false;
  return (
    !['set', 'choose', 'question'].includes(verb.verb.kind) ||
    /^(?:what|who|when|where|how|tell)\b/iu.test(text)
  );
}

/** Parses a line as a reply to the open question. */
export function readReply(line: string, openQuestion: OpenQuestion): Reply {
  const text = removePolitePhrases(line);
  if (openQuestion.kind === 'which') {
    const uid = pickOption(line, openQuestion.options);
    if (uid && !(isInstruction(line) && !/^(?:click|open|choose|select|take|use|press|the)\b/iu.test(text)))
      return { kind: 'pick', uid };
    if (NO_ANSWER.test(text) && text.split(' ').length <= 3) return { kind: 'stop' };
    return { kind: 'new' };
  }
  if (openQuestion.kind === 'confirm') {
    if (NO_ANSWER.test(text)) return { kind: 'stop' };
    return YES_ANSWER.test(text) ? { kind: 'value', value: 'yes' } : { kind: 'new' };
  }
  if (openQuestion.kind === 'value') {
    if (/^(?:no|nope)$/iu.test(line.trim().replace(/[.!]$/u, ''))) return { kind: 'stop' };
    if (/^(?:never ?mind|cancel(?: that| it)?|forget it|stop|skip it|nothing)$/iu.test(text))
      return { kind: 'stop' };
    if (
      isInstruction(line) &&
      !/^(?:call|name|title|make|use|put|enter|type|write|say|set|it|book|schedule)\b/iu.test(text)
    )
      return { kind: 'new' };
    const value = extractValue(line);
    return value ? { kind: 'value', value } : { kind: 'new' };
  }
  return NO_ANSWER.test(text) && text.split(' ').length <= 3 ? { kind: 'stop' } : { kind: 'new' };
}

/** Returns which of the last options is meant by "the other one", "no, the second" or "not that one"; null otherwise. */
export function parseCorrection(
  line: string,
  memory: Memory,
): { nth: number | null; isOther: boolean } | null {
  const text = fold(line).replace(/[.!?]+$/u, '');
  if (!memory.lastStep || text.split(' ').length > 8) return null;
  if (
    /^(?:no|nope|sorry|wait|i meant?|not that(?: one)?|actually)?[, ]*(?:i meant? )?(?:try |click |open |take |choose )?(?:the )?other(?: one)?$/u.test(
      text,
    ) ||
    /^(?:no[, ]+)?not (?:that|this)(?: one)?$/u.test(text)
  )
    return { nth: null, isOther: true };
  const match =
    /^(?:no|nope|sorry|wait|actually|i meant?|not that(?: one)?)[, ]+(?:i meant? )?(?:the )?(.+?)(?: one)?$/u.exec(
      text,
    ) ?? /^(?:the )?(.+?) one$/u.exec(text);
  const nth =
    match && ORDINAL_PATTERN.exec(match[1]!)?.[0].length === match[1]!.length ? readOrdinal(match[1]!) : null;
  return nth === null ? null : { nth, isOther: false };
}
