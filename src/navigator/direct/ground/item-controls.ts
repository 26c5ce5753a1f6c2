/**
 * Finds the rows and cards of items that can be ordered, and their controls: the button “Add”, the field or list for
 * the quantity, or the two buttons around it.
 */
import type { Candidate } from '../../../contract/index.js';
import { AMOUNT_NAME, BASKETS, LESS_NAME, MORE_NAME, PIECE_WORDS } from '../lexicon/basket.js';
import { QUANTITY_FIELD } from '../lexicon/forms.js';
import { fold, scoreAgreement, stem, tokenizeContent } from '../text.js';
import { isButton, isField, isLink, isSearchField, isSelect, isTickable, opensList } from './kinds.js';
import { getName } from './names.js';
import { findRowName, MAX_ROW_LENGTH } from './own-row.js';
import type { View } from './view.js';

/** An item that can be ordered, with those of its controls that the page shows. */
export interface ItemControls {
  /** The row's name or, for the item that the page is about, the main heading. */
  name: string;
  /** Whether the page is about this item. */
  isMainItem: boolean;
  /** The item's row or, without a row, one of its controls. It identifies the item. */
  anchor: Candidate;
  addButton: Candidate | null;
  /** The field or list for the quantity. */
  quantityField: Candidate | null;
  moreButton: Candidate | null;
  lessButton: Candidate | null;
  /** The quantity that the page shows; null if it shows none. */
  quantity: number | null;
}

/** Minimum coverage of a word: allows one typing mistake, but "butter" does not match “butternut”. */
const MIN_COVERAGE = 0.84;
/** The roles of list entries and table rows. */
export const ENTRY_ROLES: ReadonlySet<string> = new Set(['row', 'listitem', 'article']);
const ADD_NAME = new RegExp(
  `^(?:[+＋]\\s*)?(?:add|put)(?: (?:this|it|one|to order))?( .+?)??( (?:to|in|into) (?:the |my |your )?${BASKETS})?$`,
  'iu',
);
/** Names of controls for a whole list: “Add all to basket”. */
export const ALL_NAME = /\b(?:all|every|everything)\b/iu;

const isUsableControl = (c: Candidate): boolean => c.visible && c.interactive && !c.behindModal;

function isQuantityField(c: Candidate): boolean {
  const name = getName(c);
  return (
    c.visible &&
    !c.behindModal &&
    (isField(c) || isSelect(c)) &&
    !isSearchField(c) &&
    (QUANTITY_FIELD.test(name) || AMOUNT_NAME.test(`${name} ${c.attributes.name ?? ''}`))
  );
}

const isStepButton = (c: Candidate, name: RegExp): boolean =>
  isUsableControl(c) && !isField(c) && !isTickable(c) && (name.test(c.name) || name.test(c.text));

/** Whether a control adds one item. A link “Add” opens a form instead, and “Add note” adds something else. */
export function isAddButton(c: Candidate, view: View): boolean {
  if (!isUsableControl(c) || isField(c) || isTickable(c) || opensList(c)) return false;
  const name = getName(c);
  const [match, item = '', basket = ''] = ADD_NAME.exec(name) ?? [];
  if (match === undefined || ALL_NAME.test(name) || (!basket && isLink(c) && !isButton(c))) return false;
  const rest = item.trim();
  return (
    rest === '' || listPossibleRows(c, view).some(({ text }) => hasWords(text.replace(c.text, ''), rest))
  );
}

/** Lists the containers that may be the element's row: short ones, up to its list entry if it is in one. */
function listPossibleRows(c: Candidate, view: View): Candidate[] {
  const ancestors = view.getAncestors(c);
  const entryIndex = ancestors.findIndex(({ role }) => ENTRY_ROLES.has(role));
  return ancestors
    .slice(0, entryIndex < 0 ? ancestors.length : entryIndex + 1)
    .filter(({ text }) => text.length <= MAX_ROW_LENGTH);
}

const PIECES = new RegExp(`\\b${PIECE_WORDS}$`, 'iu');

/**
 * Returns the share of the words that the text contains. Ignores a final "loaves" or "packs", as in "sourdough loaves".
 */
function scoreWordShare(text: string, words: string, minCoverage: number): number {
  const requestedWords = tokenizeContent(words.replace(PIECES, '').trim() || words);
  const isFound = (word: string): boolean => scoreAgreement(word, text).coverage >= minCoverage;
  return requestedWords.filter(isFound).length / requestedWords.length;
}

const hasWords = (text: string, words: string): boolean => scoreWordShare(text, words, MIN_COVERAGE) === 1;
const MIN_SIMILARITY = 0.69;
const MIN_SIMILAR_SHARE = 0.6;
/** Whether the words may be a misspelt or longer name. */
const hasSimilarWords = (text: string, words: string): boolean =>
  scoreWordShare(text, words, MIN_SIMILARITY) >= MIN_SIMILAR_SHARE;

const listControls = (view: View): Candidate[] =>
  view.candidates.filter((c) => isQuantityField(c) || isStepButton(c, MORE_NAME) || isAddButton(c, view));

/** Whether the page has something that can be ordered. */
export const hasItems = (view: View): boolean => listControls(view).length > 0;

