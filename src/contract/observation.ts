/** What was seen of the page in one look. Lengths are CSS px; boxes are relative to the top-level viewport. */
import type { Uid } from './action.js';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Viewport {
  width: number;
  height: number;
  /** How far the page is scrolled, and how far it can be. */
  scrollX: number;
  scrollY: number;
  scrollWidth: number;
  scrollHeight: number;
}

/** States as the platform computes them; a key is present only where it applies to the element. */
export interface States {
  checked?: boolean | 'mixed';
  selected?: boolean;
  expanded?: boolean;
  pressed?: boolean | 'mixed';
  disabled?: true;
  readonly?: true;
  required?: true;
  invalid?: true;
  focused?: true;
  current?: true;
  editable?: true;
}

export interface OptionItem {
  value: string;
  label: string;
  selected: boolean;
  disabled: boolean;
}

/** An element that is folded into a candidate because a click on either does the same. */
export interface Alias {
  uid: Uid;
  tag: string;
  role: string;
  name: string;
  text: string;
  attributes: Record<string, string>;
  xpath: string;
  box: Box;
  /** Compact element document, as for candidates. */
  document: string;
}

/** An element that may be acted on. */
export interface Candidate {
  uid: Uid;
  /** Position in reading (document) order among the candidates of the look. */
  order: number;
  tag: string;
  /** ARIA role as computed (`button`, `link`, `textbox`, `heading`, `generic` …). */
  role: string;
  /** Accessible name. */
  name: string;
  /** Rendered text, white space collapsed, at most 400 code points. */
  text: string;
  attributes: Record<string, string>;
  /** From the root of its frame, lxml style: an index only where same-name siblings exist. */
  xpath: string;
  box: Box;
  /** Rendered and not transparent. Elements that are not are never candidates, but for a control whose visible stand-in is its label. */
  visible: boolean;
  /** Its box meets the viewport. */
  inViewport: boolean;
  /** Frame chain from the top: `[]` is the main frame, else the frames' URLs. */
  frame: string[];
  states: States;
  /** The value as it stands now; never a password's. */
  value?: string;
  /** For `select` and data lists. */
  options?: OptionItem[];
  /** `input` type, lower case. */
  inputType?: string;
  /** Something that people act on: control, link, summary, role or handler that says so. */
  interactive: boolean;
  /** Text of the nearest heading above, legend, or region name: where on the page it stands. */
  place: string;
  /** Nearest landmark: `header`, `nav`, `main`, `footer`, `aside`, `form`, `dialog`, or ''. */
  landmark: string;
  /** Uid of the nearest candidate that contains this one. */
  parent: Uid | null;
  /** Compact element document (role, text, label, readable attributes), the text that rankers read. */
  document: string;
  aliases: Alias[];
}

/** Why the wait for the page to come to rest ended. */
export type SettleReason = 'quiet' | 'navigated' | 'still-moving' | 'budget' | 'dialog' | 'closed';

export interface Settle {
  reason: SettleReason;
  ms: number;
}

/** What a navigator needs to see each turn; a turn pays only for that. Candidates are always there. */
export interface ObservationSpec {
  /** The WebLINX artefacts for the record: annotated HTML, boxes, screenshot. The session asks for these. */
  weblinx?: boolean;
}

export interface WeblinxArtefacts {
  /** `documentElement.innerHTML` of a copy, with `data-webtasks-id` (spec 1.5). */
  html: string;
  /** Elements that meet the viewport, CSS px (spec 1.6). */
  boxes: Record<Uid, Box>;
  /** PNG, or null where the page gave none in time. */
  screenshot: Uint8Array | null;
}

/** A block of readable text on the page, in reading order: the material that answers are quoted from. */
export interface TextBlock {
  kind: 'heading' | 'paragraph' | 'item' | 'row' | 'term' | 'status' | 'other';
  /** For rows, the cells' texts joined by ` | `, with header cells named: `Country: Norway | Capital: Oslo`. */
  text: string;
  /** Heading level, 1–6. */
  level?: number;
  /** Text of the nearest heading before it. */
  under: string;
}

export interface DialogSeen {
  type: string;
  message: string;
  /** How it was answered. Unattended dialogs are dismissed, never accepted. */
  answer: 'dismissed' | 'accepted';
}

export interface Observation {
  url: string;
  title: string;
  viewport: Viewport;
  candidates: Candidate[];
  /** Elements that were walked, candidates or not. */
  elements: number;
  text: TextBlock[];
  /** Texts of alerts, status messages and live regions now shown. */
  notices: string[];
  /** JavaScript dialogs that opened since the last look. */
  dialogs: DialogSeen[];
  tabs: { id: number; url: string; active: boolean }[];
  /** The page did not change while it was read. */
  stable: boolean;
  /** Milliseconds by phase. */
  timings: Record<string, number>;
  weblinx?: WeblinxArtefacts;
}
