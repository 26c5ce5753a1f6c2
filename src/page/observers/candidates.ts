/**
 * Converts rows to candidates. Elements whose clicks have the same effect become one candidate, so that a ranking lists
 * them only once; its `folded` property contains the others. Click handlers cannot be detected, so role, pointer cursor
 * and `onclick` determine which elements are clickable.
 */
import type { FoldedElement, Candidate } from '../../contract/index.js';
import type { WireBox } from '../injected/wire.js';
import { toTopLevelBox, type FrameTransform } from './frame-transform.js';
import type { ElementRow } from './element-rows.js';

const CONTROL_TAGS = new Set(['a', 'button', 'summary', 'label', 'option']);
const CONTROL_ROLES = new Set([
  'button',
  'link',
  'tab',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'checkbox',
  'radio',
  'option',
  'switch',
  'treeitem',
]);
/** A wrapper is folded into the element inside it if its area is at most this many times as large. */
const MAX_WRAPPER_RATIO = 1.6;

/** Whether the centre of `box` is inside `otherBox`. */
function isCentreInside(box: WireBox, otherBox: WireBox): boolean {
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  return (
    x >= otherBox.x &&
    x <= otherBox.x + otherBox.width &&
    y >= otherBox.y &&
    y <= otherBox.y + otherBox.height
  );
}

/** Whether an element is a control according to its role or tag. A pointer cursor alone is not enough. */
const isControl = (row: ElementRow): boolean =>
  row.role === 'link' || CONTROL_ROLES.has(row.role) || CONTROL_TAGS.has(row.tag);

/** Maximum icon size in CSS pixels. */
const MAX_ICON_SIZE = 48;
/** Maximum length of an icon's label in characters. */
const MAX_LABEL_LENGTH = 20;
/** Maximum length of a menu entry in characters. */
const MAX_ENTRY_LENGTH = 60;

const isIcon = (row: ElementRow): boolean =>
  row.visible &&
  row.text === '' &&
  row.name === '' &&
  (row.attributes.class ?? '') !== '' &&
  row.box.width >= 6 &&
  row.box.width <= MAX_ICON_SIZE &&
  row.box.height >= 6 &&
  row.box.height <= MAX_ICON_SIZE;

/**
 * Finds elements that may have click handlers of their own, although they are inside a pointer area (a clickable
 * element that is not a control): icons, icons with labels in a row, and entries of a list that drops down from the
 * area.
 */
function findIndependentParts(rows: readonly ElementRow[]): ReadonlySet<number> {
  const independentRows = new Set<number>();
  const strips = new Map<number, number[]>();
  rows.forEach((row, i) => {
    if (isMenuEntry(row) && isOutsidePointerArea(rows, i)) independentRows.add(i);
    if (!isIcon(row) || findPointerAreaIndex(rows, i) < 0) return;
    const iconParent = rows[row.parent]!;
    if (iconParent.text === '' || iconParent.text.length > MAX_LABEL_LENGTH || iconParent.parent < 0)
      independentRows.add(i);
    else {
      const strip = strips.get(iconParent.parent) ?? [];
      if (!strip.includes(row.parent)) strips.set(iconParent.parent, [...strip, row.parent]);
    }
  });
  // A container of icons is not itself independent.
  for (const i of independentRows) independentRows.delete(rows[i]!.parent);
  for (const strip of strips.values())
    if (strip.length > 1) for (const part of strip) independentRows.add(part);
  return independentRows;
}

const isMenuEntry = (row: ElementRow): boolean =>
  row.visible &&
  (row.tag === 'li' || row.role === 'listitem') &&
  row.text !== '' &&
  row.text.length <= MAX_ENTRY_LENGTH;

/**
 * Whether a list entry lies outside the pointer area that contains it. In that case, the list drops down from the area,
 * and a click on the entry has a different effect.
 */
function isOutsidePointerArea(rows: readonly ElementRow[], i: number): boolean {
  const areaIndex = findPointerAreaIndex(rows, i);
  return areaIndex >= 0 && !overlaps(rows[i]!.box, rows[areaIndex]!.box);
}

