/**
 * Interprets an instructor's line: whether it orders or forbids an action, and whether it answers yes or no. A line
 * orders an action only if verb and object both fit the control. Page text is never interpreted here. An ambiguous
 * line, and one in an unknown language, orders nothing, which costs one question. Pure.
 */
import { wordsOf, type ActedOn } from './acted-on.js';
import {
  AMOUNT_ORDER,
  CONDITION,
  CONDITION_AFTER_YES,
  CONTENT_START,
  CONTINUATION,
  CORRECTION,
  FINAL_YES,
  IS_SUBJECT,
  HEDGE,
  INDIRECT_QUESTION,
  NEGATION,
  NO,
  NOT_A_NEGATION,
  NOT_NOW,
  OPENING,
  ORDER_AFTER_CONTENT,
  OTHER_ORDER,
  OWN_PAST,
  OWN_STEP,
  POLITE_QUESTION,
  POSTPONED,
  PREPARES,
  PUTS_OFF,
  PRESS_ORDER,
  PRESS_PHRASE,
  PROHIBITION_AFTER_CONTENT,
  PROPOSAL,
  REPORT,
  SEVERAL_OBJECTS,
  WEAK_YES,
  WISH,
  WRITING_VERB,
  YES,
  YES_FILLER,
} from './line-words.js';
import { correctSpelling } from './correct-spelling.js';
import { isKnown } from './evidence.js';
import { choosesOther, objectFits } from './object.js';
import type { LineContext } from './phrase.js';
import { fold } from './region.js';
import { thingsOf } from './things.js';
import { entryOfControl, EDITS, toActive, verbPattern, VERBS, type VerbEntry } from './verbs.js';

export type LineMeaning = 'requests' | 'forbids' | 'nothing';

/** Placeholder for quoted text. */
const QUOTE = '\uE000';

/** "Post this: does anybody know?" asks nothing; the text to be written does. */
const TEXT_AFTER_COLON = /:\s+\S/u;

interface Sentence {
  /** Folded, with placeholders for quotes. */
  text: string;
  isQuestion: boolean;
}

interface ParsedLine {
  sentences: Sentence[];
  quotes: string[];
  names: ReadonlySet<string>;
}

function parseLine(line: string): ParsedLine {
  const quotes: string[] = [];
  const masked = line
    .replace(/[“”„«»]/gu, '"')
    .replace(/(?<=^|\s)u(?=\s|$)/giu, 'you')
    .replace(/(?<=\s)w\/?(?=\s)/giu, 'with')
    // "The one called …" belongs to the sentence before.
    .replace(/[.!?]\s+(?=(?:the|that|this) one\b(?! (?:is|was)\b))/giu, ', ')
    .replace(/(?<![\p{L}\p{N}])['‘]([^'’\n]{2,80})['’](?![\p{L}])/gu, '"$1"')
    .replace(/"([^"]*)"/gu, (_, text: string) => {
      quotes.push(fold(text));
      // A quoted sentence ends the sentence around it.
      return `${QUOTE}${/[.!?]$/u.test(text) ? '.' : ''}`;
    });
  const names = new Set(
    [
      ...masked.matchAll(
        /(?<!(?<!\b(?:Dr|Mrs?|Ms|Prof|St))[.!?]\s*|^\s*)(?<=\s)(?!I(?:['’]|\s))\p{Lu}[\p{L}\p{N}'’.-]*/gmu,
      ),
    ].map(([word]) => fold(word).replace(/'s$|[.']+$/u, '')),
  );
  const sentences = masked
    .split(
      /(?<=[.!?;])(?<!\b(?:[Dd]r|M[rs]s?|m[rs]s?|[Pp]rof|St|[Nn]o|[Nn]r)\.)(?=\s|$)|\n|\s[-–—]+\s|,(?=\s+so\s)/u,
    )
    .map((text) => ({
      text: fold(text).replace(/[.!?;\s]+$/u, ''),
      isQuestion: /\?\s*$/u.test(text) && !TEXT_AFTER_COLON.test(text),
    }))
    .filter(({ text }) => text !== '');
  return { sentences, quotes, names };
}

const splitClauses = (sentence: string): string[] =>
  sentence
    .split(/(?<!\d),|,(?!\d)|\bthen\b|(?<!\bgo ahead )(?<!\bgo on )(?<!\bsign )\band\b|\bbut\b|\bor\b| - |;/u)
    .map((clause) => clause.trim())
    .filter(Boolean);

const contentStart = (text: string): number => {
  const at = text.search(CONTENT_START);
  const quote = text.indexOf(QUOTE);
  return at < 0 ? quote : quote < 0 ? at : Math.min(at, quote);
};

