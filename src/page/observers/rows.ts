/** Columns of a look (injected/wire.ts) back to one object an element, in Node, where objects are cheap. */
import type { OptionItem, ScrollRange } from '../../contract/index.js';
import type { WireBox, WireContent, WireFlags, WireRows, WireStates } from '../injected/wire.js';

const FLAG: WireFlags = {
  visible: 1,
  interactive: 2,
  pointer: 4,
  namedByText: 8,
  scrolledAway: 16,
  behind: 32,
};
const TEXT_LIMIT = 400;
const NOTHING: Record<string, never> = {};

/** One rendered element of a frame. */
export interface Row {
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
  /** Starts a region with a hand cursor: a handler is likely, though none can be seen. */
  pointer: boolean;
  scrolledAway: boolean;
  behind: boolean;
  states: WireStates;
  place: string;
  landmark: string;
  /** Index of the nearest row around it, -1 for none. */
  parent: number;
  document: string;
  hiddenName?: string;
  value?: string;
  options?: OptionItem[];
  inputType?: string;
  /** For a label: uid of the control that it names. */
  labels?: string;
  scroll?: ScrollRange;
  /** What the drawn window is called that it stands in. */
  over?: string;
  /** For a frame: where its content stands. */
  content?: WireContent;
}

/** First `max` code points. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return Array.from(text.slice(0, max * 2))
    .slice(0, max)
    .join('');
}

export function rowsOf(wire: WireRows): Row[] {
  const { words, places, text, box, range } = wire;
  const rows: Row[] = [];
  for (let i = 0; i < wire.uid.length; i++) {
    const flags = wire.flags[i]!;
    const base = wire.base[i]!;
    const start = range[2 * i]!;
    const end = range[2 * i + 1]!;
    const from = text.charCodeAt(start) === 32 ? start + 1 : start;
    const own = from >= end ? '' : cut(text.slice(from, Math.min(end, from + 2 * TEXT_LIMIT)), TEXT_LIMIT);
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
      pointer: (flags & FLAG.pointer) !== 0,
      scrolledAway: (flags & FLAG.scrolledAway) !== 0,
      behind: (flags & FLAG.behind) !== 0,
      states: NOTHING,
      place: places[wire.place[i]!]!,
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
  fill(rows, 'labels', wire.labels);
  fill(rows, 'hiddenName', wire.hiddenName);
  fill(rows, 'scroll', wire.scroll);
  fill(rows, 'content', wire.content);
  fill(rows, 'over', wire.over);
  // A select shows what is chosen, not all that could be.
  for (const row of rows) if (row.tag === 'select') row.text = row.value ?? '';
  return rows;
}

function fill<K extends keyof Row>(rows: Row[], key: K, entries: readonly [number, Row[K]][]): void {
  for (const [i, value] of entries) rows[i]![key] = value;
}
