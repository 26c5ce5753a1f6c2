/** Plans how to undo an action: the old value, the inverse action, the page's own "Undo", or the previous page. Pure. */
import { PERMANENT_EFFECT } from '../../../policy/index.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { LASTING_EFFECT } from '../lexicon/lasting-effects.js';
import { clip } from '../text.js';
import { findCloser } from './banner.js';
import type { PerformedAction, WayBack } from './performed-actions.js';
import { findAgain, findUndoControls } from './journal.js';

import { restoreValue } from './restore.js';

const NOTHING: WayBack = { kind: 'nothing' };
const QUIET = new Set(['hover', 'copy', 'wait', 'reload']);

const effect = <T extends string>(
  action: PerformedAction,
  type: T,
): Extract<PerformedAction['effects'][number], { type: T }> | undefined =>
  action.effects.find((e): e is Extract<PerformedAction['effects'][number], { type: T }> => e.type === type);

const moved = (action: PerformedAction): boolean =>
  action.effects.some(
    (e) =>
      e.type === 'navigated' ||
      (e.type === 'url' && e.to.replace(/#!?$/u, '') !== e.from.replace(/#!?$/u, '')),
  );

export function findWayBack(action: PerformedAction, view: View): WayBack {
  const { act } = action;
  if (QUIET.has(act.intent)) return NOTHING;
  return (
    restoreValue(action, view) ??
    pageUndo(action, view, true) ??
    reversed(action, view) ??
    pageUndo(action, view, false) ??
    lost(action)
  );
}

/** @param fresh considers only what appeared since the action, such as a message that offers to undo it */
function pageUndo(action: PerformedAction, view: View, fresh: boolean): WayBack | null {
  if (action.act.intent === 'scroll' || action.act.intent === 'reveal') return null;
  const hit = findUndoControls(view).find(
    (c) => action.undoers.has(c.uid) !== fresh && c.uid !== action.element?.uid,
  );
  if (!hit) return null;
  return {
    kind: 'act',
    act: { intent: 'click', uid: hit.uid },
    did: `clicked the page’s own “${clip(getName(hit), 40)}”${action.description ? ` for ${action.description}` : ''}`,
  };
}

function reversed(action: PerformedAction, view: View): WayBack | null {
  const { act, before, description } = action;
  const tab = effect(action, 'tab-opened');
  if (tab)
    return {
      kind: 'act',
      act: { intent: 'tabremove', tab: tab.opened },
      did: 'closed the tab that had opened',
    };
  const switched = effect(action, 'tab-switched');
  if (act.intent === 'tabswitch' && switched)
    return {
      kind: 'act',
      act: { intent: 'tabswitch', tab: switched.from },
      did: 'went back to the tab before',
    };
  if (act.intent === 'back') return { kind: 'act', act: { intent: 'forward' }, did: 'went forward again' };
  if (moved(action)) {
    const { element } = action;
    const final =
      element &&
      (PERMANENT_EFFECT.test(element.name) ||
        (element.role === 'button' && LASTING_EFFECT.test(element.name)));
    return {
      kind: 'act',
      act: { intent: 'back' },
      did: 'went back to the page before',
      ...(final ? { but: `what ${description} did remains in effect` } : {}),
    };
  }
  if (act.intent === 'drag' && 'dx' in act.to) {
    const { dx, dy } = act.to;
    return { kind: 'act', act: { ...act, to: { dx: -dx, dy: -dy } }, did: `dragged ${description} back` };
  }
  const c = findAgain(action, view);
  if (before.kind === 'folded' && c)
    return c.states.expanded === before.open
      ? NOTHING
      : {
          kind: 'act',
          act: { intent: 'click', uid: c.uid },
          did: `${before.open ? 'expanded' : 'collapsed'} ${description} again`,
          holds: (v) => findAgain(action, v)?.states.expanded === before.open,
        };
  if (view.isDialogOpen && !action.dialog) {
    const button = findCloser(view, (x) => view.isInDialog(x));
    return {
      kind: 'act',
      act: button ? { intent: 'click', uid: button.uid } : { intent: 'press', key: 'Escape' },
      did: 'closed the dialog that had opened',
      holds: (v) => !v.isDialogOpen,
    };
  }
  // If only the focus moved, there is nothing to undo.
  return action.effects.every((e) => e.type === 'focus') ? NOTHING : null;
}

const DOING: Readonly<Record<string, string>> = {
  click: 'clicking',
  doubleClick: 'double-clicking',
  rightClick: 'right-clicking',
  drag: 'dragging',
  upload: 'giving a file to',
  submit: 'submitting',
};

function lost({ act, description }: PerformedAction): WayBack {
  const doing =
    act.intent === 'press'
      ? `pressing ${act.key}`
      : `${DOING[act.intent] ?? 'the last act on'} ${description}`;
  return {
    kind: 'none',
    why: `I can't undo ${doing.trim()}: the page offers no way to do that`,
  };
}