/** The part of a text before what is to be written. */
function beforeContentOf(text: string): string {
  const start = contentStart(text);
  return start < 0 ? text : text.slice(0, start);
}

/** Whether a sentence sets a condition, reports, asks or offers a choice, so that it orders nothing. */
function requestsNothing({ text, isQuestion }: Sentence): boolean {
  if (isQuestion && !POLITE_QUESTION.test(text)) return true;
  const head = beforeContentOf(text);
  if (REPORT.test(head) || /\bor\b(?! (?:so|two|three)\b)/u.test(head)) return true;
  return [...head.matchAll(CONDITION)].some(
    ({ index }) => !OWN_STEP.test(head.slice(index)) && !INDIRECT_QUESTION.test(head.slice(0, index)),
  );
}

/**
 * In orders that write nothing, a short quotation after other words is a name: `delete the folder "Plans"`. Its words are
 * joined, so that they are read as one name. At the start of a clause it can be anything.
 */
const joinNames = (line: string, controlNames: readonly string[]): string =>
  line.replace(
    /(?<=[\p{L}\p{N}] )["“„«'‘]((?:[^"“”„«»\n' ]+ ?){1,6})["”“»'’](?![\p{L}\p{N}])/gu,
    (_, name: string) =>
      controlNames.some((one) => fold(one) === fold(name)) ? name : wordsOf(name).join('_'),
  );

/** "The note called Do not forget": the words that the page shows are one name. */
const joinCalled = (line: string, { shownText }: ActedOn): string =>
  line.replace(/(?<=\b(?:called|named|titled|entitled) )[^,.;!?\n]+/gu, (phrase) => {
    const words = phrase.split(' ');
    for (let count = Math.min(words.length, MAX_NAME_WORDS); count > 1; count--) {
      const name = wordsOf(fold(words.slice(0, count).join(' ')));
      if (wordsOf(fold(shownText)).join('_').includes(name.join('_')))
        return [name.join('_'), ...words.slice(count)].join(' ');
    }
    return phrase;
  });

const MAX_NAME_WORDS = 6;

/** @param earlier what was said before the line, oldest first; "it" can refer to it */
export function interpretLine(given: string, actedOn: ActedOn, earlier: readonly string[] = []): LineMeaning {
  const spelled = correctSpelling(given, actedOn.controlNames, actedOn.shownText);
  const quoted = actedOn.action.class === 'send' ? spelled : joinNames(spelled, actedOn.controlNames);
  const line = joinCalled(quoted, actedOn);
  const { sentences, quotes, names } = parseLine(line);
  let meaning: LineMeaning = 'nothing';
  let inContent = false;
  const antecedents = earlier.map(fold);
  for (const sentence of sentences) {
    const isIdle = requestsNothing(sentence);
    if (
      !isIdle &&
      !inContent &&
      actedOn.controlNames.some((name) => namesControl(sentence.text, quotes, fold(name), actedOn))
    )
      meaning = 'requests';
    for (const clause of splitClauses(sentence.text)) {
      // Text to be written can begin in the middle of a clause.
      const start = contentStart(clause);
      const beforeContent = start < 0 ? clause : clause.slice(0, start);
      const order = toActive(beforeContent.replace(OPENING, '').trim());
      const context = { names, antecedents, sentence: sentence.text };
      if (CORRECTION.test(clause) && !inContent && meaning === 'requests') meaning = 'nothing';
      if (forbidsAction(beforeContent, actedOn)) {
        if (!inContent || PROHIBITION_AFTER_CONTENT.test(beforeContent)) meaning = 'forbids';
      } else if (
        !isIdle &&
        !OWN_PAST.test(beforeContent) &&
        (!inContent || ORDER_AFTER_CONTENT.test(order)) &&
        requestsAction(order, actedOn, context)
      )
        meaning = 'requests';
      inContent ||= (start >= 0 && !REPORT.test(clause)) || WRITING_VERB.test(beforeContent);
      const content = clause.search(CONTENT_START);
      antecedents.push((content < 0 ? clause : clause.slice(0, content)).replaceAll(QUOTE, ''));
    }
  }
  const onlyPrepares = sentences.some(({ text }) => PREPARES.test(beforeContentOf(text)));
  return onlyPrepares && meaning === 'requests' ? 'nothing' : meaning;
}

interface VerbRule {
  entry: VerbEntry;
  /** At the start of a clause. Its groups are words between the parts of the verb: "call the trip off". */
  atStart: RegExp;
  anywhere: RegExp;
}

function toRule(entry: VerbEntry): VerbRule {
  const source = verbPattern(entry);
  return {
    entry,
    atStart: new RegExp(`^(?:${source})(?![\\w'-])`, 'u'),
    anywhere: new RegExp(`(?<![\\w-])(?:${source})(?![\\w'-])`, 'u'),
  };
}

