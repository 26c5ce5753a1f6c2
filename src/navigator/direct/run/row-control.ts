/**
 * Handles commands on a table row: "edit the first row", "open the row of Ann Lee", "delete row 3". Clicking the row
 * itself does nothing, so the navigator clicks the control with that name in the row, or the link to the row's page.
 */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { isLink } from '../ground/kinds.js';
import { getListPath } from '../ground/lists.js';
import { getName, isNamedByIcon } from '../ground/names.js';
import { MAX_ROW_LENGTH } from '../ground/own-row.js';
import { createNamedCommand } from '../language/commands.js';
import { matchVerb } from '../language/line-text.js';
import type { StepOf, Target } from '../language/steps.js';
import { BOOKING_VERBS } from '../lexicon/slots.js';
import { findRows } from '../assign/index.js';
import { clip, fold, tokenize } from '../text.js';
import { offerOptions } from './offer-options.js';
import { splitObjects } from './split-objects.js';
import { useMenuOfRow } from './use-entry-control.js';
import { findControlsNamed } from './reinterpret-command.js';
import { rememberEntry } from './verify-removal.js';
import { findElementInRow, rememberRowControl } from './rows.js';
import { act, fail, type Context, type Move } from './types.js';
import {
  FOR_EDITING,
  isUsableControl,
  listOpeningVerbs,
  listRowControls,
  findRequestedRow,
  findNamedRow,
  findRowControl,
  listRowPhrases,
} from './find-row.js';

/** Returns the move for the row that the line names; null if it names none. */
export function useRowControl(step: StepOf<'click'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const isOpening = step.kind === 'open';
  const target = isOpening ? step.target : step.kind === 'command' ? step.command?.object : null;
  if (isOpening && FOR_EDITING.test(step.target.text)) return useMentionedRow(step, ctx);
  if (
    !target ||
    target.quoted ||
    target.each ||
    run.pickedUid ||
    run.triedUids.size ||
    run.target ||
    ctx.recentActions.length
  )
    return null;
  const meantRow = findRequestedRow(target, view);
  // To open "BL-101", a control with exactly this name takes precedence over the row with this cell.
  const mayNameRow =
    !isOpening || !view.candidates.some((c) => c.interactive && fold(getName(c)) === fold(target.text));
  const row = meantRow ?? (mayNameRow ? findNamedRow(target, view) : null);
  if (row === null) return null;
  if (typeof row === 'string') return fail(row);
  const control = findRowControl(
    row,
    isOpening ? listOpeningVerbs(target.text) : [step.command!.name],
    isOpening,
    view,
  );
  if (!control && meantRow === undefined) return null;
  if (!control) {
    const names = listRowControls(row, view).map((c) => `“${clip(getName(c), 40)}”`);
    const verb = isOpening ? 'open' : step.command!.name;
    return fail(`the row “${clip(row.text, 60)}” has no control to ${verb} it; it has ${names.join(', ')}`);
  }
  const rowName =
    view.candidates.find((c) => c.parent === row.uid && /\p{L}{2}/u.test(c.text))?.text ?? row.text;
  rememberRowControl(ctx, control, rowName);
  rememberEntry(step, control, ctx);
  return act('act', { intent: 'click', uid: control.uid });
}

/**
 * If the words name one row ("open Tom Reuter's order", "delete the coffee bill", "the third album"), uses the row's
 * control. If they name several rows, asks which one is meant.
 */
export function useMentionedRow(step: StepOf<'click'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const isOpening = step.kind === 'open';
  const target = isOpening ? step.target : step.kind === 'command' ? step.command?.object : null;
  if (
    !target ||
    target.each ||
    target.pronoun ||
    run.pickedUid ||
    run.triedUids.size ||
    run.revealedUids.size
  )
    return null;
  const text = target.text;
  for (const words of listRowPhrases(text, view)) {
    const rows = findRows(words, view, true);
    const verbs = isOpening
      ? listOpeningVerbs(text + (FOR_EDITING.test(text) ? ' edit' : ''))
      : [step.command!.name];
    const usableRows = rows.flatMap(({ row, cells }) => {
      const control = findRowControl(row, verbs, isOpening, view);
      return control ? [{ control, row, name: cells.find((cell) => /\p{L}{2}/u.test(cell)) ?? words }] : [];
    });
    const [onlyRow] = usableRows;
    if (!onlyRow) {
      const menuMove =
        rows.length === 1 && !isOpening ? useMenuOfRow(step.command!.name, rows[0]!.row, view, ctx) : null;
      if (menuMove) return menuMove;
      if (rows.length > 1 && !isOpening)
        return askWhichRow(
          words,
          rows.map(({ row }) => ({ uid: row.uid, row })),
        );
      continue;
    }
    if (rows.length > 1)
      return askWhichRow(
        words,
        usableRows.map(({ control, row }) => ({ uid: control.uid, row })),
      );
    rememberRowControl(ctx, onlyRow.control, onlyRow.name);
    rememberEntry(step, onlyRow.control, ctx);
    return act('act', { intent: 'click', uid: onlyRow.control.uid });
  }
  return null;
}

