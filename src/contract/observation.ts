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
export interface ElementStates {
  checked?: boolean | 'mixed';
  selected?: boolean;
  expanded?: boolean;
  pressed?: boolean | 'mixed';
  disabled?: true;
  readonly?: true;
  required?: true;
  invalid?: true;
  /** What the browser tells people about the value, once the form was not sent for it ("Please fill out this field."). */
  validationMessage?: string;
  focused?: true;
  current?: true;
  editable?: true;
  /** What opens: `menu`, `listbox`, `tree`, `grid` or `dialog`. */
  haspopup?: string;
}

/** Offsets of what can be scrolled, CSS px: where it stands and how far it can go. */
export interface ScrollRange {
  x: number;
  y: number;
  maxX: number;
  maxY: number;
}

/** Why people cannot see a text although it is in the page. */
export type HiddenReason =
  | 'transparent' // opacity, filters, masks or fills that let less than a tenth through; a hidden back
  | 'off-screen' // placed where no scrolling leads
  | 'tiny' // a font size that nobody reads, or drawn so small
  | 'same-colour' // as its background
  | 'clipped'; // clip, clip-path, a box of a pixel or so, content that is skipped

/** Text that the page holds and people do not see. It is kept out of every other text of an observation. */
export interface HiddenText {
  text: string;
  reason: HiddenReason;
}

export interface OptionItem {
  value: string;
  label: string;
  selected: boolean;
  disabled: boolean;
}

/** An element that is folded into a candidate because a click on either does the same. */
export interface FoldedElement {
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
  /** As written; of a drawing also `use`, the symbol that it shows. */
  attributes: Record<string, string>;
  /** From the root of its frame, lxml style: an index only where same-name siblings exist. */
  xpath: string;
  box: Box;
  /**
   * The part of `name` that nobody sees (screen-reader text, a label far off screen). Names are what the
   * platform computes; whoever shows them to a language model decides what to do with this part.
   */
  hiddenName?: string;
  /** Rendered, not transparent, not clipped away, within reach of scrolling. Elements that are not are never candidates, but for a control whose visible stand-in is its label. */
  visible: boolean;
  /** Its box meets the viewport, and no scroll container or frame has it out of sight. */
  inViewport: boolean;
  /** Behind a modal dialog, or behind a window that is drawn as one: it cannot be acted on until that is closed. */
  behindModal?: true;
  /**
   * It stands in a window that lies over the page with a shade around it, though nothing says that it is a dialog;
   * what that is called, '' where it says nothing. Its `landmark` is then `dialog` unless it stands in a nearer one.
   */
  overlay?: string;
  /** Frame chain from the top: `[]` is the main frame, else the frames' URLs. */
  frame: string[];
  states: ElementStates;
  /** For scroll containers that have something to scroll. */
  scroll?: ScrollRange;
  /** The value as it stands now; never a password's. */
  value?: string;
  /** For `select` and data lists. */
  options?: OptionItem[];
  /** `input` type, lower case. */
  inputType?: string;
  /** Something that people act on: control, link, summary, role or handler that says so. */
  interactive: boolean;
  /** Text of the nearest heading above, legend, or region name: where on the page it stands. */
  section: string;
  /** Nearest landmark: `header`, `nav`, `main`, `footer`, `aside`, `form`, `dialog`, or ''. */
  landmark: string;
  /** Uid of the nearest candidate that contains this one. */
  parent: Uid | null;
  /** Compact element document (role, text, label, readable attributes), the text that rankers read; '' unless asked for. */
  document: string;
  folded: FoldedElement[];
}

/** Why the wait for the page to come to rest ended. */
export type SettleReason = 'quiet' | 'navigated' | 'still-moving' | 'budget' | 'dialog' | 'closed';

export interface Settle {
  reason: SettleReason;
  ms: number;
}

