/** Plans how to undo a deed: the old value, the inverse action, the page's own "Undo", or the previous page. Pure. */
import { PERMANENT_EFFECT } from '../../../policy/index.js';
import { nameOf } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { LASTING_EFFECT } from '../lexicon/staying.js';
import { clip } from '../text.js';
import { closer } from './banner.js';
import type { Deed, WayBack } from './deeds.js';
import { refind, undoers } from './journal.js';

import { restored } from './restore.js';

const NOTHING: WayBack = { kind: 'nothing' };
const QUIET = new Set(['hover', 'copy', 'wait', 'reload']);

const effect = <T extends string>(
  deed: Deed,
  type: T,
): Extract<Deed['effects'][number], { type: T }> | undefined =>
  deed.effects.find((e): e is Extract<Deed['effects'][number], { type: T }> => e.type === type);

const moved = (deed: Deed): boolean =>
  deed.effects.some(
    (e) =>
      e.type === 'navigated' ||
      (e.type === 'url' && e.to.replace(/#!?$/u, '') !== e.from.replace(/#!?$/u, '')),
  );

export function wayBack(deed: Deed, view: View): WayBack {
  const { act } = deed;
  if (QUIET.has(act.intent)) return NOTHING;
  return (
    restored(deed, view) ??
    pageUndo(deed, view, true) ??
    reversed(deed, view) ??
    pageUndo(deed, view, false) ??
    lost(deed)
  );
}

/** @param fresh considers only what appeared since the deed, such as a message that offers to undo it */
function pageUndo(deed: Deed, view: View, fresh: boolean): WayBack | null {
  if (deed.act.intent === 'scroll' || deed.act.intent === 'reveal') return null;
  const hit = undoers(view).find((c) => deed.undoers.has(c.uid) !== fresh && c.uid !== deed.element?.uid);
  if (!hit) return null;
  return {
    kind: 'act',
    act: { intent: 'click', uid: hit.uid },
    did: `clicked the page’s own “${clip(nameOf(hit), 40)}”${deed.said ? ` for ${deed.said}` : ''}`,
  };
}

function reversed(deed: Deed, view: View): WayBack | null {
  const { act, before, said } = deed;
  const tab = effect(deed, 'tab-opened');
  if (tab)
    return {
      kind: 'act',
      act: { intent: 'tabremove', tab: tab.opened },
      did: 'closed the tab that had opened',
    };
  const switched = effect(deed, 'tab-switched');
  if (act.intent === 'tabswitch' && switched)
    return {
      kind: 'act',
      act: { intent: 'tabswitch', tab: switched.from },
      did: 'went back to the tab before',
    };
  if (act.intent === 'back') return { kind: 'act', act: { intent: 'forward' }, did: 'went forward again' };
  if (moved(deed)) {
    const { element } = deed;
    const final =
      element &&
      (PERMANENT_EFFECT.test(element.name) ||
        (element.role === 'button' && LASTING_EFFECT.test(element.name)));
    return {
      kind: 'act',
      act: { intent: 'back' },
      did: 'went back to the page before',
      ...(final ? { but: `what ${said} did remains in effect` } : {}),
    };
  }
  if (act.intent === 'drag' && 'dx' in act.to) {
    const { dx, dy } = act.to;
    return { kind: 'act', act: { ...act, to: { dx: -dx, dy: -dy } }, did: `dragged ${said} back` };
  }
  const c = refind(deed, view);
  if (before.kind === 'folded' && c)
    return c.states.expanded === before.open
      ? NOTHING
      : {
          kind: 'act',
          act: { intent: 'click', uid: c.uid },
          did: `${before.open ? 'expanded' : 'collapsed'} ${said} again`,
          holds: (v) => refind(deed, v)?.states.expanded === before.open,
        };
  if (view.dialogOpen && !deed.dialog) {
    const button = closer(view, (x) => view.inDialog(x));
    return {
      kind: 'act',
      act: button ? { intent: 'click', uid: button.uid } : { intent: 'press', key: 'Escape' },
      did: 'closed the dialog that had opened',
      holds: (v) => !v.dialogOpen,
    };
  }
  // If only the focus moved, there is nothing to undo.
  return deed.effects.every((e) => e.type === 'focus') ? NOTHING : null;
}

const DOING: Readonly<Record<string, string>> = {
  click: 'clicking',
  doubleClick: 'double-clicking',
  rightClick: 'right-clicking',
  drag: 'dragging',
  upload: 'giving a file to',
  submit: 'submitting',
};

function lost({ act, said }: Deed): WayBack {
  const doing =
    act.intent === 'press' ? `pressing ${act.key}` : `${DOING[act.intent] ?? 'the last act on'} ${said}`;
  return {
    kind: 'none',
    why: `I can't undo ${doing.trim()}: the page offers no way to do that`,
  };
}