/** Reads a quantity from a field, or from the text between two buttons. */
function readQuantity(
  field: Candidate | null,
  moreButton: Candidate | null,
  lessButton: Candidate | null,
  view: View,
): number | null {
  const selectedLabel = field?.options?.find((o) => o.selected)?.label;
  if (field) return Number.parseInt(selectedLabel ?? field.value ?? field.text, 10) || 0;
  const commonAncestor =
    moreButton &&
    lessButton &&
    view.getAncestors(moreButton).find((a) => view.getAncestors(lessButton).includes(a));
  const digits = commonAncestor ? /^\D*(\d+)\D*$/u.exec(commonAncestor.text)?.[1] : undefined;
  return digits === undefined ? null : Number(digits);
}

const getMainHeading = (view: View): string =>
  view.observation.text.find(({ kind, level }) => kind === 'heading' && level === 1)?.text ?? '';

/** Returns null if the controls do not belong to exactly one item. */
function createItem(
  anchor: Candidate,
  name: string,
  members: readonly Candidate[],
  view: View,
): ItemControls | null {
  const addButtons = members.filter((c) => isAddButton(c, view));
  const fields = members.filter(isQuantityField);
  const moreButtons = members.filter((c) => isStepButton(c, MORE_NAME));
  const counts = [addButtons, fields, moreButtons].map(({ length }) => length);
  if (Math.max(...counts) !== 1) return null;
  const [addButton = null, quantityField = null, moreButton = null] = [
    addButtons[0],
    fields[0],
    moreButtons[0],
  ];
  const lessButton = members.find((c) => isStepButton(c, LESS_NAME)) ?? null;
  const quantity = readQuantity(quantityField, moreButton, lessButton, view);
  return {
    anchor,
    name,
    isMainItem: name === getMainHeading(view),
    addButton,
    quantityField,
    moreButton,
    lessButton,
    quantity,
  };
}

/**
 * Whether a control belongs to the row itself, not to an item inside: no container between them has a heading or link.
 */
function belongsToRow(row: Candidate, c: Candidate, view: View): boolean {
  const ancestors = view.getAncestors(c);
  const containersBetween = ancestors.slice(0, Math.max(0, ancestors.indexOf(row)));
  return (
    ancestors.includes(row) &&
    !view.candidates.some(
      (o) =>
        (o.role === 'heading' || isLink(o)) &&
        o !== c &&
        view.getAncestors(o).some((a) => containersBetween.includes(a)),
    )
  );
}

/** Returns the item whose row is the container. */
function createRowItem(row: Candidate, control: Candidate, view: View): ItemControls | null {
  const members = view.candidates.filter((c) => belongsToRow(row, c, view));
  const depth = view.getAncestors(control).indexOf(row);
  return createItem(row, findRowName(control, depth, view) || row.text, members, view);
}

/** Returns the items whose rows have the words. If some items have exactly this name, returns only those. */
export const findItems = (words: string, view: View): ItemControls[] =>
  findMatchingItems(hasWords, words, view);

/** Returns the items that the words may mean. */
export const findSimilarItems = (words: string, view: View): ItemControls[] =>
  findMatchingItems(hasSimilarWords, words, view);

function findMatchingItems(matches: typeof hasWords, words: string, view: View): ItemControls[] {
  if (!tokenizeContent(words).length) return [];
  const rows = new Map<Candidate, Candidate>();
  for (const control of listControls(view)) {
    const row = listPossibleRows(control, view).find(({ name, text }) => matches(`${name} ${text}`, words));
    if (row && !rows.has(row)) rows.set(row, control);
  }
  const items = [...rows]
    // A container around several rows has the words of each of them.
    .filter(([row]) => ![...rows.keys()].some((other) => view.getAncestors(other).includes(row)))
    .map(([row, control]) => createRowItem(row, control, view))
    .filter((item) => item !== null);
  const mainItem = findMainItem(view);
  if (mainItem && matches(mainItem.name, words) && !items.some(({ isMainItem }) => isMainItem))
    items.unshift(mainItem);
  const exactItems = items.filter(({ name }) => fold(name) === fold(words));
  return exactItems.length > 0 ? exactItems : items;
}

/** Returns the item that the page is about: its controls are under the main heading and not in a list entry. */
export function findMainItem(view: View): ItemControls | null {
  const heading = getMainHeading(view);
  const isMainControl = (c: Candidate): boolean =>
    c.section === heading && !view.getAncestors(c).some(({ role }) => ENTRY_ROLES.has(role));
  const [control] = heading === '' ? [] : listControls(view).filter(isMainControl);
  return control ? createItem(control, heading, view.candidates.filter(isMainControl), view) : null;
}

/** Returns the item with a quantity, if there is only one. */
export function findOnlyQuantity(view: View): ItemControls | null {
  const fields = view.candidates.filter(isQuantityField);
  const controls = fields.length > 0 ? fields : view.candidates.filter((c) => isStepButton(c, MORE_NAME));
  const [control] = controls;
  if (!control || controls.length > 1) return null;
  const row = view.getAncestors(control).find(({ role }) => ENTRY_ROLES.has(role));
  if (row) return createRowItem(row, control, view);
  const name = control.section;
  return createItem(control, name, [control, ...view.candidates.filter((c) => c.section === name)], view);
}

/** Whether the number belongs to the item's name: "2 litre milk" is one “Milk 2 litres”, not two items. */
export const isNumberInName = (item: ItemControls, amount: number, nextWord: string): boolean =>
  new RegExp(`\\b${amount} ?${stem(fold(nextWord)).replace(/[^\p{L}\d]/gu, '')}`, 'iu').test(
    fold(item.anchor.text),
  );
