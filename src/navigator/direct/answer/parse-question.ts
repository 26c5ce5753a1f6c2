/** Parses a question: the form and kind of answer it asks for, and the words that the answer must account for. */
import { SUPERLATIVES } from '../lexicon/superlatives.js';
import { STOP_WORDS } from '../lexicon/polite.js';
import { QUESTION_NOISE, MEASURE_WORDS } from '../lexicon/questions.js';
import { toAlternation, fold, tokenize } from '../text.js';
import { getContentWords, type AnswerKind, getWords, isLightVerb } from './words.js';

type QuestionForm = 'count' | 'sum' | 'truth' | 'which' | 'value';

interface Superlative {
  measure: string;
  direction: 'most' | 'least';
  /** The words that express the superlative. */
  words: readonly string[];
}

export interface ParsedQuestion {
  /** The question in lower case, without punctuation and polite words. */
  text: string;
  /** `truth` expects yes or no, `which` the names of rows, and `value` anything else. */
  form: QuestionForm;
  kind: AnswerKind;
  /** The noun after "which", "what" or "how many", with its adjectives: ["new", "orders"]. */
  noun: readonly string[];
  /** All words that the answer must account for. */
  words: readonly string[];
  /** Words for the requested measure: "weight" for "how heavy". */
  measureWords: readonly string[];
  /** Whether the question asks for a measure: "how heavy". */
  asksMeasure: boolean;
  superlative: Superlative | null;
  /** Whether the question excludes or negates something. */
  isNegated: boolean;
}

