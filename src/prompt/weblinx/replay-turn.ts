/** The fields of a turn that the WebLINX formats read, for the data set and for live sessions. */

export type ReplayTurn = ChatReplayTurn | BrowserReplayTurn;

export interface ChatReplayTurn {
  type: 'chat';
  /** Seconds since the recording began; may be negative. */
  timestamp: number;
  speaker: string;
  utterance: string;
}

export interface BrowserReplayTurn {
  type: 'browser';
  timestamp: number;
  url?: string;
  /** File names of the recorded page state. */
  state?: { page?: string | null };
  action: {
    /** As stored: `textInput`. */
    intent: string;
    arguments: ReplayArguments;
    /** In Parley's files: the turn's number in `session.jsonl`. */
    event_id?: number;
  };
}

export interface ReplayArguments {
  metadata?: {
    mouseX?: number;
    mouseY?: number;
    viewportHeight?: number | null;
    viewportWidth?: number | null;
  };
  properties?: Readonly<Record<string, unknown>>;
  element?: ReplayElement;
  text?: string;
  value?: string;
  scrollX?: number;
  scrollY?: number;
  selected?: string;
  pasted?: string;
}

export interface ReplayElement {
  tagName: string;
  attributes: Readonly<Record<string, string>>;
  textContent: string;
  bbox?: { top: number; left: number; right: number; bottom: number };
}
