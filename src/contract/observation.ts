/** What the navigator observes of a page. Lengths are CSS px; boxes are relative to the top-level viewport. */
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
  /** Current scroll offsets and the full size of the page. */
  scrollX: number;
  scrollY: number;
  scrollWidth: number;
  scrollHeight: number;
}

/** ARIA and form states as the browser computes them. A key is present only if it applies to the element. */
export interface ElementStates {
  checked?: boolean | 'mixed';
  selected?: boolean;
  expanded?: boolean;
  pressed?: boolean | 'mixed';
  disabled?: true;
  readonly?: true;
  required?: true;
  invalid?: true;
  /** The browser's own message after it rejected the form ("Please fill out this field."). */
  validationMessage?: string;
  focused?: true;
  current?: true;
  editable?: true;
  /** Type of the popup that the element opens: `menu`, `listbox`, `tree`, `grid` or `dialog`. */
  haspopup?: string;
}

/** Current and maximum scroll offsets of a scroll container, CSS px. */
export interface ScrollRange {
  x: number;
  y: number;
  maxX: number;
  maxY: number;
}

/** Why text on the page is invisible to people. */
export type HiddenReason =
  | 'transparent' // less than 10 % opaque by opacity, filter, mask or fill; or a hidden backface
  | 'off-screen' // outside the scrollable area
  | 'tiny' // the font or a transform makes it too small to read
  | 'same-colour' // the text has the colour of its background
  | 'clipped'; // by clip, clip-path, a box of about one pixel, or content-visibility

/** Text on the page that is invisible to people. No other field of an observation contains it. */
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

/** An element merged into a candidate because a click on either has the same effect. */
export interface FoldedElement {
  uid: Uid;
  tag: string;
  role: string;
  name: string;
  text: string;
  attributes: Record<string, string>;
  xpath: string;
  box: Box;
  /** Describes the element for the ranker. Not a DOM document. */
  document: string;
}

/** An element that the navigator may act on. */
export interface Candidate {
  uid: Uid;
  /** Index in document order among the candidates of the observation. */
  order: number;
  tag: string;
  /** Computed ARIA role (`button`, `link`, `textbox`, `heading`, `generic` …). */
  role: string;
  /** Accessible name. */
  name: string;
  /** Rendered text, white space collapsed, at most 400 code points. */
  text: string;
  /** Attributes as written in the page. For an SVG also `use`, the symbol that it references. */
  attributes: Record<string, string>;
  /** From the root of its frame, in lxml's style: with an index only among siblings of the same name. */
  xpath: string;
  box: Box;
  /**
   * The part of `name` that is invisible to people, such as screen-reader text. The browser includes it in the name;
   * prompts may leave it out.
   */
  hiddenName?: string;
  /**
   * Rendered, opaque, not clipped, and reachable by scrolling. False only for controls that WebVoyager's script numbers
   * although people cannot see them.
   */
  visible: boolean;
  /** Whether the box intersects the viewport and is not clipped by a scroll container or frame. */
  inViewport: boolean;
  /**
   * Present if the element is behind a modal dialog or an overlay that looks like one. It cannot receive actions until
   * that is closed.
   */
  behindModal?: true;
  /**
   * Name of the overlay that contains the element; '' if the overlay has no name, absent outside overlays. An overlay
   * covers the page with a backdrop but has no dialog role. Elements in it have the landmark `dialog`, unless a landmark
   * inside the overlay contains them.
   */
  overlay?: string;
  /** URLs of the frames from the top to the element's frame; `[]` for the main frame. */
  frame: string[];
  states: ElementStates;
  /** Present for scroll containers whose content overflows. */
  scroll?: ScrollRange;
  /** Set for a border whose cursor shows that dragging it resizes columns or rows. */
  resizes?: 'columns' | 'rows';
  /** Current value; never that of a password field. */
  value?: string;
  /** For `select` and data lists. */
  options?: OptionItem[];
  /** `input` type, lower case. */
  inputType?: string;
  /** Whether this is a control, link or summary, or its role or event handler makes it interactive. */
  interactive: boolean;
  /** Text of the preceding heading, the legend or the region name that applies to the element. */
  section: string;
  /** Nearest landmark: `header`, `nav`, `main`, `footer`, `aside`, `form`, `dialog`, or ''. */
  landmark: string;
  /** Uid of the nearest candidate that contains this one. */
  parent: Uid | null;
  /** Describes the element for rankers (role, text, label, readable attributes); '' unless `ObservationSpec.documents` is set. */
  document: string;
  folded: FoldedElement[];
}

/** Why the wait for a settled page ended. */
export type SettleReason =
  | 'quiet' // no changes and no requests for a while
  | 'navigated' // a new document was loaded and is quiet
  | 'still-changing' // the network is idle but the page does not stop changing
  | 'timeout'
  | 'dialog' // a JavaScript dialog opened
  | 'closed'; // the tab was closed or crashed

