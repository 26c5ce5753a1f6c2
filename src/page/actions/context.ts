/** What acts need from the surface that they act for. */
import type { Frame, Page } from 'playwright';

import type { Candidate, Effect } from '../../contract/index.js';
import type { DialogWatch } from '../dialogs.js';

/** What the tab table and the listeners of the surface noticed since the act began. */
export interface SideEffects {
  /** Effects since the act began: tabs, dialogs, downloads. */
  take(): Effect[];
}

/** An element as last observed, and its frame. */
export interface Observed {
  candidate: Candidate;
  frame: Frame;
}

/** The clipboard of one session; the system's is never touched. */
export interface Clipboard {
  text: string;
}

/** Which files may leave this machine. */
export interface UploadPolicy {
  /** Files, and folders with everything below them. */
  readonly allowed: readonly string[];
}

export interface ActContext {
  page: Page;
  /** The target as last observed; null for acts on the page as a whole. */
  target: Observed | null;
  sideEffects: SideEffects;
  /** Mutations per millisecond that the page makes by itself. */
  restlessness: number;
  /** Of these those of nodes that are not known to change by themselves again and again. */
  oddness?: number;
  signal: AbortSignal;
  /** Another element of the last look: where a drag ends. */
  find?(uid: string): Observed | null;
  clipboard?: Clipboard;
  uploads?: UploadPolicy;
  dialogs?: DialogWatch;
  /** Called once when the act is over and the page is only waited for. */
  onLull?: (() => void) | undefined;
}
