/** Plans how to restore the earlier state of an element: value, option, check mark, scroll position. Pure. */
import type { Candidate } from '../../../contract/index.js';
import { isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { clip } from '../text.js';
import type { PerformedAction, WayBack } from './performed-actions.js';
import { findAgain } from './journal.js';

const NOTHING: WayBack = { kind: 'nothing' };

/** Returns null if it had no such state. */
export function restoreValue(action: PerformedAction, view: View): WayBack | null {
  const { before, description } = action;
  const c = findAgain(action, view);
  if (before.kind === 'scroll') return scrolledBack(action, before, view);
  if (!c || before.kind === 'none' || before.kind === 'folded') return null;
  const now = (v: View): Candidate | null => findAgain(action, v);
  const { uid } = c;
  switch (before.kind) {
    case 'value': {
      const { value } = before;
      if (value === null) return { kind: 'none', why: `the earlier value of ${description} is not known` };
      const holds = (v: View): boolean => (now(v)?.value ?? '') === value;
      if (holds(view)) return NOTHING;
      const change = action.act.intent === 'change';
      return {
        kind: 'act',
        act: change ? { intent: 'change', uid, value } : { intent: 'textInput', uid, text: value },
        did:
          value === '' ? `cleared ${description} again` : `put “${clip(value, 60)}” back into ${description}`,
        holds,
      };
    }
    case 'option': {
      const { label } = before;
      const holds = (v: View): boolean => now(v)?.options?.find((o) => o.selected)?.label === label;
      if (holds(view)) return NOTHING;
      return {
        kind: 'act',
        act: { intent: 'change', uid, value: label },
        did: `chose “${clip(label, 60)}” again in ${description}`,
        holds,
      };
    }
    case 'tick': {
      const { on } = before;
      const state = (v: View): boolean => {
        const s = now(v)?.states;
        return (s?.checked ?? s?.pressed) === true;
      };
      if (state(view) === on) return NOTHING;
      return {
        kind: 'act',
        act: isTickable(c) ? { intent: 'change', uid, value: String(on) } : { intent: 'click', uid },
        did: `${isTickable(c) ? (on ? 'ticked' : 'unticked') : on ? 'turned on' : 'turned off'} ${description} again`,
        holds: (v) => state(v) === on,
      };
    }
    case 'chosen': {
      const other = before.other === null ? null : view.byUid.get(before.other);
      // A user cannot deselect all options of a group. If selecting one opened a page, going back undoes it.
      if (!other || other.uid === uid) return null;
      return {
        kind: 'act',
        act:
          isTickable(other) && other.states.checked !== undefined
            ? { intent: 'change', uid: other.uid, value: 'true' }
            : { intent: 'click', uid: other.uid },
        did: `chose “${clip(getName(other), 60)}” again`,
      };
    }
  }
}

function scrolledBack(action: PerformedAction, { x, y }: { x: number; y: number }, view: View): WayBack {
  const { act } = action;
  const box = act.intent === 'scroll' && act.uid !== undefined ? findAgain(action, view) : null;
  const at = box?.scroll ?? { x: view.observation.viewport.scrollX, y: view.observation.viewport.scrollY };
  if (Math.abs(at.x - x) < 2 && Math.abs(at.y - y) < 2) return NOTHING;
  return {
    kind: 'act',
    act: { intent: 'scroll', x, y, ...(box ? { uid: box.uid } : {}) },
    did: 'scrolled back',
  };
}