/** Asks which of several rows is meant. `uid` is the element to use if the row is chosen. */
export function askWhichRow(words: string, rows: readonly { uid: string; row: Candidate }[]): Move {
  const descriptions = rows.map(({ row }) => `“${clip(row.text, 60)}”`);
  const listedRows = descriptions.slice(0, 5).join(', ');
  return {
    kind: 'ask',
    text: `${rows.length} rows match “${clip(words, 60)}”: ${listedRows}${descriptions.length > 5 ? ' …' : ''}. Which one do you mean?`,
    openQuestion: {
      kind: 'which',
      options: rows.map(({ uid, row }, i) => ({ uid, name: row.text, description: descriptions[i]! })),
    },
  };
}

/** Whether the words point at an entry instead of describing a new one: "it", "the second one". */
const pointsAtEntry = ({ pronoun, interpretations }: Target): boolean =>
  pronoun || interpretations.some(({ nth }) => nth !== null);

/**
 * For "book A2" or "reserve the second one", presses the entry's control with the verb's name instead of creating
 * something; null if there is no such control.
 */
export function pressInsteadOfCreating(step: StepOf<'fill'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const verb = matchVerb(run.spokenStep.clause.text)?.verb.form;
  if (step.kind !== 'create' || !step.item || !verb || run.stage) return null;
  const hasRowControl = (row: Candidate | null): boolean =>
    row !== null && listRowControls(row, view).some((c) => fold(getName(c)).split(' ')[0] === verb);
  const names = BOOKING_VERBS.includes(verb) ? BOOKING_VERBS : [verb];
  const controls = view.candidates.filter(
    (c) => isUsableControl(c) && names.includes(fold(getName(c)).split(' ')[0] ?? ''),
  );
  const controlInCard = findElementInRow(step.item.text, controls, view);
  if (controlInCard && controls.length > 1)
    return {
      kind: 'replace',
      steps: [
        { ...run.spokenStep, step: createNamedCommand(fold(getName(controlInCard)), step.item.text, []) },
      ],
      prepare: ([newRun]) => void (newRun && (newRun.pickedUid = controlInCard.uid)),
    };
  const isVerbOfEntries =
    findControlsNamed(verb, view).length > 1 &&
    (pointsAtEntry(step.item) || splitObjects(verb, step.item.text, view) !== null);
  return isVerbOfEntries || hasRowControl(findNamedRow(step.item, view))
    ? {
        kind: 'replace',
        steps: [{ ...run.spokenStep, step: createNamedCommand(verb, step.item.text, []) }],
      }
    : null;
}

/** For "open the Harbour Inn", uses the card's only control with a name if the words are plain text in a card. */
function useOnlyControlOfCard(c: Candidate, ctx: Context): Move | null {
  const { view } = ctx;
  const hasPeer = (a: Candidate): boolean =>
    view.candidates.some((o) => o !== a && o.parent === a.parent && getListPath(o) === getListPath(a));
  const card = view
    .getAncestors(c)
    .find((a) => a.text.length <= MAX_ROW_LENGTH && hasPeer(a) && listRowControls(a, view).length > 0);
  const controls = (card ? listRowControls(card, view) : []).filter(
    (o) => /\p{L}{2}/u.test(getName(o)) && !isNamedByIcon(o) && o.tag !== 'label',
  );
  const [control] = controls;
  if (!control || controls.length > 1) return null;
  const opensEntry =
    isLink(control) || listOpeningVerbs('').some((verb) => tokenize(getName(control)).includes(verb));
  if (!opensEntry) {
    const text = `“${clip(c.text, 60)}” is plain text. Should I click “${clip(getName(control), 60)}” there?`;
    return offerOptions(text, [control], [describe(control)]);
  }
  rememberRowControl(ctx, control, c.text);
  return act('act', { intent: 'click', uid: control.uid });
}

/**
 * For "open Petrel", if that is the text of a table cell, uses the row's link to a page below the list's URL. There
 * must be exactly one such URL.
 */
export function openRowPage(c: Candidate, step: StepOf<'click'>, ctx: Context): Move | null {
  const { view } = ctx;
  const row = view.getAncestors(c).find((a) => a.tag === 'tr' || a.role === 'row');
  if (step.kind !== 'open' || c.interactive) return null;
  if (!row) return useOnlyControlOfCard(c, ctx);
  const listUrl = view.observation.url.replace(/[?#].*$/u, '').replace(/\/$/u, '');
  const links = listRowControls(row, view).filter(
    (o) => isLink(o) && view.getUrl(o).startsWith(`${listUrl}/`),
  );
  const [link] = links;
  if (!link || new Set(links.map((o) => view.getUrl(o))).size > 1) return null;
  rememberRowControl(ctx, link, c.text);
  return act('act', { intent: 'click', uid: link.uid });
}
