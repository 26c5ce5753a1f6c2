/** Types of the WebLINX files. Many fields are optional because the data set's files may lack them. */
import type { Speaker } from '../contract/index.js';

/** `metadata.json`. Times are milliseconds since the epoch. */
export interface DemonstrationMetadata {
  /** Dot-separated integers. */
  version: string;
  recordingId?: string;
  recordingStart: number;
  recordingStartISO?: string;
  recordingEnd?: number;
  recordingEndISO?: string;
  timezoneOffsetMinutes?: number;
  user?: string;
  userAgent?: string;
  /** Parley's own fields; absent in other recorders' files. */
  parley?: {
    version: string;
    navigator: string;
    ranker: string;
    browser: string;
    url: string;
    scenario?: string;
    /** Requested temperature of the language model. */
    temperature?: number;
    /** Requested number of candidates in a prompt of the WebLINX paper's models. */
    topK?: number;
  };
}

/** `form.json`. */
export interface DemonstrationForm {
  /** `YYYY-MM-DD HH:MM:SS`; UTC in Parley's files. */
  upload_date: string;
  description: string;
  tasks: string[];
  annotator?: string;
  shortcode?: string;
  navigator_name?: string;
  instructor_name?: string;
  instructor_sees_screen?: boolean;
  uses_ai_generated_output?: boolean;
}

/** A rectangle with the keys of `DOMRect.toJSON()`, in that order. In CSS px, because `zoomLevel` is 1. */
export interface DomBox {
  x: number;
  y: number;
  width: number;
  height: number;
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export interface ChatTurn {
  type: 'chat';
  /** Seconds since `recordingStart`. */
  timestamp: number;
  speaker: Speaker;
  utterance: string;
}

export interface TurnState {
  /** File name under `screenshots/`. */
  screenshot: string | null;
  /** File name under `pages/`. */
  page: string | null;
  /** Absent if there is no screenshot. */
  screenshot_status?: 'good' | 'broken';
}

export interface TurnMetadata {
  mouseX: number;
  mouseY: number;
  tabId: number;
  /** Milliseconds since the epoch. */
  timestamp: number;
  url: string;
  viewportHeight: number;
  viewportWidth: number;
  zoomLevel: number;
}

export interface TurnElement {
  attributes: Record<string, string>;
  bbox: DomBox;
  tagName: string;
  textContent: string;
  innerHTML?: string;
  outerHTML?: string;
  xpath?: string;
}

export interface TurnArguments {
  metadata: TurnMetadata;
  properties: Record<string, unknown>;
  element?: TurnElement;
  text?: string;
  value?: string;
  scrollX?: number;
  scrollY?: number;
  selected?: string;
  pasted?: string;
}

export interface BrowserTurn {
  type: 'browser';
  /** Seconds since `recordingStart`. */
  timestamp: number;
  state: TurnState;
  action: {
    /** In Parley's files: one of `BROWSER_INTENTS`. */
    intent: string;
    arguments: TurnArguments;
    /** In Parley's files: the turn's number in `session.jsonl`. */
    event_id?: number;
    element_html?: string | null;
    screenshot_effect?: string | null;
  };
}

export type WeblinxTurn = ChatTurn | BrowserTurn;
