/**
 * Verifies that a command such as "delete the bill for lamp oil" removed the list entry. Also confirms removals with
 * buttons that change their name to "Are you sure?" and must be pressed again.
 */
import type { Candidate } from '../../../contract/index.js';
import { getName } from '../ground/names.js';
import { findRowDepth, findRowText } from '../ground/own-row.js';
import type { StepOf } from '../language/steps.js';
import { CONFIRMATION_TEXT, CONFIRM_BUTTON } from '../lexicon/dialogs.js';
import { clip } from '../text.js';
import { act, type Context, type Move } from './types.js';

const REMOVAL_VERB = /^(?:delete|remove|erase)\b/iu;

const isRemoval = (step: StepOf<'click'>): boolean =>
  step.kind === 'command' && REMOVAL_VERB.test(step.command?.name ?? step.target.text);

/** Remembers the entry's text before its control is pressed. */
export function rememberEntry(step: StepOf<'click'>, c: Candidate, { run, view }: Context): void {
  if (!isRemoval(step) || run.removal) return;
  const sameNameControls = view.candidates.filter(
    (o) => o.visible && o.uid !== c.uid && o.role === c.role && getName(o) === getName(c),
  );
  const depth = findRowDepth([c, ...sameNameControls], view);
  run.removal = { entryText: findRowText(c, depth, view), entryDepth: depth, controlName: getName(c) };
}

/** Presses the control again if its name now asks for confirmation. Consent is checked elsewhere. */
export function confirmRemovalInPlace({ run, view }: Context): Move | null {
  const c = run.target && view.byUid.get(run.target.uid);
  if (!run.removal || run.stage !== 'act' || !c?.visible || run.sideActions.includes('confirmed'))
    return null;
  const name = getName(c);
  if (name === run.removal.controlName || !(CONFIRMATION_TEXT.test(name) || CONFIRM_BUTTON.test(name)))
    return null;
  run.sideActions.push('confirmed');
  return act('act', { intent: 'click', uid: c.uid });
}

/** Returns a message if the entry is still there; null if it is gone, or if the control does not belong to a list. */
export function describeRemainingEntry(
  { run, view }: Context,
  target: { uid: string; description: string },
): string | null {
  const c = view.byUid.get(target.uid);
  if (!run.removal?.entryText || !c?.visible || view.isDialogOpen) return null;
  const { entryText: entry, entryDepth: depth } = run.removal;
  // The page may now show the next entry in the same element, so the text of the entry is compared.
  return findRowText(c, depth, view) === entry
    ? `I clicked ${target.description}, but “${clip(entry, 60)}” is still there`
    : null;
}
