/**
 * Rows to candidates: elements whose click does the same are one candidate, the others its aliases, so
 * that no place in a ranking is spent twice. Pure geometry and tree rules; what cannot be known without
 * clicking (handlers) is judged by role, hand cursor and `onclick`.
 */
import type { Alias, Candidate } from '../../contract/index.js';
import type { WireBox } from '../injected/wire.js';
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

interface Shape {
  row: Row;
  children: number[];
  /** Reacts to a click as a whole. */
  acts: boolean;
}

function centreInside(outer: WireBox, inner: WireBox): boolean {
  const x = outer.x + outer.width / 2;
  const y = outer.y + outer.height / 2;
  return x >= inner.x && x <= inner.x + inner.width && y >= inner.y && y <= inner.y + inner.height;
}

function swallows(row: Row): boolean {
  if (!row.visible) return false;
  if (row.role === 'link' || SWALLOWING_ROLES.has(row.role)) return true;
  if (SWALLOWING_TAGS.has(row.tag)) return row.tag !== 'a' || 'href' in row.attributes || row.pointer;
  return ('onclick' in row.attributes || row.pointer) && row.text.length <= 200;
}

/** For each row, the index of the row that stands for it. */
export function foldRows(rows: readonly Row[]): number[] {
  const shapes: Shape[] = rows.map((row) => ({ row, children: [], acts: row.interactive || row.pointer }));
  rows.forEach((row, i) => {
    if (row.parent >= 0) shapes[row.parent]!.children.push(i);
  });
  const into = rows.map((_, i) => i);
  const find = (i: number): number => {
    let at = i;
    while (into[at] !== at) at = into[at]!;
    return at;
  };

  // A wrapper that adds nothing to its only content is that content. Children come after their parents.
  const onlyActor: number[] = rows.map(() => -1);
  for (let i = rows.length - 1; i >= 0; i--) {
    const { row, children } = shapes[i]!;
    const actors = new Set<number>();
    for (const child of children) {
      if (shapes[child]!.acts) actors.add(child);
      else if (onlyActor[child] === -2) actors.add(-2);
      else if (onlyActor[child]! >= 0) actors.add(onlyActor[child]!);
    }
    onlyActor[i] = actors.size === 0 ? -1 : actors.size === 1 ? [...actors][0]! : -2;
    if (row.interactive || row.pointer || !row.visible) continue;
    const only = children.length === 1 ? children[0]! : -1;
    const actor = onlyActor[i]!;
    if (
      only >= 0 &&
      rows[only]!.visible &&
      rows[only]!.text === row.text &&
      centreInside(row.box, rows[only]!.box)
    )
      into[i] = only;
    else if (actor >= 0 && rows[actor]!.visible && centreInside(row.box, rows[actor]!.box)) {
      const inner = rows[actor]!.box;
      if (row.box.width * row.box.height <= SNUG * inner.width * inner.height) into[i] = actor;
    }
  }

  // What lies inside a control and does nothing of its own is the control.
  rows.forEach((row, i) => {
    if (row.interactive || into[i] !== i) return;
    for (let at = row.parent; at >= 0; at = rows[at]!.parent) {
      if (swallows(rows[at]!)) {
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

function alias(row: Row, offset: { x: number; y: number }): Alias {
  const { uid, tag, role, name, text, attributes, xpath, document } = row;
  return { uid, tag, role, name, text, attributes, xpath, document, box: moved(row.box, offset) };
}

function moved(box: WireBox, offset: { x: number; y: number }): WireBox {
  return { x: box.x + offset.x, y: box.y + offset.y, width: box.width, height: box.height };
}

export interface FrameRows {
  rows: readonly Row[];
  frame: string[];
  /** Where the frame's origin lies in the top-level viewport. */
  offset: { x: number; y: number };
  /** What of the frame is in sight, in top-level coordinates. */
  sight: WireBox;
}

/** Candidates of one frame, in reading order; `order` starts at `first`. */
export function candidatesOf({ rows, frame, offset, sight }: FrameRows, first: number): Candidate[] {
  const into = foldRows(rows);
  const members = new Map<number, number[]>();
  into.forEach((main, i) => {
    if (main !== i) members.set(main, [...(members.get(main) ?? []), i]);
  });
  const out: Candidate[] = [];
  rows.forEach((row, i) => {
    if (into[i] !== i || !row.visible) return;
    const folded = (members.get(i) ?? []).map((m) => rows[m]!);
    // An undrawn control lends its label what it is and how it stands.
    const hidden = folded.find((member) => !member.visible && member.uid === row.labels);
    const self = hidden
      ? {
          ...row,
          role: hidden.role,
          states: hidden.states,
          name: hidden.name || row.name,
          inputType: hidden.inputType,
        }
      : row;
    const box = moved(self.box, offset);
    let parent = row.parent;
    while (parent >= 0 && (into[parent] === i || !rows[into[parent]!]!.visible))
      parent = rows[parent]!.parent;
    out.push({
      uid: self.uid,
      order: first + out.length,
      tag: self.tag,
      role: self.role,
      name: self.name,
      text: self.text,
      attributes: self.attributes,
      xpath: self.xpath,
      box,
      visible: self.visible,
      inViewport: !self.scrolledAway && meets(box, sight),
      frame,
      states: self.states,
      ...(self.hiddenName === undefined ? {} : { hiddenName: self.hiddenName }),
      ...(self.behind ? { behind: true as const } : {}),
      ...(self.scroll ? { scroll: self.scroll } : {}),
      ...(self.value === undefined ? {} : { value: self.value }),
      ...(self.options ? { options: self.options } : {}),
      ...(self.inputType ? { inputType: self.inputType } : {}),
      interactive: self.interactive || self.pointer,
      place: self.place,
      landmark: self.landmark,
      parent: parent >= 0 ? rows[into[parent]!]!.uid : null,
      document: self.document,
      aliases: folded.map((member) => alias(member, offset)),
    });
  });
  return out;
}
