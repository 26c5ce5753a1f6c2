/** Remembers each action and the state of its element before it, so that the action can be undone. */
import { getSurroundingText } from './unused-words.js';
import type { Candidate, PageAction } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { isField, isNativeValueField, isSelect, isSlider, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import type { StateBefore, PerformedAction } from './performed-actions.js';
import type { PageActionTurn, Plan, StepRun } from './types.js';

const MAX_ACTIONS = 60;
const UNDO_NAME = /^(?:undo|take (?:it |that )?back|revert|restore)\b/iu;

export const findUndoControls = (view: View): Candidate[] =>
  view.candidates.filter(
    (c) => c.visible && c.interactive && !c.states.disabled && UNDO_NAME.test(getName(c)),
  );

const isOn = (c: Candidate): boolean => c.states.checked === true || c.states.selected === true;
const SINGLE_CHOICE_ROLES = new Set(['radio', 'menuitemradio', 'tab', 'option']);

function findSelectedSibling(c: Candidate, view: View): Candidate | null {
  const isSameGroup = (other: Candidate): boolean =>
    other.role === c.role &&
    (c.attributes.name
      ? other.attributes.name === c.attributes.name
      : other.parent === c.parent || other.section === c.section);
  return view.candidates.find((o) => o.uid !== c.uid && isOn(o) && isSameGroup(o)) ?? null;
}

function readPageScroll({ observation: { viewport: v } }: View): StateBefore {
  return { kind: 'scroll', x: v.scrollX, y: v.scrollY };
}

function readStateBefore(pageAction: PageAction, c: Candidate | null, view: View): StateBefore {
  if (pageAction.intent === 'scroll' || pageAction.intent === 'reveal')
    return pageAction.intent === 'scroll' && c?.scroll
      ? { kind: 'scroll', x: c.scroll.x, y: c.scroll.y }
      : readPageScroll(view);
  if (!c) return { kind: 'none' };
  if (pageAction.intent === 'textInput' || pageAction.intent === 'paste' || pageAction.intent === 'change') {
    if (isSelect(c)) return { kind: 'option', label: c.options?.find((o) => o.selected)?.label ?? '' };
    if (isField(c) || isNativeValueField(c) || isSlider(c))
      return { kind: 'value', value: c.inputType === 'password' ? null : (c.value ?? '') };
  }
  if (pageAction.intent !== 'click' && pageAction.intent !== 'change') return { kind: 'none' };
  if (SINGLE_CHOICE_ROLES.has(c.role) || c.inputType === 'radio')
    return { kind: 'chosen', selectedUid: isOn(c) ? c.uid : (findSelectedSibling(c, view)?.uid ?? null) };
  const checkedState = c.states.checked ?? c.states.pressed;
  if (isTickable(c) || checkedState !== undefined) return { kind: 'tick', isOn: checkedState === true };
  return c.states.expanded === undefined
    ? { kind: 'none' }
    : { kind: 'disclosure', isOpen: c.states.expanded };
}

/** Returns the names and labels of the page's controls and options. */
export const listControlNames = (view: View): string[] => [
  ...new Set(
    view.candidates
      .filter((c) => c.visible && (c.interactive || isField(c) || isTickable(c)))
      .flatMap((c) => [getName(c), ...(c.options ?? []).map(({ label }) => label)])
      .filter((name) => name !== ''),
  ),
];

/** Creates undo records for planned actions. Their effects are not known yet. */
export function createUndoRecords(
  pageActions: readonly PageAction[],
  view: View,
  plan: Plan,
  run: StepRun,
): PerformedAction[] {
  const undoControlUids = new Set(findUndoControls(view).map((c) => c.uid));
  const controlNames = listControlNames(view);
  return pageActions.map((pageAction): PerformedAction => {
    const c =
      'uid' in pageAction && pageAction.uid !== undefined ? (view.byUid.get(pageAction.uid) ?? null) : null;
    return {
      pageAction,
      description: c ? describe(c) : '',
      element: c && { uid: c.uid, name: getName(c), role: c.role, xpath: c.xpath },
      surroundingText: c ? getSurroundingText(c, view) : '',
      stateBefore: readStateBefore(pageAction, c, view),
      requestTurnIndex: plan.requestTurnIndex,
      spokenStep: run.spokenStep,
      effects: [],
      controlNames,
      undoControlUids,
      wasDialogOpen: view.isDialogOpen,
    };
  });
}

/** Appends to `actions` the planned actions that were performed and had an effect. */
export function keepEffectiveActions(
  actions: PerformedAction[],
  plannedActions: readonly PerformedAction[],
  turns: readonly PageActionTurn[],
): void {
  for (const turn of turns) {
    const { outcome } = turn;
    const action = plannedActions.find((a) => JSON.stringify(a.pageAction) === JSON.stringify(turn.action));
    if (action && outcome.status === 'done') actions.push({ ...action, effects: outcome.effects });
  }
  actions.splice(0, Math.max(0, actions.length - MAX_ACTIONS));
}

/** Finds the element again: the same node, or its replacement after a re-render. */
export function findActionElement({ element }: PerformedAction, view: View): Candidate | null {
  if (!element) return null;
  const sameNode = view.byUid.get(element.uid);
  if (sameNode) return sameNode;
  const sameNameAndRole = view.candidates.filter(
    (c) => c.role === element.role && getName(c) === element.name,
  );
  return sameNameAndRole.length === 1
    ? sameNameAndRole[0]!
    : (sameNameAndRole.find((c) => c.xpath === element.xpath) ?? null);
}
