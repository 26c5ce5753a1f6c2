/** Decodes the column-wise rows of a snapshot (injected/wire.ts) into one object per element. */
import type { OptionItem, ScrollRange } from '../../contract/index.js';
import type { WireBox, WireFrameContent, WireFlags, WireRows, WireStates } from '../injected/wire.js';

const FLAG: WireFlags = {
  visible: 1,
  interactive: 2,
  pointer: 4,
  namedByText: 8,
  scrolledAway: 16,
  behindModal: 32,
};
const MAX_TEXT_LENGTH = 400;
const NOTHING: Record<string, never> = {};

/** One rendered element of a frame. */
export interface ElementRow {
  uid: string;
  tag: string;
  role: string;
  name: string;
  text: string;
  attributes: Record<string, string>;
  xpath: string;
  box: WireBox;
  visible: boolean;
  interactive: boolean;
  /** The pointer cursor starts here: a click handler is likely, although none is detectable. */
  startsPointerArea: boolean;
  scrolledAway: boolean;
  behindModal: boolean;
  states: WireStates;
  section: string;
  landmark: string;
  /** Index of the nearest enclosing row, -1 if none. */
  parent: number;
  document: string;
  hiddenName?: string;
  value?: string;
  options?: OptionItem[];
  inputType?: string;
  /** For labels: uid of the labelled control. */
  labelledControl?: string;
  scroll?: ScrollRange;
  /** Name of the overlay that contains the element. */
  overlay?: string;
  /** For frames: position of the content. */
  content?: WireFrameContent;
}

/** Returns the first `max` code points. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return Array.from(text.slice(0, max * 2))
    .slice(0, max)
    .join('');
}

export function decodeRows(wire: WireRows): ElementRow[] {
  const { words, sections: places, text, box, range } = wire;
  const rows: ElementRow[] = [];
  for (let i = 0; i < wire.uid.length; i++) {
    const flags = wire.flags[i]!;
    const base = wire.base[i]!;
    const start = range[2 * i]!;
    const end = range[2 * i + 1]!;
    const from = text.charCodeAt(start) === 32 ? start + 1 : start;
    const own =
      from >= end ? '' : cut(text.slice(from, Math.min(end, from + 2 * MAX_TEXT_LENGTH)), MAX_TEXT_LENGTH);
    rows.push({
      uid: wire.uid[i]!,
      tag: words[wire.tag[i]!]!,
      role: words[wire.role[i]!]!,
      name: flags & FLAG.namedByText ? own : '',
      text: own,
      attributes: NOTHING,
      xpath: base < 0 ? wire.path[i]! : rows[base]!.xpath + wire.path[i]!,
      box: { x: box[4 * i]!, y: box[4 * i + 1]!, width: box[4 * i + 2]!, height: box[4 * i + 3]! },
      visible: (flags & FLAG.visible) !== 0,
      interactive: (flags & FLAG.interactive) !== 0,
      startsPointerArea: (flags & FLAG.pointer) !== 0,
      scrolledAway: (flags & FLAG.scrolledAway) !== 0,
      behindModal: (flags & FLAG.behindModal) !== 0,
      states: NOTHING,
      section: places[wire.section[i]!]!,
      landmark: places[wire.landmark[i]!]!,
      parent: wire.parent[i]!,
      document: '',
    });
  }
  fill(rows, 'name', wire.name);
  fill(rows, 'attributes', wire.attributes);
  fill(rows, 'states', wire.states);
  fill(rows, 'value', wire.value);
  fill(rows, 'options', wire.options);
  fill(rows, 'inputType', wire.inputType);
  fill(rows, 'document', wire.document);
  fill(rows, 'labelledControl', wire.labels);
  fill(rows, 'hiddenName', wire.hiddenName);
  fill(rows, 'scroll', wire.scroll);
  fill(rows, 'content', wire.content);
  fill(rows, 'overlay', wire.overlay);
  // A select shows its chosen option, not all of them.
  for (const row of rows) if (row.tag === 'select') row.text = row.value ?? '';
  return rows;
}

function fill<K extends keyof ElementRow>(
  rows: ElementRow[],
  key: K,
  entries: readonly [number, ElementRow[K]][],
): void {
  for (const [i, value] of entries) rows[i]![key] = value;
}
