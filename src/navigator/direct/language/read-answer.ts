/** Parses a line that answers the navigator's question: yes, no, never mind, or the answer itself. */
import { NO_WORDS, STOP_PHRASES, YES_WORDS } from '../lexicon/replies.js';
import { QUESTION_START } from '../lexicon/verbs.js';
import { toAlternation, collapseSpaces, tokenize } from '../text.js';
import { isRemark } from './remarks.js';
import { isMark, matchVerb, removePolitePhrases, unmask } from './line-text.js';
import { normalizeValue } from './normalize-values.js';
import { readNumber } from './numbers.js';
import type { Quotes, Step } from './steps.js';
import { readTime } from './times.js';

const createWholePattern = (words: readonly string[]): RegExp =>
  new RegExp(`^(?:${toAlternation(words)})$`, 'iu');
const createStartPattern = (words: readonly string[]): RegExp =>
  new RegExp(`^(?:${toAlternation(words)})(?=[\\s,.!;:–—-]|$)[\\s,.!;:–—-]*`, 'iu');
const STOP_PATTERN = createWholePattern(STOP_PHRASES);
const YES_PATTERN = createStartPattern(YES_WORDS);
const NO_PATTERN = createStartPattern(NO_WORDS);
/** Polite phrases without content. */
const POLITE_PHRASE =
  /^(?:please|thanks|thank you|thanks a lot|that would be (?:great|nice|good|lovely)|if (?:you can|possible|you like|you please)|for now|at all|thx|go on|it is|it's fine|you can|you may|that's? (?:fine|all|it|ok|okay|right|good|great).*|is fine.*|i'm sure|we are|then|so)?$/iu;

export const isQuestionText = (text: string | undefined): boolean => /\?["”’)\s]*$/u.test(text ?? '');
const OPEN_QUESTION = /\b(?:what|which|who|whom|whose|when|where|how|at what|name)\b/iu;

/**
 * Returns the steps of the answer, and the instructions after it in `rest`; null if the line is not an answer.
 *
 * @param request the instructor's line that led to the question
 */
export function readAnswer(
  masked: string,
  question: string,
  quotes: Quotes,
  today: Date,
  request = '',
): { steps: Step[]; rest: string } | null {
  const text = collapseSpaces(masked).replace(/[\s.!?]+$/u, '');
  const trimmed = text.replace(/^(?:oh|ah|hm|well|um|actually|hey)[,.]? /iu, '');
  if (
    STOP_PATTERN.test(
      trimmed
        .replace(/^(?:no|ok|okay|please|oh)[,.]? /iu, '')
        .replace(/,? (?:please|then|thanks|thank you)$/iu, ''),
    )
  )
    return { steps: [{ do: 'reply', utterance: 'stop' }], rest: '' };
  for (const [pattern, reply] of [
    [NO_PATTERN, 'no'],
    [YES_PATTERN, 'yes'],
  ] as const) {
    let rest = trimmed;
    let match = pattern.exec(rest);
    if (!match) continue;
    for (; match; match = pattern.exec(rest)) rest = rest.slice(match[0].length);
    const pieces = rest.split(/(?:[,;.!]+\s+)/u).filter((p) => !POLITE_PHRASE.test(p) && !isRemark(p));
    if (!pieces.length || pieces.every((p) => repeatsQuestion(p, question, request)))
      return { steps: [{ do: 'reply', utterance: reply }], rest: '' };
    if (isInstruction(pieces[0]!, question))
      return {
        steps: reply === 'yes' && !OPEN_QUESTION.test(question) ? [{ do: 'reply', utterance: reply }] : [],
        rest: pieces.join(', '),
      };
    // "No, Lisbon" and "Sure, Lisbon": the rest is the answer.
    if (
      OPEN_QUESTION.test(question) ||
      asksForValue(question) ||
      pieces.some((p) => isMark(matchVerb(p)?.rest ?? ''))
    )
      return { steps: [parseAnswer(pieces.join(', '), question, quotes, today)], rest: '' };
    return { steps: [{ do: 'reply', utterance: reply }], rest: '' };
  }
  if (isInstruction(trimmed, question) || isCounterQuestion(masked) || namesSeveralFields(trimmed))
    return null;
  return { steps: [parseAnswer(trimmed, question, quotes, today)], rest: '' };
}

/** Parses "yes, do it" or "no thanks" as an answer to the page's question; null if the line says more. */
export function readPlainAnswer(masked: string): Step | null {
  const text = collapseSpaces(masked).replace(/[\s.!]+$/u, '');
  if (!PLAIN_ANSWER.test(text)) return null;
  const reply = /^n/iu.test(text) ? 'no' : 'yes';
  const pattern = reply === 'yes' ? YES_PATTERN : NO_PATTERN;
  let rest = text;
  for (let match = pattern.exec(rest); match && rest; match = pattern.exec(rest))
    rest = rest.slice(match[0].length);
  return POLITE_PHRASE.test(rest) ? { do: 'reply', utterance: reply } : null;
}

const PLAIN_ANSWER = /^(?:yes|yeah|yep|yup|no|nope|nah|go ahead)\b/iu;

/** Questions that ask whether the navigator should do something. */
const ASKS_PERMISSION = /\b(?:(?:shall|should|may|can) i|do you mean)\b/iu;
/** Words that add nothing to a repeated question: "and cancel it now". */
const REPETITION_FILLER =
  /^(?:and|then|so|just|it|them|this|that|these|those|one|please|now|do|go|ahead|the|a|an|my|your|for|me|to|of|in|with)$/u;

/** Whether the text only repeats what the question asks: "cancel it" after "Shall I cancel the booking?" */
function repeatsQuestion(text: string, question: string, request: string): boolean {
  if (!ASKS_PERMISSION.test(question) || OPEN_QUESTION.test(question) || asksForValue(question)) return false;
  const lastSentence = question.split(/(?<=[.!])\s+/u).at(-1)!;
  const questionWords = new Set(tokenize(`${lastSentence} ${request}`));
  const words = tokenize(text).filter((word) => !REPETITION_FILLER.test(word));
  return words.every((word) => questionWords.has(word));
}

/** Whether the question offers values: "large or small?" */
const asksForValue = (question: string): boolean => / or /iu.test(question);

/** Verbs that introduce an answer rather than an instruction. */
const ANSWER_VERB =
  /^(?:call|name|title|make|use|put|put in|set|enter|type|type in|write|say|choose|select|pick|take|go for|go with|opt for|send|book|move|in|leave|go to)\b/iu;
/** Whether the line is a question, such as "What is the price?" But "How about Tuesday?" is an answer. */
const isCounterQuestion = (line: string): boolean =>
  /\?\s*$/u.test(line) && QUESTION_START.test(line.trim()) && !SUGGESTION.test(line.trim());

/** Instructions that name the field for the value: "type X into Y", "set the price to 5". */
const NAMES_FIELD: readonly RegExp[] = [
  /^(?:type|type in|enter|put|put in|write|insert) .+ (?:into|in to) (?!(?:it|that|there|this)$)\S/iu,
  /^(?:set|change) (?:the |its |my )(?<what>.+?) to \S/iu,
];

/** "My name is Ana Ruiz, my email is ana@example.test" gives values for several fields, not only for the question's. */
const NAMED_VALUE = /\b(?:my|our|the|his|her) (?:[\p{L}-]+ ){1,3}(?:is|are) (?=\S)/giu;
const namesSeveralFields = (text: string): boolean => [...text.matchAll(NAMED_VALUE)].length > 1;

/** The start of "How about Tuesday?" */
const SUGGESTION = /^(?:how|what) about (?=\S)/iu;
const STANDALONE_KINDS: ReadonlySet<string> = new Set(['command', 'back', 'forward', 'enter']);

/** Whether the line gives its value to a field that the question does not mention. */
const namesOtherField = (text: string, question: string): boolean =>
  NAMES_FIELD.some((pattern) => {
    const match = pattern.exec(text);
    return match !== null && !question.toLowerCase().includes(match.groups?.what?.toLowerCase() ?? '\u0000');
  });

function isInstruction(text: string, question = ''): boolean {
  if (namesOtherField(text, question)) return true;
  if (SUGGESTION.test(text)) return false;
  const verbMatch = matchVerb(removePolitePhrases(text));
  // "Log out" and "go back" are never values; "Search" may be a value.
  if (verbMatch?.rest === '' && / /u.test(verbMatch.verb.form) && STANDALONE_KINDS.has(verbMatch.verb.kind))
    return true;
  // "Go to Oslo" answers only "where to?".
  if (
    verbMatch?.rest &&
    /^go to$/iu.test(verbMatch.verb.form) &&
    !/\b(?:where|which|destination)\b/iu.test(question)
  )
    return true;
  if (!verbMatch || verbMatch.rest === '' || verbMatch.verb.kind === 'question')
    return verbMatch?.verb.kind === 'question' && /^(?:what|who|how|why|tell)\b/iu.test(text);
  if (/^(?:next|previous)$/iu.test(verbMatch.verb.form) || isMark(verbMatch.rest)) return false;
  if (!ANSWER_VERB.test(verbMatch.verb.form)) return true;
  return /\b(?:field|box|button|link|page|tab|menu|list)\b/iu.test(verbMatch.rest);
}

const SUBJECT =
  '(?:it|this|that|he|she|they|we|i|you|there|the \\p{L}+(?: \\p{L}+)?|my \\p{L}+(?: \\p{L}+)?|our \\p{L}+|his \\p{L}+|her \\p{L}+|its \\p{L}+)';
const AUX =
  "(?:'s|'d|'ll|'re|'m| is| are| was| were| am| should| would| will| must| can| could| have| has| need| want| shall)";
const LINKING_WORDS =
  '(?: (?:be|been|go|like|love|take|have|prefer|say|want|need|choose|pick|use|read|fly|travel|leave|stay|come|start|going|called|named|just|probably|rather|titled|sent|to|for|on|at|in|with|from|until|by))*';
const ANSWER_LEADS: readonly RegExp[] = [
  SUGGESTION,
  new RegExp(`^${SUBJECT}${AUX}${LINKING_WORDS} (?=\\S)`, 'iu'),
  /^(?:i|we) (?:want|need|prefer|choose|take|like|think|guess|say|vote for|go with|go for)(?: (?:it|that|is|to be|to|the))*\s+(?=\S)/iu,
  /^(?:please )?(?:call it|name it|title it|make it|make that|use|put in|put|set it to|enter|type in|type|write|say|choose|select|pick|take|go with|go for|go to|opt for|send it to|book it for|move it to|let's (?:say|make it|take|go with|do|call it|go for)|let us say|in that case|maybe|perhaps|probably|just)\s+(?=\S)/iu,
  /^(?:please|well|then|so|hm+|oh|ah|okay|ok|um),?\s+(?=\S)/iu,
  /^that (?=(?:i|we|he|she|it|they|you|the|my|our)\b)/iu,
  /^(?:to|for|on|at|in|with|from|by|as|under|around|about) (?=\S)/iu,
  /^(?:the|a|an|my|our|his|her) (?=\S)/iu,
];

function parseAnswer(fullText: string, question: string, quotes: Quotes, today: Date): Step {
  const fieldMatch = /^(?:please )?(?:set|change) (?:the |its |my )(.+?) to (\S.*)$/iu.exec(fullText);
  const text =
    fieldMatch && question.toLowerCase().includes(fieldMatch[1]!.toLowerCase()) ? fieldMatch[2]! : fullText;
  const quoteMarks = [...text].filter((c) => c >= '\uE000' && c <= '\uE0FF');
  const createAnswer = (value: string, isoValue?: string): Step => ({
    do: 'reply',
    utterance: { answer: value, ...(isoValue === undefined ? {} : { isoValue }) },
  });
  if (quoteMarks.length === 1) return createAnswer(unmask(quoteMarks[0]!, quotes));
  const pieces = text.split(/\s*[,;.]\s+/u);
  // In "write that I will be late", the text is literal.
  const dictation = /^(?:please )?(?:write|say|type)(?: just)?(?: that)? (.+)$/iu.exec(text);
  if (dictation && /^\p{L}+ /u.test(dictation[1]!)) return createAnswer(unmask(dictation[1]!, quotes));
  let phrase =
    pieces.filter((p, i) => (i === 0 || !isRemark(p)) && !POLITE_PHRASE.test(p)).join(', ') || text;
  phrase = phrase.replace(
    /,? (?:please|if (?:possible|you can|you please)|thanks|thank you|i think|i guess|i'd say|would be (?:fine|good|great|nice|perfect|best)|will do|is fine|works(?: for me)?|sounds good|then|instead|(?:and )?nothing else)$/iu,
    '',
  );
  for (let previous = ''; previous !== phrase;) {
    previous = phrase;
    const hour =
      /\bwhat time\b/iu.test(question) && /^(?:at )?\S+$/iu.test(phrase)
        ? readTime(`at ${phrase.replace(/^at /iu, '')}`)
        : null;
    if (hour !== null) return createAnswer(phrase.replace(/^at /iu, ''), hour);
    const moment = normalizeValue(phrase, quotes, today, question);
    if (moment.isoValue !== undefined) return createAnswer(moment.value, moment.isoValue);
    for (const lead of ANSWER_LEADS) phrase = phrase.replace(lead, '');
  }
  const email = /[^\s@<>,]+@[^\s@<>,]+\.[^\s@<>,.]+(?:\.[^\s@<>,.]+)*/u.exec(unmask(phrase, quotes));
  if (email && /\b(?:e-?mail|address|who|recipient|where|send)\b/iu.test(question))
    return createAnswer(email[0]);
  phrase = collapseSpaces(phrase.replace(/ ones?$/iu, ''));
  // If the question offered options, the answer is the option that it names.
  const namedOptions = listOptions(question).filter((o) =>
    new RegExp(`\\b${o.replace(/[^\p{L}\p{N} ]/gu, '.')}\\b`, 'iu').test(phrase),
  );
  if (namedOptions.length === 1 && phrase.split(' ').length > namedOptions[0]!.split(' ').length)
    return createAnswer(namedOptions[0]!);
  const countMatch = /\b(?:how many|how much|number|quantity)\b/iu.test(question)
    ? /^(\S+(?:-\S+)?)(?: \p{L}+){1,2}$/u.exec(phrase)
    : null;
  const number = countMatch ? readNumber(countMatch[1]!) : null;
  if (number !== null) return createAnswer(String(number));
  const normalized = normalizeValue(unmask(phrase, quotes), quotes, today, question);
  const spelledNumber = readNumber(phrase);
  return normalized.isoValue === undefined && spelledNumber !== null
    ? createAnswer(/^\d/u.test(phrase) ? phrase : String(spelledNumber))
    : createAnswer(normalized.value, normalized.isoValue);
}

/** Lists the options that a question offers: "Which size, small or large?" */
function listOptions(question: string): string[] {
  const m =
    /(?:[,:]|\b(?:the|a|an|by|as|in|to|want|prefer|choose|take))?\s*([^,:?]+(?:, [^,?]+)*,? or [^?]+)\?/iu.exec(
      question,
    );
  if (!m) return [];
  return m[1]!
    .split(/,\s*(?:or\s+)?|\s+or\s+/iu)
    .map((o) =>
      o
        .trim()
        .replace(/^(?:the|a|an) /iu, '')
        .split(' ')
        .slice(-2)
        .join(' '),
    )
    .filter((o) => o.length > 1);
}