const normalizeQuestion = (question: string): string =>
  fold(question)
    .replace(/[?.! ]+$/gu, '')
    .replace(/^(?:(?:and|so|ok|okay|please)[ ,]+)+/u, '')
    .replace(/^(what|who|where|when|how)'?s (?=\S)/u, '$1 is ')
    .replace(/^(?:tell|show|give) me (?=wh|how)/u, '')
    .replace(/^(?:from|for|in|to|at|by) (?=how)/u, '')
    .replace(/^what the (.+?) (is|are|was|were)$/u, 'what $2 the $1')
    .replace(/^(who (?:has|have|holds) .+) (?:rights|access|permissions?|privileges)$/u, '$1')
    .replace(
      /^what (?:is|are) (?=(?:on|in) (?:special )?(?:offer|sale)\b|reduced\b|discounted\b)/u,
      'which ones are ',
    )
    // Removes "still", but not in "are still drinks sold?", which is about a kind of drink.
    .replace(/(?<=\S )(are|were) still (?=\S)/u, '$1 ')
    .replace(/^which (?:of (?:them|these|those) )?(?=(?:is|are|was|were|has|have) (?!the\b))/u, 'which ones ')
    .replace(/^(?:is|are) (?=(?:anything|any) )(?:any of (?:them|these|those) )?/u, (m) =>
      m.startsWith('is') ? 'is there ' : 'are there ',
    )
    .replace(
      /^(?:what|how much) (?:do|did|will|must|should|would) (?:i|we)(?: still| now)? (?:owe|(?:have|need) to pay|pay|be charged)(?: (?:in total|altogether|overall|now))?$/u,
      'what is the total',
    )
    .replace(/\b(best|top|worst) (?:customer |average )?(?:ratings?|scores?|reviews|stars)\b/u, '$1 rated')
    .replace(/\b(do|does|did) (.+) offer\b/u, '$1 $2 have')
    .replace(/\b(is|are) offered\b/u, '$1 there')
    .replace(/(?<=\p{L} )(?:all ?together|all in all|in all)$/u, 'in total');

function detectForm(q: string): QuestionForm {
  if (/^(?:how many|count|what is the number of)\b/u.test(q)) return 'count';
  if (
    /\b(?:sum|add up|adds up|altogether|in total|total (?:of|amount|price|cost))\b|^what is the (?:grand |overall )?total\b/u.test(
      q,
    )
  )
    return 'sum';
  if (/^(?:is|are|was|were|does|do|did|has|have|can)\b/u.test(q)) return 'truth';
  const whichPattern =
    /^(?:(?:in|at|on|from|to|for|by) )?(?:which|what (?!is\b|are\b|was\b|were\b|does\b|do\b|did\b|has\b|have\b|the\b))/u;
  return whichPattern.test(q) ? 'which' : 'value';
}

const WHEN =
  /^(?:when|(?:on |at |in |since |until )?(?:what|which) (?:year|date|day|time|month|weekday)|since when|until when|what is the (?:date|deadline|due date|start time))\b/u;
const MONEY =
  /^how much\b(?! (?:time|space|memory|weight|can|could|may)\b)(?!.*\b(?:lift|weigh|hold|carry|fit)$)|^what (?:does|do|did) .*\bcosts?\b|^what (?:is|was|are) .*\b(?:price|cost|fee)\b/u;
const NUMBER =
  /^how (?:many|much|tall|high|long|far|big|large|old|deep|wide|heavy|fast)\b|^what (?:is|was) the (?:number|population|height|length|area|weight|size|distance|depth|age|quantity|count|percentage|score|rating)\b/u;

function detectKind(q: string): AnswerKind {
  if (WHEN.test(q)) return 'date';
  if (MONEY.test(q)) return 'money';
  if (NUMBER.test(q)) return 'number';
  if (/^(?:from |by |to |for )?(?:who|whose|whom)\b/u.test(q)) return 'person';
  return /^where\b/u.test(q) ? 'place' : 'any';
}

const LEAD =
  /^(?:(?:in|at|on|from|to|for|by) )?(?:which|what|whose|how many|how much|count|what is the number of) (?:of (?:the|these|those|my|our) )?/u;

/** Returns the words between the question word and the verb. */
function parseNoun(q: string, form: QuestionForm): string[] {
  if (form !== 'which' && form !== 'count') return [];
  const noun: string[] = [];
  for (const word of getWords(q.replace(LEAD, ''))) {
    if (STOP_WORDS.has(word) || isLightVerb(word) || noun.length === 4) break;
    noun.push(word);
  }
  return noun;
}

const SUPERLATIVE_PATTERN = new RegExp(
  `\\b(${toAlternation([...Object.keys(SUPERLATIVES), 'first', 'last', 'most', 'least'])})\\b`,
  'u',
);

/** "The first one" is a position, and "last year" a period. */
const NO_SUPERLATIVE = /\b(?:first|last) one\b|\blast (?:year|quarter|month|week|night)\b/u;

function parseSuperlative(q: string): Superlative | null {
  const word = SUPERLATIVE_PATTERN.exec(q)?.[1];
  if (!word || (/^(?:first|last)$/u.test(word) && NO_SUPERLATIVE.test(q))) return null;
  if (word === 'first' || word === 'last')
    return { measure: 'date', direction: word === 'first' ? 'least' : 'most', words: [word] };
  const [measure, direction] = SUPERLATIVES[word] ?? ['number', word === 'least' ? 'least' : 'most'];
  return { measure, direction, words: tokenize(word) };
}

/** Questions whose noun only repeats the kind of answer: "what time", "on which day". */
const KIND_NOUN = /^(?:(?:in|at|on|since|until) )?(?:what|which) (year|date|day|time|month|weekday)\b/u;

export function parseQuestion(question: string): ParsedQuestion {
  const q = normalizeQuestion(question);
  const form = detectForm(q);
  const kind = detectKind(q);
  const measureWords = MEASURE_WORDS.find(([pattern]) => pattern.test(q))?.[1] ?? [];
  const kindNoun = kind === 'date' ? KIND_NOUN.exec(q)?.[1] : undefined;
  const asksMeasure = /^how (?!many|much)/u.test(q) && measureWords.length > 0;
  const words = getContentWords(q.replace(/\b(?:this|the current) \p{L}+/gu, ' ')).filter(
    (word) =>
      !QUESTION_NOISE.has(word) &&
      !((asksMeasure || kind === 'money') && measureWords.includes(word)) &&
      word !== kindNoun,
  );
  return {
    text: q,
    form,
    kind,
    noun: parseNoun(q, form).filter((word) => word !== kindNoun),
    words,
    measureWords,
    asksMeasure,
    superlative: parseSuperlative(q),
    isNegated: /\b(?:not|no|never|without|except|besides|other than|neither|nor|or|unless)\b|n't\b/u.test(q),
  };
}
