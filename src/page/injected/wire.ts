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

/** One walked element that is rendered. */
export interface WireRow {
  uid: string;
  tag: string;
  role: string;
  name: string;
  text: string;
  attributes: Record<string, string>;
  xpath: string;
  box: WireBox;
  visible: boolean;
  states: Record<string, boolean | 'mixed'>;
  value?: string;
  options?: WireOption[];
  inputType?: string;
  interactive: boolean;
  /** Starts a region with a hand cursor: a handler is likely, though none can be seen. */
  pointer: boolean;
  place: string;
  landmark: string;
  /** Index of the nearest walked ancestor in `rows`, -1 for none. */
  parent: number;
  document: string;
  /** For a label: uid of the control that it names. */
  labels?: string;
}

export interface WireBlock {
  kind: 'heading' | 'paragraph' | 'item' | 'row' | 'term' | 'status' | 'other';
  text: string;
  level?: number;
  under: string;
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
  rows: WireRow[];
  elements: number;
  text: WireBlock[];
  notices: string[];
  html?: string;
  boxes?: Record<string, WireBox>;
  version: number;
}

/** How the page stands: cheap enough to ask for every few milliseconds. */
export interface WirePulse {
  /** When the document began (`performance.timeOrigin`): another number is another document. */
  born: number;
  url: string;
  /** Mutation records since the document was first looked at. */
  mutations: number;
  scrollX: number;
  scrollY: number;
  /** Finite animations and transitions that are running. */
  animations: number;
  ready: string;
  /** Digest of values, ticks and selections of all controls. */
  values: string;
  focus: string;
}

/** One element just before it is acted on, or right after. */
export interface WireProbe {
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
  states: Record<string, boolean | 'mixed'>;
  value: string;
  inputType: string;
  options: WireOption[];
  editable: boolean;
  password: boolean;
  /** What lies on top of its centre and would take the click; '' when nothing does. */
  coveredBy: string;
  /** Where it takes a click, in its frame's viewport; null when nowhere. */
  point: { x: number; y: number } | null;
  /** That point is its middle. */
  central: boolean;
  /** Width of its left and top border. */
  border: { x: number; y: number };
  /** Of a label the id of the control that it stands for. */
  control?: string | undefined;
}
