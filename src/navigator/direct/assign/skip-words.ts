/**
 * Skips the words of a line that carry no value: polite and connecting words, remarks, parts that belong to no field.
 */
import { matchVerb } from '../language/line-text.js';
import { COST } from './line-words.js';
import { MAX_UNLABELLED_TOKENS, type Reader, type ReadingState, type Transition } from './reading-state.js';
import { sliceText, type Token } from './tokens.js';
import {
  CALLING,
  CONNECTING,
  CREATING,
  ENTERING,
  ENTRY_PRONOUNS,
  NAMING,
  NEW_ENTRY_STARTS,
  PERSON_PRONOUNS,
  POLITE,
  TICKING,
  UNTICKING,
} from './word-sets.js';

const TURNING: ReadonlySet<string> = new Set(['turn', 'switch', 'flip']);
/** A remark such as "email is fine", which agrees to something without giving a value. */
const CONSENTING_REMARK = /^\p{L}+(?: \p{L}+)? (?:is|'s) (?:fine|ok|okay|good|best|great)$/iu;
/** Words that show that a part of a line is a separate request. */
const OTHER_REQUEST = /\b(?:no|not|never|except|without|unless|if|when|only|all|every|don't|instead)\b/iu;

/** Skips a word that carries no value. */
export function skipConnectingWord(
  reader: Reader,
  state: ReadingState,
  { kind, text }: Token,
  tokenIndex: number,
): Transition[] {
  const { words, form } = reader;
  if (kind === 'quotation') return [];
  const skipWord = (change: Partial<ReadingState>, cost: number): Transition[] => [
    [tokenIndex + 1, { ...state, ...change, score: state.score - cost }],
  ];
  if (kind === 'separator') return skipWord({ namesMainField: state.namesMainField && text !== '.' }, 0);
  const isAfterFinish = state.finish !== null;
  if (POLITE.has(text)) return skipWord({}, 0.01);
  if (isAfterFinish) return CONNECTING.has(text) ? skipWord({}, COST.connecting) : [];
  // "Turn on the report and turn the emails off": "on" and "off" are the states of the checkboxes.
  if (TURNING.has(text) && form.fields.some(({ kind }) => kind === 'tick')) {
    const next = words.getToken(tokenIndex + 1)?.text ?? '';
    const tickValue = next === 'on' ? true : next === 'off' ? false : null;
    const end = tickValue === null ? tokenIndex + 1 : tokenIndex + 2;
    return [[end, { ...state, tickValue, score: state.score - COST.connecting }]];
  }
  if (TICKING.has(text)) return skipWord({ tickValue: true, namesMainField: false }, COST.connecting);
  if (UNTICKING.has(text)) return skipWord({ tickValue: false, namesMainField: false }, COST.connecting);
  // "Call it Oslo trip", "make it featured": "it" is the entry.
  const isAboutEntry = ENTRY_PRONOUNS.has(words.getToken(tokenIndex + 1)?.text ?? '');
  if (isAboutEntry && CALLING.has(text))
    return [[tokenIndex + 2, { ...state, namesMainField: true, score: state.score - COST.connecting }]];
  if (words.startsMarking(tokenIndex))
    return [
      [
        tokenIndex + 2,
        { ...state, tickValue: true, namesMainField: false, score: state.score - COST.connecting },
      ],
    ];
  if (NAMING.has(text)) return skipWord({ namesMainField: true }, COST.connecting);
  // "Make Northgate my branch" changes a value; "make a booking" creates something.
  const isChange = text === 'make' && !NEW_ENTRY_STARTS.has(words.getToken(tokenIndex + 1)?.text ?? '');
  if (CREATING.has(text) && !isChange)
    return skipWord({ createsEntry: true, expectsName: true, tickValue: null }, COST.connecting);
  if (ENTERING.has(text)) return skipWord({ expectsName: true, tickValue: null }, COST.connecting);
  if (CONNECTING.has(text)) return skipWord({}, COST.connecting);
  if (words.isTopicWord(tokenIndex)) return skipWord({}, COST.topicWord);
  if (!PERSON_PRONOUNS.has(text) || state.assignedValues.length === 0) return [];
  // In "he was born on …", a value follows, so the word may be skipped alone or with the whole remark.
  return [...skipWord({}, COST.topicWord), ...skipRemark(reader, state, tokenIndex)];
}

/** Skips a part of the line that belongs to no field. A part with a verb or a negation is another request. */
export function skipUnplaced(
  { words, line, allowsUnplacedText }: Reader,
  state: ReadingState,
  tokenIndex: number,
): Transition[] {
  if (allowsUnplacedText && !state.unplaced && words.startsUnplaced(tokenIndex)) {
    const isEnd = ({ kind, text }: Token, i: number): boolean =>
      i > tokenIndex && (kind === 'separator' || text === 'and');
    const markingEnd = line.tokens.findIndex(isEnd);
    const end = markingEnd < 0 ? line.tokens.length : markingEnd;
    return [[end, { ...state, unplaced: [tokenIndex, end], score: state.score - COST.unplaced }]];
  }
  const end = words.findPartEnd(tokenIndex);
  if (end === null) return [];
  const text = sliceText(line, tokenIndex, end);
  if (CONSENTING_REMARK.test(text)) return [[end, { ...state, score: state.score - COST.remark }]];
  if (!allowsUnplacedText || state.unplaced || end > tokenIndex + MAX_UNLABELLED_TOKENS) return [];
  const request = text.replace(/^(?:and|then) /iu, '');
  if (matchVerb(request) || OTHER_REQUEST.test(request)) return [];
  return [[end, { ...state, unplaced: [tokenIndex, end], score: state.score - COST.unplaced }]];
}

/** Skips a remark with its own subject, up to the end of the sentence: "…, they don't drink it". */
export function skipRemark({ words, line }: Reader, state: ReadingState, tokenIndex: number): Transition[] {
  if (words.getToken(tokenIndex - 1)?.kind !== 'separator') return [];
  let end = tokenIndex;
  while (end < line.tokens.length && !['.', ';', '!'].includes(words.getToken(end)!.text)) end++;
  return [[end, { ...state, score: state.score - COST.remark }]];
}
