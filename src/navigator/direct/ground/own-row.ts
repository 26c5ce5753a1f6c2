/** Finds an element's own row, card or entry: the largest container without another element of the same list. */
import type { Candidate } from '../../../contract/index.js';
import { scoreAgreement, fold, collapseSpaces } from '../text.js';
import { isButton } from './kinds.js';
import { getName } from './names.js';
import type { View } from './view.js';

/** Longer text belongs to a section of the page, not to a row. */
export const MAX_ROW_LENGTH = 320;
const MIN_COVERAGE = 0.85;

/** Returns the element's own row, or null. */
export function findOwnRow(c: Candidate, list: readonly Candidate[], view: View): Candidate | null {
  const others = list.filter((o) => o.uid !== c.uid);
  const ancestorsOfOthers = new Set(others.flatMap((o) => view.getAncestors(o).map((a) => a.uid)));
  let row: Candidate | null = null;
  for (const a of view.getAncestors(c)) {
    if (ancestorsOfOthers.has(a.uid) || a.text.length > MAX_ROW_LENGTH) break;
    row = a;
  }
  return row;
}

export function hasWordsInRow(c: Candidate, words: string, list: readonly Candidate[], view: View): boolean {
  const row = findOwnRow(c, list, view);
  if (row && scoreAgreement(words, `${row.name} ${row.text}`).coverage >= MIN_COVERAGE) return true;
  return scoreAgreement(words, c.section).coverage >= 0.9;
}

/**
 * Returns how many levels above the elements their rows are; null without rows. Later, when only one element is left,
 * its row can be found with this number.
 */
export function findRowDepth(list: readonly Candidate[], view: View): number | null {
  const [first] = list;
  const row = first && list.length > 1 ? findOwnRow(first, list, view) : null;
  return row ? view.getAncestors(first!).indexOf(row) : null;
}

/** Returns the text of the element's row, without the element's own text. */
export function findRowText(c: Candidate, depth: number | null, view: View): string {
  const row = depth === null ? undefined : view.getAncestors(c)[depth];
  if (!row || row.text.length > MAX_ROW_LENGTH) return '';
  const rest = collapseSpaces((row.text || row.name).replace(c.text || c.name, ' '));
  return fold(rest).length > 1 ? rest : '';
}

/** Longer text is a description, not a name. */
const MAX_NAME_LENGTH = 60;

/** Returns the name of the element's row: its heading or, without one, its first short text. '' if it has neither. */
export function findRowName(c: Candidate, depth: number | null, view: View): string {
  const row = depth === null ? undefined : view.getAncestors(c)[depth];
  return row ? getNameOfRow(row, view, c) : '';
}

/** Removes the buttons' text from the end: “Garden … Archive” is “Garden” with two buttons. */
export function removeTrailingNames(text: string, buttons: readonly Candidate[]): string {
  const button = buttons.find((c) => c.text !== '' && text.endsWith(c.text));
  return button ? removeTrailingNames(text.slice(0, -button.text.length).trim(), buttons) : text;
}

/** Returns the name of a row. The text of `control` is not used as the name. */
export function getNameOfRow(row: Candidate, view: View, control?: Candidate): string {
  const isInOtherRows = (o: Candidate): boolean =>
    o.interactive &&
    view.candidates.some((x) => x !== o && x.visible && x.role === o.role && getName(x) === getName(o));
  const contents = view.candidates.filter((o) => view.getAncestors(o).includes(row));
  const texts = contents.filter(
    (o) =>
      o.uid !== control?.uid &&
      /\p{L}{2}|\d{2}/u.test(o.text) &&
      o.text.length <= MAX_NAME_LENGTH &&
      o.text !== row.text &&
      !isInOtherRows(o),
  );
  const heading = texts.find(({ role }) => role === 'heading');
  const name = heading?.text ?? findFirstCell(row, contents, view) ?? texts[0]?.text;
  const buttons = contents.filter(isButton);
  const ownText = removeTrailingNames(name ?? row.text, buttons);
  return name !== undefined
    ? ownText || name
    : ownText.length < row.text.length && ownText.length <= MAX_NAME_LENGTH
      ? ownText
      : '';
}

/** If a whole row is clickable, its cells are not candidates. Reads them from the row's text block instead. */
function findFirstCell(row: Candidate, contents: readonly Candidate[], view: View): string | undefined {
  if (!row.interactive) return undefined;
  const controlNames = contents.filter((o) => o.interactive).flatMap((o) => [fold(o.text), fold(getName(o))]);
  const block = view.observation.text.findLast(({ kind, order }) => kind === 'row' && order <= row.order);
  return block?.text
    .split(' | ')
    .map((cell) => cell.replace(/^[^:]{1,30}: /u, ''))
    .find(
      (cell) =>
        /\p{L}{2}/u.test(cell) && cell.length <= MAX_NAME_LENGTH && !controlNames.includes(fold(cell)),
    );
}
