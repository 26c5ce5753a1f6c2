/**
 * Plans how to undo an action: restore the old value, perform the inverse action, click the page's own "Undo", or go
 * back to the previous page. Pure.
 */
import type { Candidate } from '../../../contract/index.js';
import { PERMANENT_EFFECT } from '../../../policy/index.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { LASTING_EFFECT } from '../lexicon/lasting-effects.js';
import { clip } from '../text.js';
import { findCloseButton } from './find-close-button.js';
import type { PerformedAction, UndoPlan } from './performed-actions.js';
import { findActionElement, findUndoControls } from './undo-records.js';

import { planRestore } from './restore-state.js';

const NOTHING_TO_UNDO: UndoPlan = { kind: 'nothing' };
const ACTIONS_WITH_NOTHING_TO_UNDO = new Set(['hover', 'copy', 'wait', 'reload']);

const findEffect = <T extends string>(
  action: PerformedAction,
  type: T,
): Extract<PerformedAction['effects'][number], { type: T }> | undefined =>
  action.effects.find((e): e is Extract<PerformedAction['effects'][number], { type: T }> => e.type === type);

const hasNavigated = (action: PerformedAction): boolean =>
  action.effects.some(
    (e) =>
      e.type === 'navigated' ||
      (e.type === 'url' && e.to.replace(/#!?$/u, '') !== e.from.replace(/#!?$/u, '')),
  );

export function planUndo(action: PerformedAction, view: View): UndoPlan {
  const { pageAction } = action;
  if (ACTIONS_WITH_NOTHING_TO_UNDO.has(pageAction.intent)) return NOTHING_TO_UNDO;
  return (
    planRestore(action, view) ??
    planPageUndo(action, view, true) ??
    planInverse(action, view) ??
    planPageUndo(action, view, false) ??
    createIrreversiblePlan(action)
  );
}

/**
 * @param seeksNewControls true: uses only "Undo" controls that have appeared since the action, for example in a
 *   message; false: uses only those that were there before
 */
function planPageUndo(action: PerformedAction, view: View, seeksNewControls: boolean): UndoPlan | null {
  if (action.pageAction.intent === 'scroll' || action.pageAction.intent === 'reveal') return null;
  const hit = findUndoControls(view).find(
    (c) => action.undoControlUids.has(c.uid) !== seeksNewControls && c.uid !== action.element?.uid,
  );
  if (!hit) return null;
  return {
    kind: 'act',
    pageAction: { intent: 'click', uid: hit.uid },
    donePhrase: `clicked the page’s own “${clip(getName(hit), 40)}”${action.description ? ` for ${action.description}` : ''}`,
  };
}

function planInverse(action: PerformedAction, view: View): UndoPlan | null {
  const { pageAction, stateBefore, description } = action;
  const tab = findEffect(action, 'tab-opened');
  if (tab)
    return {
      kind: 'act',
      pageAction: { intent: 'tabremove', tab: tab.opened },
      donePhrase: 'closed the tab that had opened',
    };
  const tabSwitch = findEffect(action, 'tab-switched');
  if (pageAction.intent === 'tabswitch' && tabSwitch)
    return {
      kind: 'act',
      pageAction: { intent: 'tabswitch', tab: tabSwitch.from },
      donePhrase: 'went back to the previous tab',
    };
  if (pageAction.intent === 'back')
    return { kind: 'act', pageAction: { intent: 'forward' }, donePhrase: 'went forward again' };
  if (hasNavigated(action)) {
    const { element } = action;
    const isIrreversible =
      element &&
      (PERMANENT_EFFECT.test(element.name) ||
        (element.role === 'button' && LASTING_EFFECT.test(element.name)));
    return {
      kind: 'act',
      pageAction: { intent: 'back' },
      donePhrase: 'went back to the previous page',
      ...(isIrreversible ? { lastingEffect: `what ${description} did remains in effect` } : {}),
    };
  }
  if (pageAction.intent === 'drag' && 'dx' in pageAction.to) {
    const { dx, dy } = pageAction.to;
    return {
      kind: 'act',
      pageAction: { ...pageAction, to: { dx: -dx, dy: -dy } },
      donePhrase: `dragged ${description} back`,
    };
  }
  const c = findActionElement(action, view);
  if (stateBefore.kind === 'disclosure' && c)
    return c.states.expanded === stateBefore.isOpen
      ? NOTHING_TO_UNDO
      : {
          kind: 'act',
          pageAction: { intent: 'click', uid: c.uid },
          donePhrase: opensMenu(c)
            ? `${stateBefore.isOpen ? 'reopened' : 'closed'} the “${clip(getName(c), 60)}” menu`
            : `${stateBefore.isOpen ? 'expanded' : 'collapsed'} ${description} again`,
          isRestored: (v) => findActionElement(action, v)?.states.expanded === stateBefore.isOpen,
        };
  if (view.isDialogOpen && !action.wasDialogOpen) {
    const button = findCloseButton(view, (x) => view.isInDialog(x));
    return {
      kind: 'act',
      pageAction: button ? { intent: 'click', uid: button.uid } : { intent: 'press', key: 'Escape' },
      donePhrase: 'closed the dialog that had opened',
      isRestored: (v) => !v.isDialogOpen,
    };
  }
  // If only the focus moved, there is nothing to undo.
  return action.effects.every((e) => e.type === 'focus') ? NOTHING_TO_UNDO : null;
}

/** Whether the element opens a menu instead of expanding a section of the page. */
const opensMenu = (c: Candidate): boolean => /^(?:menu|true)$/u.test(c.attributes['aria-haspopup'] ?? '');

const ACTION_GERUNDS: Readonly<Record<string, string>> = {
  click: 'clicking',
  doubleClick: 'double-clicking',
  rightClick: 'right-clicking',
  drag: 'dragging',
  upload: 'uploading a file to',
  submit: 'submitting',
};

function createIrreversiblePlan({ pageAction, description }: PerformedAction): UndoPlan {
  const gerund =
    pageAction.intent === 'press'
      ? `pressing ${pageAction.key}`
      : `${ACTION_GERUNDS[pageAction.intent] ?? 'the last action on'} ${description}`;
  return {
    kind: 'impossible',
    reason: `I can't undo ${gerund.trim()}: the page offers no way to do that`,
  };
}