const RULES = VERBS.map(toRule);
const EDIT_RULES = EDITS.map(toRule);

/** The rules of the kind of action, and one for the verb of the control itself. */
function rulesFor({ action, controlNames, editedFields }: ActedOn): VerbRule[] {
  const own = entryOfControl(fold(controlNames[0] ?? ''), action.kind);
  return [
    ...[...RULES, ...(editedFields.size > 0 ? EDIT_RULES : [])].filter(({ entry }) =>
      entry.kinds.includes(action.kind),
    ),
    ...(own ? [toRule(own)] : []),
  ];
}

function requestsAction(clause: string, actedOn: ActedOn, context: LineContext): boolean {
  const { action } = actedOn;
  const wish = WISH.exec(clause);
  const stated = wish ? clause.slice(wish[0].length) : clause;
  // "20 euros to the shelter" is about giving them.
  const order = AMOUNT_ORDER.test(stated) ? `give ${stated}` : stated;
  const pressed = PRESS_ORDER.exec(order)?.[1];
  return rulesFor(actedOn).some(({ entry, atStart }) => {
    if (pressed !== undefined) return atStart.exec(pressed)?.[0] === pressed && !entry.requires;
    const match = atStart.exec(order);
    if (!match) return false;
    // "Reserve is too expensive": a noun.
    if (IS_SUBJECT.test(order.slice(match[0].length))) return false;
    const object = `${match.slice(1).filter(Boolean).join(' ')} ${order.slice(match[0].length)}`.trim();
    // What follows "that" is the text of a reply: "reply to Nora that I'll come".
    if (NOT_NOW.test(object.split(/\bthat\b/u)[0]!.slice(0, 30)) && !/^(?:it|them|this|that)\b/u.test(object))
      return false;
    if (action.kind !== 'book' && isPostponed(object, actedOn)) return false;
    // "I want to buy something" may be browsing; "I want to buy this" is a decision.
    if (wish && action.class === 'buy' && !/^(?:it|this|that|these|those|them|the)\b/u.test(object))
      return false;
    return objectFits(object, entry, actedOn, context);
  });
}

/** "Send it on Tuesday" is for later; "cancel the appointment on Tuesday" names the one that the page shows. */
function isPostponed(object: string, { marks }: ActedOn): boolean {
  const [phrase] = POSTPONED.exec(object) ?? [];
  const day = phrase === undefined ? undefined : /(\w{3})\w*day\b/u.exec(phrase)?.[1];
  return phrase !== undefined && (day === undefined || !marks.has(day));
}

function forbidsAction(clause: string, actedOn: ActedOn): boolean {
  return rulesFor(actedOn).some(({ entry, anywhere }) => {
    const match = anywhere.exec(clause);
    if (!match) return false;
    const before = clause.slice(0, match.index);
    // "Don't forget to send it" and "why not buy it" are not prohibitions.
    if (!NEGATION.test(before) || NOT_A_NEGATION.test(before)) return false;
    const object = wordsOf(
      `${match.slice(1).filter(Boolean).join(' ')} ${clause.slice(match.index + match[0].length)}`,
    );
    const things = object.slice(0, 4).flatMap((word) => [...thingsOf(word)]);
    if (entry.requires) return things.some((thing) => entry.requires!.includes(thing));
    return things.length === 0 || things.some((thing) => actedOn.things.has(thing));
  });
}

/** "Click “Place order”", "press Send": ordering to press the control orders its action. */
function namesControl(sentence: string, quotes: readonly string[], name: string, actedOn: ActedOn): boolean {
  if (name.length < 2) return false;
  let quoteIndex = 0;
  // A quote counts if it is the whole name; other quotes are text.
  const text = sentence.replace(/\uE000/gu, () => (quotes[quoteIndex++] === name ? name : QUOTE));
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const after = text.slice(at + name.length);
    const isWholeName = !/^[\p{L}\p{N}]/u.test(after) && !/[\p{L}\p{N}]$/u.test(text.slice(0, at));
    const clause =
      text
        .slice(0, at)
        .trimEnd()
        .split(/,|\bthen\b|\band\b|\bbut\b/u)
        .at(-1) ?? '';
    const rest = wordsOf(after.split(/,|\bthen\b|\band\b|\bbut\b|\uE000/u)[0]!);
    const isOtherRow =
      actedOn.row !== '' &&
      rest.some(
        (word) =>
          word.length > 3 && !isKnown(word, actedOn) && !/^(?:button|link|next|entry|with|from)$/u.test(word),
      );
    if (
      isWholeName &&
      !isOtherRow &&
      PRESS_PHRASE.test(clause) &&
      !NEGATION.test(clause) &&
      !NOT_NOW.test(clause)
    )
      return true;
  }
  return false;
}