/** How the page settled after an action or a navigation. */
export interface Settle {
  reason: SettleReason;
  /** Duration of the wait in milliseconds. */
  ms: number;
}

/** Optional contents of an observation. Each costs time, so request only what you read. Candidates are always included. */
export interface ObservationSpec {
  /** `Candidate.document` of each candidate. */
  documents?: boolean;
  /** Text blocks in reading order. */
  text?: boolean;
  /** The page as a tree of elements and text. */
  outline?: boolean;
  /** The WebLINX artefacts to record: annotated HTML, boxes, screenshot. */
  weblinx?: boolean;
  /** PNG of the viewport. */
  screenshot?: boolean;
  /** The accessibility tree as indented text. */
  accessibility?: boolean;
  /**
   * Set-of-mark rectangles of the candidates in view, and a screenshot that shows them: numbered from 1, or with given
   * numbers.
   */
  marks?: boolean | ReadonlyMap<Uid, number>;
  /** Rendered text of the whole page as one string. */
  plainText?: boolean;
  /** WebVoyager's numbered elements, chosen as its script chooses them, and a screenshot with their numbers. */
  webvoyager?: boolean;
  /** If the browser displays a PDF, downloads it once. The page event `download` reports the file. */
  savePdf?: boolean;
  /** The browser's own accessibility tree of the viewport as WebArena and WebVoyager print it. */
  accessibilityTree?: AccessibilityTreeStyle;
  /** The page as a list of elements, one per line, as SteP's policies read it. */
  elementList?: ElementListStyle;
}

/**
 * Which elements a list contains: those that the SteP paper lists for MiniWoB++ pages, or those that its code for live
 * sites considers important (`salient`).
 */
export type ElementListStyle = 'miniwob' | 'salient';

/** A list of elements, one per line: `<tag id=7 val=text />`. */
export interface ElementList {
  text: string;
  lines: ElementListLine[];
}

export interface ElementListLine {
  /** Negative for plain text, which is not an element. */
  id: number;
  /** The uid to act on: the element's own, or for plain text its enclosing element's; null if there is none. */
  uid: Uid | null;
  box: Box;
  text: string;
}

/** How the browser's accessibility tree is selected and printed. */
export type AccessibilityTreeStyle =
  | 'webvoyager' // like WebVoyager's text-only mode, which drops text with an apostrophe
  | 'webarena' // like WebArena's current version, which SteP uses
  | 'hardened'; // with small stable numbers, frames and values; lists what is in view and reports what is outside

/** The browser's accessibility tree, one node per line, indented by tabs. */
export interface AccessibilityTree {
  text: string;
  /** The printed nodes. `uid` is that of a candidate or of a folded element, or null. */
  nodes: AccessibilityTreeNode[];
}

export interface AccessibilityTreeNode {
  id: number;
  uid: Uid | null;
  box: Box;
  /** The line without its indentation. */
  text: string;
}

/** An element that WebVoyager's script numbers; its number is its index in the list, from 0. */
export interface NumberedElement {
  /**
   * The uid to act on: the element's own (perhaps as a folded element), or that of an enclosing element at the same
   * position. Null if there is none.
   */
  uid: Uid | null;
  /** Lower case. */
  tag: string;
  /** The DOM property `type`, not the attribute: a `button` without the attribute has `submit`. Null if there is none. */
  type: string | null;
  /** `textContent`, trimmed; runs of two or more white-space characters are one space. */
  text: string;
  /** The attribute `aria-label`; '' if there is none. */
  ariaLabel: string;
  /** The visible rectangles, CSS px. Each gets a box with the number. */
  boxes: Box[];
}

/** WebVoyager's view of the page. */
export interface WebvoyagerView {
  elements: NumberedElement[];
  /** PNG of the viewport with the numbers (`picture`) and without (`screenshot`); null if the browser took too long. */
  picture: Uint8Array | null;
  screenshot: Uint8Array | null;
}

/** A candidate's mark in a set-of-mark screenshot. A link that wraps over lines has several boxes. */
export interface Mark {
  uid: Uid;
  /** The number drawn next to the element, from 1 in reading order. */
  label: number;
  boxes: Box[];
}

export interface WeblinxArtifacts {
  /** `documentElement.innerHTML` with a `data-webtasks-id` on every element. */
  html: string;
  /** Boxes of the elements that intersect the viewport, CSS px. */
  boxes: Record<Uid, Box>;
  /** PNG, or null if the browser did not take it in time. */
  screenshot: Uint8Array | null;
}

