/** Actions that were performed, and how they can be undone. Plain data. */
import type { Effect, PageAction } from '../../../contract/index.js';
import type { View } from '../ground/view.js';
import type { SpokenStep } from '../language/steps.js';

/** The state before the action. */
export type StateBefore =
  | { kind: 'value'; value: string | null }
  | { kind: 'option'; label: string }
  | { kind: 'tick'; on: boolean }
  /** For a group with one selection: the element that was selected. */
  | { kind: 'chosen'; other: string | null }
  | { kind: 'folded'; open: boolean }
  | { kind: 'scroll'; x: number; y: number }
  | { kind: 'none' };

export interface PerformedAction {
  act: PageAction;
  /** The element's description for messages, and what is needed to find it again. */
  description: string;
  element: { uid: string; name: string; role: string; xpath: string } | null;
  /** What the page showed of the element and around it. */
  surroundingText: string;
  before: StateBefore;
  /** The line that it was done for (its first turn), and the step. */
  intention: number;
  spoken: SpokenStep;
  effects: readonly Effect[];
  /** Controls named "Undo" that existed before, and whether a dialog was open. */
  undoers: ReadonlySet<string>;
  dialog: boolean;
}

/** How an action is undone. */
export type WayBack =
  | {
      kind: 'act';
      act: PageAction;
      /** Past-tense phrase for the report. */
      did: string;
      /** Whether the earlier state is restored; if absent, any effect counts as success. */
      holds?: (view: View) => boolean;
      /** What remains although this is done, or ''. */
      but?: string;
    }
  /** The earlier state is already restored, or there was nothing to undo. */
  | { kind: 'nothing' }
  | { kind: 'none'; why: string };

export type ActBack = Extract<WayBack, { kind: 'act' }>;

export interface UndoState {
  left: PerformedAction[];
  /** The undo prepares another step, which is done even if the undo fails. */
  soft: boolean;
  now: { action: PerformedAction; way: ActBack } | null;
  /** What could not be undone, one phrase each. */
  not: string[];
  did: string[];
}