/**
 * Whether the navigator's question proposes this action.
 * @param pageQuestion the page's own question, which the navigator may have passed on
 */
export function proposes(
  question: string,
  actedOn: ActedOn,
  pageQuestion = '',
  earlier: readonly string[] = [],
): boolean {
  if (pageQuestion.length > 3 && fold(question).includes(fold(pageQuestion).slice(0, 120))) return true;
  const { sentences, names, quotes } = parseLine(joinNames(question, actedOn.controlNames));
  const antecedents = earlier.map(fold);
  return sentences.some(({ text }) => {
    const isProposed = splitClauses(text).some((clause) => {
      const proposal = clause.replace(PROPOSAL, '');
      return requestsAction(proposal.replace(OPENING, ''), actedOn, {
        names,
        antecedents,
        sentence: text,
        isProposal: true,
      });
    });
    antecedents.push(text);
    return (
      isProposed ||
      text.includes(fold(actedOn.action.what)) ||
      actedOn.controlNames.some((name) => namesControl(text, quotes, fold(name), actedOn))
    );
  });
}

const normaliseReply = (line: string): string =>
  fold(line)
    .replace(/^[^\p{L}]+/u, '')
    .replace(/^(?:(?:oh|ah|aha|well|hm+|um+|er+|my|god|gosh|goodness|wow|lol|haha)[,. !]+)+(?=\S)/u, '')
    .replace(/\b(?:please|thanks|thank you)\b[,!. ]*$/u, '')
    .trim();

/**
 * Whether the line is a yes without a condition.
 * @param requestsToo whether a further clause of the line orders the action that was asked about
 */
export function isYes(line: string, requestsToo: (clause: string) => boolean = () => false): boolean {
  if (/^\s*(?:👍|✅|✔)/u.test(line)) return true;
  const text = normaliseReply(line);
  if (text === '') return /\bplease\b/u.test(fold(line));
  if (/^(?:\S+ ){0,2}\S+, (?:yes|yeah|yep)[.! ]*$/u.test(text)) return !HEDGE.test(text) && !NO.test(text);
  const isStrong = YES.test(text);
  if ((!isStrong && !WEAK_YES.test(text)) || HEDGE.test(text.replace(NOT_A_NEGATION, ''))) return false;
  const rest = text.replace(isStrong ? YES : WEAK_YES, '').replace(YES_FILLER, '');
  if (FINAL_YES.test(text)) return true;
  return rest === '' || requestsToo(rest) || (isStrong && !OTHER_ORDER.test(rest));
}

/** "Yes, but take out the insurance first": the question is to be asked again. */
export function isConditionalYes(line: string): boolean {
  const text = normaliseReply(line);
  return (YES.test(text) || WEAK_YES.test(text)) && CONDITION_AFTER_YES.test(text);
}

/** Whether the answer ends with the bare verb of the action that was asked about: "fine, cancel", "revoke!!". */
export function repeatsVerb(line: string, actedOn: ActedOn): boolean {
  const text = normaliseReply(line).replace(/[!.\s]+$/u, '');
  const last =
    text
      .split(/[,.!;]\s*/u)
      .filter((part) => part.replace(YES_FILLER, '') !== '')
      .at(-1) ?? '';
  const verb = last.replace(OPENING, '').replace(/ (?:it|them|that|now|then|please|right away)$/u, '');
  return (
    verb !== '' &&
    !HEDGE.test(text) &&
    !NO.test(text) &&
    rulesFor(actedOn).some(({ entry, atStart }) => !entry.isLight && atStart.exec(verb)?.[0] === verb)
  );
}

/** Whether a short answer to "which one?" chooses another thing than the one at hand. */
export function answersOtherwise(line: string, actedOn: ActedOn): boolean {
  const { sentences, names } = parseLine(line);
  const [first] = sentences;
  const text = normaliseReply(line);
  if (
    first === undefined ||
    YES.test(text) ||
    WEAK_YES.test(text) ||
    sentences.length > 1 ||
    first.text.split(' ').length > MAX_ANSWER_WORDS
  )
    return false;
  return choosesOther(first.text.replace(OPENING, ''), actedOn, {
    names,
    antecedents: [],
    sentence: first.text,
  });
}

const MAX_ANSWER_WORDS = 8;

/** Whether the answer only puts the decision off. */
export const putsOff = (line: string): boolean => PUTS_OFF.test(fold(line));
export const isNo = (line: string): boolean => NO.test(normaliseReply(line));
export const continuesInstruction = (line: string): boolean => CONTINUATION.test(fold(line));
export const meansSeveral = (line: string): boolean => SEVERAL_OBJECTS.test(fold(line));
