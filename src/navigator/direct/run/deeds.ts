/** What was done and how it can be taken back. Plain data. */
import type { Effect, PageAction } from '../../../contract/index.js';
import type { View } from '../ground/view.js';
import type { SpokenStep } from '../language/steps.js';

/** How it stood. */
export type Before =
  | { kind: 'value'; value: string | null }
  | { kind: 'option'; label: string }
  | { kind: 'tick'; on: boolean }
  /** Of a group only one of which is on: the one that was. */
  | { kind: 'chosen'; other: string | null }
  | { kind: 'folded'; open: boolean }
  | { kind: 'scroll'; x: number; y: number }
  | { kind: 'none' };

export interface Deed {
  act: PageAction;
  /** How its element is spoken of, and what finds it again. */
  said: string;
  element: { uid: string; name: string; role: string; xpath: string } | null;
  before: Before;
  /** The line it was done for, by the turn that it began with, and the step. */
  intention: number;
  spoken: SpokenStep;
  effects: readonly Effect[];
  /** Controls called "Undo" that were there before, and whether a dialog was open. */
  undoers: ReadonlySet<string>;
  dialog: boolean;
}

/** How one of them is taken back. */
export type WayBack =
  | {
      kind: 'act';
      act: PageAction;
      /** Past tense. */
      did: string;
      /** Whether it is as it was; where that cannot be seen the effect has to do. */
      holds?: (view: View) => boolean;
      /** What stays as it is although this is done, or ''. */
      but?: string;
    }
  /** It is as it was, or there was nothing to take back. */
  | { kind: 'nothing' }
  | { kind: 'none'; why: string };

export type ActBack = Extract<WayBack, { kind: 'act' }>;

export interface UndoState {
  left: Deed[];
  /** It goes before something else, which is done whether or not this can be. */
  soft: boolean;
  now: { deed: Deed; way: ActBack } | null;
  /** What could not be taken back, a phrase each. */
  not: string[];
  did: string[];
}
