/** Commands about entries of a list by their names: "archive 12 and 14", "delete Garden and Rivers". */
import type { Candidate } from '../../../contract/index.js';
import { findEntriesByWords, findEntryLists, type ListEntry } from '../ground/entries.js';
import { opensList } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { findPageNouns } from '../ground/topic.js';
import type { View } from '../ground/view.js';
import { createNamedCommand } from '../language/commands.js';
import type { Step, StepOf } from '../language/steps.js';
import { STOP_WORDS } from '../lexicon/polite.js';
import { findRows } from '../assign/index.js';
import { clip, fold, scoreSimilarity, stem, tokenize } from '../text.js';
import { findMenuOfRow, useMenuOfRow } from './use-entry-control.js';
import { isUsableControl, listRowPhrases } from './find-row.js';
import { formatList } from './messages.js';
import { isRowMenu } from './reveal.js';
import { failNotFound, type Context, type Move } from './types.js';

const SEPARATOR = /\s*,\s*(?:and\s+)?|\s+and\s+/iu;

/**
 * For "archive 12 and 14", returns one command for each object if each names an entry with a menu or its own control.
 * Returns a failure if only some objects do, and null if none does.
 */
export function splitIntoEntryCommands(command: string, objects: string, ctx: Context): Step[] | Move | null {
  const { view } = ctx;
  const names = objects.split(SEPARATOR).filter(Boolean);
  const isOneName = view.candidates.some((c) => fold(c.text).includes(fold(objects)));
  if (names.length < 2 || isOneName) return null;
  const entries = names.map((name) => findEntryForCommand(command, name, ctx));
  const missingNames = names.filter((name, i) => !entries[i] && isNameNotShown(name, view));
  if (missingNames.length > 0 && missingNames.length < names.length) return failUnlisted(missingNames);
  return entries.includes(null) || new Set(entries).size < entries.length
    ? null
    : names.map((name) => createNamedCommand(command, name, []));
}

/** Returns the only row that the words name, if it has exactly one menu. */
function findMenuRow(words: string, view: View): Candidate | null {
  for (const phrase of listRowPhrases(words, view)) {
    const [match, ...others] = findRows(phrase, view);
    if (match) return !others.length && findMenuOfRow(match.row, view) ? match.row : null;
  }
  return null;
}

const beginsWith = (verb: string, c: Candidate): boolean =>
  scoreSimilarity(verb, tokenize(getName(c))[0] ?? '') >= MIN_SIMILARITY;
const MIN_SIMILARITY = 0.85;

/** Whether every entry of the list has a control for the command, or one menu that may contain it. */
const mayHaveCommand = (command: string, list: readonly ListEntry[]): boolean =>
  list.every(({ parts }) => {
    const controls = parts.filter(isUsableControl);
    return (
      controls.some((c) => beginsWith(command, c)) ||
      controls.filter((c) => opensList(c) || isRowMenu(c)).length === 1
    );
  });

const findListsForCommand = (command: string, view: View): ListEntry[][] =>
  findEntryLists(view).filter((list) => mayHaveCommand(command, list));

/** Returns the only row or list entry with this name, if the entries have a control for the command or menus. */
export function findEntryForCommand(
  command: string,
  name: string,
  { view, today }: Context,
): Candidate | null {
  const row = findMenuRow(name, view);
  if (row) return row;
  const entries = findListsForCommand(command, view).flatMap((list) =>
    findEntriesByWords(name, list, view, today),
  );
  return entries.length === 1 ? entries[0]!.element : null;
}

/** Returns the words that are names: those with a capital letter or a digit. */
const listNameWords = (words: string): string[] => words.match(/(?<!\S)[\p{Lu}\d][^\s,]*/gu) ?? [];

/** Whether the words contain a name, and the page shows no word of it. */
function isNameNotShown(words: string, { candidates }: View): boolean {
  const nameWords = listNameWords(words).flatMap(tokenize);
  const isShown = (word: string): boolean =>
    candidates.some((c) => [c.text, c.name, c.value ?? ''].some((text) => tokenize(text).includes(word)));
  return nameWords.length > 0 && !nameWords.some(isShown);
}

const failUnlisted = (names: readonly string[]): Move =>
  failNotFound(
    `I can't find a row called ${formatList(
      names.map((name) => `“${clip(name, 60)}”`),
      'or',
    )} on this page`,
  );

/**
 * For "archive Summer", fails if every row has this command, but the page shows no Summer. No other row's menu is used.
 */
export function reportUnlistedEntry({ command }: StepOf<'click'>, { run, view }: Context): Move | null {
  const object = command?.object;
  if (!object || object.pronoun || object.each || run.stage !== '' || run.pickedUid) return null;
  return isNameNotShown(object.text, view) && findListsForCommand(command.name, view).length > 0
    ? failUnlisted([listNameWords(object.text).join(' ')])
    : null;
}

/** For "refund order 12", looks in the only menu of that row if nothing on the page has the name “Refund”. */
export function useVerbInRowMenu(step: StepOf<'click'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const [, verb, words] = /^(\p{L}{3,}) (.+)$/u.exec(run.spokenStep.clause.text) ?? [];
  if (step.kind !== 'bare' || !verb || !words || run.stage !== '' || run.pickedUid || step.target.quoted)
    return null;
  const isShown = view.candidates.some((c) => tokenize(c.text || c.name).includes(fold(verb)));
  if (isShown || STOP_WORDS.has(fold(verb)) || findPageNouns(view).has(stem(fold(verb)))) return null;
  const row = findMenuRow(words, view);
  return row && useMenuOfRow(verb, row, view, ctx);
}
