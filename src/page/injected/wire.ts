/**
 * What crosses from the page to Node: plain JSON, one string a look. Types only, so that Node and the
 * page share one description and neither imports the other's code.
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

/** As `States` of the contract. A type, not an interface, so that it can also be read key by key. */
export type WireStates = {
  checked?: boolean | 'mixed';
  selected?: boolean;
  expanded?: boolean;
  pressed?: boolean | 'mixed';
  disabled?: true;
  readonly?: true;
  required?: true;
  invalid?: true;
  complaint?: string;
  focused?: true;
  current?: true;
  editable?: true;
  haspopup?: string;
};

/**
 * Rendered elements in reading order, as columns: what every element has stands in arrays of one length, what
 * few have in lists of [row, value]. On large pages the keys of ten thousand objects cost more than the walk.
 */
export interface WireRows {
  uid: string[];
  /** Roles and tags are places in `words`. */
  words: string[];
  tag: number[];
  role: number[];
  /** Steps below the element at `base`: a row, or -1 for the document. */
  path: string[];
  base: number[];
  /** Row of the nearest ancestor as rendered, -1 for none. */
  parent: number[];
  /** x, y, width, height of each row. */
  box: number[];
  /** Start and end of each row's text in `text`. */
  range: number[];
  /** Sums of `FLAG`s. */
  flags: number[];
  /** Places in `places`: nearest region name or heading, nearest landmark. */
  place: number[];
  landmark: number[];
  places: string[];
  text: string;
  /** Where it is not the same as the text, which a flag says, or empty. */
  name: [number, string][];
  attributes: [number, Record<string, string>][];
  states: [number, WireStates][];
  value: [number, string][];
  options: [number, WireOption[]][];
  inputType: [number, string][];
  document: [number, string][];
  /** For labels: uid of the control that they name. */
  labels: [number, string][];
  hiddenName: [number, string][];
  scroll: [number, WireScroll][];
  /** For frames: where their content stands, CSS px in this frame's viewport. */
  content: [number, WireContent][];
  /** In a window that is drawn over the page: what that is called. */
  over: [number, string][];
}

/** Where a frame's content stands, and how much larger it is drawn there than it is laid out. */
export interface WirePlace extends WireBox {
  scaleX: number;
  scaleY: number;
}

export interface WireContent extends WirePlace {
  /** Nothing in it can be acted on. */
  inert?: true;
}

export interface WireScroll {
  x: number;
  y: number;
  maxX: number;
  maxY: number;
}

/** What a row's flags say; sums of these. */
export type WireFlags = {
  visible: 1;
  /** Something that people act on. */
  interactive: 2;
  /** Starts a region with a hand cursor: a handler is likely, though none can be seen. */
  pointer: 4;
  /** Its name is its text. */
  namedByText: 8;
  /** A scroll container has it out of sight just now. */
  scrolledAway: 16;
  /** Behind a modal dialog, or a window that is drawn as one. */
  behind: 32;
};

/** Text that is in the page but that nobody sees. */
export interface WireHidden {
  text: string;
  reason: 'transparent' | 'off-screen' | 'tiny' | 'same-colour' | 'clipped';
}

export interface WireBlock {
  kind: 'heading' | 'paragraph' | 'item' | 'row' | 'term' | 'status' | 'other';
  text: string;
  level?: number;
  section: string;
  /** So many rows begin before it. */
  row: number;
  /** Where its first word stands in the text of the rows. */
  start: number;
}

export interface WireLook {
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
  elements: number;
  /** How many elements the document has, where not all of it was read. */
  beyond?: number;
  blocks: WireBlock[];
  notices: string[];
  news: string[];
  hidden: WireHidden[];
  /** Elements that may have a closed shadow root. */
  suspects: number;
  html?: string;
  boxes?: Record<string, WireBox>;
  /** What the page stood at when the look began. */
  stamp: string;
}

/** Whether a document is at rest: cheap enough to ask for every few milliseconds, on pages of any size. */
export interface WireRest {
  /** When the document began (`performance.timeOrigin`): another number is another document. */
  born: number;
  /** Mutation records since the document was first looked at. */
  mutations: number;
  /** Milliseconds since anything was last seen to change or scroll; at most since the document was first looked at. */
  still: number;
  /** Finite animations and transitions that are running. */
  animations: number;
  ready: string;
  /** False for a frame without an area, which nobody sees. */
  shown: boolean;
}

/** How the page stands, as asked before and after an act. */
export interface WirePulse extends WireRest {
  /** Changes, during acts, of nodes that do not change by themselves. */
  fresh: number;
  url: string;
  scrollX: number;
  scrollY: number;
  /** Digest of values, ticks and selections of all controls. */
  values: string;
  focus: string;
  /** What the page copied by itself: how often, and the last of it. */
  copied: { count: number; text: string };
}

export type Through = '' | 'style' | 'inert';

/** Where a click on an element would arrive. */
export interface Hit {
  /** Viewport point (of this frame) at which the element takes a click; null when there is none. */
  point: { x: number; y: number } | null;
  /** The point is the middle of the element, where pointers go by themselves. */
  central: boolean;
  /** In frames: other points that would do, for when something of the page around lies over the first. */
  others: { x: number; y: number }[];
  /** What takes a click on its middle instead; '' when nothing does. */
  coveredBy: string;
  /** Why it does, when it does not lie on top: the element lets the pointer through. */
  through: Through;
  /** What it lets through is taken by a control or label around it, which does for it. */
  indirect: boolean;
}

export type At = { what: 'clear' } | { what: 'outside' } | { what: 'covered'; by: string };

/** One element just before it is acted on, or right after. */
export interface WireProbe extends Hit {
  connected: boolean;
  tagName: string;
  role: string;
  name: string;
  attributes: Record<string, string>;
  box: WireBox;
  textContent: string;
  innerHTML: string;
  outerHTML: string;
  /** Chrome style (spec 1.3). */
  xpath: string;
  visible: boolean;
  states: Record<string, boolean | string>;
  value: string;
  inputType: string;
  options: WireOption[];
  editable: boolean;
  password: boolean;
  /** Width of its left and top border. */
  border: { x: number; y: number };
  /** Of a label the id of the control that it stands for. */
  control?: string | undefined;
}
