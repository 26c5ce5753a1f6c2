/**
 * Data that the page sends to Node, as one JSON string per answer. Types only, so that Node and the page share them
 * without importing each other's code.
 */

export interface WireBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface WireOption {
  value: string;
  label: string;
  selected: boolean;
  disabled: boolean;
}

/**
 * The same fields as `ElementStates` in contract/. A type alias, because interfaces have no implicit index signature.
 */
export type WireStates = {
  checked?: boolean | 'mixed';
  selected?: boolean;
  expanded?: boolean;
  pressed?: boolean | 'mixed';
  disabled?: true;
  readonly?: true;
  required?: true;
  invalid?: true;
  validationMessage?: string;
  focused?: true;
  current?: true;
  editable?: true;
  haspopup?: string;
};

/**
 * Rendered elements in reading order, stored as columns. Properties of all elements are arrays with one entry
 * per row; rare properties are lists of [row, value]. One object per element would be slow: on large pages, sending
 * the keys of ten thousand objects would take longer than traversing the page.
 */
export interface WireRows {
  uid: string[];
  /** All tag and role names; `tag` and `role` are indexes into this list. */
  tagAndRoleNames: string[];
  tag: number[];
  role: number[];
  /** Path steps below the element at `base`, which is a row or -1 for the document. */
  path: string[];
  base: number[];
  /** Row of the nearest rendered ancestor, or -1. */
  parent: number[];
  /** x, y, width, height of each row. */
  box: number[];
  /** Start and end offset of each row's text in `text`. */
  textRange: number[];
  /** Sums of `WireFlags` values. */
  flags: number[];
  /** Nearest region name or heading, and nearest landmark: indexes into `sections`. */
  section: number[];
  landmark: number[];
  sections: string[];
  text: string;
  /** Names that are neither empty nor equal to the text (see the flag `namedByText`). */
  name: [number, string][];
  attributes: [number, Record<string, string>][];
  states: [number, WireStates][];
  value: [number, string][];
  options: [number, WireOption[]][];
  inputType: [number, string][];
  /** Compact documents (compact-document.ts). */
  document: [number, string][];
  /** For labels: uid of the labelled control. */
  labelledControl: [number, string][];
  /** The part of the name that users cannot see. */
  hiddenName: [number, string][];
  scroll: [number, WireScroll][];
  /** For frame elements: their content box, in CSS px in this frame's viewport. */
  frameContent: [number, WireFrameContent][];
  /** For elements in an overlay: the name of the overlay. */
  overlay: [number, string][];
  /** For draggable borders: what they resize. */
  resizes: [number, 'columns' | 'rows'][];
}

/** An element that WebVoyager's script numbers. `uids` are those of the element and its ancestors, nearest first. */
export interface WireNumberedElement {
  uids: string[];
  tag: string;
  type: string | null;
  text: string;
  ariaLabel: string;
  boxes: WireBox[];
}

/** An element that MiniWoB++ reports to its agents, or text between elements. */
export interface WireListedNode {
  /** Negative for text. */
  id: number;
  /** In lower case. It ends with the type for an `input`, and it is `t` for text. */
  tag: string;
  /** The first of these that is not empty: a leaf's text, a field's value, the DOM id. */
  val: string;
  /** CSS px in the viewport. */
  box: WireBox;
  /** Uids of the element and its ancestors, nearest first; for text, only the uid of the element around it. */
  uids: string[];
}

/** The box of a node in the accessibility tree. `uids` are those of its element and the ancestors, nearest first. */
export interface WireMeasuredNode {
  box: WireBox;
  uids: string[];
}

/** A frame's content box, and the ratio of its rendered size to its layout size. */
export interface WireFrameBox extends WireBox {
  scaleX: number;
  scaleY: number;
}

export interface WireFrameContent extends WireFrameBox {
  /** Whether the frame element is inert, so that its content cannot be used. */
  inert?: true;
}

export interface WireScroll {
  x: number;
  y: number;
  maxX: number;
  maxY: number;
}

/** Offsets of a scroll container. */
export interface WireScroller {
  uid: string;
  x: number;
  y: number;
}

/** Bit flags of a row. A row stores their sum. */
export type WireFlags = {
  visible: 1;
  /** A control, or another element that users click or type into. */
  interactive: 2;
  /** Outermost element with a pointer cursor: it probably has a click handler. */
  startsPointerArea: 4;
  /** The accessible name equals the text. */
  namedByText: 8;
  /** Scrolled out of view inside a scroll container. */
  scrolledAway: 16;
  /** Behind a modal dialog or an overlay that acts like one. */
  behindModal: 32;
  /** The element continues the line of the text before it. */
  inline: 64;
};