/** Returns the nearest enclosing interactive row if it is a pointer area and not a control; otherwise -1. */
function findPointerAreaIndex(rows: readonly ElementRow[], i: number): number {
  for (let ancestor = rows[i]!.parent; ancestor >= 0; ancestor = rows[ancestor]!.parent) {
    if (receivesClicksInside(rows[ancestor]!)) return isControl(rows[ancestor]!) ? -1 : ancestor;
    if (rows[ancestor]!.interactive) return -1;
  }
  return -1;
}

function receivesClicksInside(row: ElementRow): boolean {
  if (!row.visible) return false;
  if (row.role === 'link' || CONTROL_ROLES.has(row.role)) return true;
  if (CONTROL_TAGS.has(row.tag)) return row.tag !== 'a' || 'href' in row.attributes || row.startsPointerArea;
  return ('onclick' in row.attributes || row.startsPointerArea) && row.text.length <= 200;
}

/** Entries of the tables below that do not identify one row: no row matches, or several rows match. */
const NO_ROW = -1;
const SEVERAL_ROWS = -2;

/** @returns for each row, the index of the row into which it is folded, or its own index */
export function foldRows(
  rows: readonly ElementRow[],
  independentParts = findIndependentParts(rows),
): number[] {
  const representatives = rows.map((_, i) => i);
  const findRepresentative = (i: number): number => {
    let current = i;
    while (representatives[current] !== current) current = representatives[current]!;
    return current;
  };

  // Folds each wrapper into the only element inside it. Parents come before their children, so a backward pass visits a
  // row's descendants first.
  const onlyChildIndexes = new Int32Array(rows.length).fill(NO_ROW);
  const onlyClickableIndexes = new Int32Array(rows.length).fill(NO_ROW);
  const recordDescendant = (table: Int32Array, row: number, index: number): void => {
    table[row] = table[row] === NO_ROW ? index : table[row] === index ? index : SEVERAL_ROWS;
  };
  for (let i = rows.length - 1; i >= 0; i--) {
    const row = rows[i]!;
    const isClickable = row.interactive || row.startsPointerArea;
    if (row.parent >= 0) {
      recordDescendant(onlyChildIndexes, row.parent, i);
      if (isClickable) recordDescendant(onlyClickableIndexes, row.parent, i);
      else if (onlyClickableIndexes[i] !== NO_ROW)
        recordDescendant(onlyClickableIndexes, row.parent, onlyClickableIndexes[i]!);
    }
    if (isClickable || !row.visible) continue;
    const child = rows[onlyChildIndexes[i]!];
    const onlyClickableRow = rows[onlyClickableIndexes[i]!];
    if (child?.visible && child.text === row.text && isCentreInside(row.box, child.box))
      representatives[i] = onlyChildIndexes[i]!;
    else if (onlyClickableRow?.visible && isCentreInside(row.box, onlyClickableRow.box)) {
      if (
        row.box.width * row.box.height <=
        MAX_WRAPPER_RATIO * onlyClickableRow.box.width * onlyClickableRow.box.height
      )
        representatives[i] = onlyClickableIndexes[i]!;
    }
  }

  // Folds a control's passive content into the control.
  rows.forEach((row, i) => {
    if (row.interactive || representatives[i] !== i) return;
    for (let ancestor = row.parent; ancestor >= 0; ancestor = rows[ancestor]!.parent) {
      if (receivesClicksInside(rows[ancestor]!)) {
        if (independentParts.has(i) && !isControl(rows[ancestor]!)) return;
        if (findRepresentative(ancestor) !== i) representatives[i] = ancestor;
        return;
      }
      if (rows[ancestor]!.interactive) return;
    }
  });

  // Folds labels into their controls, or an invisible control into its label.
  const indexByUid = new Map(rows.map((row, i) => [row.uid, i]));
  rows.forEach((row, i) => {
    const controlIndex = row.labelledControl === undefined ? undefined : indexByUid.get(row.labelledControl);
    if (controlIndex === undefined || findRepresentative(controlIndex) === findRepresentative(i)) return;
    if (rows[controlIndex]!.visible)
      representatives[findRepresentative(i)] = findRepresentative(controlIndex);
    else if (row.visible && representatives[controlIndex] === controlIndex) representatives[controlIndex] = i;
  });
  return rows.map((_, i) => findRepresentative(i));
}

