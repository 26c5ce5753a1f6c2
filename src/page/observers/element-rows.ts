/** Decodes the columns of a snapshot (injected/wire.ts) into one object per element. */
import type { OptionItem, ScrollRange } from '../../contract/index.js';
import type { WireBox, WireFrameContent, WireFlags, WireRows, WireStates } from '../injected/wire.js';

const FLAG: WireFlags = {
  visible: 1,
  interactive: 2,
  startsPointerArea: 4,
  namedByText: 8,
  scrolledAway: 16,
  behindModal: 32,
  inline: 64,
};
const MAX_TEXT_LENGTH = 400;
const EMPTY_RECORD: Record<string, never> = {};

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
  /**
   * Whether this is the outermost element with `cursor: pointer`. Such an element probably has a click handler;
   * handlers themselves cannot be detected.
   */
  startsPointerArea: boolean;
  scrolledAway: boolean;
  behindModal: boolean;
  /** Whether the CSS `display` value lets the element continue the line of text before it. */
  inline: boolean;
  /** Start and end of the element's text within the frame's text. The start may include the preceding space. */
  textRange: readonly [number, number];
  states: WireStates;
  section: string;
  landmark: string;
  /** Index of the nearest ancestor that has a row; -1 if there is none. */
  parent: number;
  /** The description for rankers (`Candidate.document`). */
  document: string;
  /** The part of `name` that users cannot see. */
  hiddenName?: string;
  value?: string;
  options?: OptionItem[];
  inputType?: string;
  /** For labels, the uid of the labelled control. */
  labelledControl?: string;
  scroll?: ScrollRange;
  /** Name of the overlay that contains the element. */
  overlay?: string;
  /** For draggable borders: what dragging the element resizes. */
  resizes?: 'columns' | 'rows';
  /** For frames, the content box of the frame element. */
  frameContent?: WireFrameContent;
}

/** Returns at most the first `max` code points. */
function truncateCodePoints(text: string, max: number): string {
  if (text.length <= max) return text;
  return Array.from(text.slice(0, max * 2))
    .slice(0, max)
    .join('');
}

export function decodeRows(wire: WireRows): ElementRow[] {
  const { tagAndRoleNames, sections, text, box, textRange } = wire;
  const rows: ElementRow[] = [];
  for (let i = 0; i < wire.uid.length; i++) {
    const flags = wire.flags[i]!;
    const base = wire.base[i]!;
    const start = textRange[2 * i]!;
    const end = textRange[2 * i + 1]!;
    const textStart = text.charCodeAt(start) === 32 ? start + 1 : start;
    const rowText =
      textStart >= end
        ? ''
        : truncateCodePoints(
            text.slice(textStart, Math.min(end, textStart + 2 * MAX_TEXT_LENGTH)),
            MAX_TEXT_LENGTH,
          );
    rows.push({
      uid: wire.uid[i]!,
      tag: tagAndRoleNames[wire.tag[i]!]!,
      role: tagAndRoleNames[wire.role[i]!]!,
      name: flags & FLAG.namedByText ? rowText : '',
      text: rowText,
      attributes: EMPTY_RECORD,
      xpath: base < 0 ? wire.path[i]! : rows[base]!.xpath + wire.path[i]!,
      box: { x: box[4 * i]!, y: box[4 * i + 1]!, width: box[4 * i + 2]!, height: box[4 * i + 3]! },
      visible: (flags & FLAG.visible) !== 0,
      interactive: (flags & FLAG.interactive) !== 0,
      startsPointerArea: (flags & FLAG.startsPointerArea) !== 0,
      scrolledAway: (flags & FLAG.scrolledAway) !== 0,
      behindModal: (flags & FLAG.behindModal) !== 0,
      inline: (flags & FLAG.inline) !== 0,
      textRange: [start, end],
      states: EMPTY_RECORD,
      section: sections[wire.section[i]!]!,
      landmark: sections[wire.landmark[i]!]!,
      parent: wire.parent[i]!,
      document: '',
    });
  }
  setColumn(rows, 'name', wire.name);
  setColumn(rows, 'attributes', wire.attributes);
  setColumn(rows, 'states', wire.states);
  setColumn(rows, 'value', wire.value);
  setColumn(rows, 'options', wire.options);
  setColumn(rows, 'inputType', wire.inputType);
  setColumn(rows, 'document', wire.document);
  setColumn(rows, 'labelledControl', wire.labelledControl);
  setColumn(rows, 'hiddenName', wire.hiddenName);
  setColumn(rows, 'scroll', wire.scroll);
  setColumn(rows, 'frameContent', wire.frameContent);
  setColumn(rows, 'overlay', wire.overlay);
  setColumn(rows, 'resizes', wire.resizes);
  // A select's text contains all options, but users see only the selected one.
  for (const row of rows) if (row.tag === 'select') row.text = row.value ?? '';
  return rows;
}

function setColumn<K extends keyof ElementRow>(
  rows: ElementRow[],
  key: K,
  entries: readonly [number, ElementRow[K]][],
): void {
  for (const [i, value] of entries) rows[i]![key] = value;
}
