/**
 * Selects an entry of a list whose entries have a button such as “Select” or “Book”: "take the second one", "select the
 * 10:05", "choose the cheapest".
 */
import type { Candidate } from '../../../contract/index.js';
import { groupBy } from '../group-by.js';
import { findOption } from '../ground/options.js';
import { isField, isSelect, isTickable } from '../ground/kinds.js';
import { getListPath } from '../ground/lists.js';
import { getName } from '../ground/names.js';
import { findOwnRow, findRowName } from '../ground/own-row.js';
import type { View } from '../ground/view.js';
import { createClick } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { readSuperlative } from '../language/superlatives.js';
import { removeArticle } from '../language/drafts.js';
import { ORDINALS } from '../lexicon/places.js';
import { SELECT_VERBS } from '../lexicon/superlatives.js';
import { fold, scoreAgreement } from '../text.js';
import { findBestElement } from './resolve-superlative.js';
import { updateRun, type Context, type Move } from './types.js';

interface SelectableEntry {
  button: Candidate;
  row: Candidate;
}

/**
 * Returns the entries of the longest list whose entries have such a button; empty if no list has at least two of them.
 */
function listSelectableEntries(view: View): SelectableEntry[] {
  const buttons = view.candidates.filter(
    (c) =>
      c.visible &&
      c.interactive &&
      !c.states.disabled &&
      !isField(c) &&
      !isTickable(c) &&
      SELECT_VERBS.includes(fold(getName(c)).split(' ')[0] ?? ''),
  );
  const [longest = []] = [...groupBy(buttons, getListPath).values()].sort((a, b) => b.length - a.length);
  const entries = longest.flatMap((button) => {
    const row = longest.length > 1 ? findOwnRow(button, longest, view) : null;
    return row ? [{ button, row }] : [];
  });
  return entries.length === longest.length ? entries : [];
}

const GENERIC_NOUN = /\b(?:ones?|option|choice|entry|item|result)\b/gu;
const PREPOSITION = /\b(?:at|from|with|for|by|on|in|that|is|costs|leaving|departing)\b/gu;

/**
 * Returns the only entry with all words of the phrase. Ignores words that every entry has. If the phrase contains a
 * number, also ignores nouns that no entry has, such as "train" in "the train at 12:30".
 */
function findByWords(phrase: string, entries: readonly SelectableEntry[]): SelectableEntry | null {
  const hasWord = ({ row }: SelectableEntry, word: string): boolean =>
    ` ${fold(row.text)} `.replace(/[^\p{L}\p{N}:.,£$€]+/gu, ' ').includes(` ${fold(word)} `);
  const words = phrase.replace(GENERIC_NOUN, ' ').replace(PREPOSITION, ' ').split(' ').filter(Boolean);
  const hasNumber = words.some((word) => /\d/u.test(word));
  const isNoun = (word: string): boolean =>
    hasNumber && /^\p{Ll}+$/u.test(word) && !entries.some((entry) => hasWord(entry, word));
  const distinctiveWords = words.filter(
    (word) => !isNoun(word) && !entries.every((entry) => hasWord(entry, word)),
  );
  if (!distinctiveWords.length) return null;
  const hits = entries.filter((entry) => distinctiveWords.every((word) => hasWord(entry, word)));
  // "The 10:05" is the train whose row begins with this time. In other rows, 10:05 may be the arrival.
  const startingHits = hits.filter(({ row }) => fold(row.text).startsWith(fold(distinctiveWords[0]!)));
  return hits.length === 1 ? hits[0]! : startingHits.length === 1 ? startingHits[0]! : null;
}

function findEntry(phrase: string, entries: readonly SelectableEntry[], view: View): SelectableEntry | null {
  const [, word = ''] = /^(\S+)(?: \S+)?$/u.exec(phrase) ?? [];
  const nth = ORDINALS[word.toLowerCase()] ?? null;
  if (nth !== null) return (nth > 0 ? entries[nth - 1] : entries.at(nth)) ?? null;
  const superlative = readSuperlative(phrase.includes(' ') ? phrase : `${phrase} one`)?.superlative;
  if (!superlative) return findByWords(phrase, entries);
  const best = findBestElement(
    entries.map(({ button }) => button),
    superlative,
    view,
  );
  return entries.find(({ button }) => button === best) ?? null;
}

/** Clicks the button of the entry that the text names; null if there is none, or if a control has this name itself. */
export function selectEntry(text: string, ctx: Context): Move | null {
  const { run, view } = ctx;
  if (run.stage !== '' || run.pickedUid || ctx.recentActions.length) return null;
  const phrase = removeArticle(text);
  const isNamed = (c: Candidate): boolean =>
    c.visible &&
    (isSelect(c)
      ? findOption(c, phrase) !== null
      : c.interactive && scoreAgreement(phrase, getName(c)).score >= MIN_NAME_SCORE);
  if (view.candidates.some(isNamed)) return null;
  const entry = findEntry(phrase, listSelectableEntries(view), view);
  if (!entry) return null;
  const { button, row } = entry;
  const rowName = findRowName(button, view.getAncestors(button).indexOf(row), view) || row.text;
  const target = { ...createTarget(getName(button)), quoted: true };
  return {
    kind: 'replace',
    steps: [{ ...run.spokenStep, step: createClick('click', target) }],
    prepare: ([newRun]) =>
      void (newRun && updateRun(newRun, { pickedUid: button.uid, pickedRow: rowName, usesOnlyPicked: true })),
  };
}

const MIN_NAME_SCORE = 0.9;
