/**
 * Handles commands about list entries: "delete the last one" uses the control of the last entry, "duplicate BL-102"
 * uses the menu of that row.
 */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { isField, isTickable, opensList } from '../ground/kinds.js';
import { getListPath } from '../ground/lists.js';
import { getName } from '../ground/names.js';
import { findOwnRow, findRowName } from '../ground/own-row.js';
import type { View } from '../ground/view.js';
import { createClick, type StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { clip, fold, scoreAgreement, scoreSimilarity, tokenize } from '../text.js';
import { rememberRowControl } from './rows.js';
import { act, fail, rememberTarget, type Context, type Move } from './types.js';
import { rememberEntry } from './verify-removal.js';

const MIN_SIMILARITY = 0.85;
const MIN_COVERAGE = 0.95;

/** Whether a control's name begins with the command or a synonym, as “Delete notification” does for "remove". */
export function beginsWithCommand(c: Candidate, command: string): boolean {
  const nameWords = tokenize(getName(c));
  const words = tokenize(command);
  return (
    words.length > 0 && words.every((word, i) => scoreSimilarity(word, nameWords[i] ?? '') >= MIN_SIMILARITY)
  );
}

export const isUsableControl = (c: Candidate): boolean =>
  c.visible && c.interactive && !c.states.disabled && !isField(c) && !isTickable(c);

const isHeaderRow = (row: Candidate, view: View): boolean =>
  view.candidates.some((c) => c.parent === row.uid && c.tag === 'th') &&
  !view.candidates.some((c) => c.parent === row.uid && c.tag === 'td');

const ONLY_ONE_ENTRY = 'the list has only one entry';

/**
 * For "remove the first one" or "mark the second one as read", uses that entry's control if several entries have one.
 */
export function useControlOfCountedEntry(step: StepOf<'click'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const object = step.command?.object;
  const [interpretation] = object?.interpretations ?? [];
  const isFirstAttempt = run.stage === '' && !run.pickedUid && !run.triedUids.size;
  // A pronoun's ordinal is the position of the entry that it means. The list with that entry may no longer be shown.
  if (!isFirstAttempt || !object || object.pronoun) return null;
  if (!interpretation || interpretation.nth === null || interpretation.phrase !== '' || interpretation.place)
    return null;
  const command = step.command!.name;
  const namedControls = view.candidates.filter((c) => isUsableControl(c) && beginsWithCommand(c, command));
  const exactControls = namedControls.filter((c) => fold(getName(c)) === command);
  const controls = exactControls.length > 1 ? exactControls : namedControls;
  const [onlyControl] = controls;
  if (onlyControl && controls.length === 1 && Math.abs(interpretation.nth) === 1) {
    rememberTarget(ctx, onlyControl, describe(onlyControl), getName(onlyControl));
    rememberEntry(step, onlyControl, ctx);
    return act('act', { intent: 'click', uid: onlyControl.uid });
  }
  // A control “Remove Marta Ruiz” belongs to the only entry, but “Remove” may act on any selected entry.
  if (onlyControl && controls.length === 1 && exactControls.length === 0) return fail(ONLY_ONE_ENTRY);
  const rows = controls.map((c) => findOwnRow(c, controls, view));
  const [firstRow] = rows;
  if (controls.length < 2 || !firstRow || rows.includes(null)) return null;
  const entries = view.candidates.filter(
    (c) => getListPath(c) === getListPath(firstRow) && !isHeaderRow(c, view),
  );
  const entry = interpretation.nth > 0 ? entries[interpretation.nth - 1] : entries.at(interpretation.nth);
  if (!entry)
    return fail(entries.length === 1 ? ONLY_ONE_ENTRY : `the list has only ${entries.length} entries`);
  const control = controls.find((c) => view.getAncestors(c).includes(entry));
  if (!control) return fail(`“${clip(entry.text, 60)}” has no control “${getName(controls[0]!)}”`);
  rememberRowControl(
    ctx,
    control,
    findRowName(control, view.getAncestors(control).indexOf(entry), view) || entry.text,
  );
  rememberEntry(step, control, ctx);
  return act('act', { intent: 'click', uid: control.uid });
}

const MOVE_COMMAND = /^move (?:the )?(.+?) (?:to|into) (?:the )?(.+)$/iu;

/** For "move BL-103 to In progress", opens the menu “Move to …” of that card and chooses the destination. */
export function moveThroughMenu(step: StepOf<'click'>, { run, view }: Context): Move | null {
  const { clause } = run.spokenStep;
  const [, object, destination] = MOVE_COMMAND.exec(clause.text) ?? [];
  if (step.kind !== 'command' || !object || !destination || run.stage !== '' || run.pickedUid) return null;
  const menuButtons = view.candidates.filter(
    (c) => isUsableControl(c) && opensList(c) && beginsWithCommand(c, 'move'),
  );
  const words = object.replace(/ (?:card|ticket|task|item|issue|one)$/iu, '');
  const [menuButton, ...others] = menuButtons.filter((c) => {
    const row = findOwnRow(c, menuButtons, view);
    return row && scoreAgreement(words, row.text).coverage >= MIN_COVERAGE;
  });
  if (!menuButton || others.length) return null;
  const target = createTarget(destination);
  return {
    kind: 'replace',
    steps: [
      { clause, step: createClick('click', createTarget(getName(menuButton))) },
      { clause, step: { do: 'choose', value: destination, from: null, target } },
    ],
    prepare: ([first]) => void (first && (first.pickedUid = menuButton.uid)),
  };
}

/** Returns the row's menu button; null unless the row has exactly one. */
export function findMenuOfRow(row: Candidate, view: View): Candidate | null {
  const menuButtons = view.candidates.filter(
    (c) => isUsableControl(c) && opensList(c) && view.getAncestors(c).includes(row),
  );
  return menuButtons.length === 1 ? menuButtons[0]! : null;
}

/** Opens the row's menu and then uses the command there; null unless the row has exactly one menu. */
export function useMenuOfRow(command: string, row: Candidate, view: View, { run }: Context): Move | null {
  const menuButton = findMenuOfRow(row, view);
  if (!menuButton) return null;
  const { clause } = run.spokenStep;
  return {
    kind: 'replace',
    steps: [
      { clause, step: createClick('click', createTarget(getName(menuButton))) },
      { clause, step: createClick('click', createTarget(command)) },
    ],
    prepare: ([first]) => void (first && (first.pickedUid = menuButton.uid)),
  };
}