/** What a navigator, a ranker or the record needs to see each turn; a turn pays only for that. Candidates are always there. */
export interface ObservationSpec {
  /** The compact document of each candidate, for rankers that read it. */
  documents?: boolean;
  /** Text blocks in reading order. */
  text?: boolean;
  /** The WebLINX artefacts for the record: annotated HTML, boxes, screenshot. */
  weblinx?: boolean;
  /** PNG of the viewport. */
  screenshot?: boolean;
  /** The accessibility tree as indented text. */
  accessibility?: boolean;
  /** Set-of-mark rectangles of the candidates in view, and a screenshot that shows them. */
  marks?: boolean;
  /** Rendered text of the whole page as one string. */
  plain?: boolean;
}

/** The rectangles of one candidate for set-of-mark prompts: several where a link breaks over lines. */
export interface Mark {
  uid: Uid;
  /** The number drawn beside it, from 1 in reading order. */
  label: number;
  boxes: Box[];
}

export interface WeblinxArtifacts {
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
  section: string;
  /**
   * Where it stands among the candidates: so many of them begin before it in reading order, so that it stands
   * right before the candidate of this `order`. A candidate inside it (a link in a paragraph) begins after it,
   * and so does one that begins with it (the link that an item is, the card or section that opens with a
   * heading). What frames hold comes after the page around them, as their candidates do.
   */
  order: number;
}

export interface AnsweredDialog {
  /** `alert`, `confirm`, `prompt` or `beforeunload`. */
  type: string;
  message: string;
  /** How it was answered. Unattended dialogs are dismissed, never accepted. */
  answer: 'dismissed' | 'accepted';
}

/** A JavaScript dialog that is open now: until it is answered the page stands still. */
export interface OpenDialog {
  type: string;
  message: string;
  /** What a prompt's field holds at first. */
  defaultText: string;
}

/** Something that befell the page since the last look and that no act asked for. */
export type PageEvent =
  /** The renderer died; the tab was opened again at this address. */
  | { type: 'crash'; url: string }
  /** A script kept the page from answering and was stopped. */
  | { type: 'stuck-script'; seconds: number }
  /** A request that the egress policy did not let out. */
  | { type: 'refused'; host: string; reason: string }
  /** The page opened more tabs than are allowed; this many were closed at once. */
  | { type: 'too-many-tabs'; closed: number }
  /** A file was saved that no act asked for: one that a page starts by itself, or after a while. */
  | { type: 'download'; file: string }
  | { type: 'download-refused'; file: string; reason: string }
  /** The page asked for a file; an `upload` on the control that opened it answers. */
  | { type: 'file-chooser'; multiple: boolean }
  /** The server asked for a user name and a password. */
  | { type: 'sign-in'; host: string }
  /**
   * Frames of the page at this address that are not in the look: because it has more than are read in one
   * look (`crowd`, those inside them not counted), or because they gave no answer in time (`silent`).
   */
  | { type: 'frames-left-out'; url: string; overLimit: number; timedOut: number }
  /** The document at this address is larger than is read in one look; it has so many elements. */
  | { type: 'read-in-part'; url: string; elements: number }
  /** The page was too busy loading its frames, this many by then, to be looked at, and was stopped from loading more. */
  | { type: 'loading-stopped'; url: string; frames: number };

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
  /** Those of them that appeared or changed since the last look at this document. */
  newNotices: string[];
  /** Text that is in the page but that nobody sees, the first hundred. */
  hiddenTexts: HiddenText[];
  /** JavaScript dialogs that opened and were answered since the last look. */
  dialogs: AnsweredDialog[];
  /** The dialog that is open now. Everything else is then as it was when last seen. */
  dialog: OpenDialog | null;
  pageEvents: PageEvent[];
  tabs: { id: number; url: string; active: boolean }[];
  /** The page did not change while it was read. */
  stable: boolean;
  /** Milliseconds by phase. */
  timings: Record<string, number>;
  weblinx?: WeblinxArtifacts;
  screenshot?: Uint8Array | null;
  accessibility?: string;
  marks?: { marks: Mark[]; picture: Uint8Array | null };
  plainText?: string;
}