function overlaps(a: WireBox, b: WireBox): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function toFoldedElement(row: ElementRow, transform: FrameTransform): FoldedElement {
  const { uid, tag, role, name, text, attributes, xpath, document } = row;
  return { uid, tag, role, name, text, attributes, xpath, document, box: toTopLevelBox(row.box, transform) };
}

export interface FrameRows extends FrameTransform {
  rows: readonly ElementRow[];
  /** URLs of the frames from the outermost child frame to this one; empty for the main frame. */
  urlChain: string[];
  /** The visible part of the frame in top-level coordinates. */
  visibleBox: WireBox;
  /** Whether the whole frame is inert or behind a modal dialog. */
  behindModal: boolean;
}

/**
 * Converts the rows of one frame to candidates in reading order.
 * @param firstOrder `order` of the first candidate
 * @param requiredUids uids of rows that become candidates even if users cannot see them
 */
export function toCandidates(
  frameRows: FrameRows,
  firstOrder: number,
  requiredUids: ReadonlySet<string> = new Set(),
): Candidate[] {
  const { rows, urlChain, visibleBox } = frameRows;
  const independentParts = findIndependentParts(rows);
  const representatives = foldRows(rows, independentParts);
  const foldedRows: (ElementRow[] | undefined)[] = [];
  representatives.forEach((representativeIndex, i) => {
    if (representativeIndex !== i) (foldedRows[representativeIndex] ??= []).push(rows[i]!);
  });
  const candidates: Candidate[] = [];
  rows.forEach((row, i) => {
    if (representatives[i] !== i || !(row.visible || requiredUids.has(row.uid))) return;
    const folded = foldedRows[i] ?? [];
    let parent = row.parent;
    while (parent >= 0 && (representatives[parent] === i || !rows[representatives[parent]!]!.visible))
      parent = rows[parent]!.parent;
    const box = toTopLevelBox(row.box, frameRows);
    // Optional properties are set only if present, because most elements of a large page have none.
    const candidate: Candidate = {
      uid: row.uid,
      order: firstOrder + candidates.length,
      tag: row.tag,
      role: row.role,
      name: row.name,
      text: row.text,
      attributes: row.attributes,
      xpath: row.xpath,
      box,
      visible: row.visible,
      inViewport: !row.scrolledAway && overlaps(box, visibleBox),
      frame: urlChain,
      states: row.states,
      interactive: row.interactive || row.startsPointerArea || independentParts.has(i),
      section: row.section,
      landmark: row.landmark,
      parent: parent >= 0 ? rows[representatives[parent]!]!.uid : null,
      document: row.document,
      folded: folded.map((member) => toFoldedElement(member, frameRows)),
    };
    if (row.hiddenName !== undefined) candidate.hiddenName = row.hiddenName;
    if (row.behindModal || frameRows.behindModal) candidate.behindModal = true;
    if (row.overlay !== undefined) candidate.overlay = row.overlay;
    if (row.resizes) candidate.resizes = row.resizes;
    if (row.scroll) candidate.scroll = row.scroll;
    if (row.value !== undefined) candidate.value = row.value;
    if (row.options) candidate.options = row.options;
    if (row.inputType) candidate.inputType = row.inputType;
    if (row.labelledControl !== undefined) copyFromHiddenControl(candidate, folded, row.labelledControl);
    candidates.push(candidate);
  });
  return candidates;
}

/** Copies an invisible control's role, states, name and type to its label. */
function copyFromHiddenControl(label: Candidate, folded: readonly ElementRow[], controlUid: string): void {
  const hiddenControl = folded.find((member) => !member.visible && member.uid === controlUid);
  if (!hiddenControl) return;
  label.role = hiddenControl.role;
  label.states = hiddenControl.states;
  label.name = hiddenControl.name || label.name;
  if (hiddenControl.inputType) label.inputType = hiddenControl.inputType;
}
