/**
 * Reads the page's text for answers: leaves out the names of buttons, which are actions, and shows the chosen value of
 * a list instead of its options. Pure.
 */
import type { Candidate, TextBlock } from '../../../contract/index.js';
import {
  isButton,
  isField,
  isLink,
  isNativeValueField,
  isSelect,
  isTickable,
  opensList,
} from '../ground/kinds.js';
import { isControl, isEmpty } from '../ground/form.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { ACTION_LINK } from '../lexicon/questions.js';
import { collapseSpaces, fold } from '../text.js';
import { isValueOfKind } from './words.js';

export interface PageBlock extends TextBlock {
  /** Whether the block consists only of the names of links and fields, which state nothing. */
  isControl: boolean;
  /** Whether a button's name was removed from the block. */
  hadActionName: boolean;
  /** The landmark that contains the block: `aside`, `nav` …; '' if it is unknown. */
  landmark: string;
}

const MAX_ACTION_LENGTH = 60;
const ACTION_ROLES: ReadonlySet<string> = new Set(['tab', 'menuitem']);

/** Returns a field's value, or the selected option's label. */
export const getFieldValue = (c: Candidate): string =>
  isSelect(c) ? (c.options?.find((o) => o.selected)?.label ?? c.text) : (c.value ?? c.text);

/** Whether a list shows a prompt such as “Please select” instead of a value. */
export const showsPrompt = (c: Candidate): boolean =>
  isSelect(c) && isEmpty(c) && /^(?:please|select|choose|pick|[-–—])/iu.test(getFieldValue(c));

const isTextInput = (c: Candidate): boolean =>
  c.visible && c.inputType !== 'password' && c.tag === 'input' && (isField(c) || isNativeValueField(c));

/**
 * Whether an element's text names an action. A button named "09:30" is a value, and so is a button that opens a list of
 * values and shows the chosen one.
 */
export const isAction = (c: Candidate): boolean =>
  c.interactive &&
  (isButton(c) || ACTION_ROLES.has(c.role) || (isLink(c) && ACTION_LINK.test(fold(c.text)))) &&
  c.text.length <= MAX_ACTION_LENGTH &&
  !(c.role === 'combobox' || (opensList(c) && c.attributes['aria-haspopup'] === 'listbox')) &&
  !(['date', 'money', 'number'] as const).some((kind) => isValueOfKind(c.text, kind));

/** Returns the text that the browser renders for a control. A list shows its value, but its text has all options. */
export const getRenderedText = (c: Candidate): string =>
  collapseSpaces(isSelect(c) ? (c.options ?? []).map(({ label }) => label).join(' ') : c.text);

const isInsideWord = (before: string, after: string): boolean => /[\p{L}\p{N}]{2}/u.test(before + after);

/** Whether a part of a text is a separate word, or a symbol such as "+" that is not inside a word. */
function isSeparate(text: string, part: string, index: number): boolean {
  const [before, after] = [text[index - 1] ?? '', text[index + part.length] ?? ''];
  return /[\p{L}\p{N}]/u.test(part)
    ? !isInsideWord(before, part[0]!) && !isInsideWord(part.at(-1)!, after)
    : !isInsideWord(before, after) || /\d/u.test(before + after);
}

/**
 * Returns the position of an element's text; -1 if it is not found. Directly after another element's text, no space is
 * needed: “3 leftSelect”.
 */
function findText(text: string, part: string, from: number, isAdjacent: boolean, nextText: string): number {
  if (isAdjacent && text.startsWith(part, from)) return from;
  for (let at = text.indexOf(part, from); at >= 0; at = text.indexOf(part, at + 1)) {
    const end = at + part.length;
    const isBeforeNext = nextText !== '' && text.startsWith(nextText, end);
    if (isSeparate(isBeforeNext ? text.slice(0, end) : text, part, at)) return at;
  }
  return -1;
}

/**
 * Replaces the text of each element. The elements are in page order. `replace` returns null to keep an element's text.
 */
