/**
 * Rows to candidates: elements whose click does the same are one candidate, the others its aliases, so
 * that no place in a ranking is spent twice. Pure geometry and tree rules; what cannot be known without
 * clicking (handlers) is judged by role, hand cursor and `onclick`.
 */
import type { FoldedElement, Candidate } from '../../contract/index.js';
import type { WireBox } from '../injected/wire.js';
import { placeOf, type Placing } from './placing.js';
import type { Row } from './rows.js';

const SWALLOWING_TAGS = new Set(['a', 'button', 'summary', 'label', 'option']);
const SWALLOWING_ROLES = new Set([
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
/** A wrapper counts as snug when it is at most this many times as large as what it wraps. */
const SNUG = 1.6;

function centreInside(outer: WireBox, inner: WireBox): boolean {
  const x = outer.x + outer.width / 2;
  const y = outer.y + outer.height / 2;
  return x >= inner.x && x <= inner.x + inner.width && y >= inner.y && y <= inner.y + inner.height;
}

/** By what it is, and not only by the pointer over it. */
const isControl = (row: Row): boolean =>
  row.role === 'link' || SWALLOWING_ROLES.has(row.role) || SWALLOWING_TAGS.has(row.tag);

/** Icons are at most so large, CSS px; and so many characters say no more than what one button is called. */
const ICON = 48;
const LABEL = 20;
/** An entry of a menu is no longer. */
const ENTRY = 60;

const isIcon = (row: Row): boolean =>
  row.visible &&
  row.text === '' &&
  row.name === '' &&
  (row.attributes.class ?? '') !== '' &&
  row.box.width >= 6 &&
  row.box.width <= ICON &&
  row.box.height >= 6 &&
  row.box.height <= ICON;

/**
 * What may have a handler of its own inside an area that only shows the hand: an icon, in a strip of them each part with
 * an icon and a word, and an entry of a list that drops down from it.
 */
function ownParts(rows: readonly Row[]): ReadonlySet<number> {
  const parts = new Set<number>();
  const strips = new Map<number, number[]>();
  rows.forEach((row, i) => {
    if (isEntry(row) && hangsOut(rows, i)) parts.add(i);
    if (!isIcon(row) || areaOf(rows, i) < 0) return;
    const labelled = rows[row.parent]!;
    if (labelled.text === '' || labelled.text.length > LABEL || labelled.parent < 0) parts.add(i);
    else {
      const strip = strips.get(labelled.parent) ?? [];
      if (!strip.includes(row.parent)) strips.set(labelled.parent, [...strip, row.parent]);
    }
  });
  // What only holds icons is none.
  for (const i of parts) parts.delete(rows[i]!.parent);
  for (const strip of strips.values()) if (strip.length > 1) for (const part of strip) parts.add(part);
  return parts;
}

const isEntry = (row: Row): boolean =>
  row.visible && (row.tag === 'li' || row.role === 'listitem') && row.text !== '' && row.text.length <= ENTRY;

/** A list that is drawn outside the area it belongs to has dropped down from it: its entries do something else. */
function hangsOut(rows: readonly Row[], i: number): boolean {
  const area = areaOf(rows, i);
  return area >= 0 && !meets(rows[i]!.box, rows[area]!.box);
}

/** The nearest thing around it that people act on, where that is an area that only shows the hand; -1 for none. */
function areaOf(rows: readonly Row[], i: number): number {
  for (let at = rows[i]!.parent; at >= 0; at = rows[at]!.parent) {
    if (swallows(rows[at]!)) return isControl(rows[at]!) ? -1 : at;
    if (rows[at]!.interactive) return -1;
  }
  return -1;
}

function swallows(row: Row): boolean {
  if (!row.visible) return false;
  if (row.role === 'link' || SWALLOWING_ROLES.has(row.role)) return true;
  if (SWALLOWING_TAGS.has(row.tag)) return row.tag !== 'a' || 'href' in row.attributes || row.pointer;
  return ('onclick' in row.attributes || row.pointer) && row.text.length <= 200;
}

/** No, or more than one, row inside that acts. */
const NONE = -1;
const SEVERAL = -2;

/** For each row, the index of the row that stands for it. */
export function foldRows(rows: readonly Row[], parts = ownParts(rows)): number[] {
  const into = rows.map((_, i) => i);
  const find = (i: number): number => {
    let at = i;
    while (into[at] !== at) at = into[at]!;
    return at;
  };

  // A wrapper that adds nothing to its only content is that content. Children come after their parents, so
  // going backwards every row is complete when its turn comes.
  const onlyChild = new Int32Array(rows.length).fill(NONE);
  const onlyActor = new Int32Array(rows.length).fill(NONE);
  const found = (table: Int32Array, row: number, what: number): void => {
    table[row] = table[row] === NONE ? what : table[row] === what ? what : SEVERAL;
  };
  for (let i = rows.length - 1; i >= 0; i--) {
    const row = rows[i]!;
    const acts = row.interactive || row.pointer;
    if (row.parent >= 0) {
      found(onlyChild, row.parent, i);
      if (acts) found(onlyActor, row.parent, i);
      else if (onlyActor[i] !== NONE) found(onlyActor, row.parent, onlyActor[i]!);
    }
    if (acts || !row.visible) continue;
    const only = rows[onlyChild[i]!];
    const actor = rows[onlyActor[i]!];
    if (only?.visible && only.text === row.text && centreInside(row.box, only.box)) into[i] = onlyChild[i]!;
    else if (actor?.visible && centreInside(row.box, actor.box)) {
      if (row.box.width * row.box.height <= SNUG * actor.box.width * actor.box.height)
        into[i] = onlyActor[i]!;
    }
  }

  // What lies inside a control and does nothing of its own is the control.
  rows.forEach((row, i) => {
    if (row.interactive || into[i] !== i) return;
    for (let at = row.parent; at >= 0; at = rows[at]!.parent) {
      if (swallows(rows[at]!)) {
        if (parts.has(i) && !isControl(rows[at]!)) return;
        if (find(at) !== i) into[i] = at;
        return;
      }
      if (rows[at]!.interactive) return;
    }
  });

  // A label does what its control does; where the control is not drawn, the label stands in for it.
  const indexOf = new Map(rows.map((row, i) => [row.uid, i]));
  rows.forEach((row, i) => {
    const control = row.labels === undefined ? undefined : indexOf.get(row.labels);
    if (control === undefined || find(control) === find(i)) return;
    if (rows[control]!.visible) into[find(i)] = find(control);
    else if (row.visible && into[control] === control) into[control] = i;
  });
  return rows.map((_, i) => find(i));
}

function meets(a: WireBox, b: WireBox): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function alias(row: Row, placing: Placing): FoldedElement {
  const { uid, tag, role, name, text, attributes, xpath, document } = row;
  return { uid, tag, role, name, text, attributes, xpath, document, box: placeOf(row.box, placing) };
}

export interface FrameRows extends Placing {
  rows: readonly Row[];
  frame: string[];
  /** What of the frame is in sight, in top-level coordinates. */
  sight: WireBox;
  /** The whole frame is behind a modal dialog or inert. */
  behind: boolean;
}

/** Candidates of one frame, in reading order; `order` starts at `first`. */
export function candidatesOf(given: FrameRows, first: number): Candidate[] {
  const { rows, frame, sight } = given;
  const parts = ownParts(rows);
  const into = foldRows(rows, parts);
  const members: (Row[] | undefined)[] = [];
  into.forEach((main, i) => {
    if (main !== i) (members[main] ??= []).push(rows[i]!);
  });
  const out: Candidate[] = [];
  rows.forEach((row, i) => {
    if (into[i] !== i || !row.visible) return;
    const folded = members[i] ?? [];
    let parent = row.parent;
    while (parent >= 0 && (into[parent] === i || !rows[into[parent]!]!.visible))
      parent = rows[parent]!.parent;
    const box = placeOf(row.box, given);
    // Optional parts are put in where there are any: on a large page most elements have none.
    const candidate: Candidate = {
      uid: row.uid,
      order: first + out.length,
      tag: row.tag,
      role: row.role,
      name: row.name,
      text: row.text,
      attributes: row.attributes,
      xpath: row.xpath,
      box,
      visible: row.visible,
      inViewport: !row.scrolledAway && meets(box, sight),
      frame,
      states: row.states,
      interactive: row.interactive || row.pointer || parts.has(i),
      section: row.place,
      landmark: row.landmark,
      parent: parent >= 0 ? rows[into[parent]!]!.uid : null,
      document: row.document,
      folded: folded.map((member) => alias(member, given)),
    };
    if (row.hiddenName !== undefined) candidate.hiddenName = row.hiddenName;
    if (row.behind || given.behind) candidate.behindModal = true;
    if (row.over !== undefined) candidate.overlay = row.over;
    if (row.scroll) candidate.scroll = row.scroll;
    if (row.value !== undefined) candidate.value = row.value;
    if (row.options) candidate.options = row.options;
    if (row.inputType) candidate.inputType = row.inputType;
    if (row.labels !== undefined) lend(candidate, folded, row.labels);
    out.push(candidate);
  });
  return out;
}

/** An undrawn control lends its label what it is and how it stands. */
function lend(label: Candidate, folded: readonly Row[], control: string): void {
  const hidden = folded.find((member) => !member.visible && member.uid === control);
  if (!hidden) return;
  label.role = hidden.role;
  label.states = hidden.states;
  label.name = hidden.name || label.name;
  if (hidden.inputType) label.inputType = hidden.inputType;
}
