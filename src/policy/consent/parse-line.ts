/**
 * Divides an instructor's line into sentences and clauses, and finds quotations, names and text to be written. Pure.
 */
import type { ConsentTarget } from './consent-target.js';
import { CONTENT_START } from './line-words.js';
import { foldLookalikes } from './region.js';
import { splitWords } from './words.js';

/** Placeholder for quoted text. */
export const QUOTE_PLACEHOLDER = '\uE000';

/** Text after a colon. In "post this: does anybody know?", only the text to be written is a question. */
const TEXT_AFTER_COLON = /:\s+\S/u;

export interface Sentence {
  /** Folded, with placeholders for quotes. */
  text: string;
  isQuestion: boolean;
}

interface ParsedLine {
  sentences: Sentence[];
  quotes: string[];
  names: ReadonlySet<string>;
}

export function parseLine(line: string): ParsedLine {
  const quotes: string[] = [];
  const maskedLine = line
    .replace(/[“”„«»]/gu, '"')
    .replace(/(?<=^|\s)u(?=\s|$)/giu, 'you')
    .replace(/(?<=\s)w\/?(?=\s)/giu, 'with')
    // "The one called …" belongs to the sentence before.
    .replace(/[.!?]\s+(?=(?:the|that|this) one\b(?! (?:is|was)\b))/giu, ', ')
    .replace(/(?<![\p{L}\p{N}])['‘]([^'’\n]{2,80})['’](?![\p{L}])/gu, '"$1"')
    .replace(/"([^"]*)"/gu, (_, text: string) => {
      quotes.push(foldLookalikes(text));
      // A quoted sentence ends the sentence around it.
      return `${QUOTE_PLACEHOLDER}${/[.!?]$/u.test(text) ? '.' : ''}`;
    });
  const names = new Set(
    [
      ...maskedLine.matchAll(
        /(?<!(?<!\b(?:Dr|Mrs?|Ms|Prof|St))[.!?]\s*|^\s*)(?<=\s)(?!I(?:['’]|\s))\p{Lu}[\p{L}\p{N}'’.-]*/gmu,
      ),
    ].map(([word]) => foldLookalikes(word).replace(/'s$|[.']+$/u, '')),
  );
  const sentences = maskedLine
    .split(
      /(?<=[.!?;])(?<!\b(?:[Dd]r|M[rs]s?|m[rs]s?|[Pp]rof|St|[Nn]o|[Nn]r)\.)(?=\s|$)|\n|\s[-–—]+\s|,(?=\s+so\s)/u,
    )
    .map((text) => ({
      text: foldLookalikes(text).replace(/[.!?;\s]+$/u, ''),
      isQuestion: /\?\s*$/u.test(text) && !TEXT_AFTER_COLON.test(text),
    }))
    .filter(({ text }) => text !== '');
  return { sentences, quotes, names };
}

export const splitClauses = (sentence: string): string[] =>
  sentence
    .split(/(?<!\d),|,(?!\d)|\bthen\b|(?<!\bgo ahead )(?<!\bgo on )(?<!\bsign )\band\b|\bbut\b|\bor\b| - |;/u)
    .map((clause) => clause.trim())
    .filter(Boolean);

/** Splits a sentence into clauses. `isJoined`: whether the clause follows "and" without a comma. */
export function parseClauses(sentence: string): { clause: string; isJoined: boolean }[] {
  let position = 0;
  return splitClauses(sentence).map((clause) => {
    const start = sentence.indexOf(clause, position);
    position = start + clause.length;
    return { clause, isJoined: /[^\s,;] (?:and|or) $/u.test(sentence.slice(0, start)) };
  });
}

export const findContentStart = (text: string): number => {
  const keywordIndex = text.search(CONTENT_START);
  const quoteIndex = text.indexOf(QUOTE_PLACEHOLDER);
  return keywordIndex < 0 ? quoteIndex : quoteIndex < 0 ? keywordIndex : Math.min(keywordIndex, quoteIndex);
};

/** Returns the text before the content to be written. */
export function getTextBeforeContent(text: string): string {
  const contentStart = findContentStart(text);
  return contentStart < 0 ? text : text.slice(0, contentStart);
}

/**
 * In commands that write nothing, a short quotation after other words is a name: `delete the folder "Plans"`. Its words
 * are joined into one name. A quotation at the start of a clause can be anything, so it is not joined.
 */
export const joinQuotedNames = (line: string, controlNames: readonly string[]): string =>
  line.replace(
    /(?<=[\p{L}\p{N}] )["“„«'‘]((?:[^"“”„«»\n' ]+ ?){1,6})["”“»'’](?![\p{L}\p{N}])/gu,
    (_, name: string) =>
      controlNames.some((controlName) => foldLookalikes(controlName) === foldLookalikes(name))
        ? name
        : splitWords(name).join('_'),
  );

/** A name in quotation marks on the page. */
const QUOTED_NAME = /["“”„«‘]([^"“”„«»‘’]{2,60})["“”»’]/gu;

/** Joins names with brackets into one word if the page shows them: "Wind turbines (draft)". */
function joinShownNames(line: string, { action, nearbyText }: ConsentTarget): string {
  if (action.class !== 'delete') return line;
  const names = [
    ...[...nearbyText.matchAll(QUOTED_NAME)].map(([, name]) => name!),
    ...nearbyText.split(' | '),
  ].map((name) => name.trim());
  return names
    .filter(
      (name) => name.length <= MAX_NAME_LENGTH && /\S .*[()[\]]/u.test(name) && splitWords(name).length > 1,
    )
    .reduce((text, name) => {
      const start = text.toLowerCase().indexOf(name.toLowerCase());
      const end = start + name.length;
      const isWhole = !/[\p{L}\p{N}]$/u.test(text.slice(0, start)) && !/^[\p{L}\p{N}]/u.test(text.slice(end));
      return start > 0 && isWhole
        ? `${text.slice(0, start)}${splitWords(foldLookalikes(name)).join('_')}${text.slice(end)}`
        : text;
    }, line);
}

const MAX_NAME_LENGTH = 60;

/**
 * Joins the words of a name that the page shows, so that they are compared as a whole: names with brackets,
 * and names after "called", such as "the note called Do not forget".
 */
export const joinCalledNames = (line: string, target: ConsentTarget): string =>
  joinShownNames(line, target).replace(/(?<=\b(?:called|named|titled|entitled) )[^,.;!?\n]+/gu, (phrase) => {
    const words = phrase.split(' ');
    for (let wordCount = Math.min(words.length, MAX_NAME_WORDS); wordCount > 1; wordCount--) {
      const nameWords = splitWords(foldLookalikes(words.slice(0, wordCount).join(' ')));
      if (splitWords(foldLookalikes(target.nearbyText)).join('_').includes(nameWords.join('_')))
        return [nameWords.join('_'), ...words.slice(wordCount)].join(' ');
    }
    return phrase;
  });

const MAX_NAME_WORDS = 6;
