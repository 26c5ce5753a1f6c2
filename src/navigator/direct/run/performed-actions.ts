/** Types for performed actions and the plans to undo them. */
import type { Effect, PageAction } from '../../../contract/index.js';
import type { View } from '../ground/view.js';
import type { SpokenStep } from '../language/steps.js';

/** The state of the element or the page before the action. */
export type StateBefore =
  | { kind: 'value'; value: string | null }
  | { kind: 'option'; label: string }
  | { kind: 'tick'; isOn: boolean }
  /** For a group in which only one element is selected: that element's uid. */
  | { kind: 'chosen'; selectedUid: string | null }
  | { kind: 'disclosure'; isOpen: boolean }
  | { kind: 'scroll'; x: number; y: number }
  | { kind: 'none' };

export interface PerformedAction {
  pageAction: PageAction;
  /** The element's description for messages; `element` serves to find it again. */
  description: string;
  element: { uid: string; name: string; role: string; xpath: string } | null;
  /** The page's text in and around the element. */
  surroundingText: string;
  stateBefore: StateBefore;
  /** Index of the turn with the request, and the step that the action belongs to. */
  requestTurnIndex: number;
  spokenStep: SpokenStep;
  effects: readonly Effect[];
  /** Names of the controls and options that the page had before. A correction may mention one of them. */
  controlNames: readonly string[];
  /** Controls named "Undo" that existed before, and whether a dialog was open. */
  undoControlUids: ReadonlySet<string>;
  wasDialogOpen: boolean;
}

/** Whether and how an action can be undone. */
export type UndoPlan =
  | {
      kind: 'act';
      pageAction: PageAction;
      /** Past-tense phrase for the report. */
      donePhrase: string;
      /** Whether the earlier state is restored; if absent, any effect counts as success. */
      isRestored?: (view: View) => boolean;
      /** Report phrase for what remains in effect after the undo. */
      lastingEffect?: string;
    }
  /** The earlier state is already restored, or there was nothing to undo. */
  | { kind: 'nothing' }
  | { kind: 'impossible'; reason: string };

export type UndoActionPlan = Extract<UndoPlan, { kind: 'act' }>;

export interface UndoState {
  remainingActions: PerformedAction[];
  /** Whether the undo only prepares another step. That step is carried out even if the undo fails. */
  isOptional: boolean;
  current: { action: PerformedAction; undoPlan: UndoActionPlan } | null;
  /** What could not be undone, one phrase each. */
  failures: string[];
  donePhrases: string[];
}
