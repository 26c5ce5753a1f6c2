/** Finds a table row by its position or by the text of a cell, and finds the controls in it. */
import type { Candidate } from '../../../contract/index.js';
import { isField, isLink, isTickable } from '../ground/kinds.js';
import { findListEntries } from '../ground/lists.js';
import { isTopic, findPageNouns } from '../ground/topic.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import type { Target } from '../language/steps.js';
import { clip, scoreAgreement, scoreSimilarity, stem, tokenize } from '../text.js';

const OPENING_VERBS = ['open', 'view', 'show', 'details', 'see', 'edit'];
const EDITING_VERBS = ['edit', 'change', 'modify', 'update'];
export const listOpeningVerbs = (text: string): string[] =>
  /\bedit/iu.test(text) ? [...EDITING_VERBS, ...OPENING_VERBS] : OPENING_VERBS;
const ROW_OF_NAME =
  /^(?:the )?(?:(?:edit(?:ing)? )?(?:form|page|details)|row|line|record|entry) (?:of|for|with|about|named|called|that says|saying|where \p{L}+ is) (.+)$/iu;
const NAME_ROW = /^(?:the )?(.+?)(?:['’]s)? (?:row|line|record|entry)$/iu;

export const isUsableControl = (c: Candidate): boolean =>
  c.visible && c.interactive && !c.states.disabled && !isField(c) && !isTickable(c);

/** Whether the link opens another program instead of a page: an email address or a phone number. */
export const leadsOutOfBrowser = (c: Candidate, view: View): boolean =>
  /^(?:mailto|tel|sms):/iu.test(view.getUrl(c));

export const listRowControls = (row: Candidate, view: View): Candidate[] =>
  view.candidates.filter((c) => isUsableControl(c) && view.getAncestors(c).some((a) => a.uid === row.uid));

/** Returns the table rows that contain a control. */
const listDataRows = (view: View): Candidate[] =>
  findListEntries(view, 'row').filter(
    (row) => row.tag === 'tr' && !row.interactive && listRowControls(row, view).length > 0,
  );

/** Returns 2 if the words are the text of one of the row's cells, 1 if the row contains all words, 0 otherwise. */
function scoreRowMatch(row: Candidate, words: string, view: View): number {
  const cells = view.candidates.filter((c) => c.parent === row.uid);
  if (cells.some((c) => scoreAgreement(words, c.text).score >= 0.95)) return 2;
  return scoreAgreement(words, row.text).coverage >= 0.99 ? 1 : 0;
}

const LIST_PHRASE = /,? (?:in|from|of|on) (?:the|this) (?:table|list|page)$/iu;
const removeListPhrase = (phrase: string): string => phrase.replace(LIST_PHRASE, '').toLowerCase();

/**
 * Returns the row that the target means; undefined if it does not mean a row; a message if the row cannot be
 * identified.
 */
export function findRequestedRow(target: Target, view: View): Candidate | string | undefined {
  const countedInterpretation = target.interpretations.find(
    (r) => r.role === 'row' && r.nth !== null && r.phrase === '' && !r.place,
  );
  // The instructor says "the third album" on a page of albums, or "the first bill in the table".
  const topicInterpretation = target.interpretations.find(
    (r) => r.nth !== null && r.phrase !== '' && isTopic(removeListPhrase(r.phrase), view),
  );
  const rowNumber = /^(?:the )?row (?:number |no\.? |#)?(\d+)$/iu.exec(target.text)?.[1];
  const words = (ROW_OF_NAME.exec(target.text) ?? NAME_ROW.exec(target.text))?.[1];
  if (!countedInterpretation && !topicInterpretation && !rowNumber && !words) return undefined;
  const rows = listDataRows(view);
  if (!rows.length) return undefined;
  const nth =
    countedInterpretation?.nth ?? topicInterpretation?.nth ?? (rowNumber ? Number(rowNumber) : null);
  if (nth !== null)
    return (nth > 0 ? rows[nth - 1] : rows.at(nth)) ?? `the list has only ${rows.length} rows`;
  const rowScores = rows.map((row) => ({ row, score: scoreRowMatch(row, words!, view) }));
  const bestScore = Math.max(0, ...rowScores.map(({ score }) => score));
  const hits = rowScores.filter(({ score }) => score === bestScore && bestScore > 0);
  if (hits.length < 2) return hits[0]?.row;
  return `I can't tell which row “${clip(target.text, 60)}” is`;
}

/** For "the album Paper Road", returns the only row with the cell “Paper Road” or “the album Paper Road”. */
export function findNamedRow(target: Target, view: View): Candidate | null {
  const rows = listDataRows(view);
  const text = target.text.replace(LIST_PHRASE, '');
  const [noun = ''] = text.split(' ');
  // "Order 1058" means the cell “1058” if the rows are orders. "Page 2" does not mean the cell “2”.
  const textWithoutNoun = findPageNouns(view).has(stem(noun))
    ? text.slice(noun.length + 1)
    : text.replace(/^\p{L}+ (?=\S)(?!\d+$)/u, '');
  for (const words of new Set([text, textWithoutNoun].filter(Boolean))) {
    const hits = rows.filter((row) => scoreRowMatch(row, words, view) === 2);
    if (hits.length) return hits.length === 1 ? hits[0]! : null;
  }
  return null;
}

/**
 * Returns the row's control whose name begins with one of the verbs. If `isOpening`, the row's only link also counts.
 */
export function findRowControl(
  row: Candidate,
  verbs: readonly string[],
  isOpening: boolean,
  view: View,
): Candidate | null {
  const rowControls = listRowControls(row, view);
  for (const verb of verbs) {
    const hits = rowControls.filter((c) => scoreSimilarity(verb, tokenize(getName(c))[0] ?? '') >= 0.85);
    const exactHits = hits.filter((c) => getName(c).toLowerCase() === verb);
    const [hit] = exactHits.length ? exactHits : hits;
    if (hit) return hit;
  }
  const links = rowControls.filter((c) => isLink(c) && !leadsOutOfBrowser(c, view));
  return isOpening && links.length > 0 && new Set(links.map((c) => view.getUrl(c))).size === 1
    ? links[0]!
    : null;
}

const POSSESSIVE = /^(.{2,}?)['’]s? (\p{L}+)$/u;
export const FOR_EDITING = / for editing$/iu;
const LEADING_PREPOSITION = /^(?:by|of|for|from|to|about|called|named|titled|on|at|with) /iu;

/**
 * Returns the phrases that may name a row: "order by Claire Petit" and "Claire Petit", "Maria's ticket" and "Maria".
 */
export function listRowPhrases(text: string, view: View): string[] {
  const kindWords = findPageNouns(view);
  const trimmedText = text.replace(LIST_PHRASE, '').replace(FOR_EDITING, '');
  const possessiveMatch = POSSESSIVE.exec(trimmedText);
  const words = (possessiveMatch ? possessiveMatch[1]! : trimmedText).split(' ');
  const joinRest = (list: string[]): string =>
    list
      .join(' ')
      .replace(LEADING_PREPOSITION, '')
      .replace(/^["“]|["”]$/gu, '');
  const isKindWord = (word: string | undefined): boolean => word !== undefined && kindWords.has(stem(word));
  return [
    trimmedText,
    ...(possessiveMatch ? [joinRest(words)] : []),
    // In "the bill Map of the valley", the name follows the word for its kind.
    ...(words.length > 1 && (isKindWord(words[0]) || /^[\p{Lu}\d]/u.test(words[1]!))
      ? [joinRest(words.slice(1))]
      : []),
    ...(words.length > 1 ? [joinRest(words.slice(0, -1))] : []),
  ].filter((phrase) => phrase !== '');
}

/** Returns the control that opens the row's form: “Edit”, or else the row's only link. */
export const findRowEditor = (row: Candidate, view: View): Candidate | null =>
  findRowControl(row, [...EDITING_VERBS, 'rename'], true, view);
