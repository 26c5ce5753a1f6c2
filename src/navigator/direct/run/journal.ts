/** Records actions with the element's state before each, which is needed to undo them. */
import { textsAround } from './unused-words.js';
import type { Candidate, PageAction } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { isField, isNativeValue, isSelect, isSlider, isTickable } from '../ground/kinds.js';
import { nameOf } from '../ground/names.js';
import type { View } from '../ground/view.js';
import type { Before, Deed } from './deeds.js';
import type { ActTurn, Plan, StepRun } from './types.js';

const MAX_DEEDS = 60;
const UNDO = /^(?:undo|take (?:it |that )?back|revert|restore)\b/iu;

export const undoers = (view: View): Candidate[] =>
  view.candidates.filter((c) => c.visible && c.interactive && !c.states.disabled && UNDO.test(nameOf(c)));

const isOn = (c: Candidate): boolean => c.states.checked === true || c.states.selected === true;
const ONE_OF = new Set(['radio', 'menuitemradio', 'tab', 'option']);

function groupOf(c: Candidate, view: View): Candidate | null {
  const same = (o: Candidate): boolean =>
    o.role === c.role &&
    (c.attributes.name
      ? o.attributes.name === c.attributes.name
      : o.parent === c.parent || o.section === c.section);
  return view.candidates.find((o) => o.uid !== c.uid && isOn(o) && same(o)) ?? null;
}

function pageScroll({ observation: { viewport: v } }: View): Before {
  return { kind: 'scroll', x: v.scrollX, y: v.scrollY };
}

function stateOf(act: PageAction, c: Candidate | null, view: View): Before {
  if (act.intent === 'scroll' || act.intent === 'reveal')
    return act.intent === 'scroll' && c?.scroll
      ? { kind: 'scroll', x: c.scroll.x, y: c.scroll.y }
      : pageScroll(view);
  if (!c) return { kind: 'none' };
  if (act.intent === 'textInput' || act.intent === 'paste' || act.intent === 'change') {
    if (isSelect(c)) return { kind: 'option', label: c.options?.find((o) => o.selected)?.label ?? '' };
    if (isField(c) || isNativeValue(c) || isSlider(c))
      return { kind: 'value', value: c.inputType === 'password' ? null : (c.value ?? '') };
  }
  if (act.intent !== 'click' && act.intent !== 'change') return { kind: 'none' };
  if (ONE_OF.has(c.role) || c.inputType === 'radio')
    return { kind: 'chosen', other: isOn(c) ? c.uid : (groupOf(c, view)?.uid ?? null) };
  const on = c.states.checked ?? c.states.pressed;
  if (isTickable(c) || on !== undefined) return { kind: 'tick', on: on === true };
  return c.states.expanded === undefined ? { kind: 'none' } : { kind: 'folded', open: c.states.expanded };
}

/** Creates records for planned actions, whose effects are not known yet. */
export function noteDeeds(acts: readonly PageAction[], view: View, plan: Plan, run: StepRun): Deed[] {
  const known = new Set(undoers(view).map((c) => c.uid));
  return acts.map((act): Deed => {
    const c = 'uid' in act && act.uid !== undefined ? (view.byUid.get(act.uid) ?? null) : null;
    return {
      act,
      said: c ? describe(c) : '',
      element: c && { uid: c.uid, name: nameOf(c), role: c.role, xpath: c.xpath },
      around: c ? textsAround(c, view) : '',
      before: stateOf(act, c, view),
      intention: plan.intention,
      spoken: run.spoken,
      effects: [],
      undoers: known,
      dialog: view.dialogOpen,
    };
  });
}

/** Keeps the planned actions that were performed and had an effect. */
export function keepDeeds(deeds: Deed[], noted: readonly Deed[], turns: readonly ActTurn[]): void {
  for (const turn of turns) {
    const { outcome } = turn;
    const deed = noted.find((d) => JSON.stringify(d.act) === JSON.stringify(turn.action));
    if (deed && outcome.status === 'done') deeds.push({ ...deed, effects: outcome.effects });
  }
  deeds.splice(0, Math.max(0, deeds.length - MAX_DEEDS));
}

/** Finds the element again: the same node, or its replacement after a re-render. */
export function refind({ element }: Deed, view: View): Candidate | null {
  if (!element) return null;
  const same = view.byUid.get(element.uid);
  if (same) return same;
  const alike = view.candidates.filter((c) => c.role === element.role && nameOf(c) === element.name);
  return alike.length === 1 ? alike[0]! : (alike.find((c) => c.xpath === element.xpath) ?? null);
}