/** Rendered text that users cannot see. */
export interface WireHiddenText {
  text: string;
  reason: 'transparent' | 'off-screen' | 'tiny' | 'same-colour' | 'clipped';
}

export interface WireBlock {
  kind: 'heading' | 'paragraph' | 'item' | 'row' | 'term' | 'status' | 'other';
  text: string;
  level?: number;
  section: string;
  /** Number of rows that begin before the block. */
  precedingRowCount: number;
  /** Offset of the block's first word in the text of the rows. */
  start: number;
}

export interface WireSnapshot {
  url: string;
  title: string;
  viewport: {
    width: number;
    height: number;
    scrollX: number;
    scrollY: number;
    scrollWidth: number;
    scrollHeight: number;
  };
  rows: WireRows;
  elementCount: number;
  /** Number of elements in the document, if it was not read completely. */
  totalElementCount?: number;
  blocks: WireBlock[];
  notices: string[];
  newNotices: string[];
  hiddenTexts: WireHiddenText[];
  /** Number of elements that may have a closed shadow root. */
  possibleShadowHostCount: number;
  html?: string;
  boxes?: Record<string, WireBox>;
  /** The elements that WebVoyager numbers. */
  numberedElements?: WireNumberedElement[];
  /** The elements that MiniWoB++ lists. */
  listedNodes?: WireListedNode[];
  /** The page's version (see `readPageVersion`) when the snapshot began. */
  version: string;
}

/** Current activity of a document. It is cheap enough to read every few milliseconds on pages of any size. */
export interface WireActivity {
  /** `performance.timeOrigin`: identifies the document. */
  timeOrigin: number;
  /** Number of mutation records since the document was first observed. */
  mutationCount: number;
  /** Milliseconds since the last mutation or scroll event, or since the document was first observed. */
  idleMs: number;
  /** Number of short animations and transitions that are running. */
  animationCount: number;
  readyState: string;
  /** False for a frame whose viewport has no size. */
  visible: boolean;
}

/** State of the page, read before and after an action to detect its effects. */
export interface WirePageState extends WireActivity {
  /** Number of mutations during actions, except those of nodes that also change in the background. */
  actionMutationCount: number;
  url: string;
  scrollX: number;
  scrollY: number;
  /** Digest of the values and states of all controls. */
  valuesDigest: string;
  focusedElement: string;
  /** Copies to the clipboard by the page's scripts: their number and the last copied text. */
  copiedText: { count: number; text: string };
}

export type PointerPassThrough = '' | 'style' | 'inert';

/** Result of a hit test: whether a click on an element would reach it. */
export interface WireHit {
  /** Point in this frame's viewport at which the element receives a click; null if there is none. */
  point: { x: number; y: number } | null;
  /** Whether the point is the centre of the element. */
  isCentre: boolean;
  /** In frames: other points at which the element receives a click, in case the parent page covers the first one. */
  otherPoints: { x: number; y: number }[];
  /** Description of the element that receives a click on the centre instead; '' if there is none. */
  coveredBy: string;
  /** Why the element itself receives no pointer events; '' if it does. */
  passThrough: PointerPassThrough;
  /** Whether a surrounding control or label receives the click on behalf of the element. */
  receivesClickIndirectly: boolean;
  /** Description of another control, inside or around the element, that receives a click at `point`; '' if none. */
  receiver: string;
  /** Whether the receiver is inside the element and does something else: “Remove” in a card “Acme Ltd”. */
  hitsOtherElement: boolean;
}

/**
 * Whether a frame element is the topmost element at a point. `outside` means that the point is outside the viewport.
 */
export type WireFrameHit = { result: 'topmost' } | { result: 'outside' } | { result: 'covered'; by: string };

/** State of one element, read just before or right after an action on it. */
export interface WireElementSnapshot extends WireHit {
  connected: boolean;
  tagName: string;
  role: string;
  name: string;
  attributes: Record<string, string>;
  box: WireBox;
  textContent: string;
  innerHTML: string;
  outerHTML: string;
  /** XPath in Chrome style (see paths.ts). */
  xpath: string;
  visible: boolean;
  states: Record<string, boolean | string>;
  value: string;
  inputType: string;
  options: WireOption[];
  editable: boolean;
  isPassword: boolean;
  /** Width of the left and top border. */
  border: { x: number; y: number };
  /** For labels: uid of the labelled control. */
  controlUid?: string | undefined;
}