function replaceTexts(
  text: string,
  elements: readonly Candidate[],
  replace: (c: Candidate) => readonly [part: string, replacement: string] | null,
): string {
  let result = '';
  let position = 0;
  for (const [i, c] of elements.entries()) {
    const change = replace(c);
    const nextText = elements[i + 1] ? getRenderedText(elements[i + 1]!) : '';
    const part = change?.[0] ?? getRenderedText(c);
    const at = part === '' ? -1 : findText(text, part, position, position > 0 || !change, nextText);
    if (at < 0) continue;
    const isAdjacent = at === position && isInsideWord(result.at(-1) ?? '', part[0]!);
    result += text.slice(position, at) + (change ? ` ${change[1]} ` : isAdjacent ? ` ${part}` : part);
    position = at + part.length;
  }
  return collapseSpaces(result + text.slice(position));
}

const replaceValue = (c: Candidate): readonly [string, string] | null =>
  isSelect(c) && (c.options?.length ?? 0) > 1 ? [getRenderedText(c), getFieldValue(c)] : null;
const removeAction = (c: Candidate): readonly [string, string] | null =>
  isAction(c) ? [getRenderedText(c), ''] : replaceValue(c);
/** Removes the names of fields, and their options. */
const removeFields = (text: string, fields: readonly Candidate[]): string =>
  collapseSpaces(
    fields
      .flatMap((c) => [
        getName(c),
        isSelect(c) ? getRenderedText(c) : '',
        isSelect(c) ? getFieldValue(c) : '',
      ])
      .sort((a, b) => b.length - a.length)
      .reduce((rest, part) => (part === '' ? rest : rest.replace(part, ' ')), text),
  );
/** Removes links and actions. */
const removeLinkOrAction = (c: Candidate): readonly [string, string] | null =>
  isAction(c) || isLink(c) ? [getRenderedText(c), ''] : null;

/** Removes the names of buttons inside an element from its text. */
export const removeActions = (text: string, innerElements: readonly Candidate[]): string =>
  replaceTexts(text, innerElements, removeAction);

/** Returns an element's text without the buttons inside it: "Settings saved" for "Settings saved ×". */
export function getTextWithoutActions(text: string, view: View): string {
  const container = view.candidates.find((c) => collapseSpaces(c.text) === collapseSpaces(text));
  if (!container) return text;
  const innerElements = view.candidates.filter(
    (c) => c !== container && view.getAncestors(c).includes(container),
  );
  return removeActions(text, innerElements) || text;
}

const isCell = (c: Candidate): boolean =>
  [c, ...c.folded].some(({ tag, role }) => /^t[dh]$/u.test(tag) || /cell|columnheader|rowheader/u.test(role));

/** Reads a table's rows one after another: adds the values of text fields, and removes buttons after the first cell. */
class RowReader {
  private headers: string[] = [];
  /** Whether the last row that was read consists of headers. */
  isHeaderRow = false;

  constructor(
    private readonly children: ReadonlyMap<string | null, readonly Candidate[]>,
    private readonly fieldValues: Set<string>,
  ) {}

  /** Whether a row repeats the headers before its values: "Day: Sunday | Opening hours: Closed". */
  hasHeadersInRow(row: string): boolean {
    return this.headers.some((header) => header !== '' && ` | ${row}`.includes(` | ${header}: `));
  }

