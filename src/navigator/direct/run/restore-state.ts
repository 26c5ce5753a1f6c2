/** Plans how to restore an element's earlier state: value, option, check mark, scroll position. Pure. */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { clip } from '../text.js';
import type { PerformedAction, UndoPlan } from './performed-actions.js';
import { findActionElement } from './undo-records.js';

const NOTHING_TO_UNDO: UndoPlan = { kind: 'nothing' };

/** Plans how to restore the state before an action; null if there is no such state. */
export function planRestore(action: PerformedAction, view: View): UndoPlan | null {
  const { stateBefore, description } = action;
  const c = findActionElement(action, view);
  if (stateBefore.kind === 'scroll') return planScrollBack(action, stateBefore, view);
  if (!c || stateBefore.kind === 'none' || stateBefore.kind === 'disclosure') return null;
  const findCurrentElement = (v: View): Candidate | null => findActionElement(action, v);
  const { uid } = c;
  switch (stateBefore.kind) {
    case 'value': {
      const { value } = stateBefore;
      if (value === null)
        return { kind: 'impossible', reason: `the earlier value of ${description} is not known` };
      const isRestored = (v: View): boolean => (findCurrentElement(v)?.value ?? '') === value;
      if (isRestored(view)) return NOTHING_TO_UNDO;
      const usesChange = action.pageAction.intent === 'change';
      return {
        kind: 'act',
        pageAction: usesChange ? { intent: 'change', uid, value } : { intent: 'textInput', uid, text: value },
        donePhrase:
          value === '' ? `cleared ${description} again` : `put “${clip(value, 60)}” back into ${description}`,
        isRestored,
      };
    }
    case 'option': {
      const { label } = stateBefore;
      const isRestored = (v: View): boolean =>
        findCurrentElement(v)?.options?.find((o) => o.selected)?.label === label;
      if (isRestored(view)) return NOTHING_TO_UNDO;
      return {
        kind: 'act',
        pageAction: { intent: 'change', uid, value: label },
        donePhrase: `chose “${clip(label, 60)}” again in ${description}`,
        isRestored,
      };
    }
    case 'tick': {
      const { isOn: wasOn } = stateBefore;
      const readState = (v: View): boolean => {
        const states = findCurrentElement(v)?.states;
        return (states?.checked ?? states?.pressed) === true;
      };
      if (readState(view) === wasOn) return NOTHING_TO_UNDO;
      return {
        kind: 'act',
        pageAction: isTickable(c)
          ? { intent: 'change', uid, value: String(wasOn) }
          : { intent: 'click', uid },
        donePhrase:
          isTickable(c) && c.role !== 'switch'
            ? `${wasOn ? 'ticked' : 'unticked'} ${description} again`
            : `turned ${description} ${wasOn ? 'on' : 'off'} again`,
        isRestored: (v) => readState(v) === wasOn,
      };
    }
    case 'chosen': {
      const previouslySelected =
        stateBefore.selectedUid === null ? null : view.byUid.get(stateBefore.selectedUid);
      // A group cannot go back to having no selected option. If the selection opened a page, going back undoes it.
      if (!previouslySelected || previouslySelected.uid === uid) return null;
      return {
        kind: 'act',
        pageAction:
          isTickable(previouslySelected) && previouslySelected.states.checked !== undefined
            ? { intent: 'change', uid: previouslySelected.uid, value: 'true' }
            : { intent: 'click', uid: previouslySelected.uid },
        donePhrase:
          previouslySelected.role === 'tab'
            ? `went back to ${describe(previouslySelected)}`
            : `chose “${clip(getName(previouslySelected), 60)}” again`,
      };
    }
  }
}

function planScrollBack(action: PerformedAction, { x, y }: { x: number; y: number }, view: View): UndoPlan {
  const { pageAction } = action;
  const scrollableElement =
    pageAction.intent === 'scroll' && pageAction.uid !== undefined ? findActionElement(action, view) : null;
  const currentPosition = scrollableElement?.scroll ?? {
    x: view.observation.viewport.scrollX,
    y: view.observation.viewport.scrollY,
  };
  if (Math.abs(currentPosition.x - x) < 2 && Math.abs(currentPosition.y - y) < 2) return NOTHING_TO_UNDO;
  return {
    kind: 'act',
    pageAction: { intent: 'scroll', x, y, ...(scrollableElement ? { uid: scrollableElement.uid } : {}) },
    donePhrase: 'scrolled back',
  };
}