/** A block of readable text on the page. Answers quote these blocks. */
export interface TextBlock {
  kind: 'heading' | 'paragraph' | 'item' | 'row' | 'term' | 'status' | 'other';
  /** For table rows, the cells joined by ` | ` and prefixed with their headers: `Country: Norway | Capital: Oslo`. */
  text: string;
  /** Heading level, 1–6. */
  level?: number;
  /** Text of the preceding heading. */
  section: string;
  /**
   * Position among the candidates: the block comes right before the candidate with this `order`. A candidate that
   * starts inside or together with the block (a link in a paragraph, a card that opens with a heading) comes after
   * it. Blocks of frames come after all blocks of the page around them, like the candidates of frames.
   */
  order: number;
}

/** Text as rendered, including the space before it, or an element. */
export type OutlineNode = string | OutlineElement;

/** A visible element with its content in reading order. */
export interface OutlineElement {
  /** Uid of a candidate or of one of its folded elements; '' for the document of a frame. */
  uid: Uid;
  tag: string;
  role: string;
  /** Whether the element continues the line of text before it; other elements start a new line. */
  inline: boolean;
  content: OutlineNode[];
}

export interface AnsweredDialog {
  /** `alert`, `confirm`, `prompt` or `beforeunload`. */
  type: string;
  message: string;
  /** Dialogs that no navigator answers are dismissed, never accepted. */
  answer: 'dismissed' | 'accepted';
}

/** An open JavaScript dialog. It blocks the page until it is answered. */
export interface OpenDialog {
  /** `alert`, `confirm`, `prompt` or `beforeunload`. */
  type: string;
  message: string;
  /** Initial text of a `prompt()`. */
  defaultText: string;
}

/** Something that happened on the page since the previous observation and was not caused by an action. */
export type PageEvent =
  /** The renderer process crashed; the tab was opened again at this URL. */
  | { type: 'crash'; url: string }
  /** A script blocked the page for this long and was terminated. */
  | { type: 'stuck-script'; seconds: number }
  /** The page navigated to a URL whose server did not answer, so Parley stopped the navigation. */
  | { type: 'navigation-stopped'; url: string; seconds: number }
  /** The egress policy refused a request to this host. */
  | { type: 'request-refused'; host: string; reason: string }
  /** The page opened more tabs than allowed; this many were closed. */
  | { type: 'too-many-tabs'; closed: number }
  /** The page started a download without an action, or long after one; the file was saved. */
  | { type: 'download'; file: string }
  | { type: 'download-refused'; file: string; reason: string }
  /** The page opened a file chooser. Answer it with an `upload` on the control that opened it. */
  | { type: 'file-chooser'; multiple: boolean }
  /** The server requested HTTP authentication. */
  | { type: 'sign-in'; host: string }
  /**
   * The observation lacks frames of this page: `overLimit` frames beyond the maximum number (frames nested in them
   * are not counted), and `timedOut` frames that did not answer in time.
   */
  | { type: 'frames-skipped'; url: string; overLimit: number; timedOut: number }
  /** The observation covers only the beginning of this page, which has this many elements. */
  | { type: 'page-truncated'; url: string; elements: number }
  /** The page kept loading frames and could not be observed; loading was stopped at this many frames. */
  | { type: 'loading-stopped'; url: string; frames: number };

export interface Observation {
  url: string;
  title: string;
  viewport: Viewport;
  candidates: Candidate[];
  /** Number of elements in the page, candidates or not. */
  elementCount: number;
  /** Text blocks in reading order. */
  text: TextBlock[];
  /** The document with all its frames, each frame inside its frame element. */
  outline?: OutlineElement;
  /** The text of each visible alert, status message and live region. */
  notices: string[];
  /** The `notices` that appeared or changed since the previous observation of this document. */
  newNotices: string[];
  /** At most 100 pieces of text that are invisible to people. */
  hiddenTexts: HiddenText[];
  /** JavaScript dialogs that opened and were answered since the previous observation. */
  dialogs: AnsweredDialog[];
  /** The open dialog. While it is open, the other fields repeat the previous observation. */
  dialog: OpenDialog | null;
  pageEvents: PageEvent[];
  /** `title` is set for another tab if that tab was observed at this URL. */
  tabs: { id: number; url: string; active: boolean; title?: string }[];
  /** Present if the page shows that it is still loading: a spinner, a busy region, an empty main region. */
  loading?: true;
  /** Whether the page stayed unchanged during the observation. */
  stable: boolean;
  /** Duration of each phase in milliseconds. */
  timings: Record<string, number>;
  weblinx?: WeblinxArtifacts;
  screenshot?: Uint8Array | null;
  accessibility?: string;
  marks?: { marks: Mark[]; picture: Uint8Array | null };
  plainText?: string;
  webvoyager?: WebvoyagerView;
  accessibilityTree?: AccessibilityTree;
  elementList?: ElementList;
}