  read(block: TextBlock, innerElements: readonly Candidate[]): string {
    const row = innerElements.find((c) => c.tag === 'tr' || c.role === 'row');
    const cells = row ? (this.children.get(row.uid) ?? []).filter(isCell) : [];
    this.isHeaderRow = cells.length > 1 && cells.every((c) => c.tag === 'th' || c.role === 'columnheader');
    if (this.isHeaderRow) {
      // The block contains only the names of the headers; the text of the cells also contains other controls.
      const names = block.text.split(' | ');
      const namedCells = cells.filter(({ text }) => text !== '');
      this.headers = cells.map((c) =>
        names.length === namedCells.length ? (names[namedCells.indexOf(c)] ?? '') : collapseSpaces(c.text),
      );
      return block.text;
    }
    const [first] = cells;
    // The button in the first cell names the row.
    const isNamingButton = (c: Candidate): boolean =>
      c === first || (first !== undefined && c.parent === first.uid) || (!row && c === innerElements[0]);
    // Elements with children are left out, because the children have the same text.
    const parents = new Set(innerElements.map(({ parent }) => parent));
    const parts = innerElements.filter((c) => isAction(c) || !parents.has(c.uid));
    const texts = replaceTexts(block.text, parts, (c) => (isNamingButton(c) ? null : removeAction(c)))
      .split(/ ?\| ?/u)
      .filter(
        (cell) => cell !== '' && !this.headers.some((header) => header !== '' && cell === `${header}:`),
      );
    const addValue = (value: string, index: number): void => {
      const key = this.headers[index] ?? '';
      const at = texts.findIndex((cell) => key !== '' && cell.startsWith(`${key}: `));
      if (at >= 0 || value === '' || key === '') return;
      // Inserts the cell after the cells of the preceding columns.
      const precedingKeys = this.headers.slice(0, index).filter((header) => header !== '');
      const precedingCells = texts.filter((cell) => precedingKeys.some((k) => cell.startsWith(`${k}: `)));
      texts.splice(precedingCells.length, 0, `${key}: ${value}`);
      this.fieldValues.add(value);
    };
    if (cells.length === this.headers.length)
      cells.forEach((cell, index) => {
        const fields = innerElements.filter(
          (c) => isTextInput(c) && (c === cell || c.parent === cell.uid) && !isTickable(c),
        );
        if (fields.length === 1) addValue(getFieldValue(fields[0]!), index);
      });
    return texts.join(' | ');
  }
}

export interface PageText {
  blocks: readonly PageBlock[];
  /** The values of text fields in table cells. The page's own text does not contain them. */
  fieldValues: ReadonlySet<string>;
}

export function readPageText(
  view: View,
  children: ReadonlyMap<string | null, readonly Candidate[]>,
): PageText {
  const { text } = view.observation;
  const fieldValues = new Set<string>();
  const rows = new RowReader(children, fieldValues);
  let start = 0;
  const blocks = text.flatMap((block, i): PageBlock[] => {
    const end = text[i + 1]?.order ?? Number.POSITIVE_INFINITY;
    while (start < view.candidates.length && view.candidates[start]!.order < block.order) start++;
    const innerElements: Candidate[] = [];
    for (let at = start; at < view.candidates.length && view.candidates[at]!.order < end; at++)
      innerElements.push(view.candidates[at]!);
    const parents = new Set(innerElements.map(({ parent }) => parent));
    const parts = innerElements.filter((c) => c.visible && (isAction(c) || !parents.has(c.uid)));
    const remainingText =
      block.kind === 'row' ? rows.read(block, innerElements) : removeActions(block.text, parts);
    const nextRow = text[i + 1]?.kind === 'row' ? text[i + 1]!.text : '';
    // Drops a header row that the next row does not repeat: "Day | Opening hours" above "Sunday: Closed".
    if (block.kind === 'row' && rows.isHeaderRow && nextRow !== '' && !rows.hasHeadersInRow(nextRow))
      return [];
    // A link or heading that is the whole block keeps its text.
    const newText =
      remainingText === '' && (block.kind === 'heading' || parts.some(isLink)) ? block.text : remainingText;
    if (newText === '' || /^[\s:|]+$/u.test(newText)) return [];
    const [first] = innerElements;
    return [
      {
        ...block,
        text: newText,
        isControl:
          block.kind !== 'heading' &&
          block.kind !== 'row' &&
          !/[\p{L}\p{N}]/u.test(
            replaceTexts(
              removeFields(
                block.text,
                innerElements.filter((c) => c.visible && (isControl(c) || c.inputType === 'file')),
              ),
              parts,
              removeLinkOrAction,
            ),
          ),
        hadActionName: parts.some(isAction) && newText !== block.text,
        landmark: first ? (first.role === 'complementary' ? 'aside' : first.landmark) : '',
      },
    ];
  });
  return { blocks, fieldValues };
}
