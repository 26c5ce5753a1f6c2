/** Handles commands that are entries in a row's menu: "archive 12 and 14". */
import type { Candidate } from '../../../contract/index.js';
import { findPageNouns } from '../ground/topic.js';
import type { View } from '../ground/view.js';
import { createNamedCommand } from '../language/commands.js';
import type { Step, StepOf } from '../language/steps.js';
import { STOP_WORDS } from '../lexicon/polite.js';
import { findRows } from '../assign/index.js';
import { fold, stem, tokenize } from '../text.js';
import { findMenuOfRow, useMenuOfRow } from './use-entry-control.js';
import type { Context, Move } from './types.js';
import { listRowPhrases } from './find-row.js';

const SEPARATOR = /\s*,\s*(?:and\s+)?|\s+and\s+/iu;

/** For "archive 12 and 14", returns one command for each object; null unless each object names a row with a menu. */
export function splitIntoRowCommands(command: string, objects: string, view: View): Step[] | null {
  const names = objects.split(SEPARATOR).filter(Boolean);
  const rows = names.map((name) => findMenuRow(name, view));
  return names.length < 2 || rows.includes(null) || new Set(rows).size < rows.length
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
