/** The context in which the surface runs an action. */
import type { Frame, Page } from 'playwright';

import type { Candidate, Effect } from '../../contract/index.js';
import type { DialogWatch } from '../dialogs.js';
import type { PageLimits } from '../limits.js';

/** Collects effects outside the document: tabs, dialogs, downloads. */
export interface SideEffects {
  /** Returns and clears the effects since the action began. */
  take(): Effect[];
}

/** An element as it was last observed, and its frame. */
export interface ObservedElement {
  candidate: Candidate;
  frame: Frame;
}

/** One session's clipboard. The system clipboard is never used. */
export interface SessionClipboard {
  text: string;
}

/** Which local files may be uploaded. */
export interface UploadPolicy {
  /** Paths of files, and of folders whose whole content may be uploaded. */
  readonly allowed: readonly string[];
}

export interface ActionContext {
  page: Page;
  /** The target as last observed; null for actions on the whole page. */
  target: ObservedElement | null;
  sideEffects: SideEffects;
  limits: PageLimits;
  /** Mutations per millisecond that the page makes without any action. */
  backgroundMutationRate: number;
  /** The part of `backgroundMutationRate` that comes from nodes that changed only once, unlike a clock. */
  unusualMutationRate?: number;
  /** `unusualMutationRate` of the target's frame, if that is not the main frame. */
  unusualMutationRateInTarget?: number;
  signal: AbortSignal;
  /** Finds another element of the last observation, such as a drop target. */
  findElement?(uid: string): ObservedElement | null;
  clipboard?: SessionClipboard;
  uploads?: UploadPolicy;
  dialogs?: DialogWatch;
  /** Called once, when the page looks settled and only late effects could still appear. */
  onIdle?: (() => void) | undefined;
}
